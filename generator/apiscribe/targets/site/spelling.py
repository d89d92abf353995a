"""Types as readers see them: words, with links to the models they name."""

from __future__ import annotations

from typing import Final, assert_never

from markupsafe import Markup

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Declaration,
    Enum,
    List,
    Map,
    Nothing,
    Nullable,
    Record,
    Ref,
    Scalar,
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.docs.names import PageNames, relative
from apiscribe.targets.site.markup import json_code, text
from apiscribe.targets.site.paths import html_path

_SHOWN: Final = 4
_OR: Final = Markup(" or ")


class Spelling:
    """Spells types for one API; links are relative to the page they stand on."""

    def __init__(self, api: Api, names: PageNames) -> None:
        self._api = api
        self._names = names

    def spell(self, type: Type, page: str) -> Markup:
        """`array of <a>Pet</a> or null`."""
        return _OR.join(self._choices(type, page))

    def declared(self, declaration: Declaration, page: str) -> Markup:
        """What is declared, not its name."""
        return _OR.join(self._declared(declaration, page))

    def _inside(self, type: Type, page: str) -> Markup:
        choices = self._choices(type, page)
        return choices[0] if len(choices) == 1 else Markup("(%s)") % _OR.join(choices)

    def _choices(self, type: Type, page: str) -> list[Markup]:
        match type:
            case Scalar(kind=kind):
                return [Markup("file" if type.format == "binary" else kind.value)]
            case Const(value=value):
                return [json_code(value)]
            case List(item=item):
                return [Markup("array of %s") % self._inside(item, page)]
            case Map(value=value):
                return [Markup("map of %s") % self._inside(value, page)]
            case Tuple(items=items):
                parts = Markup(", ").join(self._inside(one, page) for one in items)
                return [Markup("tuple of (%s)") % parts]
            case Nullable(inner=Nothing()):
                return [Markup("null")]
            case Nullable(inner=inner):
                return [*self._choices(inner, page), Markup("null")]
            case Ref(id=id):
                if self._names.has_page(id):
                    return [self.link(id, page)]
                return self._declared(self._api.declarations[id], page)
            case Anything():
                return [Markup("any")]
            case Nothing():
                return [Markup("never")]
            case _:
                assert_never(type)

    def link(self, id: str, page: str) -> Markup:
        """A link to a model's page; on that page its name alone."""
        path = html_path(self._names.model_path(id))
        name = text(self._names.model(id))
        if path == page:
            return Markup(name)
        return Markup('<a href="%s">%s</a>') % (relative(path, page), name)

    def _declared(self, declaration: Declaration, page: str) -> list[Markup]:
        match declaration:
            case Record():
                return [Markup("object")]
            case Enum(kinds=kinds, values=values):
                if len(values) == 1:
                    return [json_code(values[0].value)]
                return [Markup(kind.value) for kind in kinds]
            case Union(variants=variants):
                parts = [self._inside(one.type, page) for one in variants]
                distinct = list(dict.fromkeys(parts))
                if len(distinct) <= _SHOWN:
                    return distinct
                more = Markup("%d more") % (len(distinct) - _SHOWN + 1)
                return [*distinct[: _SHOWN - 1], more]
            case Alias(type=type):
                return self._choices(type, page)
            case _:
                assert_never(declaration)
