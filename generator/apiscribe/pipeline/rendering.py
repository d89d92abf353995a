"""Rendering several APIs for several targets, in processes side by side when that pays."""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from apiscribe.assets import templates_folder
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostic, Diagnostics
from apiscribe.emit.digests import folder_digest
from apiscribe.emit.render import render_artifacts
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
class _Result:
    """What comes back from a worker: diagnostics always, and a tree unless it stopped."""

    tree: Tree | None
    diagnostics: tuple[Diagnostic, ...]
    exit_code: int = 0


class Workers:
    """Processes that render, started before there is anything to render.

    While the first process still reads specs, they import what they will need. `processes` = 1: the
    work is done in this process. As a context manager it ends the processes.
    """

    def __init__(self, processes: int, targets: Sequence[str], *, prepare: bool) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if processes <= 1:
            return
        # Forking is cheap and shares what is loaded; elsewhere processes are started afresh.
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        for name in targets:  # before the fork, so that they are imported once
            target(name)
        names = tuple(targets)
        self._pool = ProcessPoolExecutor(processes, context, _start, (names, prepare))
        self._pool.submit(_nothing)  # the first task starts them

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def render(self, jobs: Sequence[RenderJob], done: Done) -> Iterator[_Result]:
        """The results in the order of the jobs, whichever is done first."""
        if self._pool is None:
            for job in jobs:
                result = _render(job)
                done(job.name, job.target)
                yield result
            return
        # Large ones first, so that none is left over at the end.
        large = sorted(range(len(jobs)), key=lambda index: -jobs[index].size())
        futures = {self._pool.submit(_render, jobs[index]): index for index in large}
        for future in as_completed(futures):
            done(jobs[futures[future]].name, jobs[futures[future]].target)
        for future, _ in sorted(futures.items(), key=lambda item: item[1]):
            yield future.result()


def render_all(
    jobs: Sequence[RenderJob], diagnostics: Diagnostics, workers: Workers, done: Done
) -> Iterator[tuple[RenderJob, Tree, tuple[Diagnostic, ...]]]:
    """The trees of all jobs with what was reported, in the order of the jobs.

    Raises `ApiscribeError` after all have run when one of them did, with the worst exit code.
    """
    results = list(workers.render(jobs, done))
    for result in results:
        for diagnostic in result.diagnostics:
            diagnostics.add(diagnostic)
    worst = max((result.exit_code for result in results), default=0)
    if worst:
        raise ApiscribeError(diagnostics.items, worst)
    for job, result in zip(jobs, results, strict=True):
        assert result.tree is not None
        yield job, result.tree, result.diagnostics


def _start(targets: Sequence[str], prepare: bool) -> None:
    """Begin a worker: import; it does not live long enough to need the collector."""
    for name in targets:
        kind = target(name)
        if prepare and (own := getattr(kind, "prepare", None)) is not None:
            own()
    gc.disable()


def _nothing() -> None:
    """A task that only starts the processes."""


def _render(job: RenderJob) -> _Result:
    diagnostics = Diagnostics()
    try:
        with remembering(job.memo):
            tree = _tree(job, diagnostics)
    except ApiscribeError as error:
        return _Result(None, error.diagnostics, error.exit_code)
    return _Result(tree, tuple(diagnostics.items))


def _tree(job: RenderJob, diagnostics: Diagnostics) -> Tree:
    kind = target(job.target)
    options = TargetSettings(job.settings, target_options(job.settings, job.target), job.sources)
    # Pages are made and rendered one by one, so that the views of all are never there at once.
    artifacts = kind.artifacts(job.api, options, diagnostics)
    templates = templates_for(job.target, job.override)
    return render_artifacts(kind, artifacts, diagnostics, templates)
