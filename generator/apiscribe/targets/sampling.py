"""(Type, Api) → a JSON value that fits: for docs, README examples and generated tests.

Deterministic: equal arguments give equal values. What the document says wins (examples, then
defaults); everything else is made from formats and constraints. Recursive types end as early
as they may: optional members first, then empty lists and maps, then null, then another
alternative of a union. Optional members are taken along level by level, whole levels as long as
the value stays readable: so what one model gains or loses changes no sibling in the same value.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Access,
    Alias,
    Anything,
    Api,
    BodyMedia,
    Const,
    Content,
    Declaration,
    Enum,
    Example,
    Field,
    FieldIn,
    JsonValue,
    List,
    Location,
    Map,
    MediaKind,
    Missing,
    Nothing,
    Nullable,
    Parameter,
    Presence,
    Record,
    Ref,
    Scalar,
    Tuple,
    Type,
    Union,
    missing,
)
from apiscribe.passes.fits import misfit
from apiscribe.passes.walk import strip_aliases
from apiscribe.patterns import text_matching
from apiscribe.targets.exclusion import excluded_members
from apiscribe.targets.scalar_samples import LARGEST, scalar_value

_DEPTH: Final = 5
"""Levels below which optional members are left out."""

_MEMBERS: Final = 120
"""Members beyond which a level of optional ones is left out, so that wide models stay readable."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A value; `stated` when the document gives it, else made from the type."""

    value: JsonValue
    stated: bool
    name: str = ""


class _UnsampleableError(Exception):
    """No finite value fits (or none that can be made here)."""


class _TooWideError(Exception):
    """With the optional members of this level the value would have more than `_MEMBERS`."""


def sample_value(
    type: Type, api: Api, *, sent: bool, full: bool = True, hint: str = ""
) -> JsonValue | Missing:
    """A value of `type`, or `missing` when no finite value fits (a required cycle, `Nothing`).

    `sent` leaves out read-only members, else write-only ones are. `full` takes optional members
    along (to a depth and number that stay readable); otherwise only what is required. `hint`
    is a plain string used where the type is a string without format.
    """
    made: JsonValue | Missing = missing
    for level in range(1, _DEPTH + 1) if full else (0,):
        sampler = _Sampler(api, sent, level)
        try:
            made = sampler.value(type, hint, 0)
        except _UnsampleableError:
            return missing
        except _TooWideError:
            return made
        if not sampler.cut:
            return made
    return made


def body_sample(media: BodyMedia, api: Api, *, full: bool = False) -> Sample | None:
    """The first example of a request body, else one made from its type; `None` if there is none."""
    return _first(media.examples) or _made(sample_value(media.type, api, sent=True, full=full))


def content_sample(content: Content, api: Api) -> Sample | None:
    """The first example of an answer (a list of items, for streams), else one made from its type."""
    if content.examples:
        return _first(content.examples)
    streamed = content.kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)
    return _made(sample_value(List(content.type) if streamed else content.type, api, sent=False))


def parameter_sample(parameter: Parameter, api: Api) -> Sample | None:
    """The first example of a parameter, else one made from its type.

    In a path nothing may be empty: it would be another path.
    """
    stated = _first(parameter.examples)
    if stated is None and not isinstance(parameter.default, Missing):
        stated = Sample(parameter.default, stated=True)
    in_path = parameter.location is Location.PATH
    if stated is not None and not (in_path and _is_empty(stated.value)):
        return stated
    made = sample_value(parameter.type, api, sent=True, full=False)
    if in_path and _is_empty(made):
        made = sample_value(parameter.type, api, sent=True, full=True)
    return None if in_path and _is_empty(made) else _made(made)


def _is_empty(value: JsonValue | Missing) -> bool:
    return value in ("", [], {}, None)


def alternative_samples(type: Type, api: Api, *, sent: bool) -> tuple[Sample, ...]:
    """One value for each variant of a union, named as the variant; none for other types."""
    while True:
        match type:
            case Nullable(inner=inner):
                type = inner
            case Ref(id=id) if isinstance(alias := api.declarations[id], Alias):
                type = alias.type
            case Ref(id=id) if isinstance(union := api.declarations[id], Union):
                made = (
                    (" ".join(variant.name.words), sample_value(variant.type, api, sent=sent))
                    for variant in union.variants
                )
                return tuple(
                    Sample(value, stated=False, name=name)
                    for name, value in made
                    if not isinstance(value, Missing)
                )
            case _:
                return ()


def _first(examples: tuple[Example, ...]) -> Sample | None:
    if not examples:
        return None
    return Sample(examples[0].value, stated=True, name=examples[0].name)


def _made(value: JsonValue | Missing) -> Sample | None:
    return None if isinstance(value, Missing) else Sample(value, stated=False)


class _Sampler:
    """One walk over a type. `index` asks for a different value (0, 1, …) where one can be had.

    Optional members are taken along down to `level` declarations. The first level is cut after
    `_MEMBERS`; a deeper one that has more raises `_TooWideError`. `cut` tells afterwards that
    members of a deeper level were left out.
    """

    def __init__(self, api: Api, sent: bool, level: int) -> None:
        self._api = api
        self._sent = sent
        self._level = level
        self.cut = False
        self._open: list[str] = []
        self._members = 0

    def value(self, type: Type, hint: str, index: int) -> JsonValue:
        match type:
            case Scalar():
                return scalar_value(type, hint, index)
            case Const(value=value):
                return value
            case List():
                return self._list(type, hint)
            case Map():
                return self._map(type)
            case Tuple():
                return [self.value(item, "", 0) for item in type.items]
            case Nullable(inner=inner):
                return self._or(inner, hint, index, None)
            case Ref(id=id):
                return self._reference(id, hint, index)
            case Anything():
                return hint or "value"
            case Nothing():
                raise _UnsampleableError
            case _:
                assert_never(type)

    def _or(self, type: Type, hint: str, index: int, otherwise: JsonValue) -> JsonValue:
        try:
            return self.value(type, hint, index)
        except _UnsampleableError:
            return otherwise

    def _list(self, type: List, hint: str) -> JsonValue:
        least, most = type.constraints.min_items or 0, type.constraints.max_items
        if least > LARGEST:
            raise _UnsampleableError
        wanted = max(least, 1) if most is None else max(least, min(1, most))
        items: list[JsonValue] = []
        try:
            for index in range(wanted):
                items.append(self.value(type.item, hint, index))
        except _UnsampleableError:
            if least:
                raise
        return items[:wanted] if len(items) == wanted else []

    def _map(self, type: Map) -> JsonValue:
        least, most = type.constraints.min_properties or 0, type.constraints.max_properties
        if least > LARGEST:
            raise _UnsampleableError
        wanted = max(least, 1) if most is None else max(least, min(1, most))
        members: dict[str, JsonValue] = {}
        try:
            for index in range(wanted):
                members[_key(type.key_pattern, index)] = self.value(type.value, "", index)
        except _UnsampleableError:
            if least:
                raise
        return members if len(members) == wanted else {}

    def _reference(self, id: str, hint: str, index: int) -> JsonValue:
        if id in self._open:
            raise _UnsampleableError
        declaration = self._api.declarations[id]
        if declaration.examples and index == 0:
            return declaration.examples[0].value
        self._open.append(id)
        try:
            return self._declaration(declaration, hint, index)
        finally:
            self._open.pop()

    def _declaration(self, declaration: Declaration, hint: str, index: int) -> JsonValue:
        match declaration:
            case Record():
                return self._record(declaration)
            case Enum(values=values):
                if not values:
                    raise _UnsampleableError
                return values[index % len(values)].value
            case Union():
                return self._union(declaration, hint, index)
            case Alias(type=type):
                return self.value(type, hint, index)
            case _:
                assert_never(declaration)

    def _union(self, union: Union, hint: str, index: int) -> JsonValue:
        """The first variant with a value that no other one takes, else the first with any."""
        before, otherwise = self._members, list[JsonValue]()
        for number, variant in enumerate(union.variants):
            self._members = before
            try:
                value = self.value(variant.type, hint, index)
                value = self._tagged(union, number, value)
            except _UnsampleableError:
                continue
            others = (other.type for other in union.variants if other is not variant)
            declared = self._api.declarations
            if all(misfit(declared, other, value) is not None for other in others):
                return value
            otherwise.append(value)
        if not otherwise:
            raise _UnsampleableError
        return otherwise[0]

    def _tagged(self, union: Union, number: int, value: JsonValue) -> JsonValue:
        """A variant's value with a tag that selects it, which the variant alone need not have."""
        found = strip_aliases(union.variants[number].type, self._api.declarations)
        record = self._api.declarations[found.id] if isinstance(found, Ref) else None
        if not isinstance(value, dict) or not isinstance(record, Record):
            return value
        known = {field.name.wire for field in record.fields}
        tag = union.choose.tag
        own = [one.value for one in tag.values if one.variant == number] if tag is not None else []
        if (
            tag is not None
            and own
            and tag.field in known
            and value.get(tag.field, own[0]) not in own
        ):
            value = {**value, tag.field: own[0]}
        tags: dict[str, JsonValue] = {
            test.field: test.values[0]
            for rule in union.choose.rules
            if rule.variant == number
            for test in rule.tests
            if isinstance(test, FieldIn) and test.field in known
        }
        return {**{tag: one for tag, one in tags.items() if tag not in value}, **value}

    def _record(self, record: Record) -> JsonValue:
        hidden = Access.READ if self._sent else Access.WRITE
        members: dict[str, JsonValue] = {}
        excluded = excluded_members(record)
        for field in record.fields:
            if field.access is hidden or field.name.wire in excluded:
                continue
            required = field.presence is Presence.REQUIRED
            if not required and not field.conditional and not self._wanted():
                continue
            self._members += 1
            try:
                members[field.name.wire] = self._field(field)
            except _UnsampleableError:
                if required:
                    raise
        # An object of a deeper level shows one member: `{}` says nothing, and a form cannot say it.
        least = max(record.constraints.min_properties or 0, 1 if self._shows_one() else 0)
        for field in record.fields:
            if len(members) >= least:
                break
            name = field.name.wire
            if name not in members and name not in excluded and field.access is not hidden:
                with suppress(_UnsampleableError):
                    members[field.name.wire] = self._field(field)
        if len(members) < (record.constraints.min_properties or 0):
            raise _UnsampleableError
        return members

    def _shows_one(self) -> bool:
        return self._level > 0 and len(self._open) <= _DEPTH

    def _wanted(self) -> bool:
        """Whether one more optional member is taken along."""
        if len(self._open) > self._level:
            self.cut = True
            return False
        if self._members < _MEMBERS:
            return True
        if self._level > 1:
            raise _TooWideError
        return False

    def _field(self, field: Field) -> JsonValue:
        if field.examples:
            return field.examples[0].value
        if not isinstance(field.default, Missing) and field.default is not None:
            return field.default
        return self.value(field.type, "", 0)


def _key(pattern: str | None, index: int) -> str:
    if pattern is not None and (text := text_matching(pattern)) is not None and index == 0:
        return text
    return "key" if index == 0 else f"key{index + 1}"
