"""Names of the alternatives of unions, where they say more than the type does."""

from __future__ import annotations

from typing import assert_never

from apiscribe.ir import (
    Alias,
    Api,
    Const,
    Declaration,
    Enum,
    List,
    Nullable,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    Variant,
)
from apiscribe.naming import Words, split_words
from apiscribe.targets.docs.facts import Fact
from apiscribe.targets.docs.names import PageNames
from apiscribe.targets.markup import literal


class VariantTitles:
    """Tells which alternatives have a name of their own."""

    def __init__(self, api: Api, names: PageNames) -> None:
        self._api = api
        self._names = names

    def of(self, variant: Variant) -> tuple[Fact, ...]:
        """The title of an alternative that is no model, unless its name is plain to see."""
        if isinstance(variant.type, Ref) and self._names.has_page(variant.type.id):
            return ()
        words = tuple(word for word in variant.name.words if not word.isdigit())
        if not words or words in self._plain(variant.type):
            return ()
        return (("title", " ".join(variant.name.words).capitalize()),)

    def _plain(self, type: Type) -> tuple[Words, ...]:
        """What an alternative of this type is called when nobody named it."""
        match type:
            case Scalar(kind=kind):
                return ((kind.value,),)
            case Const(value=value):
                return (split_words(literal(value)),)
            case List(item=item):
                return (*((*words, "list") for words in self._plain(item)), ("list",))
            case Nullable(inner=inner):
                return self._plain(inner)
            case Ref(id=id):
                return self._plain_declared(self._api.declarations[id])
            case _:
                return (("object",), ("list",), ("any",), ("value",))

    def _plain_declared(self, declaration: Declaration) -> tuple[Words, ...]:
        if self._names.has_page(declaration.id):
            return (declaration.name.words,)
        match declaration:
            case Record(fields=fields):
                tags = [one.type.value for one in fields if isinstance(one.type, Const)]
                return (("object",), *(split_words(str(tag)) for tag in tags))
            case Enum(values=values, kinds=kinds):
                only = [split_words(str(values[0].value))] if len(values) == 1 else []
                return (("enum",), *((kind.value,) for kind in kinds), *only)
            case Alias(type=type):
                return self._plain(type)
            case Union():
                return (("value",), ("any",), ("object",))
            case _:
                assert_never(declaration)
