"""Type words of hand-written pages, and what they mean."""

from __future__ import annotations

from apiscribe.pages.facts import Anything, Form, Kind, MapOf, Scalar, Shape, Source

_KINDS = {
    Kind.STRING: "string str text char varchar",
    Kind.INTEGER: "integer int int32 int64 long uint uint32 uint64 bigint",
    Kind.NUMBER: "number float float32 float64 double decimal numeric",
    Kind.BOOLEAN: "boolean bool",
    Kind.NULL: "null none nil",
}

_WORDS = {word: kind for kind, words in _KINDS.items() for word in words.split()}

_FORMATS = {"int32": "int32", "int64": "int64", "long": "int64", "float": "float"}
_FORMATS |= {"double": "double"}

_STRING_FORMATS = {
    "date": "date",
    "datetime": "date-time",
    "date-time": "date-time",
    "uuid": "uuid",
    "uri": "uri",
    "url": "uri",
    "email": "email",
}

NAMED_FORMATS = {
    "timestamp": ("format", "date-time"),
    "bytes": ("contentEncoding", "base64"),
    "duration": ("format", "google-duration"),
    "fieldmask": ("format", "google-fieldmask"),
}
"""`string (Timestamp format)`: the keyword and its value, where the word itself is not the format."""

_ANY = frozenset(["any", "unknown", "mixed", "value", "json"])
_OBJECTS = frozenset(["object", "dict", "map", "hash", "record", "dictionary"])
_LISTS = frozenset(["array", "list"])


def is_type_word(word: str) -> bool:
    """Whether a bare word names a type (or a JSON literal)."""
    low = word.lower()
    known = low in _WORDS or low in _STRING_FORMATS or low in _ANY
    return known or low in _OBJECTS or low in _LISTS or low in ("true", "false")


def is_list_word(word: str) -> bool:
    """`array` and `list`, alone or with `<…>`."""
    return word.lower() in _LISTS


def is_map_word(word: str) -> bool:
    """`object`, `map` and their like."""
    return word.lower() in _OBJECTS


def form_of_word(word: str, source: Source) -> tuple[Form, str] | None:
    """The form of a scalar, free or any-value word, and its `format` ("" if none); `None` unknown."""
    low = word.lower()
    if low in _WORDS:
        return Scalar(_WORDS[low]), _FORMATS.get(low, "")
    if low in _STRING_FORMATS:
        return Scalar(Kind.STRING), _STRING_FORMATS[low]
    if low in _ANY:
        return Anything(), ""
    if low in _OBJECTS:
        return MapOf(Shape(Anything(), source)), ""
    return None
