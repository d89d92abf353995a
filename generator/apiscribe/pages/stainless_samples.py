"""The tail of a Stainless method page: a curl call and JSON answers."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import (
    Auth,
    Body,
    Certainty,
    Example,
    Field,
    Keyword,
    Kind,
    Object,
    Parameter,
    ParameterPlace,
    Presence,
    Scalar,
    Server,
    Shape,
    Source,
)
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.parts.auth import http_scheme
from apiscribe.pages.stainless_layout import is_label, section
from apiscribe.pages.stainless_rows import Row
from apiscribe.pages.stainless_security import scheme

FORM_TYPE = "multipart/form-data"
_STATUS = re.compile(r"([1-5]\d\d) example")


@dataclass(slots=True)
class Samples:
    """What the samples of one endpoint show. `answers` are (status, example); bodies are of curl.

    `form`: names and values of a form that curl sends.
    """

    server: Server | None = None
    headers: list[tuple[str, str, Source]] = field(default_factory=list)
    bodies: list[Example] = field(default_factory=list)
    form: list[tuple[str, str, Source]] = field(default_factory=list)
    answers: list[tuple[str, Example]] = field(default_factory=list)


def read_samples(
    page: PageSource, ledger: Ledger, rows: Sequence[Row], path: str, titles: Sequence[str]
) -> Samples:
    """Read the rows of a tail. `path` is the endpoint's, `titles` what may head a sample."""
    result = Samples()
    status, heading = "", 0
    at = 0
    while at < len(rows):
        row = rows[at]
        raw = page.lines[row.line - 1].text
        if row.code.startswith("curl"):
            last = _curl_end(page, row.line)
            _read_curl(result, page, row.line, last, path)
            ledger.drop(range(row.line, last + 1), "sample call")
            at = _after(rows, last)
            continue
        if (found := _STATUS.fullmatch(row.code)) is not None:
            status, heading = found[1], row.line
            ledger.drop([row.line], "heading of a sample")
        elif raw[:1] in "{[" and (block := _json(page, row.line)) is not None:
            value, last = block
            source = Source(page.span(heading or row.line, last))
            if all(example.value != value or s != status for s, example in result.answers):
                result.answers.append((status, Example(value, source)))
                ledger.fact(*range(row.line, last + 1))
            else:
                ledger.drop(range(row.line, last + 1), "a sample again")
            at = _after(rows, last)
            continue
        elif (
            row.code.startswith("```")
            or is_label(row.code)
            or section(row.code)
            or row.code in titles
            or row.heading
        ):
            ledger.drop([row.line], "heading of a sample")
        else:
            ledger.refuse(row.line, "a sample that is neither curl nor JSON")
        at += 1
    return result


def _after(rows: Sequence[Row], line: int) -> int:
    return next((i for i, row in enumerate(rows) if row.line > line), len(rows))


def _curl_end(page: PageSource, line: int) -> int:
    """The last line of a command: quotes closed, no backslash at the end."""
    text = ""
    last = line
    for row in page.lines[line - 1 :]:
        if not row.text and text.rstrip().endswith("\\"):
            continue
        text += row.text + "\n"
        last = row.number
        if not (row.text.endswith("\\") or text.count("'") % 2 or _open_quote(text)):
            return last
    return line


def _open_quote(text: str) -> bool:
    outside = re.sub(r"'[^']*'", "", text)
    return len(re.findall(r'(?<!\\)"', outside)) % 2 == 1


def _read_curl(result: Samples, page: PageSource, line: int, last: int, path: str) -> None:
    command = "\n".join(row.text for row in page.lines[line - 1 : last] if row.text)
    try:
        words = shlex.split(command.replace("\\\n", " "))
    except ValueError:
        return
    for word, following in pairwise([*words, ""]):
        if re.match(r"https?://", word):
            _read_url(result, page.span(line, last), word, path)
        elif word in ("-H", "--header") and ":" in following:
            name, _, value = following.partition(":")
            result.headers.append((name.strip(), value.strip(), Source(page.span(line, last))))
        elif word in ("-F", "--form") and "=" in following:
            name, _, value = following.partition("=")
            result.form.append((name.strip(), value, Source(page.span(line, last))))
        elif word in ("-d", "--data", "--data-raw", "--json") and following:
            _read_body(result, following, Source(page.span(line, last)))


def _read_body(result: Samples, text: str, source: Source) -> None:
    try:
        value: Any = json.loads(text)
    except ValueError:
        return
    result.bodies.append(Example(value, source))


def _read_url(result: Samples, span: Span, url: str, path: str) -> None:
    """The part of the URL before the endpoint's path is the server."""
    parts = urlsplit(url)
    escaped = re.escape(path.split("?")[0].rstrip("/"))
    pattern = re.sub(r"\\\{[^{}]*\\\}", r"[^/]+", escaped) + "/?$"
    if (found := re.search(pattern, parts.path)) is None:
        return
    base = f"{parts.scheme}://{parts.netloc}{parts.path[: found.start()]}"
    why = "The sample call goes to this server."
    result.server = Server(base, Source(span, Certainty.INFERRED, why))


def _json(page: PageSource, line: int) -> tuple[Any, int] | None:
    """The JSON value that begins at `line`, and the line it ends on."""
    text = "\n".join(row.text for row in page.lines[line - 1 :])
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None
    return value, line + text[:end].count("\n")


def read_call(page: PageSource, line: int, last: int, path: str) -> Samples:
    """What the curl command on these lines shows; `path` is the endpoint's."""
    result = Samples()
    _read_curl(result, page, line, last, path)
    return result


def sample_auth(call: Samples) -> Auth | None:
    """A sample call that sends credentials tells how the API wants them."""
    for header, value, source in call.headers:
        if re.fullmatch(r"authorization|([\w-]*-)?api-?key", header, re.I):
            made = scheme(header, value)
            own = http_scheme(header, value)
            name = f"{made['scheme']}Auth" if made["type"] == "http" else header.lower()
            name = own.name if own is not None else name
            why = "The sample call sends this header."
            return Auth(name, made, replace(source, certainty=Certainty.INFERRED, reason=why))
    return None


def form_body(call: Samples) -> Body | None:
    """The form that a call sends; `None` where it sends none. A value that begins with @ is a file."""
    fields: dict[str, Field] = {}
    for name, value, source in call.form:
        told = replace(source, certainty=Certainty.INFERRED, reason="The sample call sends it.")
        is_file = value.startswith("@")
        keywords = (Keyword("format", "binary", told),) if is_file else ()
        shape = Shape(Scalar(Kind.STRING), told, keywords)
        fields.setdefault(name, Field(name, shape, Presence.UNSTATED, told))
    if not fields:
        return None
    why = "The page describes no body; the sample call sends this form."
    source = replace(call.form[0][2], certainty=Certainty.INFERRED, reason=why)
    return Body(FORM_TYPE, Shape(Object(tuple(fields.values())), source), source)


def version_headers(samples: Samples, known: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """Headers that name a version of the API and are shown in the call alone (`acme-version: 3`)."""
    names = {one.field.name.lower() for one in known if one.place is ParameterPlace.HEADER}
    found: dict[str, Parameter] = {}
    for name, _, source in samples.headers:
        if name.lower() in names or not re.search(r"(?:^|-)version$", name, re.I):
            continue
        source = replace(source, certainty=Certainty.INFERRED, reason="The sample call sends it.")
        shape = Shape(Scalar(Kind.STRING), source)
        member = Field(name, shape, Presence.UNSTATED, source)
        found.setdefault(name.lower(), Parameter(ParameterPlace.HEADER, member))
    return tuple(found.values())
