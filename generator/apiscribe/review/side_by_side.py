"""Page and spec side by side as one HTML file: each fact linked to its lines, both ways.

It is complete without a script, and says so to the browser (Content-Security-Policy): whatever a page
holds is text here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from apiscribe.assets import templates_folder
from apiscribe.diagnostics import Diagnostics, Span
from apiscribe.emit.templates import Templates
from apiscribe.openapi import load_text
from apiscribe.pages.addresses import address
from apiscribe.pages.facts import Certainty, Facts
from apiscribe.pages.provenance import page_labels
from apiscribe.pages.transcribe import Transcription
from apiscribe.targets.site.markup import Markup, text

_MOST_LINKS: Final = 8
"""Links of one line; a heading may stand behind hundreds of facts."""
_MARKS: Final = {"stated": "", "inferred": "~", "assumed": "?"}


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link to a line of the other side; `said` is what it is about."""

    href: str
    shown: str
    said: Markup


@dataclass(frozen=True, slots=True)
class LineView:
    """A line. `id` is "" where another with the same number has it; `kind`: stated, inferred, assumed,
    fact (of a page), unread, furniture or ""; `said`: why it is of that kind."""

    id: str
    number: int
    text: Markup
    kind: str
    mark: str
    said: Markup
    links: tuple[LinkView, ...]
    more: str


@dataclass(frozen=True, slots=True)
class PageView:
    """One page."""

    name: Markup
    family: str
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class NoteView:
    """A conflict, or an open question."""

    text: Markup
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The whole file."""

    title: Markup
    counts: str
    pages: tuple[PageView, ...]
    spec: tuple[LineView, ...]
    conflicts: tuple[NoteView, ...]
    unread: tuple[NoteView, ...]
    questions: tuple[NoteView, ...]


def side_by_side(result: Transcription, yaml: str, diagnostics: Diagnostics) -> str:
    """The HTML of a transcription; `yaml` is its document as it was written.

    Raises `ApiscribeError` when the template fails.
    """
    templates = Templates(templates_folder() / "review")
    made = templates.render("side_by_side.html.j2", view(result, yaml), diagnostics)
    diagnostics.stop_on_errors()
    assert made is not None
    return made


def view(result: Transcription, yaml: str) -> View:
    """Everything that the template prints."""
    links = _Links(result, yaml)
    report = result.report
    figures = ", ".join(f"{count} {kind}" for kind, count in report.certainties.items())
    return View(
        title=text(str(result.document["info"]["title"])),
        counts=f"{figures}; {len(report.conflicts)} conflicts; {len(report.unread)} lines not understood",
        pages=tuple(links.page(number) for number in range(len(result.facts))),
        spec=tuple(links.spec()),
        conflicts=tuple(
            NoteView(text(c.message), links.to_page(c.spans)) for c in report.conflicts
        ),
        unread=tuple(
            NoteView(text(f"{u.text} {u.reason}".strip()), links.to_page([u.span]))
            for u in report.unread
        ),
        questions=tuple(NoteView(text(q.text), links.to_spec(q.at)) for q in report.questions),
    )


class _Links:
    """Which lines belong together. Lines of pages are (number of the page, line)."""

    def __init__(self, result: Transcription, yaml: str) -> None:
        self._result = result
        self._yaml = yaml.removesuffix("\n").split("\n")
        self._labels = page_labels([facts.page for facts in result.facts])
        self._numbers = {facts.page.name: n for n, facts in enumerate(result.facts)}
        self._source = load_text(yaml, "", Diagnostics())
        self._of_spec: dict[int, list[str]] = {}
        self._of_page: dict[tuple[int, int], list[str]] = {}
        for at in result.sources:
            self._of_spec.setdefault(self._source.locate(at).line, []).append(at)
            for number, first, last in self._places(at):
                for line in range(first, last + 1):
                    self._of_page.setdefault((number, line), []).append(at)

    def _places(self, at: str) -> list[tuple[int, int, int]]:
        spans = [source.span for source in self._result.sources[at]]
        return self._ranges(spans)

    def _ranges(self, spans: Iterable[Span]) -> list[tuple[int, int, int]]:
        found = {
            (self._numbers.get(s.file, 0), s.line, max(s.line, s.end_line)) for s in spans if s.line
        }
        return sorted(found)

    def page(self, number: int) -> PageView:
        """One page with all its lines."""
        facts = self._result.facts[number]
        unread = {u.span.line: u.reason for u in facts.unread}
        lines, seen = [], set[int]()
        for index, row in enumerate(facts.page.rows, 1):
            line = facts.page.span(index).line
            first = line not in seen
            seen.add(line)
            kind, said = self._page_kind(facts, number, line, index, unread)
            pointers = self._of_page.get((number, line), []) if first else []
            lines.append(
                LineView(
                    id=f"p{number}-{line}" if first else "",
                    number=line,
                    text=text(row),
                    kind=kind,
                    mark="!" if kind == "unread" else "",
                    said=text(said),
                    links=tuple(self._spec_link(at) for at in pointers[:_MOST_LINKS]),
                    more=_more(len(pointers)),
                )
            )
        return PageView(text(self._labels[number]), facts.family, tuple(lines))

    def _page_kind(
        self, facts: Facts, number: int, line: int, index: int, unread: dict[int, str]
    ) -> tuple[str, str]:
        if line in unread and facts.page.rows[index - 1].strip():
            return "unread", unread[line] or "not understood"
        if (number, line) in self._of_page:
            return "fact", ""
        return ("furniture", facts.furniture[index]) if index in facts.furniture else ("", "")

    def spec(self) -> Iterable[LineView]:
        """The lines of the document."""
        for line, row in enumerate(self._yaml, 1):
            pointers = self._of_spec.get(line, [])
            facts = [self._result.provenance["facts"][at] for at in pointers]
            doubt: dict[str, str] = next((fact for fact in facts if "certainty" in fact), {})
            kind = doubt.get("certainty", Certainty.STATED.value if pointers else "")
            spans = [s.span for at in pointers for s in self._result.sources[at]]
            links = self.to_page(spans)
            yield LineView(
                id=f"s{line}",
                number=line,
                text=text(row),
                kind=kind,
                mark=_MARKS.get(kind, ""),
                said=text(doubt.get("reason", "")),
                links=links[:_MOST_LINKS],
                more=_more(len(links)),
            )

    def to_page(self, spans: Sequence[Span]) -> tuple[LinkView, ...]:
        """Links to lines of pages, named by page where there are several."""
        links = []
        for number, first, last in self._ranges(spans):
            lines = f"{first}–{last}" if last > first else f"{first}"
            shown = f"{number + 1}:{lines}" if len(self._labels) > 1 else lines
            said = text(f"{self._labels[number]}, line {lines}")
            links.append(LinkView(f"#p{number}-{first}", shown, said))
        return tuple(links)

    def to_spec(self, at: str) -> tuple[LinkView, ...]:
        """A link to a place in the document; none for the whole of it."""
        return (self._spec_link(at),) if at else ()

    def _spec_link(self, at: str) -> LinkView:
        line = self._source.locate(at).line
        return LinkView(f"#s{line}", str(line), text(address(self._result.document, at)))


def _more(count: int) -> str:
    return f"+{count - _MOST_LINKS}" if count > _MOST_LINKS else ""
