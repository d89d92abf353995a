"""Docs that are read back give the spec again, up to the losses listed here.

spec → IR → docs → `transcribe --family stainless-md` → spec → IR. Both IRs are dumped and
compared value by value; every difference must be one of `LOSSES`, each with its reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit import render_artifacts
from apiscribe.ir import Api
from apiscribe.openapi import dump_yaml
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe
from apiscribe.passes import dump_api
from apiscribe.pipeline import LoadedApi, load_api
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.docs import TARGET, DocsOptions
from apiscribe.targets.docs.markup import prose
from apiscribe.targets.docs.rejoin import rejoin

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "specs"
READ = ("README.md", "operations/", "models/", "webhooks/")


@dataclass(frozen=True)
class Loss:
    """Differences at places that match `where` (a regular expression) and why they are accepted."""

    where: str
    reason: str


LOSSES = (Loss(r"(^|/)place/", "where a value stands in its file is not part of the spec"),)


@dataclass(frozen=True)
class Difference:
    where: str
    before: Any
    after: Any


def read_back(loaded: LoadedApi) -> Transcription:
    """The docs of an API, read as pages."""
    chosen = TargetSettings(loaded.settings, DocsOptions())
    diagnostics = Diagnostics()
    artifacts = TARGET.artifacts(loaded.api, chosen, diagnostics)
    tree = render_artifacts(TARGET, artifacts, diagnostics)
    pages = [
        PageSource(str(path), entry.content.decode())
        for path, entry in tree.files.items()
        if str(path).startswith(READ)
    ]
    pages.sort(key=lambda page: (not page.name.startswith("README"), page.name))
    return transcribe(pages, diagnostics, family="stainless-md")


def reload(transcription: Transcription, folder: Path) -> LoadedApi:
    path = folder / "openapi.yaml"
    path.write_text(dump_yaml(transcription.document))
    return load_api(str(path), Diagnostics())


def plain(api: Api) -> Any:
    """The dump of an API; prose in the form in which docs show it."""

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: walk(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        if isinstance(value, str) and key in ("description", "summary"):
            return prose(value)
        return value

    return walk(json.loads(dump_api(rejoin(api))))


def differences(before: Any, after: Any, where: str = "") -> Iterator[Difference]:
    """Every place where two JSON values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            here = f"{where}/{key}"
            if key in before and key in after:
                yield from differences(before[key], after[key], here)
            else:
                yield Difference(here, before.get(key, "(nothing)"), after.get(key, "(nothing)"))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{where}/{index}")
    elif before != after or type(before) is not type(after):
        yield Difference(where, before, after)


def unexplained(before: Api, after: Api) -> list[Difference]:
    return [
        one
        for one in differences(plain(before), plain(after))
        if not any(re.search(loss.where, one.where) for loss in LOSSES)
    ]


def specs() -> list[Any]:
    found = [pytest.param(path.parent.name, id=path.parent.name) for path in bundled()]
    cases = sorted((ROOT / "tests" / "cases").glob("*/openapi.yaml"))
    found += [pytest.param(str(path), id=f"cases-{path.parent.name}") for path in cases]
    for name in ("museum", "train-travel", "petstore"):
        path = SHARED / f"{name}.yaml"
        missing = pytest.mark.skipif(not path.exists(), reason=f"{path.name} is not here")
        found.append(pytest.param(str(path), id=f"shared-{name}", marks=missing))
    return found


def bundled() -> list[Path]:
    return sorted((ROOT / "spec").glob("*/openapi.yaml"))


@pytest.mark.parametrize("spec", specs())
def test_docs_read_back_give_the_spec(spec: str, tmp_path: Path) -> None:
    loaded = load_api(spec, Diagnostics())
    transcription = read_back(loaded)
    assert transcription.report.unread == ()
    assert transcription.report.conflicts == ()
    again = reload(transcription, tmp_path)
    found = unexplained(loaded.api, again.api)
    assert not found, "\n".join(f"{d.where}: {d.before!r} → {d.after!r}" for d in found[:40])
