"""Descriptions as HTML: CommonMark stays, what could run goes, and nothing leaves its element."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from apiscribe.targets.site.highlight import highlighted
from apiscribe.targets.site.markup import Prose, code, json_code, slug, text
from apiscribe.targets.site.search import file_name, page_words, search_files, words_of
from markupsafe import Markup


def resolve(address: str, page: str) -> str | None:
    return "found.html" if address == "known.md" else None


PROSE = Prose(resolve)


class Seen(HTMLParser):
    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("plain words", "<p>plain words</p>\n"),
        ("a **b** `c<d>`", "<p>a <strong>b</strong> <code>c&lt;d&gt;</code></p>\n"),
        ("<b>bold</b><script>x()</script>", "<p><b>bold</b></p>\n"),
        ("# Title", "<p><strong>Title</strong></p>\n"),
        ("[x](known.md)", '<p><a href="found.html" rel="noopener nofollow">x</a></p>\n'),
        ("[x](unknown.md)", "<p><a>x</a></p>\n"),
        ("[x](//evil.example)", "<p><a>x</a></p>\n"),
        ("a <img onerror=x()>", "<p>a </p>\n"),
        ("a\u202eb\x00c", "<p>abc</p>\n"),
    ],
)
def test_block(source: str, expected: str) -> None:
    assert PROSE.block(source, "a/b.html").replace("</p>\n\n", "</p>\n") == expected


@pytest.mark.parametrize(
    "source",
    [
        '<a title="<img src=x onmouseover=alert(1)>">t</a>',
        '<a title="<table>">t</a>',
        '<a title=\'<pre> <img alt="x" src="y">\'>t</a>',
        '<img src="https://a.example/x.png" alt="><script>alert(1)</script>">',
        '<img alt="a>b<table>">',
        '[x](javascript:alert(1)) <a href="jav&#x09;ascript:alert(1)">y</a>',
        '<svg onload=alert(1)><style>*{}</style><iframe src="//x"></iframe>',
        '<p style="position:fixed" class="top" id="main" onclick="x()">z</p>',
    ],
)
def test_nothing_gets_out_of_an_attribute(source: str) -> None:
    for tag, attributes in Seen(PROSE.block(source, "a.html")).tags:
        assert tag in {"p", "a", "img", "pre", "table", "div"}
        known = {"href", "rel", "title", "src", "alt", "loading", "tabindex"}
        assert attributes.keys() <= known, (tag, attributes)
        assert not str(attributes.get("href", "")).startswith("java")


def test_headings_come_in_order() -> None:
    made = PROSE.block("### Deep\n\n# Top\n\n##### Deeper\n\n# Top", "a.html", headings=2)
    assert made.count("<h2") == 3
    assert '<h2 id="about-top">' in made
    assert '<h2 id="about-top-2">' in made
    assert "<h3" in made


def test_tables_can_be_reached_by_keyboard() -> None:
    made = PROSE.block("| a |\n| - |\n| b |", "a.html")
    assert made.startswith('<div class="wide" tabindex="0"><table>')
    assert made.rstrip().endswith("</table></div>")


def test_code_keeps_its_text() -> None:
    for language in ("json", "python", "bash", "ts", "nonsense", ""):
        source = '{"a": [1, true, "<b>"]} # $X'
        assert highlighted(source, language).striptags() == Markup.escape(source).striptags()
    assert '<span class="t">&#34;a&#34;</span>' in highlighted('{"a": 1}', "json")
    made = PROSE.block("```json\n{}\n```", "a.html")
    assert '<pre tabindex="0"><code>' in made


def test_strings() -> None:
    assert text("<a>\u202e") == "&lt;a&gt;"
    assert code("a\nb") == "<code>&#34;a\\nb&#34;</code>"
    assert json_code("x") == "<code>&#34;x&#34;</code>"
    taken: set[str] = set()
    assert [slug("A b!", taken), slug("a B", taken), slug("…", taken)] == [
        "a-b",
        "a-b-2",
        "section",
    ]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("finish_reason", {"finish_reason", "finish", "reason"}),
        ("HTTPServerError", {"httpservererror", "http", "server", "error"}),
        ("The list of pets", {"list", "pets"}),
        ("x-api-key v2", {"x", "api", "key", "v2"}),
    ],
)
def test_words(given: str, expected: set[str]) -> None:
    assert set(words_of(given)) >= expected


def test_index_is_split_and_names_are_safe() -> None:
    pages = []
    for number in range(300):
        words = page_words(Markup(f"Page {number}"), f"p{number}.html", "model", "</script>")
        words.add(" ".join(f"word{number}x{other}" for other in range(20)), 1, "here")
        pages.append(words)
    files = dict(search_files(pages))
    assert {"search/index.js", "search/pages-0.js", "search/pages-1.js"} <= files.keys()
    assert all("</script" not in content for content in files.values())
    assert max(len(c) for p, c in files.items() if "/w-" in p) < 100_000
    assert len([path for path in files if "/w-" in path]) > 3
    assert file_name("aé") == "w-61-e9.js"
    assert list(search_files(pages)) == list(search_files(pages))


def test_a_page_removed_changes_no_file_but_those_with_its_words() -> None:
    pages = []
    for number in range(60):
        words = page_words(Markup(f"Page{number}"), f"p{number}.html", "model", "")
        words.add(f"{chr(97 + number % 26)}lpha", 1, "here")
        pages.append(words)
    before, after = dict(search_files(pages)), dict(search_files(pages[1:]))
    moved = {path for path, content in before.items() if after.get(path) != content}
    assert moved == {"search/pages-0.js", "search/w-61.js", "search/w-70.js"}
