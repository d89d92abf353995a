"""Pages of models."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from apiscribe.ir import Declaration, Enum, Ref, Union
from apiscribe.targets.base import Noted
from apiscribe.targets.docs.facts import docs_facts
from apiscribe.targets.docs.models import Users, model_examples
from apiscribe.targets.docs.names import relative
from apiscribe.targets.site.markup import text
from apiscribe.targets.site.navigation import Navigation
from apiscribe.targets.site.operations import gather
from apiscribe.targets.site.paths import MODELS, html_path
from apiscribe.targets.site.samples import json_codes
from apiscribe.targets.site.search import TEXT, page_words
from apiscribe.targets.site.site import Site, gist
from apiscribe.targets.site.trees import told_facts
from apiscribe.targets.site.views import LinkView, ModelPage

_BUDGET: Final = 40
"""Lines of other models that are opened in place; the rest is a link away."""
_USERS_SHOWN: Final = 40


def model_page(site: Site, navigation: Navigation, id: str, users: Users) -> Noted:
    """The page of one declaration."""
    declaration = site.api.declarations[id]
    page = html_path(site.names.model_path(id))
    title = text(site.names.model(id))
    prose = site.prose.docs(declaration.docs, page)
    trees = site.trees(page, _BUDGET)
    kind = site.spelling.declared(declaration, page)
    nodes = trees.content(Ref(id), trees.anchor("model"))
    words = page_words(title, page, "model", gist([prose], 120))
    words.add(prose.striptags(), TEXT)
    gather(words, trees)
    facts = [
        fact for fact in site.tools.facts.declared(id) if fact not in docs_facts(declaration.docs)
    ]
    crumbs = (
        *navigation.crumbs(page, None),
        LinkView(Markup("Models"), relative(MODELS, page)),
    )
    view = ModelPage(
        frame=navigation.frame(
            page, title, gist([prose, Markup("%s, a model") % title]), kind="model", crumbs=crumbs
        ),
        title=title,
        kind=kind,
        deprecated=declaration.docs.deprecated,
        prose=prose,
        facts=told_facts(facts),
        heading=_heading(declaration),
        nodes=nodes,
        codes=json_codes(site, model_examples(site.api, id), page),
        users=tuple(
            LinkView(site.prose.line(name), relative(html_path(path), page))
            for name, path in users.get(id, ())[:_USERS_SHOWN]
        ),
    )
    return Noted(view, words)


def _heading(declaration: Declaration) -> str:
    match declaration:
        case Union():
            return "Alternatives"
        case Enum():
            return "Values"
        case _:
            return "Members"
