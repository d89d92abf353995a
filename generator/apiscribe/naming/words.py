"""Text → words. The rules are public API: a change here renames things in every generated SDK."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, ...]
"""Lower-case words, never empty; letters, marks and digits only."""

LONGEST_NAME: Final = 180
"""Bytes of UTF-8 that the words of one name may take, joined by dashes: a file may be called so."""

_READ: Final = 1000
"""Characters of a text that its words are looked for in; no name needs more."""

_SPELLED_INSIDE = {
    "+": "plus",
    "<": "less",
    ">": "greater",
    "=": "equal",
    "%": "percent",
    "&": "and",
    "*": "star",
    "!": "not",
}
"""Symbols that carry meaning between letters; all others only separate."""

_SPELLED_ALONE = {
    **_SPELLED_INSIDE,
    " ": "space",
    "\t": "tab",
    "\n": "newline",
    "_": "underscore",
    "-": "dash",
    ".": "dot",
    ",": "comma",
    ":": "colon",
    ";": "semicolon",
    "/": "slash",
    "\\": "backslash",
    "@": "at",
    "#": "hash",
    "$": "dollar",
    "?": "question",
    "'": "quote",
    '"': "quote",
    "`": "backquote",
    "~": "tilde",
    "^": "caret",
    "|": "pipe",
    "(": "paren",
    ")": "paren",
    "[": "bracket",
    "]": "bracket",
    "{": "brace",
    "}": "brace",
}

_COMPOUNDS = {
    "OAuth": "Oauth",
    "OpenAPI": "Openapi",
    "OpenAI": "Openai",
    "GraphQL": "Graphql",
    "GitHub": "Github",
    "GitLab": "Gitlab",
    "YouTube": "Youtube",
    "PayPal": "Paypal",
    "LinkedIn": "Linkedin",
    "iOS": "Ios",
    "macOS": "Macos",
    "IPv4": "Ipv4",
    "IPv6": "Ipv6",
    "MySQL": "Mysql",
    "PostgreSQL": "Postgresql",
    "NoSQL": "Nosql",
    "WebSocket": "Websocket",
    "DevOps": "Devops",
}
"""Words with a capital inside. Replaced before splitting, so that they stay one word."""

_COMPOUND = re.compile(
    r"(?<![A-Z])(?:" + "|".join(sorted(_COMPOUNDS, key=len, reverse=True)) + r")(?![a-z])"
)

_PIECE = re.compile(
    r"[A-Z]{2,}s(?![a-z])"  # plural of an initialism: userIDs, URLs
    r"|[A-Z]+[0-9]+(?:[A-Z]+(?![a-z]))?(?![a-z])"  # H264, S3, 3 capitals and digits: MP3
    r"|[A-Z]+(?![a-z])"  # HTTP in HTTPValidation
    r"|[A-Z]?[a-z]+(?:[0-9]+(?:[a-z]+|[A-Z]+(?![a-z]))?)*"  # Completion, sha256, base64url
    r"|[0-9]+(?:[a-z]+|[A-Z]+(?![a-z]))?"  # 404, 3D
    r"|[A-Z]"
)


@lru_cache(maxsize=65536)
def split_words(text: str) -> Words:
    """The words of `text`, lower-case.

    Separators and capitals divide (`ChatCompletion`, `x-api-key`), a run of capitals is one word
    (`HTTPValidationError` → http, validation, error), digits stay with the letters before them
    (`sha256`), symbols with meaning are spelled (`+1` → plus, 1). Text without letters or digits
    is spelled symbol by symbol; the empty text is `("empty",)`. What is too long for a name is cut
    (see `bounded`).
    """
    if text == "":
        return ("empty",)
    if len(text) > _READ:
        return _cut(_all_words(text[:_READ]), text)
    return bounded(_all_words(text))


def bounded(words: Words) -> Words:
    """`words`, or the first of them and a digest of all where they are too long for a name."""
    if sum(map(len, words)) * 4 + len(words) <= LONGEST_NAME:
        return words
    joined = "-".join(words)
    fits = len(joined.encode("utf-8", "surrogatepass")) <= LONGEST_NAME
    return words if fits else _cut(words, joined)


def _cut(words: Words, text: str) -> Words:
    digest = f"x{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    room = LONGEST_NAME - len(digest)
    kept: list[str] = []
    for word in words:
        encoded = word.encode("utf-8", "surrogatepass")
        if len(encoded) >= room:
            if not kept:
                kept.append(encoded[: room - 1].decode("utf-8", "ignore"))
            break
        kept.append(word)
        room -= len(encoded) + 1
    return (*kept, digest)


def _all_words(text: str) -> Words:
    normal = unicodedata.normalize("NFC", text)
    words: list[str] = []
    for run, symbol in _runs(normal):
        if run:
            words.extend(_split_run(run))
        elif symbol:
            words.append(symbol)
    return tuple(words) if words else _spell_symbols(normal)


def _runs(text: str) -> list[tuple[str, str]]:
    """Alternating runs of word characters and spelled symbols, as (run, symbol) pairs."""
    if not any(_is_word_character(c) for c in text):
        return []
    found: list[tuple[str, str]] = []
    run = ""
    for position, character in enumerate(text):
        if _is_word_character(character):
            run += character
            continue
        if run and character in "'’" and text[position + 1 : position + 3].lower() in ("s", "t"):
            continue
        if run:
            found.append((run, ""))
            run = ""
        symbol = _SPELLED_INSIDE.get(character, "")
        if character == "-" and _is_sign(text, position):
            symbol = "minus"
        if symbol:
            found.append(("", symbol))
    if run:
        found.append((run, ""))
    return found


def _is_sign(text: str, position: int) -> bool:
    """Whether the dash at `position` is the sign of a number that begins the text."""
    return position == 0 and text[1:2].isdigit()


def _is_word_character(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _split_run(run: str) -> list[str]:
    """Words of a run of letters, marks and digits."""
    if run.isascii():
        marked = _COMPOUND.sub(lambda m: _COMPOUNDS[m.group()], run)
        return [piece.lower() for piece in _PIECE.findall(marked)]
    words: list[str] = []
    start = 0
    for i in range(1, len(run)):
        new_word = run[i].isupper() and (
            run[i - 1].islower() or (i + 1 < len(run) and run[i + 1].islower())
        )
        if new_word:
            words.append(run[start:i].lower())
            start = i
    words.append(run[start:].lower())
    return [word for word in words if word]


def _spell_symbols(text: str) -> Words:
    """Words for text without letters or digits: known names, else Unicode's, else the number."""
    words: list[str] = []
    for character in text:
        if (known := _SPELLED_ALONE.get(character)) is not None:
            words.append(known)
        elif unicodedata.category(character)[0] in "SPZ" and (
            name := unicodedata.name(character, "")
        ):
            words.extend(re.findall(r"[a-z0-9]+", name.lower()))
        else:
            words.append(f"u{ord(character):04x}")
    return tuple(words)
