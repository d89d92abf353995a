"""Small things that the makers of operations share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Example, Kind, Source, Text
from apiscribe.pages.hand_draft import ShownSample
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.parts.inline import fold
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.samples import Sample, is_value, plain_json
from apiscribe.pages.parts.types import parse_type

MAX_EXAMPLES = 100
"""Of one media type of an operation; types are read off all of them."""

NO_MEDIA = "The page does not name the media type; JSON is shown or described."
NO_ANSWER_MEDIA = "The page does not name the answer's media type; JSON is shown or described."
NO_STATUS = "The page gives no status."
"""Why the status of an answer is inferred."""


OBJECT = re.compile(
    r"^(?:the |each |a |an |every |die |das |der |le |la |el |каждый |объект )*[`\"“*]*(?P<name>[\w.$-]+(?:\[\])?)[`\"”*]*(?:'s)?[ ]*(?:object|item|element|entry|entries|array|objekt|objet|objeto|объект\w*|对象|オブジェクト|字段|message|type)?s?(?: (?:object|array|item|element|fields?|properties|attributes|parameters?|members|schema|structure|details|definition))*\b"
)
"""Words that name a member, or its items: `The part object has these fields`."""

OBJECT_WORDS = re.compile(
    r"object|items?\b|element|entr(?:y|ies)|fields|properties|attributes|has the|contains|consists|structure|对象|字段|objekt|objet|objeto|объект|オブジェクト|フィールド|parameters?:$",
    re.I,
)
"""What such words hold, where members follow."""


def is_whole(sample: Sample) -> bool:
    """Whether nothing is left out of a sample."""
    return sample.problem is None and not sample.elided


def values_in(samples: Sequence[ShownSample]) -> list[Node]:
    """The JSON values in samples; those with type words in place of values are none."""
    return [value for entry in samples for value in entry.sample.values if is_value(value)]


def examples_of(samples: Sequence[ShownSample]) -> Iterator[Example]:
    """The samples that are whole JSON values, each value once; the first of very many."""
    shown: set[str] = set()
    for entry in samples:
        values = entry.sample.values
        if len(values) == 1 and is_value(values[0]) and is_whole(entry.sample):
            value = plain_json(values[0])
            key = json.dumps(value, sort_keys=True)
            if key not in shown:
                shown.add(key)
                yield Example(value, Source(entry.span))
            if len(shown) == MAX_EXAMPLES:
                return


def span_of(rows: Sequence[Row], samples: Sequence[ShownSample]) -> Span | None:
    """The lines of rows, else of samples; `None` when there is neither."""
    spans = [entry.span for entry in samples]
    if rows:
        first = spans[0] if spans else None
        lines = [row.line for row in rows], [row.end_line for row in rows]
        return Span(first.file if first else "", min(lines[0]), 0, max(lines[1])) if first else None
    return spans[0] if spans else None


def joined(texts: Sequence[Text]) -> Text | None:
    """Paragraphs as one text."""
    if not texts:
        return None
    spans = [text.source.span for text in texts]
    span = replace(spans[0], end_line=max(max(s.line, s.end_line) for s in spans))
    return Text("\n\n".join(text.text for text in texts), Source(span))


def says_same(text: Text, summary: Text | None) -> bool:
    """Whether a paragraph only repeats the summary."""
    return summary is not None and fold(text.text) == fold(summary.text)


def kind_of_text(value: str) -> Kind:
    """The kind of a sample value in a URL or a form."""
    if value in ("true", "false"):
        return Kind.BOOLEAN
    return Kind.INTEGER if value.isdigit() and len(value) < 10 else Kind.STRING


def can_hold(row: Row) -> bool:
    """Whether a member may have members: its type says so, or is not known."""
    tree = parse_type(row.type) if row.type else None
    return tree is None or tree.kind in ("object", "array", "map", "union", "ref", "any")


def is_list(row: Row) -> bool:
    """Whether a member is a list: its name or its type says so."""
    tree = parse_type(row.type) if row.type else None
    return row.array or (tree is not None and tree.kind == "array")
