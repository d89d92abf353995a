"""Sections of samples and SDK facts on a Stainless Markdown page of an operation."""

from __future__ import annotations

import json

from apiscribe.pages.facts import Example, Json, Source
from apiscribe.pages.stainless_markdown_children import ChildReader
from apiscribe.pages.stainless_markdown_prose import KeywordLine, prose_of, read_keywords
from apiscribe.pages.stainless_markdown_titles import Title
from apiscribe.pages.stainless_markdown_tree import Fence, Paragraph, Section


def keyword_lines(
    reader: ChildReader, section: Section, allowed: frozenset[str]
) -> list[KeywordLine]:
    """The keyword lines of a section whose sentences are for people."""
    reader.ledger.drop([section.line], "heading")
    found: list[KeywordLine] = []
    texts = frozenset(["kind"]) if "kind" in allowed else frozenset()
    for element in section.elements:
        keywords = None
        if isinstance(element, Paragraph):
            keywords = read_keywords(element, allowed, texts)
        lines = range(element.line, element.end_line + 1)
        if keywords is None:
            reader.ledger.drop(lines, "prose")
        else:
            reader.ledger.fact(*lines)
            found.extend(keywords)
    return found


def read_examples(reader: ChildReader, section: Section, title: Title) -> list[Example]:
    """The fences of a section as examples; sentences above them are their summary."""
    reader.ledger.drop([section.line], "heading")
    examples: list[Example] = []
    page = reader.page
    prose = [each for each in section.elements if isinstance(each, Paragraph)]
    summary, summary_lines = prose_of(page, prose, 0)
    reader.ledger.fact(*summary_lines)
    for element in section.elements:
        lines = range(element.line, element.end_line + 1)
        if not isinstance(element, Fence):
            continue
        source = Source(reader.page.span(element.line, element.end_line))
        if element.info.split(" ")[0] != "json":
            examples.append(Example(element.text, source, title.name, summary))
            reader.ledger.fact(*lines)
            continue
        try:
            value = json.loads(element.text)
        except ValueError as problem:
            for line in lines:
                reader.ledger.refuse(line, f"the example is not JSON: {problem}")
            continue
        reader.ledger.fact(*lines)
        examples.append(Example(value, source, title.name, summary))
    return examples


def json_or_text(text: str, fallback: Json) -> Json:
    """A JSON value, the text itself when it is none, `fallback` when it is empty."""
    try:
        value: Json = json.loads(text)
    except ValueError:
        return text or fallback
    return value
