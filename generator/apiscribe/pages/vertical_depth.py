"""How deep a member stands, where the page shows it: by white space, or by brackets."""

from __future__ import annotations

from dataclasses import dataclass, field

from apiscribe.pages.vertical_split import Platform


@dataclass(slots=True)
class Depth:
    """`levels`: the white space of the members around, outermost first; `brackets`: those open."""

    platform: Platform
    levels: list[int] = field(default_factory=list)
    brackets: int = 0

    def reset(self) -> None:
        """Another section begins."""
        self.levels, self.brackets = [], 0

    def bracket(self, text: str) -> bool:
        """Take `Array [` or `]` (Docusaurus); whether the line was one."""
        if text not in ("Array [", "]"):
            return False
        self.brackets = max(0, self.brackets + (1 if text != "]" else -1))
        return True

    def of(self, indent: int) -> int:
        """The level of a member with `indent` columns of white space before it, counted from 0."""
        if self.platform is Platform.DOCUSAURUS:
            return self.brackets
        while self.levels and self.levels[-1] >= indent:
            self.levels.pop()
        self.levels.append(indent)
        return len(self.levels) - 1
