"""The two roads by which text of a document reaches TypeScript: literals and comments."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from apiscribe.targets.text import is_plain, wrap

COMMENT_WIDTH: Final = 80
_TAG: Final = re.compile(r"(^[\s*>+-]*|\{\s*)@")
_SAFE_INTEGER: Final = 2**53
_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\u{{{code:x}}}" if code > 0xFFFF else f"\\u{code:04x}"


def quote(text: str) -> str:
    """`text` as a string literal, with the quotes prettier would choose."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    mark = "'" if text.count('"') > text.count("'") else '"'
    body = "".join(
        f"\\{c}" if c == mark else c if c != "\\" and is_plain(c) else _escape(c) for c in text
    )
    return f"{mark}{body}{mark}"


def is_identifier(text: str) -> bool:
    """Whether `text` may stand as a member's name without quotes."""
    # Compatibility characters are letters to Python, and no letters to formatters.
    known = normalize("NFKC", text) == normalize("NFC", text)
    return known and text.replace("$", "_").isidentifier()


def member_name(text: str) -> str:
    """A member's name: quoted where it must be."""
    return text if is_identifier(text) else quote(text)


def scalar_text(value: str | int | float | bool) -> str:
    """A scalar as a literal, which is also its literal type."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not (value.is_integer() and abs(value) < _SAFE_INTEGER):
        return re.sub(r"e([-+])0*(\d)", lambda e: f"e{e[1].strip('+')}{e[2]}", repr(value))
    whole = int(value)
    return f"{whole}n" if abs(whole) >= _SAFE_INTEGER else str(whole)


def literal_key(text: str) -> str:
    """A member's name in an object literal, where `__proto__` would mean something else."""
    return '["__proto__"]' if text == "__proto__" else member_name(text)


def access(text: str) -> str:
    """`.name`, or `["na-me"]`."""
    return f".{text}" if is_identifier(text) else f"[{quote(text)}]"


def comment(text: str, indent: int = 0, *, deprecated: str | None = None) -> list[str]:
    """A TSDoc comment as lines without their indentation; none when there is nothing to say.

    `deprecated`: what to say after `@deprecated`, "" for nothing, `None` when it is not.
    """
    width = COMMENT_WIDTH - indent - 3
    guarded = [_guard(line) for line in wrap(text, width)] if text.strip() else []
    if deprecated is not None:
        first, *rest = wrap(f"@deprecated {deprecated}".strip(), width)
        tag = ["@deprecated" + _guard(first.removeprefix("@deprecated")), *map(_guard, rest)]
        guarded += ["", *tag] if guarded else tag
    if not guarded:
        return []
    only = f"/** {guarded[0]} */"
    if len(guarded) == 1 and len(only) + indent <= COMMENT_WIDTH:
        return [only]
    return ["/**", *(f" * {line}".rstrip() for line in guarded), " */"]


def _guard(line: str) -> str:
    """Nothing ends the comment early; `@` begins no tag, at a line's start or inline."""
    return _TAG.sub(r"\1\\@", line.replace("*/", "*\\/"))
