"""A transcription as lines, one a fact: what tests of pages compare with what a person has read.

`POST /v1/things body json .size: string required enum=["s","m"]` and the like. `~` in front:
inferred, `?`: assumed; nothing: the page states it. ` -- ` and a text at the end is the
description; a line that is written without one says nothing of it. Run as a script it prints the
figures of each family: facts right, wrong and missed, and wrong ones that are marked as stated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.provenance import pointer
from apiscribe.pages.transcribe import Transcription, transcribe

PAGES = Path(__file__).parent / "pages"
MARKS = {"stated": "", "inferred": "~", "assumed": "?"}
MEDIA = {
    "application/json": "json",
    "text/event-stream": "sse",
    "multipart/form-data": "multipart",
    "application/x-www-form-urlencoded": "form",
}
LIMITS = {
    "format": "format", "minimum": "min", "maximum": "max", "exclusiveMinimum": "over",
    "exclusiveMaximum": "under", "minLength": "minlen", "maxLength": "maxlen",
    "minItems": "minitems", "maxItems": "maxitems", "pattern": "pattern",
    "multipleOf": "multiple", "minProperties": "minprops", "maxProperties": "maxprops",
    "uniqueItems": "unique", "contentEncoding": "encoding",
    "readOnly": "readonly", "writeOnly": "writeonly",
}  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """One line, without its mark and description."""

    text: str
    mark: str = ""
    description: str | None = None

    def __str__(self) -> str:
        tail = f" -- {self.description}" if self.description else ""
        return f"{self.mark}{self.text}{tail}"


class _Lines:
    def __init__(self, document: dict[str, Any], facts: dict[str, Any]) -> None:
        self.document = document
        self.facts = facts
        self.lines: list[Fact] = []

    def mark(self, at: str) -> str:
        while at and at not in self.facts:
            at = at.rpartition("/")[0]
        return MARKS[self.facts.get(at, {}).get("certainty", "stated")]

    def doubt(self, at: str) -> bool:
        return bool(self.facts.get(at, {}).get("certainty"))

    def add(self, text: str, at: str, description: Any = None) -> None:
        words = " ".join(str(description).split()) if description else None
        self.lines.append(Fact(text, self.mark(at), words))

    def all(self) -> list[Fact]:
        info = self.document["info"]
        self.add(f"title {info['title']}", "/info/title", info.get("description"))
        self.add(f"version {info['version']}", "/info/version")
        for index, server in enumerate(self.document.get("servers", [])):
            self.add(f"server {server['url']}", f"/servers/{index}", server.get("description"))
            for name, variable in server.get("variables", {}).items():
                self.add(f"variable {name}={variable['default']}", f"/servers/{index}")
        schemes = self.document.get("components", {}).get("securitySchemes", {})
        for name, scheme in schemes.items():
            words = [
                scheme["type"],
                *(str(scheme[k]) for k in ("scheme", "in", "name") if k in scheme),
            ]
            self.add(
                f"security {name}: {' '.join(words)}",
                pointer("components", "securitySchemes", name),
            )
        for kind in ("paths", "webhooks"):
            for path, item in self.document.get(kind, {}).items():
                for method, operation in item.items():
                    if isinstance(operation, dict):
                        self.operation(
                            f"{method.upper()} {path}", operation, pointer(kind, path, method), item
                        )
        for name, schema in self.document.get("components", {}).get("schemas", {}).items():
            at = pointer("components", "schemas", name)
            self.schema(f"schema {name}", schema, at)
        return self.lines

    def operation(
        self, name: str, operation: dict[str, Any], at: str, item: dict[str, Any]
    ) -> None:
        flags = " deprecated" if operation.get("deprecated") else ""
        self.add(name + flags, at, operation.get("summary"))
        for server in [*item.get("servers", []), *operation.get("servers", [])]:
            self.add(f"{name} server {server['url']}", at)
        security = operation.get("security", self.document.get("security", ()))
        for group in security if security != [] else [{}]:
            used = [one + (f"({','.join(need)})" if need else "") for one, need in group.items()]
            self.add(f"{name} uses {' + '.join(used) or 'nothing'}", at + "/security")
        for index, one in enumerate(operation.get("parameters", [])):
            flags = " required" if one.get("required") and one["in"] != "path" else ""
            if one.get("deprecated"):
                flags += " deprecated"
            here = at + pointer("parameters", index)
            own = f"{name} {one['in']} {one['name']}"
            self.schema(
                own, one.get("schema", {}), here + "/schema", flags, one.get("description"), here
            )
        body = operation.get("requestBody", {})
        if body:
            self.media(name + " body", body, at + "/requestBody", bool(body.get("required")))
        for status, response in operation.get("responses", {}).items():
            self.media(f"{name} {status}", response, at + pointer("responses", status))
            for key, header in response.get("headers", {}).items():
                here = at + pointer("responses", status, "headers", key)
                own = f"{name} {status} header {key}"
                self.schema(own, header.get("schema", {}), here, "", header.get("description"))

    def media(self, name: str, holder: dict[str, Any], at: str, required: bool = False) -> None:
        if not holder.get("content"):
            self.add(name, at, holder.get("description"))
        for media_type, media in holder.get("content", {}).items():
            own = f"{name} {MEDIA.get(media_type, media_type)}"
            key = "itemSchema" if "itemSchema" in media else "schema"
            flags = (" item" if key == "itemSchema" else "") + (" required" if required else "")
            here = at + pointer("content", media_type)
            self.schema(own, media.get(key, {}), here + "/" + key, flags)
            for example in media.get("examples", {}):
                self.add(f"{own} example {example}", here + pointer("examples", example))

    def schema(
        self, name: str, schema: Any, at: str, flags: str = "", text: Any = None, where: str = ""
    ) -> None:
        words, children = self.words(schema, at)
        text = text or (schema.get("description") if isinstance(schema, dict) else None)
        doubt = self.doubt(at + "/type") or (where and self.doubt(at))
        if doubt and not self.mark(where or at):
            flags += " (type inferred)"
        self.add(f"{name}: {words}{flags}", where or at, text)
        for suffix, inner, place, more in children:
            self.schema(name + suffix, inner, place, more)

    def words(self, schema: Any, at: str) -> tuple[str, list[tuple[str, Any, str, str]]]:
        if isinstance(schema, bool):
            return "any" if schema else "nothing", []
        if "$ref" in schema:
            return "$" + schema["$ref"].rsplit("/", 1)[1], []
        base, children = self.kind(schema, at)
        extra = "".join(f" {short}={schema[key]}" for key, short in LIMITS.items() if key in schema)
        if "default" in schema:
            extra += f" default={json.dumps(schema['default'], ensure_ascii=False)}"
        if schema.get("deprecated"):
            extra += " deprecated"
        return base + extra, children

    def kind(self, schema: dict[str, Any], at: str) -> tuple[str, list[tuple[str, Any, str, str]]]:
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if "const" in schema:
            return f"={json.dumps(schema['const'])}", []
        children: list[tuple[str, Any, str, str]] = []
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                sep = {"anyOf": " | ", "oneOf": " ^ ", "allOf": " & "}[key]
                parts = []
                for index, variant in enumerate(schema[key]):
                    words, more = self.words(variant, at + pointer(key, index))
                    parts.append(words)
                    children += [(f"<{index}>{s}", *rest) for s, *rest in more]
                return sep.join(parts), children
        shown = []
        for kind in kinds:
            if kind == "array":
                words, more = self.words(schema.get("items", True), at + "/items")
                children += [("[]" + s, *rest) for s, *rest in more]
                shown.append(f"[{words}]")
            elif kind == "object":
                required = schema.get("required", [])
                for name, inner in schema.get("properties", {}).items():
                    flag = " required" if name in required else ""
                    children.append((f" .{name}", inner, at + pointer("properties", name), flag))
                extra = schema.get("additionalProperties")
                shown.append("object")
                if extra is not None and extra is not False:
                    words, more = self.words(extra, at + "/additionalProperties")
                    children += [("{}" + s, *rest) for s, *rest in more]
                    shown[-1] = (
                        f"{{{words}}}" if not schema.get("properties") else f"object+{{{words}}}"
                    )
            else:
                shown.append(kind)
        words = "|".join(shown) or "any"
        if "enum" in schema:
            words += " enum=" + json.dumps(
                schema["enum"], ensure_ascii=False, separators=(",", ":")
            )
        return words, children


def fact_lines(result: Transcription) -> list[Fact]:
    """All facts of a transcription, in the document's order."""
    lines = _Lines(result.document, result.provenance["facts"]).all()
    lines += [Fact(f"unread {unread.span.line}") for unread in result.report.unread]
    for conflict in result.report.conflicts:
        spans = " ".join(str(span.line) for span in conflict.spans)
        lines.append(Fact(f"conflict {spans}"))
    return lines


def read_facts(text: str) -> list[Fact]:
    """Facts as a person wrote them down; `#` starts a remark."""
    facts = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        body, _, description = line.strip().partition(" -- ")
        mark = body[0] if body[0] in "~?" else ""
        facts.append(Fact(body[len(mark) :], mark, description or None))
    return facts


@dataclass(frozen=True)
class Expectation:
    """What a person has read on a page. `marked`: with the certainty of each fact.

    A page that has a whole document and a report beside it (`.yaml`, `.json`) gives facts without
    marks: what is inferred or assumed, the report holds, as far as it is there.
    """

    facts: list[Fact]
    marked: bool = True


def expectation(family: str, case: str) -> Expectation:
    """The facts beside a page."""
    path = PAGES / family / f"{case}.facts"
    if path.exists():
        return Expectation(read_facts(path.read_text(encoding="utf-8")))
    document = yaml.safe_load(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    report = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    lines = _Lines(document, {}).all()
    lines += [Fact(f"unread {_first_line(one)}") for one in report["not_understood"]]
    lines += [Fact(f"conflict {_first_line(one)}") for one in report["conflicts"]]
    return Expectation(lines, marked=False)


def _first_line(told: dict[str, Any]) -> str:
    places = [told["lines"]] if "lines" in told else [each["lines"] for each in told["places"]]
    parts = [part for lines in places for part in str(lines).split(",")]
    return str(min(int(part.split("-")[0]) for part in parts))


def _unmarked(fact: Fact) -> Fact:
    """As a document and its report tell it: a conflict by its first line."""
    kind, *lines = fact.text.split(" ")
    return Fact(f"conflict {min(map(int, lines))}") if kind == "conflict" and lines else fact


def differences(read: list[Fact], expected: Expectation) -> list[str]:
    """Lines as a diff has them: `+` what was read and is not expected, `-` what was missed."""
    described = {fact.text for fact in expected.facts if fact.description}
    plain = [f if f.text in described else Fact(f.text, f.mark) for f in read]
    if not expected.marked:
        plain = [_unmarked(f) for f in plain]
    keep = "" if expected.marked else "~?"
    found = [str(f).lstrip(keep) if keep else str(f) for f in plain]
    wanted = [str(f) for f in expected.facts]
    missed = [f"- {w}" for w in wanted if w not in found]
    return missed + [f"+ {f}" for f, key in zip(plain, found, strict=True) if key not in wanted]


def cases(family: str) -> list[str]:
    """Names of the pages of a family that a person has read."""
    folder = PAGES / family
    whole = {path.stem for path in folder.glob("*.json") if path.with_suffix(".yaml").exists()}
    return sorted(whole | {path.stem for path in folder.glob("*.facts")})


def pages_of(family: str, case: str) -> list[PageSource]:
    """The page, or the pages in the folder of that name."""
    folder = PAGES / family / case
    if folder.is_dir():
        paths = sorted(folder.iterdir())
    else:
        named = (f"{family}/{case}.*", f"{family}/{case}-[0-9].*")
        beside = [".facts", ".json", *([".yaml"] if folder.with_suffix(".json").exists() else [])]
        found = sorted(path for name in named for path in PAGES.glob(name))
        paths = [path for path in found if path.suffix not in beside]
    return [PageSource(path.name, path.read_text(encoding="utf-8")) for path in paths]


def figures(family: str) -> dict[str, int]:
    """Facts right, wrong, missed, and wrong ones marked as stated, over all pages of a family."""
    counts = dict.fromkeys(("pages", "facts", "right", "wrong", "wrong stated", "missed"), 0)
    for case in cases(family):
        read = fact_lines(transcribe(pages_of(family, case), Diagnostics()))
        expected = expectation(family, case)
        lines = differences(read, expected)
        wrong = [line for line in lines if line.startswith("+ ")]
        counts["pages"] += 1
        counts["facts"] += len(expected.facts)
        counts["wrong"] += len(wrong)
        counts["wrong stated"] += sum(line[2] not in "~?" for line in wrong)
        counts["missed"] += len(lines) - len(wrong)
        counts["right"] += len(read) - len(wrong)
    return counts


def _table() -> Iterator[str]:
    for number, family in enumerate(sorted(p.name for p in PAGES.iterdir() if p.is_dir())):
        counts = figures(family) if cases(family) else {}
        if counts and not number:
            yield " ".join(["family".ljust(16), *counts])
        if counts:
            yield " ".join([family.ljust(16), *(str(v).rjust(len(k)) for k, v in counts.items())])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sources = [
            PageSource(Path(p).name, Path(p).read_text(encoding="utf-8")) for p in sys.argv[1:]
        ]
        print("\n".join(map(str, fact_lines(transcribe(sources, Diagnostics())))))
    else:
        print("\n".join(_table()))
