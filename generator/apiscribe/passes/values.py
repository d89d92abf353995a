"""Defaults and examples that do not fit their type are reported and left out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.ir import (
    Alias,
    Answer,
    Api,
    Content,
    Declaration,
    Enum,
    Example,
    Field,
    JsonValue,
    List,
    MediaKind,
    Missing,
    Operation,
    Parameter,
    Record,
    Ref,
    Type,
    Union,
    missing,
)
from apiscribe.passes.fits import misfit


def check_values(api: Api, diagnostics: Diagnostics) -> Api:
    """The API with only those defaults and examples that fit."""
    checker = _Checker(api, diagnostics)
    declarations = {i: checker.declaration(d) for i, d in api.declarations.items()}
    operations = {i: checker.operation(o) for i, o in api.operations.items()}
    return replace(api, declarations=declarations, operations=operations)


@dataclass(slots=True)
class _Checker:
    api: Api
    diagnostics: Diagnostics
    told: set[Place] = field(default_factory=set)
    """Of defaults: one may be referred to from many places."""

    def default(
        self, kind: Type, value: JsonValue | Missing, place: Place, what: str
    ) -> JsonValue | Missing:
        """The default, `missing` when it does not fit."""
        if isinstance(value, Missing):
            return missing
        wrong = misfit(self.api.declarations, kind, value, formats=True)
        if wrong is None:
            return value
        if place in self.told:
            return missing
        self.told.add(place)
        self.diagnostics.warning(
            "passes/default-does-not-fit",
            f"The default of {what} does not fit its type ({wrong}); it is left out.",
            place,
            "Correct the default or the type.",
        )
        return missing

    def examples(
        self, kind: Type, found: tuple[Example, ...], place: Place, what: str
    ) -> tuple[Example, ...]:
        """Those examples that fit."""
        kept = []
        for example in found:
            wrong = misfit(self.api.declarations, kind, example.value)
            if wrong is None:
                kept.append(example)
                continue
            named = f" {example.name!r}" if example.name else ""
            self.diagnostics.note(
                "passes/example-does-not-fit",
                f"The example{named} of {what} does not fit its type ({wrong}); it is left out.",
                place,
                "Correct the example or the schema.",
            )
        return found if len(kept) == len(found) else tuple(kept)

    def declaration(self, declared: Declaration) -> Declaration:
        """A declaration with fitting values."""
        if declared.examples:
            kept = self.examples(Ref(declared.id), declared.examples, declared.place, declared.id)
            declared = replace(declared, examples=kept)
        match declared:
            case Record():
                fields = tuple(self._field(declared, field) for field in declared.fields)
                same = all(a is b for a, b in zip(fields, declared.fields, strict=True))
                return declared if same else replace(declared, fields=fields)
            case Enum() | Union() | Alias():
                return declared

    def _field(self, record: Record, field: Field) -> Field:
        if isinstance(field.default, Missing) and not field.examples:
            return field
        what = f"{record.id}.{field.name.wire}"
        default = self.default(field.type, field.default, field.default_place, what)
        examples = self.examples(field.type, field.examples, field.place, what)
        return replace(field, default=default, examples=examples)

    def operation(self, operation: Operation) -> Operation:
        """An operation with fitting values."""
        body = operation.body
        if body is not None:
            media = tuple(
                replace(m, examples=self.examples(m.type, m.examples, body.place, operation.id))
                for m in body.media
            )
            body = replace(body, media=media)
        return replace(
            operation,
            parameters=tuple(self._parameter(operation, p) for p in operation.parameters),
            body=body,
            examples=body.media[0].examples if body is not None else (),
            answers=tuple(self._answer(operation, a) for a in operation.answers),
            errors=tuple(self._answer(operation, a) for a in operation.errors),
        )

    def _parameter(self, operation: Operation, parameter: Parameter) -> Parameter:
        if isinstance(parameter.default, Missing) and not parameter.examples:
            return parameter
        what = f"the parameter {parameter.name.wire!r} of {operation.id}"
        default = self.default(parameter.type, parameter.default, parameter.default_place, what)
        examples = self.examples(parameter.type, parameter.examples, parameter.place, what)
        return replace(parameter, default=default, examples=examples)

    def _answer(self, operation: Operation, answer: Answer) -> Answer:
        if not any(content.examples for content in answer.contents):
            return answer
        what = f"answer {answer.status.wire} of {operation.id}"
        contents = tuple(
            replace(c, examples=self.examples(_example_type(c), c.examples, answer.place, what))
            for c in answer.contents
        )
        return replace(answer, contents=contents)


def _example_type(content: Content) -> Type:
    """What examples of an answer are: for streams, the list of its items."""
    streamed = content.kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)
    return List(content.type) if streamed else content.type
