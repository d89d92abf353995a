"""Specs that attack their readers: nothing of them becomes markup, code or hidden text."""

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.lower import lower_document
from apiscribe.openapi import load_document
from apiscribe.passes import run_passes
from apiscribe.targets.markup import hidden
from markdown_it import MarkdownIt

SPECS = sorted((Path(__file__).parent / "hostile").glob("*.yaml"))
COMMONMARK = MarkdownIt("commonmark", {"html": True}).enable("table")
Rendered = dict[str, str]


def api_of(path: Path) -> Api:
    diagnostics = Diagnostics()
    document = load_document(path, diagnostics)
    return run_passes(lower_document(document, Settings(), diagnostics), diagnostics)


@pytest.fixture(params=SPECS, ids=[path.stem for path in SPECS])
def hostile(request: pytest.FixtureRequest, render: Callable[[Api], Rendered]) -> Rendered:
    return render(api_of(request.param))


def test_no_markup_gets_through(hostile: Rendered) -> None:
    for path, text in hostile.items():
        for token in COMMONMARK.parse(text):
            assert token.type != "html_block", (path, token.content)
            for child in token.children or ():
                assert child.type != "html_inline", (path, child.content)
                address = str(child.attrGet("href") or child.attrGet("src") or "")
                assert not re.match(r"(?i)\s*(javascript|data|vbscript|file):", address), path


def test_no_character_hides(hostile: Rendered) -> None:
    for path, text in hostile.items():
        found = {character for character in text if hidden(character) and character not in "\n\t"}
        assert not found, path


def test_no_template_syntax_opens_outside_code(hostile: Rendered) -> None:
    for path, text in hostile.items():
        for token in COMMONMARK.parse(text):
            if token.type == "inline" and token.map:
                prose = "\n".join(text.split("\n")[slice(*token.map)])
                prose = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", prose, flags=re.DOTALL)
                assert not re.search(r"\{[{%#]", prose), (path, prose)


def test_every_fence_is_closed(hostile: Rendered) -> None:
    for path, text in hostile.items():
        last = COMMONMARK.parse(text)[-1]
        assert last.type != "fence" or text.rstrip().endswith(last.markup), path


def test_links_lead_somewhere(
    hostile: Rendered, find_broken_links: Callable[[Rendered], list[str]]
) -> None:
    assert find_broken_links(hostile) == []


def test_text_is_shown_as_it_is(render: Callable[[Api], Rendered]) -> None:
    docs = render(api_of(Path(__file__).parent / "hostile" / "template-braces.yaml"))
    shown = html.unescape(COMMONMARK.render(docs["README.md"]))
    assert "{{ config }} {% raw %} {# c #} {{{ x }}} {{.Field}}" in shown
    docs = render(api_of(Path(__file__).parent / "hostile" / "html-injection.yaml"))
    shown = html.unescape(COMMONMARK.render(docs["README.md"]))
    assert "List<String> a<b" in shown
