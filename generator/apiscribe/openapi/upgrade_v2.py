"""Swagger 2.0 as OpenAPI 3.2: the document, its operations, responses and security schemes.

Parameters are in `upgrade_v2_parameters`. Everything made here says where it came from, and
references are rewritten by that same record.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import fragment, from_fragment, pointer
from apiscribe.openapi.shapes import walk
from apiscribe.openapi.shapes_v3 import SHAPES
from apiscribe.openapi.upgrade_v2_parameters import Located, ParameterUpgrade, simple_schema

_VERBS = ("get", "put", "post", "delete", "options", "head", "patch")
_OPERATION_KEPT = (
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "deprecated",
    "security",
)
_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_JSON = "application/json"


@dataclass(slots=True)
class SwaggerUpgrade:
    """Makes a new document from a Swagger 2.0 one; node types must be right, references local."""

    old: dict[str, Any]
    origins: Origins
    diagnostics: Diagnostics
    moved: dict[str, str] = field(default_factory=dict)
    """New pointers by old ones."""

    def upgrade(self) -> dict[str, Any]:
        """The new document. References in it still need `upgrade_schema`."""
        old = self.old
        new: dict[str, Any] = {"openapi": "3.2.0"}
        if "info" in old:
            new["info"] = old["info"]
        if servers := self._servers(old.get("schemes", []), "/host"):
            new["servers"] = servers
        for name in ("security", "tags", "externalDocs"):
            if name in old:
                new[name] = old[name]
        new.update({name: value for name, value in old.items() if name.startswith("x-")})
        components = self._components()
        new["paths"] = self._paths(old.get("paths", {}))
        if components:
            new["components"] = components
        self._rewrite_references(new)
        return new

    def move(self, new: str, old: str) -> None:
        """Record that what was at `old` is now at `new`."""
        self.origins.move(new, old)
        self.moved.setdefault(old, new)

    def _servers(self, schemes: list[str], at: str) -> list[dict[str, Any]]:
        host, base = self.old.get("host", ""), self.old.get("basePath", "")
        base = base if base.startswith("/") or not base else "/" + base
        base = base.rstrip("/")
        if not host:
            if base:
                self.origins.move("/servers/0/url", "/basePath")
            return [{"url": base}] if base else []
        usable = [scheme for scheme in schemes if scheme in ("http", "https")]
        if not usable:
            usable = ["https"]
        urls = [f"{scheme}://{host}{base}" for scheme in sorted(set(usable), reverse=True)]
        for index in range(len(urls)):
            self.origins.move(f"/servers/{index}", at)
        return [{"url": url} for url in urls]

    def _components(self) -> dict[str, Any]:
        old = self.old
        components: dict[str, Any] = {}
        if old.get("definitions"):
            components["schemas"] = old["definitions"]
            self.move("/components/schemas", "/definitions")
        responses: dict[str, Any] = {}
        for name, response in old.get("responses", {}).items():
            at, was = pointer("components", "responses", name), pointer("responses", name)
            responses[name] = self._response(response, old.get("produces", [_JSON]), at, was)
        parameters, bodies = self._shared_parameters()
        schemes = {
            name: self._scheme(scheme, pointer("securityDefinitions", name))
            for name, scheme in old.get("securityDefinitions", {}).items()
        }
        if schemes:
            self.move("/components/securitySchemes", "/securityDefinitions")
        for section, values in (
            ("responses", responses),
            ("parameters", parameters),
            ("requestBodies", bodies),
            ("securitySchemes", schemes),
        ):
            if values:
                components[section] = values
        return components

    def _shared_parameters(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Shared parameters, and shared bodies; shared form fields are inlined where used."""
        parameters: dict[str, Any] = {}
        bodies: dict[str, Any] = {}
        upgrade = ParameterUpgrade(self.old, self.diagnostics, self.origins, self.move)
        for name, parameter in self.old.get("parameters", {}).items():
            was = pointer("parameters", name)
            if "$ref" in parameter:
                continue
            if parameter.get("in") == "body":
                at = pointer("components", "requestBodies", name)
                bodies[name] = upgrade.body([(parameter, was)], self.old.get("consumes", []), at)
            elif parameter.get("in") != "formData":
                at = pointer("components", "parameters", name)
                parameters[name] = upgrade.parameter(parameter, at, was)
        return parameters, bodies

    def _paths(self, paths: dict[str, Any]) -> dict[str, Any]:
        new: dict[str, Any] = {}
        for path, item in paths.items():
            at = pointer("paths", path)
            new[path] = self._path_item(item, at) if isinstance(item, dict) else item
        return new

    def _path_item(self, item: dict[str, Any], at: str) -> dict[str, Any]:
        if isinstance(item.get("$ref"), str):
            return item
        new: dict[str, Any] = {}
        upgrade = ParameterUpgrade(self.old, self.diagnostics, self.origins, self.move)
        shared = upgrade.split(item.get("parameters", []), f"{at}/parameters")
        if shared.plain:
            new["parameters"] = upgrade.parameters(shared.plain, f"{at}/parameters")
        for name, value in item.items():
            if name in _VERBS:
                new[name] = self._operation(value, f"{at}/{name}", upgrade, shared.body)
            elif name != "parameters":
                new[name] = value
        return new

    def _operation(
        self,
        old: dict[str, Any],
        at: str,
        upgrade: ParameterUpgrade,
        inherited: list[Located],
    ) -> dict[str, Any]:
        new: dict[str, Any] = {name: old[name] for name in _OPERATION_KEPT if name in old}
        own = upgrade.split(old.get("parameters", []), f"{at}/parameters")
        if own.plain:
            new["parameters"] = upgrade.parameters(own.plain, f"{at}/parameters")
        if body := upgrade.merged(inherited, own.body):
            consumes = old.get("consumes", self.old.get("consumes", []))
            new["requestBody"] = upgrade.body(body, consumes, f"{at}/requestBody")
        produces = old.get("produces", self.old.get("produces", [])) or [_JSON]
        if "responses" in old:
            new["responses"] = {
                code: self._answer(response, produces, at + pointer("responses", code))
                for code, response in old["responses"].items()
            }
        if old.get("schemes") and (servers := self._servers(old["schemes"], f"{at}/schemes")):
            new["servers"] = servers
        new.update({name: value for name, value in old.items() if name.startswith("x-")})
        return new

    def _answer(self, old: Any, produces: list[str], at: str) -> Any:
        return self._response(old, produces, at, at) if isinstance(old, dict) else old

    def _response(
        self, old: dict[str, Any], produces: list[str], at: str, was: str
    ) -> dict[str, Any]:
        if isinstance(old.get("$ref"), str):
            return old
        if at != was:
            self.move(at, was)
        new: dict[str, Any] = {"description": old.get("description", "")}
        new.update({name: value for name, value in old.items() if name.startswith("x-")})
        if headers := old.get("headers"):
            new["headers"] = {name: self._header(header) for name, header in headers.items()}
            for name in headers:
                inner = pointer("headers", name)
                self.move(f"{at}{inner}/schema", f"{was}{inner}")
        content = self._content(old, produces, at, was)
        if content:
            new["content"] = content
        return new

    def _content(
        self, old: dict[str, Any], produces: list[str], at: str, was: str
    ) -> dict[str, Any]:
        schema, examples = old.get("schema"), old.get("examples", {})
        media = [*produces, *(name for name in examples if name not in produces and "/" in name)]
        if isinstance(schema, dict) and schema.get("type") == "file":
            schema = {**schema, "type": "string", "format": "binary"}
            media = [name for name in media if name != _JSON] or ["application/octet-stream"]
        content: dict[str, Any] = {}
        for name in media:
            entry: dict[str, Any] = {}
            where = at + pointer("content", name)
            if schema is not None:
                entry["schema"] = deepcopy(schema) if content else schema
                self.move(f"{where}/schema", f"{was}/schema")
            if name in examples:
                entry["examples"] = {"example": {"value": examples[name]}}
                self.move(f"{where}/examples/example/value", was + pointer("examples", name))
            if entry:
                content[name] = entry
        return content

    @staticmethod
    def _header(old: dict[str, Any]) -> dict[str, Any]:
        new: dict[str, Any] = {"schema": simple_schema(old)}
        if "description" in old:
            new["description"] = old["description"]
        return new

    def _scheme(self, old: dict[str, Any], was: str) -> dict[str, Any]:
        new = {
            name: value
            for name, value in old.items()
            if name == "description" or name.startswith("x-")
        }
        kind = old.get("type")
        if kind == "basic":
            return {"type": "http", "scheme": "basic", **new}
        if kind == "oauth2":
            flow = _FLOWS.get(old.get("flow", ""))
            if flow is None:
                self.diagnostics.error(
                    "openapi/flow",
                    f"`{old.get('flow', '')}` is not an OAuth flow of Swagger 2.0.",
                    self.origins.place(was),
                    "use one of implicit, password, application, accessCode",
                )
                return {"type": "oauth2", "flows": {}, **new}
            parts: dict[str, Any] = {
                name: old[name] for name in ("authorizationUrl", "tokenUrl") if name in old
            }
            return {
                "type": "oauth2",
                "flows": {flow: {**parts, "scopes": old.get("scopes", {})}},
                **new,
            }
        return {name: old[name] for name in ("type", "name", "in") if name in old} | new

    def _rewrite_references(self, new: dict[str, Any]) -> None:
        """References still hold pointers of the old document."""
        for visit in walk(new, SHAPES["OpenAPI"]):
            if isinstance(visit.value.get("$ref"), str):
                self._rewrite(visit.value, "$ref")
            if visit.shape.name == "Discriminator" and isinstance(visit.value.get("mapping"), dict):
                for name in visit.value["mapping"]:
                    self._rewrite(visit.value["mapping"], name)

    def _rewrite(self, holder: dict[str, Any], key: str) -> None:
        text = holder[key]
        if not isinstance(text, str) or not text.startswith("#/"):
            return
        old = from_fragment(text)
        start = old
        while start:
            if start in self.moved:
                holder[key] = fragment(self.moved[start] + old[len(start) :])
                return
            start = start[: start.rfind("/")]


def upgrade_v2(data: dict[str, Any], origins: Origins, diagnostics: Diagnostics) -> dict[str, Any]:
    """The OpenAPI 3.2 form of a Swagger 2.0 document (schemas: see `upgrade_schema`)."""
    return SwaggerUpgrade(data, origins, diagnostics).upgrade()
