"""Words → spellings in the usual casings."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache
from typing import Final

COMMON_INITIALISMS: Final = frozenset(
    [
        "acl",
        "api",
        "ascii",
        "cpu",
        "css",
        "csv",
        "db",
        "dns",
        "eof",
        "guid",
        "html",
        "http",
        "https",
        "id",
        "io",
        "ip",
        "json",
        "jwt",
        "mime",
        "oidc",
        "os",
        "pdf",
        "qps",
        "ram",
        "rpc",
        "sla",
        "smtp",
        "sql",
        "ssh",
        "ssl",
        "sso",
        "tcp",
        "tls",
        "ttl",
        "udp",
        "ui",
        "uid",
        "uri",
        "url",
        "utf8",
        "uuid",
        "vm",
        "xml",
        "xsrf",
        "xss",
        "yaml",
    ]
)
"""Words that languages such as Go write in capitals."""

_NONE: Final[frozenset[str]] = frozenset()


def snake(words: Iterable[str]) -> str:
    """`chat_completion`."""
    return "_".join(words)


def kebab(words: Iterable[str]) -> str:
    """`chat-completion`."""
    return "-".join(words)


def screaming_snake(words: Iterable[str]) -> str:
    """`CHAT_COMPLETION`."""
    return "_".join(words).upper()


def pascal(words: Iterable[str], initialisms: Set[str] = _NONE) -> str:
    """`ChatCompletion`; an underscore keeps two numbers apart (`Version1_2`)."""
    if initialisms is _NONE and isinstance(words, tuple):
        return _pascal(words)
    return _join(_capital(word, initialisms) for word in words)


def camel(words: Iterable[str], initialisms: Set[str] = _NONE) -> str:
    """`chatCompletion`; the first word stays lower-case even when it is an initialism."""
    return _join(
        word if index == 0 else _capital(word, initialisms) for index, word in enumerate(words)
    )


@lru_cache(maxsize=65536)
def _pascal(words: tuple[str, ...]) -> str:
    return _join(word[:1].title() + word[1:] for word in words)


def _capital(word: str, initialisms: Set[str]) -> str:
    if word in initialisms:
        return word.upper()
    if word.endswith("s") and word[:-1] in initialisms:
        return word[:-1].upper() + "s"
    return word[:1].title() + word[1:]


def _join(parts: Iterable[str]) -> str:
    text = ""
    for part in parts:
        if text[-1:].isdigit() and part[:1].isdigit():
            text += "_"
        text += part
    return text
