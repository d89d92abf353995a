"""Types of the IR in words, for people."""

from __future__ import annotations

import json
from typing import assert_never

from apiscribe.ir import (
    Anything,
    Const,
    List,
    Map,
    Nothing,
    Nullable,
    Ref,
    Scalar,
    Tuple,
    Type,
)


def describe(type: Type) -> str:
    """`list of Message or null`, say."""
    match type:
        case Scalar(kind, format):
            return f"{kind.value} ({format})" if format else kind.value
        case Const(value):
            return f"always {json.dumps(value, ensure_ascii=False)}"
        case List(item):
            return f"list of {describe(item)}"
        case Map(value):
            return f"map of {describe(value)}"
        case Tuple(items, rest):
            said = [describe(item) for item in items]
            said += [] if isinstance(rest, Nothing) else [f"then {describe(rest)}"]
            return f"tuple of ({', '.join(said)})"
        case Nullable(inner):
            return "null" if isinstance(inner, Nothing) else f"{describe(inner)} or null"
        case Ref(id):
            return id
        case Anything():
            return "anything"
        case Nothing():
            return "nothing"
        case _:
            assert_never(type)
