"""Every name of a generated Python package, decided here once."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from apiscribe.config import Settings
from apiscribe.ir import Api, Name, Operation, Record, Resource
from apiscribe.naming import COMMON_INITIALISMS, Scope, kebab, pascal, singular, snake, split_words
from apiscribe.targets.arguments import BODY, MEMBER, ArgumentKey, argument_keys
from apiscribe.targets.bodies import flat_body, spread_only
from apiscribe.targets.python.forms import given_otherwise, model_ids
from apiscribe.targets.python.options import PythonOptions, python_options
from apiscribe.targets.python.reserved import (
    CALL_OPTIONS,
    CLIENT_MEMBERS,
    EXCEPTIONS,
    KEYWORDS,
    MODEL_BUILTINS,
    MODEL_MEMBERS,
    RESOURCE_MEMBERS,
    RUNTIME_NAMES,
    TYPING_NAMES,
    WINDOWS_DEVICES,
)


def _identifier(start: str) -> Callable[[str], str]:
    """A function that makes text an identifier, putting `start` before a leading digit."""

    def legal(text: str) -> str:
        # Python takes identifiers by their NFKC form (PEP 3131).
        cleaned = re.sub(r"\W", "_", unicodedata.normalize("NFKC", text)) or start
        if cleaned[0].isdigit() or cleaned[0] == "_":
            cleaned = start + cleaned
        return cleaned if cleaned.isidentifier() else start + cleaned.encode().hex()

    return legal


_lower_legal = _identifier("field_")
_class_legal = _identifier("Type")
_client_legal = _identifier("Api")
_module_legal = _identifier("api_")


def class_case(words: Iterable[str]) -> str:
    """`HTTPValidationError`: acronyms in capitals, as PEP 8 prefers."""
    return pascal(words, COMMON_INITIALISMS)


def _class_scope(reserved: frozenset[str]) -> Scope:
    return Scope(
        class_case, reserved=reserved, legal=_class_legal, escape=lambda text: f"{text}Model"
    )


def member_name(text: str) -> str:
    """`text` as the name of an argument or attribute, as near as Python takes it."""
    return _lower_legal(text)


def member_scope(reserved: frozenset[str]) -> Scope:
    """Names of fields, arguments, methods and attributes."""
    return Scope(snake, reserved=KEYWORDS | reserved, legal=_lower_legal)


@dataclass(frozen=True, slots=True)
class PythonNames:
    """The names of one API's Python package.

    `classes` and `inputs` are keyed by declaration id: the class or alias of answers, and the
    name of the form that dicts may take in requests (missing when there is none of its own).
    `params` is keyed by operation id. `fields`: declaration id → wire name → attribute.
    `arguments`: operation id → where it goes → argument name.
    """

    distribution: str
    module: str
    client: str
    classes: Mapping[str, str]
    inputs: Mapping[str, str]
    params: Mapping[str, str]
    fields: Mapping[str, Mapping[str, str]]
    methods: Mapping[str, str]
    resources: Mapping[tuple[str, ...], str]
    arguments: Mapping[str, Mapping[ArgumentKey, str]]
    spread: frozenset[str] = field(default=frozenset())
    _taken: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        taken = frozenset([*self.classes.values(), *self.inputs.values()])
        object.__setattr__(self, "_taken", taken)

    @property
    def async_client(self) -> str:
        """The class of the asynchronous client."""
        return f"Async{self.client}"

    def helper(self, name: str) -> str:
        """`name`, a helper imported beside models, or an alias of it when a model has that name."""
        return f"_{name}" if name in self._taken else name

    def attributes(self, operation: Operation) -> tuple[str, ...]:
        """The attributes that lead from the client to the method's resource."""
        path = tuple(name.words for name in operation.resource)
        return tuple(
            self.resources[tuple(" ".join(words) for words in path[: depth + 1])]
            for depth in range(len(path))
        )

    def accessor(self, operation: Operation) -> str:
        """`client.chat.completions.create`."""
        return ".".join(["client", *self.attributes(operation), self.methods[operation.id]])


def resource_key(path: Iterable[Name]) -> tuple[str, ...]:
    """The key of a resource in `PythonNames.resources`."""
    return tuple(" ".join(name.words) for name in path)


def resource_class(path: Iterable[Name], names: PythonNames) -> str:
    """The class of a resource: its last name (`Completions`), kept apart from what it meets.

    That is the runtime, the client, and the resource it stands on, which imports it.
    """
    key = resource_key(path)
    found = class_case(names.resources[key].strip("_").split("_"))
    met = {names.client, names.async_client}
    if len(key) > 1:
        met.add(resource_class(tuple(path)[:-1], names))
    taken = RUNTIME_NAMES | TYPING_NAMES | EXCEPTIONS | met
    while found in taken or f"Async{found}" in taken:
        found += "Resource"
    return found


def python_names(api: Api, settings: Settings) -> PythonNames:
    """Decide all names of the package."""
    options = python_options(settings)
    spread = spread_only(api)
    classes, inputs, params = _class_names(api, spread)
    methods, resources = _member_names(api)
    return PythonNames(
        distribution=_distribution(api, settings, options),
        module=options.module or _import_name(_distribution(api, settings, options)),
        client=settings.client.name or _client_name(api.title),
        classes=classes,
        inputs=inputs,
        params=params,
        fields={
            id: _field_names(declaration)
            for id, declaration in api.declarations.items()
            if isinstance(declaration, Record)
        },
        methods=methods,
        resources=resources,
        arguments={id: _argument_names(op, api) for id, op in api.operations.items()},
        spread=spread,
    )


def _client_name(title: str) -> str:
    """The client's class, from the API's title, apart from what the package exports beside it."""
    name = _client_legal(class_case(split_words(title)))
    taken = RUNTIME_NAMES | TYPING_NAMES | EXCEPTIONS | KEYWORDS
    return f"{name}Client" if name in taken or f"Async{name}" in taken else name


def _distribution(api: Api, settings: Settings, options: PythonOptions) -> str:
    """A name as packaging allows it (PyPA "Names and normalization")."""
    if options.package:
        return options.package
    words = kebab(split_words(settings.api or api.title)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9-]+", "-", words).strip("-") or "api-client"


def _import_name(distribution: str) -> str:
    """The import package of a distribution."""
    name = _module_legal(re.sub(r"\W", "_", distribution.lower()))
    return f"{name}_client" if name in KEYWORDS | sys.stdlib_module_names else name


def _class_names(
    api: Api, spread: frozenset[str]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Names of models, of the dict forms of what is sent, and of the methods' parameter sets."""
    scope = _class_scope(KEYWORDS | TYPING_NAMES)
    models, otherwise = model_ids(api, spread), given_otherwise(api)
    for id, declaration in api.declarations.items():
        name = declaration.name
        if id in models:
            scope.add(("model", id), name.wire, name.words, name.pinned)
        needed = id in otherwise or id not in models
        if needed and declaration.usage.sent and id not in spread:
            words = (*name.words, "param") if id in models else name.words
            scope.add(("input", id), "", words, rank=1, spare=((*name.words, "dict"),))
    for operation in api.operations.values():
        if flat_body(operation, api) is not None:
            words = _params_words(operation)
            scope.add(("params", operation.id), operation.id, words, rank=2)
    spelled = scope.spellings()
    found: tuple[dict[str, str], dict[str, str], dict[str, str]] = ({}, {}, {})
    for key, text in spelled.items():
        assert isinstance(key, tuple)
        found[("model", "input", "params").index(key[0])][key[1]] = text
    return found


def _params_words(operation: Operation) -> tuple[str, ...]:
    """Words of `ChatCompletionCreateParams` for `chat.completions.create`."""
    owner: list[str] = []
    for name in operation.resource:
        owner.extend((*name.words[:-1], singular(name.words[-1])))
    return (*owner, *operation.name.words, "params")


def _field_names(record: Record) -> dict[str, str]:
    scope = member_scope(MODEL_MEMBERS | MODEL_BUILTINS)
    for member in record.fields:
        scope.add(member.name.wire, member.name.wire, member.name.words, member.name.pinned)
    return {str(key): text for key, text in scope.spellings().items()}


def _member_names(api: Api) -> tuple[dict[str, str], dict[tuple[str, ...], str]]:
    """Method names by operation id, and attribute names of resources by path."""
    methods: dict[str, str] = {}
    resources: dict[tuple[str, ...], str] = {}

    def visit(operations: Iterable[str], children: Iterable[Resource], root: bool) -> None:
        scope = member_scope(CLIENT_MEMBERS if root else RESOURCE_MEMBERS)
        for id in operations:
            name = api.operations[id].name
            scope.add(("method", id), name.wire or id, name.words, name.pinned)
        for child in children:
            words = child.name.words
            scope.add(("resource", resource_key(child.path)), child.name.wire, words, rank=1)
        for key, text in scope.spellings().items():
            assert isinstance(key, tuple)
            if key[0] == "method":
                methods[key[1]] = text
            else:
                resources[key[1]] = text
        for child in children:
            visit(child.operations, child.children, False)

    visit(api.root_operations, api.resources, True)
    return methods, resources


def _argument_names(operation: Operation, api: Api) -> dict[ArgumentKey, str]:
    """A parameter wins over a body member of the same name, which then says that it is one."""
    scope = member_scope(CALL_OPTIONS)
    ranks = {"path": 0, "query": 1, "querystring": 1, MEMBER: 2, BODY: 2, "header": 3, "cookie": 4}
    for key, name in argument_keys(operation, api):
        place = BODY if key.location == MEMBER else key.location
        spare = ((*name.words, place),)
        scope.add(key, key.wire, name.words, name.pinned, ranks[key.location], spare)
    return {key: text for key, text in scope.spellings().items() if isinstance(key, ArgumentKey)}


def module_name(class_name: str) -> str:
    """The module of a class in `types`: `chat_completion` for `ChatCompletion`."""
    text = snake(split_words(class_name))
    legal = _lower_legal(text)
    return f"{legal}_" if legal in KEYWORDS | WINDOWS_DEVICES | {"types"} else legal


def test_stems(resources: Iterable[Resource]) -> dict[tuple[str, ...], str]:
    """What the test files of resources are called after `test_`, by the resources' keys."""
    scope = Scope(snake, {"client_methods"}, legal=_lower_legal, fold=True)
    for resource in resources:
        key = resource_key(resource.path)
        scope.add(key, ".".join(n.wire for n in resource.path), tuple(" ".join(key).split(" ")))
    return {key: text for key, text in scope.spellings().items() if isinstance(key, tuple)}


def resource_module(attribute: str) -> str:
    """The module (or folder) of a resource, from its attribute."""
    return f"{attribute}_" if attribute in WINDOWS_DEVICES else attribute
