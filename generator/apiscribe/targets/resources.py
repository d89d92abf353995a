"""The tree of resources, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apiscribe.ir import Resource


def walk_resources(resources: Iterable[Resource]) -> Iterator[Resource]:
    """All resources, parents first."""
    for resource in resources:
        yield resource
        yield from walk_resources(resource.children)
