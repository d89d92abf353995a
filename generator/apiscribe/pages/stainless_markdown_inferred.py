"""What a Stainless Markdown page says between the lines: streams, forms, servers, credentials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from apiscribe.pages.facts import Answer, Body, Certainty, Reference, Shape, Union
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_markdown_tree import Fence, Section
from apiscribe.pages.stainless_samples import FORM_TYPE, Samples, read_call

STREAM_TYPE = "text/event-stream"
_SHELLS = ("", "bash", "sh", "shell", "console", "curl")


def split_chunk(shape: Shape) -> tuple[Shape, Shape | None]:
    """A union of X and XChunk: X is the answer, XChunk an item of the streamed one."""
    form = shape.form
    if isinstance(form, Union) and len(form.variants) == 2:
        whole, chunk = form.variants
        if (
            isinstance(whole.form, Reference)
            and isinstance(chunk.form, Reference)
            and chunk.form.name == whole.form.name + "Chunk"
        ):
            return whole, chunk
    return shape, None


def streamed_too(answer: Answer, chunk: Shape) -> Answer:
    """The streamed form of an answer that shows its chunk."""
    why = "The page shows an object and its chunk: one without streaming, the other with."
    source = replace(chunk.source, certainty=Certainty.INFERRED, reason=why)
    return replace(
        answer, media_type=STREAM_TYPE, shape=chunk, source=source, streamed=True, description=None
    )


def as_form(body: Body) -> Body:
    """A body whose media type the page does not give, sent as a form by the sample call."""
    if body.source.certainty is Certainty.STATED:
        return body
    why = "The sample call sends the body as a form."
    return replace(body, media_type=FORM_TYPE, source=replace(body.source, reason=why))


def sample_calls(page: PageSource, section: Section, path: str) -> Iterator[tuple[Samples, bool]]:
    """The curl commands in fences, and whether each sends a form. `path`: the endpoint's."""
    for element in section.elements:
        if isinstance(element, Fence) and _is_call(element):
            call = read_call(page, element.line + 1, element.end_line - 1, path)
            yield call, re.search(r"\s(-F|--form)\s", element.text) is not None


def _is_call(fence: Fence) -> bool:
    """Whether a fence holds a call: `http` says so, of a shell's the first word does."""
    return fence.info == "http" or (
        fence.info in _SHELLS and re.match(r"\s*curl\s", fence.text) is not None
    )
