"""`transcribe --html`: every fact is linked to its lines both ways, and nothing of a page can run."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe
from apiscribe.review.side_by_side import View, side_by_side, view
from command import apiscribe
from template_walk import Checker

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "tests" / "pages"
TEMPLATE = ROOT / "templates" / "review" / "side_by_side.html.j2"
HOSTILE = """\
# Traps <script>alert(1)</script>

`GET /traps/{id}`

| Parameter | Type | Description |
|---|---|---|
| id | string | </code></div><img src=x onerror=alert(2)> |
| a"onmouseover="alert(3) | string | <a href="javascript:alert(4)">x</a> {{ 7 * 7 }} |

Right to left: \u202eevil\u202c.
"""


class Reader(HTMLParser):
    """Tags with their attributes, and ids and links among them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    @property
    def ids(self) -> list[str]:
        return [a["id"] or "" for _, a in self.tags if "id" in a]

    @property
    def links(self) -> list[str]:
        return [a["href"] or "" for tag, a in self.tags if tag == "a"]


def shown(*pages: PageSource) -> tuple[Transcription, str]:
    result = transcribe(pages, Diagnostics(), family="hand-written")
    return result, side_by_side(result, dump_yaml(result.document), Diagnostics())


def named(*names: str) -> list[PageSource]:
    paths = [PAGES / name for name in names]
    return [PageSource(path.name, path.read_text(encoding="utf-8")) for path in paths]


@pytest.mark.parametrize(
    "names",
    [
        ("hand-written/lumen.md",),
        ("hand-written/lumen.md", "hand-written/lumen.md"),
        ("hand-written/saved.html",),
    ],
)
def test_every_link_leads_somewhere_and_ids_are_unique(names: tuple[str, ...]) -> None:
    _, html = shown(*named(*names))
    reader = Reader(html)
    assert len(set(reader.ids)) == len(reader.ids)
    assert reader.links
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)


def test_every_fact_is_linked_to_its_lines_both_ways() -> None:
    result, _ = shown(*named("hand-written/lumen.md"))
    made = view(result, dump_yaml(result.document))
    to_page = {line.number: {link.href for link in line.links} for line in made.spec}
    to_spec = {
        line.number: ({link.href for link in line.links}, line.more) for line in made.pages[0].lines
    }
    said = {link.said: int(link.href[2:]) for p in made.pages[0].lines for link in p.links}
    assert said["POST /chat/completions: body .temperature"] in to_page
    for number, links in to_page.items():
        for href in links:
            back, more = to_spec[int(href.rpartition("-")[2])]
            assert f"#s{number}" in back or more, (number, href)
    facts = [at for at, sources in result.sources.items() if any(s.span.line for s in sources)]
    assert len(facts) > 50
    temperature = made.spec[said["POST /chat/completions: body .temperature"] - 1]
    assert temperature.text.strip() == "temperature:"
    (link,) = temperature.links
    assert "temperature" in made.pages[0].lines[int(link.href.rpartition("-")[2]) - 1].text


def test_what_a_page_holds_is_text() -> None:
    _, html = shown(PageSource("<b>traps</b>.md", HOSTILE))
    reader = Reader(html)
    allowed = {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "h1",
        "h2",
        "p",
        "ul",
        "li",
    }
    allowed |= {
        "small",
        "main",
        "section",
        "div",
        "b",
        "i",
        "code",
        "span",
        "a",
        "details",
        "summary",
    }
    assert {tag for tag, _ in reader.tags} <= allowed
    assert all(link.startswith("#") for link in reader.links)
    assert not [a for _, a in reader.tags if any(name.startswith("on") for name in a)]
    policy = {a.get("content") for tag, a in reader.tags if tag == "meta" and "http-equiv" in a}
    assert policy == {"default-src 'none'; style-src 'unsafe-inline'"}
    assert "\u202e" not in html
    assert "{{ 7 * 7 }}" in html


def test_kinds_of_lines() -> None:
    page = "# T\n\n`GET /t/{id}`\n\n| What | Weird |\n|---|---|\n| is | this |\n"
    result, _ = shown(PageSource("t.md", page))
    made = view(result, dump_yaml(result.document))
    unread = {u.span.line for u in result.report.unread}
    assert unread
    assert {line.number for line in made.pages[0].lines if line.kind == "unread"} == unread
    assert len(made.unread) == len(result.report.unread)
    version = next(line for line in made.spec if line.text.strip().startswith("version:"))
    assert (version.kind, version.mark, bool(version.said)) == ("assumed", "?", True)


def test_lines_of_html_files_have_their_numbers_there() -> None:
    html = "<!doctype html>\n<html><body><main>\n<h1>Ships API reference of ours</h1>\n\n<h2>List</h2>\n"
    html += "<p><code>GET /ships</code></p>\n<p>All of them, in a list of ships.</p></main></body></html>\n"
    result, _ = shown(PageSource("ships.html", html))
    made = view(result, dump_yaml(result.document))
    line = next(line for line in made.pages[0].lines if "GET /ships" in line.text)
    assert line.number == 6
    assert "GET /ships" in {link.said for link in line.links}


def test_the_template_uses_only_what_its_view_has() -> None:
    checker = Checker(TEMPLATE.parent)
    checker.check(TEMPLATE.name, {"view": View})
    assert not checker.problems


def test_the_command_writes_it(tmp_path: Path) -> None:
    (tmp_path / "lumen.md").write_text((PAGES / "hand-written" / "lumen.md").read_text())
    asked = ("transcribe", "lumen.md", "-o", "openapi.yaml", "--html", "out/lumen.html")
    assert apiscribe(*asked, folder=tmp_path).returncode == 0
    html = (tmp_path / "out" / "lumen.html").read_text()
    spec = (tmp_path / "openapi.yaml").read_text().splitlines()
    number = spec.index("  /chat/completions:") + 1
    assert re.search(rf'id="s{number}".*<code>  /chat/completions:</code>', html)
