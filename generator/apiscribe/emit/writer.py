"""Brings a folder to a planned state so that a run killed at any moment can be completed.

Order: journal (all digests that may be found from now on) → removals → replacements, each by a
rename → manifest → journal gone. Whatever the moment of death, each file is whole, and manifest
and journal together tell every file of ours from a hand edit.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.manifest import JOURNAL_NAME, MANIFEST_NAME, Manifest, journal_bytes
from apiscribe.emit.plan import Plan, plan_tree, refuse_conflicts
from apiscribe.emit.tree import PART_SUFFIX, Tree


@dataclass(frozen=True, slots=True)
class WriteSummary:
    """How many files were written, removed, and left alone."""

    written: int
    removed: int
    same: int


def write_tree(
    tree: Tree, folder: Path, manifest: Manifest, diagnostics: Diagnostics, *, force: bool = False
) -> WriteSummary:
    """Plan and apply. Raises `ApiscribeError` before anything is written when it may not be."""
    plan = plan_tree(tree, folder, manifest, diagnostics, force=force)
    if not force:
        refuse_conflicts([plan], diagnostics)
    return apply_plan(plan)


def apply_plan(plan: Plan) -> WriteSummary:
    """Do what the plan says. Equal files keep their modification time. Raises `OSError`."""
    removals = [change.path for change in plan.findings if change.new is None]
    writes = {change.path: change.new for change in plan.findings if change.new is not None}
    summary = WriteSummary(len(writes), len(removals), len(plan.changes) - len(plan.findings))
    if plan.clean:
        return summary
    root = plan.folder.resolve()
    if plan.manifest is None:
        _remove_all(root, plan, removals)
        return summary
    root.mkdir(parents=True, exist_ok=True)
    _replace(root / JOURNAL_NAME, journal_bytes(plan.owned, plan.manifest))
    _remove_leftovers(root, plan)
    _remove(root, removals)
    for path, content in writes.items():
        _clear_way(root, path)
        _replace(root / path, content)
    _replace(root / MANIFEST_NAME, plan.manifest.to_bytes())
    (root / JOURNAL_NAME).unlink(missing_ok=True)
    return summary


def _remove_all(root: Path, plan: Plan, removals: Sequence[PurePosixPath]) -> None:
    """Remove what is ours. Manifest and journal say what is until the end, so neither is written."""
    _remove_leftovers(root, plan)
    _remove(root, removals)
    (root / JOURNAL_NAME).unlink(missing_ok=True)
    (root / MANIFEST_NAME).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # something of the user's is in it
        root.rmdir()


def _remove(root: Path, paths: Sequence[PurePosixPath]) -> None:
    for path in paths:
        (root / path).unlink(missing_ok=True)
    for path in paths:
        _remove_empty_parents(root, path)


def _replace(path: Path, content: bytes) -> None:
    """Put `content` at `path` by a rename within the folder; an existing file keeps its mode."""
    part = path.with_name(path.name + PART_SUFFIX)
    part.unlink(missing_ok=True)
    try:
        # O_EXCL: never write through something that appeared under this name meanwhile.
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as stream:
            stream.write(content)
        with contextlib.suppress(FileNotFoundError):
            os.chmod(part, path.stat().st_mode & 0o7777)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _remove_leftovers(root: Path, plan: Plan) -> None:
    """Remove half-written files of a run that was killed; their names follow from its journal."""
    for path in plan.owned.files:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            (root / path).with_name(path.name + PART_SUFFIX).unlink()
    for name in (MANIFEST_NAME, JOURNAL_NAME):
        (root / (name + PART_SUFFIX)).unlink(missing_ok=True)


def _remove_empty_parents(root: Path, path: PurePosixPath) -> None:
    """Remove the folders above a removed file that hold nothing any more, up to `root`."""
    for parent in path.parents[:-1]:
        try:
            (root / parent).rmdir()
        except FileNotFoundError:
            continue
        except OSError:
            return


def _clear_way(root: Path, path: PurePosixPath) -> None:
    """Make the folders above `path`; remove an empty folder that stands at it.

    The plan made sure that such a folder held only files that were just removed.
    """
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    if (root / path).is_dir():
        for here, _, _ in os.walk(root / path, topdown=False):
            os.rmdir(here)
