"""Markdown of OpenAPI Generator: an index of operations, a section for each by its name, models.

Method and path stand in the index alone; where a parameter is sent, nowhere. Its blocks become
those that other pages have: an endpoint as heading, members below labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.facts import Presence
from apiscribe.pages.hand_lists import set_cell
from apiscribe.pages.hand_records import LABEL, Block, Heading, Items, Member, Para, Table
from apiscribe.pages.page import Ledger, Line
from apiscribe.pages.parts.endpoints import read_endpoint, variables
from apiscribe.pages.parts.inline import fold, plain
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.words import Column

_NAMED = re.compile(r"^\[\*\*(?P<name>\w+)\*\*\]\([^()]*#\w+\)$")
_LINK = re.compile(r"^\[\*\*(?P<text>[\w.]+)\*\*\]\((?:[^()]*/)?(?P<target>\w+)\.md\)$")
_SIGNATURE = re.compile(r"^>?\s*(?:[\w.<>\[\], ]+ )?(?P<name>\w+)\([^()]*\)$")
_EMPTY = re.compile(r"^null \((?P<text>empty [\w ]+)\)$")
_NOTE = re.compile(r"\[(?P<word>optional|default to|enum:|readonly)\s*(?P<value>[^\[\]]*)\]")
_NO_PLACE = "The page does not tell where it is sent."
_LISTS = ("list", "set", "array", "arraylist")


@dataclass(frozen=True, slots=True)
class _Indexed:
    endpoint: str
    path: str


def settled(blocks: Sequence[Block], ledger: Ledger) -> list[Block]:
    """The blocks of such a page as those of others; every other page as it is."""
    index = _index(blocks)
    if not index:
        return list(blocks)
    return list(_Page(blocks, ledger, index).blocks())


def _index(blocks: Sequence[Block]) -> Mapping[str, _Indexed]:
    """Name of an operation → what the index says of it, where a heading has that name."""
    headings = {plain(block.text) for block in blocks if isinstance(block, Heading)}
    found: dict[str, _Indexed] = {}
    for block in blocks:
        for _, cells in block.rows if isinstance(block, Table) else ():
            named = _NAMED.match(cells[0].strip()) if len(cells) > 1 else None
            endpoint = read_endpoint(cells[1]) if named is not None else None
            if named is None or endpoint is None or named["name"] not in headings:
                continue
            title = plain(cells[2]) if len(cells) > 2 and cells[2] else named["name"]
            line = f"{endpoint.method} {endpoint.host}{endpoint.path} - {title}"
            found[named["name"]] = _Indexed(line, endpoint.path)
    return found


def indexed_name(line: str) -> str:
    """The operationId in a row of an index; "" where the line is none."""
    named = _NAMED.match(line.strip("| ").partition("|")[0].strip())
    return named["name"] if named is not None else ""


@dataclass(slots=True)
class _Page:
    given: Sequence[Block]
    ledger: Ledger
    index: Mapping[str, _Indexed]
    name: str = ""
    label: str = ""

    def blocks(self) -> Iterator[Block]:
        for block in self.given:
            if isinstance(block, Heading):
                self.label = fold(block.text)
                if (name := plain(block.text)) in self.index:
                    self.name = name
                    yield Heading(2, self.index[name].endpoint, block.line, name)
                    continue
                self.name = "" if block.level < 3 else self.name
                if self.label in ("http request headers", "return type"):
                    self.ledger.drop([block.line], "heading")
                    continue
                yield block
            elif isinstance(block, Table) and "notes" in map(fold, block.header):
                yield from self._members(block)
            elif isinstance(block, Para) and self.name:
                yield from self._para(block)
            elif isinstance(block, Items) and self.label == "http request headers":
                yield from self._headers(block)
            else:
                yield block

    def _para(self, block: Para) -> Iterator[Block]:
        """A call's signature says nothing that is sent; a return type names a schema."""
        text = block.text.strip()
        signature = _SIGNATURE.match(text)
        if signature is not None and signature["name"] == self.name:
            self.ledger.drop([block.line], "signature")
        elif self.label == "return type":
            link = _LINK.match(text)
            words = f"Returns a {plain(link['text'])} object." if link is not None else ""
            if link is not None and link["text"].lower() in _LISTS:
                words = f"Returns a list of {link['target']} objects."
            if words:
                yield Para([Line(block.line, words)], made=True)
            elif (empty := _EMPTY.match(text)) is not None:
                yield Heading(LABEL, "Response", block.line)
                yield Para([Line(block.line, empty["text"])])
            else:
                self.ledger.drop([line.number for line in block.lines], "return type")
        else:
            yield block

    def _headers(self, block: Items) -> Iterator[Block]:
        for item in block.items:
            words = plain(item.text)
            media = re.match(r"^Content-Type: (\w+/[\w.+-]+)", words)
            if media is not None:
                yield Heading(LABEL, "Request headers", item.line)  # not of the answer above
                yield Para([Line(item.line, f"Content-Type: {media[1]}")])
            else:
                self.ledger.drop([item.line], "header of the call")

    def _members(self, block: Table) -> Iterator[Block]:
        self.ledger.drop([block.line, block.line + 1], "head of a table")
        rows = [row for line, cells in block.rows if (row := _row(block, line, cells)) is not None]
        if not self.name:
            yield from (Member(row, row.line, row.end_line) for row in rows)
            return
        path = self.index[self.name].path
        for label, role in (("Path parameters", "path"), ("Query parameters", "query")):
            own = [row for row in rows if _place(row, path) == role]
            if own:
                yield Heading(LABEL, label, own[0].line)
            for row in own:
                if role == "query":
                    row.place, row.doubt = "?", _NO_PLACE
                yield Member(row, row.line, row.end_line)
        for row in rows:
            if _place(row, path) == "body":
                yield Heading(LABEL, "Request body", row.line)
                yield Member(replace(row, name="body", place="body"), row.line, row.end_line)


def _place(row: Row, path: str) -> str:
    if row.name in variables(path):
        return "path"
    return "body" if row.place == "body" else "query"


def _row(block: Table, line: int, cells: Sequence[str]) -> Row | None:
    """A member; what its notes do not call optional is needed."""
    told = dict(zip(map(fold, block.header), cells, strict=False))
    row = read_name(told.get("name", ""), line)
    if row is None:
        return None
    row.type = plain(told.get("type", ""))
    if (link := _LINK.match(told.get("type", "").strip())) is not None:
        listed = link["text"].lower() in _LISTS
        row.type = f"array of {link['target']}" if listed else link["target"]
        row.type = f"map<string, {link['target']}>" if link["text"].lower() == "map" else row.type
        row.place = "body"
    row.text = told.get("description", "")
    row.presence = Presence.REQUIRED
    for note in _NOTE.finditer(plain(told.get("notes", ""))):
        value = note["value"].strip()
        if note["word"] == "optional":
            row.presence = Presence.OPTIONAL
        elif note["word"] == "default to" and value not in ("null", ""):
            set_cell(row, Column.DEFAULT, f"`{value}`")
        elif note["word"] == "readonly":
            row.stated["readOnly"] = True
        elif note["word"] == "enum:":
            row.allowed = ", ".join(f"`{word.strip()}`" for word in value.split(","))
    return row
