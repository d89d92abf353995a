"""Where each part of a transcribed document comes from: JSON Pointer → page, lines, certainty."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Certainty, Source
from apiscribe.pages.page import PageSource

FORMAT = 1
"""Version of the layout of `provenance.json`."""

NAME_MAPS = frozenset(["properties", "patternProperties", "schemas", "$defs"])
"""Members whose own member names are free: a property may be called `examples`."""


def pointer(*tokens: str | int) -> str:
    """A JSON Pointer (RFC 6901)."""
    return "".join("/" + str(t).replace("~", "~0").replace("/", "~1") for t in tokens)


@dataclass(slots=True)
class Trace:
    """Sources by pointer, in the order of the document's making."""

    entries: dict[str, list[Source]] = field(default_factory=dict)
    _seen: dict[str, set[Source]] = field(default_factory=dict, repr=False)

    def note(self, at: str, sources: Iterable[Source]) -> None:
        """Record that what is at pointer `at` comes from `sources`; equal ones are kept once."""
        if at not in self.entries:
            self.entries[at], self._seen[at] = [], set()
        known, seen = self.entries[at], self._seen[at]
        for source in sources:
            if source not in seen:
                seen.add(source)
                known.append(source)


def certainty(sources: Sequence[Source]) -> Certainty:
    """The best certainty of several sources: a fact stated anywhere is stated."""
    order = list(Certainty)
    return min((s.certainty for s in sources), key=order.index, default=Certainty.ASSUMED)


def certainty_at(entries: Mapping[str, Sequence[Source]], at: str) -> Certainty:
    """The certainty of the value at pointer `at`; what has no lines of its own has those around it."""
    while at and at not in entries:
        at = at.rpartition("/")[0]
    return certainty(entries.get(at, ()))


def reason(sources: Sequence[Source]) -> str:
    """Why a fact is inferred or assumed; "" when it is stated."""
    best = certainty(sources)
    return next((s.reason for s in sources if s.certainty is best), "")


def lines_text(spans: Iterable[Span]) -> str:
    """Lines for people and for `provenance.json`: "33, 599-601"; "" when there are none."""
    pairs = sorted({(s.line, max(s.line, s.end_line)) for s in spans if s.line})
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in pairs)


def provenance(
    pages: Sequence[PageSource],
    families: Sequence[str],
    trace: Trace,
    document: str = "",
    *,
    prose: bool = True,
) -> dict[str, Any]:
    """The contents of `provenance.json`, free of anything about the machine it was made on.

    `document`: digest of the document (`drift.document_digest`), to tell edits by hand. `descriptions`:
    `omit` where no `prose` is in it. `pages`: name, family, SHA-256 of the text (UTF-8), number of
    lines. `facts`: by pointer, the page (left out for the first), `lines`, and for what is not stated `certainty` and `reason`.
    """
    names = page_labels(pages)
    numbers: dict[str, int] = {}
    for number, page in enumerate(pages):
        numbers.setdefault(page.name, number)
    return {
        "format": FORMAT,
        **({"document": document} if document else {}),
        **({} if prose else {"descriptions": "omit"}),
        "pages": [
            {"name": name, "family": family, "sha256": page.digest, "lines": page.length}
            for name, family, page in zip(names, families, pages, strict=True)
        ],
        "facts": {at: _entry(sources, numbers) for at, sources in trace.entries.items()},
    }


def page_labels(pages: Sequence[PageSource]) -> tuple[str, ...]:
    """File names without folders; equal ones get a number."""
    seen: dict[str, int] = {}
    labels = []
    for page in pages:
        seen[page.label] = seen.get(page.label, 0) + 1
        count = seen[page.label]
        labels.append(page.label if count == 1 else f"{page.label} ({count})")
    return tuple(labels)


def dump_json(data: Mapping[str, Any]) -> str:
    """`provenance.json` and the report as text: one stable form, ending with a newline."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _entry(sources: Sequence[Source], numbers: Mapping[str, int]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    by_page: dict[int, list[Span]] = {}
    for source in sources:
        by_page.setdefault(numbers.get(source.span.file, 0), []).append(source.span)
    shown: Mapping[int, str] = {n: lines_text(spans) for n, spans in sorted(by_page.items())}
    if list(shown) == [0]:
        if shown[0]:
            entry["lines"] = shown[0]
    elif shown:
        entry["lines"] = {str(number): text for number, text in shown.items()}
    if (best := certainty(sources)) is not Certainty.STATED:
        entry["certainty"] = best.value
        entry["reason"] = reason(sources)
    return entry
