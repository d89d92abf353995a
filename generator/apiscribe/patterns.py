"""A short text that matches a regular expression (ECMA 262, the part people write in schemas).

Look-arounds, back-references and Unicode properties are not made up; a candidate is only
returned when Python's `re` agrees that it matches, so the answer is right or `None`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Final

_CLASSES: Final = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_ALPHABET: Final = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@#+,;=!$%&'()*?~^|<>[]{}"
)
_OTHERS: Final = "123456789" + _ALPHABET
_QUANTIFIER: Final = re.compile(r"\{(\d+)(,(\d*))?\}")
_LONGEST: Final = 256


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as Python reads it. Raises `re.error` for what it cannot."""
    with warnings.catch_warnings():  # on what a later Python may read otherwise
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(pattern)


def text_matching(pattern: str, least: int = 0, most: int | None = None) -> str | None:
    """A text of `least` to `most` characters that matches `pattern`, or `None` if none was found."""
    try:
        expression = compiled(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
    for extra in range(min(least, _LONGEST) + 1):
        try:
            text = _Maker(pattern, extra).text()
        except (_UnsupportedError, RecursionError):
            return None
        if len(text) < least:
            continue
        fits = most is None or len(text) <= most
        return text if fits and expression.search(text) else None
    return None


def contradicts(pattern: str, text: str) -> bool:
    """Whether the text surely does not match; a pattern that could take long is not tried.

    Python backtracks: where a repeated group can itself match in several ways, the time doubles
    with every character.
    """
    if len(text) > _LONGEST or not _is_quick(pattern):
        return False
    try:
        return compiled(pattern).search(text) is None
    except (re.error, RecursionError, OverflowError):
        return False


_TOKEN: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|.", re.DOTALL)
_MOST_REPEATS: Final = 3


def _is_quick(pattern: str) -> bool:
    """Whether no group that repeats without end holds a choice, and few parts repeat at all."""
    choices = [False]
    closed = False
    repeats = 0
    for token in _TOKEN.findall(pattern):
        endless = token in ("*", "+") or token.endswith(",}")
        if token == "(":
            choices.append(False)
        elif token == ")" and len(choices) > 1:
            closed = choices.pop()
            choices[-1] = choices[-1] or closed
            continue
        elif token in ("|", "?") or endless or (token[0] == "{" and "," in token):
            if endless and closed:
                return False
            choices[-1] = True
            repeats += endless
        closed = False
    return repeats <= _MOST_REPEATS


def others_matching(pattern: str, text: str) -> Iterator[str]:
    """Texts as long as `text`, or by one longer, that match `pattern` as it does."""
    expression = compiled(pattern)
    for character in _OTHERS:
        for other in (text[:-1] + character, text + character):
            if other != text and expression.search(other):
                yield other
                break


class _UnsupportedError(Exception):
    """The pattern uses something that is not made up here."""


class _Maker:
    """Recursive descent; every repetition takes its lower bound, open ones `extra` more."""

    def __init__(self, pattern: str, extra: int) -> None:
        self._pattern = pattern
        self._at = 0
        self._extra = extra

    def text(self) -> str:
        made = self._alternatives()
        if self._at != len(self._pattern):
            raise _UnsupportedError
        return made

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        if self._at >= len(self._pattern):
            raise _UnsupportedError
        self._at += 1
        return self._pattern[self._at - 1]

    def _alternatives(self) -> str:
        first = self._sequence()
        while self._peek() == "|":
            self._at += 1
            self._sequence()
        return first

    def _sequence(self) -> str:
        parts: list[str] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom()))
        return "".join(parts)

    def _repeated(self, atom: str) -> str:
        low, open_ended = self._quantifier()
        if self._peek() == "?" and (low, open_ended) != (1, False):
            self._at += 1
        count = low + self._extra if open_ended and atom else low
        if open_ended:
            self._extra = 0
        if count * len(atom) > 4 * _LONGEST:
            raise _UnsupportedError
        return atom * count

    def _quantifier(self) -> tuple[int, bool]:
        """Lower bound, and whether more may follow."""
        match self._peek():
            case "*":
                self._at += 1
                return (0, True)
            case "+":
                self._at += 1
                return (1, True)
            case "?":
                self._at += 1
                return (0, False)
            case "{":
                found = _QUANTIFIER.match(self._pattern, self._at)
                if found is None:
                    return (1, False)
                self._at = found.end()
                low, comma, high = int(found[1]), found[2], found[3]
                spare = comma is not None and (not high or int(high) >= low + self._extra)
                return (low, spare)
            case _:
                return (1, False)

    def _atom(self) -> str:
        character = self._take()
        match character:
            case "^" | "$":
                return ""
            case ".":
                return "a"
            case "(":
                return self._group()
            case "[":
                return self._set()
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise _UnsupportedError
            case _:
                return character

    def _group(self) -> str:
        if self._peek() == "?":
            head = re.compile(r"\?(:|P?<[A-Za-z_]\w*>)").match(self._pattern, self._at)
            if head is None:
                raise _UnsupportedError
            self._at = head.end()
        made = self._alternatives()
        if self._take() != ")":
            raise _UnsupportedError
        return made

    def _escape(self) -> str:
        character = self._take()
        if character in "bB":
            return ""
        if character in _CLASSES:
            return _CLASSES[character]
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character in "xu":
            size = 2 if character == "x" else 4
            digits = self._pattern[self._at : self._at + size]
            if not re.fullmatch(r"[0-9A-Fa-f]+", digits) or len(digits) != size:
                raise _UnsupportedError
            self._at += size
            return chr(int(digits, 16))
        if character.isalnum():
            raise _UnsupportedError
        return character

    def _set(self) -> str:
        start = self._at - 1
        if self._peek() == "^":
            self._at += 1
        first = True
        while first or self._peek() != "]":
            first = False
            if self._take() == "\\":
                self._take()
        self._at += 1
        source = self._pattern[start : self._at]
        try:
            members = compiled(source)
        except re.error:
            raise _UnsupportedError from None
        for character in _ALPHABET:
            if members.fullmatch(character):
                return character
        inner = re.sub(r"[\[\]^\\-]", "", source)
        if inner and members.fullmatch(inner[0]):
            return inner[0]
        raise _UnsupportedError
