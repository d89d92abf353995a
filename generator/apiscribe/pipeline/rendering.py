"""Rendering several APIs for several targets, in processes side by side when that pays."""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, Final

from apiscribe.assets import templates_folder
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostic, Diagnostics
from apiscribe.emit.digests import folder_digest
from apiscribe.emit.render import Rendered, gather, render_some
from apiscribe.emit.templates import templates_for
from apiscribe.emit.tree import Tree
from apiscribe.ir import Api
from apiscribe.memo import remembering
from apiscribe.pipeline.settings import target_options
from apiscribe.targets.base import Sources, TargetSettings
from apiscribe.targets.registry import target, template_folders

Done = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class RenderJob:
    """One API for one target.

    `override` is a folder of templates that win over ours; `memo` a file of intermediate results.
    """

    name: str
    api: Api
    settings: Settings
    target: str
    override: Path | None = None
    memo: Path | None = None
    sources: Sources = Sources()

    def size(self) -> int:
        """A measure of the work."""
        return len(self.api.operations) + len(self.api.declarations)

    def templates_digest(self) -> str:
        """SHA-256 over names and contents of the templates and runtime files of the target."""
        roots = [templates_folder(), *([self.override] if self.override is not None else ())]
        names = template_folders(self.target)
        return folder_digest(*(root / name for root in roots for name in names))


@dataclass(frozen=True, slots=True)
class _Share:
    """What a process did of a job: files, findings of the target, and faults of templates."""

    rendered: list[Rendered]
    diagnostics: tuple[Diagnostic, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    exit_code: int = 0


_AT_ONCE: Final = 8
"""Artefacts that a process takes at a time."""
_SMALL: Final = 200
"""Operations and declarations of a job that is not worth sharing out."""


class _Board:
    """How far each job is: the next artefact to take, and how many there are (-1: not known)."""

    def __init__(self, jobs: int, context: BaseContext | None = None) -> None:
        self._cells: Any = [0, -1] * jobs
        self._lock: Any = nullcontext()
        if context is not None:
            self._cells = context.Array("q", self._cells)  # shared, with a lock of its own
            self._lock = self._cells.get_lock()

    def is_done(self, job: int) -> bool:
        """Whether another process has hardly anything to do."""
        with self._lock:
            taken, size = self._cells[2 * job], self._cells[2 * job + 1]
        return bool(0 <= size <= taken + 2 * _AT_ONCE)

    def announce(self, job: int, size: int) -> None:
        """Say how many artefacts there are."""
        with self._lock:
            self._cells[2 * job + 1] = size

    def take(self, job: int) -> range:
        """Artefacts that nobody else will take; empty when there are none left."""
        with self._lock:
            start, size = self._cells[2 * job], self._cells[2 * job + 1]
            end = min(start + _AT_ONCE, size)
            self._cells[2 * job] = end
        return range(start, end)


def render_all(
    jobs: Sequence[RenderJob], diagnostics: Diagnostics, processes: int, done: Done
) -> Iterator[tuple[RenderJob, Tree, tuple[Diagnostic, ...]]]:
    """The trees of all jobs with what was reported, in the order of the jobs.

    Raises `ApiscribeError` after all have run when one of them did, with the worst exit code.
    """
    shares = _shares(jobs, processes, done)
    trees: list[tuple[RenderJob, Tree, tuple[Diagnostic, ...]]] = []
    worst = 0
    for job, parts in zip(jobs, shares, strict=True):
        said, faults = Diagnostics(), Diagnostics()
        for part in parts:
            for diagnostic in part.diagnostics:
                said.add(diagnostic)
            for fault in part.faults:
                faults.add(fault)
        try:
            stopped = max(part.exit_code for part in parts)
            if stopped:
                raise ApiscribeError(said.items, stopped)
            rendered = [one for part in parts for one in part.rendered]
            trees.append((job, gather(target(job.target), rendered, said, faults), tuple(said)))
            found: Iterable[Diagnostic] = said
        except ApiscribeError as error:
            worst = max(worst, error.exit_code)
            found = error.diagnostics
        for diagnostic in found:
            diagnostics.add(diagnostic)
    if worst:
        raise ApiscribeError(diagnostics.items, worst)
    yield from trees


def _shares(jobs: Sequence[RenderJob], processes: int, done: Done) -> list[list[_Share]]:
    """What was done of each job, by one process or by several."""
    if processes <= 1 or not jobs:
        board = _Board(len(jobs))
        found: list[list[_Share]] = []
        for index, job in enumerate(jobs):
            found.append([_render(job, index, board)])
            done(job.name, job.target)
        return found
    # Forking is cheap and shares all that is loaded; elsewhere the jobs are sent once.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    board = _Board(len(jobs), context)
    tasks = _tasks(jobs, processes)
    waiting = Counter(index for task in tasks for index in task)
    with ProcessPoolExecutor(processes, context, _start, (tuple(jobs), board)) as pool:
        futures = {pool.submit(_render_here, task): task for task in tasks}
        shares: list[list[_Share]] = [[] for _ in jobs]
        for future in as_completed(futures):
            for index, share in zip(futures[future], future.result(), strict=True):
                shares[index].append(share)
                waiting[index] -= 1
                if not waiting[index]:
                    done(jobs[index].name, jobs[index].target)
    return shares


def _tasks(jobs: Sequence[RenderJob], processes: int) -> list[tuple[int, ...]]:
    """What the processes take, one task after another; a task names its jobs.

    Large jobs first, so that none is left over at the end; then everybody helps with them. Small
    ones of one target go together, as far as all processes have enough to do, since a process that
    has made one has the target's modules and compiled templates at hand for the next.
    """
    large = [index for index, job in enumerate(jobs) if job.size() > _SMALL]
    large.sort(key=lambda index: -jobs[index].size())
    small: dict[str, list[int]] = {}
    for index, job in enumerate(jobs):
        if job.size() <= _SMALL:
            small.setdefault(job.target, []).append(index)
    together = max(1, len(jobs) // (2 * processes))
    groups = [
        tuple(found[start : start + together])
        for found in small.values()
        for start in range(0, len(found), together)
    ]
    help_with = [(index,) for _ in range(processes - 1) for index in large]
    return [*((index,) for index in large), *groups, *help_with]


_here: tuple[tuple[RenderJob, ...], _Board] | None = None
"""A worker's jobs and board."""


def _start(jobs: tuple[RenderJob, ...], board: _Board) -> None:
    """Begin a worker; it does not live long enough to need the collector."""
    global _here
    _here = (jobs, board)
    gc.disable()


def _render_here(task: Sequence[int]) -> list[_Share]:
    assert _here is not None
    jobs, board = _here
    return [
        _Share([]) if board.is_done(index) else _render(jobs[index], index, board) for index in task
    ]


def _render(job: RenderJob, index: int, board: _Board) -> _Share:
    """Render artefacts of a job until all are taken."""
    diagnostics, faults = Diagnostics(), Diagnostics()
    try:
        with remembering(job.memo):
            kind = target(job.target)
            options = TargetSettings(
                job.settings, target_options(job.settings, job.target), job.sources
            )
            artifacts = list(kind.artifacts(job.api, options, diagnostics))
            diagnostics.stop_on_errors()
            board.announce(index, len(artifacts))
            given = ((n, artifacts[n]) for n in _taken(index, board))
            templates = templates_for(job.target, job.override)
            rendered = render_some(kind, given, faults, templates)
    except ApiscribeError as error:
        return _Share([], error.diagnostics, (), error.exit_code)
    return _Share(rendered, tuple(diagnostics.items), tuple(faults.items))


def _taken(index: int, board: _Board) -> Iterator[int]:
    while numbers := board.take(index):
        yield from numbers
