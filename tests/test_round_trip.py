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
from apiscribe.emit.render import render_artifacts
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
    """An accepted difference: at places that match `where`, once `forget` is taken from both.

    Both are regular expressions; without `forget` any difference at the place is accepted.
    """

    where: str
    reason: str
    forget: str = ""

    def explains(self, one: Difference) -> bool:
        if not re.search(self.where, one.where):
            return False
        if not self.forget:
            return True
        before, after = (re.sub(self.forget, "", str(text)) for text in (one.before, one.after))
        return before == after


LOSSES = (
    Loss(
        r"^/operations/(?!.*/(parameters|body|answers|errors)/).*/(name|resource/\d+)$"
        r"|^/resources/.*/(name|path/\d+)$",
        "the docs state the method, so reading them pins its names; the tag's spelling is gone",
        r" \(pinned\)( = .*)?$| = .*$",
    ),
    Loss(r"/parameters/\d+/examples/\d+/name$", "examples of parameters are shown without names"),
    Loss(r"/examples/\d+/summary$", "what an example shows is prose beside it"),
)

SHARED_INLINE = (
    Loss(
        r"^/declaration_order/",
        "an inline schema that several places refer to gets a page, and so becomes a component",
    ),
    Loss(
        r"^/declarations/BookingPayment(\.|Currency|Source)",
        "the same: it is declared under the name of its page",
    ),
    Loss(
        r"/fields/\d+/type/id$",
        "the same: its owner refers to it by that name",
        r"^BookingPayment\.(currency|source)$|^BookingPayment(Currency|Source)$",
    ),
    Loss(
        r"^/declarations/(BookingPayment|create-booking-payment\.response)/fields/\d+/docs$",
        "the same: its description is on its own page, not repeated at the member",
    ),
    Loss(
        r"^/declarations/create-booking-payment\.response(\.status$|/fields/\d+/type/id$)",
        "a read-only member of a request is gone before docs are made, so its type is no longer "
        "shared and is declared where the answer has it",
    ),
    Loss(
        r"^/declarations/.*\.links/docs$",
        "members merged from `allOf` stand in the answer, so the text beside one is also its "
        "type's",
    ),
)

MORE_LOSSES = {"train-travel": SHARED_INLINE}
"""What single specs lose beside that."""


@dataclass(frozen=True)
class Difference:
    where: str
    before: Any
    after: Any


def read_back(loaded: LoadedApi) -> Transcription:
    """The docs of an API, read as pages."""
    chosen = TargetSettings(loaded.settings, DocsOptions())
    diagnostics = Diagnostics()
    artifacts = list(TARGET.artifacts(loaded.api, chosen, diagnostics))
    tree = render_artifacts(TARGET, artifacts, diagnostics)
    paths = [one.path for one in artifacts if str(one.path).startswith(READ)]
    pages = [PageSource(str(path), tree.files[path].content.decode()) for path in paths]
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


def unexplained(before: Api, after: Api, losses: tuple[Loss, ...]) -> list[Difference]:
    return [
        one
        for one in differences(plain(before), plain(after))
        if not any(loss.explains(one) for loss in losses)
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
    losses = LOSSES + MORE_LOSSES.get(Path(spec).stem, ())
    found = unexplained(loaded.api, again.api, losses)
    assert not found, "\n".join(f"{d.where}: {d.before!r} → {d.after!r}" for d in found[:40])
