"""What tests have shown about each target: `support.json`, written by `pytest --update`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apiscribe.targets.registry import target, target_ids

SUPPORT_FILE = Path(__file__).parent / "support.json"
TABLE_BEGIN, TABLE_END = "<!-- support: begin -->", "<!-- support: end -->"


@dataclass(frozen=True, slots=True)
class TargetSupport:
    """`features`: what was tested → whether all its tests passed. `options`: name → what it does."""

    id: str
    features: Mapping[str, bool]
    options: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """The machine form."""
        return {"id": self.id, "features": dict(self.features), "options": dict(self.options)}


def target_support() -> tuple[TargetSupport, ...]:
    """All targets, sorted, with the recorded results."""
    recorded = json.loads(SUPPORT_FILE.read_bytes()) if SUPPORT_FILE.exists() else {}
    found = []
    for id in target_ids():
        fields = target(id).options.model_fields
        options = {name: field.description or "" for name, field in fields.items()}
        found.append(TargetSupport(id, recorded.get(id, {}), options))
    return tuple(found)


def support_lines(support: Iterable[TargetSupport]) -> Sequence[str]:
    """Lines for people."""
    lines: list[str] = []
    for one in support:
        shown = sum(one.features.values())
        said = (
            f"{shown} of {len(one.features)} tested features pass" if one.features else "untested"
        )
        lines.append(f"{one.id}: {said}")
        lines += [
            f"  {'✓' if passed else '✗'} {name}" for name, passed in sorted(one.features.items())
        ]
        lines += [f"  option {name}: {text}".rstrip(": ") for name, text in one.options.items()]
    return lines


def support_table(support: Sequence[TargetSupport]) -> str:
    """A Markdown table, features by targets, for the README."""
    targets = [one for one in support if one.features]
    if not targets:
        return "No results yet.\n"
    names = sorted({name for one in targets for name in one.features})
    lines = [
        "| Shown by the tests | " + " | ".join(one.id for one in targets) + " |",
        "|---|" + ":-:|" * len(targets),
    ]
    words = {True: "yes", False: "no", None: ""}
    for name in names:
        cells = [words[one.features.get(name)] for one in targets]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def with_table(readme: str, table: str) -> str:
    """`readme` with the table between its marks. Raises `ValueError` when the marks are missing."""
    before, begin, rest = readme.partition(TABLE_BEGIN)
    _, end, after = rest.partition(TABLE_END)
    if not (begin and end):
        raise ValueError(f"README lacks {TABLE_BEGIN} or {TABLE_END}")
    return f"{before}{begin}\n\n{table}\n{end}{after}"
