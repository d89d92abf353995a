"""Saved HTML pages → the same page as Markdown, each line with the number it has in the file.

markdownify does the conversion: it is kept, small (Beautiful Soup under it), and keeps tables,
lists, headings and code. Extractors of articles were weighed and left: they drop tables and short
lists as clutter, and these are what a reference page consists of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apiscribe.pages.embedded_find import find_specs, has_spec
from apiscribe.pages.page import PageSource

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_SIGN = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html\b)", re.I | re.S
)
_FRAGMENT = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:h[1-6]|body|main|article|section|header|nav|div|p|table)\b", re.S
)
_CODE = re.compile(r"<pre\b.*?</pre\s*>", re.I | re.S)
_NO_HTML = re.compile(r"^ {0,3}(?:#{1,6} |\||```|~~~|[-*+] |\*\*|`|\[|[{}])|</?[A-Z][a-z]", re.M)
"""Markdown between the tags, or components."""
_CLUTTER = (
    "script, style, noscript, template, svg, nav, header nav, footer, aside.sidebar, form, iframe, button,"
    " [role=navigation], [role=banner], [role=contentinfo], [aria-hidden=true], [hidden]"
)
_MAIN = ("main article", "main", "article", "[role=main]", "#content", ".markdown-body", "body")
_MARKED = "h1, h2, h3, h4, h5, h6, p, li, tr, dt, dd, blockquote, pre"
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


def as_text(page: PageSource) -> PageSource:
    """`page` as Markdown when it is HTML; one that carries an OpenAPI document stays as it is."""
    if not _is_html(page.text) or (has_spec(page) and find_specs(page)):
        return page
    from bs4 import BeautifulSoup  # slow to import, and rarely needed
    from markdownify import ATX, MarkdownConverter

    soup = BeautifulSoup(page.text, "html.parser")
    main = _main(soup)
    for clutter in main.select(_CLUTTER):
        clutter.decompose()
    for table in main.select("td > table, th > table, td > div table, th > div table"):
        _inner_table(table)
    for mark in main.select(_MARKED):
        _number(mark)
    converter = MarkdownConverter(
        heading_style=ATX,
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        code_language_callback=_language,
        table_infer_header=True,
    )
    text, numbers = _numbered(converter.convert_soup(main))
    return PageSource(page.name, text, page.inside, page.text, numbers)


def _is_html(text: str) -> bool:
    """A whole document of HTML, or a part of one: a heading in tags and no Markdown beside them."""
    if _SIGN.match(text[:4000]) is not None:
        return True
    if _FRAGMENT.match(text[:4000]) is None or re.search(r"</h[1-6]\s*>", text) is None:
        return False
    return _NO_HTML.search(_CODE.sub("", text)) is None


def _main(soup: BeautifulSoup) -> Tag | BeautifulSoup:
    """The main content: the first of the usual elements that holds more than a little text."""
    for selector in _MAIN:
        found = soup.select_one(selector)
        if found is not None and len(found.get_text(strip=True)) > 40:
            return found
    return soup


def _inner_table(table: Tag) -> None:
    """A table in a cell as HTML in one line, as it stands in the cell of a table in Markdown."""
    if table.parent is None or table.find_parent("table") is None:
        return
    written = " ".join(table.decode().split()).replace("|", "&#124;")
    table.replace_with(written)


def _number(tag: Tag) -> None:
    """Put the line of an element's text in front of it, to be taken out after the conversion."""
    line = tag.sourceline or 0
    if tag.name == "pre":
        _number_rows(tag, line)
    elif tag.name == "tr":
        cell = tag.find(["td", "th"])
        if cell is not None:
            cell.insert(0, f"{_OPEN}{line}{_CLOSE}")
    else:
        tag.insert(0, f"{_OPEN}{line}{_CLOSE}")


def _number_rows(tag: Tag, line: int) -> None:
    """Every row of a `<pre>` gets its own number; marks of highlighters are dropped."""
    code = tag.find("code")
    language = _language(code if code is not None else tag) or _language(tag)
    rows = tag.get_text().removeprefix("\n").rstrip("\n").split("\n")
    tag.string = "\n".join(f"{_OPEN}{line + at}{_CLOSE}{row}" for at, row in enumerate(rows))
    tag["class"] = f"language-{language}" if language else ""


def _language(tag: Tag) -> str:
    """`class="language-json"` → `json`."""
    classes: str | list[str] = tag.get("class") or []
    words = classes.split() if isinstance(classes, str) else list(classes)
    for word in words:
        match = re.match(r"(?:language|lang|highlight-source)-(\w+)$", word)
        if match is not None:
            return match[1]
    return ""


def _numbered(text: str) -> tuple[str, tuple[int, ...]]:
    """The text without its marks, and the number in the file of each of its lines."""
    rows: list[str] = []
    numbers: list[int] = []
    last = 1
    for row in text.split("\n"):
        if (mark := _MARK.search(row)) is not None:
            last = int(mark[1])
        rows.append(_MARK.sub("", row).rstrip())
        numbers.append(last)
    return "\n".join(rows), tuple(numbers)
