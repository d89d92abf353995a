"""Reading `sdk.yaml` strictly: every mistake has a line, and names what was probably meant.

Apart from `config` because it stands above the YAML loader and the targets, whose option models
check their own sections.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.pointers import did_you_mean, nearest, pointer
from apiscribe.openapi.source import load_yaml
from apiscribe.targets.base import TargetOptions
from apiscribe.targets.registry import DEFAULT_TARGETS, target, target_ids

_Location = tuple[str | int, ...]


def load_settings(path: Path | None, api: str, diagnostics: Diagnostics) -> Settings:
    """The settings of one API; the defaults when there is no file.

    Raises `ApiscribeError` with every mistake in the file, those in target sections included.
    """
    if path is None:
        return Settings(api=api)
    source = load_yaml(path, diagnostics)
    data = {} if source.data is None else source.data
    if not isinstance(data, Mapping):
        diagnostics.error(
            "config/type",
            "the settings must be a mapping of names to values.",
            source.place(),
            "see spec/sdk.schema.json for what may stand here.",
        )
    diagnostics.stop_on_errors()
    data = _without_empty_sections({"api": api, **data})
    settings = _validated(Settings, data, source.place(), diagnostics)
    if settings is not None:
        _check_targets(settings, source.file, diagnostics)
    diagnostics.stop_on_errors()
    assert settings is not None
    return settings


def targets_of(settings: Settings, asked: Sequence[str]) -> tuple[str, ...]:
    """The targets asked for, else those of the settings, else the defaults."""
    return tuple(asked) or tuple(settings.targets) or DEFAULT_TARGETS


def target_options(settings: Settings, target_id: str) -> TargetOptions:
    """The options of one target: its section of checked settings, or its defaults.

    Raises pydantic's `ValidationError` when the settings were not read by `load_settings`.
    """
    section = settings.targets.get(target_id, {})
    return target(target_id).options.model_validate_json(json.dumps(section), strict=True)


def settings_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of `sdk.yaml`, with a section per target we have."""
    schema = Settings.model_json_schema()
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    sections: dict[str, Any] = {}
    for target_id in target_ids():
        options = target(target_id).options.model_json_schema()
        definitions.update(options.pop("$defs", {}))
        sections[target_id] = {"anyOf": [options, {"type": "null"}]}
    schema["properties"]["targets"] = {
        **schema["properties"]["targets"],
        "properties": sections,
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "apiscribe settings (sdk.yaml)",
    }


def _without_empty_sections(data: Mapping[str, Any]) -> dict[str, Any]:
    """`python:` with nothing after it means the defaults, at both levels."""
    filled = {key: value for key, value in data.items() if value is not None or key == "api"}
    if isinstance(targets := filled.get("targets"), Mapping):
        filled["targets"] = {key: {} if value is None else value for key, value in targets.items()}
    return filled


def _check_targets(settings: Settings, file: str, diagnostics: Diagnostics) -> None:
    for name, section in settings.targets.items():
        where = Place(file, pointer("targets", name))
        if name not in target_ids():
            diagnostics.error(
                "config/target",
                f"there is no target `{name}`.",
                where,
                did_you_mean(name, target_ids()),
            )
            continue
        _validated(target(name).options, section, where, diagnostics)


_Model = typing.TypeVar("_Model", bound=BaseModel)


def _validated(
    model: type[_Model], data: Mapping[str, Any], where: Place, diagnostics: Diagnostics
) -> _Model | None:
    """`data` as `model`, or `None` with a diagnostic for each mistake.

    It goes through JSON because pydantic's strict mode then takes lists for tuples and text for
    enums, which is how YAML gives them, and still refuses "60" for a number.
    """
    try:
        return model.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        for found in error.errors(include_url=False, include_input=False):
            _report(model, data, where, typing.cast(dict[str, Any], found), diagnostics)
        return None


def _report(
    model: type[BaseModel],
    data: Mapping[str, Any],
    where: Place,
    found: dict[str, Any],
    diagnostics: Diagnostics,
) -> None:
    location = _present(data, found["loc"])
    name = ".".join(str(part) for part in location) or "the settings"
    place = Place(where.file, where.pointer + pointer(*location))
    if found["type"] == "extra_forbidden":
        known = _known_names(_model_at(model, location[:-1]))
        owner = f" of `{'.'.join(map(str, location[:-1]))}`" if len(location) > 1 else ""
        message = f"there is no setting `{location[-1]}`{owner}."
        diagnostics.error(
            "config/unknown-key", message, place, did_you_mean(str(location[-1]), known)
        )
    elif found["type"] == "missing":
        message = f"`{name}` lacks its `{found['loc'][-1]}`."
        diagnostics.error("config/missing", message, place, f"add `{found['loc'][-1]}: …`.")
    else:
        message = f"`{name}` must be {_wanted(found)}."
        diagnostics.error("config/value", message, place, _value_help(found, data, location))


_WANTED: Mapping[str, str] = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a mapping of names to values",
    "model_type": "a mapping of names to values",
    "list_type": "a list",
    "tuple_type": "a list",
}

_CORRECT = "correct the value, or leave it out."

_LIMITS: Mapping[str, tuple[str, str]] = {
    "greater_than": ("greater than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}


def _wanted(found: dict[str, Any]) -> str:
    kind, context = found["type"], found.get("ctx", {})
    if kind in _WANTED:
        return _WANTED[kind]
    if kind in _LIMITS:
        words, key = _LIMITS[kind]
        return f"{words} {context[key]:g}"
    if kind in ("literal_error", "enum"):
        return str(context["expected"])
    message: str = found["msg"]
    for start in ("Input should be ", "Value error, must be ", "String should "):
        if message.startswith(start):
            return message.removeprefix(start)
    return message.removeprefix("Value error, ").rstrip(".")


def _value_help(found: dict[str, Any], data: Mapping[str, Any], location: _Location) -> str:
    value: Any = data
    for part in location:
        value = value[part]
    if isinstance(value, str) and found["type"] in ("literal_error", "enum"):
        expected = str(found["ctx"]["expected"]).replace(" or ", ", ")
        near = nearest(value, [word.strip(" '") for word in expected.split(",")])
        return f"did you mean `{near}`?" if near else _CORRECT
    if isinstance(value, str) and found["type"] in ("int_type", "float_type", "bool_type"):
        return "write it without quotes."
    quotes = found["type"] == "string_type" and isinstance(value, int | float)
    return "put it in quotes." if quotes else _CORRECT


def _present(data: Any, location: Iterable[str | int]) -> _Location:
    """The part of pydantic's location that is in the data (it adds names of union members)."""
    found: list[str | int] = []
    for part in location:
        known: Any = data
        if isinstance(data, list):
            known = range(len(data))
        if isinstance(known, Mapping | range) and part in known:
            data = data[part]
            found.append(part)
    return tuple(found)


def _known_names(model: type[BaseModel] | None) -> tuple[str, ...]:
    if model is None:
        return ()
    return tuple(
        field.alias or name
        for name, field in model.model_fields.items()
        if (model, name) != (Settings, "api")
    )


def _model_at(model: type[BaseModel], location: _Location) -> type[BaseModel] | None:
    """The model that a location leads to, through the annotations of its fields."""
    annotation: Any = model
    for part in location:
        owner = _first(
            annotation, lambda item: isinstance(item, type) and issubclass(item, BaseModel)
        )
        fields = (
            {field.alias or name: field for name, field in owner.model_fields.items()}
            if owner
            else {}
        )
        if part in fields:
            annotation = fields[str(part)].annotation
        elif typing.get_args(annotation):
            annotation = typing.get_args(annotation)[-1]
    found = _first(annotation, lambda item: isinstance(item, type) and issubclass(item, BaseModel))
    return typing.cast("type[BaseModel] | None", found)


def _first(annotation: Any, fits: Callable[[Any], bool]) -> Any:
    """The first type in an annotation (itself, then its arguments, depth first) that fits."""
    if fits(annotation):
        return annotation
    for argument in typing.get_args(annotation):
        if (found := _first(argument, fits)) is not None:
            return found
    return None
