"""Is a request what the document asks for? Every problem, with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from apiscribe.serve import bodies, brackets, decoding
from apiscribe.serve.nodes import BASE_URI, Node, at_pointer
from apiscribe.serve.routing import Match


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong. `place` is `path`, `query`, `header`, `cookie` or `body`."""

    place: str
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came: header names lower-case, query and path still encoded."""

    verb: str
    raw_path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


class SchemaValidator:
    """Checks values against the schemas (JSON Schema 2020-12) of a document.

    Members that are `hidden` (`readOnly` in requests, `writeOnly` in answers) need not be there.
    `formats` are those that values must keep; the others are annotations.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        hidden: str,
        formats: Mapping[str, Callable[[str], object]] = MappingProxyType({}),
    ) -> None:
        resource = DRAFT202012.create_resource(data)
        self.registry: Registry[Any] = Registry().with_resource(BASE_URI, resource)
        self.data = data
        self.hidden = hidden
        self.formats = formats
        changed = {"required": self._required, "format": self._format, "oneOf": self._one_of}
        if hidden == "writeOnly":  # in requests documents call it optional, and mean it
            changed["discriminator"] = self._discriminator
        self.validator_class = extend(Draft202012Validator, changed)  # type: ignore[no-untyped-call]

    def fits(self, schema: Node, value: Any) -> bool:
        """Whether `value` is valid."""
        validator = self.validator_class({"$ref": schema.reference}, registry=self.registry)
        return bool(validator.is_valid(value))

    def errors(self, schema: Node, value: Any) -> list[ValidationError]:
        """Every violation, in a stable order."""
        validator = self.validator_class({"$ref": schema.reference}, registry=self.registry)
        return sorted(validator.iter_errors(value), key=lambda e: [str(p) for p in e.absolute_path])

    def _required(
        self, validator: Any, required: Any, instance: Any, schema: Mapping[str, Any]
    ) -> Any:
        """`required`, except for members that never travel this way."""
        if not isinstance(instance, dict):
            return
        for name in required:
            if name not in instance and not self._is_hidden(schema, name):
                yield ValidationError(f"{name!r} is a required property")

    def _one_of(
        self, validator: Any, alternatives: Any, instance: Any, schema: Mapping[str, Any]
    ) -> Any:
        """`oneOf`: at least one; exactly one only where alternatives speak of nothing but members.

        Documents write it for "one of these", whose values may fit the others too.
        """
        exact = all(isinstance(one, Mapping) and _only_requires(one) for one in alternatives)
        keyword = "oneOf" if exact else "anyOf"
        yield from Draft202012Validator.VALIDATORS[keyword](
            validator, alternatives, instance, schema
        )

    def _discriminator(
        self, validator: Any, discriminator: Any, instance: Any, schema: Mapping[str, Any]
    ) -> Any:
        """The member that tells the alternative has to be there (OpenAPI 3.2, section 4.25)."""
        name = discriminator.get("propertyName") if isinstance(discriminator, Mapping) else None
        if not name or discriminator.get("defaultMapping"):
            return
        if isinstance(instance, dict) and name not in instance:
            yield ValidationError(f"{name!r} is a required property")

    def _format(self, validator: Any, name: Any, instance: Any, schema: Any) -> Any:
        if name in self.formats and isinstance(instance, str):
            try:
                self.formats[name](instance)
            except ValueError:
                yield ValidationError(f"{instance!r} is no {name}")

    def _is_hidden(self, schema: Mapping[str, Any], name: str) -> bool:
        declared = (schema.get("properties") or {}).get(name)
        if not isinstance(declared, Mapping):
            return False
        reference = declared.get("$ref", "")
        target = at_pointer(self.data, reference[1:]) if reference.startswith("#") else None
        return bool(declared.get(self.hidden) or (target or {}).get(self.hidden))


class RequestValidator(SchemaValidator):
    """Checks requests against a document."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, "readOnly")

    def check(self, match: Match, received: Received) -> list[Problem]:
        """All problems of a request: parameters first, then the body."""
        problems: list[Problem] = []
        for parameter in match.route.parameters:
            problems += self._parameter(parameter, match, received)
        return problems + self._body(match, received)

    def _parameter(self, parameter: Node, match: Match, received: Received) -> list[Problem]:
        place, name = str(parameter.get("in")), str(parameter.get("name"))
        value = self._decoded(parameter, place, name, match, received)
        if value is None:
            if parameter.get("required"):
                return [Problem(place, name, "is required and was not sent")]
            return []
        schema = parameter.child("schema") or self._content_schema(parameter)
        if schema is None:
            return []
        return [Problem(place, name, _sentence(error)) for error in self.errors(schema, value)]

    def _decoded(
        self, parameter: Node, place: str, name: str, match: Match, received: Received
    ) -> Any | None:
        content = parameter.get("content") is not None
        if place == "path":
            raw = match.path_values.get(name)
            if raw is None or content:
                return None if raw is None else decoding.decode_content(raw)
            return decoding.decode_simple(raw, parameter, self.fits)
        if place == "query":
            pairs = decoding.query_pairs(received.query)
            if not content:
                deep = parameter.get("style") == "deepObject"
                decode = brackets.decode_deep if deep else decoding.decode_query
                return decode(pairs, parameter, self.fits)
            found = next((raw for key, raw in pairs if key == name), None)
            return None if found is None else decoding.decode_content(found)
        if place == "header":
            text = received.headers.get(name.lower())
            if text is None or content:
                return None if text is None else decoding.decode_content(text, encoded=False)
            return decoding.decode_simple(text, parameter, self.fits, encoded=False)
        if place == "cookie":
            morsel = SimpleCookie(received.headers.get("cookie", "")).get(name)
            if morsel is None:
                return None
            return decoding.decode_simple(morsel.value, parameter, self.fits)
        return received.query or None

    def _content_schema(self, parameter: Node) -> Node | None:
        content = parameter.child("content")
        media = next((node for _, node in content.members()), None) if content else None
        return media.child("schema") if media else None

    def _body(self, match: Match, received: Received) -> list[Problem]:
        request_body = match.route.operation.child("requestBody")
        if request_body is None:
            return []
        if not received.body and "content-type" not in received.headers:
            if request_body.get("required"):
                return [Problem("body", "", "is required and was not sent")]
            return []
        content = request_body.child("content")
        content_type = received.headers.get("content-type", "")
        media_type = bodies.media_type_of(content_type)
        media = bodies.find_media(content, media_type) if content else None
        if media is None:
            offered = ", ".join(request_body.get("content", {}))
            return [Problem("body", "", f"has media type {media_type!r}; accepted: {offered}")]
        schema = media.child("schema")
        value = bodies.decode_body(received.body, content_type, schema, self.fits)
        if isinstance(value, bodies.Unreadable):
            return [Problem("body", "", value.reason)]
        if schema is None or not _checkable(media_type):
            return []
        return [
            Problem("body", _pointer(error.absolute_path), _sentence(error))
            for error in self.errors(schema, value)
        ]


def _only_requires(schema: Mapping[str, Any]) -> bool:
    return bool(schema) and schema.keys() <= {"required", "not", "type", "title", "description"}


def _checkable(media_type: str) -> bool:
    return (
        bodies.is_json(media_type)
        or media_type == "application/x-www-form-urlencoded"
        or media_type.startswith(("multipart/", "text/"))
    )


def _pointer(path: Any) -> str:
    return "".join(f"/{part}" for part in path)


def _sentence(error: ValidationError) -> str:
    """One line: for alternatives, what the nearest one lacks."""
    if error.context and (nearest := best_match(error.context)) is not None:
        where = _pointer(nearest.absolute_path)
        return f"fits no alternative; nearest: {nearest.message}" + (
            f" at {where}" if where else ""
        )
    return error.message if len(error.message) < 300 else error.message[:297] + "…"
