"""Documents the bench reads, edits and makes itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.source import load_yaml

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_REFERENCE = "#/components/schemas/"


def read(path: Path) -> dict[str, Any]:
    """A document as data."""
    data: dict[str, Any] = load_yaml(path, Diagnostics()).data
    return data


def write(document: dict[str, Any], path: Path) -> Path:
    """As JSON that all generators read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False))
    return path


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Method and path of each operation."""
    for path, item in document.get("paths", {}).items():
        yield from ((verb, path) for verb in item if verb in VERBS)


def present(document: dict[str, Any], texts: Iterator[str]) -> int:
    """Operations whose path stands in the output at least as often as it has methods.

    Names of path parameters do not count, and neither does how they are put in.
    """
    wanted: dict[str, int] = {}
    for _, path in operations(document):
        key = _bare(path)
        wanted[key] = wanted.get(key, 0) + 1
    found: dict[str, int] = {}
    literal = re.compile(r"""(?<=["'`])/[^"'`\n]*(?=["'`])|(?<=[}\w])/[^"'`\s]*(?=["'`])""")
    for text in texts:
        for match in literal.finditer(text):
            key = _bare(match.group())
            if key in wanted:
                found[key] = found.get(key, 0) + 1
    return sum(min(count, found.get(key, 0)) for key, count in wanted.items())


def _bare(path: str) -> str:
    text = re.sub(r"\$?\{(?:[^{}]|\{[^{}]*\})*\}", "{}", path.partition("?")[0])
    return text.rstrip("/") or "/"


def made(count: int) -> dict[str, Any]:
    """A document of `count` operations and as many schemas, a tag for every ten."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for number in range(count):
        group, step = divmod(number, 10)
        name = f"Widget{number}"
        schemas[name] = _schema(number, count)
        paths.setdefault(f"/group{group}/things{step // 2}/{{id}}", {})[
            ("get", "post")[step % 2]
        ] = _operation(number, group, name)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Made", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _schema(number: int, count: int) -> dict[str, Any]:
    text = {"type": "string", "description": f"What the widget {number} is called."}
    return {
        "type": "object",
        "description": f"A widget of kind {number}.",
        "required": ["id", "name"],
        "properties": {
            "id": {"type": "string", "format": "uuid"},
            "name": text,
            "size": {"type": "integer", "minimum": 0},
            "made_at": {"type": "string", "format": "date-time"},
            "state": {"type": "string", "enum": ["new", "used", f"state-{number % 7}"]},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "place": {"type": "object", "properties": {"shelf": text, "row": {"type": "integer"}}},
            "parts": {
                "type": "array",
                "items": {"$ref": f"{_REFERENCE}Widget{max(0, number - 1 - number % 3)}"},
            },
        },
    }


def _operation(number: int, group: int, name: str) -> dict[str, Any]:
    answer = {"application/json": {"schema": {"$ref": f"{_REFERENCE}{name}"}}}
    operation: dict[str, Any] = {
        "operationId": f"handleWidget{number}",
        "tags": [f"group{group}"],
        "summary": f"Handle the widget {number}.",
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
        ],
        "responses": {"200": {"description": "The widget.", "content": answer}},
    }
    if number % 2:
        operation["requestBody"] = {"required": True, "content": answer}
    return operation


def changed_description(document: dict[str, Any], text: str) -> dict[str, Any]:
    """One sentence of one operation is another."""
    found = deepcopy(document)
    verb, path = next(operations(found))
    found["paths"][path][verb]["description"] = text
    return found


def changed_schema(document: dict[str, Any], field: str) -> dict[str, Any]:
    """One schema has one member more."""
    found = deepcopy(document)
    found["components"]["schemas"][leaf(document)]["properties"][field] = {"type": "string"}
    return found


def leaf(document: dict[str, Any]) -> str:
    """An object schema in the middle of the alphabet that few others refer to."""
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    names: list[str] = sorted(name for name, schema in schemas.items() if schema.get("properties"))
    middle = len(names) // 2
    ordered = [*names[middle:], *names[:middle]]
    return next(n for n in ordered if 1 <= text.count(f'"{_REFERENCE}{n}"') <= 3)


def without(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema is gone; what referred to it takes any object."""
    return _referring(document, name, {"type": "object"}, "")


def renamed(document: dict[str, Any], name: str, new: str) -> dict[str, Any]:
    """The schema and all references to it have a new name."""
    return _referring(document, name, {"$ref": f"{_REFERENCE}{new}"}, new)


def reordered(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema stands last."""
    found = deepcopy(document)
    schemas = found["components"]["schemas"]
    schemas[name] = schemas.pop(name)
    return found


def _referring(
    document: dict[str, Any], name: str, instead: dict[str, Any], new: str
) -> dict[str, Any]:
    reference = f"{_REFERENCE}{name}"

    def replaced(value: Any) -> Any:
        if isinstance(value, list):
            return [replaced(item) for item in value]
        if isinstance(value, dict):
            if value.get("$ref") == reference:
                return dict(instead)
            return {key: replaced(item) for key, item in value.items()}
        return f"{_REFERENCE}{new}" if new and value == reference else value

    found: dict[str, Any] = replaced(document)
    schemas = found["components"]["schemas"]
    found["components"]["schemas"] = {
        (new if key == name else key): schema
        for key, schema in schemas.items()
        if new or key != name
    }
    return found
