"""Strings of the spec in Markdown: shown as they are, never more."""

import html

import pytest
from apiscribe.ir import Docs
from apiscribe.targets.markup import atom, code, indented, inline, link, literal, opening, prose
from markdown_it import MarkdownIt

COMMONMARK = MarkdownIt("commonmark", {"html": True}).enable("table")
HOSTILE = [
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    '<iframe src="javascript:alert(1)"></iframe>',
    "<div>\n\n```\n<script>\n",
    "<!-- comment\n\n# still -->",
    "<svg\nonload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x]( java&#115;cript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](data:text/html;base64,AAAA)",
    "![x](vbscript:msgbox)",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "`unclosed <b>",
    "`` a ` <b> `` <b>",
    "\\<b> \\`<b>`",
    "> <b>\n> - <i>",
    "| a |\n|---|\n| <b> |",
    "<a\n\n>x",
    "    <b>\n<b>",
    "- <b>\n\n      <i>\n",
    "&lt;b&gt; <?php ?> <![CDATA[x]]>",
]


def rendered(text: str) -> list[str]:
    """Tags and links that a CommonMark renderer would write for raw HTML or harmful links."""
    found = []
    for token in COMMONMARK.parse(text):
        if token.type == "html_block":
            found.append(token.content)
        for child in token.children or ():
            if child.type == "html_inline":
                found.append(child.content)
            for name in ("href", "src"):
                address = str(child.attrGet(name) or "")
                if address.lower().startswith(("javascript:", "data:", "vbscript:")):
                    found.append(address)
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert(text: str) -> None:
    assert rendered(prose(text)) == []
    assert rendered(inline(text)) == []
    assert rendered("- item\n\n" + indented(prose(text), "  ")) == []


def test_the_words_stay() -> None:
    shown = html.unescape(
        COMMONMARK.render(prose("List<String> and a<b, 1 < 2 <https://a.example>"))
    )
    assert "List<String> and a<b, 1 < 2" in shown
    assert 'href="https://a.example"' in shown


def test_code_is_left_alone() -> None:
    assert prose("`<b>` and `{{ x }}`") == "`<b>` and `{{ x }}`"
    assert prose("```js\n<a>\n- x\n# y\n```") == "```js\n<a>\n- x\n# y\n```"


def test_an_open_fence_is_closed() -> None:
    assert prose("text\n\n```js\nx") == "text\n\n```js\nx\n```"


def test_template_braces_show_but_do_not_open() -> None:
    made = prose("{{ a }} {% b %} {# c #} {{{ d }}} {e}")
    assert not any(opening in made for opening in ("{{", "{%", "{#"))
    assert "{{ a }} {% b %} {# c #} {{{ d }}} {e}" in html.unescape(COMMONMARK.render(made))


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("# One\n\ntwo", "##### One\n\ntwo"),
        ("One\n===\n\ntwo", "##### One\n\ntwo"),
        ("One\nmore\n---\ntwo", "##### One more\n\ntwo"),
        ("- a\n+ b", "* a\n\n* b"),
        ("- - a", "* * a"),
        ("1. - a\n   - b", "1. * a\n   * b"),
        ("a\n\n---\n\nb", "a\n\n***\n\nb"),
        ("# One\ntwo\n- a\n```\nx\n```\n\n\nb", "##### One\n\ntwo\n\n* a\n\n```\nx\n```\n\nb"),
        ("a  \nb", "a\\\nb"),
        ("**get** `/x`", "__get__ `/x`"),
        ("default: 5", "default\\: 5"),
        ("a\r\nb\tc", "a\nb   c"),
        ("  a  ", "a"),
        ("", ""),
        ("\n\n", ""),
    ],
)
def test_nothing_looks_like_structure(text: str, made: str) -> None:
    assert prose(text) == made


@pytest.mark.parametrize("text", [*HOSTILE, "# a\n- b\n\n---", "a: b", "{{{x", "- - a"])
def test_prose_is_stable(text: str) -> None:
    once = prose(text)
    assert rendered(prose(once)) == []
    assert "\n\n\n" not in once
    assert not any(line.endswith(" ") for line in once.split("\n"))


def test_hidden_characters() -> None:
    assert prose("a\u202eb\u200bc\x07d\x7f") == "abcd"
    assert atom("a\u202eb") == '"a\\u202eb"'
    assert atom("plain text") == "plain text"
    assert literal("\u2028 \x7f \u0000") == '"\\u2028 \\u007f \\u0000"'
    assert literal("é аdmin") == '"é аdmin"'


@pytest.mark.parametrize("text", ["a", "a`b", "`", "``a", " a ", "a``b`c", "<b>", "a|b"])
def test_code_spans_show_exactly_their_text(text: str) -> None:
    children = COMMONMARK.parse(code(text))[1].children or []
    assert [(child.type, child.content) for child in children] == [("code_inline", text)]


def test_links() -> None:
    assert link("a [b]", "https://x.example/a b") == "[a \\[b\\]](https://x.example/a%20b)"
    assert link("a", "javascript:x") == "a"
    assert rendered(link("a", 'https://e.example/"onmouseover=alert(8)')) == []
    assert rendered(link("<b>](javascript:x)", "https://e.example/)<b>")) == []


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("The **boats** API.\n\nMore.", "The **boats** API."),
        ("# Introduction\n\nThe `boats`\nAPI.\n", "The `boats`\nAPI."),
        ("Boats\n=====\n\n| a |\n|---|\n\n```\ncode\n```\n\n- item\n\nAt last.", "At last."),
        ("# Only a heading", ""),
        ("", ""),
    ],
)
def test_the_opening_is_the_first_paragraph(description: str, said: str) -> None:
    assert opening(Docs(description=description)) == said


def test_a_summary_is_the_opening() -> None:
    assert opening(Docs(summary="Boats.", description="Long.")) == "Boats."
