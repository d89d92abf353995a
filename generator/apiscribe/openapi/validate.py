"""What node types cannot tell: names that must agree, values out of a fixed set, `x-sdk`.

`validate_document` is quick and runs before every generation. With `thorough` the document is also
held to the official JSON Schema of OpenAPI 3.2 (from openapi-spec-validator); that takes many
seconds on large documents and is for `lint`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.ir.vocabulary import VocabularyKind, vocabulary_problems
from apiscribe.openapi.document import Document
from apiscribe.openapi.pointers import did_you_mean, path_pointer, pointer
from apiscribe.openapi.repair import STYLES, TEMPLATE
from apiscribe.openapi.shapes import Visit, is_reference, walk
from apiscribe.openapi.shapes_v3 import SECTIONS, SHAPES

_LOCATIONS = (*STYLES, "querystring")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""RFC 9110, section 5.6.2."""

_COUNTS = frozenset(
    f"{bound}{what}"
    for bound in ("min", "max")
    for what in ("Length", "Items", "Properties", "Contains")
)
_SDK_KINDS: dict[str, VocabularyKind] = {
    "Operation": "operation",
    "Schema": "schema",
    "Parameter": "parameter",
}
_SCHEME_FIELDS = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
    "mutualTLS": (),
}
_FLOW_FIELDS = {
    "implicit": ("authorizationUrl",),
    "password": ("tokenUrl",),
    "clientCredentials": ("tokenUrl",),
    "authorizationCode": ("authorizationUrl", "tokenUrl"),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl"),
}


@dataclass(slots=True)
class _Validator:
    document: Document
    diagnostics: Diagnostics
    operation_ids: dict[str, str] = field(default_factory=dict)

    def error(self, rule: str, message: str, at: str, help: str) -> None:
        self.diagnostics.error(f"openapi/{rule}", message, self.document.place(at), help)

    def warn(self, rule: str, message: str, at: str, help: str) -> None:
        self.diagnostics.warning(f"openapi/{rule}", message, self.document.place(at), help)

    def validate(self) -> None:
        data = self.document.data
        if not any(name in data for name in ("paths", "components", "webhooks")):
            self.error(
                "empty",
                "the document has neither `paths` nor `components` nor `webhooks`.",
                "",
                "add `paths`",
            )
        self.paths()
        self.security(data.get("security"), "/security")
        for visit in walk(data, SHAPES["OpenAPI"]):
            if is_reference(visit.value, visit.shape):
                self.reference(visit)
            self.vocabulary(visit)
            name = visit.shape.name
            if name == "Operation":
                self.operation(visit.value, path_pointer(visit.path))
            elif name == "Parameter" and "$ref" not in visit.value:
                self.parameter(visit.value, path_pointer(visit.path))
            elif name == "SecurityScheme" and "$ref" not in visit.value:
                self.scheme(visit.value, path_pointer(visit.path))
            elif name == "Schema":
                self.schema(visit)
            elif name == "PathItem":
                self.methods(visit.value, path_pointer(visit.path))
            elif name == "Link" and "$ref" not in visit.value:
                self.link(visit.value, path_pointer(visit.path))
            elif name == "ServerVariable":
                self.server_variable(visit.value, path_pointer(visit.path))

    def paths(self) -> None:
        """Paths that differ only in the names of their parameters are one path."""
        seen: dict[str, str] = {}
        for path in self.document.data.get("paths", {}):
            bare = TEMPLATE.sub("{}", path)
            if bare in seen and not path.startswith("x-"):
                self.warn(
                    "same-path",
                    f"`{path}` and `{seen[bare]}` are the same path.",
                    pointer("paths", path),
                    "put their operations under one of the two",
                )
            seen.setdefault(bare, path)

    def methods(self, item: dict[str, Any], at: str) -> None:
        """HTTP methods of one's own are tokens (RFC 9110, section 9.1)."""
        for name in item.get("additionalOperations", {}):
            if not _TOKEN.fullmatch(name):
                self.error(
                    "method",
                    f"{name!r} cannot be an HTTP method.",
                    f"{at}/additionalOperations{pointer(name)}",
                    "use letters, such as PURGE",
                )

    def operation(self, operation: dict[str, Any], at: str) -> None:
        self.security(operation.get("security"), f"{at}/security")
        name = operation.get("operationId")
        if name is None:
            return
        if name in self.operation_ids:
            self.error(
                "duplicate-operation-id",
                f"the operationId `{name}` is used by `{self.operation_ids[name]}` too.",
                f"{at}/operationId",
                "give each operation its own",
            )
        self.operation_ids.setdefault(name, at)

    def parameter(self, parameter: dict[str, Any], at: str) -> None:
        location = parameter.get("in")
        if location is not None and location not in _LOCATIONS:
            help = did_you_mean(location, _LOCATIONS)
            self.error("location", f"a parameter cannot be in `{location}`.", f"{at}/in", help)
        content = parameter.get("content")
        if isinstance(content, dict) and len(content) > 1:
            self.error(
                "content", "a parameter has one media type.", f"{at}/content", "keep one of them"
            )

    def security(self, requirements: Any, at: str) -> None:
        schemes = self.document.data.get("components", {}).get("securitySchemes", {})
        for index, requirement in enumerate(requirements or ()):
            for name in requirement:
                if name not in schemes:
                    self.error(
                        "security-scheme",
                        f"there is no security scheme `{name}`.",
                        f"{at}/{index}" + pointer(name),
                        did_you_mean(name, schemes) or "declare it in `components.securitySchemes`",
                    )

    def scheme(self, scheme: dict[str, Any], at: str) -> None:
        kind = scheme.get("type", "")
        if kind not in _SCHEME_FIELDS:
            if "type" in scheme:
                help = did_you_mean(kind, _SCHEME_FIELDS)
                self.error(
                    "scheme-type", f"`{kind}` is not a kind of security scheme.", f"{at}/type", help
                )
            return
        self.required(scheme, _SCHEME_FIELDS[kind], f"a scheme of type `{kind}`", at)
        if kind == "http" and not _TOKEN.fullmatch(scheme.get("scheme", "basic")):
            self.error(
                "auth-scheme",
                f"{scheme['scheme']!r} cannot be an HTTP authentication scheme.",
                f"{at}/scheme",
                "use one such as basic or bearer",
            )
        if kind == "apiKey" and scheme.get("in") not in (None, "query", "header", "cookie"):
            self.error(
                "location",
                f"a key cannot be in `{scheme['in']}`.",
                f"{at}/in",
                "use header, query or cookie",
            )
        for name, flow in scheme.get("flows", {}).items():
            if isinstance(flow, dict):
                self.required(
                    flow, _FLOW_FIELDS.get(name, ()), f"the flow `{name}`", f"{at}/flows/{name}"
                )

    def required(self, value: dict[str, Any], names: Iterable[str], what: str, at: str) -> None:
        for name in names:
            if name not in value:
                self.error("missing-field", f"{what} needs `{name}`.", at, f"add `{name}`")

    def link(self, link: dict[str, Any], at: str) -> None:
        """A link names its operation, in one of two ways."""
        if ("operationId" in link) == ("operationRef" in link):
            self.error("link", "a link has either `operationId` or `operationRef`.", at, "name one")

    def schema(self, visit: Visit) -> None:
        """Values that JSON Schema 2020-12 (validation, section 6) does not allow."""
        for name in _COUNTS & visit.value.keys():
            if visit.value[name] < 0:
                self.keyword(visit, name, "cannot be negative")
        if visit.value.get("multipleOf", 1) <= 0:
            self.keyword(visit, "multipleOf", "must be greater than zero")

    def keyword(self, visit: Visit, name: str, rule: str) -> None:
        at = path_pointer((visit.path, name))
        self.error("keyword", f"`{name}` {rule}.", at, "correct the value")

    def server_variable(self, variable: dict[str, Any], at: str) -> None:
        values = variable.get("enum")
        if values is not None and variable.get("default") not in values:
            self.warn(
                "server-variable",
                "the default is not one of `enum`.",
                f"{at}/default",
                "add it to `enum`",
            )

    def reference(self, visit: Visit) -> None:
        """A reference to a component leads to the right section."""
        text = visit.value["$ref"]
        section = SECTIONS.get(visit.shape.name)
        parts = text.split("/")
        if len(parts) == 4 and text.startswith("#/components/") and section not in (None, parts[2]):
            self.error(
                "reference-kind",
                f"`{text}` is not a {visit.shape.title}.",
                path_pointer((visit.path, "$ref")),
                f"refer to `#/components/{section}/…`",
            )

    def vocabulary(self, visit: Visit) -> None:
        kind = _SDK_KINDS.get(visit.shape.name)
        if "x-sdk" not in visit.value:
            return
        at = path_pointer((visit.path, "x-sdk"))
        if kind is None:
            self.error(
                "x-sdk",
                f"`x-sdk` has no meaning here ({visit.shape.title}).",
                at,
                "it stands on operations, schemas and parameters",
            )
            return
        for problem in vocabulary_problems(kind, visit.value["x-sdk"]):
            self.error("x-sdk", problem.message, at + pointer(*problem.tokens), problem.help)


def validate_document(
    document: Document, diagnostics: Diagnostics, *, thorough: bool = False
) -> None:
    """Report what is wrong with a loaded document; `thorough` adds the official schema."""
    _Validator(document, diagnostics).validate()
    if thorough:
        from apiscribe.openapi.official import check_official

        check_official(document, diagnostics)
