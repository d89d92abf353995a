"""JSON (RFC 8259): exact integers, duplicate names refused, positions when someone asks."""

from __future__ import annotations

import json
import re
from typing import Any

from apiscribe.openapi.positions import after_space, json_entries, position
from apiscribe.openapi.yaml_events import MAX_DEPTH, TextError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class _DuplicateNameError(Exception):
    """An object with a name twice."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DuplicateNameError
    return members


def _constant(word: str) -> Any:
    raise ValueError(f"`{word}` is not JSON")


def _deep(value: Any) -> bool:
    """Whether containers nest more than MAX_DEPTH levels."""
    level, depth = [value], 0
    while level:
        depth += 1
        level = [
            item
            for container in level
            for item in (container.values() if type(container) is dict else container)
            if type(item) is dict or type(item) is list
        ]
        if depth > MAX_DEPTH:
            return True
    return False


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises TextError with line and column."""
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise TextError("json/syntax", f"{error.msg}.", error.lineno, error.colno) from None
    except _DuplicateNameError:
        raise _first_duplicate(text) from None
    except RecursionError:
        raise TextError("json/depth", f"nested more than {MAX_DEPTH} levels deep.", 1, 1) from None
    except ValueError as error:
        raise TextError("json/syntax", f"{error}.", 1, 1) from None
    if isinstance(value, (dict, list)) and _deep(value):
        raise TextError("json/depth", f"nested more than {MAX_DEPTH} levels deep.", 1, 1)
    if re.search(r"\\u[dD][89a-fA-F]", text):
        _refuse_lone_surrogates(text)
    return value


def _refuse_lone_surrogates(text: str) -> None:
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0] == '"' and "\\u" in token and _LONE_SURROGATE.search(json.loads(token)):
            line, column = position(text, match.start())
            raise TextError(
                "json/surrogate", "half of a surrogate pair is not a character.", line, column
            )


def _first_duplicate(text: str) -> TextError:
    """The first object, outside in, that has a name twice."""
    stack = [after_space(text, 0)]
    while stack:
        seen: set[str | None] = set()
        below: list[int] = []
        for name, offset, key_offset in json_entries(text, stack.pop()):
            if key_offset is not None and name in seen:
                line, column = position(text, key_offset)
                return TextError(
                    "json/duplicate-key",
                    f"the key `{name}` stands twice in this object.",
                    line,
                    column,
                    "remove or rename one of the two",
                )
            seen.add(name)
            if text[offset] in "{[":
                below.append(offset)
        stack.extend(reversed(below))
    raise AssertionError("no duplicate")
