"""Endpoint lines of a pseudo-JSON page, where it has them, and the shapes below each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.facts import (
    Answer,
    Body,
    Certainty,
    Endpoint,
    Field,
    Kind,
    Parameter,
    ParameterPlace,
    Presence,
    Reference,
    Scalar,
    Server,
    Shape,
    Source,
    Text,
)
from apiscribe.pages.json_shape_blocks import EndpointLine, Heading, Prose
from apiscribe.pages.json_shape_parts import Named
from apiscribe.pages.json_shape_sections import Part, Sections
from apiscribe.pages.page import PageSource

_REQUEST = re.compile(r"\b(requests?|body|payload|input)\b", re.I)
_RESPONSE = re.compile(r"\b(responses?|answers?|returns?|output|results?)\b", re.I)
_ERROR = re.compile(r"\berrors?\b", re.I)
_STATUS = re.compile(r"(?<!\d)([1-5]\d\d)(?!\d)")
_VARIABLE = re.compile(r"(?<=/):(\w+)|(?<=/)<(\w+)>")
_BODILESS = ("GET", "HEAD", "DELETE")


def read_endpoints(
    page: PageSource, sections: Sections, names: Sequence[Named]
) -> tuple[tuple[Endpoint, ...], tuple[Server, ...]]:
    """The endpoints, with the shapes that stand below each, and the hosts their lines name."""
    endpoints = []
    servers: dict[str, Server] = {}
    for index, (block, heading, prose) in enumerate(sections.endpoints):
        own = [
            (part, named)
            for part, named in zip(sections.parts, names, strict=True)
            if part.endpoint == index
        ]
        endpoints.append(_endpoint(page, block, heading, prose, own))
        if block.host:
            servers.setdefault(block.host, Server(block.host, Source(page.span(block.line))))
    return tuple(endpoints), tuple(servers.values())


def _endpoint(
    page: PageSource,
    block: EndpointLine,
    heading: Heading | None,
    prose: Prose | None,
    parts: Sequence[tuple[Part, Named]],
) -> Endpoint:
    source = Source(page.span(block.line))
    path = _VARIABLE.sub(lambda match: "{" + (match[1] or match[2]) + "}", block.path)
    bodies, answers = [], []
    for part, named in parts:
        if _is_request(part, block.method):
            bodies.append(_body(page, part, named))
        else:
            answers.append(_answer(page, part, named))
    summary = Text(heading.text, Source(page.span(heading.line))) if heading else None
    description = None
    if prose is not None:
        description = Text(prose.text, Source(page.span(prose.line, prose.end_line)))
    return Endpoint(
        block.method,
        path,
        source,
        summary,
        description,
        parameters=_path_parameters(path, source),
        bodies=tuple(bodies),
        answers=tuple(answers),
    )


def _path_parameters(path: str, source: Source) -> tuple[Parameter, ...]:
    reason = "The name stands in the path; a segment of a path is text."
    inferred = Source(source.span, Certainty.INFERRED, reason)
    return tuple(
        Parameter(
            ParameterPlace.PATH,
            Field(name, Shape(Scalar(Kind.STRING), inferred), Presence.REQUIRED, inferred),
        )
        for name in re.findall(r"\{([^{}]+)\}", path)
    )


def _is_request(part: Part, method: str) -> bool:
    if part.streamed or method in _BODILESS or _RESPONSE.search(part.heading):
        return False
    return _REQUEST.search(part.heading) is not None


def _reference(page: PageSource, part: Part, named: Named, reason: str) -> Shape:
    span = page.span(part.block.line, part.block.end_line)
    return Shape(Reference(named.name), Source(span, Certainty.INFERRED, reason))


def _body(page: PageSource, part: Part, named: Named) -> Body:
    shape = _reference(page, part, named, "The shape stands under a heading about requests.")
    return Body("application/json", shape, shape.source)


def _answer(page: PageSource, part: Part, named: Named) -> Answer:
    shape = _reference(page, part, named, "The shape stands below the endpoint.")
    stated = _STATUS.search(part.heading)
    is_error = _ERROR.search(part.heading) is not None
    status = stated[1] if stated else "default" if is_error else "200"
    media_type = "text/event-stream" if part.streamed else "application/json"
    reason = "The page gives no status."
    unsaid = None if stated else Source(shape.source.span, Certainty.INFERRED, reason)
    return Answer(
        status, media_type, shape, shape.source, streamed=part.streamed, status_source=unsaid
    )
