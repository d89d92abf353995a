"""What a page says and what its spec says, held against each other.

A spec that was transcribed differs from its page for one of two reasons: the page has changed
(drift), or a person has changed the spec. `provenance.json` tells them apart: the digest of each
page, that of the document as it was written, and the facts that the page stated then.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from apiscribe.openapi.pointers import from_fragment, look_up, pointer


class Kind(StrEnum):
    """`NEW`, `GONE` and `CHANGED` are drift; the others are a person's work on the spec."""

    NEW = "new"
    GONE = "gone"
    CHANGED = "changed"
    ADDED = "added by hand"
    REMOVED = "removed by hand"
    EDITED = "changed by hand"


DRIFT: Final = (Kind.NEW, Kind.GONE, Kind.CHANGED)


class _Missing:
    """The value of what is not there; `None` is JSON's null."""


MISSING: Final = _Missing()


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where spec and page differ. The two pointers are the same except in lists whose
    items go by name; a value that is not there is `MISSING`."""

    spec_at: str
    page_at: str
    spec: Any
    page: Any


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference, and why it is there."""

    kind: Kind
    difference: Difference

    @property
    def is_drift(self) -> bool:
        """Whether the page has moved away from the spec."""
        return self.kind in DRIFT


def document_digest(document: Any) -> str:
    """SHA-256 of a document as canonical JSON: the same however its file is laid out."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


# -- differences --------------------------------------------------------------------------------

_SETS: Final = frozenset({"required", "enum", "type", "tags"})
"""Lists whose order says nothing, as far as drift goes."""


def differences(spec: Any, page: Any) -> list[Difference]:
    """The outermost places where two documents differ, in the page's order.

    It is the same whether a schema stands in place or by a reference, under whatever name: shapes
    that several pages share are given a name, so that depends on which pages are read together.
    """
    walk = _Walk(spec, page)
    found = list(walk.differences(spec, page, "", ""))
    return [one for one in found if not walk.is_elsewhere(one)]


_SCHEMAS: Final = "/components/schemas"


class _Walk:
    """One comparison of two documents."""

    def __init__(self, spec: Any, page: Any) -> None:
        self._spec, self._page = spec, page
        self._compared: set[tuple[str, str]] = set()

    def is_elsewhere(self, one: Difference) -> bool:
        """Whether it is a schema that one side names, and that was compared where it is used."""
        if one.page is MISSING:
            return any(spec == one.spec_at != page for spec, page in self._compared)
        if one.spec is MISSING:
            return any(page == one.page_at != spec for spec, page in self._compared)
        return False

    def differences(self, spec: Any, page: Any, spec_at: str, page_at: str) -> Iterator[Difference]:
        """`differences` of what is at two pointers."""
        spec, spec_at, page, page_at = self._resolved(spec, page, spec_at, page_at)
        if spec_at.startswith(_SCHEMAS + "/") or page_at.startswith(_SCHEMAS + "/"):
            if (spec_at, page_at) in self._compared:
                return
            self._compared.add((spec_at, page_at))
        if isinstance(spec, dict) and isinstance(page, dict):
            for key in [*page, *(key for key in spec if key not in page)]:
                yield from self._member(
                    key, spec, page, spec_at + pointer(key), page_at + pointer(key)
                )
        elif isinstance(spec, list) and isinstance(page, list) and spec and page:
            yield from self._lists(spec, page, spec_at, page_at)
        elif not _same(spec, page):
            yield Difference(spec_at, page_at, spec, page)

    def _resolved(
        self, spec: Any, page: Any, spec_at: str, page_at: str
    ) -> tuple[Any, str, Any, str]:
        """Both values, references followed where the two do not refer to the same name."""
        own, other = _reference(spec), _reference(page)
        if own == other:
            return spec, spec_at, page, page_at
        try:
            if own:
                spec, spec_at = look_up(self._spec, own), own
            if other:
                page, page_at = look_up(self._page, other), other
        except LookupError:
            pass
        return spec, spec_at, page, page_at

    def _member(
        self, key: str, spec: Any, page: Any, spec_at: str, page_at: str
    ) -> Iterator[Difference]:
        if page_at in ("/components", _SCHEMAS) and (key not in page or key not in spec):
            yield from self.differences(spec.get(key, {}), page.get(key, {}), spec_at, page_at)
        elif key not in page:
            yield Difference(spec_at, page_at, spec[key], MISSING)
        elif key not in spec:
            yield Difference(spec_at, page_at, MISSING, page[key])
        elif key in _SETS and is_set(spec[key]) and is_set(page[key]):
            if {_key(one) for one in spec[key]} != {_key(one) for one in page[key]}:
                yield Difference(spec_at, page_at, spec[key], page[key])
        else:
            yield from self.differences(spec[key], page[key], spec_at, page_at)

    def _lists(
        self, spec: Sequence[Any], page: Sequence[Any], spec_at: str, page_at: str
    ) -> Iterator[Difference]:
        """Items that have a name are held against their namesakes, others against equals, then in
        order."""
        pairs, spec_left, page_left = _paired(spec, page)
        for old, new in pairs:
            yield from self.differences(
                spec[old], page[new], spec_at + pointer(old), page_at + pointer(new)
            )
        for old in spec_left:
            yield Difference(spec_at + pointer(old), page_at, spec[old], MISSING)
        for new in page_left:
            yield Difference(spec_at, page_at + pointer(new), MISSING, page[new])


def _reference(value: Any) -> str:
    """The pointer of a schema's own reference; "" when it has none."""
    found = value.get("$ref") if isinstance(value, dict) else None
    return from_fragment(found) if isinstance(found, str) and found.startswith("#/") else ""


def is_set(value: Any) -> bool:
    """Whether a value is a list of plain values."""
    return isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _paired(
    spec: Sequence[Any], page: Sequence[Any]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Indices of items that belong together, then of those in the spec alone, in the page alone."""
    waiting: dict[str, list[int]] = {}
    for index, item in enumerate(spec):
        waiting.setdefault(_identity(item), []).append(index)
    pairs, page_left = [], []
    for index, item in enumerate(page):
        if same := waiting.get(_identity(item)):
            pairs.append((same.pop(0), index))
        else:
            page_left.append(index)
    spec_left = sorted(index for indices in waiting.values() for index in indices)
    both = min(len(spec_left), len(page_left))
    if not any(_name(item) for item in (*spec, *page)):  # what is left is the same item, changed
        pairs += zip(spec_left[:both], page_left[:both], strict=True)
        spec_left, page_left = spec_left[both:], page_left[both:]
    return sorted(pairs, key=lambda pair: pair[1]), spec_left, page_left


def _identity(item: Any) -> str:
    return _name(item) or _key(item)


def _name(item: Any) -> str:
    """What an item of a list of OpenAPI goes by; "" when it has no name."""
    if not isinstance(item, dict):
        return ""
    if "in" in item and "name" in item:
        return f"{item['in']} {item['name']}"
    return str(item.get("$ref") or item.get("url") or "")


# -- why ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """What `provenance.json` knows. `read`: numbers of the pages that were read again;
    `whole`: that is every page; `unchanged`: and all are as they were; `unedited`: the spec is as it
    was written."""

    facts: Mapping[str, Mapping[str, Any]]
    read: frozenset[int]
    unchanged: bool
    unedited: bool
    whole: bool = True

    def pages(self, at: str) -> set[int] | None:
        """Numbers of the pages that stated what is at `at` or below it; `None`: no page did."""
        first, end = (bisect_left(self._places, at + after) for after in ("/", "0"))
        places = self._places[first:end]  # "0" comes next after "/"
        known = [self.facts[place] for place in (at, *places) if place in self.facts]
        return {number for fact in known for number in fact_pages(fact)} if known else None

    @cached_property
    def _places(self) -> list[str]:
        return sorted(self.facts)

    def nearest(self, at: str) -> Mapping[str, Any] | None:
        """The fact at `at`, else at the innermost place around it."""
        while at:
            if (fact := self.facts.get(at)) is not None:
                return fact
            at = at.rpartition("/")[0]
        return None


def fact_pages(fact: Mapping[str, Any]) -> set[int]:
    """Numbers of the pages of an entry of `provenance.json`."""
    lines = fact.get("lines")
    return {int(number) for number in lines} if isinstance(lines, Mapping) else {0}


def findings(spec: Any, page: Any, record: Record) -> list[Finding]:
    """Every difference with its kind. What only pages could say that were not read is left out."""
    found = []
    for one in differences(spec, page):
        if (kind := _kind(one, record)) is not None:
            found.append(Finding(kind, one))
    return found


def _kind(one: Difference, record: Record) -> Kind | None:
    if one.page is MISSING:
        return _of_spec_alone(one, record)
    if one.spec is MISSING:
        if record.unchanged or (not record.unedited and record.pages(one.page_at) is not None):
            return Kind.REMOVED
        return Kind.NEW
    fact = record.nearest(one.spec_at)
    if fact is not None and not _readable(one.spec_at, fact_pages(fact), record.read):
        return None
    return Kind.EDITED if record.unchanged else Kind.CHANGED


def _readable(at: str, stated: set[int], read: frozenset[int]) -> bool:
    """Whether the pages read can tell; of several pages' prose the document keeps one."""
    return stated <= read if at.endswith(("/description", "/summary")) else bool(stated & read)


_NEVER_NOTED: Final = frozenset({"type", "items", "$ref", "anyOf", "required", "schema"})
"""What is written along with the fact around it, and so is not in the provenance itself."""


def _of_spec_alone(one: Difference, record: Record) -> Kind | None:
    stated = record.pages(one.spec_at)
    if stated is None and (record.unedited or one.spec_at.rpartition("/")[2] in _NEVER_NOTED):
        stated = fact_pages(record.nearest(one.spec_at) or {})
    if stated is None:
        return Kind.ADDED
    if not stated & record.read:
        return None
    return Kind.ADDED if record.unchanged else Kind.GONE
