"""The modules of the generated `types` package, as text pieces and imports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from apiscribe.ir import (
    Anything,
    Api,
    Declaration,
    MediaKind,
    Nothing,
    Nullable,
    Operation,
    Presence,
    Record,
    Ref,
    Union,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.arguments import argument_keys, parameter_key
from apiscribe.targets.bodies import flat_body
from apiscribe.targets.inner_types import declaration_refs
from apiscribe.targets.prose import describe, describe_member
from apiscribe.targets.python.choices import choose_text
from apiscribe.targets.python.definitions import Writer
from apiscribe.targets.python.generator import run_generator
from apiscribe.targets.python.imports import import_lines
from apiscribe.targets.python.layout import Brackets, lay_out
from apiscribe.targets.python.modules import TypeModules, components, owner, type_modules
from apiscribe.targets.python.names import PythonNames, module_name
from apiscribe.targets.python.options import ModelFlavour
from apiscribe.targets.python.pieces import Generated, Piece, module_imports
from apiscribe.targets.python.schema import (
    Schema,
    input_definitions,
    input_writer,
    model_definitions,
)
from apiscribe.targets.python.text import comment, docstring, quote

_TemplateData = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TypeFile:
    """View of one module: import lines and definitions (source, not formatted)."""

    module: str
    imports: tuple[str, ...]
    definitions: tuple[str, ...]
    exports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeModule:
    """One module that is to be: what it defines, and its view, made when it is wanted."""

    module: str
    exports: tuple[str, ...]
    make: Callable[[], TypeFile]


def type_files(api: Api, names: PythonNames, flavour: ModelFlavour) -> tuple[TypeModule, ...]:
    """All modules of `types`, by name."""
    modules = type_modules(api, names)
    homes = _homes(api, names, modules)
    source = _Source(api, names, modules, homes, _recursive(api))
    if flavour is ModelFlavour.PYDANTIC:
        models = _by_module({name: id for id, name in names.classes.items()}, homes)
        found = [source.later(partial(_models, source, ids), ids) for ids in models]
    else:  # one run of a generator makes them all
        pieces = _other_models(source, flavour)
        found = [_made(file) for file in _files(pieces, homes, names)]
    forms = {name: id for id, name in names.inputs.items()}
    forms |= {names.params[id]: id for id in api.operations if id in names.params}
    inputs = _by_module(forms, homes)
    found += [source.later(partial(_inputs, source, ids), ids) for ids in inputs]
    return tuple(sorted(found, key=lambda file: file.module))


def _by_module(chosen: Mapping[str, str], homes: _Homes) -> Iterable[dict[str, str]]:
    """`chosen` (name → id), a part for each module."""
    found: dict[str, dict[str, str]] = {}
    for name, id in chosen.items():
        found.setdefault(homes.modules[name], {})[name] = id
    return found.values()


def _made(file: TypeFile) -> TypeModule:
    return TypeModule(file.module, file.exports, lambda: file)


@dataclass(frozen=True, slots=True)
class _Homes:
    """Of each class or alias its module, and the id of what it is written inside of."""

    modules: Mapping[str, str]
    families: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Source:
    """What all modules are made of; `recursive`: see `_recursive`."""

    api: Api
    names: PythonNames
    modules: TypeModules
    homes: _Homes
    recursive: frozenset[str]

    def later(self, write: Callable[[], Generated], ids: Mapping[str, str]) -> TypeModule:
        """The module of `ids` (name → id), which `write` writes."""
        exports = tuple(sorted(ids))
        return TypeModule(self.homes.modules[exports[0]], exports, partial(self._file, write))

    def _file(self, write: Callable[[], Generated]) -> TypeFile:
        (file,) = _files(write(), self.homes, self.names)
        return file


def _homes(api: Api, names: PythonNames, modules: TypeModules) -> _Homes:
    """Dict forms stand beside their models, in modules of their own."""
    homes = {names.classes[id]: module for id, module in modules.of.items()}
    families = {name: owner(id, names.classes) for id, name in names.classes.items()}
    taken = set(homes.values())
    given: dict[str, str] = {}
    for name in names.params.values():
        given[name] = module_name(name)
        families[name] = name
    bodies = {
        record.id: names.params[operation.id]
        for operation in api.operations.values()
        if (record := flat_body(operation, api)) is not None
    }
    known = names.classes.keys() | names.inputs.keys() | bodies.keys()
    for id, name in names.inputs.items():
        root = families[name] = owner(id, known)
        if root in modules.of:
            given[name] = f"{modules.of[root]}_param"
        else:
            given[name] = module_name(bodies.get(root, names.inputs.get(root, name)))
    given = _without_circles(api, names, given, bodies)
    free = {n: f"{m}_" if m in taken else m for n, m in given.items()}
    return _Homes(homes | free, families)


def _without_circles(
    api: Api, names: PythonNames, given: dict[str, str], bodies: Mapping[str, str]
) -> dict[str, str]:
    """Modules of dict forms, one for those that would import each other in a circle."""
    graph: dict[str, set[str]] = {module: set() for module in given.values()}
    for id, name in (*names.inputs.items(), *bodies.items()):
        own = given[name]
        others = {
            given[names.inputs[i]]
            for i in declaration_refs(api.declarations[id])
            if i in names.inputs
        }
        graph[own] |= others - {own}
    joined = {module: min(group) for group in components(graph) for module in group}
    return {name: joined[module] for name, module in given.items()}


def _files(generated: Generated, homes: _Homes, names: PythonNames) -> Iterable[TypeFile]:
    by_module: dict[str, list[Piece]] = {}
    for piece in generated.pieces:
        by_module.setdefault(homes.modules[piece.name], []).append(piece)
    for module, pieces in by_module.items():
        imports = module_imports(pieces, generated, homes.modules, names)
        yield TypeFile(
            module,
            tuple(import_lines(imports, ".types")),
            tuple(piece.text for piece in pieces),
            tuple(sorted(piece.name for piece in pieces)),
        )


def _models(source: _Source, chosen: Mapping[str, str]) -> Generated:
    """Classes of what answers hold: those of `chosen` (name → id)."""
    names, homes = source.names, source.homes
    data, aliases = _told(source, ModelFlavour.PYDANTIC, chosen)
    definitions = model_definitions(source.api, names, ModelFlavour.PYDANTIC, chosen)
    writer = Writer(names, False, aliases, data, abstract=False)
    return writer.write(definitions, homes.modules, homes.families)


def _other_models(source: _Source, flavour: ModelFlavour) -> Generated:
    """All classes of what answers hold, in another flavour than pydantic."""
    names = source.names
    chosen = {name: id for id, name in names.classes.items()}
    data, aliases = _told(source, flavour, chosen)
    definitions = model_definitions(source.api, names, flavour, chosen)
    return run_generator(definitions, flavour, names, aliases=aliases, template_data=data)


def _told(
    source: _Source, flavour: ModelFlavour, chosen: Mapping[str, str]
) -> tuple[_TemplateData, dict[str, str]]:
    """What templates are told of classes, and `Class.wire` → attribute where they differ."""
    api, names = source.api, source.names
    data: _TemplateData = {}
    aliases: dict[str, str] = {}
    for name, id in chosen.items():
        declaration = api.declarations[id]
        data[name] = _common(declaration, id in source.recursive)
        if isinstance(declaration, Record):
            closed = isinstance(declaration.extra, Nothing)
            data[name] |= {"parent": names.helper("Model"), "closed": closed}
            data[name]["not_null"] = _not_null(declaration)
            attributes = _attributes(declaration, names, flavour)
            data[name] |= _members(declaration, attributes) | _functional(declaration)
            for wire, attribute in attributes.items():
                if wire != attribute:
                    aliases[f"{name}.{wire}"] = attribute
        elif isinstance(declaration, Union):
            data[name]["choose"] = choose_text(declaration, api, names)
    return data, aliases


def _attributes(record: Record, names: PythonNames, flavour: ModelFlavour) -> Mapping[str, str]:
    """Wire name → attribute; the keys of a dictionary are the wire names themselves."""
    if flavour is ModelFlavour.TYPEDDICT:
        return {field.name.wire: field.name.wire for field in record.fields}
    return names.fields[record.id]


def _common(declaration: Declaration, recursive: bool) -> dict[str, Any]:
    alias = not isinstance(declaration, Record)
    inline = alias and any(mark in declaration.id for mark in ".[")  # its member says it already
    text = "" if inline else docstring(describe(declaration.docs), 0 if alias else 4)
    return {"docs": text, "recursive": recursive, "members": {}, "choose": ""}


def _members(record: Record, attributes: Mapping[str, str]) -> dict[str, Any]:
    """What templates say about members, by attribute."""
    docs = {attributes[f.name.wire]: describe_member(f) for f in record.fields}
    wires = {name: quote(wire) for wire, name in attributes.items() if wire != name}
    return {"members": {name: docstring(text, 4) for name, text in docs.items()}, "wires": wires}


def _not_null(record: Record) -> str:
    """The statement with the wire names of members that may be missing but not null.

    Both read as `None`.
    """
    wires = [
        quote(field.name.wire)
        for field in record.fields
        if field.presence is Presence.OPTIONAL and not isinstance(field.type, (Nullable, Anything))
    ]
    if not wires:
        return ""
    names = Brackets("{", tuple(wires), "}")
    return lay_out(
        Brackets("model_not_null: ClassVar[frozenset[str]] = frozenset(", (names,), ")"), 4
    )


def _recursive(api: Api) -> frozenset[str]:
    """Ids of declarations that refer to themselves in the end, not counting records' members.

    A record's members are looked up late; an alias must be written so that it can be, too.
    """
    graph = {
        id: (
            []
            if isinstance(d, Record)
            else [
                other
                for other in declaration_refs(d)
                if not isinstance(api.declarations[other], Record)
            ]
        )
        for id, d in api.declarations.items()
    }
    found: set[str] = set()
    for group in components(graph):
        if len(group) > 1 or group[0] in graph[group[0]]:
            found.update(group)
    return frozenset(found)


def _inputs(source: _Source, chosen: Mapping[str, str]) -> Generated:
    """Dict forms of what is sent, and sets of parameters of methods with a body: those of `chosen`.

    `chosen`: name → id of a declaration or an operation (which may be the same).
    """
    api, names, modules = source.api, source.names, source.modules
    data: _TemplateData = {}
    inputs = {name: id for name, id in chosen.items() if names.inputs.get(id) == name}
    for name, id in inputs.items():
        declaration = api.declarations[id]
        data[name] = _common(declaration, id in source.recursive)
        if isinstance(declaration, Record):
            wires = {f.name.wire: f.name.wire for f in declaration.fields}
            data[name] |= _members(declaration, wires) | _functional(declaration)
    definitions = input_definitions(api, names, modules, inputs)
    for name, id in chosen.items():
        if name not in inputs:
            operation = api.operations[id]
            definitions[name] = _params(operation, api, names, modules)
            text = f"Arguments of `{names.accessor(operation)}`."
            data[name] = {"docs": docstring(text, 4), "members": {}, "keys": [], "comments": []}
    writer = Writer(names, True, {}, data, abstract=True)
    return writer.write(definitions, source.homes.modules, source.homes.families)


def _functional(record: Record) -> dict[str, Any]:
    """Keys and comments for records that need `TypedDict("Name", {…})`, in the fields' order."""
    return {
        "keys": [quote(field.name.wire) for field in record.fields],
        "comments": [comment(describe_member(field), 8) for field in record.fields],
    }


def _params(operation: Operation, api: Api, names: PythonNames, modules: TypeModules) -> Schema:
    """The arguments of a method as a dictionary to be given as `**params`."""
    record = flat_body(operation, api)
    assert record is not None
    assert operation.body is not None
    files = operation.body.media[0].kind is MediaKind.MULTIPART
    writer = input_writer(api, names, modules, files=files)
    spelled = names.arguments[operation.id]
    parameters = {parameter_key(p): p for p in operation.parameters}
    fields = {field.name.wire: field for field in record.fields}
    members: dict[str, tuple[Schema, Presence]] = {}
    for key, _ in sorted(argument_keys(operation, api), key=lambda pair: pair[0].is_parameter):
        found = parameters[key] if key.is_parameter else fields[key.wire]
        presence = found.presence
        if not key.is_parameter and not operation.body.required:
            presence = Presence.OPTIONAL
        bare = strip_aliases(found.type, api.declarations)
        type_ = bare if files and not isinstance(bare, Ref) else found.type
        members[spelled[key]] = (writer.schema(type_), presence)
    return writer.record(members)
