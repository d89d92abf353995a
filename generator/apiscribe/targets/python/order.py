"""The order of definitions in a module.

It depends on what stands in the module alone, and most of it on names: a definition stands at its
place in the alphabet, or as soon as what must be there before it is. So an edit of one schema moves
the definitions of that schema, and no others.
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterator, Mapping

from apiscribe.targets.python.modules import components


def definition_order(
    references: Mapping[str, frozenset[str]], records: Container[str], families: Mapping[str, str]
) -> Iterator[str]:
    """The names of a module's definitions; `references`: those of the module that each names.

    An alias is looked at when the module is loaded, so what it names comes first; in a circle of
    aliases, what is first in the alphabet does. Members of records are looked up late, and records
    of different `families` (a component and its inline types) may name each other in circles. Inline
    types that name nothing outside of the family come before their record all the same: pydantic
    need not look again.
    """
    plain = _plain(references, families)
    aliases = {
        name: sorted(other for other in references[name] if other not in records)
        for name in references
        if name not in records
    }
    circle = {name: group for group in components(aliases) for name in group}
    needs = {
        name: (
            {
                other
                for other in references[name]
                if other != name and not (other in circle.get(name, ()) and other > name)
            }
            if name in aliases
            else {o for o in references[name] if o in plain and families[o] == families[name]}
        )
        for name in sorted(references)
    }
    return _delayed(needs)


def _plain(references: Mapping[str, frozenset[str]], families: Mapping[str, str]) -> frozenset[str]:
    """Names from which references lead nowhere but to others of the family, and not in a circle."""
    inside = {
        name: all(families[other] == families[name] for other in references[name])
        for name in references
    }
    # Of the groups, those that are referred to come first.
    found: set[str] = set()
    for group in components(references):
        name, *others = group
        if not others and inside[name] and references[name] <= found:
            found.add(name)
    return frozenset(found)


def _delayed(needs: Mapping[str, set[str]]) -> Iterator[str]:
    """The names in their order, those that need later ones right after the last of them."""
    missing = {name: len(needed) for name, needed in needs.items()}
    waiting: dict[str, list[str]] = {}
    for name, needed in needs.items():
        for other in needed:
            waiting.setdefault(other, []).append(name)
    done: set[str] = set()
    passed: set[str] = set()
    for start in needs:
        passed.add(start)
        ready = [start] if not missing[start] and start not in done else []
        while ready:
            name = heapq.heappop(ready)
            done.add(name)
            yield name
            for other in waiting.get(name, ()):
                missing[other] -= 1
                if not missing[other] and other in passed:
                    heapq.heappush(ready, other)
