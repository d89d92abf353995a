"""Lines of pasted reference pages → pieces: name, type, flags, prose, one a piece.

Most platforms put them on lines of their own already. Others print a row (Redoc, GitHub), an item
(Bump), or glue the spans together (`namestringRequired`: Fern, GitBook, Stripe).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from apiscribe.pages.page import Line
from apiscribe.pages.parts.type_words import SCALARS
from apiscribe.pages.parts.types import parse_type


class Platform(StrEnum):
    """Who prints such pages. `PLAIN`: none that is known, one thing a line."""

    MINTLIFY = "mintlify"
    DOCUSAURUS = "docusaurus"
    REDOC = "redoc"
    BUMP = "bump"
    README = "readme"
    GITHUB = "github"
    STOPLIGHT = "stoplight"
    GLUED = "glued"
    PLAIN = "plain"


@dataclass(slots=True)
class Start:
    """The first line of a member: what of it stands on that line.

    `rest` is the rest of a cell: flags, limits and prose in one. `level` counts from 0 where the
    page shows how deep the member is; -1: it does not. `partial`: the type is on the next line.
    """

    name: str
    type: str = ""
    flags: list[str] = field(default_factory=list)
    rest: str = ""
    level: int = -1
    partial: bool = False


NAME = r"[A-Za-z_$@][\w$@-]*(?:\[\])?(?:[.:](?:[\w$@-]+)(?:\[\])?)*"
_FLAGS = r"(?:Required|Optional|Deprecated|Nullable|Read-only|Write-only|Expandable)"
_ITEM = re.compile(
    rf"^[•*-]\s*(?P<name>{NAME}\*?)(?:\s+(?P<type>[a-z][\w\[\]()|<> -]*?))?(?P<flags>(?:\s+{_FLAGS})*)$"
)
_BAR = re.compile(
    rf"^(?P<deep>(?:\|\s*)*)(?P<name>{NAME}|property name\*)\s*(?P<flag>required|deprecated)?\s*\|\s*(?P<cell>\S.*)$"
)
_ROW = re.compile(rf"^(?P<name>{NAME}) (?P<type>[a-z][\w\[\] |]*?)(?P<flags>(?: {_FLAGS})*)$")
_DASHED = re.compile(
    rf"^(?P<name>{NAME}) (?P<type>[a-z][\w\[\]<>| -]*?)"
    r"(?:\s*[—–]\s*(?P<flags>[A-Za-z][\w ]*)|(?P<more>(?:\s+(?:required|nullable|deprecated))+))?$",
)
_FREE = re.compile(r"^property name\* (?P<type>[a-z][\w<>\[\]]*)$")
_TYPE_HEAD = re.compile(
    r"^(?:(?:Array|List|array|list) of )*\(?(?:null|strings?|integers?|numbers?|booleans?|objects?|any|files?|array\[\w+\]|arrays?)"
    r"(?:\s*\|\s*\w+)*\)?(?:\[\])*(?:\([a-z][\w-]*\))?(?:\s*<[\w-]+>)?(?: \([A-Z]\w*\))?(?: or (?:null|\w+))*(?=$|\s|[A-Z(^<>=\[])"
)
_GLUED_TYPES = (
    "list of lists of objects|list of objects|list of strings|list of integers|list of doubles"
    "|list of numbers|list of booleans|list of enums|list of maps from strings to any"
    "|map from strings to any|map from strings to strings|map from strings to objects"
    "|map from strings to integers|map from strings to doubles|array of objects|array of maps|list of maps|array of strings"
    "|array of enums|array of integers|array of numbers|array of hashes|nullable string"
    "|nullable integer|nullable number|nullable boolean|nullable object|nullable enum"
    "|nullable timestamp|nullable float|nullable double|nullable map|nullable array of objects|nullable array of maps|nullable array of strings|nullable list of strings"
    "|nullable hash|string · enum|string · date-time|string · uuid|integer · int32|integer · int64"
    "|number · float|number · double|string · uri|string · email|string · date|object[]|string[]"
    "|integer[]|number[]|boolean[]|array[object]|array[string]|array[integer]|array[number]"
    "|string or null|integer or null|number or null|boolean or null|object or null|enum or null"
    "|string|integer|number|boolean|object|array|enum|double|long|float|file|any|hash|timestamp"
    "|datetime|date|uuid|map"
)
_GLUED_TYPE = re.compile(
    f"(?:{'|'.join(map(re.escape, _GLUED_TYPES.split('|')))})(?: \\| nullable| or null)?"
)
_AFTER_GLUED = re.compile(rf"^(?:$|\s(?!or\b)|{_FLAGS}|format:|[A-Z>=<(\"`])")
_FORMATTED = re.compile(r"^(string|integer|number) · ([\w-]+)$")
FREE_NAMES = "property name*"
"""What Redoc and Docusaurus print where any name may stand."""
FREE = 99
"""Level of free names that stand below their object, and are not deeper to the eye."""
STRAY = "it looks like the name or the type of a member, and none was read from it"
MAX_LINE = 2_000
"""A longer line describes no member."""


FLAG_WORDS = frozenset(
    ["required", "optional", "deprecated", "nullable", "body", "query", "path", "header", "cookie"]
)


def is_name(text: str) -> bool:
    """Whether a line may be the name of a member."""
    return re.fullmatch(rf"{NAME}\*?", text) is not None and len(text) < 100


def is_flag(text: str) -> bool:
    """Whether a line is one of the flags that Docusaurus prints in capitals."""
    return text in ("REQUIRED", "NULLABLE", "DEPRECATED")


def type_of(text: str) -> str:
    """The type that a whole line names, as `parse_type` takes it; "": it names none."""
    if len(text) > 100 or text.endswith((".", ":", "?")) or not re.match(r"[\w(\[\"]", text):
        return ""
    if (formatted := _FORMATTED.match(text)) is not None:
        return formatted[1] if formatted[2] == "enum" else f"{formatted[1]}<{formatted[2]}>"
    if text.endswith(" | nullable"):
        return type_of(text.removesuffix(" | nullable")) + " or null"
    titled = re.match(r"^[\w ]+ · ([a-z].*)$", text)  # a schema's title before its type
    if titled is not None:
        return type_of(titled[1])
    if len(text.split()) > 8:
        return ""
    first = re.split(r"[\s<\[|(·]", text.lstrip("(["), maxsplit=1)[0]
    if first not in _FIRST_WORDS:
        return text if _is_marked(text) else ""
    tree = parse_type(text)
    return text if tree is not None and not any(" " in mark for mark in tree.marks) else ""


def _is_marked(text: str) -> bool:
    """`date, required`: any type with flags and bounds beside it, and nothing else."""
    if "," not in text and "(" not in text:
        return False
    tree = parse_type(text)
    return tree is not None and not tree.marks and tree.is_marked


_TOLD = re.compile(
    r"^(?P<type>[a-z][\w<>\[\]| ·-]*?)\s*"
    r"(?P<flags>(?:(?:required|optional|deprecated|nullable|read-only|write-only|header|query|path|cookie|body)\s*)*)"
    r"(?P<default>default:\s*\S.*?)?\s*(?P<more>(?:(?:required|deprecated)\s*)*)$"
)
_TOLD_FLAGS = re.compile(
    r"required|optional|deprecated|nullable|read-only|write-only|header|query|path|cookie|body"
)


def told_type(text: str, *, spaced: bool = False) -> list[str]:
    """A type and the flags glued behind it (`enum<string>default:blue`), a piece each; else none.

    `spaced`: a blank may stand between type and flags.
    """
    match = _TOLD.match(text) if len(text) < 200 else None
    if match is None or type_of(text) or not type_of(match["type"]):
        return []
    flags = [*_TOLD_FLAGS.findall(match["flags"]), *_TOLD_FLAGS.findall(match["more"])]
    default = [match["default"]] if match["default"] else []
    if not (default or flags) or (text[match.end("type")] == " " and not spaced):
        return []
    return [match["type"], *default, *flags]


def unglued(lines: Sequence[Line], *, spaced: bool = False) -> list[Line]:
    """The lines, where a type and its flags share one below a name: a line for each."""
    result: list[Line] = []
    above = ""
    for line in lines:
        pieces = told_type(line.text, spaced=spaced) if is_name(above) else []
        result += [Line(line.number, piece, line.indent) for piece in pieces] or [line]
        above = line.text or above
    return result


def headed_type(text: str) -> str:
    """The type before a comma or bracket, where what follows is more than flags; "": none."""
    match = re.match(r"^([a-z][\w\[\]<>]*(?: of [a-z]+)?)\s*(?:[,;]\s+|\()\S", text)
    kind = match[1] if match is not None and len(text) < 100 else ""
    return kind if kind and (type_of(kind) or is_format(kind)) else ""


def type_at(text: str) -> str:
    """The type of a member that a line below its name gives: the whole line, or its head."""
    if whole := type_of(text) or (text if is_format(text) else ""):
        return whole
    return type_head(text) or headed_type(text)


def is_stray(text: str) -> bool:
    """Whether a line looks like a member's name, or its type, and not like prose."""
    named = is_name(text) and (text[0].islower() or "_" in text)
    return named or bool(type_of(text) or headed_type(text))


def strays_of(lines: Sequence[str]) -> set[str]:
    """Those lines of a paragraph; a word that a sentence with a colon has announced is none."""
    told = zip(["", *lines], lines, strict=False)
    return {text for above, text in told if is_stray(text) and not re.search(r"\s.*:$", above)}


def is_format(text: str) -> bool:
    """Whether a line is a word such as `email`, a type by itself and as often a member's name."""
    return text in _FORMAT_WORDS


_FIRST_WORDS = frozenset(
    word for word in SCALARS if word.isascii() and " " not in word and len(word) > 2
) - {"text", "real", "set", "long", "short", "record", "characters", "none", "nil", "undefined"} | {
    "enum", "Array", "List", "array", "file", "nullable", "any", "null", "map", "date-time", "uuid",
    "long", "enums", "anyOf", "oneOf", "date", "binary",
}  # fmt: skip

_FORMAT_WORDS = frozenset(
    ["datetime", "timestamp", "email", "url", "uri", "guid", "time", "decimal", "unix timestamp"]
)
_NO_NAMES = frozenset(["string", "boolean", "integer", "array", "enum", "uri", "uuid"])
"""Types above another type: a page that has lost the names, rather than a member called so."""


def start_of(
    text: str, following: str, platform: Platform, known: Collection[str] = (), beyond: str = ""
) -> Start | None:
    """The member that begins on a line; `following` and `beyond` are the next lines with text.

    `known`: names in samples.
    """
    if not text or len(text) > MAX_LINE:
        return None
    if platform is Platform.REDOC and (row := _bar(text)) is not None:
        return row
    if platform is Platform.GLUED and (glued := _glued(text, known)) is not None:
        return glued
    if text[0] in "•*-" and (item := _item(text, following)) is not None:
        return item
    if is_name(text) and text not in _NO_NAMES and not is_flag(text):
        headed = text[0].islower() and not following.endswith(".") and headed_type(following)
        if type_of(following) or _is_typed(text, following, beyond) or headed:
            return Start(text, partial=True)
    beside = platform in (Platform.BUMP, Platform.STOPLIGHT)
    if beside and is_name(text) and type_head(following):
        return Start(text, partial=True)
    if platform is Platform.GITHUB and (row := _matched(_ROW.match(text))) is not None:
        return row
    if platform is Platform.DOCUSAURUS:
        if (free := _FREE.match(text)) is not None:
            return Start(FREE_NAMES, type_of(free["type"]), level=FREE)
        return _matched(_DASHED.match(text))
    return None


def _is_typed(text: str, following: str, beyond: str) -> bool:
    """Whether a word below a name is its type, and not the name of the member above `beyond`."""
    no_name = type_of(text) or is_format(text) or text.lower() in FLAG_WORDS
    return is_format(following) and not no_name and not type_of(beyond) and not is_format(beyond)


def _matched(match: re.Match[str] | None) -> Start | None:
    if match is None or not (kind := type_of(match["type"])):
        return None
    groups = match.groupdict()
    flags = re.findall(rf"{_FLAGS}", groups["flags"] or groups.get("more") or "", re.I)
    return Start(match["name"], kind, flags)


def _item(text: str, following: str) -> Start | None:
    match = _ITEM.match(text)
    if match is None:
        return None
    if match["type"] is None:
        kind = type_head(following)
        return Start(match["name"], partial=True) if kind else None
    return _matched(match)


def type_head(text: str) -> str:
    """The type at the head of a line that goes on with flags and prose; "": there is none."""
    match = _TYPE_HEAD.match(text)
    return match[0] if match is not None else ""


def _bar(text: str) -> Start | None:
    match = _BAR.match(text)
    if match is None or set(match["cell"]) <= set("-| "):
        return None
    name, flag = match["name"], match["flag"] or ""
    if not flag:
        glued = re.match(r"^(.+?)(required|deprecated)$", name)
        name, flag = (glued[1], glued[2]) if glued is not None else (name, "")
    kind = type_head(match["cell"])
    if not kind or not name:
        return None
    rest = match["cell"][len(kind) :].strip(" |")
    level = match["deep"].count("|")
    return Start(name, kind, [flag] if flag else [], rest, level)


def _is_word(text: str, kind: re.Match[str]) -> bool:
    """Whether name and type together may be a word: `update`, `profile`, `company`."""
    return kind.end() == len(text) and kind[0] in ("date", "any", "file", "map", "long", "hash")


def _glued(text: str, known: Collection[str]) -> Start | None:
    """`namestringRequired`: the name is one that a sample has, else the longest type is taken."""
    sure = text[0] in "•*-"
    text = re.sub(r"(?<=[_.]) (?=[a-z])", "", text.lstrip("•*- ")[:80]) + text.lstrip("•*- ")[80:]
    best: tuple[bool, int, Start] | None = None
    for start_at in range(1, min(len(text), 80)):  # types that begin inside of another's word
        longer = _GLUED_TYPE.match(text, start_at)
        name = text[:start_at]
        if longer is None or (_is_word(text, longer) and not sure and name not in known):
            continue
        after = text[longer.end() :]
        if not is_name(name) or not _AFTER_GLUED.match(after):
            continue
        if not sure and re.match(r"\s+[a-z]", after):
            continue  # words of a sentence: `Update a basket`
        rank = (name in known, longer.end() - start_at)
        if best is None or rank > best[:2]:
            kind = type_of(longer[0]) or longer[0]
            best = (*rank, Start(name, kind, [], text[longer.end() :].strip()))
    return best[2] if best is not None else None
