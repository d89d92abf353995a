"""What pages leave open: questions for a person, and an overlay in which to answer them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apiscribe.pages.facts import Certainty, Source
from apiscribe.pages.parts.endpoints import is_placeholder
from apiscribe.pages.provenance import certainty, certainty_at, pointer

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_VALUE = re.compile(
    r"\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]+_(?=[A-Za-z]*\d)[A-Za-z0-9]+", re.I
)
"""Segments of a path that look like one thing's id: `42`, a UUID, `boil_9`."""
_ID_NAME = re.compile(r"(?:\w*_)?id|\w+Id")
_SHOWN_ID = re.compile(r"(?!v\d+$)[\w-]*\d[\w-]*")
"""A value of such a member that can only be one thing's: `owl-7b`, not `chat`, nor a version."""
_NO_TYPE = frozenset(
    ["title", "description", "deprecated", "default", "readOnly", "writeOnly", "examples"]
)
"""Members of a schema that say nothing of the type."""

_WITH_BODY = ("post", "put", "patch")


@dataclass(frozen=True, slots=True)
class Question:
    """One gap. `at`: the operation's pointer, "" for the whole API. `target` and `update` (YAML lines)
    are the overlay action that would fill it."""

    at: str
    text: str
    target: str
    update: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OperationSummary:
    """How sure the facts of one operation are, and what is missing of it."""

    name: str
    at: str
    certainties: Mapping[str, int]
    missing: tuple[str, ...]


def questions(
    document: Mapping[str, Any], entries: Mapping[str, Sequence[Source]]
) -> list[Question]:
    """All gaps of a document: the API's own first, then by operation."""
    found = [*_general(document, entries), *_literal_paths(document)]
    for path, method, operation in operations(document):
        found += _of_operation(path, method, operation)
    return found


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Path, method and Operation Object of every operation."""
    for path, item in document.get("paths", {}).items():
        for method, operation in item.items():
            if method in _METHODS and isinstance(operation, dict):
                yield path, method, operation


def summaries(
    document: Mapping[str, Any],
    entries: Mapping[str, Sequence[Source]],
    asked: Sequence[Question],
) -> list[OperationSummary]:
    """One summary for each operation."""
    counts: dict[str, Counter[str]] = {}
    for at, sources in entries.items():
        steps = at.split("/")
        if len(steps) > 3 and steps[1] == "paths":
            key = "/".join(steps[:4])
            counts.setdefault(key, Counter())[certainty(sources).value] += 1
    missing_at: dict[str, list[str]] = {}
    for question in asked:
        missing_at.setdefault(question.at, []).append(question.text)
    result = []
    for path, method, _ in operations(document):
        at = pointer("paths", path, method)
        own = counts.get(at, Counter())
        missing = tuple(missing_at.get(at, ()))
        figures = {kind.value: own[kind.value] for kind in Certainty}
        result.append(OperationSummary(f"{method.upper()} {path}", at, figures, missing))
    return result


def _general(
    document: Mapping[str, Any], entries: Mapping[str, Sequence[Source]]
) -> Iterator[Question]:
    if not document.get("paths"):
        return
    if not document.get("servers"):
        text = "Where is the API? No page names its server."
        yield Question("", text, "$", ("servers:", "- url: https://…"))
    for index, server in enumerate(document.get("servers", [])):
        if certainty_at(entries, pointer("servers", index)) is Certainty.ASSUMED:
            doubt = "looks like a placeholder" if is_placeholder(server["url"]) else "is assumed"
            text = f"Where is the API? {server['url']} {doubt}."
            yield Question("", text, "$", ("servers:", "- url: https://…"))
    secured = any("security" in operation for _, _, operation in operations(document))
    if not (secured or "security" in document):
        text = "How does a caller authenticate? No page says it; write `security: []` if nobody has to."
        lines = ("security:", "- bearerAuth: []", "components:", "  securitySchemes:")
        yield Question("", text, "$", (*lines, "    bearerAuth: {type: http, scheme: bearer}"))
    for name, scheme in document.get("components", {}).get("securitySchemes", {}).items():
        if scheme.get("flows") == {}:
            text = f"Where do the tokens of {name} come from? No page gives a flow with its URLs."
            flow = "  clientCredentials: {tokenUrl: https://…, scopes: {}}"
            target = f"$.components.securitySchemes[{json.dumps(name)}]"
            yield Question("", text, target, ("flows:", flow))
    if certainty_at(entries, "/info/version") is Certainty.ASSUMED:
        version = document["info"]["version"]
        text = f"Which version of the API is this? {version} is assumed."
        yield Question("", text, "$.info", (f"version: {json.dumps(version)}",))


def _literal_paths(document: Mapping[str, Any]) -> Iterator[Question]:
    """Paths with a value where others have a variable: `/users/42`; alike ones are one question.

    A value is also what an example shows as an id.
    """
    alike: dict[str, list[str]] = {}
    shown = set(_shown_ids(document.get("paths", {})))
    for path in document.get("paths", {}):
        steps = [
            "{id}" if step in shown or _VALUE.fullmatch(step) else step for step in path.split("/")
        ]
        if steps.count("{id}") == 1 and "{id}" not in path:
            alike.setdefault("/".join(steps), []).append(path)
    for template, paths in alike.items():
        text = f"Is a part of {' and '.join(paths)} a parameter, as in {template}?"
        entry = f"  {json.dumps(template, ensure_ascii=False)}: {{}}"
        yield Question("", text, "$", ("paths:", entry))


def _shown_ids(node: Any, example: bool = False) -> Iterator[str]:
    """Values of members called `id` in examples."""
    if isinstance(node, dict):
        for name, inner in node.items():
            named = example and isinstance(inner, str) and _ID_NAME.fullmatch(name)
            if named and _SHOWN_ID.fullmatch(inner):
                yield inner
            yield from _shown_ids(inner, example or name == "examples")
    elif isinstance(node, list):
        for inner in node:
            yield from _shown_ids(inner, example)


def _of_operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[Question]:
    at = pointer("paths", path, method)
    target = f"$.paths[{json.dumps(path, ensure_ascii=False)}].{method}"
    name = f"{method.upper()} {path}"
    if not any(
        status[:1] in ("2", "3") or status == "default" for status in operation.get("responses", {})
    ):
        text = f"What does {name} answer? No page says it."
        lines = ("responses:", "  '200':", "    description: …", "    content:")
        yield Question(
            at, text, target, (*lines, "      application/json: {schema: {type: object}}")
        )
    if method in _WITH_BODY and "requestBody" not in operation:
        text = f"Is anything sent with {name}? No page shows a body."
        body = ("requestBody:", "  content:", "    application/json: {schema: {type: object}}")
        yield Question(at, text, target, body)
    for index, parameter in enumerate(operation.get("parameters", [])):
        schema = parameter.get("schema")
        if isinstance(schema, dict) and not schema.keys() - _NO_TYPE:
            text = (
                f"Of which type is the {parameter['in']} parameter {parameter['name']} of {name}?"
            )
            yield Question(at, text, f"{target}.parameters[{index}].schema", ("type: string",))
    for place, steps in _untyped(operation):
        text = f"Of which type is {place} of {name}?"
        yield Question(at, text, target + steps, ("type: string",))


def _untyped(operation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Members without any type: name and the rest of the JSONPath."""
    holders = [("the body's", ".requestBody", operation.get("requestBody", {}))]
    for status, response in operation.get("responses", {}).items():
        holders.append((f"the {status} answer's", f".responses[{json.dumps(status)}]", response))
    for whose, way, holder in holders:
        for media_type, media in holder.get("content", {}).items():
            for key in ("schema", "itemSchema"):
                start = f"{way}.content[{json.dumps(media_type)}].{key}"
                for name, steps in _members(media.get(key), start):
                    yield f"{whose} {name}", steps


def _members(schema: Any, way: str) -> Iterator[tuple[str, str]]:
    if not isinstance(schema, dict):
        return
    for name, inner in schema.get("properties", {}).items():
        here = f"{way}.properties[{json.dumps(name, ensure_ascii=False)}]"
        if isinstance(inner, dict) and not inner.keys() - _NO_TYPE:
            yield name, here
        for found, steps in _members(inner, here):
            yield f"{name}.{found}", steps
    yield from _members(schema.get("items"), way + ".items")


def overlay_skeleton(document: Mapping[str, Any], asked: Sequence[Question]) -> str:
    """An OpenAPI Overlay 1.1 that changes nothing yet: each question with the action that answers it."""
    title = str(document["info"]["title"])
    lines = [
        "# What the pages leave open. Answer a question by taking the # off its action, and say in",
        "# x-source where the answer stands (or in x-assumption why it is assumed).",
        "overlay: 1.1.0",
        "info:",
        f"  title: {json.dumps(title + ', completed', ensure_ascii=False)}",
        "  version: 1.0.0",
        "actions:",
        "- target: $.info",
        "  x-source: the pages",
        "  update:",
        f"    title: {json.dumps(title, ensure_ascii=False)}",
    ]
    for question in asked:
        lines += ["", f"# {question.text}", f"# - target: {_quoted(question.target)}"]
        lines += ["#   x-source:", "#   update:", *(f"#     {line}" for line in question.update)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'" if "'" in text or '"' in text else text
