"""IR → the schema document that datamodel-code-generator turns into classes.

Every definition is named by us, so its own naming never runs: inline types are definitions of
their own, open enums are `anyOf [enum, string]`, and types that belong to the runtime or to
another run are handed over by import path (`customTypePath`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Declaration,
    Enum,
    List,
    Map,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.python.modules import TypeModules
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.options import ModelFlavour

Schema = dict[str, Any]
_ANYTHING: Final = Anything()

SCALARS: Final = frozenset({"DateTime", "Date", "Number"})
"""Classes of `_runtime.scalars` that models use."""
SCALAR_MARK: Final = "ApiscribeScalar"
"""Stands before their names in the document, so that no definition can have the same name."""

_RUNTIME_SCALARS: Final[Mapping[tuple[ScalarKind, str], str]] = {
    (ScalarKind.STRING, "date-time"): "DateTime",
    (ScalarKind.STRING, "date"): "Date",
}


@dataclass(frozen=True, slots=True)
class SchemaWriter:
    """Writes schemas; `reference` says how a declaration is referred to in this document.

    `sent`: dates may be given as text. `files`: binary text is a file to upload.
    """

    names: PythonNames
    flavour: ModelFlavour
    reference: Callable[[str], Schema]
    sent: bool = False
    files: bool = False

    def schema(self, type_: Type) -> Schema:
        """The JSON Schema (2020-12) of `type_`."""
        match type_:
            case Scalar(kind, format):
                return self._scalar(kind, format)
            case Const(value):
                return self._values([value])
            case List(item):
                return {"type": "array", "items": self.schema(item)}
            case Map(value):
                return {"type": "object", "additionalProperties": self.schema(value)}
            case Tuple():
                return self._tuple(type_)
            case Nullable(inner):
                if isinstance(inner, Nothing):
                    return {"type": "null"}
                return any_of([*_alternatives(self.schema(inner)), {"type": "null"}])
            case Ref(id):
                return self.reference(id)
            case Anything() | Nothing():
                return {}
            case _:
                assert_never(type_)

    def _scalar(self, kind: ScalarKind, format: str) -> Schema:
        """Scalars with a class of the runtime keep the exact text they came from."""
        if self.files and format == "binary":
            return imported(f"{self.names.module}._runtime.files", "FileInput")
        name = _RUNTIME_SCALARS.get((kind, format))
        if self.sent:
            return any_of([_runtime(name), {"type": "string"}]) if name else {"type": kind.value}
        if self.flavour is ModelFlavour.PYDANTIC:
            name = "Number" if kind is ScalarKind.NUMBER else name
            if name:
                return _runtime(name)
        return {"type": kind.value}

    def _values(self, values: list[Any]) -> Schema:
        """One of some scalars; `Literal` takes no floats, so those are any number."""
        if not values:
            return {}
        if any(isinstance(value, float) for value in values):
            return self._scalar(ScalarKind.NUMBER, "")
        return {"const": values[0]} if len(values) == 1 else {"enum": values}

    def _tuple(self, type_: Tuple) -> Schema:
        items = [self.schema(item) for item in type_.items]
        closed = isinstance(type_.rest, Nothing) and type_.required == len(items)
        if closed and items and not self.sent:
            return {
                "type": "array",
                "prefixItems": items,
                "items": False,
                "minItems": len(items),
                "maxItems": len(items),
            }
        if not isinstance(type_.rest, Nothing):
            items.append(self.schema(type_.rest))
        return {"type": "array", "items": any_of(items) if items else {}}

    def declaration(self, declaration: Declaration) -> Schema:
        """The definition of `declaration`."""
        match declaration:
            case Record():
                return self.record(
                    {f.name.wire: (self.schema(f.type), f.presence) for f in declaration.fields},
                    extra=declaration.extra,
                )
            case Enum():
                return self._enum(declaration)
            case Union():
                return any_of([self.schema(variant.type) for variant in declaration.variants])
            case Alias():
                return self.schema(declaration.type)
            case _:
                assert_never(declaration)

    def record(
        self, members: Mapping[str, tuple[Schema, Presence]], extra: Type = _ANYTHING
    ) -> Schema:
        """An object. Members that are not listed are kept by the base class, whatever they are."""
        schema: Schema = {
            "type": "object",
            "properties": {wire: member for wire, (member, _) in members.items()},
            "required": [
                wire for wire, (_, presence) in members.items() if presence is Presence.REQUIRED
            ],
        }
        if not isinstance(extra, Anything | Nothing):
            schema["additionalProperties"] = self.schema(extra)
        return schema

    def _enum(self, declaration: Enum) -> Schema:
        values = self._values([value.value for value in declaration.values])
        if not declaration.open:
            return values
        scalars = [self._scalar(kind, "") for kind in declaration.kinds]
        # Strict mode takes any string where the document does: where `str` stands first.
        return any_of([*scalars, values] if declaration.unlisted else [values, *scalars])


def _alternatives(schema: Schema) -> list[Schema]:
    found = schema.get("anyOf")
    return list(found) if isinstance(found, list) and len(schema) == 1 else [schema]


def _runtime(name: str) -> Schema:
    return {"customTypePath": f"scalars.{SCALAR_MARK}{name}"}


def any_of(schemas: list[Schema]) -> Schema:
    """One of `schemas`; nested choices are flattened and equal ones written once."""
    flat: list[Schema] = []
    for schema in schemas:
        for part in _alternatives(schema):
            if part not in flat:
                flat.append(part)
    if {} in flat:
        return {}
    return flat[0] if len(flat) == 1 else {"anyOf": flat}


def component(name: str) -> Schema:
    """A reference inside the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def imported(module: str, name: str) -> Schema:
    """A reference to a class that another module has."""
    return {"customTypePath": f"{module}.{name}"}


def document(definitions: Mapping[str, Schema]) -> dict[str, Any]:
    """An OpenAPI document that has nothing but `definitions`."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "models", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(definitions)},
    }


def model_definitions(
    api: Api, names: PythonNames, flavour: ModelFlavour, chosen: Mapping[str, str]
) -> dict[str, Schema]:
    """Definitions of what answers hold, by class name; `chosen`: class name → id."""
    writer = SchemaWriter(names, flavour, lambda id: component(names.classes[id]))
    return {name: writer.declaration(api.declarations[id]) for name, id in chosen.items()}


def input_writer(
    api: Api, names: PythonNames, modules: TypeModules, *, files: bool = False
) -> SchemaWriter:
    """A writer for the dict forms of requests, in which a model may stand for its dict."""

    def reference(id: str) -> Schema:
        model = None
        if id in names.classes:
            model = imported(f"{names.module}.types.{modules.of[id]}", names.classes[id])
        given = component(names.inputs[id]) if id in names.inputs else None
        if model is None or given is None:
            found = given or model
            assert found is not None, id
            return found
        return any_of([model, given]) if isinstance(api.declarations[id], Record) else given

    return SchemaWriter(names, ModelFlavour.TYPEDDICT, reference, sent=True, files=files)


def input_definitions(
    api: Api, names: PythonNames, modules: TypeModules, chosen: Mapping[str, str]
) -> dict[str, Schema]:
    """Definitions of dict forms of requests, by name; `chosen`: name → id."""
    writer = input_writer(api, names, modules)
    return {name: writer.declaration(api.declarations[id]) for name, id in chosen.items()}
