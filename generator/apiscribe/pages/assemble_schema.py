"""Shapes → JSON Schema 2020-12, with the lines of every part.

The same schema is often shown more than once. All sightings are walked side by side: the first
gives the schema, all give their lines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Field,
    Form,
    Json,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Nothing,
    Object,
    Presence,
    Reference,
    Scalar,
    Shape,
    Source,
    Text,
    TupleOf,
    Union,
    Values,
)
from apiscribe.pages.provenance import Trace, pointer

Schema: TypeAlias = dict[str, Any] | bool
"""A JSON Schema."""

_ORDER = (
    "$ref", "title", "description", "deprecated", "type", "format", "const", "enum",
    "contentEncoding", "contentMediaType", "minLength", "maxLength", "pattern",
    "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
    "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
    "prefixItems", "items", "required", "properties", "patternProperties", "additionalProperties",
    "anyOf", "discriminator", "default", "readOnly", "writeOnly", "examples",
)  # fmt: skip
_RANK = {name: rank for rank, name in enumerate(_ORDER)}


def signature(shape: Shape) -> Hashable:
    """What makes two sightings the same: everything but prose and lines."""
    return _form_signature(shape.form), tuple(
        (k.name, _freeze(k.value)) for k in shape.keywords if k.name != "examples"
    )


def _form_signature(form: Form) -> Hashable:
    match form:
        case Scalar(kind):
            return "scalar", kind
        case Values(values):
            return "values", tuple((type(v.value).__name__, v.value) for v in values)
        case ListOf(item):
            return "list", signature(item)
        case MapOf(value):
            return "map", signature(value)
        case TupleOf(items, rest):
            return "tuple", tuple(map(signature, items)), rest and signature(rest)
        case Object(fields, extra, patterns):
            return (
                "object",
                tuple((f.name, f.presence, signature(f.shape)) for f in fields),
                extra and signature(extra),
                tuple((name, signature(shape)) for name, shape in patterns),
            )
        case Union(variants):
            return "union", tuple(map(signature, variants))
        case Reference(name):
            return "reference", name
        case Anything() | Nothing():
            return type(form).__name__


def _freeze(value: Json) -> Hashable:
    if isinstance(value, dict):
        return tuple((k, _freeze(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_freeze, value))
    return type(value).__name__, value


@dataclass(slots=True)
class SchemaWriter:
    """Writes schemas. `locate` turns a reference into a component's name.

    `own_text` is the description that a component has itself: a member that refers to it does not
    repeat it. `keep`: whether prose is written at all. `presences` and `values` count
    what was written: members and value lists, by pointer.
    """

    trace: Trace
    locate: Callable[[Reference], str]
    own_text: Callable[[Reference], Text | None]
    keep: bool = True
    presences: dict[str, Presence] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)

    def schema(self, shapes: Sequence[Shape], at: str) -> Schema:
        """The schema of equal `shapes`, for the place `at` (a pointer)."""
        return self._described(shapes, at, [s.description for s in shapes if s.description])

    def member(self, fields: Sequence[Field], at: str) -> Schema:
        """The schema of a member, with its description and deprecation."""
        self.presences[at] = fields[0].presence
        shapes = [f.shape for f in fields]
        texts = [t for f in fields if (t := f.description or f.shape.description) is not None]
        form = shapes[0].form
        while isinstance(form, ListOf):
            form = form.item.form
        if isinstance(form, Reference) and (own := self.own_text(form)) is not None:
            self._note_own(form, own, [t for t in texts if t.text == own.text])
            texts = [t for t in texts if t.text != own.text]
        self.trace.note(at, (f.source for f in fields))
        schema = self._described(shapes, at, texts, type_at=_type_place(fields, at))
        marks = [f.deprecation for f in fields if f.deprecation is not None]
        return self.deprecate(schema, marks, at)

    def _note_own(self, reference: Reference, own: Text, texts: Sequence[Text]) -> None:
        """Lines that repeat a component's own description at a member."""
        if self.keep:
            at = pointer("components", "schemas", self.locate(reference), "description")
            sources = [replace(own.source, span=text.source.span) for text in texts]
            self.trace.note(at, sources)

    def deprecate(self, schema: Schema, marks: Sequence[Text], at: str) -> Schema:
        """`schema` marked as deprecated when a page says so."""
        if not marks or isinstance(schema, bool):
            return schema
        self.trace.note(at + "/deprecated", (m.source for m in marks))
        return in_order({**schema, "deprecated": True})

    def _described(
        self, shapes: Sequence[Shape], at: str, texts: Sequence[Text], type_at: str = ""
    ) -> Schema:
        self.trace.note(type_at or at, (s.source for s in shapes))
        schema = self._form(shapes, at)
        extra: dict[str, Any] = {}
        for keyword in shapes[0].keywords:
            extra[keyword.name] = keyword.value
            self.trace.note(at + pointer(keyword.name), _keyword_sources(shapes, keyword))
        if texts and self.keep:
            extra["description"] = texts[0].text
            self.trace.note(at + "/description", (t.source for t in texts))
        if not extra:
            return schema
        if isinstance(schema, bool):
            schema = {} if schema else {"not": {}}
        return in_order({**schema, **extra})

    def _form(self, shapes: Sequence[Shape], at: str) -> Schema:
        form = shapes[0].form
        match form:
            case Scalar(kind):
                return {"type": kind.value}
            case Values():
                return self._values([s.form for s in shapes if isinstance(s.form, Values)], at)
            case ListOf():
                items = [s.form.item for s in shapes if isinstance(s.form, ListOf)]
                return {"type": "array", "items": self.schema(items, at + "/items")}
            case MapOf():
                values = [s.form.value for s in shapes if isinstance(s.form, MapOf)]
                inner = self.schema(values, at + "/additionalProperties")
                return {"type": "object", "additionalProperties": inner or True}
            case TupleOf():
                return self._tuple([s.form for s in shapes if isinstance(s.form, TupleOf)], at)
            case Object():
                return self._object([s.form for s in shapes if isinstance(s.form, Object)], at)
            case Union():
                return self._union([s.form for s in shapes if isinstance(s.form, Union)], at)
            case Reference():
                return {"$ref": "#/components/schemas" + pointer(self.locate(form))}
            case Anything():
                return {}
            case Nothing():
                return False

    def _values(self, forms: Sequence[Values], at: str) -> Schema:
        self.values[at] = forms[0]
        values = [v.value for v in forms[0].values]
        kinds = list(dict.fromkeys(_kind(v) for v in values))
        if "number" in kinds and "integer" in kinds:
            kinds.remove("integer")
        key = "const" if len(values) == 1 else "enum"
        self.trace.note(at + pointer(key), (v.source for f in forms for v in f.values))
        schema: dict[str, Any] = {
            "type": kinds[0] if len(kinds) == 1 else kinds,
            key: values[0] if len(values) == 1 else values,
        }
        texts: dict[str, str] = {}
        for value in (v for f in forms for v in f.values if v.description):
            texts.setdefault(str(value.value), value.description.text if value.description else "")
        if texts and self.keep:
            schema["x-enum-descriptions"] = texts
            notes = [v.description for f in forms for v in f.values if v.description]
            self.trace.note(at + "/x-enum-descriptions", (note.source for note in notes))
        return schema

    def _tuple(self, forms: Sequence[TupleOf], at: str) -> Schema:
        items = [
            self.schema([f.items[index] for f in forms], at + pointer("prefixItems", index))
            for index in range(len(forms[0].items))
        ]
        rests = [f.rest for f in forms if f.rest is not None]
        rest = self.schema(rests, at + "/items") if rests else False
        schema: dict[str, Any] = {"type": "array", "prefixItems": items}
        if rest != {}:
            schema["items"] = rest
        return schema

    def _object(self, forms: Sequence[Object], at: str) -> Schema:
        first = forms[0]
        schema: dict[str, Any] = {"type": "object"}
        required = [f.name for f in first.fields if f.presence is Presence.REQUIRED]
        if required:
            schema["required"] = required
        if first.fields:
            schema["properties"] = {
                own.name: self.member(
                    [f.fields[index] for f in forms], at + pointer("properties", own.name)
                )
                for index, own in enumerate(first.fields)
            }
        if first.patterns:
            schema["patternProperties"] = {
                pattern: self.schema(
                    [f.patterns[index][1] for f in forms],
                    at + pointer("patternProperties", pattern),
                )
                for index, (pattern, _) in enumerate(first.patterns)
            }
        extras = [f.extra for f in forms if f.extra is not None]
        if extras:
            extra = self.schema(extras, at + "/additionalProperties")
            schema["additionalProperties"] = True if extra == {} else extra
        return schema

    def _union(self, forms: Sequence[Union], at: str) -> Schema:
        """`anyOf`: the page says which there are, not that only one can fit. Null joins the type."""
        variants = forms[0].variants
        others = [i for i, v in enumerate(variants) if v.form != Scalar(Kind.NULL)]
        if len(others) == 1 and len(variants) > 1:
            only = others[0]
            inner = self.schema([f.variants[only] for f in forms], at)
            if (merged := _nullable(inner)) is not None:
                return merged
        written = [
            self.schema([f.variants[index] for f in forms], at + pointer("anyOf", index))
            for index in range(len(variants))
        ]
        return {"anyOf": written}


def _nullable(schema: Schema) -> Schema | None:
    """`schema` or null without `anyOf`; `None` when that cannot be said."""
    if isinstance(schema, bool) or "type" not in schema:
        return None
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    result = {**schema, "type": [*kinds, "null"] if "null" not in kinds else kinds}
    if "const" in result:
        result["enum"] = [result.pop("const"), None]
    elif "enum" in result and None not in result["enum"]:
        result["enum"] = [*result["enum"], None]
    return in_order(result)


def _type_place(fields: Sequence[Field], at: str) -> str:
    """Where the lines of a member's type belong: apart when the member is stated and its type is not."""
    stated = any(f.source.certainty is Certainty.STATED for f in fields)
    doubtful = all(f.shape.source.certainty is not Certainty.STATED for f in fields)
    return at + "/type" if stated and doubtful else at


def _keyword_sources(shapes: Sequence[Shape], keyword: Keyword) -> list[Source]:
    return [k.source for s in shapes for k in s.keywords if k.name == keyword.name]


def _kind(value: str | int | float | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    return "integer" if isinstance(value, int) else "number"


def in_order(schema: dict[str, Any]) -> dict[str, Any]:
    """Keywords in the order people expect to read them; unknown ones last, as they came."""
    return dict(sorted(schema.items(), key=lambda item: _RANK.get(item[0], len(_RANK))))
