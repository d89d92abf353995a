"""Rendering several APIs for several targets, in processes side by side when that pays."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from apiscribe.assets import templates_folder
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostic, Diagnostics
from apiscribe.emit.digests import folder_digest
from apiscribe.emit.render import render_artifacts
from apiscribe.emit.templates import templates_for
from apiscribe.emit.tree import Tree
from apiscribe.ir import Api
from apiscribe.pipeline.settings import target_options
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target

Done = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class RenderJob:
    """One API for one target. `override` is a folder of templates that win over ours."""

    name: str
    api: Api
    settings: Settings
    target: str
    override: Path | None = None

    def templates_digest(self) -> str:
        """SHA-256 over names and contents of the templates and runtime files of the target."""
        folders = [templates_folder() / self.target]
        if self.override is not None:
            folders.append(self.override / self.target)
        return folder_digest(*folders)


@dataclass(frozen=True, slots=True)
class _Result:
    """What comes back from a worker: diagnostics always, and a tree unless it stopped."""

    tree: Tree | None
    diagnostics: tuple[Diagnostic, ...]
    exit_code: int = 0


def render_all(
    jobs: Sequence[RenderJob], diagnostics: Diagnostics, processes: int, done: Done
) -> Iterator[tuple[RenderJob, Tree, tuple[Diagnostic, ...]]]:
    """The trees of all jobs with what was reported, in the order of the jobs.

    Raises `ApiscribeError` after all have run when one of them did, with the worst exit code.
    """
    results = list(_run(jobs, min(processes, len(jobs)), done))
    for result in results:
        for diagnostic in result.diagnostics:
            diagnostics.add(diagnostic)
    worst = max((result.exit_code for result in results), default=0)
    if worst:
        raise ApiscribeError(diagnostics.items, worst)
    for job, result in zip(jobs, results, strict=True):
        assert result.tree is not None
        yield job, result.tree, result.diagnostics


def _run(jobs: Sequence[RenderJob], processes: int, done: Done) -> Iterator[_Result]:
    if processes <= 1:
        for job in jobs:
            result = _render(job)
            done(job.name, job.target)
            yield result
        return
    # Forking is cheap and shares what is loaded; elsewhere processes are started afresh.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        futures: dict[Future[_Result], RenderJob] = {pool.submit(_render, job): job for job in jobs}
        for future in as_completed(futures):
            done(futures[future].name, futures[future].target)
        yield from (future.result() for future in futures)


def _render(job: RenderJob) -> _Result:
    diagnostics = Diagnostics()
    try:
        kind = target(job.target)
        options = TargetSettings(job.settings, target_options(job.settings, job.target))
        artifacts = list(kind.artifacts(job.api, options, diagnostics))
        diagnostics.stop_on_errors()
        tree = render_artifacts(
            kind, artifacts, diagnostics, templates_for(job.target, job.override)
        )
    except ApiscribeError as error:
        return _Result(None, error.diagnostics, error.exit_code)
    return _Result(tree, tuple(diagnostics.items))
