"""Answers from JSON to Python values: nothing is lost, and what does not fit is noted.

Two ways lead to the same values. pydantic's own parser is fast and takes what fits. What it
refuses goes through `readers`, which keeps every odd value as it came and lists the places.
"""

from __future__ import annotations

import threading
import types
from functools import lru_cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from .errors import Issue
from .readers import reader
from .wire import parse_json

_LOCK = threading.RLock()
_CONTAINERS = (list, dict, tuple, Union, types.UnionType)


def decode_json(content: bytes | str, annotation: Any, *, strict: bool) -> tuple[Any, list[Issue]]:
    """The value of JSON text as a type, and the places where it does not fit.

    With `strict`, every place is looked for; without, the list is only empty or not. Raises
    `NotJsonError`.
    """
    if not strict and _pydantic_alone(annotation):
        try:
            return _adapter(annotation).validate_json(content, strict=True), []
        except ValidationError:
            pass
    return decode_value(parse_json(content), annotation)


def decode_value(data: Any, annotation: Any) -> tuple[Any, list[Issue]]:
    """A JSON value as a type, and the places where it does not fit."""
    issues: list[Issue] = []
    return reader(annotation)(data, issues), issues


@lru_cache(maxsize=4096)
def _pydantic_alone(annotation: Any) -> bool:
    """Whether pydantic's parser keeps all the data of this type (dataclasses, say, drop extras)."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    if annotation in (str, int, bool, type(None), Any, object):
        return True
    origin = get_origin(annotation)
    if origin is Annotated:
        return _pydantic_alone(get_args(annotation)[0])
    arguments = get_args(annotation)
    return origin in _CONTAINERS and all(
        argument is ... or _pydantic_alone(argument) for argument in arguments
    )


@lru_cache(maxsize=4096)
def _adapter(annotation: Any) -> TypeAdapter[Any]:
    with _LOCK:  # pydantic does not guard the building of models
        adapter: TypeAdapter[Any] = TypeAdapter(annotation)
        adapter.rebuild(force=False, raise_errors=False)
        return adapter
