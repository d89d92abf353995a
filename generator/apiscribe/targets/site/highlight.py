"""Code with colours: Pygments' tokens as few, short spans."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

_KINDS: Final = (
    (Comment, "c"),
    (Name.Tag, "t"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Variable, "v"),
    (String.Escape, "s"),
    (String, "s"),
    (Number, "n"),
    (Literal, "n"),
    (Keyword, "k"),
)
CLASSES: Final = tuple(sorted({css for _, css in _KINDS}))
_LONGEST: Final = 40_000
"""Characters; longer code stays plain."""
_LANGUAGES: Final = frozenset(
    [
        "bash",
        "c",
        "cpp",
        "csharp",
        "css",
        "curl",
        "diff",
        "go",
        "graphql",
        "html",
        "http",
        "java",
        "javascript",
        "js",
        "json",
        "jsonc",
        "kotlin",
        "php",
        "powershell",
        "python",
        "rb",
        "ruby",
        "rust",
        "sh",
        "shell",
        "sql",
        "swift",
        "toml",
        "ts",
        "tsx",
        "typescript",
        "xml",
        "yaml",
        "yml",
    ]
)


@lru_cache(maxsize=256)
def highlighted(source: str, language: str) -> Markup:
    """`source` escaped, with spans of the classes `CLASSES` in a language that is known."""
    lexer = _lexer(language.lower()) if len(source) <= _LONGEST else None
    if lexer is None:
        return escape(source)
    parts: list[str] = []
    run, css = "", ""
    for token, value in lexer.get_tokens(source):
        kind = _css(token)
        if kind != css and value.strip():
            parts.append(_span(run, css))
            run, css = "", kind
        run += value
    parts.append(_span(run, css))
    return Markup("".join(parts))


def _span(run: str, css: str) -> str:
    shown = str(escape(run))
    return f'<span class="{css}">{shown}</span>' if css and run else shown


@cache
def _css(token: _TokenType) -> str:
    # Kinds contain their subkinds; the stubs see only tuples of text.
    return next((css for kind, css in _KINDS if token in kind), "")  # type: ignore[comparison-overlap]


@cache
def _lexer(language: str) -> Lexer | None:
    if language not in _LANGUAGES:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
