"""Webhooks → the module that verifies them and types their payloads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from apiscribe.ir import Anything, Api
from apiscribe.naming import camel, kebab
from apiscribe.targets.inner_types import type_refs
from apiscribe.targets.typescript.imports import Import, import_lines
from apiscribe.targets.typescript.layout import print_layout
from apiscribe.targets.typescript.names import TypeScriptNames
from apiscribe.targets.typescript.prose import comment_lines, indented
from apiscribe.targets.typescript.text import member_name
from apiscribe.targets.typescript.typefiles import type_import
from apiscribe.targets.typescript.types import TypeWriter


@dataclass(frozen=True, slots=True)
class WebhooksView:
    """View of `webhooks.ts.j2`: the members of the interface of payloads, ready to print."""

    imports: tuple[str, ...]
    payloads: tuple[str, ...]


def webhooks_view(api: Api, names: TypeScriptNames) -> WebhooksView:
    """What each webhook brings, by name."""
    writer = TypeWriter(api, names)
    imports = {Import("runtime/webhooks", "unwrap")}
    wires = Counter(webhook.name.wire for webhook in api.webhooks)
    payloads: list[str] = []
    for webhook in api.webhooks:
        payload = webhook.payload if webhook.payload is not None else Anything()
        imports |= {type_import(id, names) for id in type_refs(payload)}
        # Calls that share a name (of other verbs, or of other operations) are told apart.
        name = webhook.name.wire
        if not name or wires[name] > 1:
            spelled = camel(webhook.name.words)
            name = kebab(webhook.name.words) if wires[spelled] == 1 else spelled
        text = print_layout(f"{member_name(name)}: ", writer.layout(payload), ";", level=2)
        payloads += [*indented(comment_lines(webhook.docs, 2), 2), f"  {text}"]
    return WebhooksView(import_lines(imports, "webhooks"), tuple(payloads))
