"""`apiscribe probe`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from apiscribe.cli import console
from apiscribe.cli.session import FINDINGS, Session, session, write_file
from apiscribe.diagnostics import Span
from apiscribe.openapi.pointers import did_you_mean

if TYPE_CHECKING:
    from apiscribe.pipeline.loading import LoadedApi
    from apiscribe.probe.answers import Examiner, Outcome, Seen


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user asked for; `parameters` are `NAME=VALUE`, `timeout` seconds."""

    base_url: str
    har: Path | None
    operations: tuple[str, ...]
    parameters: tuple[str, ...]
    timeout: float
    limit: int


def run_probe(api: str, wishes: Wishes, output: Path | None, *, json: bool) -> None:
    """Examine answers; the overlay goes to `output` or stdout, findings to stderr."""
    with session(json=json) as run:
        given = _check(run, wishes, output)
        from apiscribe.pipeline.loading import load_api
        from apiscribe.probe.answers import Examiner
        from apiscribe.probe.suggest import suggestions

        loaded = load_api(api, run.diagnostics)
        examiner = Examiner(loaded.document.data)
        if wishes.har is not None:
            skipped = _from_har(run, loaded, wishes, examiner)
        else:
            skipped = _from_calls(run, loaded, wishes, given, examiner)
        outcome = examiner.outcome
        seen = outcome.differences
        overlay = suggestions(loaded.document, seen, outcome.checked)
        if overlay and output is not None:
            write_file(output, overlay)
        elif overlay and not json:
            console.raw(overlay)
        _require_answers(run, outcome, skipped)
        places = [run.diagnostics.locate(loaded.document.place(one.difference.at)) for one in seen]
        run.data.update(_data(outcome, places, skipped, overlay))
        if seen or outcome.unmatched:
            run.code = FINDINGS
        if not json:
            for line in _lines(outcome, places, skipped):
                console.say(line)


def _check(run: Session, wishes: Wishes, output: Path | None) -> Mapping[str, str]:
    """The values of parameters; stops on what cannot be meant."""
    if wishes.har is None and not wishes.base_url:
        run.diagnostics.error(
            "usage/no-answers",
            "there is nothing to hold against the spec.",
            help="give --base-url URL to call the API, or --har FILE with recorded calls.",
        )
    url = urlsplit(wishes.base_url)
    if wishes.base_url and (url.scheme not in ("http", "https") or not url.netloc or url.query):
        run.diagnostics.error(
            "usage/base-url",
            "the --base-url is no address of a server.",
            help="write it as https://api.example.com/v1.",
        )
    if output is not None and output.exists():
        run.diagnostics.error(
            "usage/overlay-exists",
            f"`{output}` is there already.",
            help="name another file, and take over from it what is right.",
        )
    for text in wishes.parameters:
        if "=" not in text:
            run.diagnostics.error(
                "usage/parameter", f"`{text}` is no NAME=VALUE.", help="write --parameter id=42."
            )
    run.diagnostics.stop_on_errors()
    return dict(text.split("=", 1) for text in wishes.parameters)


def _from_har(
    run: Session, loaded: LoadedApi, wishes: Wishes, examiner: Examiner
) -> dict[str, str]:
    from apiscribe.probe.har import read_har

    assert wishes.har is not None
    servers = loaded.document.data.get("servers") or ()
    hosts = {urlsplit(str(server.get("url", ""))).netloc.lower() for server in servers}
    for exchange in read_har(wishes.har, wishes.base_url, frozenset(hosts - {""}), run.diagnostics):
        examiner.examine(exchange)
    return {}


def _from_calls(
    run: Session,
    loaded: LoadedApi,
    wishes: Wishes,
    given: Mapping[str, str],
    examiner: Examiner,
) -> dict[str, str]:
    """Call what can be called; gives what was not, by operation, with the reason."""
    from apiscribe.probe.answers import operation_name
    from apiscribe.probe.calls import plan, send

    data = loaded.document.data
    calls, left_out, unknown = plan(data, wishes.operations, given)
    for name in unknown:
        known = [operation.id for operation in loaded.api.operations.values()]
        run.diagnostics.error(
            "usage/operation", f"there is no operation `{name}`.", help=did_you_mean(name, known)
        )
    run.diagnostics.stop_on_errors()
    skipped = {one.name: one.reason for one in left_out}
    variables = {
        scheme: credential.environment
        for scheme, credential in loaded.settings.credentials.items()
        if credential.environment
    }
    secrets = {s: os.environ[name] for s, name in variables.items() if os.environ.get(name)}
    for number, call in enumerate(calls):
        name = operation_name(call.route)
        if number >= wishes.limit:
            skipped[name] = f"{wishes.limit} calls were made; --limit allows more"
            continue
        answer = send(call, wishes.base_url, secrets, wishes.timeout)
        if isinstance(answer, str):
            lacking = sorted(set(variables.values())) if "credentials" in answer else []
            skipped[name] = answer + (f" ({', '.join(lacking)})" if lacking else "")
        else:
            examiner.examine(answer)
    return skipped


def _require_answers(run: Session, outcome: Outcome, skipped: Mapping[str, str]) -> None:
    """No answer at all is no result."""
    if outcome.checked or outcome.unmatched:
        return
    named: dict[str, list[str]] = {}
    for name, reason in skipped.items():
        named.setdefault(reason, []).append(name)
    reasons = [f"{_some(names)}: {reason}" for reason, names in named.items()]
    run.diagnostics.error(
        "probe/no-answer",
        "no answer came in to hold against the spec"
        + (f": {'; '.join(reasons[:3])}." if reasons else "."),
        help="check the address, the environment variables of the credentials, and what the "
        "recording holds; --parameter gives values that the document lacks.",
    )
    run.diagnostics.stop_on_errors()


def _some(names: Sequence[str]) -> str:
    """The first of some operations, and how many there are."""
    rest = len(names) - 2
    return ", ".join(names[:2]) + (f" and {rest} more" if rest > 0 else "")


def _lines(
    outcome: Outcome, places: list[Span | None], skipped: Mapping[str, str]
) -> Iterator[str]:
    for one, span in zip(outcome.differences, places, strict=True):
        where = f"{console.shown_file(span.file)}:{span.line}:{span.column}: " if span else ""
        yield f"{where}{_sentence(one, outcome)}"
    for name in outcome.unmatched:
        yield f"{name}: undocumented path: the document has no such operation"
    for name, reason in skipped.items():
        yield f"{name}: not called: {reason}"
    answers = sum(outcome.checked.values())
    found = len(outcome.differences) + len(outcome.unmatched)
    yield (
        f"{answers} answer{'' if answers == 1 else 's'} to {len(outcome.checked)} "
        f"operation{'' if len(outcome.checked) == 1 else 's'}: "
        + (f"{found} difference{'' if found == 1 else 's'}." if found else "as the spec says.")
    )


def _sentence(one: Seen, outcome: Outcome) -> str:
    """`missing member: GET /pets 200 /0/name (in 2 of 3 answers)`; no value but those of enums."""
    from apiscribe.probe.compare import Kind
    from apiscribe.probe.infer import kind_of

    difference = one.difference
    where = difference.where
    what = ""
    match difference.kind:
        case Kind.STATUS | Kind.MEDIA_TYPE | Kind.LIMIT | Kind.FORMAT:
            what = f" {difference.name or '(none)'}"
        case Kind.MISSING | Kind.UNKNOWN:
            where = f"{where}/{difference.name}"
        case Kind.TYPE:
            what = f" {kind_of(difference.value)}"
        case Kind.ENUM:
            what = f" {difference.value!r}"
    status = "" if difference.kind is Kind.STATUS else f" {one.status}"
    place = f" at {where}" if where else ""
    total = outcome.checked.get(one.operation, one.answers)
    return (
        f"{difference.kind.value}{what}: {one.operation}{status}{place} "
        f"({one.answers} of {total} answers)"
    )


def _data(
    outcome: Outcome, places: list[Span | None], skipped: Mapping[str, str], overlay: str
) -> dict[str, Any]:
    from apiscribe.probe.compare import Kind

    differences = [
        {
            "kind": one.difference.kind.value,
            "operation": one.operation,
            "status": one.status,
            "pointer": one.difference.at,
            "name": one.difference.name,
            "where": one.difference.where,
            "answers": one.answers,
            **({"value": one.difference.value} if one.difference.kind is Kind.ENUM else {}),
            "file": span.file if span else None,
            "line": span.line if span else None,
        }
        for one, span in zip(outcome.differences, places, strict=True)
    ]
    return {
        "answers": outcome.checked,
        "differences": differences,
        "undocumented_paths": outcome.unmatched,
        "not_called": dict(skipped),
        "overlay": overlay,
    }
