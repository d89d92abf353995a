"""curl command lines → the request they send."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.pages.page import Line
from apiscribe.pages.parts.endpoints import EndpointMatch, read_url

_TAKES_VALUE = frozenset(
    ["-X", "--request", "-H", "--header", "-d", "--data", "--data-raw", "--data-binary", "--data-ascii",
     "--data-urlencode", "--json", "-F", "--form", "--form-string", "-u", "--user", "-b", "--cookie", "-o",
     "--output", "--url", "-A", "--user-agent", "-e", "--referer", "-m", "--max-time", "--connect-timeout",
     "-T", "--upload-file", "-w", "--write-out", "--retry", "-x", "--proxy", "--cacert", "--cert"]
)  # fmt: skip
MAX_LINES = 500
"""A command of more lines is not read to its end."""

_BODY = frozenset(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"])


@dataclass(slots=True)
class CurlCall:
    """One request. `headers` are (name, value); `form` the parts of a multipart body (name, value).

    `body` is the text of `-d`, its lines numbered as on the page; `encoded` form fields.
    """

    endpoint: EndpointMatch
    line: int
    end_line: int
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: list[Line] = field(default_factory=list)
    form: list[tuple[str, str]] = field(default_factory=list)
    encoded: list[tuple[str, str]] = field(default_factory=list)
    user: str = ""


def curl_commands(lines: Sequence[Line]) -> list[CurlCall]:
    """All curl calls among the lines of a block."""
    calls = []
    for start, end in _commands(lines):
        if (call := _call(lines[start:end])) is not None:
            calls.append(call)
    return calls


def _commands(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Where each command starts and ends: an open quote or a backslash goes on."""
    found, at = [], 0
    while at < len(lines):
        if not re.match(r"(?:[$>%]\s*)?curl(?:\.exe)?\s", lines[at].text + " "):
            at += 1
            continue
        end = at
        quote = ""
        while end < min(len(lines), at + MAX_LINES):
            row = lines[end].text
            quote = _open_quote(row + "\n", quote)
            end += 1
            if quote or row.endswith(("\\", "^", "`")):
                continue
            if not row and lines[end - 2].text.endswith("\\"):
                continue  # a paste has blank lines between
            if end < len(lines) and re.match(r"\s*-{1,2}[a-zA-Z]", lines[end].text):
                continue  # a backslash that the page has lost
            break
        found.append((at, end))
        at = end
    return found


def _open_quote(text: str, quote: str) -> str:
    """The quote that is open at the end of `text` when `quote` is at its start (POSIX shell)."""
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "\\" and quote != "'":
            at += 2
            continue
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"" and (sign == '"' or not text[at - 1 : at].isalpha()):
            quote = sign
        at += 1
    return quote


def _call(lines: Sequence[Line]) -> CurlCall | None:
    text = "\n".join(line.text for line in lines)
    text = re.sub(r"[\\^`]\s*\n", "  \n", re.sub(r"^[$>%]\s*", "", text))
    text = text.translate(str.maketrans("“”‘’", "\"\"''"))
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    method, url, at = "", "", 1
    call = CurlCall(EndpointMatch("", "", ""), lines[0].number, lines[-1].number)
    while at < len(words):
        option, value = words[at], ""
        if option.startswith("--") and "=" in option:
            option, _, value = option.partition("=")
        elif re.match(r"-[XHdFu].", option):
            option, value = option[:2], option[2:]
        elif option in _TAKES_VALUE:
            at += 1
            value = words[at] if at < len(words) else ""
        at += 1
        if option in ("-X", "--request"):
            method = value.upper()
        elif option in ("-I", "--head"):
            method = "HEAD"
        elif option in ("-G", "--get"):
            method = method or "GET"
        elif option == "--url" or not option.startswith("-"):
            url = url or (value if option == "--url" else option)
        else:
            _option(call, option, value, lines)
    endpoint = read_url(url.strip("\"'"))
    if endpoint is None:
        return None
    method = method or ("POST" if call.body or call.form or call.encoded else "GET")
    call.endpoint = EndpointMatch(method, endpoint.host, endpoint.path, endpoint.query)
    return call


def _option(call: CurlCall, option: str, value: str, lines: Sequence[Line]) -> None:
    if option in ("-H", "--header"):
        name, _, text = value.partition(":")
        call.headers.append((name.strip(), text.strip()))
    elif option in ("-F", "--form", "--form-string"):
        name, _, text = value.partition("=")
        call.form.append((name.strip(), text.strip()))
    elif option == "--data-urlencode" or (option in _BODY and _is_form(value)):
        for pair in value.split("&"):
            name, _, text = pair.partition("=")
            call.encoded.append((name.strip(), text.strip()))
    elif option in _BODY:
        call.body = _numbered(value, lines)
        if option == "--json":
            call.headers.append(("Content-Type", "application/json"))
    elif option in ("-u", "--user"):
        call.user = value
    elif option in ("-b", "--cookie"):
        call.headers.append(("Cookie", value))


def _is_form(value: str) -> bool:
    return (
        re.fullmatch(r"[\w.\[\]-]+=[^&{}\n]*(?:&[\w.\[\]-]+=[^&\n]*)*", value.strip()) is not None
    )


def _numbered(value: str, lines: Sequence[Line]) -> list[Line]:
    """The rows of a body with the numbers that they have on the page."""
    rows = value.split("\n")
    texts = [line.text for line in lines]
    first = rows[0].strip()
    start = next((i for i, text in enumerate(texts) if first and first in text), 0)
    if not first and len(rows) > 1:
        second = rows[1].strip()
        start = next((i for i, text in enumerate(texts) if second and second in text), 1) - 1
    result = []
    for index, row in enumerate(rows):
        number = lines[min(start + index, len(lines) - 1)].number
        result.append(Line(number, row.strip()))
    return result
