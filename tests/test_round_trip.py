"""Docs that are read back give the spec again, up to the losses of `round_trip_losses.py`.

spec → IR → docs → `transcribe --family stainless-md` → spec → IR. Both IRs are dumped and
compared value by value; every difference must be one of those, each with its reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.ir import Api
from apiscribe.openapi import dump_yaml
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe
from apiscribe.passes import dump_api
from apiscribe.pipeline import LoadedApi, load_api
from apiscribe.targets.base import Artifact, TargetSettings
from apiscribe.targets.docs import TARGET, DocsOptions, DocsTarget
from apiscribe.targets.docs.names import PageNames, is_component
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.markup import prose
from apiscribe.targets.site import TARGET as SITE
from apiscribe.targets.site import SiteTarget
from apiscribe.targets.site.options import SiteOptions
from round_trip_losses import LOSSES, MORE_LOSSES, UNREAD, Difference, Loss

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
READ = ("README.md", "index.md", "operations/", "models/", "webhooks/")
NAMED = ("petstore", "museum", "train-travel", "mistral")


def read_back(loaded: LoadedApi, target: DocsTarget | SiteTarget = TARGET) -> Transcription:
    """The Markdown of an API, as `target` writes it, read as pages."""
    settings = loaded.settings.model_copy(update={"api": "case"})  # names the samples' package
    options = DocsOptions() if target is TARGET else SiteOptions()
    chosen = TargetSettings(settings, options)
    diagnostics = Diagnostics()
    artifacts = [one for one in target.artifacts(loaded.api, chosen, diagnostics) if is_read(one)]
    tree = render_artifacts(target, artifacts, diagnostics)
    paths = [one.path for one in artifacts]
    pages = [PageSource(str(path), tree.files[path].content.decode()) for path in paths]
    if loaded.api.operations or loaded.api.webhooks or loaded.api.declarations:
        return transcribe(pages, diagnostics, family="stainless-md")
    return _read_with_a_model(pages)


def _read_with_a_model(pages: list[PageSource]) -> Transcription:
    """Docs of an API without operation and schema: an error, unless another page has a model."""
    with pytest.raises(ApiscribeError) as stopped:
        transcribe(pages, Diagnostics(), family="stainless-md")
    assert {found.rule for found in stopped.value.diagnostics} == {"pages/nothing-read"}
    model = PageSource("models/Extra.md", "# Extra\n\n- `Extra = string`\n")
    result = transcribe([*pages, model], Diagnostics(), family="stainless-md")
    del result.document["components"]["schemas"]["Extra"]
    return result


def is_read(artifact: Artifact) -> bool:
    """Whether it is a page of Markdown with facts, not an index or HTML."""
    return artifact.path.suffix == ".md" and str(artifact.path).startswith(READ)


def reload(transcription: Transcription, folder: Path) -> LoadedApi:
    path = folder / "openapi.yaml"
    path.write_text(dump_yaml(transcription.document))
    return load_api(str(path), Diagnostics())


def plain(api: Api) -> Any:
    """The dump of an API as docs show it.

    Prose is inert, parameters stand together by place, encodings by member; an inline schema
    that has a page because several places refer to it goes by the name of its page.
    """
    api = rejoin(api)
    names = PageNames(api)
    shared = {
        id: names.model(id) for id in names.models() if not is_component(api.declarations[id])
    }

    def renamed(text: str) -> str:
        for id, name in shared.items():
            if text == id or (text.startswith(id) and text[len(id)] in ".[|{/"):
                return name + text[len(id) :]
        return text

    places = ("path", "query", "querystring", "header", "cookie")

    def walk(value: Any, key: str = "") -> Any:
        if key == "parameters" and all("location" in one for one in value):
            value = sorted(value, key=lambda one: places.index(one["location"]))
        elif key == "encodings":
            value = sorted(value, key=lambda one: str(one["field"]))
        if isinstance(value, dict):
            return {renamed(name): walk(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner, key) if isinstance(inner, str) else walk(inner) for inner in value]
        if isinstance(value, str) and key in ("description", "summary"):
            return prose(value)
        return renamed(value) if isinstance(value, str) else value

    return walk(json.loads(dump_api(api)))


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
    for name in NAMED:
        found.append(shared(SHARED / "specs" / f"{name}.yaml"))
    found += [shared(path) for path in sorted((SHARED / "cases").glob("*.yaml"))]
    return found


def shared(path: Path) -> Any:
    """A spec that is not part of the project; skipped where it is not there."""
    missing = pytest.mark.skipif(not path.exists(), reason=f"{path.name} is not here")
    return pytest.param(str(path), id=path.stem, marks=missing)


def bundled() -> list[Path]:
    return sorted((ROOT / "spec").glob("*/openapi.yaml"))


@pytest.mark.parametrize("spec", specs())
def test_docs_read_back_give_the_spec(spec: str, tmp_path: Path) -> None:
    try:
        loaded = load_api(spec, Diagnostics())
    except ApiscribeError as error:
        pytest.skip(f"unusable on purpose: {error.diagnostics[0].message}")
    name = Path(spec).parent.name if Path(spec).stem == "openapi" else Path(spec).stem
    if name in UNREAD:
        pytest.xfail(UNREAD[name])
    assert_same(loaded, read_back(loaded), name, tmp_path)


@pytest.mark.parametrize(
    "spec",
    [
        *(pytest.param(path.parent.name, id=path.parent.name) for path in bundled()),
        *(shared(SHARED / "specs" / f"{name}.yaml") for name in NAMED),
    ],
)
def test_the_markdown_of_a_site_read_back_gives_the_spec(spec: str, tmp_path: Path) -> None:
    """The twins of the `site` target, which have the same losses as the docs."""
    loaded = load_api(spec, Diagnostics())
    assert_same(loaded, read_back(loaded, SITE), Path(spec).stem, tmp_path)


def assert_same(loaded: LoadedApi, read: Transcription, name: str, folder: Path) -> None:
    """All is read, and nothing is lost but what `name` may lose."""
    assert read.report.unread == ()
    assert read.report.conflicts == ()
    again = reload(read, folder)
    found = unexplained(loaded.api, again.api, LOSSES + MORE_LOSSES.get(name, ()))
    assert not found, "\n".join(f"{d.where}: {d.before!r} → {d.after!r}" for d in found[:40])


TWO_OF_ONE_PATH = """
openapi: 3.1.0
info: {title: Lamps, version: "1"}
paths:
  /lamps:
    post: {operationId: add, responses: {"200": {description: ok}}}
  "/lamps#stream":
    post:
      operationId: watch
      requestBody:
        content: {application/json: {schema: {type: object, properties: {room: {type: string}}}}}
      responses: {"204": {description: none}}
"""


def test_operations_of_one_method_and_path_stay_apart(tmp_path: Path) -> None:
    """The operationIds say that they are two, so neither gets the other's body or answers."""
    (tmp_path / "two.yaml").write_text(TWO_OF_ONE_PATH)
    loaded = load_api(str(tmp_path / "two.yaml"), Diagnostics())
    transcription = read_back(loaded)
    assert transcription.report.conflicts == ()
    assert list(transcription.document["paths"]) == ["/lamps", "/lamps#watch"]
    assert not unexplained(loaded.api, reload(transcription, tmp_path).api, LOSSES)


def kept(spec: str, folder: Path) -> tuple[LoadedApi, LoadedApi]:
    """A spec before and after its docs were read back, which are read wholly and without conflict."""
    (folder / "spec.yaml").write_text(spec)
    loaded = load_api(str(folder / "spec.yaml"), Diagnostics())
    read = read_back(loaded)
    assert read.report.unread == ()
    assert read.report.conflicts == ()
    return loaded, reload(read, folder)


def in_members(schema: str) -> str:
    """A spec whose only model has one member `it`."""
    return f"""
openapi: 3.1.0
info: {{title: Lamps, version: "1"}}
paths: {{}}
components: {{schemas: {{Lamp: {{type: object, properties: {{it: {schema}}}}}}}}}
"""


@pytest.mark.parametrize(
    "schema",
    [
        "{type: array, items: {type: array, items: {description: One of two., type: object,"
        " properties: {a: {type: string}}}}}",
        "{type: array, items: {type: [array, 'null'], items: {description: One of two.,"
        " type: object, properties: {a: {type: string}}}}}",
        "{type: object, additionalProperties: {type: object, additionalProperties:"
        " {description: One of two., type: object, properties: {a: {type: string}}}}}",
        "{oneOf: [{type: object, properties: {up: {type: string}}, required: [up]},"
        " {type: string, enum: [a, b, c, d]}]}",
        "{allOf: [{type: string}, {type: integer}], description: Both at once.}",
        "{anyOf: [{const: auto, description: What fits.}, {type: object, properties: {a: {}}}]}",
    ],
    ids=[
        "lists-in-lists",
        "null-in-lists",
        "maps-in-maps",
        "values-beside-objects",
        "never",
        "constant",
    ],
)
def test_members_are_read_as_deep_as_they_are_shown(schema: str, tmp_path: Path) -> None:
    loaded, again = kept(in_members(schema), tmp_path)
    assert not unexplained(loaded.api, again.api, LOSSES)


def test_blanks_that_do_not_break_stay_in_examples(tmp_path: Path) -> None:
    text = OWN_SERVERS.replace(
        "responses: {",
        "requestBody: {content: {application/json: {schema: {type: object},"
        ' example: {by: "by\u00a0Matz"}}}}\n      responses: {',
        1,
    )
    loaded, again = kept(text, tmp_path)
    assert not unexplained(loaded.api, again.api, LOSSES)
    page = next(
        one for one in read_back(loaded).facts if one.page.name == "operations/lamps.add.md"
    )
    assert page.page.text.count("by\u00a0Matz") > 1, "in the example, and in the call of curl"


OWN_SERVERS = """
openapi: 3.1.0
info: {title: Lamps, version: "1"}
paths:
  /lamps:
    post:
      operationId: add
      servers:
        - url: https://{room}.lamps.example
          description: Where lamps are.
          variables: {room: {default: attic, enum: [attic, hall], description: The room.}}
      responses: {"204": {description: none}}
webhooks:
  lit:
    post:
      summary: Lit
      description: A lamp was lit.
      externalDocs: {url: https://lamps.example/lit}
      responses: {"204": {description: none}}
    put: {summary: Lit again, responses: {"204": {description: none}}}
"""


def test_servers_of_an_operation_and_methods_of_webhooks_are_kept(tmp_path: Path) -> None:
    loaded, again = kept(OWN_SERVERS, tmp_path)
    assert [one.verb for one in again.api.webhooks] == ["POST", "PUT"]
    assert not unexplained(loaded.api, again.api, LOSSES)
