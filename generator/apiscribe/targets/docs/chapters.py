"""The prose of the overview: a first call, variables, contents, and what holds for every call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation, Resource
from apiscribe.targets.docs.names import resource_key
from apiscribe.targets.docs.operations import Context, operation_title
from apiscribe.targets.docs.passages import marked
from apiscribe.targets.docs.samples import curl
from apiscribe.targets.docs.snippets import snippet
from apiscribe.targets.docs.views import Chapter, PageLink, Row, Table
from apiscribe.targets.markup import atom, code, inline, link, word

_CLASSES: Final = (
    ("400", "`BadRequestError`", "The request is malformed.", "no"),
    ("401", "`AuthenticationError`", "Credentials are missing or wrong.", "no"),
    ("403", "`PermissionDeniedError`", "The credentials do not allow this.", "no"),
    ("404", "`NotFoundError`", "There is no such thing.", "no"),
    ("408", "`APIStatusError`", "The server waited too long for the request.", "yes"),
    ("409", "`ConflictError`", "The request conflicts with the present state.", "yes"),
    ("422", "`UnprocessableEntityError`", "The request is well-formed but not valid.", "no"),
    ("429", "`RateLimitError`", "Too many requests.", "yes"),
    ("500 and above", "`InternalServerError`", "The server failed.", "yes"),
    ("other", "`APIStatusError`", "Any other status that is not a success.", "no"),
    ("no answer", "`APIConnectionError`", "The server could not be reached.", "yes"),
    ("no answer in time", "`APITimeoutError`", "A try took longer than its timeout.", "yes"),
)


def chapters(context: Context) -> Iterator[Chapter]:
    """Every chapter that has something to say, in reading order."""
    api, settings = context.api, context.settings
    if (one := first_operation(api)) is not None:
        yield _quickstart(context, one)
    if rows := list(_variables(api, settings)):
        yield Chapter(
            "Environment variables",
            "The SDKs and the samples on these pages read these variables.",
            _table(("Variable", "What it holds", "Needed"), rows),
        )
    yield Chapter("Resources", links=tuple(_resources(context)))
    if api.webhooks:
        yield Chapter("Webhooks", "Calls the API makes to you.", links=tuple(_webhooks(context)))
    if names := context.names.models():
        links = (
            PageLink(link(context.names.model(id), context.names.model_path(id))) for id in names
        )
        yield Chapter("Models", links=tuple(links))
    yield _errors()
    yield _retries(api, settings)
    yield from _forms(api)
    yield Chapter("Notes", _NOTES)


_NOTES: Final = (
    "Types read as follows: `optional` members may be left out, `or null` ones may be null, "
    "`array of` is a list, `map[…]` an object with free keys, `unknown` any value. A type that "
    "is a link has a page of its own. Values of an enum that are not listed may come in answers, "
    "and so may members; treat both as normal.\n\n"
    "[llms.txt](llms.txt) lists all pages, [llms-full.txt](llms-full.txt) is all of them in one."
)


_IDEMPOTENCY: Final = (
    "Calls that change something carry a key of their own, so that a retry cannot do it twice. "
    "The SDKs make one for every such call; give your own to repeat a call later."
)


def first_operation(api: Api) -> Operation | None:
    """The operation to show first: one with a body if there is one."""
    every = list(api.operations.values())
    return next((one for one in every if one.body is not None), every[0] if every else None)


def _quickstart(context: Context, operation: Operation) -> Chapter:
    api, settings = context.api, context.settings
    snippets = [snippet("curl", "bash", curl(api, settings, operation))]
    plain = [one for one in context.sdks.of(operation.id) if "," not in one[0]]
    snippets += [snippet(*one) for one in plain]
    title, path = operation_title(operation), context.names.operation_path(operation.id)
    said = f"A first call: [{title}]({path})."
    if not api.servers:
        reason = inline(settings.client.base_url_reason)
        said = f"The base URL has to be given{': ' + reason if reason else '.'}\n\n{said}"
    return Chapter("Quickstart", said, snippets=tuple(snippets))


def _variables(api: Api, settings: Settings) -> Iterator[Row]:
    for id, credential in settings.credentials.items():
        if credential.environment:
            needed = "yes" if credential.required else "no"
            said = f"Credential {code(atom(id))}, argument {code(atom(credential.argument))}"
            yield _row(code(atom(credential.environment)), said, needed)
    if settings.environment.base_url:
        needed = "no" if api.servers else "yes"
        yield _row(code(atom(settings.environment.base_url)), "Base URL of the API", needed)
    if settings.environment.log:
        said = "Log level: `info` or `debug`; secrets are never logged"
        yield _row(code(atom(settings.environment.log)), said, "no")


def _row(*cells: str) -> Row:
    return Row(tuple(cell.replace("|", "\\|") for cell in cells))


def _table(header: tuple[str, ...], rows: Iterable[Row]) -> Table:
    return Table(header, ("---",) * len(header), tuple(rows))


def _resources(context: Context) -> Iterator[PageLink]:
    api = context.api
    yield from (operation_link(context, id, "") for id in api.root_operations)
    for one in api.resources:
        yield from _resource(context, one, 0)


def _resource(context: Context, resource: Resource, level: int) -> Iterator[PageLink]:
    indent = "  " * level
    name = code(resource_key(resource))
    yield PageLink(f"[{name}]({context.names.resource_path(resource)})", indent)
    for id in resource.operations:
        yield operation_link(context, id, indent + "  ")
    for child in resource.children:
        yield from _resource(context, child, level + 1)


def operation_link(context: Context, id: str, indent: str) -> PageLink:
    """A line that leads to an operation, with its verb and path."""
    operation = context.api.operations[id]
    path = marked(context.names.operation_path(id))
    note = f": {word(operation.verb.upper())} {code(atom(operation.path))}"
    if operation.docs.deprecated:
        note += " (deprecated)"
    return PageLink(f"[{operation_title(operation)}]({path})", indent, note)


def _webhooks(context: Context) -> Iterator[PageLink]:
    for one in context.api.webhooks:
        title = inline(one.docs.summary) or code(atom(one.name.wire))
        yield PageLink(f"[{title}]({context.names.webhook_path(one.id)})")


def _errors() -> Chapter:
    rows = (_row(status, name, said, retried) for status, name, said, retried in _CLASSES)
    return Chapter(
        "Errors",
        "The SDKs raise one class for each kind of failure. All of them are `APIError`; those "
        "with a status are `APIStatusError` and carry `status_code`, `headers`, `request_id` "
        "and the decoded `body`.",
        _table(("Status", "Class", "Meaning", "Retried"), rows),
        after="An answer that does not fit this reference is kept as it is; a client made with "
        "`strict=True` raises `APIResponseValidationError` instead.",
    )


def _retries(api: Api, settings: Settings) -> Chapter:
    client = settings.client
    keyed = any(one.idempotency for one in api.operations.values())
    return Chapter(
        "Retries and timeouts",
        f"A call is retried up to {client.max_retries} times, after a growing pause with jitter "
        "or as long as `Retry-After` says. One try may take "
        f"{_seconds(client.timeout)}, connecting {_seconds(client.connect_timeout)}, and the "
        f"pause between two events of a stream {_seconds(client.idle_timeout)}. A `deadline` "
        "bounds the whole call, retries included. All of it can be set for the client and for "
        "one call.",
        after=_IDEMPOTENCY if keyed else "",
    )


def _seconds(value: float) -> str:
    return "1 second" if value == 1 else f"{value:g} seconds"


def _forms(api: Api) -> Iterator[Chapter]:
    operations = api.operations.values()
    if any(one.stream for one in operations):
        yield Chapter(
            "Streaming",
            "Streamed answers come as server-sent events or as lines of JSON. The SDKs give an "
            "iterator of typed items; leaving it early closes the connection. The pages of the "
            "operations say how streaming is switched on and how a stream ends.",
        )
    if any(one.pages for one in operations):
        yield Chapter(
            "Pagination",
            "Lists come in pages. The SDKs iterate over the items of all pages and ask for the "
            "next page when it is needed; the pages of the operations name the parameters.",
        )
