"""Parameters: path-level ones overridden by (name, in), styles, `content`, names that differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apiscribe.ir import (
    Docs,
    Location,
    Name,
    Parameter,
    Presence,
    Scalar,
    ScalarKind,
    Style,
    missing,
)
from apiscribe.ir.vocabulary import parameter_name
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of, media_examples, schema_docs, schema_examples
from apiscribe.lower.media import schema_node
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.raw import RawOperation, follow
from apiscribe.lower.records import default_place, first, layers_of
from apiscribe.naming import Scope, Words, pascal, snake, split_words

_RESERVED_HEADERS = frozenset(("accept", "content-type", "authorization"))
"""Header parameters that OpenAPI says shall be ignored (3.2, section 4.12.2)."""

_STYLES = {
    Location.PATH: Style.SIMPLE,
    Location.QUERY: Style.FORM,
    Location.HEADER: Style.SIMPLE,
    Location.COOKIE: Style.FORM,
    Location.QUERYSTRING: Style.FORM,
}

_RANKS = {
    Location.PATH: 0,
    Location.QUERY: 1,
    Location.QUERYSTRING: 2,
    Location.HEADER: 3,
    Location.COOKIE: 4,
}
"""Who keeps a name that several places want."""


def lower_parameters(ctx: Context, raw: RawOperation, words: Words) -> tuple[Parameter, ...]:
    """The operation's parameters in document order, path items' first."""
    written = _written(ctx, raw)
    found = [
        parameter
        for (_, _), (value, pointer) in written.items()
        if (parameter := _lower(ctx, raw, words, value, pointer)) is not None
    ]
    return _named(tuple(_with_path_names(ctx, raw, found)))


def _written(
    ctx: Context, raw: RawOperation
) -> dict[tuple[str, str], tuple[Mapping[str, Any], str]]:
    """Parameter objects by (name, in); the operation's own replace the path item's."""
    found: dict[tuple[str, str], tuple[Mapping[str, Any], str]] = {}
    for owner, base in ((raw.item, raw.item_pointer), (raw.value, raw.pointer)):
        for index, value in enumerate(owner.get("parameters") or ()):
            value, pointer = follow(ctx, value, f"{base}/parameters/{index}")
            if isinstance(value, Mapping) and value.get("name") is not None:
                key = (_key_name(value), str(value.get("in")))
                if key in found and owner is raw.value and found[key][1].startswith(raw.pointer):
                    ctx.warning(
                        "parameter-repeats",
                        f"The {key[1]} parameter {key[0]!r} is listed twice; the last one counts.",
                        pointer,
                    )
                found[key] = (value, pointer)
    return found


def _key_name(value: Mapping[str, Any]) -> str:
    name = str(value["name"])
    return name.lower() if value.get("in") == "header" else name


def _lower(
    ctx: Context, raw: RawOperation, words: Words, value: Mapping[str, Any], pointer: str
) -> Parameter | None:
    name = str(value["name"])
    try:
        location = Location(str(value.get("in")))
    except ValueError:
        ctx.warning(
            "parameter-place",
            f"There is no parameter place {value.get('in')!r}.",
            pointer,
            "Use path, query, header, cookie or querystring.",
        )
        return None
    if location is Location.HEADER and name.lower() in _RESERVED_HEADERS:
        ctx.note(
            "parameter-ignored",
            f"The header {name!r} is set by media types and security, not by a parameter.",
            pointer,
        )
        return None
    node, media_type = _schema(ctx, raw, words, value, pointer, name)
    layers = list(layers_of(ctx, node)) if node else []
    style = _style(ctx, value, location, pointer)
    pin = parameter_name(value["x-sdk"]) if "x-sdk" in value else ""
    explode = value.get("explode")
    return Parameter(
        Name(name, split_words(pin or name), bool(pin)),
        location,
        ctx.type_of(node) if node else Scalar(ScalarKind.STRING),
        (
            Presence.REQUIRED
            if value.get("required") is True or location is Location.PATH
            else Presence.OPTIONAL
        ),
        style,
        explode if isinstance(explode, bool) else style in (Style.FORM, Style.COOKIE),
        value.get("allowReserved") is True,
        media_type,
        first(layers, "default", missing),
        _docs(value, node),
        media_examples(value, lambda v: follow(ctx, v, "")[0])
        or (schema_examples(node) if node else ()),
        ctx.place(pointer),
        default_place(ctx, layers),
    )


def _schema(
    ctx: Context, raw: RawOperation, words: Words, value: Mapping[str, Any], pointer: str, name: str
) -> tuple[Node | None, str]:
    """The schema of a parameter and its media type, if it has one."""
    site = ctx.roots.get(pointer) or Site(f"{raw.id}.{name}", words + split_words(name))
    content = value.get("content")
    if isinstance(content, Mapping) and content:
        media_type, media = next(iter(content.items()))
        media, place = follow(ctx, media, f"{pointer}/content/{media_type.replace('/', '~1')}")
        return schema_node(media, place, site), str(media_type)
    return schema_node(value, pointer, site), ""


def _style(ctx: Context, value: Mapping[str, Any], location: Location, pointer: str) -> Style:
    written = value.get("style")
    if written is None:
        return _STYLES[location]
    try:
        return Style(str(written))
    except ValueError:
        ctx.warning(
            "parameter-style",
            f"There is no style {written!r}; {_STYLES[location]} is used.",
            pointer,
        )
        return _STYLES[location]


def _docs(value: Mapping[str, Any], node: Node | None) -> Docs:
    docs = docs_of(value)
    if docs.description or node is None or node.get("$ref"):
        return docs
    inner = schema_docs(node)
    return replace(
        docs, description=inner.description, deprecated=docs.deprecated or inner.deprecated
    )


def _with_path_names(ctx: Context, raw: RawOperation, found: list[Parameter]) -> list[Parameter]:
    """Declare what only the template names; drop what it does not name."""
    template = re.findall(r"\{([^{}]+)\}", raw.path)
    kept: list[Parameter] = []
    for parameter in found:
        if parameter.location is Location.PATH and parameter.name.wire not in template:
            ctx.diagnostics.warning(
                "lower/path-parameter",
                f"The path {raw.path} has no {{{parameter.name.wire}}}; the parameter is left out.",
                parameter.place,
            )
            continue
        kept.append(parameter)
    known = {p.name.wire for p in kept if p.location is Location.PATH}
    missing_names = [name for name in dict.fromkeys(template) if name not in known]
    for position, name in enumerate(missing_names):
        ctx.warning(
            "path-parameter",
            f"The path parameter {name!r} is not declared; taken for a required string.",
            raw.pointer,
            f"Declare it: {{name: {name}, in: path, required: true, schema: {{type: string}}}}.",
        )
        kept.insert(
            position,
            Parameter(
                Name(name, split_words(name)),
                Location.PATH,
                Scalar(ScalarKind.STRING),
                Presence.REQUIRED,
                Style.SIMPLE,
                False,
                place=ctx.place(raw.pointer),
            ),
        )
    return kept


def _named(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Words that differ; of parameters with one name, path before query before header."""
    scope = Scope(pascal, usual=snake)
    for index, parameter in enumerate(parameters):
        name = parameter.name
        scope.add(
            index,
            name.wire,
            name.words,
            name.pinned,
            _RANKS[parameter.location],
            ((*name.words, parameter.location.value),),
        )
    settled = scope.words()
    return tuple(
        (
            parameter
            if parameter.name.words == settled[index]
            else replace(parameter, name=replace(parameter.name, words=settled[index]))
        )
        for index, parameter in enumerate(parameters)
    )
