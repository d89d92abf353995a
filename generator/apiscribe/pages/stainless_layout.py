"""The parts of a Stainless text page: where its sections, endpoints and samples begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise

from apiscribe.pages.stainless_frames import is_model_head, member
from apiscribe.pages.stainless_rows import DEPRECATED, ENDPOINT, METHODS, Row
from apiscribe.pages.stainless_types import literal_prefix


class Part(Enum):
    """What begins at a row."""

    ENDPOINT = auto()
    PATH = auto()
    QUERY = auto()
    HEADER = auto()
    COOKIE = auto()
    PARAMETERS = auto()
    BODY = auto()
    RETURNS = auto()
    MODELS = auto()
    SECURITY = auto()
    PERMISSIONS = auto()
    SAMPLE = auto()
    SUMMARY = auto()
    RESOURCE = auto()


_PARTS = {
    "pathparameters": Part.PATH,
    "queryparameters": Part.QUERY,
    "headerparameters": Part.HEADER,
    "cookieparameters": Part.COOKIE,
    "parameters": Part.PARAMETERS,
    "bodyparameters": Part.BODY,
    "returns": Part.RETURNS,
    "models": Part.MODELS,
    "domaintypes": Part.MODELS,
    "security": Part.SECURITY,
    "returnsexamples": Part.SAMPLE,
}
_SECTION = re.compile(
    r"(pathparameters|queryparameters|headerparameters|cookieparameters|bodyparameters|parameters"
    r"|returns(?:examples)?|models|domaintypes|security)"
    r"(json|formdata|multipart(?:formdata|/form-data)?|urlencoded|application/[\w.+-]+)?"
    r"(expandcollapse|expand|collapse)?"
)
_PERMISSIONS = re.compile(r"Accepted Permissions\b.*", re.IGNORECASE)
_STATUS = re.compile(r"[1-5]\d\d example")
_LABELS = "HTTP|cURL|curl|TypeScript|JavaScript|Python|Java|Kotlin|Go|Ruby|CLI(?: Tool)?|Terraform|C#|PHP|Shell|Node"
_LABEL = re.compile(rf"(?:{_LABELS})+")
_GLUED = re.compile(
    r"((?:P ?ath|Q ?uery|H ?eader|C ?ookie|B ?ody) Parameters(?:JSON|Form Data)? ?Expand Collapse"
    r"|(?<![A-Za-z] )(?:Parameters|Returns|Models) ?Expand Collapse)"
)
_GLUED_ENDPOINT = re.compile(rf"(?<=[a-z.)\]])(?=(?:{METHODS})/[\w{{])")

MEDIA_TYPES = {
    "json": "application/json",
    "formdata": "multipart/form-data",
    "multipart": "multipart/form-data",
    "multipartformdata": "multipart/form-data",
    "multipart/form-data": "multipart/form-data",
    "urlencoded": "application/x-www-form-urlencoded",
}
"""The label of a body section → media type."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of a page, and what begins at some of them (by index)."""

    rows: tuple[Row, ...]
    parts: dict[int, Part]


def section(text: str) -> tuple[Part, str] | None:
    """The section that a heading begins, and its media type label; crawlers break the words."""
    if _PERMISSIONS.fullmatch(text):
        return Part.PERMISSIONS, ""
    found = _SECTION.fullmatch(re.sub(r"\s", "", text).lower())
    if found is None or not text[0].isupper():
        return None
    return _PARTS[found[1]], found[2] or ""


def is_label(text: str) -> bool:
    """Whether `text` is a language picker's label, doubled or several in a row."""
    return _LABEL.fullmatch(text.replace(" ", "")) is not None or _LABEL.fullmatch(text) is not None


def lay_out(rows: Sequence[Row]) -> Layout:
    """Find the parts of a page."""
    split = tuple(piece for row in rows for piece in _split(row))
    parts: dict[int, Part] = {}
    for index, row in enumerate(split):
        if ENDPOINT.fullmatch(row.code):
            parts[index] = Part.ENDPOINT
        elif (found := section(row.code)) is not None:
            parts[index] = found[0]
    _mark_samples(split, parts)
    _mark_summaries(split, parts)
    return Layout(split, parts)


def _split(row: Row) -> Iterator[Row]:
    """The things that a crawl put on one line with a section heading or an endpoint."""
    pieces = [p for part in _GLUED.split(row.code) for p in _GLUED_ENDPOINT.split(part)]
    pieces = [p.strip() for p in pieces if p.strip()]
    if len(pieces) == 1:
        yield row
        return
    yield from (replace(row, code=piece, prose=piece) for piece in pieces)


def _mark_samples(rows: Sequence[Row], parts: dict[int, Part]) -> None:
    """Mark the first row of each stretch of samples: after the last section of an endpoint."""
    starts = [i for i, part in parts.items() if part is Part.ENDPOINT]
    for start, end in pairwise([*starts, len(rows)]):
        sections = [i for i in range(start + 1, end) if i in parts]
        last = max((i for i in sections if parts[i] is not Part.SAMPLE), default=start)
        if parts[last] is Part.MODELS:
            continue
        first = next((i for i in range(last + 1, end) if _is_sample(rows[i], parts.get(i))), None)
        if first is None:
            continue
        while first - 1 > last and _leads_to_sample(
            rows, first, rows[start - 1] if start else None
        ):
            first -= 1
        parts[first] = Part.SAMPLE


def _is_sample(row: Row, part: Part | None) -> bool:
    return (
        part is Part.SAMPLE
        or row.code.startswith(("curl ", "curl\\"))
        or _STATUS.fullmatch(row.code) is not None
        or is_label(row.code)
    )


def _leads_to_sample(rows: Sequence[Row], first: int, title: Row | None) -> bool:
    """Whether the row before `first` is a fence, a label, or the sample's title."""
    row = rows[first - 1]
    if row.code.startswith("```") or is_label(row.code):
        return True
    if title is not None and row.code == title.code:
        return True
    return row.heading > 0


def _mark_summaries(rows: Sequence[Row], parts: dict[int, Part]) -> None:
    """Mark the summary above each endpoint but the first, and a resource's heading above that."""
    endpoints = sorted(i for i, part in parts.items() if part is Part.ENDPOINT)
    for before, index in pairwise(endpoints):
        marked = rows[index - 1].code == DEPRECATED
        at = index - 2 if marked else index - 1
        if at <= before or at in parts or not _is_title(rows[at]):
            if marked:
                parts[index - 1] = Part.SUMMARY
            continue
        if rows[at - 1].code == DEPRECATED:
            at -= 1
        parts[at] = Part.SUMMARY
        after_models = any(parts.get(i) is Part.MODELS for i in range(before, at))
        if after_models and at - 1 not in parts and _is_resource(rows[at - 1]):
            parts[at - 1] = Part.RESOURCE


def _is_title(row: Row) -> bool:
    return member(row.code) is None and literal_prefix(row.code) is None


def _is_resource(row: Row) -> bool:
    """Whether a row may be the glued heading of a sub-resource (`BGPLeaksEvents`)."""
    if is_model_head(row.code) or not _is_title(row):
        return False
    return row.heading > 0 or re.fullmatch(r"[A-Z]\w*[a-z]\w*", row.code) is not None
