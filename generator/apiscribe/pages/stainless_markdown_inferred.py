"""What a Stainless Markdown page says between the lines: streams, forms, servers, credentials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from apiscribe.pages.facts import Answer, Auth, Body, Certainty, Reference, Shape, Union
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_markdown_tree import Fence, Section
from apiscribe.pages.stainless_samples import Samples, read_call
from apiscribe.pages.stainless_security import scheme

FORM_TYPE = "multipart/form-data"
STREAM_TYPE = "text/event-stream"


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
    """The curl commands in `http` fences, and whether each sends a form. `path`: the endpoint's."""
    for element in section.elements:
        if isinstance(element, Fence) and element.info == "http":
            call = read_call(page, element.line + 1, element.end_line - 1, path)
            yield call, re.search(r"\s(-F|--form)\s", element.text) is not None


def sample_auth(call: Samples) -> Auth | None:
    """A sample call that sends credentials tells how the API wants them."""
    for header, value, source in call.headers:
        if re.fullmatch(r"authorization|([\w-]*-)?api-?key", header, re.I):
            made = scheme(header, value)
            name = f"{made['scheme']}Auth" if made["type"] == "http" else header.lower()
            why = "The sample call sends this header."
            return Auth(name, made, replace(source, certainty=Certainty.INFERRED, reason=why))
    return None
