"""`apiscribe transcribe`."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from apiscribe.cli import console
from apiscribe.cli.session import FINDINGS, Session, session, write_file
from apiscribe.diagnostics import Severity

if TYPE_CHECKING:
    from apiscribe.pages.transcribe import Transcription

Descriptions: TypeAlias = Literal["keep", "omit"]


def run_transcribe(
    names: Sequence[str],
    output: Path | None,
    family: str | None,
    descriptions: Descriptions,
    report: Path | None,
    *,
    overlay: Path | None,
    html: Path | None,
    strict: bool,
    json: bool,
) -> None:
    """Read the pages; write document, provenance and report once everything has succeeded."""
    with session(json=json) as run:
        check_family(run, family)
        _check_overlay(run, overlay)
        result = _transcribe(run, names, family, descriptions)
        from apiscribe.openapi import dump_yaml

        document = _dump(result.document, output, dump_yaml)
        if output is not None:
            write_file(output, document, folders=True)
            write_file(provenance_file(output), _json(result.provenance), folders=True)
        elif not json:
            console.raw(document)
        if report is not None:
            is_json = report.suffix == ".json"
            text = _json(result.report.to_json()) if is_json else result.report.to_text()
            write_file(report, text, folders=True)
        elif not json:
            console.say(result.report.to_text().rstrip("\n"))
        if overlay is not None:
            write_file(overlay, result.overlay, folders=True)
        if html is not None:
            from apiscribe.review.side_by_side import side_by_side

            shown = side_by_side(result, dump_yaml(result.document), run.diagnostics)
            write_file(html, shown, folders=True)
        run.data.update(document=result.document, report=result.report.to_json())
        left_out = any(found.severity is Severity.WARNING for found in run.diagnostics)
        if strict and (result.report.unread or result.report.conflicts or left_out):
            run.code = FINDINGS


def provenance_file(document: Path) -> Path:
    """Where the provenance of a document goes: the API folder's, or beside any other file."""
    own = document.stem == "openapi"
    return document.with_name("provenance.json" if own else f"{document.stem}.provenance.json")


def check_family(run: Session, family: str | None) -> None:
    """Stop when there is no such family of pages."""
    from apiscribe.openapi.pointers import did_you_mean
    from apiscribe.pages.detect import family_ids

    if family is not None and family not in family_ids():
        run.diagnostics.error(
            "usage/family",
            f"there is no family `{family}`.",
            help=did_you_mean(family, family_ids()),
        )
    run.diagnostics.stop_on_errors()


def _check_overlay(run: Session, overlay: Path | None) -> None:
    """A person writes in an overlay: one that is there already is never written over."""
    if overlay is not None and overlay.exists():
        run.diagnostics.error(
            "usage/overlay-exists",
            f"`{overlay}` is there already.",
            help="name another file, and take over from it what is new",
        )
    run.diagnostics.stop_on_errors()


def _transcribe(
    run: Session, names: Sequence[str], family: str | None, descriptions: Descriptions
) -> Transcription:
    from apiscribe.pages.page import read_pages
    from apiscribe.pages.transcribe import transcribe

    pages = read_pages(names, run.diagnostics, stdin=sys.stdin.buffer)
    run.diagnostics.stop_on_errors()
    result = transcribe(pages, run.diagnostics, family=family, descriptions=descriptions)
    run.diagnostics.stop_on_errors()
    return result


def _dump(document: dict[str, Any], output: Path | None, dump_yaml: Any) -> str:
    is_json = output is not None and output.suffix == ".json"
    return _json(document) if is_json else str(dump_yaml(document))


def _json(data: Any) -> str:
    return json_text.dumps(data, indent=2, ensure_ascii=False) + "\n"
