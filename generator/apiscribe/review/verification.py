"""`verify`: the pages of an API read again, and what they say now held against its spec."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apiscribe.diagnostics import Diagnostics, Place, Span
from apiscribe.openapi import Source, dump_yaml, load_text, load_yaml
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.overlay import apply_overlay
from apiscribe.openapi.pointers import look_up
from apiscribe.pages.addresses import address
from apiscribe.pages.drift import (
    MISSING,
    Difference,
    Finding,
    Kind,
    Record,
    document_digest,
    findings,
    is_set,
)
from apiscribe.pages.page import PageSource, as_recorded, read_pages
from apiscribe.pages.provenance import FORMAT
from apiscribe.pages.transcribe import Transcription, transcribe
from apiscribe.pipeline.apis import ApiFiles

_SHOWN = 90
"""Characters of a value that a line for people has room for."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with its places. `page`: name and lines, "" when unknown; `overlay`: the place of
    the overlay action that says the same or (`agrees` is false) something else."""

    finding: Finding
    about: str
    spec: Span
    page: str
    lines: str
    overlay: Span | None
    agrees: bool

    def to_json(self) -> dict[str, Any]:
        """The machine form; a side that says nothing has no member of its name."""
        one = self.finding.difference
        values = {"spec": one.spec, "page": one.page}
        return {
            "kind": self.finding.kind.value,
            "drift": self.finding.is_drift,
            "about": self.about,
            "pointer": one.spec_at if one.page is MISSING else one.page_at,
            "spec_place": {
                "file": self.spec.file,
                "line": self.spec.line,
                "column": self.spec.column,
            },
            "page_place": {"page": self.page, "lines": self.lines},
            "overlay_place": (
                {"file": self.overlay.file, "line": self.overlay.line, "agrees": self.agrees}
                if self.overlay
                else None
            ),
            **{side: value for side, value in values.items() if value is not MISSING},
        }

    def to_line(self, shown: Callable[[str], str]) -> str:
        """`file:line:column: kind: what (page:lines): page's word; spec's word`."""
        one = self.finding.difference
        where = f"{shown(self.spec.file)}:{self.spec.line}:{self.spec.column}"
        was = "was " if one.page is MISSING else ""
        page = f" ({was}{self.page}:{self.lines})" if self.lines else ""
        said = list(_said(one))
        if self.overlay is not None:
            word = "says so too" if self.agrees else "says otherwise"
            said.append(f"{shown(self.overlay.file)}:{self.overlay.line} {word}")
        return f"{where}: {self.finding.kind.value}: {self.about}{page}: {'; '.join(said)}"


@dataclass(frozen=True, slots=True)
class Stale:
    """An action of the overlay that does not fit what the pages say now."""

    place: Span
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found. `stale` counts as drift: the spec can no longer be completed.

    `edited`: both have changed since, the page and by hand the spec.
    """

    findings: tuple[Located, ...]
    stale: tuple[Stale, ...]
    pages: tuple[str, ...]
    edited: bool = False

    @property
    def drift(self) -> bool:
        """Whether the pages have moved away from the spec."""
        return bool(self.stale) or any(one.finding.is_drift for one in self.findings)

    def to_json(self) -> dict[str, Any]:
        """The machine form."""
        stale = [
            {"file": one.place.file, "line": one.place.line, "message": one.message}
            for one in self.stale
        ]
        return {
            "pages": list(self.pages),
            "drift": self.drift,
            "findings": [one.to_json() for one in self.findings],
            "stale_overlay_actions": stale,
        }

    def to_lines(self, shown: Callable[[str], str]) -> Iterator[str]:
        """One line a finding; `shown` makes a file name short."""
        for one in self.findings:
            yield one.to_line(shown)
        for action in self.stale:
            where = f"{shown(action.place.file)}:{action.place.line}:{action.place.column}"
            yield f"{where}: stale overlay action: {action.message}"

    def summary(self) -> str:
        """One sentence."""
        read = ", ".join(self.pages)
        counts = Counter(one.finding.kind for one in self.findings)
        parts = [f"{counts[kind]} {kind.value}" for kind in Kind if counts[kind]]
        if self.stale:
            parts.append(f"{len(self.stale)} stale in the overlay")
        said = f"{read}: {', '.join(parts) if parts else 'the spec says what the page says'}."
        if self.edited and counts[Kind.CHANGED]:
            said += " The spec was edited by hand too: what is changed may be either's."
        return said


def _said(one: Difference) -> Iterator[str]:
    """What either side says; of two lists of plain values only what they have not in common."""
    if is_set(one.spec) and is_set(one.page):
        more = [value for value in one.page if value not in one.spec]
        less = [value for value in one.spec if value not in one.page]
        for word, values in (("the page adds", more), ("the page lacks", less)):
            if values:
                yield f"{word} {', '.join(map(_brief, values))}"
        return
    if one.page is not MISSING:
        yield f"the page says {_brief(one.page)}"
    if one.spec is not MISSING:
        yield f"the spec says {_brief(one.spec)}"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def verify(
    files: ApiFiles,
    names: Sequence[str],
    diagnostics: Diagnostics,
    *,
    family: str | None = None,
) -> Verification:
    """Read the pages `names` again (default: those recorded, looked for beside the spec and in the
    working folder) and compare.

    Raises `ApiscribeError` when the API has no usable provenance, a page is not found, or a page
    cannot be read.
    """
    source = load_yaml(files.spec, diagnostics)
    provenance = _provenance(files, diagnostics)
    recorded = [str(page["name"]) for page in provenance["pages"]]
    pages = _pages(files, names, recorded, diagnostics)
    numbers = as_recorded(pages, recorded)
    families = {
        page.name: str(provenance["pages"][number]["family"])
        for page, number in zip(pages, numbers, strict=True)
        if number is not None
    }
    fresh = transcribe(
        pages,
        diagnostics,
        family=family,
        families=families,
        descriptions="keep" if _has_prose(provenance) else "omit",
    )
    diagnostics.stop_on_errors()
    record = _record(provenance, source, pages, numbers)
    _tell_unread(recorded, record, files, diagnostics)
    page_data = load_text(dump_yaml(fresh.document), "", Diagnostics()).data
    overlays = [load_yaml(overlay, diagnostics) for overlay in files.overlays]
    places = _Places(source, fresh, record, overlays)
    found = tuple(places.located(one) for one in findings(source.data, page_data, record))
    stale = tuple(_stale(source.data, page_data, overlays)) if record.whole else ()
    edited = not record.unedited and not record.unchanged
    return Verification(found, stale, tuple(page.label for page in pages), edited)


# -- what is read -------------------------------------------------------------------------------


def _provenance(files: ApiFiles, diagnostics: Diagnostics) -> Mapping[str, Any]:
    name = files.provenance.as_posix() if files.provenance else files.spec.as_posix()
    data: Any = None
    if files.provenance is not None:
        data = load_yaml(files.provenance, diagnostics).data
    usable = (
        isinstance(data, dict)
        and data.get("format") == FORMAT
        and isinstance(data.get("pages"), list)
        and all(isinstance(page, dict) and "name" in page for page in data["pages"])
        and isinstance(data.get("facts"), dict)
    )
    if not usable:
        what = (
            "has no provenance.json beside it" if data is None else "is no provenance we can read"
        )
        diagnostics.error(
            "verify/no-provenance",
            (
                f"the spec {what}, so nothing tells which page it comes from."
                if data is None
                else f"the file {what}."
            ),
            Place(name),
            f"write both anew with `apiscribe transcribe PAGE -o {files.spec.as_posix()}`.",
        )
    diagnostics.stop_on_errors()
    assert isinstance(data, dict)
    return data


def _pages(
    files: ApiFiles, names: Sequence[str], recorded: Sequence[str], diagnostics: Diagnostics
) -> tuple[PageSource, ...]:
    wanted = list(names)
    for name in () if names else recorded:
        places = (files.spec.parent / name, Path(name))
        found = next((path for path in places if path.is_file()), None)
        if found is None:
            diagnostics.error(
                "verify/no-page",
                f"the page `{name}` is neither beside the spec nor in the working folder.",
                Place((files.provenance or files.spec).as_posix()),
                f"save the page as it is now, and give its path: "
                f"`apiscribe verify {files.name} PATH/{name}`.",
            )
        else:
            wanted.append(found.as_posix())
    diagnostics.stop_on_errors()
    pages = read_pages(wanted, diagnostics)
    diagnostics.stop_on_errors()
    return pages


def _has_prose(provenance: Mapping[str, Any]) -> bool:
    """Whether the spec was transcribed with descriptions.

    Documents that stand on pages have no lines for each of theirs, and records made before
    `descriptions` was one of their members do not say it.
    """
    lifted = any(page.get("family") == "embedded-spec" for page in provenance["pages"])
    told = any(at.endswith(("/description", "/summary")) for at in provenance["facts"])
    return provenance.get("descriptions") != "omit" and (told or lifted)


def _record(
    provenance: Mapping[str, Any],
    source: Source,
    pages: Sequence[PageSource],
    numbers: Sequence[int | None],
) -> Record:
    known = provenance["pages"]
    same = [
        number is not None and known[number].get("sha256") == page.digest
        for page, number in zip(pages, numbers, strict=True)
    ]
    read = frozenset(number for number in numbers if number is not None)
    return Record(
        provenance["facts"],
        read,
        unchanged=all(same) and len(read) == len(known),
        unedited=provenance.get("document") == document_digest(source.data),
        whole=len(read) == len(known),
    )


def _tell_unread(
    recorded: Sequence[str], record: Record, files: ApiFiles, diagnostics: Diagnostics
) -> None:
    for number, name in enumerate(recorded):
        if number not in record.read:
            diagnostics.warning(
                "verify/page-left-out",
                f"the page `{name}` was not read; what only it says is not verified.",
                Place((files.provenance or files.spec).as_posix(), f"/pages/{number}"),
                "give its path too.",
            )


# -- where it is --------------------------------------------------------------------------------


class _Places:
    """Looks up lines of the spec, of the pages, and the overlay actions about the same thing."""

    def __init__(
        self,
        source: Source,
        fresh: Transcription,
        record: Record,
        overlays: Sequence[Source],
    ) -> None:
        self._source, self._fresh, self._record = source, fresh, record
        self._now = Record(fresh.provenance["facts"], frozenset(), False, False)
        self._completed = deepcopy(source.data)
        self._origins = Origins(source.file)
        self._overlays = {overlay.file: overlay for overlay in overlays}
        for overlay in overlays:
            apply_overlay(self._completed, overlay, self._origins, Diagnostics())

    def located(self, found: Finding) -> Located:
        """`found` with all places."""
        one = found.difference
        gone = one.page is MISSING
        about = address(
            self._source.data if gone else self._fresh.document,
            one.spec_at if gone else one.page_at,
        )
        page, lines = self._page(one)
        overlay, agrees = self._overlay(one)
        spec = self._source.locate(one.spec_at)
        return Located(found, about, spec, page, lines, overlay, agrees)

    def _page(self, one: Difference) -> tuple[str, str]:
        """Name and lines: of the page as it is now, or of the fact that is gone."""
        record, made = self._now, self._fresh.provenance
        if one.page is MISSING:
            record, made = self._record, {"pages": ()}
            if record.pages(one.spec_at) is None and not record.unedited:
                return "", ""
        fact = record.nearest(one.spec_at if one.page is MISSING else one.page_at) or {}
        lines = fact.get("lines", "")
        names = [str(page["name"]) for page in made["pages"] or self._fresh.provenance["pages"]]
        if not isinstance(lines, Mapping):
            return names[0], str(lines)
        several = [f"{names[int(n)]}:{text}" for n, text in lines.items() if int(n) < len(names)]
        first, _, rest = ", ".join(several).partition(":")
        return first, rest

    def _overlay(self, one: Difference) -> tuple[Span | None, bool]:
        place = self._origins.place(one.spec_at)
        overlay = self._overlays.get(place.file)
        if overlay is None or one.page is MISSING:
            return None, False
        try:
            value = look_up(self._completed, one.spec_at)
        except LookupError:
            return None, False
        return overlay.locate(place.pointer), value == one.page


def _stale(spec: Any, page: Any, overlays: Sequence[Source]) -> Iterator[Stale]:
    """Actions that fit the spec as it is and would not fit what the pages say now."""
    for overlay in overlays:
        before, after = Diagnostics(), Diagnostics()
        apply_overlay(deepcopy(spec), overlay, Origins(""), before)
        apply_overlay(deepcopy(page), overlay, Origins(""), after)
        known = {(one.rule, one.where) for one in before.errors}
        for error in after.errors:
            if (error.rule, error.where) not in known and isinstance(error.where, Place):
                yield Stale(overlay.locate(error.where.pointer), error.message)


__all__ = ["Located", "Stale", "Verification", "verify"]
