"""Small documents, lowered; and a reader of decision lists, as a target would write one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostic, Diagnostics, Place
from apiscribe.ir import (
    Api,
    FieldIn,
    FieldIs,
    HasField,
    ItemsAre,
    JsonKind,
    KindIs,
    Test,
    Union,
    ValueIn,
)
from apiscribe.lower import lower_document
from apiscribe.passes import run_passes
from apiscribe.passes.fits import same


@dataclass(frozen=True)
class PlainDocument:
    """The contract of a loaded document over plain data."""

    data: dict[str, Any]
    file: str = "openapi.yaml"

    def place(self, pointer: str) -> Place:
        return Place(self.file, pointer)


def lower(
    text: str | dict[str, Any], settings: Settings | None = None, passes: bool = True
) -> tuple[Api, Diagnostics]:
    """The API of a document given as YAML or data."""
    data = yaml.safe_load(text) if isinstance(text, str) else text
    data = {"openapi": "3.2.0", "info": {"title": "T", "version": "1"}, **data}
    diagnostics = Diagnostics()
    api = lower_document(PlainDocument(data), settings or Settings(), diagnostics)
    return (run_passes(api, diagnostics) if passes else api), diagnostics


def lower_schemas(text: str) -> tuple[Api, Diagnostics]:
    """The API of a document with nothing but these schema components."""
    return lower({"components": {"schemas": yaml.safe_load(text)}})


_OF_SMALL_DOCUMENTS = ("lower/no-operations", "passes/no-server")


def findings(diagnostics: Diagnostics) -> list[Diagnostic]:
    """All findings but those that any small document has."""
    return [found for found in diagnostics if found.rule not in _OF_SMALL_DOCUMENTS]


def rules(diagnostics: Diagnostics) -> list[str]:
    """The rules of all findings that matter."""
    return [found.rule for found in findings(diagnostics)]


def kinds_of(value: Any) -> set[JsonKind]:
    """The JSON kinds of a value."""
    if value is None:
        return {JsonKind.NULL}
    if isinstance(value, bool):
        return {JsonKind.BOOLEAN}
    if isinstance(value, int | float):
        whole = isinstance(value, int) or value.is_integer()
        return {JsonKind.NUMBER, JsonKind.INTEGER} if whole else {JsonKind.NUMBER}
    if isinstance(value, str):
        return {JsonKind.STRING}
    return {JsonKind.OBJECT} if isinstance(value, Mapping) else {JsonKind.ARRAY}


def holds(test: Test, value: Any) -> bool:
    """Whether a test holds of a JSON value."""
    match test:
        case KindIs(kinds):
            return bool(kinds_of(value) & set(kinds))
        case FieldIn(field, values):
            return _has(value, field) and any(same(value[field], one) for one in values)
        case HasField(field):
            return _has(value, field)
        case FieldIs(field, kinds):
            return _has(value, field) and bool(kinds_of(value[field]) & set(kinds))
        case ValueIn(values):
            return any(same(value, one) for one in values)
        case ItemsAre(tests):
            return isinstance(value, list) and (
                not value or all(holds(inner, value[0]) for inner in tests)
            )


def _has(value: Any, field: str) -> bool:
    return isinstance(value, Mapping) and field in value


def chosen(api: Api, identity: str, value: Any) -> str | None:
    """The name of the variant that a union chooses for a value, `None` for an unknown one."""
    union = api.declarations[identity]
    assert isinstance(union, Union)
    for rule in union.choose.rules:
        if all(holds(test, value) for test in rule.tests):
            return " ".join(union.variants[rule.variant].name.words)
    return None
