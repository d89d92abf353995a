"""Keyword lines, escapes, code spans; the tree of a page."""

from __future__ import annotations

import pytest
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_markdown_overview import read_security
from apiscribe.pages.stainless_markdown_prose import MEMBER, KeywordLine, read_keywords, unescape
from apiscribe.pages.stainless_markdown_titles import SectionKind, read_title
from apiscribe.pages.stainless_markdown_tree import (
    Fence,
    Item,
    MarkdownPage,
    Paragraph,
    read_markdown,
)


def markdown(text: str) -> MarkdownPage:
    return read_markdown(PageSource("page.md", text))


def keywords(text: str) -> list[KeywordLine] | None:
    (element,) = markdown(text).sections[0].elements
    assert isinstance(element, Paragraph)
    return read_keywords(element, MEMBER)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("minimum: 0", [("minimum", 0)]),
        ("minimum: `0`", [("minimum", 0)]),
        ("minimum: 0\nmaximum: 1.5", [("minimum", 0), ("maximum", 1.5)]),
        ("minimum: `0` · maximum: `1`", [("minimum", 0), ("maximum", 1)]),
        ("minimum: 0\\\nmaximum: 1", [("minimum", 0), ("maximum", 1)]),
        ("format: date-time", [("format", "date-time")]),
        ("pattern: `^a · b$`", [("pattern", "^a · b$")]),
        ("pattern: `` a`b ``", [("pattern", "a`b")]),
        ('title: `"  spaced "`', [("title", "  spaced ")]),
        ('default: `{"a": [1]}`', [("default", {"a": [1]})]),
        ("default: `null`", [("default", None)]),
        ("deprecated: true", [("deprecated", True)]),
    ],
)
def test_keyword_lines(text: str, expected: list[tuple[str, object]]) -> None:
    found = keywords(text)
    assert found is not None
    assert [(each.name, each.value) for each in found] == expected


@pytest.mark.parametrize(
    "text",
    ["minimum: as low as you like", "minimum: 3x", "Minimum: 3", "title: Some words here",
     "minimum: 0 and more", "minimum: 0\nand a sentence", "default: the newest", "colour: 3"],
)  # fmt: skip
def test_sentences_are_no_keywords(text: str) -> None:
    assert keywords(text) is None


def test_chains() -> None:
    found = keywords("items.values.minLength: 2")
    assert found is not None
    assert (found[0].name, found[0].chain) == ("minLength", ("items", "values"))


@pytest.mark.parametrize(
    ("row", "plain"),
    [
        ("minimum\\: 3", "minimum: 3"),
        ("items.minimum\\: 3", "items.minimum: 3"),
        ("minimum\\\\: 3", "minimum\\: 3"),
        ("colour\\: 3", "colour\\: 3"),
        ("\\- `a`", "- `a`"),
        ("\\\\- `a`", "\\- `a`"),
        ("\\# Heading", "# Heading"),
        ("\\**get** `/x`", "**get** `/x`"),
        ("\\*not escaped by us*", "\\*not escaped by us*"),
        ("a \\<b> `\\<b>`", "a <b> `\\<b>`"),
        ("{\\{ x }} {\\% y %}", "{{ x }} {% y %}"),
    ],
)
def test_escapes(row: str, plain: str) -> None:
    assert unescape(row) == plain


def test_tree_by_indentation() -> None:
    page = markdown(
        "# A\n\nLead.\n\n- `a: object { b }`\n\n  About a.\n\n  - `b: string`\n\n"
        "    About b.\n\n    ```js\n    - `no item`\n    ```\n\n- [`c: T`](t.md)\n\n## B #\n\n- plain\n"
    )
    first, second = page.sections
    assert (first.title, first.level, second.title, second.level) == ("A", 1, "B", 2)
    assert [item.text for item in first.items] == ["a: object { b }", "c: T"]
    (b,) = first.items[0].items
    assert b.text == "b: string"
    fence = b.children[1]
    assert isinstance(fence, Fence)
    assert fence.text == "- `no item`"
    assert not second.items, "an item is one code span and nothing else"


def test_front_matter_is_not_text() -> None:
    page = markdown("---\ntitle: T\nurl: https://x.test/y\n---\n\n# A\n")
    assert page.front["url"] == ("https://x.test/y", 3)
    assert page.front_lines == (1, 4)
    assert [section.title for section in page.sections] == ["A"]
    unclosed = markdown("---\ntitle: T\n")
    assert unclosed.front_lines == (0, 0)


def test_small_headings_belong_to_the_prose() -> None:
    page = markdown("# A\n\n##### B\n\ntext\n")
    assert len(page.sections) == 1


def test_items_nest_without_bound() -> None:
    text = "".join("  " * depth + f"- `a{depth}: object {{}}`\n" for depth in range(400))
    section = markdown(text).sections[0]
    assert isinstance(section.elements[0], Item)


@pytest.mark.parametrize(
    ("title", "kind", "status", "media_type", "name"),
    [
        ("Returns", SectionKind.ANSWER, "", "", ""),
        ("Returns (201)", SectionKind.ANSWER, "201", "", ""),
        ("Returns (200, text/event-stream)", SectionKind.ANSWER, "200", "text/event-stream", ""),
        ("Errors (4XX)", SectionKind.ANSWER, "4XX", "", ""),
        ("Errors (default, text/plain)", SectionKind.ANSWER, "default", "text/plain", ""),
        ("Errors", SectionKind.PROSE, "", "", ""),
        ("Response (200): a name (of mine)", SectionKind.OTHER, "", "", ""),
        ("Response (200): a name", SectionKind.ANSWER, "200", "", "a name"),
        ("Body Parameters (multipart/form-data)", SectionKind.BODY, "", "multipart/form-data", ""),
        ("Body ParametersJSON", SectionKind.BODY, "", "", ""),
        ("Request (text/csv): one", SectionKind.REQUEST_EXAMPLE, "", "text/csv", "one"),
        ("Domain Types", SectionKind.MODELS, "", "", ""),
        ("[Returns](#returns)", SectionKind.ANSWER, "", "", ""),
        ("Returning customers", SectionKind.OTHER, "", "", ""),
    ],
)
def test_titles(title: str, kind: SectionKind, status: str, media_type: str, name: str) -> None:
    found = read_title(title)
    if kind is SectionKind.OTHER and "(of mine)" in title:
        kind, status, name = SectionKind.ANSWER, "200", "a name (of mine)"
    assert found.kind is kind
    assert (found.status, found.media_type, found.name) == (status, media_type, name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", []),
        ("`A`", [{"A": []}]),
        ("`A` + `B` or `C`", [{"A": [], "B": []}, {"C": []}]),
        ("`A` or none", [{"A": []}, {}]),
        ("`A` (read, write)", [{"A": ["read", "write"]}]),
        ("`A` (`read`) + `B`", [{"A": ["read"], "B": []}]),
        ("A and B", None),
    ],
)
def test_security(text: str, expected: object) -> None:
    assert read_security(text) == expected
