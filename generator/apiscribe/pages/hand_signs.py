"""What single blocks of a page show that tell its family: members, samples."""

from __future__ import annotations

import re

from apiscribe.pages.hand_json_fields import json_fields
from apiscribe.pages.hand_lists import read_items
from apiscribe.pages.hand_records import Block, Fence, Heading, Items, Member, Table
from apiscribe.pages.hand_tables import TableKind, kind_of_table
from apiscribe.pages.parts.samples import looks_like_json


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
        return rows is not None and any(row.type or row.text for row in rows)
    return isinstance(block, Heading) and re.fullmatch(r"`[a-z][\w.\[\]]*`", block.text) is not None
