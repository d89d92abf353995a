"""Every name of a generated TypeScript package, decided here once.

Members of models and of the methods' parameter objects keep their wire names, as TypeScript users
expect of JSON. Classes, methods and positional arguments are spelled in the language's casing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api, Location, Name, Operation, Resource
from apiscribe.naming import (
    COMMON_INITIALISMS,
    Scope,
    camel,
    kebab,
    pascal,
    screaming_snake,
    singular,
    split_words,
)
from apiscribe.targets.arguments import BODY, MEMBER, WHOLE_BODY, ArgumentKey, argument_keys
from apiscribe.targets.bodies import spread_only
from apiscribe.targets.typescript.options import typescript_options


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RESERVED: Final = _words(
    "await break case catch class const continue debugger default delete do else enum export"
    " extends false finally for function if implements import in instanceof interface let new null"
    " package private protected public return static super switch this throw true try typeof var"
    " void while with yield arguments eval"
)
TYPE_NAMES: Final = _words(
    "any bigint boolean never null number object string symbol undefined unknown void Array"
    " ArrayBuffer Blob Date Error File Headers Map Object Omit Partial Pick Promise Readonly Record"
    " Request Response Set String Number Boolean Symbol Function ReadableStream"
)
"""Built-in types that generated code may refer to; a model of that name gets another one."""

COMMON_GLOBALS: Final = frozenset(word.upper() for word in COMMON_INITIALISMS)
"""What classes and constants may both be spelled as (`JSON`, `URL`), some of them globals."""

RUNTIME_NAMES: Final = _words(
    "APIClient APIConnectionError APIError APIPromise APIResponseValidationError APIStatusError"
    " APITimeoutError APIUserAbortError AuthenticationError BadRequestError BinaryInput Checker"
    " ClientOptions Configuration ConfigurationError ConflictError FileInput FileWithName"
    " InternalServerError Logger LogLevel NotFoundError Operation Page PermissionDeniedError"
    " RateLimitError RequestOptions Secret Stream UnprocessableEntityError"
    " WebhookPayloads WebhookVerificationError WithResponse"
)
"""What the package exports beside its own; a model of that name gets another one."""

CLIENT_MEMBERS: Final = frozenset(
    ["baseURL", "constructor", "request", "send", "then", "withOptions"]
)
RESOURCE_MEMBERS: Final = frozenset(["constructor", "then"])
OBJECT_MEMBERS: Final = _words(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString"
    " toString valueOf"
)
"""What every object has; an argument of that name would seem to be given always."""

POSITIONAL: Final = frozenset(["call", "callOrStream", "options", "page", "params", "stream"])
"""What a method's arguments would hide."""

CLIENT_OPTIONS: Final = _words(
    "baseURL deadline defaultHeaders defaultQuery fetch fetchOptions idleTimeout logLevel logger"
    " maxRetries server serverVariables strict timeout"
    # What the runtime keeps beside them: the configuration, and the options of a call.
    " baseURLReason baseURLVariable credentials fillServer logVariable name servers version"
    " body contentType headers idempotencyKey query signal"
)
_WINDOWS: Final = frozenset(
    ["con", "prn", "aux", "nul", *(f"{stem}{n}" for stem in ("com", "lpt") for n in range(10))]
)


def identifier(start: str) -> Callable[[str], str]:
    """A function that makes text an identifier, putting `start` before a leading digit."""

    def legal(text: str) -> str:
        cleaned = "".join(c if c.isascii() and (c.isalnum() or c in "_$") else "_" for c in text)
        if not cleaned.strip("_"):
            return start + text.encode().hex()
        return f"{start}{cleaned}" if cleaned[0].isdigit() else cleaned

    return legal


def _file_legal(text: str) -> str:
    cleaned = "".join(c if c.isascii() and c.isalnum() else "-" for c in text).strip("-")
    return cleaned or hashlib.sha256(text.encode()).hexdigest()[:16]


def file_scope(reserved: frozenset[str] = frozenset()) -> Scope:
    """Names of files in one folder, for every file system."""
    return Scope(kebab, reserved=_WINDOWS | reserved, legal=_file_legal, fold=True)


def class_case(words: Iterable[str]) -> str:
    """`HTTPValidationError`."""
    return pascal(words, COMMON_INITIALISMS)


def camel_case(words: Iterable[str]) -> str:
    """`chatCompletions`, `accountID`."""
    return camel(words, COMMON_INITIALISMS)


@dataclass(frozen=True, slots=True)
class TypeScriptNames:
    """The names of one API's package.

    `types`: declaration id → type. `params`: operation id → its params interface. `arguments`:
    operation id → key → name in the params (path: the positional name). `modules`: declaration id
    → module below `types`. `spread`: ids of declarations that only stand for such params.
    """

    package: str
    client: str
    types: Mapping[str, str]
    modules: Mapping[str, str]
    params: Mapping[str, str]
    methods: Mapping[str, str]
    resources: Mapping[tuple[str, ...], str]
    files: Mapping[tuple[str, ...], str]
    classes: Mapping[tuple[str, ...], str]
    constants: Mapping[str, str]
    arguments: Mapping[str, Mapping[ArgumentKey, str]]
    spread: frozenset[str]

    def accessor(self, operation: Operation) -> str:
        """`client.chat.completions.create`."""
        path = resource_key(operation.resource)
        steps = [self.resources[path[: depth + 1]] for depth in range(len(path))]
        return ".".join(["client", *steps, self.methods[operation.id]])


def resource_key(path: Iterable[Name]) -> tuple[str, ...]:
    """The key of a resource in `TypeScriptNames.resources`."""
    return tuple(" ".join(name.words) for name in path)


def typescript_names(api: Api, settings: Settings) -> TypeScriptNames:
    """Decide all names of the package."""
    options = typescript_options(settings)
    client = settings.client.name or _client_name(api.title)
    spread = spread_only(api)
    types, params = _type_names(api, client, spread)
    methods, resources, files = _member_names(api)
    classes = _resource_classes(api, client, frozenset([*types.values(), *params.values()]))
    return TypeScriptNames(
        package=options.package or settings.api or kebab(split_words(api.title)),
        client=client,
        types=types,
        modules=_modules(api, types),
        params=params,
        methods=methods,
        resources=resources,
        files=files,
        classes=classes,
        constants=_constants(api, frozenset([*types.values(), *classes.values(), client])),
        arguments={id: _argument_names(op, api) for id, op in api.operations.items()},
        spread=spread,
    )


def _client_name(title: str) -> str:
    """The client's class, from the API's title, apart from what the package exports beside it."""
    name = identifier("Api")(class_case(split_words(title)))
    return f"{name}Client" if name in RUNTIME_NAMES | TYPE_NAMES | RESERVED else name


def _type_names(
    api: Api, client: str, spread: frozenset[str]
) -> tuple[dict[str, str], dict[str, str]]:
    scope = Scope(
        class_case,
        reserved=TYPE_NAMES | RUNTIME_NAMES | RESERVED | {client, f"{client}Options"},
        legal=identifier("Type"),
        escape=lambda text: f"{text}Model",
    )
    for id, declaration in api.declarations.items():
        if id not in spread:
            name = declaration.name
            scope.add(("type", id), name.wire, name.words, name.pinned)
    for operation in api.operations.values():
        if any(key.location != Location.PATH for key, _ in argument_keys(operation, api)):
            words = _params_words(operation)
            scope.add(("params", operation.id), operation.id, words, rank=1)
    types: dict[str, str] = {}
    params: dict[str, str] = {}
    for key, text in scope.spellings().items():
        assert isinstance(key, tuple)
        (types if key[0] == "type" else params)[key[1]] = text
    return types, params


def _params_words(operation: Operation) -> tuple[str, ...]:
    """Words of `ChatCompletionCreateParams` for `chat.completions.create`."""
    owner: list[str] = []
    for name in operation.resource:
        owner.extend((*name.words[:-1], singular(name.words[-1])))
    return (*owner, *operation.name.words, "params")


def _modules(api: Api, types: Mapping[str, str]) -> dict[str, str]:
    """One module for each declaration that no other one owns; inline ones live with their owner."""
    owners = {id: _owner(id, api) for id in types}
    scope = file_scope(frozenset(["index"]))
    for owner in dict.fromkeys(owners.values()):
        name = api.declarations[owner].name
        scope.add(owner, name.wire, name.words, name.pinned)
    files = scope.spellings()
    return {id: files[owner] for id, owner in owners.items()}


def _owner(id: str, api: Api) -> str:
    """`ChatCompletion` of `ChatCompletion.choices[].message`."""
    for end, character in enumerate(id):
        if not (character.isalnum() or character in "_-") and id[:end] in api.declarations:
            return id[:end]
    return id


def _member_names(
    api: Api,
) -> tuple[dict[str, str], dict[tuple[str, ...], str], dict[tuple[str, ...], str]]:
    """Methods by operation id; attributes and files of resources by path."""
    methods: dict[str, str] = {}
    resources: dict[tuple[str, ...], str] = {}
    files: dict[tuple[str, ...], str] = {}

    def visit(operations: Iterable[str], children: Iterable[Resource], root: bool) -> None:
        members = CLIENT_MEMBERS if root else RESOURCE_MEMBERS
        scope = Scope(camel_case, reserved=members, legal=identifier("_"))
        names = file_scope()
        for id in operations:
            name = api.operations[id].name
            scope.add(("method", id), name.wire or id, name.words, name.pinned)
        for child in children:
            key = resource_key(child.path)
            scope.add(("resource", key), child.name.wire, child.name.words, rank=1)
            names.add(key, child.name.wire, child.name.words)
        for found, text in scope.spellings().items():
            assert isinstance(found, tuple)
            if found[0] == "method":
                methods[found[1]] = text
            else:
                resources[found[1]] = text
        files.update(
            {key: text for key, text in names.spellings().items() if isinstance(key, tuple)}
        )
        for child in children:
            visit(child.operations, child.children, False)

    visit(api.root_operations, api.resources, True)
    return methods, resources, files


def _constants(api: Api, others: frozenset[str]) -> dict[str, str]:
    """The constant of each operation: `CREATE`, apart from types and classes of its module."""
    found: dict[str, str] = {}

    def visit(operations: Iterable[str], children: Iterable[Resource]) -> None:
        scope = Scope(
            screaming_snake,
            reserved=others | COMMON_GLOBALS | {"CONFIGURATION"},
            legal=identifier("_"),
            escape=lambda text: f"{text}_CALL",
        )
        for id in operations:
            scope.add(id, id, api.operations[id].name.words)
        found.update({str(key): text for key, text in scope.spellings().items()})
        for child in children:
            visit(child.operations, child.children)

    visit(api.root_operations, api.resources)
    return found


def _resource_classes(api: Api, client: str, types: frozenset[str]) -> dict[tuple[str, ...], str]:
    """The class of a resource: its last name, kept apart from types and from its neighbours."""
    found: dict[tuple[str, ...], str] = {}

    def visit(children: Iterable[Resource], parent: str) -> None:
        taken = TYPE_NAMES | RUNTIME_NAMES | COMMON_GLOBALS | types | {client, parent}
        scope = Scope(
            class_case,
            reserved=taken,
            legal=identifier("Resource"),
            escape=lambda text: f"{text}Resource",
        )
        for child in children:
            scope.add(resource_key(child.path), child.name.wire, child.name.words)
        for key, text in scope.spellings().items():
            assert isinstance(key, tuple)
            found[key] = text
        for child in children:
            visit(child.children, found[resource_key(child.path)])

    visit(api.resources, client)
    return found


def _argument_names(operation: Operation, api: Api) -> dict[ArgumentKey, str]:
    """Wire names where they are unique; else the place is said too (`id_query`)."""
    found: dict[ArgumentKey, str] = {}
    positional = Scope(camel_case, reserved=RESERVED | POSITIONAL, legal=identifier("_"))
    for parameter in operation.parameters:
        if parameter.location is Location.PATH:
            positional.add(parameter.name.wire, parameter.name.wire, parameter.name.words)
    for wire, text in positional.spellings().items():
        found[ArgumentKey("path", str(wire))] = text
    ranks = ("query", "querystring", MEMBER, BODY, "header", "cookie")
    others = [key for key, _ in argument_keys(operation, api) if key.location != "path"]
    taken = {*found.values(), *OBJECT_MEMBERS}
    for key in sorted(others, key=lambda key: ranks.index(key.location)):
        name = "body" if key == WHOLE_BODY else key.wire
        place = "body" if key.location == MEMBER else key.location
        while name in taken:
            name = f"{name}_{place}"
        taken.add(name)
        found[key] = name
    return found
