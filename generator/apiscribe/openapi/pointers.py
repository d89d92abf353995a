"""JSON Pointers (RFC 6901), their URI fragment form, and near misses of names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

Path: TypeAlias = "tuple[Path, str | int] | None"
"""A pointer as a linked list, innermost token first; cheap to grow while walking. `None` = root."""


def escape(token: str) -> str:
    """One reference token as it stands in a pointer."""
    if "~" in token or "/" in token:
        return token.replace("~", "~0").replace("/", "~1")
    return token


def unescape(token: str) -> str:
    """The member name of a reference token (`~1` before `~0`, RFC 6901, section 4)."""
    return token.replace("~1", "/").replace("~0", "~")


def pointer(*names: str | int) -> str:
    """`pointer("paths", "/a")` is `/paths/~1a`; no names is the whole document."""
    return "".join("/" + escape(str(name)) for name in names)


def tokens(text: str) -> tuple[str, ...]:
    """The names in a pointer; the inverse of `pointer`."""
    if not text:
        return ()
    return tuple(unescape(token) for token in text.lstrip("#").split("/")[1:])


def path_pointer(path: Path) -> str:
    """A linked path as a pointer."""
    text = ""
    while path is not None:
        path, name = path
        text = f"/{escape(name) if type(name) is str else name}{text}"
    return text


def fragment(text: str) -> str:
    """A pointer as a local reference: `#` and the pointer, percent-encoded where a URI needs it."""
    return "#" + quote(text, safe="/~!$&'()*+,;=:@-._?")


def from_fragment(ref: str) -> str:
    """The pointer in a reference such as `#/a%20b` (percent-decoding comes before `~`)."""
    return unquote(ref.partition("#")[2])


def look_up(data: Any, text: str) -> Any:
    """The value at a pointer. Raises LookupError naming the first part that is not there."""
    value = data
    for name in tokens(text):
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif (
            isinstance(value, list) and name.isascii() and name.isdigit() and int(name) < len(value)
        ):
            value = value[int(name)]
        else:
            raise LookupError(name)
    return value


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, or "" when none is near."""
    candidates = {candidate.lower(): candidate for candidate in known}
    found = difflib.get_close_matches(name.lower(), list(candidates), n=1, cutoff=0.6)
    return candidates[found[0]] if found else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A way out that names the nearest known name, or lists what is known when none is near."""
    known = tuple(known)
    if near := nearest(name, known):
        return f"did you mean `{near}`?"
    return "known: " + ", ".join(f"`{word}`" for word in known) if 0 < len(known) <= 12 else ""
