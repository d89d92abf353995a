"""The files around the code: strict mode, webhooks, the runtime's names, `go.mod`, `api.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from apiscribe.ir import Anything, Api, Operation
from apiscribe.naming import Scope
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.methods import MethodWriter
from apiscribe.targets.go.names import GoNames, exported, resource_key
from apiscribe.targets.go.text import comment, quote
from apiscribe.targets.go.typefiles import docs_text
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.markup import atom, code, plain_line
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.shapes import answers_table, schema_table


@dataclass(frozen=True, slots=True)
class ProjectView:
    """View of `go.mod.j2` and `core.go.j2`."""

    module: str
    package: str


@dataclass(frozen=True, slots=True)
class MethodLine:
    """A line of `api.md`."""

    call: str
    returns: str
    route: str
    summary: str


@dataclass(frozen=True, slots=True)
class MethodGroup:
    """A section of `api.md`."""

    title: str
    source: str
    methods: tuple[MethodLine, ...]


@dataclass(frozen=True, slots=True)
class MethodsView:
    """View of `api.md.j2`."""

    title: str
    groups: tuple[MethodGroup, ...]


def strict_file(api: Api, names: GoNames) -> GoFile:
    """`strict.go`: the tables as JSON texts, which a program without `WithStrict` leaves out."""
    function = "\n".join(
        [
            "// WithStrict makes answers that do not fit the API's description errors.",
            "func WithStrict() core.Option {",
            "\treturn core.WithChecker(core.NewChecker(strictTypes, strictAnswers))",
            "}",
        ]
    )
    tables = [
        f"const {name} = {quote(json.dumps(table, ensure_ascii=False, separators=(',', ':')))}"
        for name, table in (
            ("strictTypes", schema_table(api, names.types)),
            ("strictAnswers", answers_table(api, names.types)),
        )
    ]
    return go_file(names.package, [function, *tables], {"core": f"{names.module}/core"})


def webhooks_file(api: Api, names: GoNames) -> GoFile:
    """`webhooks.go`: a function for each webhook that verifies it and reads its payload."""
    writer = TypeWriter(api, names)
    taken = frozenset([*names.types.values(), *names.params.values()])
    scope = Scope(lambda words: f"Unwrap{exported(words)}", reserved=taken)
    for webhook in api.webhooks:
        scope.add(webhook.id, webhook.name.wire, webhook.name.words, webhook.name.pinned)
    spelled = scope.spellings()
    definitions: list[str] = []
    for webhook in api.webhooks:
        name = spelled[webhook.id]
        type_ = writer.text(webhook.payload if webhook.payload is not None else Anything())
        first = f"{name} verifies a webhook (Standard Webhooks) and reads its payload."
        definitions.append(
            "\n".join(
                [
                    *comment(f"{first}\n\n{docs_text(webhook.docs)}".strip()),
                    f"func {name}(body []byte, header http.Header, secrets ...string) (*{type_}, error) {{",
                    f"\treturn core.Unwrap[{type_}](body, header, secrets)",
                    "}",
                ]
            )
        )
    return go_file(names.package, definitions, {"core": f"{names.module}/core"})


def methods_view(api: Api, names: GoNames) -> MethodsView:
    """All methods, by resource."""
    groups: list[MethodGroup] = []
    if api.root_operations:
        methods = tuple(_lines(api.root_operations, api, names))
        groups.append(MethodGroup("client", "client.go", methods))
    for resource in walk_resources(api.resources):
        if resource.operations:
            key = resource_key(resource.path)
            steps = [names.resources[key[: depth + 1]] for depth in range(len(key))]
            methods = tuple(_lines(resource.operations, api, names))
            title = ".".join(["client", *steps])
            groups.append(MethodGroup(title, f"{names.files[key]}.go", methods))
    return MethodsView(plain_line(api.title), tuple(groups))


def _lines(ids: tuple[str, ...], api: Api, names: GoNames) -> Iterator[MethodLine]:
    for id in ids:
        operation = api.operations[id]
        writer = MethodWriter(operation, api, names, "")
        yield _line(operation, names.accessor(operation), writer.result())
        if method_kind(operation) is MethodKind.CALL_OR_STREAM:
            streamed = names.accessor(operation, streamed=True)
            yield _line(operation, streamed, f"*core.Stream[{writer.item()}]")


def _line(operation: Operation, call: str, returns: str) -> MethodLine:
    summary = plain_line(operation.docs.summary or operation.docs.description)
    return MethodLine(
        call=call,
        returns=f"({returns}, error)" if returns else "error",
        route=code(atom(f"{operation.verb.upper()} {operation.path}")),
        summary=f": {summary}" if summary else "",
    )


def project_view(names: GoNames) -> ProjectView:
    """What the module is."""
    return ProjectView(names.module, names.package)
