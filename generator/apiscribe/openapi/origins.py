"""Where each value of a document came from, however much it was moved on the way.

A document is made in stages (overlay, bundling, repair, upgrade). Each stage keeps only what it
moved, as a map from the start of a pointer to where that was one stage before, or to a place in
another file. Most pointers never move, so this costs nothing for them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from apiscribe.diagnostics import Place

Origin: TypeAlias = str | Place
Stage: TypeAlias = dict[str, Origin]


def _below(origin: Origin, rest: str) -> Origin:
    if isinstance(origin, Place):
        return Place(origin.file, origin.pointer + rest)
    return origin + rest


def _through(stage: Stage, pointer: str) -> Origin:
    """One stage back: the longest known start of the pointer decides."""
    if not stage:
        return pointer
    start = pointer
    while True:
        if start in stage:
            return _below(stage[start], pointer[len(start) :])
        if not start:
            return pointer
        start = start[: start.rfind("/")]


@dataclass(slots=True)
class Origins:
    """The history of one document; `file` is the name of its root file."""

    file: str
    stages: list[Stage] = field(default_factory=lambda: [{}])

    def begin_stage(self) -> None:
        """Pointers given from now on are those of the document as it is now."""
        if self.stages[-1]:
            self.stages.append({})

    def place(self, pointer: str, own: Container[str] = ()) -> Place:
        """The original file and pointer of a value.

        What was added from a file of `own` (an overlay) counts as the document's: its place is that
        which it was given.
        """
        current = pointer
        for stage in reversed(self.stages):
            found = _through(stage, current)
            if isinstance(found, str):
                current = found
            elif found.file not in own:
                return found
        return Place(self.file, current)

    def move(self, new: str, old: str) -> None:
        """The value now at `new` was at `old`; nothing was recorded below `new` before."""
        stage = self.stages[-1]
        stage[new] = _through(stage, old)

    def came_from(self, new: str, place: Place) -> None:
        """The value at `new` comes from another file."""
        self.forget(new)
        self.stages[-1][new] = place

    def forget(self, pointer: str) -> None:
        """Drop what is known of a value that was removed or replaced, and of all below it."""
        stage = self.stages[-1]
        start = pointer + "/"
        for known in [key for key in stage if key == pointer or key.startswith(start)]:
            del stage[known]

    def keep_items(self, pointer: str, kept: Iterable[int]) -> None:
        """A list lost items; `kept` are the old indices of those still there, in order."""
        stage = self.stages[-1]
        moved: Stage = {}
        for new, old in enumerate(kept):
            before, after = f"{pointer}/{old}", f"{pointer}/{new}"
            moved[after] = _through(stage, before)
            for known, origin in stage.items():
                if known.startswith(before + "/"):
                    moved[after + known[len(before) :]] = origin
        self.forget_below(pointer)
        stage.update(moved)

    def forget_below(self, pointer: str) -> None:
        """Drop what is known of the members of a value."""
        start = pointer + "/"
        stage = self.stages[-1]
        for known in [key for key in stage if key.startswith(start)]:
            del stage[known]

    def rename(self, container: str, old: str, new: str) -> None:
        """A member changed its (escaped) name."""
        stage = self.stages[-1]
        before, after = f"{container}/{old}", f"{container}/{new}"
        moved = {
            after + known[len(before) :]: origin
            for known, origin in stage.items()
            if known.startswith(before + "/")
        }
        moved[after] = _through(stage, before)
        self.forget(before)
        stage.update(moved)
