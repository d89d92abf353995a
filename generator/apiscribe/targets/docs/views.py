"""What the templates see: one frozen dataclass a page. Every string is finished Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.targets.docs.members import Item


@dataclass(frozen=True, slots=True)
class PageLink:
    """A line of a list of links; `note` follows the link."""

    link: str
    indent: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with links below it."""

    title: str
    links: tuple[PageLink, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its keyword paragraph, prose, items, and response headers."""

    title: str
    facts: str = ""
    prose: str = ""
    items: tuple[Item, ...] = ()
    headers: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A heading with a fence."""

    title: str
    fence: str
    language: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class OperationView:
    """One operation (or webhook). `endpoint` is the code span of its path."""

    title: str
    verb: str
    endpoint: str
    facts: str
    prose: str
    sections: tuple[Section, ...]
    snippets: tuple[Snippet, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class ModelView:
    """One model."""

    title: str
    items: tuple[Item, ...]
    snippets: tuple[Snippet, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class ResourceView:
    """One resource: what it is, and its operations."""

    title: str
    prose: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `rule` is the line of dashes under the header."""

    header: tuple[str, ...]
    rule: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of prose on the overview; any part may be empty. `after` follows the rest."""

    title: str
    prose: str = ""
    table: Table | None = None
    snippets: tuple[Snippet, ...] = ()
    links: tuple[PageLink, ...] = ()
    after: str = ""


@dataclass(frozen=True, slots=True)
class OverviewView:
    """The first page. `sections` and `appendix` are facts (servers, tags…), `chapters` prose."""

    title: str
    facts: str
    prose: str
    sections: tuple[Section, ...]
    chapters: tuple[Chapter, ...]
    appendix: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """`llms.txt` (llmstxt.org): title, a quoted summary, and links in sections."""

    title: str
    summary: str
    groups: tuple[Group, ...]
