"""The findings of `check`: a line per file, and a capped unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apiscribe.emit.manifest import MANIFEST_NAME
from apiscribe.emit.plan import Change, Plan, State

LINES_PER_FILE = 40
LINES_IN_ALL = 200
FILES_NAMED = 50
_LARGEST_DIFFED = 2_000_000
"""Bytes; above it a line diff takes longer than it is worth."""

_WORDS = {
    State.NEW: "would be created",
    State.MISSING: "is missing",
    State.CHANGED: "is out of date",
    State.EDITED: "was changed by hand",
    State.STALE: "is no longer generated",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One file that a run would touch. `path` is shown as the user would type it."""

    path: str
    state: str
    message: str
    diff: tuple[str, ...] = ()


def check_plan(plan: Plan) -> tuple[Finding, ...]:
    """What writing `plan` would do; empty when the folder is up to date."""
    findings = [_finding(plan, change) for change in plan.findings]
    if not findings and plan.owned.journal:
        findings.append(_manifest_finding(plan, "interrupted", "an earlier run was interrupted"))
    elif not findings and plan.owned.manifest is not None and plan.manifest is None:
        findings.append(_manifest_finding(plan, "stale", "the manifest is of no use any more"))
    elif not findings and plan.manifest_differs:
        findings.append(_manifest_finding(plan, "changed", "the manifest is out of date"))
    return tuple(findings)


def _manifest_finding(plan: Plan, state: str, message: str) -> Finding:
    path = str(plan.folder / MANIFEST_NAME)
    if plan.manifest is None:
        return Finding(path, state, f"{path}: {message}")
    old, new = plan.owned.manifest or b"", plan.manifest.to_bytes()
    return Finding(path, state, f"{path}: {message}", tuple(_diff(path, old, new)))


def _finding(plan: Plan, change: Change) -> Finding:
    path = str(plan.folder / change.path)
    words = _WORDS[change.state]
    if change.edited and change.state is State.STALE:
        words += " and was changed by hand"
    diff = _diff(path, change.old or b"", change.new or b"") if change.old is not None else ()
    # A removed file's whole text would drown the rest.
    shown = () if change.new is None else tuple(diff)
    return Finding(path, change.state.value, f"{path} {words}", shown)


def _diff(path: str, old: bytes, new: bytes) -> Iterator[str]:
    try:
        before, after = old.decode(), new.decode()
    except UnicodeDecodeError:
        return iter((f"Binary file {path} differs",))
    if max(len(old), len(new)) > _LARGEST_DIFFED:
        return iter((f"Large file {path} differs",))
    return difflib.unified_diff(
        before.splitlines(),
        after.splitlines(),
        f"{path} (on disk)",
        f"{path} (generated)",
        lineterm="",
    )


def render_findings(findings: Sequence[Finding]) -> Iterator[str]:
    """Lines for people: files by name, and diffs up to `LINES_IN_ALL` lines."""
    left = LINES_IN_ALL
    for finding in findings[:FILES_NAMED]:
        yield finding.message
        shown = finding.diff[: min(LINES_PER_FILE, left)]
        left -= len(shown)
        yield from shown
        if len(finding.diff) > len(shown):
            yield f"… {len(finding.diff) - len(shown)} more lines of this diff"
    if len(findings) > FILES_NAMED:
        yield f"… and {len(findings) - FILES_NAMED} more files"
