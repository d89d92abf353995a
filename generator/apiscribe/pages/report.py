"""What a transcription found, for people and as JSON: facts by certainty, conflicts, unread lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from apiscribe.diagnostics import Span
from apiscribe.pages.assemble import Assembly
from apiscribe.pages.facts import Certainty, Conflict, Facts, Presence, Source, Unread
from apiscribe.pages.provenance import NAME_MAPS, certainty, lines_text, page_labels, reason
from apiscribe.pages.questions import OperationSummary, Question, questions, summaries

FORMAT = 1
"""Version of the layout of the report in JSON."""

_NAMES = {
    "operations": "operation",
    "parameters": "parameter",
    "listed_models": "listed model",
    "named_schemas": "named schema",
    "members": "member",
    "required": "required",
    "optional": "optional",
    "unstated": "unstated",
    "enums": "enum",
    "constants": "constant",
    "examples": "example",
}


@dataclass(frozen=True, slots=True)
class PageSummary:
    """One page: its name without folders, family, number of lines, and lines that say nothing."""

    name: str
    family: str
    lines: int
    furniture: int


@dataclass(frozen=True, slots=True)
class UnstatedFact:
    """A part of the document that no page states: its pointer, why, and the lines behind it."""

    pointer: str
    certainty: Certainty
    reason: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of one transcription. `counts` and `certainties` hold plain numbers."""

    pages: tuple[PageSummary, ...]
    labels: Mapping[str, str]
    counts: Mapping[str, int]
    certainties: Mapping[str, int]
    unstated: tuple[UnstatedFact, ...]
    conflicts: tuple[Conflict, ...]
    unread: tuple[Unread, ...]
    operations: tuple[OperationSummary, ...] = ()
    questions: tuple[Question, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data; lines as in `provenance.json`."""
        return {
            "format": FORMAT,
            "pages": [
                {
                    "name": page.name,
                    "family": page.family,
                    "lines": page.lines,
                    "furniture": page.furniture,
                }
                for page in self.pages
            ],
            "counts": dict(self.counts),
            "facts": dict(self.certainties),
            "operations": [
                {"operation": o.name, **o.certainties, "missing": list(o.missing)}
                for o in self.operations
            ],
            "questions": [q.text for q in self.questions if not q.at],
            "inferred": self._unstated(Certainty.INFERRED),
            "assumed": self._unstated(Certainty.ASSUMED),
            "conflicts": [
                {"message": c.message, "kept": c.kept, **self._lines(c.spans)}
                for c in self.conflicts
            ],
            "not_understood": [
                {"text": u.text, "reason": u.reason, **self._lines([u.span])} for u in self.unread
            ],
        }

    def to_text(self) -> str:
        """The report for people: plain text, ends with a newline."""
        return "\n".join(self._text()) + "\n"

    def _text(self) -> Iterator[str]:
        for page in self.pages:
            yield f"{page.name}: {page.family}, {_count(page.lines, 'line')}"
        yield ""
        for key, name in _NAMES.items():
            if self.counts.get(key):
                indent = "    " if key in ("required", "optional", "unstated") else "  "
                yield f"{indent}{_count(self.counts[key], name)}"
        stated = ", ".join(f"{number} {name}" for name, number in self.certainties.items())
        yield f"  facts: {stated}"
        yield from self._operations()
        for kind in (Certainty.INFERRED, Certainty.ASSUMED):
            by_reason: dict[str, list[str]] = {}
            for fact in self.unstated:
                if fact.certainty is kind:
                    place = self._place([s.span for s in fact.sources])
                    by_reason.setdefault(fact.reason, []).append(f"    {fact.pointer}{place}")
            yield from _section(
                f"{kind.value.capitalize()} ({sum(map(len, by_reason.values()))})",
                ["\n".join([why, *places]) for why, places in by_reason.items()],
            )
        yield from _section(
            f"Conflicts ({len(self.conflicts)})",
            [
                f"{c.message}{self._place(c.spans)}" + (f"\n    kept: {c.kept}" if c.kept else "")
                for c in self.conflicts
            ],
        )
        yield from _section(
            f"Lines not understood ({len(self.unread)})",
            [
                f"{u.text}{self._place([u.span])}" + (f"\n    {u.reason}" if u.reason else "")
                for u in self.unread
            ],
        )

    def _operations(self) -> Iterator[str]:
        """Operation by operation: how much is stated, and what is missing."""
        items = []
        for each in self.operations:
            figures = ", ".join(f"{number} {name}" for name, number in each.certainties.items())
            missing = "".join(f"\n    missing: {text}" for text in each.missing)
            items.append(f"{each.name}: {figures}{missing}")
        if items:
            yield from _section(f"Operations ({len(items)})", items)
        general = [question.text for question in self.questions if not question.at]
        if general:
            yield from _section(f"Open questions ({len(general)})", general)

    def _unstated(self, kind: Certainty) -> list[dict[str, Any]]:
        return [
            {
                "pointer": fact.pointer,
                "reason": fact.reason,
                **self._lines([s.span for s in fact.sources]),
            }
            for fact in self.unstated
            if fact.certainty is kind
        ]

    def _lines(self, spans: Sequence[Span]) -> dict[str, Any]:
        """`lines`; where there are several pages, `places`: page and lines of each."""
        if len(self.pages) == 1:
            return {"lines": lines_text(spans)}
        return {"places": [{"page": page, "lines": text} for page, text in self._by_page(spans)]}

    def _by_page(self, spans: Sequence[Span]) -> list[tuple[str, str]]:
        files = dict.fromkeys(span.file for span in spans if span.line)
        return [
            (self.labels.get(file, file), lines_text(s for s in spans if s.file == file))
            for file in files
        ]

    def _place(self, spans: Sequence[Span]) -> str:
        """`(line 3)`, with the page where there are several; "" when there is no line."""
        several = len(self.pages) > 1
        places = [
            f"{page}, line {text}" if several else f"line {text}"
            for page, text in self._by_page(spans)
        ]
        return f" ({'; '.join(places)})" if places else ""


def _section(title: str, items: Sequence[str]) -> Iterator[str]:
    yield ""
    yield title if items else f"{title.rsplit(' ', 1)[0]}: none"
    yield from (f"  {item}" for item in items)


def _count(number: int, word: str) -> str:
    """`1 line`, `2 lines`; words that are the same for one and many end otherwise."""
    plain = word in ("required", "optional", "unstated")
    return f"{number} {word}" + ("" if number == 1 or plain else "s")


def make_report(facts: Sequence[Facts], assembly: Assembly) -> Report:
    """The report of an assembled document."""
    labels = page_labels([page.page for page in facts])
    entries = assembly.trace.entries
    certainties = Counter(certainty(sources) for sources in entries.values())
    asked = tuple(questions(assembly.document, entries))
    return Report(
        tuple(
            PageSummary(label, page.family, page.page.length, len(page.furniture))
            for label, page in zip(labels, facts, strict=True)
        ),
        dict(zip([page.page.name for page in facts], labels, strict=True)),
        _counts(assembly),
        {kind.value: certainties[kind] for kind in Certainty},
        tuple(_unstated(entries)),
        assembly.conflicts,
        tuple(u for page in facts for u in page.unread),
        tuple(summaries(assembly.document, entries, asked)),
        asked,
    )


def _unstated(entries: Mapping[str, Sequence[Source]]) -> Iterator[UnstatedFact]:
    """Facts that no page states; what is in one of them for the same reason is not told again."""
    told: dict[str, str] = {}
    for at, sources in entries.items():
        if (best := certainty(sources)) is Certainty.STATED:
            continue
        why = told[at] = reason(sources)
        steps = at.split("/")
        if any(told.get("/".join(steps[:end])) == why for end in range(2, len(steps))):
            continue
        yield UnstatedFact(at, best, why, tuple(sources))


def _counts(assembly: Assembly) -> dict[str, int]:
    """Figures of the document. Enums are distinct lists of values; constants are places."""
    document = assembly.document
    operations = [
        operation
        for key in ("paths", "webhooks")
        for item in document.get(key, {}).values()
        for operation in item.values()
        if isinstance(operation, dict)  # beside operations, a path has parameters and servers
    ]
    presences = Counter(assembly.presences.values())
    lists = [tuple(v.value for v in values.values) for values in assembly.values.values()]
    return {
        "operations": len(operations),
        "parameters": sum(len(o.get("parameters", ())) for o in operations),
        "listed_models": len(assembly.listed),
        "named_schemas": len(document.get("components", {}).get("schemas", {})),
        "members": len(assembly.presences),
        "required": presences[Presence.REQUIRED],
        "optional": presences[Presence.OPTIONAL],
        "unstated": presences[Presence.UNSTATED],
        "enums": len({values for values in lists if len(values) > 1}),
        "constants": sum(len(values) == 1 for values in lists),
        "examples": sum(map(_is_example, assembly.trace.entries)),
    }


def _is_example(at: str) -> bool:
    """Whether a pointer is that of an example or a list of them: no member is, called `examples`."""
    steps = at.split("/")
    return any(
        step == "examples" and before not in NAME_MAPS for before, step in pairwise(steps[-3:])
    )
