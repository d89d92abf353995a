"""`apiscribe generate` and `apiscribe check`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.cli import console
from apiscribe.cli.session import FINDINGS, Session, session, writing
from apiscribe.collector import no_garbage_collection

if TYPE_CHECKING:
    from apiscribe.emit.plan import Plan
    from apiscribe.pipeline.outputs import Output


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user asked for. `cache`: whether the last run's outputs may be used.

    `strict`: whether warnings stop the run.
    """

    apis: tuple[str, ...]
    targets: tuple[str, ...]
    output: Path
    templates: Path | None
    jobs: int
    cache: bool
    strict: bool = False
    access: Access = OWN_FOLDER


def run_generate(wishes: Wishes, *, force: bool, json: bool) -> None:
    """Render everything, then plan everything, then write; nothing is written if any part fails."""
    with session(json=json) as run:
        from apiscribe.emit.writer import apply_plan
        from apiscribe.pipeline.outputs import plan_outputs

        outputs = _outputs(run, wishes)
        plans = plan_outputs(outputs, run.diagnostics, refuse_edits=not force, force=force)
        written = []
        for output, plan in zip(outputs, plans, strict=True):
            with writing(output.folder):
                summary = apply_plan(plan)
            written.append({"folder": output.folder.as_posix(), **asdict(summary)})
        run.data["outputs"] = written
        if not json:
            for line in _summary(outputs, plans):
                console.say(line)


def run_check(wishes: Wishes, *, json: bool) -> None:
    """The same run without writing; findings and a diff on stdout, exit code 1."""
    with session(json=json) as run:
        from apiscribe.emit.check import check_plan, render_findings
        from apiscribe.pipeline.outputs import plan_outputs

        outputs = _outputs(run, wishes)
        plans = plan_outputs(outputs, run.diagnostics, refuse_edits=False)
        findings = [finding for plan in plans for finding in check_plan(plan)]
        run.data["findings"] = [
            {"path": finding.path, "state": finding.state, "diff": list(finding.diff)}
            for finding in findings
        ]
        if findings:
            run.code = FINDINGS
        if json:
            return
        for line in render_findings(findings):
            console.result(line)
        if findings:
            count = f"{len(findings)} file{' differs' if len(findings) == 1 else 's differ'}"
            console.say(f"{count}; `apiscribe generate` brings them up to date.")
        else:
            for line in _summary(outputs, plans):
                console.say(line)


def _summary(outputs: Sequence[Output], plans: Sequence[Plan]) -> Iterator[str]:
    """What was done: a line per folder that changed, and one per API for all that did not."""
    same: dict[str, list[tuple[Output, Plan]]] = {}
    for output, plan in zip(outputs, plans, strict=True):
        same.setdefault(output.api, [])
        if plan.clean:
            same[output.api].append((output, plan))
            continue
        removed = sum(change.new is None for change in plan.findings)
        counts = {
            "written": len(plan.findings) - removed,
            "removed": removed,
            "unchanged": len(plan.changes) - len(plan.findings),
        }
        said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        manifest = "manifest written" if plan.manifest else "manifest removed"
        yield f"{output.folder.as_posix()}: {said or manifest}"
    for api, unchanged in same.items():
        if unchanged:
            names = ", ".join(output.target for output, _ in unchanged)
            files = sum(len(plan.changes) for _, plan in unchanged)
            yield f"{api}: {names} up to date ({files} file{'' if files == 1 else 's'})"


def _outputs(run: Session, wishes: Wishes) -> Sequence[Output]:
    from apiscribe.pipeline.apis import find_apis
    from apiscribe.pipeline.cache import Cache, cache_folder
    from apiscribe.pipeline.outputs import Wanted, make_outputs

    _check_usage(run, wishes)
    found = find_apis(wishes.apis, run.diagnostics, access=wishes.access)
    targets = tuple(dict.fromkeys(wishes.targets))
    wanted = Wanted(targets, wishes.output, wishes.templates, wishes.jobs)
    cache = Cache(cache_folder() if wishes.cache else None)
    with no_garbage_collection(), _progress(quiet=run.json) as progress:
        outputs = make_outputs(found, wanted, run.diagnostics, cache, progress)
    if wishes.strict:
        run.diagnostics.refuse_warnings()
    return outputs


def _check_usage(run: Session, wishes: Wishes) -> None:
    from apiscribe.targets.registry import target_ids

    for name in wishes.targets:
        if name not in target_ids():
            from apiscribe.openapi.pointers import did_you_mean

            run.diagnostics.error(
                "usage/target",
                f"there is no target `{name}`.",
                help=did_you_mean(name, target_ids()),
            )
    if wishes.templates is not None and not wishes.templates.is_dir():
        run.diagnostics.error(
            "usage/templates", f"there is no folder {wishes.templates}.", help="check the path."
        )
    run.diagnostics.stop_on_errors()


class _Done(Protocol):
    def __call__(self, api: str, target: str) -> None: ...


@contextmanager
def _progress(*, quiet: bool) -> Iterator[_Done]:
    """A line on the terminal that says what is done; nothing when piped.

    Drawn only when something finishes, so that no thread runs while processes are forked.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda api, target: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    shown = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
    with shown as progress:
        task = progress.add_task("generating", total=None)
        progress.refresh()

        def done(api: str, target: str) -> None:
            progress.update(task, description=f"{api}/{target} rendered", refresh=True)

        yield done
