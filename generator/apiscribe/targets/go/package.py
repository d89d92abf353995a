"""The files around the code: strict mode, webhooks, the runtime's names, `go.mod`, `api.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from apiscribe.ir import Anything, Api, Operation, Resource
from apiscribe.naming import Scope
from apiscribe.targets.go.alternatives import alternatives
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.methods import MethodWriter
from apiscribe.targets.go.names import GoNames, exported, resource_key
from apiscribe.targets.go.text import comment, raw
from apiscribe.targets.go.typefiles import docs_text
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.markup import plain_line
from apiscribe.targets.method_index import IndexGroup, IndexMethod, index_groups, index_method
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.shapes import answers_table, schema_table


@dataclass(frozen=True, slots=True)
class ProjectView:
    """View of `go.mod.j2` and `core.go.j2`."""

    module: str
    package: str


@dataclass(frozen=True, slots=True)
class MethodsView:
    """View of `api.md.j2`."""

    title: str
    groups: tuple[IndexGroup, ...]


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
        f"const {name} = {raw(json.dumps(table, ensure_ascii=False, separators=(',', ':')))}"
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

    def place(resource: Resource) -> tuple[str, str]:
        key = resource_key(resource.path)
        steps = [names.resources[key[: depth + 1]] for depth in range(len(key))]
        return ".".join(["client", *steps]), f"{names.files[key]}.go"

    def lines(operation: Operation) -> Iterator[IndexMethod]:
        writer = MethodWriter(operation, api, names, "")
        result = writer.result()
        returned = f"({result}, error)" if result else "error"
        yield index_method(operation, f"{names.accessor(operation)}(…) {returned}")
        if method_kind(operation) is MethodKind.CALL_OR_STREAM:
            streamed = names.accessor(operation, streamed=True)
            stream = f"*core.Stream[{writer.item()}]"
            yield index_method(operation, f"{streamed}(…) ({stream}, error)")
        for one in alternatives(operation, api):
            called = names.accessor(operation, media_type=one.media_type)
            yield index_method(operation, f"{called}(…) ({writer.alternative_result(one)}, error)")

    return MethodsView(plain_line(api.title), index_groups(api, "client.go", place, lines))


def project_view(names: GoNames) -> ProjectView:
    """What the module is."""
    return ProjectView(names.module, names.package)
