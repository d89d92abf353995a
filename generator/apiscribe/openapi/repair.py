"""Mistakes with one possible meaning: repaired in the upgraded document, each with a warning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import from_fragment, look_up, path_pointer, pointer
from apiscribe.openapi.shapes import Visit, walk
from apiscribe.openapi.shapes_v3 import SHAPES, VERBS

TEMPLATE = re.compile(r"\{([^{}]+)\}")
"""A template expression in a path or a server URL."""

LITERAL = re.compile(r"/((?:\^|\(\?).*|.*(?<!\\)\$)/[dgimsuvy]*", re.DOTALL)
"""A pattern written as JavaScript has it; with its slashes it would fit nothing."""

STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
"""Styles by location (OpenAPI 3.2, section 4.12.2.2); `querystring` has none."""


@dataclass(slots=True)
class Repair:
    """Repairs one document in place."""

    data: dict[str, Any]
    origins: Origins
    diagnostics: Diagnostics

    def repair(self) -> None:
        """All repairs, in document order."""
        for visit in walk(self.data, SHAPES["OpenAPI"]):
            self._node(visit)
        paths = self.data.get("paths")
        for path, item in paths.items() if isinstance(paths, dict) else ():
            if path.startswith("/"):
                self._path_parameters(path, item)

    def _node(self, visit: Visit) -> None:
        name, value, path = visit.shape.name, visit.value, visit.path
        if name == "Parameter" and "$ref" not in value:
            self._parameter(value, path_pointer(path))
        elif name == "Header" and "$ref" not in value:
            self._needs_schema(value, path_pointer(path))
        elif name == "PathItem" or name == "Operation":
            self._duplicates(value, path_pointer(path))
            if value.get("responses") == {}:
                del value["responses"]
        elif name == "License" and "url" in value and "identifier" in value:
            self._licence(value, path_pointer(path))
        elif name == "Server":
            self._server(value, path_pointer(path))
        elif name == "ServerVariable" and value.get("enum") == []:
            self._warn("enum", "`enum` is empty.", path_pointer((path, "enum")), "remove it")
            del value["enum"]
        elif name == "Schema" and "pattern" in value:
            self._pattern(value, path_pointer(path))
        elif name == "Encoding":
            self._style(value, "query", path_pointer(path))

    def _warn(self, rule: str, message: str, at: str, help: str) -> None:
        self.diagnostics.warning(f"openapi/{rule}", message, self.origins.place(at), help)

    def _licence(self, licence: dict[str, Any], at: str) -> None:
        message = "`identifier` and `url` of a licence exclude each other; `url` is kept."
        self._warn("licence", message, f"{at}/identifier", "remove one of the two")
        del licence["identifier"]

    def _parameter(self, parameter: dict[str, Any], at: str) -> None:
        location, name = parameter.get("in"), parameter.get("name", "")
        if location == "path" and parameter.get("required") is not True:
            self._warn(
                "path-parameter",
                f"the path parameter `{name}` is always required.",
                at,
                "add `required: true`",
            )
            parameter["required"] = True
        self._style(parameter, str(location), at)
        if location == "querystring":
            return
        self._needs_schema(parameter, at)

    def _style(self, value: dict[str, Any], location: str, at: str) -> None:
        """A style must be possible in its place; those of an encoding are those of the query."""
        style, known = value.get("style"), STYLES.get(location, ())
        if style is None or style in known:
            return
        words = ", ".join(known) or "no style at all"
        message = f"the style `{style}` cannot be used in {location}."
        self._warn("style", message, f"{at}/style", f"use {words}")
        del value["style"]
        value.pop("explode", None)

    def _pattern(self, schema: dict[str, Any], at: str) -> None:
        found = LITERAL.fullmatch(schema["pattern"])
        if found is not None:
            message = "the slashes around the pattern are taken for those of a JavaScript literal."
            self._warn("pattern", message, f"{at}/pattern", f"write `{found[1]}`")
            schema["pattern"] = found[1]

    def _needs_schema(self, value: dict[str, Any], at: str) -> None:
        if "schema" in value and "content" in value:
            self._warn(
                "schema-or-content", "`schema` and `content` exclude each other.", at, "remove one"
            )
            del value["content"]
        elif "schema" not in value and not value.get("content"):
            self._warn("no-schema", "has no `schema`; read as any value.", at, "add a `schema`")
            value.pop("content", None)
            value["schema"] = {}

    def _duplicates(self, holder: dict[str, Any], at: str) -> None:
        """A parameter is known by name and location; only the first of equals stays."""
        parameters = holder.get("parameters")
        if not isinstance(parameters, list):
            return
        seen: set[tuple[Any, Any]] = set()
        kept: list[int] = []
        for index, parameter in enumerate(parameters):
            key = self._key(parameter)
            if key in seen:
                self._warn(
                    "duplicate-parameter",
                    f"the parameter `{key[0]}` in {key[1]} stands twice.",
                    f"{at}/parameters/{index}",
                    "remove one of the two",
                )
            else:
                kept.append(index)
            if key != (None, None):
                seen.add(key)
        if len(kept) < len(parameters):
            self.origins.keep_items(f"{at}/parameters", kept)
            holder["parameters"] = [parameters[index] for index in kept]

    def _resolved(self, value: Any) -> dict[str, Any]:
        for _ in range(50):
            text = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(text, str):
                break
            try:
                value = look_up(self.data, from_fragment(text))
            except LookupError:
                return {}
        return value if isinstance(value, dict) else {}

    def _key(self, parameter: Any) -> tuple[Any, Any]:
        resolved = self._resolved(parameter)
        return resolved.get("name"), resolved.get("in")

    def _server(self, server: dict[str, Any], at: str) -> None:
        """Every `{variable}` of the URL is declared."""
        variables = server.get("variables", {})
        for name in TEMPLATE.findall(server.get("url", "")):
            if name not in variables:
                self._warn(
                    "server-variable",
                    f"the server variable `{name}` is not declared.",
                    f"{at}/url",
                    "declare it in `variables` with a `default`",
                )
                variables[name] = {"default": name}
                server["variables"] = variables

    def _path_parameters(self, path: str, item: Any) -> None:
        """The template expressions of a path and its path parameters are the same names."""
        at = pointer("paths", path)
        if isinstance(item, dict) and "$ref" in item:
            at = from_fragment(str(item["$ref"]))
        resolved = self._resolved(item)
        wanted = dict.fromkeys(TEMPLATE.findall(path))
        shared = self._path_names(resolved)
        for verb in [name for name in VERBS if isinstance(resolved.get(name), dict)]:
            operation = resolved[verb]
            known = shared | self._path_names(operation)
            for name in wanted:
                if name not in known:
                    self._add(operation, name, f"{at}/{verb}")
            self._drop(operation, wanted, f"{at}/{verb}", path)
        self._drop(resolved, wanted, at, path)

    def _path_names(self, holder: dict[str, Any]) -> set[str]:
        keys = map(self._key, holder.get("parameters", []))
        return {name for name, location in keys if location == "path" and isinstance(name, str)}

    def _add(self, operation: dict[str, Any], name: str, at: str) -> None:
        self._warn(
            "path-parameter",
            f"the path has `{{{name}}}` but there is no such parameter; read as a string.",
            at,
            f"declare it: `{{name: {name}, in: path, required: true, schema: {{type: string}}}}`",
        )
        parameters = operation.setdefault("parameters", [])
        parameters.append(
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        )
        self.origins.move(f"{at}/parameters/{len(parameters) - 1}", at)

    def _drop(self, holder: dict[str, Any], wanted: dict[str, None], at: str, path: str) -> None:
        parameters = holder.get("parameters")
        if not isinstance(parameters, list):
            return
        kept: list[int] = []
        for index, parameter in enumerate(parameters):
            name, location = self._key(parameter)
            if location == "path" and name not in wanted:
                self._warn(
                    "path-parameter",
                    f"the path `{path}` has no `{{{name}}}`; the parameter is left out.",
                    f"{at}/parameters/{index}",
                    f"add `{{{name}}}` to the path, or remove the parameter",
                )
            else:
                kept.append(index)
        if len(kept) < len(parameters):
            self.origins.keep_items(f"{at}/parameters", kept)
            holder["parameters"] = [parameters[index] for index in kept]
