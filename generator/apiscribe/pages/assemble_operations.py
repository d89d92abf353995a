"""Endpoints → OpenAPI operations, with the lines of every part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apiscribe.diagnostics import Span
from apiscribe.naming import snake
from apiscribe.pages.assemble_calls import calls_told, one_of_calls, told_apart_by
from apiscribe.pages.assemble_models import Components, extent
from apiscribe.pages.assemble_names import Naming, inferred_answers
from apiscribe.pages.assemble_schema import SchemaWriter, signature
from apiscribe.pages.facts import (
    Answer,
    Body,
    Certainty,
    Conflict,
    Endpoint,
    Example,
    Keyword,
    Parameter,
    ParameterPlace,
    Presence,
    Shape,
    Source,
    Text,
)
from apiscribe.pages.provenance import Trace, pointer

_VARIABLE = re.compile(r"\{([^{}]+)\}")


@dataclass(slots=True)
class OperationWriter:
    """Writes Operation Objects. `used` holds the operationIds given so far, and where."""

    schemas: SchemaWriter
    components: Components
    trace: Trace
    keep: bool = True
    conflicts: list[Conflict] = field(default_factory=list)
    used: dict[str, Span] = field(default_factory=dict)

    def operation(self, endpoint: Endpoint, naming: Naming | None, at: str) -> dict[str, Any]:
        """The Operation Object of `endpoint` for the place `at` (a pointer)."""
        self.trace.note(at, [endpoint.source])
        result: dict[str, Any] = {}
        if naming is not None:
            result["operationId"] = self._operation_id(naming, at)
        self._prose(result, "summary", endpoint.summary, at)
        self._prose(result, "description", endpoint.description, at)
        if endpoint.deprecation is not None:
            result["deprecated"] = True
            self.trace.note(at + "/deprecated", [endpoint.deprecation.source])
        if parameters := self._parameters(endpoint, at):
            result["parameters"] = parameters
        if endpoint.bodies:
            result["requestBody"] = self._body(endpoint.bodies, at + "/requestBody")
        answers = list(endpoint.answers)
        if not answers and naming is not None:
            answers = inferred_answers(endpoint, naming, self.components)
        if answers:
            result["responses"] = self._responses(answers, at + "/responses")
        if endpoint.security is not None:
            result["security"] = [{name: [] for name in group} for group in endpoint.security]
            self.trace.note(at + "/security", [endpoint.source])
        if naming is not None:
            result["x-sdk"] = {"resource": ".".join(naming.resource), "method": naming.verb}
            self.trace.note(at + "/x-sdk", [naming.source, *naming.headings])
        self.keywords(result, endpoint.keywords, at)
        return self._identified(result, endpoint, at) if naming is None else result

    def _identified(self, operation: dict[str, Any], endpoint: Endpoint, at: str) -> dict[str, Any]:
        """The operation with the operationId that its page gives as first member.

        Ids are unique in a document: a second operation of the same id goes without.
        """
        if (name := operation.pop("operationId", "")) == "" or endpoint.webhook:
            return operation if name == "" else {"operationId": name, **operation}
        if name not in self.used:
            self.used[name] = endpoint.source.span
            return {"operationId": name, **operation}
        del self.trace.entries[at + "/operationId"]
        message = f"Two operations have the operationId {name}."
        spans = (self.used[name], endpoint.source.span)
        self.conflicts.append(Conflict(message, spans, "that of the first"))
        return operation

    def keywords(self, target: dict[str, Any], keywords: Iterable[Keyword], at: str) -> None:
        """Copy members that the page gives outright; they win over what is there."""
        for keyword in keywords:
            if not self.keep and keyword.name in ("description", "summary"):
                continue
            known, value = target.get(keyword.name), keyword.value
            if keyword.name == "x-sdk" and isinstance(known, dict) and isinstance(value, dict):
                target[keyword.name] = {**known, **value}
            else:
                target[keyword.name] = value
                self.trace.entries.pop(at + pointer(keyword.name), None)
            self.trace.note(at + pointer(keyword.name), [keyword.source])

    def same_prose(self, endpoint: Endpoint, other: Endpoint, at: str) -> None:
        """Note where else the operation's prose stands; other prose is a conflict."""
        pairs = (
            ("summary", endpoint.summary, other.summary),
            ("description", endpoint.description, other.description),
        )
        for key, kept, found in pairs:
            if kept is None or found is None or not self.keep:
                continue
            if kept.text == found.text:
                self.trace.note(at + pointer(key), [found.source])
            else:
                message = f"{endpoint.method} {endpoint.path} has two different texts as {key}."
                spans = (kept.source.span, found.source.span)
                self.conflicts.append(Conflict(message, spans, "the first"))

    def _twice(self, what: str, first: Span, shape: Shape | None, source: Source) -> None:
        """Report a part that is given twice; the first is in the document."""
        second = extent(shape, source.span) if shape is not None else source.span
        self.conflicts.append(Conflict(f"{what} is given twice.", (first, second), "the first"))

    def _operation_id(self, naming: Naming, at: str) -> str:
        """`chat_completions_create`; a number keeps equal ones apart."""
        base = snake((*naming.resource, naming.verb))
        name, number = base, 1
        while name in self.used:
            number += 1
            name = f"{base}_{number}"
        self.used[name] = naming.source.span
        why = "Made of the resource and the method name."
        self.trace.note(at + "/operationId", [Source(naming.source.span, Certainty.INFERRED, why)])
        return name

    def _prose(self, target: dict[str, Any], key: str, text: Text | None, at: str) -> None:
        if text is not None and text.text and self.keep:
            target[key] = text.text
            self.trace.note(at + pointer(key), [text.source])

    # -- parameters -------------------------------------------------------------------------

    def _parameters(self, endpoint: Endpoint, at: str) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = []
        first: dict[tuple[str, str], Span] = {}
        for parameter in endpoint.parameters:
            own = parameter.field
            key = (parameter.place.value, own.name)
            if key in first:
                what = f"The {key[0]} parameter {key[1]} of {endpoint.method} {endpoint.path}"
                self._twice(what, first[key], own.shape, own.source)
                continue
            first[key] = own.source.span
            here = at + pointer("parameters", len(result))
            result.append(self._parameter(parameter, here))
        stated = {p.field.name for p in endpoint.parameters if p.place is ParameterPlace.PATH}
        if endpoint.webhook:
            return result
        for name in dict.fromkeys(_VARIABLE.findall(endpoint.path)):
            if name in stated:
                continue
            here = at + pointer("parameters", len(result))
            span = endpoint.source.span
            why = "The path has a variable of this name."
            self.trace.note(here, [Source(span, Certainty.INFERRED, why)])
            why = "The page does not give the type of this path variable; text fits any."
            self.trace.note(here + "/schema", [Source(span, Certainty.ASSUMED, why)])
            result.append(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            )
        return result

    def _parameter(self, parameter: Parameter, at: str) -> dict[str, Any]:
        member = parameter.field
        self.trace.note(at, [member.source])
        result: dict[str, Any] = {"name": member.name, "in": parameter.place.value}
        text = member.description or member.shape.description
        self._prose(result, "description", text, at)
        if parameter.place is ParameterPlace.PATH or member.presence is Presence.REQUIRED:
            result["required"] = True
        if member.deprecation is not None:
            result["deprecated"] = True
            self.trace.note(at + "/deprecated", [member.deprecation.source])
        shape = replace(member.shape, description=None)
        keywords = {k.name: k for k in parameter.keywords}
        content = keywords.pop("content", None)
        if content is None:
            result["schema"] = self.schemas.schema([shape], at + "/schema")
        else:
            here = at + pointer("content", str(content.value), "schema")
            result["content"] = {str(content.value): {"schema": self.schemas.schema([shape], here)}}
        self.keywords(result, keywords.values(), at)
        return result

    # -- bodies and answers -----------------------------------------------------------------

    def _body(self, bodies: Sequence[Body], at: str) -> dict[str, Any]:
        self.trace.note(at, (b.source for b in bodies))
        result: dict[str, Any] = {}
        text = next((b.description for b in bodies if b.description is not None), None)
        self._prose(result, "description", text, at)
        if any(b.presence is Presence.REQUIRED for b in bodies):
            result["required"] = True
        content: dict[str, Any] = {}
        for body in bodies:
            here = at + pointer("content", body.media_type)
            if body.media_type in content:
                what = f"A body of {body.media_type}"
                self._twice(what, bodies[0].source.span, body.shape, body.source)
                continue
            media: dict[str, Any] = {}
            if body.shape is not None:
                media["schema"] = self.schemas.schema([body.shape], here + "/schema")
            if body.encodings:
                media["encoding"] = {name: dict(value) for name, value in body.encodings}
                sources = [body.encoded] if body.encoded is not None else []
                for name, _ in body.encodings if sources else ():
                    self.trace.note(here + pointer("encoding", name), sources)
            if body.examples:
                media["examples"] = self._examples(body.examples, here)
            content[body.media_type] = media
        result["content"] = content
        return result

    def _responses(self, answers: Sequence[Answer], at: str) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for answer in answers:
            here = at + pointer(answer.status)
            response = result.setdefault(answer.status, {})
            self.trace.note(here, [answer.status_source or answer.source])
            if "description" not in response:
                self._prose(response, "description", answer.description, here)
            for header in answer.headers:
                place = here + pointer("headers", header.name)
                headers = response.setdefault("headers", {})
                headers.setdefault(header.name, self._header(header, place))
            if answer.media_type:
                content = response.setdefault("content", {})
                if answer.media_type in content:
                    what = f"The {answer.media_type} of status {answer.status}"
                    self._twice(what, answers[0].source.span, answer.shape, answer.source)
                    continue
                place = here + pointer("content", answer.media_type)
                content[answer.media_type] = self._media(answer, place)
        return result

    def _header(self, header: Any, at: str) -> dict[str, Any]:
        parameter = Parameter(ParameterPlace.HEADER, header)
        written = self._parameter(parameter, at)
        return {key: value for key, value in written.items() if key not in ("name", "in")}

    def _media(self, answer: Answer, at: str) -> dict[str, Any]:
        self.trace.note(at, [answer.source])
        media: dict[str, Any] = {}
        if answer.shape is not None:
            key = "itemSchema" if answer.streamed else "schema"
            media[key] = self.schemas.schema([answer.shape], at + pointer(key))
        if answer.examples:
            media["examples"] = self._examples(answer.examples, at)
        return media

    def _examples(self, examples: Sequence[Example], at: str) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for number, example in enumerate(examples, 1):
            name = example.name or ("example" if number == 1 else f"example_{number}")
            result[name] = {"value": example.value}
            if example.summary is not None and self.keep:
                result[name] = {"summary": example.summary.text, "value": example.value}
            self.trace.note(at + pointer("examples", name), [example.source])
        return result


def merge_endpoints(
    endpoints: Sequence[Endpoint], conflicts: list[Conflict]
) -> list[list[Endpoint]]:
    """Endpoints by method and path, in order; those of one operation together, to be `merged`.

    Pages that give different operationIds are about different operations.
    """
    places = [(one.method, one.path, one.webhook) for one in endpoints]
    first: dict[tuple[str, str, bool], str] = {}
    for place, endpoint in zip(places, endpoints, strict=True):
        first[place] = first.get(place) or stated_id(endpoint)
    groups: dict[tuple[tuple[str, str, bool], str], list[Endpoint]] = {}
    for place, endpoint in zip(places, endpoints, strict=True):
        id = stated_id(endpoint) or first[place]
        groups.setdefault((place, id), []).append(endpoint)
    for group in groups.values():
        if told_apart_by(group):
            conflicts.append(calls_told(group))
        else:
            _compare(group, conflicts)
    return list(groups.values())


def stated_id(endpoint: Endpoint) -> str:
    """The operationId that the page gives, else ""; webhooks are told apart by their names."""
    keywords = () if endpoint.webhook else endpoint.keywords
    return next((str(k.value) for k in keywords if k.name == "operationId"), "")


def merged(group: Sequence[Endpoint]) -> Endpoint:
    """One endpoint with what any of `group` says; the first to say a thing wins."""
    if told_apart_by(group):
        return one_of_calls(group)
    result = group[0]
    for other in group[1:]:
        named = {(p.place, p.field.name.lower()) for p in result.parameters}
        more = [p for p in other.parameters if (p.place, p.field.name.lower()) not in named]
        media = {b.media_type for b in result.bodies}
        answers = {(a.status, a.media_type) for a in result.answers}
        result = replace(
            result,
            summary=result.summary or other.summary,
            description=result.description or other.description,
            deprecation=result.deprecation or other.deprecation,
            resource=result.resource or other.resource,
            verb=result.verb or other.verb,
            name_source=result.name_source or other.name_source,
            heading_sources=(*result.heading_sources, *other.heading_sources),
            parameters=(*result.parameters, *more),
            bodies=(*result.bodies, *(b for b in other.bodies if b.media_type not in media)),
            answers=(
                *result.answers,
                *(a for a in other.answers if (a.status, a.media_type) not in answers),
            ),
            security=result.security if result.security is not None else other.security,
            keywords=result.keywords or other.keywords,
        )
    return result


def _compare(group: Sequence[Endpoint], conflicts: list[Conflict]) -> None:
    """Report parameters and bodies that two pages give differently."""
    first: dict[tuple[str, str], Any] = {}
    for endpoint in group:
        parts = [((p.place.value, p.field.name), p.field.shape) for p in endpoint.parameters]
        parts += [(("body", b.media_type), b.shape) for b in endpoint.bodies if b.shape is not None]
        for key, shape in parts:
            known = first.setdefault(key, shape)
            if signature(known) != signature(shape):
                conflicts.append(
                    Conflict(
                        f"{endpoint.method} {endpoint.path} has two different shapes for "
                        f"{key[0]} {key[1]}.",
                        (known.source.span, shape.source.span),
                        "the first",
                    )
                )
