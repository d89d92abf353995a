"""The values of answers: an example of the document that fits its schema, else a made one.

Examples on pages and in documents are often older than the schema beside them. A client that holds
answers to their description could do nothing with those, so they are only sent when asked for by
name, or when nothing better can be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

from apiscribe.serve.nodes import Node, composed
from apiscribe.serve.sampling import Sampler
from apiscribe.serve.validation import SchemaValidator

_FORMATS: Mapping[str, Callable[[str], object]] = {
    "date": date.fromisoformat,
    **dict.fromkeys(("date-time", "dateTime", "datetime", "date_time"), datetime.fromisoformat),
    "uuid": UUID,
}
"""Formats that SDKs read as types of their own."""

_COMPOSING = ("allOf", "oneOf", "anyOf")


class Values:
    """Values by media type object, worked out once."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._validator = SchemaValidator(data, Sampler.hidden, _FORMATS)
        self._sampler = Sampler(self._validator.fits)
        self._known: dict[str, Any] = {}

    def sampled(self, schema: Node) -> Any:
        """A value made from a schema."""
        return self._sampler.sample(schema)

    def of_media(self, media: Node, name: str | None) -> Any:
        """The example `name`, else the first that fits, else a made value; `None` without any."""
        if name is not None and (named := dict(examples_of(media)).get(name)) is not None:
            return named
        if media.pointer not in self._known:
            self._known[media.pointer] = self._of_media(media)
        return self._known[media.pointer]

    def of_stream(self, media: Node, name: str | None) -> list[Any]:
        """The items of a stream: those of the example that fit, else made ones."""
        schema = media.child("itemSchema") or media.child("schema")
        stated = dict(examples_of(media))
        if name is not None and name in stated:
            value = stated[name]
            return value if isinstance(value, list) else [value]
        for value in stated.values():
            items = value if isinstance(value, list) else [value]
            fitting = [item for item in items if schema is None or self._fits(schema, item)]
            if fitting:
                return fitting
        return [self.sampled(schema)] * 3 if schema is not None else []

    def _of_media(self, media: Node) -> Any:
        schema = media.child("schema")
        stated = [value for _, value in examples_of(media)]
        if schema is None:
            return stated[0] if stated else None
        shown = [without_hidden(schema, value, Sampler.hidden) for value in stated]
        for value in shown:
            if self._fits(schema, value):
                return value
        made = self.sampled(schema)
        return made if not shown or self._fits(schema, made) else shown[0]

    def _fits(self, schema: Node, value: Any) -> bool:
        return self._validator.fits(schema, value)


def examples_of(media: Node) -> Iterator[tuple[str, Any]]:
    """The examples of a Media Type Object or a Parameter Object: name ("" of the one) and value."""
    if "example" in media.value:
        yield "", media.value["example"]
    examples = media.child("examples")
    for key, example in examples.members() if examples else ():
        value = example.get("dataValue", example.get("value"))
        if value is not None:
            yield key, value


def without_hidden(schema: Node, value: Any, hidden: str) -> Any:
    """`value` less the members that every schema which describes them says to be `hidden`."""
    if isinstance(value, list):
        items = next(
            (found for one in composed(schema, *_COMPOSING) if (found := one.child("items"))), None
        )
        return [without_hidden(items, item, hidden) for item in value] if items else value
    if not isinstance(value, dict):
        return value
    described: dict[str, list[Node]] = {}
    for one in composed(schema, *_COMPOSING):
        properties = one.child("properties")
        for name, member in properties.members() if properties else ():
            described.setdefault(name, []).append(member)
    return {
        name: without_hidden(described[name][0], item, hidden) if name in described else item
        for name, item in value.items()
        if name not in described or not all(_is(one, hidden) for one in described[name])
    }


def _is(member: Node, hidden: str) -> bool:
    return any(part.get(hidden) is True for part in composed(member, *_COMPOSING))
