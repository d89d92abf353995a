"""Schemas of OpenAPI 2.0 to 3.1 as JSON Schema 2020-12.

One rule a function; each changes a schema in place and says where moved parts came from. Idioms of
an older version in a newer document are repaired with a warning, because the author's meaning is
plain though the newer specification gives them none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import Path, did_you_mean, path_pointer
from apiscribe.openapi.shapes import json_type

TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

_ANNOTATIONS = (
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
)
_KEPT_BESIDE_REF = ("title", "description", "summary", "deprecated", "externalDocs")
_COMPOSITIONS = ("allOf", "anyOf", "oneOf", "prefixItems")
_IDENTIFIERS = ("$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary")
_OLD = frozenset(
    (
        *_IDENTIFIERS,
        *("$ref", "nullable", "x-nullable", "example", "examples", "additionalItems"),
        *("exclusiveMinimum", "exclusiveMaximum", "discriminator"),
        *_COMPOSITIONS,
    )
)


@dataclass(slots=True)
class SchemaUpgrade:
    """Upgrades schemas of one document. `version` is (2, 0), (3, 0), (3, 1) or (3, 2)."""

    version: tuple[int, int]
    origins: Origins
    diagnostics: Diagnostics

    def upgrade(self, schema: dict[str, Any], path: Path) -> None:
        """Upgrade one schema, at `path`, without what is inside it."""
        if _is_current(schema):
            return
        at = path_pointer(path)
        if self.version < (3, 1) and "$ref" in schema:
            self._ignored_siblings(schema, at)
            return
        self._types(schema, at)
        self._bounds(schema, at, "exclusiveMinimum", "minimum")
        self._bounds(schema, at, "exclusiveMaximum", "maximum")
        self._examples(schema, at)
        self._enum(schema, at)
        self._tuple_items(schema, at)
        self._lists(schema, at)
        if isinstance(schema.get("discriminator"), str):
            schema["discriminator"] = {"propertyName": schema["discriminator"]}
            self.origins.move(f"{at}/discriminator/propertyName", f"{at}/discriminator")
        if "nullable" in schema or "x-nullable" in schema:
            self._nullable(schema, at)
        for name in _IDENTIFIERS:
            schema.pop(name, None)

    def _warn(self, rule: str, message: str, at: str, help: str) -> None:
        self.diagnostics.warning(f"openapi/{rule}", message, self.origins.place(at), help)

    def _ignored_siblings(self, schema: dict[str, Any], at: str) -> None:
        """Before 3.1 nothing beside `$ref` counts; texts are kept, for documentation."""
        for name in list(schema):
            if name == "$ref" or name in _KEPT_BESIDE_REF:
                continue
            if not name.startswith("x-") or name == "x-nullable":
                self._warn(
                    "ref-sibling",
                    f"`{name}` beside `$ref` has no effect before OpenAPI 3.1; it is left out.",
                    f"{at}/{name}",
                    "wrap the reference: `allOf: [{$ref: …}]`",
                )
                del schema[name]

    def _types(self, schema: dict[str, Any], at: str) -> None:
        """`type` is one of the seven words, or a list of them without repetition."""
        kind = schema.get("type")
        words = [kind] if isinstance(kind, str) else kind
        if not isinstance(words, list):
            return
        known: list[str] = []
        for word in words:
            if word in TYPES and word not in known:
                known.append(word)
            elif word == "file" and self.version == (2, 0):
                known.append("string")
                schema.setdefault("format", "binary")
            elif word == "any" and len(words) == 1:
                self._warn(
                    "type-any",
                    "`any` is not a type; read as no constraint.",
                    f"{at}/type",
                    "remove `type`",
                )
            elif word not in TYPES:
                self.diagnostics.error(
                    "openapi/unknown-type",
                    f"`{word}` is not a type of JSON Schema.",
                    self.origins.place(f"{at}/type"),
                    _type_help(word),
                )
        if not known:
            del schema["type"]
        elif isinstance(kind, str) or len(known) == 1:
            schema["type"] = known[0]
        else:
            schema["type"] = known

    def _bounds(self, schema: dict[str, Any], at: str, exclusive: str, inclusive: str) -> None:
        """Boolean exclusive bounds (draft 4) become numbers."""
        flag = schema.get(exclusive)
        if not isinstance(flag, bool):
            return
        if self.version >= (3, 1):
            help = f"write the bound itself: `{exclusive}: {schema.get(inclusive, 0)}`"
            self._warn(
                "boolean-bound",
                f"`{exclusive}` is a number since OpenAPI 3.1.",
                f"{at}/{exclusive}",
                help,
            )
        del schema[exclusive]
        if flag and inclusive in schema:
            members = [
                (exclusive if name == inclusive else name, value) for name, value in schema.items()
            ]
            schema.clear()
            schema.update(members)
            self.origins.move(f"{at}/{exclusive}", f"{at}/{inclusive}")
        elif flag:
            self._warn(
                "bound",
                f"`{exclusive}` has no `{inclusive}` to apply to.",
                at,
                f"add `{inclusive}`",
            )

    def _examples(self, schema: dict[str, Any], at: str) -> None:
        """`example` joins `examples`, which is a list; other forms of it are made one."""
        examples = schema.get("examples")
        if examples is not None and not isinstance(examples, list):
            self._warn(
                "examples", "`examples` of a schema is a list.", f"{at}/examples", "write a list"
            )
            schema["examples"] = _example_values(examples)
            self.origins.move(f"{at}/examples/0", f"{at}/examples")
        if "example" not in schema:
            return
        example = schema.pop("example")
        listed = schema.setdefault("examples", [])
        if not any(same_json(example, other) for other in listed):
            listed.append(example)
            self.origins.move(f"{at}/examples/{len(listed) - 1}", f"{at}/example")

    def _enum(self, schema: dict[str, Any], at: str) -> None:
        """An `enum` names at least one value, each once."""
        values = schema.get("enum")
        if not isinstance(values, list):
            return
        if not values:
            help = "list the values, or remove `enum`"
            self._warn("enum", "`enum` is empty; read as no constraint.", f"{at}/enum", help)
            del schema["enum"]
            return
        scalars = [value for value in values if not isinstance(value, (dict, list))]
        if len(scalars) == len({(type(value), value) for value in scalars}):
            return
        kept: list[int] = []
        for index, value in enumerate(values):
            if any(same_json(value, values[earlier]) for earlier in kept):
                message = f"`{value}` stands twice in `enum`."
                self._warn("enum", message, f"{at}/enum/{index}", "remove one of the two")
            else:
                kept.append(index)
        self.origins.keep_items(f"{at}/enum", kept)
        schema["enum"] = [values[index] for index in kept]

    def _lists(self, schema: dict[str, Any], at: str) -> None:
        """Compositions have at least one member; `required` has each name once."""
        for name in _COMPOSITIONS:
            if schema.get(name) == []:
                message = f"`{name}` is empty; read as no constraint."
                self._warn("composition", message, f"{at}/{name}", f"remove `{name}`")
                del schema[name]
        required = schema.get("required")
        if isinstance(required, list) and len(set(required)) < len(required):
            self._warn(
                "required", "a name stands twice in `required`.", f"{at}/required", "remove one"
            )
            schema["required"] = list(dict.fromkeys(required))

    def _tuple_items(self, schema: dict[str, Any], at: str) -> None:
        """A list of `items` (before 2020-12) is `prefixItems`, `additionalItems` the rest."""
        items = schema.get("items")
        if isinstance(items, list):
            self._warn(
                "items",
                "a list of `items` is written `prefixItems`.",
                f"{at}/items",
                "use `prefixItems`",
            )
            schema["prefixItems"] = schema.pop("items")
            self.origins.move(f"{at}/prefixItems", f"{at}/items")
            if "additionalItems" in schema:
                schema["items"] = schema.pop("additionalItems")
                self.origins.move(f"{at}/items", f"{at}/additionalItems")
        schema.pop("additionalItems", None)

    def _nullable(self, schema: dict[str, Any], at: str) -> None:
        name = "nullable" if "nullable" in schema else "x-nullable"
        flag = schema.pop("nullable", None)
        flag = schema.pop("x-nullable", None) is True or flag is True
        if self.version >= (3, 1) and name == "nullable":
            self._warn(
                "nullable",
                "`nullable` does not exist since OpenAPI 3.1; read as before.",
                f"{at}/nullable",
                "add `'null'` to `type`",
            )
        if flag:
            self._add_null(schema, at)

    def _add_null(self, schema: dict[str, Any], at: str) -> None:
        if "allOf" in schema or "$ref" in schema:
            self._wrap(schema, at)
            return
        kind = schema.get("type")
        if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
            schema["enum"].append(None)
        if "const" in schema:
            value = schema.pop("const")
            schema["enum"] = [value, None]
        if kind is not None:
            words = [kind] if isinstance(kind, str) else kind
            schema["type"] = [*words, *(["null"] if "null" not in words else [])]
        # A union beside them decides too: null must get through every part.
        for union in ("oneOf", "anyOf"):
            members = schema.get(union)
            if isinstance(members, list) and not any(_takes_null(member) for member in members):
                members.append({"type": "null"})
        if kind is None and ("properties" in schema or "additionalProperties" in schema):
            schema["type"] = ["object", "null"]

    def _wrap(self, schema: dict[str, Any], at: str) -> None:
        """`allOf` and `$ref` cannot take null in: the schema becomes one of two alternatives."""
        inner = {name: value for name, value in schema.items() if name not in _ANNOTATIONS}
        inner = {name: value for name, value in inner.items() if not name.startswith("x-")}
        outer = {name: value for name, value in schema.items() if name not in inner}
        members: list[Any] = [inner, {"type": "null"}]
        single = inner.get("allOf")
        origin = at
        if len(inner) == 1 and isinstance(single, list) and len(single) == 1:
            members[0], origin = single[0], f"{at}/allOf/0"
        schema.clear()
        schema.update({"anyOf": members, **outer})
        self.origins.move(f"{at}/anyOf/0", origin)


def _is_current(schema: dict[str, Any]) -> bool:
    """Whether there is surely nothing to do; most schemas are so, and this is quick."""
    if len(schema) == 1 and "$ref" in schema:
        return True
    if not _OLD.isdisjoint(schema) or isinstance(schema.get("items"), list):
        return False
    kind = schema.get("type")
    if kind is not None and not (isinstance(kind, str) and kind in TYPES):
        return False
    required, values = schema.get("required"), schema.get("enum")
    if required is not None and len(set(required)) < len(required):
        return False
    return values is None or (
        len(values) > 0
        and all(isinstance(value, str) for value in values)
        and len(set(values)) == len(values)
    )


def _example_values(examples: Any) -> list[Any]:
    """Values of a map of Example Objects, or the one value itself."""
    if isinstance(examples, dict) and examples:
        inner = list(examples.values())
        if all(isinstance(item, dict) and "value" in item for item in inner):
            return [item["value"] for item in inner]
    return [examples]


def _takes_null(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return schema is True
    kind = schema.get("type")
    return (
        kind == "null"
        or (isinstance(kind, list) and "null" in kind)
        or schema.get("nullable") is True
    )


def _type_help(word: Any) -> str:
    synonyms = {
        "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
        "bool": "boolean", "str": "string", "text": "string", "date": "string", "datetime": "string",
        "uuid": "string", "file": "string", "list": "array", "dict": "object", "map": "object",
    }  # fmt: skip
    known = synonyms.get(str(word).lower())
    return f"use `{known}`" if known else did_you_mean(str(word), TYPES)


def same_json(left: Any, right: Any) -> bool:
    """Equality of JSON values (Python takes 1 for True)."""
    if json_type(left) != json_type(right):
        both_numbers = {json_type(left), json_type(right)} == {"integer", "number"}
        return both_numbers and bool(left == right)
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(
            same_json(left[name], right[name]) for name in left
        )
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return bool(left == right)
