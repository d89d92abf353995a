"""Parameters on the wire: every style of OpenAPI 3.2, section 4.12.3, after RFC 6570."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from .operations import Parameter
from .sentinels import Omit
from .wire import ascii_json, json_bytes, plain_text, to_json_value

RESERVED = ":/?#[]@!$&'()*+,;="
"""RFC 3986, section 2.2."""
# What `allowReserved` leaves as it is: reserved characters that say nothing in their place.
_KEPT_IN_PATH = ":@!$&'()*+,;="
KEPT_IN_QUERY = ":/?[]@!$'()*,;"
_KEPT_IN_COOKIE = ":/?[]@!$'()*"
_DELIMITERS = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}
_ESCAPED = re.compile(r"(%[0-9A-Fa-f]{2})")


def percent_encode(text: str, keep: str = "") -> str:
    """Percent-encode all but unreserved characters and those in `keep`.

    Where reserved characters are kept, so are percent-encoded ones (RFC 6570, section 3.2.3).
    """
    if not keep:
        return quote(text, safe="~")
    pieces = _ESCAPED.split(text)
    return "".join(
        piece if index % 2 else quote(piece, safe="~" + keep) for index, piece in enumerate(pieces)
    )


def is_given(value: object) -> bool:
    """Whether a parameter has a value; outside bodies there is no way to send a null."""
    return value is not None and not isinstance(value, Omit)


class _Writer:
    """Writes the scalars of one parameter: as text, percent-encoded for URLs.

    `keep` are characters of values that stay; `None` leaves all text as it is.
    """

    def __init__(self, path: str, keep: str | None) -> None:
        self.path = path
        self.keep = keep

    def scalar(self, value: object) -> str:
        return self.text(plain_text(value, self.path))

    def text(self, text: str) -> str:
        return text if self.keep is None else percent_encode(text, self.keep)

    def name(self, text: str) -> str:
        return text if self.keep is None else percent_encode(text)


def _shape(value: object, path: str) -> Any:
    """The value as a scalar, a list of given items, or a mapping of given members."""
    data = to_json_value(value, path)
    if isinstance(data, Mapping):
        return {key: item for key, item in data.items() if item is not None}
    if isinstance(data, list):
        return [item for item in data if item is not None]
    return data


def _flat(writer: _Writer, data: Any, delimiter: str, pair: str | None) -> str:
    """Items or members joined; `pair` joins key and value (`None`: with the delimiter)."""
    if isinstance(data, list):
        return delimiter.join(writer.scalar(item) for item in data)
    if isinstance(data, Mapping):
        link = delimiter if pair is None else pair
        return delimiter.join(
            writer.name(key) + link + writer.scalar(item) for key, item in data.items()
        )
    return writer.scalar(data)


def path_value(parameter: Parameter, value: object) -> str:
    """What replaces `{name}` in a path. Raises `ValueError` for a missing or empty value."""
    place = f"Path parameter {parameter.argument!r}"
    if not is_given(value):
        raise ValueError(f"{place} needs a value.")
    if parameter.content_type:
        return percent_encode(content_text(parameter, value, place))
    writer = _Writer(place, _KEPT_IN_PATH if parameter.allow_reserved else "")
    data = _shape(value, place)
    text = "" if data in ("", [], {}) else _path_style(parameter, writer, data)
    if not text:
        raise ValueError(f"{place} must not be empty.")
    return text


def content_text(parameter: Parameter, value: object, place: str) -> str:
    """The text of a parameter that has a media type: JSON, or a plain value for any other."""
    if "json" in parameter.content_type:
        return json_bytes(value, place).decode()
    return plain_text(value, place)


def _path_style(parameter: Parameter, writer: _Writer, data: Any) -> str:
    style, explode = parameter.style or "simple", bool(parameter.explode)
    pair = "=" if explode else None
    if style == "label":
        return "." + _flat(writer, data, "." if explode else ",", pair)
    if style != "matrix":
        return _flat(writer, data, ",", pair)
    name = writer.name(parameter.name)
    if explode and isinstance(data, list):
        return "".join(f";{name}={writer.scalar(item)}" for item in data)
    if explode and isinstance(data, Mapping):
        return "".join(f";{writer.name(k)}={writer.scalar(v)}" for k, v in data.items())
    return f";{name}={_flat(writer, data, ',', None)}"


def query_pairs(parameter: Parameter, value: object) -> list[tuple[str, str]]:
    """Percent-encoded names and values of a query parameter."""
    style = parameter.style or "form"
    explode = style in ("form", "deepObject") if parameter.explode is None else parameter.explode
    place = f"Query parameter {parameter.argument!r}"
    if parameter.content_type:
        text = content_text(parameter, value, place)
        return [(percent_encode(parameter.name), percent_encode(text))]
    writer = _Writer(place, KEPT_IN_QUERY if parameter.allow_reserved else "")
    return styled_pairs(parameter.name, value, style, explode, writer)


def styled_pairs(
    name: str, value: object, style: str, explode: bool, writer: _Writer
) -> list[tuple[str, str]]:
    """Encoded names and values in a query style; an empty list or object gives none."""
    data = _shape(value, writer.path)
    if isinstance(data, (Mapping, list)) and style == "deepObject":
        return _deep_pairs(name, data, writer)
    name = writer.name(name)
    if data in ([], {}):
        return []
    if explode and isinstance(data, list):
        return [(name, writer.scalar(item)) for item in data]
    if explode and isinstance(data, Mapping):
        return [(writer.name(key), writer.scalar(item)) for key, item in data.items()]
    return [(name, _flat(writer, data, _DELIMITERS.get(style, ","), None))]


def _deep_pairs(name: str, data: Any, writer: _Writer) -> list[tuple[str, str]]:
    """`filter[a]=1`, nested as deep as the value.

    A list of scalars is `a[]=1&a[]=2`; any other list counts: `a[0][b]=1&a[1][b]=2`.
    """
    inner: Iterable[tuple[object, Any]]
    if isinstance(data, Mapping):
        inner = data.items()
    elif isinstance(data, list):
        items = [item for item in data if item is not None]
        counted = any(isinstance(item, (Mapping, list)) for item in items)
        inner = enumerate(items) if counted else [("", item) for item in items]
    else:
        return [(writer.name(name), writer.scalar(data))]
    return [
        pair
        for key, item in inner
        if item is not None
        for pair in _deep_pairs(f"{name}[{key}]", item, writer)
    ]


def query_writer(path: str, *, reserved: bool = False) -> _Writer:
    """A writer that percent-encodes for a query; `reserved` as in `allowReserved`."""
    return _Writer(path, KEPT_IN_QUERY if reserved else "")


def text_writer(path: str) -> _Writer:
    """A writer that leaves text as it is."""
    return _Writer(path, None)


def extra_query_pairs(values: Mapping[str, object]) -> list[tuple[str, str]]:
    """Pairs of free query parameters: lists repeat the name, objects use brackets."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        if is_given(value):
            style = "form" if isinstance(value, (list, tuple)) else "deepObject"
            pairs += styled_pairs(name, value, style, True, query_writer(name))
    return pairs


def querystring(parameter: Parameter, value: object) -> str:
    """The whole query string (`in: querystring`, OpenAPI 3.2)."""
    place = f"Query string {parameter.argument!r}"
    if "json" in parameter.content_type:
        return percent_encode(json_bytes(value, place).decode())
    if isinstance(value, str):
        return percent_encode(value, RESERVED.replace("#", ""))
    data = _shape(value, place)
    if not isinstance(data, Mapping):
        raise TypeError(f"{place} must be a mapping or a string.")
    writer = query_writer(place)
    pairs: list[tuple[str, str]] = []
    for name, item in data.items():
        # A form: an object in it is JSON, as in a body.
        value = plain_text(item, place) if isinstance(item, Mapping) else item
        pairs += styled_pairs(name, value, "form", True, writer)
    return join_query(pairs)


def join_query(pairs: Iterable[tuple[str, str]]) -> str:
    """Encoded pairs as a query string, without the question mark."""
    return "&".join(f"{name}={value}" for name, value in pairs)


def header_value(parameter: Parameter, value: object) -> str | None:
    """The text of a header parameter (style `simple`); `None` for an empty list or object.

    Raises `ValueError` for what a header cannot hold.
    """
    place = f"Header {parameter.name!r}"
    if "json" in parameter.content_type:
        return ascii_json(value, place)
    data = plain_text(value, place) if parameter.content_type else _shape(value, place)
    if data in ([], {}):
        return None
    writer = _Writer(place, None)
    text = _flat(writer, data, ",", "=" if parameter.explode else None)
    return check_header(parameter.name, text)


_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_TEXT = re.compile(r"[\t -~]*")


def check_header(name: str, text: str) -> str:
    """`text` without blanks at its ends. Raises `ValueError` for a bad name or text.

    Servers read bytes beyond ASCII as they like (RFC 9110, section 5.5), so none are sent.
    """
    if not _HEADER_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no header name (RFC 9110, section 5.6.2).")
    if not _HEADER_TEXT.fullmatch(text):
        raise ValueError(f"Header {name!r} can hold printable ASCII only.")
    return text.strip(" \t")


def check_part_header(name: str, text: str) -> str:
    """`text`, unless it would end the header of a part, which may hold UTF-8 (RFC 7578)."""
    if not _HEADER_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no header name (RFC 9110, section 5.6.2).")
    if "\r" in text or "\n" in text or "\0" in text:
        raise ValueError(f"Header {name!r} must not hold line breaks or NUL.")
    return text.strip(" \t")


# RFC 6265, section 4.1.1.
_COOKIE_TEXT = re.compile(r"[!#-+\--:<-\[\]-~]*")


def cookie_pairs(parameter: Parameter, value: object) -> list[tuple[str, str]]:
    """Names and values of a cookie parameter; style `cookie` sends them as they are."""
    place = f"Cookie {parameter.name!r}"
    if parameter.content_type:
        return [(parameter.name, percent_encode(content_text(parameter, value, place)))]
    raw = parameter.style == "cookie"
    kept = _KEPT_IN_COOKIE if parameter.allow_reserved else ""
    explode = True if parameter.explode is None else parameter.explode
    pairs = styled_pairs(
        parameter.name, value, "form", explode, _Writer(place, None if raw else kept)
    )
    for _, text in pairs:
        # The commas of a list that is not exploded are meant.
        if raw and not _COOKIE_TEXT.fullmatch(text if explode else text.replace(",", "")):
            raise ValueError(f"{place} holds a character that cookies cannot hold.")
    return pairs
