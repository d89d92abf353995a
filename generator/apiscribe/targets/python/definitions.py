"""Schema documents → definitions, written by us: pydantic models and TypedDicts.

datamodel-code-generator takes milliseconds for each definition, which is minutes at the size of
GitHub's API. What `schema.py` writes is a small closed language, so its text can be made directly,
through the same templates; the tests hold it to what datamodel-code-generator makes of it.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, Template

from apiscribe.assets import templates_folder
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.order import definition_order
from apiscribe.targets.python.pieces import Generated, Piece
from apiscribe.targets.python.schema import SCALAR_MARK, Schema
from apiscribe.targets.python.text import quote, scalar_text

_SCALARS: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_REFERENCE: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class _Member:
    """A field as the templates want it."""

    name: str
    type_hint: str
    required: bool
    annotated: str = ""
    use_pydantic_extra_annotations_dict: bool = False
    pydantic_extra_type_hint: str = ""


@dataclass(slots=True)
class _Hints:
    """Annotations of one definition, and what they use. `late`: names that are defined after it."""

    names: PythonNames
    abstract: bool
    late: frozenset[str] = frozenset()
    uses: set[str] = field(default_factory=set)
    imports: dict[str, Import] = field(default_factory=dict)

    def hint(self, schema: Schema) -> str:
        """The annotation of a schema; late names are quoted."""
        parts, null = self._parts(schema)
        if any('"' in part and self._is_late(part) for part in parts):
            return self._old_union(parts, null)
        return " | ".join([*parts, *(["None"] if null else [])])

    def lazy(self, schema: Schema) -> str:
        """The annotation for `TypeAliasType`: alternatives with late names are quoted whole."""
        parts, null = self._parts(schema)
        if len(parts) == 1 and not null:
            return parts[0]
        quoted = self._quoted_names()
        for index, part in enumerate(parts):
            if self._is_late(part):
                for name in quoted:
                    part = part.replace(quoted[name], name)
                parts[index] = quote(part)
        return self._old_union(parts, null)

    def _quoted_names(self) -> dict[str, str]:
        return {name: f'"{name}"' for name in self.late}

    def _is_late(self, text: str) -> bool:
        return any(mark in text for mark in self._quoted_names().values())

    def _old_union(self, parts: list[str], null: bool) -> str:
        """Texts take no `|`."""
        text = parts[0]
        if len(parts) > 1:
            self.uses.add("Union")
            text = f"Union[{', '.join(parts)}]"
        if null:
            self.uses.add("Optional")
            text = f"Optional[{text}]"
        return text

    def _parts(self, schema: Schema) -> tuple[list[str], bool]:
        """The different alternatives (literals gathered in the first), and whether null is one."""
        found: list[str] = []
        literals: list[str] = []
        null = False
        for part in schema.get("anyOf", (schema,)):
            if part.get("type") == "null":
                null = True
                continue
            values = part.get("enum") or ([part["const"]] if "const" in part else [])
            if values:
                if not literals:
                    found.append("")
                literals += [t for v in values if (t := scalar_text(v)) not in literals]
                continue
            text = self._single(part)
            if text not in found:
                found.append(text)
        if literals:
            self.uses.add("Literal")
            found[found.index("")] = f"Literal[{', '.join(literals)}]"
        if not found:
            return ["None"], False
        return found, null

    def _single(self, schema: Schema) -> str:
        """A schema that is no choice."""
        if "anyOf" in schema:
            return self.hint(schema)
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix(_REFERENCE)
            if name in self.late:
                return f'"{name}"'
            self.uses.add(name)
            return name
        if "customTypePath" in schema:
            return self._imported(str(schema["customTypePath"]))
        kind = schema.get("type", "")
        if kind == "array":
            return self._array(schema)
        if kind == "object":
            inner = self.hint(schema["additionalProperties"])
            return f"{self._generic('Mapping', 'dict')}[str, {inner}]"
        if kind in _SCALARS:
            return _SCALARS[kind]
        self.uses.add("Any")
        return "Any"

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"tuple[{', '.join(self.hint(item) for item in schema['prefixItems'])}]"
        return f"{self._generic('Sequence', 'list')}[{self.hint(schema['items'])}]"

    def _generic(self, abstract: str, concrete: str) -> str:
        if not self.abstract:
            return concrete
        self.uses.add(abstract)
        self.imports[abstract] = Import("collections.abc", abstract)
        return abstract

    def _imported(self, path: str) -> str:
        module, _, name = path.rpartition(".")
        if name.startswith(SCALAR_MARK):
            helper = self.names.helper(name.removeprefix(SCALAR_MARK))
            self.uses.add(helper)
            return helper
        if module.startswith(f"{self.names.module}."):
            module = module[len(self.names.module) :]
        self.imports[name] = Import(module, name)
        self.uses.add(name)
        return name


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes definitions of one kind: TypedDicts when `typed_dicts`, else pydantic models.

    `aliases`: `Class.wire` → attribute. `abstract`: lists and maps are `Sequence` and `Mapping`.
    `data`: what else the templates are told, by name.
    """

    names: PythonNames
    typed_dicts: bool
    aliases: Mapping[str, str]
    data: Mapping[str, Mapping[str, Any]]
    abstract: bool

    def write(
        self,
        definitions: Mapping[str, Schema],
        modules: Mapping[str, str],
        families: Mapping[str, str],
    ) -> Generated:
        """All definitions, those of a module (`modules`, by name) in an order that can be run.

        `families` names the component whose inline type a definition is.
        """
        imports: dict[str, Import] = {}
        pieces: list[Piece] = []
        for members in _by_module(definitions, modules):
            inside = frozenset(members)
            graph = {name: _references(definitions[name]) & inside for name in members}
            records = {name for name in members if _is_record(definitions[name])}
            missing = set(members)
            for name in definition_order(graph, records, families):
                hints = _Hints(self.names, self.abstract, imports=imports)
                if name not in records or self._is_functional(definitions[name]):
                    hints.late = graph[name] & missing
                missing.discard(name)
                text = self._definition(name, definitions[name], hints)
                pieces.append(Piece(name, text.strip("\n"), frozenset(hints.uses)))
        return Generated(tuple(pieces), imports)

    def _is_functional(self, schema: Schema) -> bool:
        """Whether a TypedDict has keys that no class could have."""
        return self.typed_dicts and any(
            not wire.isidentifier() or keyword.iskeyword(wire)
            for wire in schema.get("properties", ())
        )

    def _definition(self, name: str, schema: Schema, hints: _Hints) -> str:
        data = self.data[name]
        if not _is_record(schema):
            return self._alias(name, schema, hints, data)
        if data.get("closed") or data.get("not_null"):
            hints.uses.add("ClassVar")
        if self.typed_dicts:
            hints.uses.add("TypedDict")
            members = [self._key(*member, hints) for member in _members(schema)]
            return _template("TypedDict.jinja2").render(
                class_name=name,
                fields=members,
                all_fields=members,
                is_functional_syntax=self._is_functional(schema),
                **data,
            )
        hints.uses.add(data["parent"])
        fields = [self._attribute(name, *member, hints) for member in _members(schema)]
        if "additionalProperties" in schema:
            extra = f"dict[str, {hints.hint(schema['additionalProperties'])}]"
            fields.insert(0, _Member("", "", True, "", True, extra))
        return _template("pydantic_v2/BaseModel.jinja2").render(
            class_name=name, fields=fields, **data
        )

    def _alias(self, name: str, schema: Schema, hints: _Hints, data: Mapping[str, Any]) -> str:
        lazy = data["recursive"] and not self.typed_dicts
        hint = hints.lazy(schema) if lazy else hints.hint(schema)
        hints.uses.add("TypeAliasType" if lazy else "TypeAlias")
        if data.get("choose"):
            hints.uses |= {"Annotated", *_loaded(data["choose"])}
        template = "TypeAliasAnnotation" if self.typed_dicts else "TypeAliasType"
        return _template(f"{template}.jinja2").render(
            class_name=name, fields=[_Member("", hint, True)], **data
        )

    def _key(self, wire: str, schema: Schema, required: bool, hints: _Hints) -> _Member:
        hint = hints.hint(schema)
        if not required:
            hints.uses.add("NotRequired")
            hint = f"NotRequired[{hint}]"
        return _Member(wire, hint, required)

    def _attribute(
        self, owner: str, wire: str, schema: Schema, required: bool, hints: _Hints
    ) -> _Member:
        hint = hints.hint(schema)
        if not required and hint != "None" and not hint.endswith("| None"):
            hint = f"{hint} | None"
        name = self.aliases.get(f"{owner}.{wire}", wire)
        if name == wire:
            return _Member(name, hint, required)
        hints.uses |= {"Annotated", "Field"}
        hints.imports["Field"] = Import("pydantic", "Field")
        return _Member(name, hint, required, f"Annotated[{hint}, Field(alias={quote(wire)})]")


def _members(schema: Schema) -> Iterator[tuple[str, Schema, bool]]:
    required = frozenset(schema["required"])
    for wire, member in schema["properties"].items():
        yield wire, member, wire in required


def _is_record(schema: Schema) -> bool:
    return "properties" in schema


def _references(schema: Any) -> frozenset[str]:
    """Names of the definitions that a schema refers to."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                found.add(value["$ref"].removeprefix(_REFERENCE))
            waiting += [v for k, v in value.items() if k not in ("enum", "const", "required")]
    return frozenset(found)


def _by_module(definitions: Iterable[str], modules: Mapping[str, str]) -> Iterable[Sequence[str]]:
    found: dict[str, list[str]] = {}
    for name in definitions:
        found.setdefault(modules[name], []).append(name)
    return found.values()


def _loaded(expression: str) -> frozenset[str]:
    return frozenset(
        node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)
    )


@cache
def _template(name: str) -> Template:
    folder = templates_folder() / "python" / "models"
    return Environment(loader=FileSystemLoader(folder), auto_reload=False).get_template(name)
