"""Every name of a generated Go package, decided here once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api, Enum, Location, Name, Operation, Record, Resource, Union
from apiscribe.naming import COMMON_INITIALISMS, Scope, camel, pascal, singular, split_words
from apiscribe.targets.arguments import BODY, MEMBER, ArgumentKey, argument_keys
from apiscribe.targets.bodies import spread_only
from apiscribe.targets.credentials import used_schemes
from apiscribe.targets.go.alternatives import alternatives
from apiscribe.targets.go.options import go_options
from apiscribe.targets.go.reserved import (
    CLIENT_MEMBERS,
    FILES,
    KEYWORDS,
    LOCALS,
    PACKAGE,
    PREDECLARED,
    RECORD_MEMBERS,
    UNION_MEMBERS,
)
from apiscribe.targets.method_kinds import MethodKind, method_kind

ResourceKey = tuple[str, ...]


INITIALISMS: Final = COMMON_INITIALISMS | {"ai"}


def exported(words: Iterable[str]) -> str:
    """`HTTPValidationError`, `AccountID`."""
    return pascal(words, INITIALISMS)


def local(words: Iterable[str]) -> str:
    """`accountID`."""
    return camel(words, INITIALISMS)


def _legal(start: str) -> Callable[[str], str]:
    """A function that makes text an identifier that begins as `start` does: exported or not."""

    def legal(text: str) -> str:
        cleaned = text
        if not (text.isascii() and text.isalnum()):
            cleaned = "".join(c if c.isascii() and c.isalnum() else "_" for c in text).strip("_")
        if not cleaned:
            return start + text.encode().hex()
        cased = cleaned[0].upper() if start[0].isupper() else cleaned[0].lower()
        return f"{start}{cleaned}" if cleaned[0].isdigit() else cased + cleaned[1:]

    return legal


def _file_legal(text: str) -> str:
    cleaned = "".join(c for c in text.lower() if c.isascii() and c.isalnum())
    return cleaned or "x" + text.encode().hex()


def _joined(words: Iterable[str]) -> str:
    return "".join(words)


@dataclass(frozen=True, slots=True)
class GoNames:
    """The names of one API's package.

    `types`: declaration id → type. `fields`: id → wire name (variant: its index) → field.
    `values`: enum id → names of its constants. `params`: operation id → its params struct.
    `arguments`: operation id → key → field of the params (path: the positional name).
    `alternatives`: operation id and media type → method for that form of the answer.
    `files`: declaration id or resource key → stem of its file.
    """

    module: str
    package: str
    types: Mapping[str, str]
    fields: Mapping[str, Mapping[str, str]]
    values: Mapping[str, tuple[str, ...]]
    params: Mapping[str, str]
    methods: Mapping[str, str]
    streaming: Mapping[str, str]
    alternatives: Mapping[tuple[str, str], str]
    resources: Mapping[ResourceKey, str]
    services: Mapping[ResourceKey, str]
    operations: Mapping[str, str]
    arguments: Mapping[str, Mapping[ArgumentKey, str]]
    credentials: Mapping[str, str]
    files: Mapping[object, str]
    spread: frozenset[str]

    def accessor(
        self, operation: Operation, *, streamed: bool = False, media_type: str = ""
    ) -> str:
        """`client.Chat.Completions.Create`; with `media_type` the method for that form."""
        path = resource_key(operation.resource)
        steps = [self.resources[path[: depth + 1]] for depth in range(len(path))]
        names = self.streaming if streamed else self.methods
        name = self.alternatives[operation.id, media_type] if media_type else names[operation.id]
        return ".".join(["client", *steps, name])


def resource_key(path: Iterable[Name]) -> ResourceKey:
    """The key of a resource in `GoNames.resources`."""
    return tuple(" ".join(name.words) for name in path)


def _path_legal(words: Iterable[str]) -> str:
    """The words as an element of a module's path, which takes ASCII alone (`module.CheckPath`)."""
    return "-".join(filter(None, map(_file_legal, words)))


def go_names(api: Api, settings: Settings) -> GoNames:
    """Decide all names of the package."""
    options = go_options(settings)
    words = split_words(settings.api or api.title)
    package = options.package or _file_legal("".join(words)).lstrip("0123456789") or "client"
    if package in KEYWORDS | PREDECLARED | LOCALS:
        package += "api"
    spread = spread_only(api)
    credentials = _credential_names(api, settings)
    found = _Package(api, spread, frozenset(credentials.values()))
    members = _member_names(api)
    return GoNames(
        module=options.module or f"example.com/{_path_legal(words) or package}-go",
        package=package,
        types=found.types,
        fields={id: _field_names(id, api) for id in api.declarations},
        values=_value_names(api, found),
        params=found.params,
        methods={str(id): text for id, text in members["method"].items()},
        streaming={str(id): text for id, text in members["stream"].items()},
        alternatives={k: text for k, text in members["as"].items() if isinstance(k, tuple)},
        resources={k: text for k, text in members["resource"].items() if isinstance(k, tuple)},
        services=found.services,
        operations=_operation_names(api),
        arguments={id: _argument_names(op, api) for id, op in api.operations.items()},
        credentials=credentials,
        files=_file_names(api, found.types),
        spread=spread,
    )


@dataclass(slots=True)
class _Package:
    """The types, params and services, which share one scope."""

    api: Api
    spread: frozenset[str]
    taken: frozenset[str]
    types: dict[str, str] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)
    services: dict[ResourceKey, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        scope = Scope(
            exported,
            reserved=PACKAGE | self.taken,
            legal=_legal("Type"),
            escape=lambda text: f"{text}Model",
        )
        for id, declaration in self.api.declarations.items():
            if id not in self.spread:
                name = declaration.name
                scope.add(("type", id), name.wire, name.words, name.pinned)
        for operation in self.api.operations.values():
            if any(k.location != Location.PATH for k, _ in argument_keys(operation, self.api)):
                words = _params_words(operation)
                scope.add(("params", operation.id), operation.id, words, rank=1)
        for resource in _walk(self.api.resources):
            resource_words = [word for name in resource.path for word in name.words]
            key = resource_key(resource.path)
            scope.add(("service", key), " ".join(key), (*resource_words, "service"), rank=2)
        found: dict[str, dict[object, str]] = {"type": {}, "params": {}, "service": {}}
        for key_, text in scope.spellings().items():
            assert isinstance(key_, tuple)
            found[key_[0]][key_[1]] = text
        self.types = {str(id): text for id, text in found["type"].items()}
        self.params = {str(id): text for id, text in found["params"].items()}
        self.services = {k: text for k, text in found["service"].items() if isinstance(k, tuple)}


def _walk(resources: Iterable[Resource]) -> Iterable[Resource]:
    for resource in resources:
        yield resource
        yield from _walk(resource.children)


def _params_words(operation: Operation) -> tuple[str, ...]:
    """Words of `ChatCompletionCreateParams` for `chat.completions.create`."""
    owner: list[str] = []
    for name in operation.resource:
        owner.extend((*name.words[:-1], singular(name.words[-1])))
    return (*owner, *operation.name.words, "params")


def _field_names(id: str, api: Api) -> dict[str, str]:
    """Fields of a record by wire name, of a union by the index of the variant."""
    declaration = api.declarations[id]
    if isinstance(declaration, Record):
        scope = Scope(
            exported,
            reserved=RECORD_MEMBERS,
            legal=_legal("Field"),
            escape=lambda text: f"{text}Field",
        )
        for member in declaration.fields:
            name = member.name
            scope.add(name.wire, name.wire, name.words, name.pinned)
    elif isinstance(declaration, Union):
        scope = Scope(
            exported,
            reserved=UNION_MEMBERS,
            legal=_legal("Variant"),
            escape=lambda text: f"{text}Value",
        )
        for index, variant in enumerate(declaration.variants):
            scope.add(str(index), variant.name.wire, variant.name.words, variant.name.pinned)
    else:
        return {}
    return {str(key): text for key, text in scope.spellings().items()}


def _value_names(api: Api, found: _Package) -> dict[str, tuple[str, ...]]:
    """The constants of enums: type, then value, apart from all other names of the package."""
    taken = {*PACKAGE, *found.taken, *found.types.values(), *found.params.values()}
    taken |= set(found.services.values())
    names: dict[str, tuple[str, ...]] = {}
    for id, declaration in api.declarations.items():
        if isinstance(declaration, Enum) and id in found.types:
            prefix = found.types[id]
            scope = Scope(
                lambda words, prefix=prefix: prefix + _legal("X")(exported(words)),  # type: ignore[misc]
                reserved=taken,
                escape=lambda text: f"{text}Value",
            )
            for index, value in enumerate(declaration.values):
                name = value.name
                scope.add(index, name.wire or str(value.value), name.words, name.pinned)
            names[id] = tuple(scope.spellings().values())
            taken |= set(names[id])
    return names


def _credential_names(api: Api, settings: Settings) -> dict[str, str]:
    """The options that give credentials: `WithAPIKey`."""
    scope = Scope(
        lambda words: f"With{exported(words)}",
        reserved=PACKAGE,
        legal=_legal("With"),
        escape=lambda text: f"{text}Credential",
    )
    for scheme in used_schemes(api, settings):
        chosen = settings.credentials.get(scheme.id)
        words = split_words(chosen.argument) if chosen else scheme.name.words
        scope.add(scheme.id, scheme.id, words, chosen is not None)
    return {str(id): text for id, text in scope.spellings().items()}


def _member_names(api: Api) -> dict[str, dict[object, str]]:
    """Methods, their streaming twins and other forms by operation id; resources by path."""
    found: dict[str, dict[object, str]] = {"method": {}, "stream": {}, "as": {}, "resource": {}}

    def visit(operations: Iterable[str], children: Iterable[Resource], root: bool) -> None:
        reserved = CLIENT_MEMBERS if root else frozenset[str]()
        scope = Scope(exported, reserved=reserved, legal=_legal("Call"))
        for id in operations:
            operation = api.operations[id]
            name = operation.name
            scope.add(("method", id), name.wire or id, name.words, name.pinned)
            if method_kind(operation) is MethodKind.CALL_OR_STREAM:
                scope.add(("stream", id), id, (*name.words, "streaming"), rank=2)
            for one in alternatives(operation, api):
                key = (id, one.media_type)
                scope.add(("as", key), one.media_type, (*name.words, *one.words), rank=3)
        for child in children:
            place = resource_key(child.path)
            scope.add(("resource", place), child.name.wire, child.name.words, rank=1)
        for key_, text in scope.spellings().items():
            assert isinstance(key_, tuple)
            found[key_[0]][key_[1]] = text
        for child in children:
            visit(child.operations, child.children, False)

    visit(api.root_operations, api.resources, True)
    return found


def _operation_names(api: Api) -> dict[str, str]:
    """The variable that describes each operation: `opChatCompletionsCreate`."""
    scope = Scope(lambda words: f"op{exported(words)}", legal=_legal("op"))
    for id, operation in api.operations.items():
        words = [word for name in operation.resource for word in name.words]
        scope.add(id, id, (*words, *operation.name.words))
    return {str(id): text for id, text in scope.spellings().items()}


def _argument_names(operation: Operation, api: Api) -> dict[ArgumentKey, str]:
    """Positional names of the path's parameters, fields of the params for the rest."""
    positional = Scope(local, reserved=KEYWORDS | PREDECLARED | LOCALS, legal=_legal("p"))
    scope = Scope(exported, legal=_legal("Field"))
    ranks = ("query", "querystring", MEMBER, BODY, "header", "cookie")
    for key, name in argument_keys(operation, api):
        if key.location == Location.PATH:
            positional.add(key, key.wire, name.words, name.pinned)
        else:
            place = "body" if key.location == MEMBER else key.location
            spare = ((*name.words, place), (place, *name.words))
            rank = ranks.index(key.location)
            scope.add(key, key.wire, name.words, name.pinned, rank, spare)
    found = {**positional.spellings(), **scope.spellings()}
    return {key: text for key, text in found.items() if isinstance(key, ArgumentKey)}


def owner(id: str, api: Api) -> str:
    """`ChatCompletion` of `ChatCompletion.choices[].message`."""
    for end, character in enumerate(id):
        if not (character.isalnum() or character in "_-") and id[:end] in api.declarations:
            return id[:end]
    return id


def _file_names(api: Api, types: Mapping[str, str]) -> dict[object, str]:
    """One file for each declaration that no other one owns, and one for each resource.

    The names have no underscore, so that none ends in what Go would read as a platform or test.
    """
    owners = {id: owner(id, api) for id in types}
    scope = Scope(
        _joined, reserved=FILES, legal=_file_legal, escape=lambda t: f"{t}type", fold=True
    )
    for one in dict.fromkeys(owners.values()):
        name = api.declarations[one].name
        scope.add(("type", one), name.wire, name.words, name.pinned)
    for resource in _walk(api.resources):
        key = resource_key(resource.path)
        words = [word for name in resource.path for word in name.words]
        scope.add(("resource", key), " ".join(key), (*words, "service"), rank=1)
    found = scope.spellings()
    by_type = {id: found["type", one] for id, one in owners.items()}
    by_resource = {
        key[1]: text
        for key, text in found.items()
        if isinstance(key, tuple) and key[0] == "resource"
    }
    return {**by_type, **by_resource}
