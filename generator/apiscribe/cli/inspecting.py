"""`apiscribe bundle`, `lint`, `explain` and `targets`: they look, and change nothing."""

from __future__ import annotations

import json as json_text
from collections.abc import Sequence
from pathlib import Path

from apiscribe.access import Access
from apiscribe.cli import console
from apiscribe.cli.session import FINDINGS, UNUSABLE, Session, session, write_file
from apiscribe.diagnostics import Severity


def run_bundle(api: str, output: Path | None, access: Access, *, strict: bool, json: bool) -> None:
    """One self-contained document."""
    with session(json=json) as run:
        from apiscribe.openapi import bundle_document, dump_yaml
        from apiscribe.pipeline.documents import load_document_of

        data = bundle_document(load_document_of(api, run.diagnostics, access).document)
        if strict:
            run.diagnostics.refuse_warnings()
        if output is None and json:
            run.data["document"] = data
        elif output is None:
            console.raw(dump_yaml(data))
        elif output.suffix == ".json":
            write_file(output, json_text.dumps(data, indent=2, ensure_ascii=False) + "\n")
        else:
            write_file(output, dump_yaml(data))


def run_lint(
    apis: Sequence[str], targets: Sequence[str], access: Access, *, strict: bool, json: bool
) -> None:
    """All findings of all stages, targets included; an unreadable file still ends with 2."""
    with session(json=json, everything=True) as run:
        from apiscribe.pipeline.apis import find_apis
        from apiscribe.pipeline.loading import lint_api

        files = find_apis(apis, run.diagnostics, access=access)
        for one in files:
            lint_api(one, tuple(targets), run.diagnostics)
        counts = dict.fromkeys(Severity, 0)
        for diagnostic in run.diagnostics:
            counts[diagnostic.severity] += 1
        if counts[Severity.ERROR] or (strict and counts[Severity.WARNING]):
            run.code = FINDINGS
        run.data["counts"] = {severity.value: count for severity, count in counts.items()}
        if not json:
            names = ", ".join(one.name for one in files)
            said = ", ".join(
                f"{count} {severity.value}{'' if count == 1 else 's'}"
                for severity, count in counts.items()
            )
            console.say(f"{names}: {said}")


def run_explain(name: str, apis: Sequence[str], access: Access, *, json: bool) -> None:
    """Everything known under a name, in every API asked for."""
    with session(json=json) as run:
        from apiscribe.explain import explain
        from apiscribe.pipeline.loading import load_apis
        from apiscribe.targets.registry import target_ids

        found = explain(
            name, load_apis(apis, run.diagnostics, access), target_ids(), run.diagnostics
        )
        run.data["found"] = [one.to_json() for one in found]
        if not found:
            run.code = UNUSABLE
        if not json:
            console.result("\n\n".join(one.to_text() for one in found)) if found else None


def run_targets(*, json: bool) -> None:
    """The targets and the results of their tests."""
    with session(json=json) as run:
        from apiscribe.support import support_lines, target_support

        support = target_support()
        run.data["targets"] = [one.to_json() for one in support]
        if not json:
            _say_all(support_lines(support))


def _say_all(lines: Sequence[str]) -> None:
    for line in lines:
        console.result(line)


__all__ = ["Session", "run_bundle", "run_explain", "run_lint", "run_targets"]
