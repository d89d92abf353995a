"""The two roads by which text of a document reaches Python code: literals and docstrings.

Everything a spec says is data. `quote` makes string literals, `docstring` and `comment` make
prose; nothing else in this target writes document text.
"""

from __future__ import annotations

import re

from apiscribe.targets.text import is_clean, is_plain, prose, visible, wrap

DOCSTRING_WIDTH = 96
"""Columns that prose in the generated code is filled to."""

_ORDER = re.compile(
    r"(^\s*|#\s*)(?=(?:type|pyright|mypy|fmt|ruff|pylint|flake8|isort|yapf|pragma|coding|vim)\s*[:=]"
    r"|no(?:qa|sec)\b|-\*-)",
    re.IGNORECASE,
)
"""Where a comment would tell a tool what to do."""
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escape(character: str) -> str:
    return _ESCAPES.get(character) or visible(character)


def quote(text: str) -> str:
    """`text` as a Python string literal, spelled as black would (double quotes, fewest escapes)."""
    if is_clean(text) and '"' not in text and "\\" not in text:
        return f'"{text}"'
    mark = "'" if text.count('"') > text.count("'") else '"'
    body = "".join(
        f"\\{c}" if c == mark else c if c != "\\" and is_plain(c) else _escape(c) for c in text
    )
    return f"{mark}{body}{mark}"


def scalar_text(value: str | int | float | bool) -> str:
    """A scalar as a literal, which may also stand inside `Literal[...]`."""
    return quote(value) if isinstance(value, str) else repr(value)


def _guard(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _closed(line: str) -> str:
    """`line` fit to stand before the closing quotes: no bare quote at its end."""
    body = line.removesuffix('"')
    escaped = (len(body) - len(body.rstrip("\\"))) % 2
    return f'{body}\\"' if body != line and not escaped else line


def docstring(lines: list[str] | str, indent: int = 0) -> str:
    """A docstring literal, its first line not indented; "" when there is nothing to say.

    `lines` is Markdown (wrapped here) or lines that are wrapped already. The result starts at
    the column it is printed at; following lines carry `indent` blanks.
    """
    width = DOCSTRING_WIDTH - indent
    found = wrap(lines, width) if isinstance(lines, str) else [prose(line) for line in lines]
    while found and not found[-1].strip():
        found.pop()
    if not found:
        return ""
    margin = " " * indent
    guarded = [_guard(line) for line in found]
    if len(guarded) == 1 and len(guarded[0]) <= width - 6:
        only = guarded[0].strip()
        return f'"""{_closed(only)}"""'
    if guarded[0].startswith('"'):
        guarded[0] = f"\\{guarded[0]}"
    body = "\n".join(f"{margin}{line}".rstrip() for line in guarded[1:])
    return f'"""{guarded[0]}\n{body}\n{margin}"""' if body else f'"""{guarded[0]}\n{margin}"""'


def comment(text: str, indent: int = 0) -> str:
    """`text` as `#` lines, "" for none; following lines carry `indent` blanks."""
    if not text.strip():
        return ""
    margin = " " * indent
    lines = wrap(text, DOCSTRING_WIDTH - indent - 2)
    guarded = [_ORDER.sub(r"\1\\", line) for line in lines]
    return "\n".join(
        f"{margin if number else ''}# {line}".rstrip() for number, line in enumerate(guarded)
    )
