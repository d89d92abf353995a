"""Webhooks → the module that verifies them and reads their payloads as types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from apiscribe.ir import Api, Const, Record, Ref, Type, Union, Webhook
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.prose import describe
from apiscribe.targets.python.imports import Import, import_lines
from apiscribe.targets.python.names import PythonNames, member_scope, resource_key
from apiscribe.targets.python.text import docstring, quote, scalar_text
from apiscribe.targets.python.types import Annotation, Annotations, either


@dataclass(frozen=True, slots=True)
class WebhookView:
    """A method: what it returns, and the type (as an expression) that the payload is read as."""

    name: str
    returns: str
    type: str
    docstring: str


@dataclass(frozen=True, slots=True)
class WebhooksView:
    """View of `webhooks.py.j2`."""

    imports: tuple[str, ...]
    methods: tuple[WebhookView, ...]


def webhooks_attribute(api: Api, names: PythonNames) -> str:
    """Where webhooks are found on the client; "" when the API has none."""
    if not any(webhook.payload is not None for webhook in api.webhooks):
        return ""
    taken = {names.resources[resource_key(resource.path)] for resource in api.resources}
    taken |= {names.methods[id] for id in api.root_operations}
    return "webhook_events" if "webhooks" in taken else "webhooks"


def webhooks_view(api: Api, names: PythonNames) -> WebhooksView:
    """One method for any event, where a member tells events apart, and one for each kind of event."""
    types = Annotations(api, names)
    scope = member_scope(frozenset(["unwrap"]))
    found = [webhook for webhook in api.webhooks if webhook.payload is not None]
    for webhook in found:
        words = ("unwrap", *webhook.name.words)
        scope.add(webhook.id, webhook.name.wire or webhook.id, words, webhook.name.pinned)
    spelled = scope.spellings()
    imports = {
        Import("collections.abc", "Mapping"),
        Import("collections.abc", "Sequence"),
        Import("._runtime", "unwrap"),
    }
    methods: list[WebhookView] = []
    any_event = _any_event(found, api, types)
    if any_event is not None:
        returned, read = any_event
        imports |= returned.imports | read.imports
        text = "Verify a webhook and read its event, whichever it is."
        methods.append(WebhookView("unwrap", returned.text, read.text, docstring(text, 8)))
    for webhook in found:
        assert webhook.payload is not None
        annotation = types.answer(webhook.payload)
        imports |= annotation.imports
        told = describe(webhook.docs) or f"Verify a webhook `{webhook.id}` and read its event."
        methods.append(
            WebhookView(spelled[webhook.id], annotation.text, annotation.text, docstring(told, 8))
        )
    return WebhooksView(tuple(import_lines(imports, ".")), tuple(methods))


def _any_event(
    webhooks: Iterable[Webhook], api: Api, types: Annotations
) -> tuple[Annotation, Annotation] | None:
    """The union of all events and how it is read; `None` when nothing tells them apart."""
    records = list(dict.fromkeys(_records([w.payload for w in webhooks if w.payload], api)))
    if len(records) == 1:
        only = types.answer(Ref(records[0]))
        return only, only
    if not records or any(not isinstance(api.declarations[id], Record) for id in records):
        return None
    tags = [_tags(api.declarations[id], api) for id in records]
    for field in tags[0]:
        values = [tag.get(field) for tag in tags]
        if None not in values and len(set(values)) == len(values):
            union = either(types.answer(Ref(id)) for id in records)
            rules = ", ".join(
                f"Rule({index}, FieldIn({quote(field)}, {scalar_text(value)}))"
                for index, value in enumerate(values)
                if value is not None
            )
            helpers = (Import("._runtime.unions", name) for name in ("FieldIn", "Rule", "choose"))
            read = union.wrapped(
                "Annotated[", f", choose({rules})]", Import("typing", "Annotated"), *helpers
            )
            return union, read
    return None


def _records(types: Iterable[Type], api: Api) -> Iterator[str]:
    """Ids of what payloads are, unions taken apart."""
    for type_ in types:
        found = strip_aliases(type_, api.declarations)
        declaration = api.declarations[found.id] if isinstance(found, Ref) else None
        if isinstance(found, Ref) and isinstance(declaration, Union):
            yield from _records((variant.type for variant in declaration.variants), api)
        elif isinstance(found, Ref):
            yield found.id


def _tags(declaration: object, api: Api) -> dict[str, str | int | float | bool]:
    """Members of a record that have one value only."""
    if not isinstance(declaration, Record):
        return {}
    fields = {f.name.wire: strip_aliases(f.type, api.declarations) for f in declaration.fields}
    return {wire: type_.value for wire, type_ in fields.items() if isinstance(type_, Const)}
