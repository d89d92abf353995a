"""Types of JSON scalars that lose nothing: what is read is written back letter by letter."""

from __future__ import annotations

import base64
import binascii
import datetime
import re
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from .wire import scalar_text

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

_FRACTION = re.compile(r"(\.\d{6})\d+")


class _DateTime(datetime.datetime):
    """A time that remembers its text, which may be more exact (nanoseconds) or laid out otherwise."""

    wire: str

    def __reduce_ex__(self, protocol: Any) -> Any:
        text = getattr(self, "wire", None)  # results of arithmetic have none
        return super().__reduce_ex__(protocol) if text is None else (read_datetime, (text,))


class _Time(datetime.time):
    """A time of day that remembers its text."""

    wire: str

    def __reduce_ex__(self, protocol: Any) -> Any:
        text = getattr(self, "wire", None)
        return super().__reduce_ex__(protocol) if text is None else (read_time, (text,))


class _Uuid(uuid.UUID):
    """A UUID that remembers its text (letter case, braces)."""

    wire: str

    def __reduce__(self) -> Any:
        return read_uuid, (self.wire,)


# What a user sees in a `repr` is the type they know.
_DateTime.__name__ = "datetime.datetime"
_Time.__name__ = "datetime.time"
_Uuid.__name__ = "UUID"


def read_datetime(text: str) -> datetime.datetime:
    """RFC 3339, and what ISO 8601 adds to it. Raises `ValueError`."""
    value = datetime.datetime.fromisoformat(_FRACTION.sub(r"\1", text.replace("z", "Z")))
    if scalar_text(value) == text:
        return value
    exact = _DateTime.fromisoformat(value.isoformat())
    exact.wire = text
    return exact


def read_date(text: str) -> datetime.date:
    """`2024-05-01`. Raises `ValueError` for any other form."""
    value = datetime.date.fromisoformat(text)
    if value.isoformat() != text:
        raise ValueError(f"{text!r} is no full date")
    return value


def read_time(text: str) -> datetime.time:
    """RFC 3339 `full-time` or `partial-time`. Raises `ValueError`."""
    value = datetime.time.fromisoformat(_FRACTION.sub(r"\1", text.replace("z", "Z")))
    if scalar_text(value) == text:
        return value
    exact = _Time.fromisoformat(value.isoformat())
    exact.wire = text
    return exact


def read_uuid(text: str) -> uuid.UUID:
    """RFC 9562. Raises `ValueError`."""
    value = uuid.UUID(text)
    if str(value) == text:
        return value
    exact = _Uuid(text)
    object.__setattr__(exact, "wire", text)
    return exact


def read_base64(text: str) -> bytes:
    """RFC 4648, section 4. Raises `ValueError` where writing it back would give other text."""
    value = base64.b64decode(text, validate=True)
    if base64.b64encode(value).decode("ascii") != text:
        raise binascii.Error("not in canonical form")
    return value


class Codec:
    """Metadata for `Annotated`: how a scalar is read from JSON text and written back."""

    def __init__(self, python: type[Any], name: str, read: Callable[[str], Any]) -> None:
        self.python = python
        self.name = name
        self.read = read

    def __call__(self, value: object) -> Any:
        """Read a value; one of the Python type passes. Raises `ValueError`."""
        if isinstance(value, self.python):
            return value
        if not isinstance(value, str):
            raise ValueError(f"expected {self.name} text")
        return self.read(value)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Let pydantic read and write by this codec."""
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            self,
            serialization=core_schema.plain_serializer_function_ser_schema(
                _write, when_used="json"
            ),
        )

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """A string with a format."""
        return {"type": "string", "format": self.name}


def _write(value: object) -> object:
    text = scalar_text(value)
    return value if text is None else text


class ExactNumber:
    """Metadata for `Annotated[float, …]`: whole numbers stay integers, of any size."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Accept integers and floats, changing neither."""
        from pydantic_core import core_schema

        return core_schema.union_schema(
            [core_schema.int_schema(strict=True), core_schema.float_schema(strict=True)]
        )


DateTime = Annotated[datetime.datetime, Codec(datetime.datetime, "date-time", read_datetime)]
"""RFC 3339 date and time; `datetime.datetime` in Python."""
Date = Annotated[datetime.date, Codec(datetime.date, "date", read_date)]
"""RFC 3339 full date; `datetime.date` in Python."""
Time = Annotated[datetime.time, Codec(datetime.time, "time", read_time)]
"""RFC 3339 time; `datetime.time` in Python."""
Uuid = Annotated[uuid.UUID, Codec(uuid.UUID, "uuid", read_uuid)]
"""RFC 9562 UUID; `uuid.UUID` in Python."""
Base64Bytes = Annotated[bytes, Codec(bytes, "byte", read_base64)]
"""Base64 text; `bytes` in Python."""
Number = Annotated[float, ExactNumber()]
"""Any JSON number; an `int` when it is written as one."""
