"""Behaviours to take out of a runtime, and the vector that must miss each.

A change is a file of the runtime, the text to replace there and what replaces it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Change = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Removal:
    """A behaviour, the vector that shows it, and how each runtime loses it."""

    behaviour: str
    suite: str
    vector: str
    python: tuple[Change, ...]
    typescript: tuple[Change, ...]
    go: tuple[Change, ...]

    @property
    def key(self) -> str:
        """The vector as tests name it."""
        return re.sub(r"[^a-z0-9]+", "-", self.vector.lower()).strip("-")


REMOVALS = (
    Removal(
        "retries",
        "failures",
        "two retries by default",
        (("calls.py", "if retry < left else None", "if retry < 0 else None"),),
        (("sending.ts", "attempt > maxRetries", "attempt > 0"),),
        (("sending.go", "attempt > own.maxRetries", "attempt > 0"),),
    ),
    Removal(
        "the wait that the server asks for",
        "failures",
        "retry-after in seconds is honoured",
        (("retries.py", 'headers.get("retry-after")', 'headers.get("x-no")'),),
        (("retries.ts", 'headers?.get("retry-after")', 'headers?.get("x-no")'),),
        (("sending.go", 'header.Get("Retry-After")', 'header.Get("X-No")'),),
    ),
    Removal(
        "the wait that the server asks for in milliseconds",
        "failures",
        "retry-after-ms is honoured",
        (("retries.py", 'headers.get("retry-after-ms")', 'headers.get("x-no")'),),
        (("retries.ts", 'headers?.get("retry-after-ms")', 'headers?.get("x-no")'),),
        (("sending.go", 'header.Get("Retry-After-Ms")', 'header.Get("X-No")'),),
    ),
    Removal(
        "one idempotency key for all tries",
        "failures",
        "an idempotency key is the same in every try",
        (("requests.py", "draft.set_header(name, _new_key())", "pass"),),
        (("parameters.ts", "given ?? crypto.randomUUID()", 'given ?? ""'),),
        (
            (
                "operations.go",
                "given = newKey()",
                'given = ""',
            ),
        ),
    ),
    Removal(
        "null in bodies",
        "bodies",
        "json null is sent",
        (
            (
                "wire.py",
                "if not isinstance(item, Omit)\n        }",
                "if not isinstance(item, Omit) and item is not None\n        }",
            ),
        ),
        (
            (
                "requests.ts",
                "value !== undefined && !parameters",
                "value != undefined && !parameters",
            ),
        ),
        (
            (
                "object.go",
                "if !m.target.(optional).IsSet() {",
                "if m.target.(optional).IsNull() || !m.target.(optional).IsSet() {",
            ),
        ),
    ),
    Removal(
        "percent-encoding in queries",
        "parameters",
        "query text is encoded",
        (("parameters.py", 'quote(text, safe="~")', 'quote(text, safe="~&= ")'),),
        (
            (
                "parameters.ts",
                "return encodeURIComponent(text).replace(\n    RESERVED",
                "return text.replace(\n    RESERVED",
            ),
        ),
        (
            (
                "parameters.go",
                "return percent(text, unreserved)",
                'return percent(text, unreserved+"&= ")',
            ),
        ),
    ),
    Removal(
        "percent-encoding in paths",
        "parameters",
        "path text is encoded",
        (("parameters.py", 'quote(text, safe="~")', 'quote(text, safe="~/?")'),),
        (
            (
                "parameters.ts",
                "code(scalar(value)));\n}\n\n/** `{id}` in style `simple`",
                "encodeURI(scalar(value)));\n}\n\n/** `{id}` in style `simple`",
            ),
        ),
        (
            (
                "parameters.go",
                "code := coder(argument.Reserved, silentInPath)",
                "code := coder(true, silentInQuery)",
            ),
        ),
    ),
    Removal(
        "reading on after the terminator",
        "streams",
        "what follows the terminator is read, so that the connection can serve again",
        (
            ("streams.py", "draining = True", "draining = False"),
            ("streams.py", "if reader.ended:\n            with", "if False:\n            with"),
        ),
        (),  # node may be slower to close than the server is to end: not to be relied upon here
        (("streams.go", "\t\ts.drain()\n", ""),),
    ),
    Removal(
        "the byte order mark",
        "streams",
        "byte order mark",
        (("events.py", 'mark = b"\\xef\\xbb\\xbf"', 'mark = b"\\xff\\xff\\xff"'),),
        (("streams.ts", "new TextDecoder()", 'new TextDecoder("utf-8", { ignoreBOM: true })'),),
        (("streams.go", 'bytes.TrimPrefix(line, []byte("\\uFEFF"))', "line"),),
    ),
    Removal(
        "a line end in two pieces",
        "streams",
        "a line end in two pieces is one",
        (
            (
                "events.py",
                'self._skip_newline = text.endswith(b"\\r")',
                "self._skip_newline = False",
            ),
        ),
        (("streams.ts", r"\r(?!$)", r"\r"),),
        (("streams.go", "r.skip = one == '\\r'", "r.skip = false"),),
    ),
    Removal(
        "events of several lines",
        "streams",
        "data over several lines",
        (("events.py", '"\\n".join(data)', "data[-1]"),),
        (("streams.ts", 'data.join("\\n")', 'data.slice(-1).join("")'),),
        (
            (
                "streams.go",
                "append(append(found.data, value...), '\\n')",
                "append([]byte(value), '\\n')",
            ),
        ),
    ),
    Removal(
        "a cut stream is an error",
        "streams",
        "a cut connection raises",
        (("streams.py", 'with translating("The stream"):', "with suppress(Exception):"),),
        (("streams.ts", "throw sent.failure(error);", "void error;"),),
        (
            (
                "streams.go",
                "if errors.Is(err, io.EOF) {\n\t\treturn nil",
                "if err != nil {\n\t\treturn nil",
            ),
        ),
    ),
    Removal(
        "closing when a stream is left",
        "streams",
        "leaving early closes the connection",
        (
            (
                "streams.py",
                "        else:\n            response.close()",
                "        else:\n            LEFT.append(response)",
            ),
            ("streams.py", "        self.response.close()", "        LEFT.append(self.response)"),
            ("streams.py", "await response.aclose()", "LEFT.append(response)"),
            ("streams.py", "await self.response.aclose()", "LEFT.append(self.response)"),
            ("streams.py", "class _Answer:", "LEFT: list[object] = []\n\n\nclass _Answer:"),
        ),
        (
            (
                "streams.ts",
                "await source.cancel().catch(() => undefined);\n      sent.controller.abort();",
                "",
            ),
            ("streams.ts", "this.controller.abort();", ""),
        ),
        (("streams.go", "\t\ts.done = true\n\t\ts.sent.finish()\n", "\t\ts.done = true\n"),),
    ),
    Removal(
        "integers beyond 2^53",
        "answers",
        "64 bit integer exactly",
        (),
        (("json.ts", "if (!MANY_DIGITS.test(text)) return", "return"),),
        (("json.go", "*target = number", "*target = int64(float64(number))"),),
    ),
    Removal(
        "members without a field",
        "answers",
        "unknown member is kept",
        (),
        (),
        (
            (
                "object.go",
                "kept.parts = append(kept.parts, part{one.name, bytes.Clone(one.raw)})",
                "",
            ),
        ),
    ),
    Removal(
        "values of another type",
        "answers",
        "value of another type is kept",
        (),
        (),
        (
            (
                "object.go",
                "kept.odd = append(kept.odd, oddMember{part{one.name, bytes.Clone(one.raw)}, untouched})",
                "_ = untouched",
            ),
        ),
    ),
    Removal(
        "credentials that stay with their host",
        "credentials",
        "credentials do not follow a redirect to another host",
        (),
        (),
        (("sending.go", "if !sameOrigin(next, one.URL) {", "if false {"),),
    ),
    Removal(
        "segments that are two dots",
        "parameters",
        "path two dots stay in their segment",
        (),
        (),
        (("operations.go", 'case ".", "..":', 'case "\\x00":'),),
    ),
    Removal(
        "asking for JSON where there is other content beside it",
        "answers",
        "json is asked for where xml is beside it",
        (),
        (),
        (
            ("operations.go", "case asJSON != nil:", "case false:"),
            ("operations.go", 'parts.header["accept"] = accept', 'parts.header["accept"] = "*/*"'),
        ),
    ),
)
