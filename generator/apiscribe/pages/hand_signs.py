"""What single blocks of a page show that tell its family: members, samples."""

from __future__ import annotations

import re

from apiscribe.pages.hand_json_fields import json_fields
from apiscribe.pages.hand_lists import read_items
from apiscribe.pages.hand_records import Block, Fence, Heading, Items, Member, Table
from apiscribe.pages.hand_tables import TableKind, kind_of_table
from apiscribe.pages.parts.endpoints import METHODS, bare, read_endpoint
from apiscribe.pages.parts.samples import looks_like_json
from apiscribe.pages.parts.types import parse_type

_NOT_READ = (
    (re.compile(r"(?<![\w/])wss?://\S"), "a WebSocket is no operation of HTTP"),
    (
        re.compile(r"^\{%\s*openapi(?:-operation)?\s"),
        "it shows an OpenAPI document that is kept elsewhere: fetch that",
    ),
)
_METHOD = rf"(?:{'|'.join(METHODS)})"
_OPERATION = re.compile(
    rf"^\W*{_METHOD}(?:(?:\W+|\s*\b(?:and|or|to)\s+){_METHOD})*(?:\W*|\s+to\s+)\s*"
    r"(?:(?<!\S)|(?<=\W))(?:https?:/)?/\w\S*\W*$"
)
_SOCKET = re.compile(
    r"^\W*(?:(?:web[ -]?socket|socket|url|endpoint|address)\w*\W+)*wss?://\S+$", re.I
)
UNKNOWN_OPERATION = "it looks like the line of an operation, in a manner that is not read"


def not_read(text: str) -> str:
    """Why a line is of a kind that is not read; "" for all other lines."""
    for sign, why in _NOT_READ:
        if sign.search(text):
            return why
    shown = bare(text)
    unknown = _OPERATION.match(shown) is not None and read_endpoint(text) is None
    return UNKNOWN_OPERATION if unknown else ""


def below(line: int) -> str:
    """Why what stands below a line that is not read is not read."""
    return f"it stands below line {line}, which is not read"


def is_socket(text: str) -> bool:
    """Whether a line consists of the address of a WebSocket: what follows is about that."""
    return _SOCKET.match(text.strip()) is not None


def is_sample(block: Block) -> bool:
    """Whether a block shows a value or an HTTP message."""
    return isinstance(block, Fence) and (
        looks_like_json(block.text) or re.match(r"\s*HTTP/[\d.]+ \d{3}", block.text) is not None
    )


def _is_member_table(block: Block) -> bool:
    return isinstance(block, Table) and kind_of_table(block) is TableKind.MEMBERS


def is_certain(block: Block) -> bool:
    """Whether a block cannot be but a list of members: a table, or JSON that describes them."""
    return _is_member_table(block) or (isinstance(block, Fence) and bool(json_fields(block.lines)))


def has_members(block: Block) -> bool:
    """Whether a block describes members."""
    if isinstance(block, Member) or is_certain(block):
        return True
    if isinstance(block, Items):
        rows = read_items(block.items, bare=False)
        if rows is not None:
            return any(row.type or row.text for row in rows)
        named = read_items(block.items, bare=True)
        return bool(named) and all(parse_type(row.type) is not None for row in named or ())
    return isinstance(block, Heading) and re.fullmatch(r"`[a-z][\w.\[\]]*`", block.text) is not None
