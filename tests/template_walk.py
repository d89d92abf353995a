"""Reads templates as syntax trees: what they do, and which attributes of their views they use."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import jinja2
from apiscribe.emit.templates import FILTERS
from jinja2 import nodes

# A template loops, tests a ready-made boolean, includes and prints. Nothing computes.
ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Getattr,
    nodes.For,
    nodes.If,
    nodes.CondExpr,
    nodes.Not,
    nodes.Include,
    nodes.Const,
    nodes.Filter,
)
LOOP = frozenset({"first", "last"})


def parse(path: Path) -> nodes.Template:
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    return environment.parse(path.read_text(), filename=str(path))


def logic(path: Path) -> Iterator[str]:
    """What a template does that it may not, with lines."""
    for node in _walk(parse(path)):
        where = f"{path.name}:{node.lineno}"
        if not isinstance(node, ALLOWED):
            yield f"{where}: {type(node).__name__}"
        elif isinstance(node, nodes.Filter) and node.name not in FILTERS:
            yield f"{where}: filter {node.name}"
        elif isinstance(node, nodes.If | nodes.CondExpr) and not _ready_made(node.test):
            yield f"{where}: tests something that is not ready-made"
        elif isinstance(node, nodes.For) and (node.test or node.recursive):
            yield f"{where}: a loop that filters or recurses"
        elif isinstance(node, nodes.Include) and not isinstance(node.template, nodes.Const):
            yield f"{where}: includes by a computed name"


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
    yield node
    for child in node.iter_child_nodes():
        yield from _walk(child)


def _ready_made(test: nodes.Node) -> bool:
    if isinstance(test, nodes.Not):
        return _ready_made(test.node)
    if isinstance(test, nodes.Getattr):
        return _ready_made(test.node)
    return isinstance(test, nodes.Name)


class Checker:
    """Follows types through a template and its includes; `problems` gathers what does not exist."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders
        self.problems: list[str] = []
        self._seen: set[tuple[str, tuple[tuple[str, str], ...]]] = set()

    def check(self, template: str, scope: dict[str, Any]) -> None:
        key = (template, tuple(sorted((name, str(kind)) for name, kind in scope.items())))
        if key not in self._seen:  # includes may recurse
            self._seen.add(key)
            self._body(template, parse(self._file(template)).body, scope)

    def _file(self, template: str) -> Path:
        """The first folder that has a template wins."""
        return next(one / template for one in self.folders if (one / template).is_file())

    def _body(self, template: str, body: Sequence[nodes.Node], scope: dict[str, Any]) -> None:
        for node in body:
            self._statement(template, node, scope)

    def _statement(self, template: str, node: nodes.Node, scope: dict[str, Any]) -> None:
        if isinstance(node, nodes.For):
            item = self._items(template, node.iter, scope)
            assert isinstance(node.target, nodes.Name), f"{template}:{node.lineno}"
            self._body(template, node.body, {**scope, node.target.name: item, "loop": LOOP})
            self._body(template, node.else_, scope)
        elif isinstance(node, nodes.If):
            self._type(template, node.test, scope)
            for part in (node.body, node.elif_, node.else_):
                self._body(template, part, scope)
        elif isinstance(node, nodes.Include):
            assert isinstance(node.template, nodes.Const)
            self.check(node.template.value, scope)
        elif isinstance(node, nodes.Output):
            for child in node.nodes:
                self._type(template, child, scope)

    def _items(self, template: str, node: nodes.Node, scope: dict[str, Any]) -> Any:
        kind = self._type(template, node, scope)
        arguments = [one for one in typing.get_args(kind) if one is not Ellipsis]
        if kind is not Any and not arguments:
            self.problems.append(f"{template}:{node.lineno}: loops over {kind}")
        return arguments[0] if arguments else Any

    def _type(self, template: str, node: nodes.Node, scope: dict[str, Any]) -> Any:
        """The type of an expression, from the annotations of the views."""
        if isinstance(node, nodes.Name):
            if node.name not in scope:
                self.problems.append(f"{template}:{node.lineno}: {node.name} is not known here")
            return scope.get(node.name, Any)
        if isinstance(node, nodes.Getattr):
            owner = self._type(template, node.node, scope)
            return self._attribute(f"{template}:{node.lineno}", owner, node.attr)
        kinds = [self._type(template, child, scope) for child in node.iter_child_nodes()]
        return kinds[0] if isinstance(node, nodes.Filter) and kinds else str

    def _attribute(self, where: str, owner: Any, name: str) -> Any:
        if owner is LOOP:
            if name not in LOOP:
                self.problems.append(f"{where}: loop.{name}")
            return bool
        found: list[Any] = []
        for kind in _alternatives(owner):
            if kind is Any:
                return Any
            annotation = _annotation(kind, name)
            if annotation is None:
                self.problems.append(f"{where}: {getattr(kind, '__name__', kind)} has no {name}")
            else:
                found.append(annotation)
        return typing.Union[tuple(found)] if found else Any  # noqa: UP007 - built at run time


def _alternatives(kind: Any) -> list[Any]:
    """The members of a union without `None`, which the template tests for."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return [one for one in typing.get_args(kind) if one is not types.NoneType]
    return [kind]


def _annotation(kind: Any, name: str) -> Any:
    if not dataclasses.is_dataclass(kind):
        return None
    if isinstance(prop := getattr(kind, name, None), property):
        return typing.get_type_hints(prop.fget).get("return", Any)
    return typing.get_type_hints(kind).get(name)
