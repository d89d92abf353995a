"""Code on operation pages: the snippets of the Markdown pages, as tabs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from markupsafe import Markup

from apiscribe.ir import Operation
from apiscribe.targets.docs.snippets import answer_snippets, request_snippets
from apiscribe.targets.docs.views import Snippet
from apiscribe.targets.site.markup import highlighted
from apiscribe.targets.site.site import Site
from apiscribe.targets.site.views import CodesView, CodeView, TabView

_TABS: Final = 24
"""Tabs that `site.css` knows."""
_LONGEST: Final = 150
"""Lines of JSON that are shown; the Markdown page has all."""
_ANSWER: Final = re.compile(r"(?:Sample )?(?:[Rr]esponse|stream) \((.*?)\)(?:: (.*))?$")


def operation_codes(site: Site, operation: Operation, page: str) -> tuple[CodesView, ...]:
    """The calls by language, the bodies the document gives, and the answers by status."""
    docs = site.docs
    calls: dict[str, list[Snippet]] = {}
    bodies: list[Snippet] = []
    for one in request_snippets(docs.api, docs.settings, docs.sdks, operation):
        if one.title.startswith("Request"):
            bodies.append(one)
        else:
            calls.setdefault(one.title.partition(",")[0], []).append(one)
    groups = [
        language_tabs(site, "call", calls, page),
        _tabs(site, "body", "Request body", bodies, page),
        _tabs(site, "answer", "Response", answer_snippets(docs.api, operation), page),
    ]
    return tuple(group for group in groups if group.tabs)


def language_tabs(
    site: Site, id: str, calls: dict[str, list[Snippet]], page: str, title: str = "Request"
) -> CodesView:
    """One tab a language; what a language has several of stands below one another."""
    tabs = []
    for index, (language, snippets) in enumerate(calls.items()):
        codes = tuple(
            _code(site, one, one.title.partition(",")[2].strip(), page) for one in snippets
        )
        key = language.lower()
        tabs.append(TabView(f"{id}-{key}", key, language, index == 0, codes))
    return CodesView(id, title, tuple(tabs))


def json_codes(site: Site, snippets: Iterable[Snippet], page: str) -> tuple[CodesView, ...]:
    """Examples of a model."""
    found = _tabs(site, "example", "Example", snippets, page)
    return (found,) if found.tabs else ()


def _tabs(site: Site, id: str, title: str, snippets: Iterable[Snippet], page: str) -> CodesView:
    tabs = []
    for index, one in enumerate(islice(snippets, _TABS)):
        label = site.prose.line(one.title).striptags()
        if (answer := _ANSWER.match(label)) is not None:
            label = " ".join(part for part in answer.groups() if part)
        else:
            label = re.sub(r"^Request(?: \((.*?)\))?:? ?", r"\1 ", label).strip() or "Example"
        tabs.append(TabView(f"{id}-{index}", "", label, index == 0, (_code(site, one, "", page),)))
    return CodesView(id, title, tuple(tabs))


def _code(site: Site, snippet: Snippet, title: str, page: str) -> CodeView:
    lines = snippet.text.split("\n")
    note = site.prose.line(snippet.note)
    if len(lines) > _LONGEST:
        hidden = len(lines) - _LONGEST
        note += Markup("%s%d more lines are on the Markdown page.") % (" " if note else "", hidden)
        lines = [*lines[:_LONGEST], "…"]
    return CodeView(title.capitalize(), note, highlighted("\n".join(lines), snippet.language))
