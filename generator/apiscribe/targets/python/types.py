"""Type → Python annotation, with the imports it needs.

Two readings: what an answer holds (`answer`), and what a caller may give (`argument`), which is
wider: abstract containers, models or dicts, dates or their text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Enum,
    List,
    Map,
    Nothing,
    Nullable,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.python.imports import Import, typing_name
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.text import scalar_text

_SCALARS: Final = {
    ScalarKind.STRING: "str",
    ScalarKind.INTEGER: "int",
    ScalarKind.NUMBER: "float",
    ScalarKind.BOOLEAN: "bool",
}
_DATETIME: Final = Import("datetime", "datetime")
_DATE: Final = Import("datetime", "date")
_MAPPING: Final = Import("collections.abc", "Mapping")
_SEQUENCE: Final = Import("collections.abc", "Sequence")
_FILE: Final = Import("._runtime", "FileInput")
_TYPES: Final = Import(".", "types")


@dataclass(frozen=True, slots=True)
class Annotation:
    """The text of an annotation and the imports of its names."""

    text: str
    imports: frozenset[Import] = frozenset()

    def wrapped(self, before: str, after: str, *imports: Import) -> Annotation:
        """This annotation inside other text."""
        return Annotation(f"{before}{self.text}{after}", self.imports | frozenset(imports))


NONE: Final = Annotation("None")
_ANY: Final = Annotation("Any", frozenset({typing_name("Any")}))
_OBJECT: Final = Annotation("object")
_NEVER: Final = Annotation("Never", frozenset({typing_name("Never")}))


def either(parts: Iterable[Annotation]) -> Annotation:
    """The union of annotations, each written once."""
    found = list(dict.fromkeys(parts))
    if any(part.text in ("Any", "object") for part in found):
        return next(part for part in found if part.text in ("Any", "object"))
    return Annotation(
        " | ".join(part.text for part in found),
        frozenset[Import]().union(*(part.imports for part in found)),
    )


@dataclass(frozen=True, slots=True)
class Annotations:
    """Writes annotations for one API.

    `prefix` stands before the names of models (`types.` outside the `types` package). Builtins in
    `shadowed` are written `builtins.list`, for classes that have a method of that name.
    """

    api: Api
    names: PythonNames
    prefix: str = "types."
    shadowed: frozenset[str] = frozenset()

    def _builtin(self, name: str) -> Annotation:
        if name in self.shadowed:
            return Annotation(f"builtins.{name}", frozenset({Import("builtins")}))
        return Annotation(name)

    def _model(self, name: str) -> Annotation:
        imports = frozenset({_TYPES}) if self.prefix else frozenset[Import]()
        return Annotation(f"{self.prefix}{name}", imports)

    def answer(self, type_: Type) -> Annotation:
        """What a value of `type_` is when it was received."""
        match type_:
            case Scalar(kind, format):
                return self._scalar(kind, format)
            case Const(value):
                return self._literal([value])
            case List(item):
                return self._generic("list", [self.answer(item)])
            case Map(value):
                return self._generic("dict", [self._builtin("str"), self.answer(value)])
            case Tuple():
                return self._tuple(type_)
            case Nullable(inner):
                return NONE if isinstance(inner, Nothing) else either([self.answer(inner), NONE])
            case Ref(id):
                return self._model(self.names.classes[id])
            case Anything():
                return _ANY
            case Nothing():
                return _NEVER
            case _:
                assert_never(type_)

    def argument(self, type_: Type, *, files: bool = False) -> Annotation:
        """What a caller may give for `type_`; with `files`, binary text is a file."""
        match type_:
            case Scalar(kind, format):
                if files and format == "binary":
                    return Annotation("FileInput", frozenset({_FILE}))
                found = self._scalar(kind, format)
                dated = found.text in ("datetime", "date")
                return either([found, self._builtin("str")]) if dated else found
            case List(item):
                return self.argument(item, files=files).wrapped("Sequence[", "]", _SEQUENCE)
            case Map(value):
                key = self._builtin("str")
                inner = self.argument(value, files=files)
                return inner.wrapped(f"Mapping[{key.text}, ", "]", _MAPPING)
            case Tuple(items, rest):
                parts = [self.argument(item, files=files) for item in _positions(items, rest)]
                return either(parts).wrapped("Sequence[", "]", _SEQUENCE)
            case Nullable(inner):
                if isinstance(inner, Nothing):
                    return NONE
                return either([self.argument(inner, files=files), NONE])
            case Ref(id):
                bare = strip_aliases(type_, self.api.declarations)
                if files and not isinstance(bare, Ref):
                    return self.argument(bare, files=True)
                return self._given(id)
            case Anything():
                return _OBJECT
            case Const() | Nothing():
                return self.answer(type_)
            case _:
                assert_never(type_)

    def _given(self, id: str) -> Annotation:
        """A declaration in a request: the model or its dict form."""
        model = self._model(self.names.classes[id]) if id in self.names.classes else None
        given = self._model(self.names.inputs[id]) if id in self.names.inputs else None
        if model is None or given is None:
            found = given or model
            assert found is not None, id
            return found
        if isinstance(self.api.declarations[id], Record):
            return either([model, given])
        return given

    def _scalar(self, kind: ScalarKind, format: str) -> Annotation:
        if kind is ScalarKind.STRING and format == "date-time":
            return Annotation("datetime", frozenset({_DATETIME}))
        if kind is ScalarKind.STRING and format == "date":
            return Annotation("date", frozenset({_DATE}))
        return self._builtin(_SCALARS[kind])

    def _literal(self, values: Iterable[str | int | float | bool]) -> Annotation:
        found = list(values)
        if not found or any(isinstance(value, float) for value in found):
            return self._builtin("float") if found else _NEVER
        text = ", ".join(scalar_text(value) for value in found)
        return Annotation(f"Literal[{text}]", frozenset({typing_name("Literal")}))

    def _generic(self, name: str, parts: list[Annotation]) -> Annotation:
        origin = self._builtin(name)
        inner = ", ".join(part.text for part in parts)
        imports = origin.imports.union(*(part.imports for part in parts))
        return Annotation(f"{origin.text}[{inner}]", imports)

    def _tuple(self, type_: Tuple) -> Annotation:
        """A closed list with a type per position; else a list of what may occur."""
        if isinstance(type_.rest, Nothing) and type_.required == len(type_.items) and type_.items:
            return self._generic("tuple", [self.answer(item) for item in type_.items])
        parts = [self.answer(item) for item in _positions(type_.items, type_.rest)]
        return self._generic("list", [either(parts)])


def _positions(items: tuple[Type, ...], rest: Type) -> Iterator[Type]:
    """The types that may stand in a tuple; any value when it is not said."""
    yield from items
    if not isinstance(rest, Nothing):
        yield rest
    elif not items:
        yield Anything()


def flattens(type_: Type, api: Api) -> bool:
    """Whether `type_` is written as a plain union, whose members mix with those around it."""
    match type_:
        case Nullable():
            return True
        case Ref(id):
            declaration = api.declarations[id]
            if isinstance(declaration, Enum):
                return declaration.open or len(declaration.kinds) > 1
            return isinstance(declaration, Alias) and flattens(declaration.type, api)
        case _:
            return False


def is_union(type_: Type, api: Api) -> bool:
    """Whether `type_` names a union."""
    return isinstance(type_, Ref) and isinstance(api.declarations[type_.id], Union)
