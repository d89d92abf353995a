"""What the templates see. `Markup` is finished HTML; every other string is escaped when printed."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link; `note` and `verb` stand beside it."""

    label: Markup
    href: str
    verb: str = ""
    note: str = ""
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the sidebar. `level` is "1", "2"…; `current`: this is the page."""

    label: Markup
    href: str
    level: str
    verb: str = ""
    current: bool = False
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A group of lines of the sidebar; no `title`: the lines alone."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Agents:
    """Ways of a page to a model. Not `known`: the page's address, which a script then adds."""

    twin: str
    known: bool
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds every page. Paths are relative to it; `path` is its own from the root."""

    path: str
    root: str
    site: str
    title: str
    description: str
    canonical: str
    image: str
    logo: str
    icon: str
    style: Markup
    kind: str
    crumbs: tuple[LinkView, ...]
    menus: tuple[Menu, ...]
    agents: Agents | None
    previous: LinkView | None
    next: LinkView | None
    outline: tuple[LinkView, ...] = ()


@dataclass(frozen=True, slots=True)
class FactView:
    """A keyword with its value."""

    key: str
    value: Markup


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value of an enum."""

    value: Markup
    prose: Markup


@dataclass(frozen=True, slots=True)
class Node:
    """One line of a tree, in the order of the page.

    `opens`: the lines below it follow, in a list that the last of them closes: `closes` has one
    item for every list that ends after this line.
    """

    id: str
    name: Markup
    is_member: bool
    type: Markup
    required: bool
    deprecated: bool
    access: str
    prose: Markup
    facts: tuple[FactView, ...]
    values: tuple[ValueView, ...]
    more_values: tuple[ValueView, ...]
    told_values: tuple[ValueView, ...]
    label: str
    opens: bool
    is_open: bool
    closes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContentView:
    """One form of a body: its media type, type and members."""

    media_type: str
    type: Markup
    facts: tuple[FactView, ...]
    nodes: tuple[Node, ...]

    @property
    def trees(self) -> tuple[tuple[Node, ...], ...]:
        """The tree, if there is one."""
        return (self.nodes,) if self.nodes else ()


@dataclass(frozen=True, slots=True)
class SectionView:
    """A part of a page with a heading."""

    id: str
    title: str
    note: str = ""
    prose: Markup = Markup()
    nodes: tuple[Node, ...] = ()
    contents: tuple[ContentView, ...] = ()
    facts: tuple[FactView, ...] = ()

    @property
    def trees(self) -> tuple[tuple[Node, ...], ...]:
        """The tree, if there is one."""
        return (self.nodes,) if self.nodes else ()


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What comes back with one status."""

    id: str
    status: str
    tone: str
    is_open: bool
    prose: Markup
    gist: Markup
    headers: tuple[Node, ...]
    contents: tuple[ContentView, ...]

    @property
    def header_trees(self) -> tuple[tuple[Node, ...], ...]:
        """The tree, if there is one."""
        return (self.headers,) if self.headers else ()


@dataclass(frozen=True, slots=True)
class CodeView:
    """A piece of code; `note` stands above it."""

    title: str
    note: Markup
    code: Markup


@dataclass(frozen=True, slots=True)
class TabView:
    """One tab of a group of code; `key` is what the reader's choice is remembered by."""

    id: str
    key: str
    label: str
    is_first: bool
    codes: tuple[CodeView, ...]


@dataclass(frozen=True, slots=True)
class CodesView:
    """Tabs of code of which one shows."""

    id: str
    title: str
    tabs: tuple[TabView, ...]


@dataclass(frozen=True, slots=True)
class OperationPage:
    """An operation or webhook."""

    frame: Frame
    title: Markup
    verb: str
    endpoint: Markup
    method: str
    deprecated: bool
    deprecation: Markup
    prose: Markup
    security: Markup
    servers: tuple[str, ...]
    sections: tuple[SectionView, ...]
    answers: tuple[AnswerView, ...]
    errors: tuple[AnswerView, ...]
    codes: tuple[CodesView, ...]


@dataclass(frozen=True, slots=True)
class ModelPage:
    """A model."""

    frame: Frame
    title: Markup
    kind: Markup
    deprecated: bool
    prose: Markup
    facts: tuple[FactView, ...]
    heading: str
    nodes: tuple[Node, ...]
    codes: tuple[CodesView, ...]
    users: tuple[LinkView, ...]

    @property
    def trees(self) -> tuple[tuple[Node, ...], ...]:
        """The tree, if there is one."""
        return (self.nodes,) if self.nodes else ()


@dataclass(frozen=True, slots=True)
class ListGroup:
    """Links with a heading; no `title`: links alone."""

    id: str
    title: str
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class ListPage:
    """A resource, the models, the webhooks: prose and lists of links."""

    frame: Frame
    title: Markup
    prose: Markup
    groups: tuple[ListGroup, ...]
    files: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table."""

    cells: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter of the overview."""

    id: str
    title: str
    prose: Markup
    header: tuple[str, ...]
    rows: tuple[TableRow, ...]
    codes: tuple[CodesView, ...]
    links: tuple[LinkView, ...]
    after: Markup


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """The first page."""

    frame: Frame
    title: Markup
    version: str
    prose: Markup
    facts: tuple[FactView, ...]
    chapters: tuple[ChapterView, ...]
    files: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page of the user's own; `title` is empty where its text begins with it."""

    frame: Frame
    title: Markup
    prose: Markup
