"""What our Markdown docs keep of real specs: figures per spec, and what is lost, by kind.

    python tests/round_trip_figures.py [SPEC…] [--losses] [--write]

spec → IR → docs → `transcribe` → spec → IR, as in `test_round_trip.py`, but for specs of any size and
without a list of losses allowed: operations, parameters, members, enums and required members that are
the same before and after, and how often each kind of difference occurs. Without SPEC all of
`../shared/specs`, the smallest first. Lists of values count as kept only when all values are.
`--write` keeps the figures and the losses, in words, in `docs/round-trip.md`.
"""

from __future__ import annotations

import argparse
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline import load_api
from round_trip_losses import LOSSES, MORE_LOSSES, in_words
from round_trip_reasons import reasons
from test_round_trip import ROOT, SHARED, differences, plain, read_back, reload

KINDS = ("operations", "parameters", "members", "enums", "required")
PAGE = ROOT / "docs" / "round-trip.md"
HEAD = """# What our docs keep of real specs

Written by `python tests/round_trip_figures.py --write`. Each spec is read, its Markdown docs are
written, `transcribe` reads them, and the result is read again as a spec. Kept/all, counted in the
model of both; a list of values counts when all its values are kept; what an inline schema is named
does not count. Unread: lines of our docs that the reader did not understand. A loss with a reason
is accepted; what is called unexplained is told by where the two differ, its cause not yet known.
A spec that is not in the table was not measured in the run that wrote it.

"""
"""The head of the page that keeps the figures."""


@dataclass
class Figures:
    """Of one spec: things before, those of them that are there after; differences by kind."""

    name: str
    before: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    conflicts: int = 0
    seconds: float = 0

    def line(self) -> str:
        cells = [f"{self.kept[kind]}/{self.before[kind]}" for kind in KINDS]
        lost = sum(self.losses.values())
        more = (str(self.unread), str(self.conflicts), str(lost), f"{self.seconds:.0f} s")
        return " ".join(
            [self.name.ljust(24), *(c.rjust(13) for c in cells), *(m.rjust(9) for m in more)]
        )


def page(results: Iterable[Figures]) -> str:
    """The figures as a Markdown page: one table, and what is lost of each spec, in words."""
    results = list(results)
    heads = ("spec", *KINDS, "unread", "conflicts")
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for one in results:
        kept = (f"{one.kept[kind]}/{one.before[kind]}" for kind in KINDS)
        cells = (one.name, *kept, str(one.unread), str(one.conflicts))
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## What is lost", ""]
    for one in results:
        lost: Counter[str] = Counter()
        for kind, count in one.losses.items():
            lost[in_words(kind)] += count
        lines += [f"### {one.name}", ""]
        lines += [f"- {lost[one]} × {one}" for one in _by_count(lost)] or ["Nothing."]
        lines.append("")
    return HEAD + "\n".join(lines)


def _by_count(lost: Counter[str]) -> list[str]:
    return sorted(lost, key=lambda reason: (-lost[reason], reason))


def things(api: dict[str, Any]) -> dict[str, set[tuple[Any, ...]]]:
    """Everything that is counted, in a dump of an API."""
    found: dict[str, set[tuple[Any, ...]]] = {kind: set() for kind in KINDS}
    for operation in api["operations"].values():
        own = (operation["verb"], operation["path"])
        found["operations"].add(own)
        for one in operation.get("parameters", ()):
            found["parameters"].add((*own, one["location"], wire(one["name"])))
    for id, declaration in api["declarations"].items():
        if declaration["kind"] == "Enum":
            values = tuple(repr(value["value"]) for value in declaration["values"])
            found["enums"].add((id, values))
        for one in declaration.get("fields", ()):
            member = (id, wire(one["name"]))
            found["members"].add(member)
            if one["presence"] == "required":
                found["required"].add(member)
    return found


def renamed(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Declarations of `after` that have another name and the same members go by that of `before`.

    Inline schemas are named from their place, and an operation without operationId is given one.
    """
    lost = [id for id in before["declarations"] if id not in after["declarations"]]
    waiting: dict[str, list[str]] = {}
    for id in after["declarations"]:
        if id not in before["declarations"]:
            waiting.setdefault(signature(after["declarations"][id]), []).append(id)
    for id in lost:
        if same := waiting.get(signature(before["declarations"][id])):
            after["declarations"][id] = after["declarations"].pop(same.pop(0))


def signature(declaration: dict[str, Any]) -> str:
    """What a declaration is by: its members with their presence, its values, its alternatives."""
    members = [(wire(one["name"]), one["presence"]) for one in declaration.get("fields", ())]
    values = [value["value"] for value in declaration.get("values", ())]
    variants = len(declaration.get("variants", ()))
    return repr((declaration["kind"], members, values, variants))


def wire(name: str) -> str:
    """`words of it = wire name (pinned)` → the wire name."""
    return name.removesuffix(" (pinned)").rpartition(" = ")[2]


def figures(spec: Path) -> Figures:
    """Docs of one spec written and read back."""
    result = Figures(spec.stem)
    start = time.process_time()
    loaded = load_api(str(spec), Diagnostics())
    transcription = read_back(loaded)
    result.unread = len(transcription.report.unread)
    result.conflicts = len(transcription.report.conflicts)
    with tempfile.TemporaryDirectory() as folder:
        again = reload(transcription, Path(folder))
    before, after = plain(loaded.api), plain(again.api)
    renamed(before, after)
    had, has = things(before), things(after)
    for kind in KINDS:
        result.before[kind] = len(had[kind])
        result.kept[kind] = len(had[kind] & has[kind])
    losses = LOSSES + MORE_LOSSES.get(spec.stem, ())
    found = list(differences(before, after))
    for one, told in zip(found, reasons(found), strict=True):
        reason = next((loss.reason for loss in losses if loss.explains(one)), "")
        result.losses[reason or told or kind_of(one.where, before)] += 1
    result.seconds = time.process_time() - start
    return result


def kind_of(where: str, api: dict[str, Any]) -> str:
    """A place without the names and numbers of one spec: `/declarations/*/fields/#/docs`."""
    for key in ("declarations", "operations"):
        if where.startswith(f"/{key}/"):
            rest = where[len(key) + 2 :]
            names = (name for name in api.get(key, {}) if f"{rest}/".startswith(f"{name}/"))
            longest = max(names, key=len, default=rest.partition("/")[0])
            where = f"/{key}/*{rest[len(longest):]}"
    return re.sub(r"/\d+(?=/|$)", "/#", where)


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description="What our docs keep of real specs.")
    parser.add_argument("specs", nargs="*", type=Path, metavar="SPEC")
    parser.add_argument("--losses", action="store_true", help="list what is lost, by kind")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {PAGE.name}")
    chosen = parser.parse_args(list(arguments))
    folder = SHARED / "specs"
    found = [path for path in folder.glob("*") if path.suffix in (".yaml", ".json")]
    specs = chosen.specs or sorted(found, key=lambda path: path.stat().st_size)
    if not specs:
        print(f"there are no specs in {folder}", file=sys.stderr)
        return 2
    heads = (*KINDS, "unread", "conflict", "lost", "CPU")
    widths = (13,) * len(KINDS) + (9,) * 4
    print(" ".join(["spec".ljust(24), *(h.rjust(w) for h, w in zip(heads, widths, strict=True))]))
    results: list[Figures] = []
    for spec in specs:
        try:
            one = figures(spec)
        except ApiscribeError as error:
            print(f"{spec.stem.ljust(24)} {error.diagnostics[0].message}", flush=True)
            continue
        print(one.line(), flush=True)
        for kind, count in one.losses.most_common() if chosen.losses else ():
            print(f"    {count:6} {kind}", flush=True)
        results.append(one)
        if chosen.write:
            PAGE.write_text(page(results))
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
