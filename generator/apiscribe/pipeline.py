"""The whole way: files → document → IR → targets → trees → disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apiscribe.config import Settings
from apiscribe.config_file import load_settings, target_options
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Place
from apiscribe.emit import Manifest, Plan, Tree, digest, plan_tree, refuse_conflicts
from apiscribe.emit.manifest import manifest_of, tool_versions
from apiscribe.ir import Api
from apiscribe.lower import lower_document
from apiscribe.openapi import Document, load_document, validate_document
from apiscribe.openapi.pointers import did_you_mean, pointer
from apiscribe.passes import run_passes
from apiscribe.pipeline_apis import ApiFiles, find_api, find_apis
from apiscribe.pipeline_examples import inject_examples
from apiscribe.pipeline_render import RenderJob, render_all
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target

DEFAULT_OUTPUT = Path("generated")
DEFAULT_TARGETS = ("docs", "python")
"""What an API without `targets` in its settings is generated for."""


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """An API's document with its examples in, checked; not lowered."""

    files: ApiFiles
    document: Document
    settings: Settings


@dataclass(frozen=True, slots=True)
class LoadedApi:
    """An API ready for targets."""

    files: ApiFiles
    document: Document
    settings: Settings
    api: Api

    @property
    def name(self) -> str:
        """What its output folder is called."""
        return self.files.name


def read_document(files: ApiFiles, diagnostics: Diagnostics) -> LoadedDocument:
    """Load, overlay, add examples and validate. Raises `ApiscribeError` for unusable input."""
    settings = load_settings(files.settings, files.name, diagnostics)
    document = _read_checked(files, settings, diagnostics)
    diagnostics.stop_on_errors()
    return LoadedDocument(files, document, settings)


def read_api(files: ApiFiles, diagnostics: Diagnostics) -> LoadedApi:
    """All stages up to the IR. Raises `ApiscribeError` for unusable input."""
    loaded = read_document(files, diagnostics)
    api = _lowered(loaded.document, loaded.settings, diagnostics)
    return LoadedApi(files, loaded.document, loaded.settings, api)


def _read_checked(files: ApiFiles, settings: Settings, diagnostics: Diagnostics) -> Document:
    """The document with overlay and examples; what is invalid in it is in `diagnostics`."""
    document = load_document(files.spec, diagnostics, overlays=files.overlays)
    if files.examples is not None:
        inject_examples(document, files.examples, diagnostics)
    validate_document(document, diagnostics)
    _check_names(files, settings, document, diagnostics)
    return document


def _lowered(document: Document, settings: Settings, diagnostics: Diagnostics) -> Api:
    api = lower_document(document, settings, diagnostics)
    diagnostics.stop_on_errors()
    api = run_passes(api, diagnostics)
    diagnostics.stop_on_errors()
    return api


def lint_api(files: ApiFiles, targets: Sequence[str], diagnostics: Diagnostics) -> None:
    """Collect the findings of all stages and targets, as far as they can be reached.

    Raises `ApiscribeError` only when a file cannot be read at all.
    """
    settings = load_settings(files.settings, files.name, diagnostics)
    document = _read_checked(files, settings, diagnostics)
    try:
        diagnostics.stop_on_errors()
        api = _lowered(document, settings, diagnostics)
        for target_id in targets or tuple(settings.targets) or DEFAULT_TARGETS:
            chosen = TargetSettings(settings, target_options(settings, target_id))
            list(target(target_id).artifacts(api, chosen, diagnostics))
    except ApiscribeError as error:
        for diagnostic in error.diagnostics:
            diagnostics.add(diagnostic)


def load_document_of(name_or_path: str, diagnostics: Diagnostics) -> LoadedDocument:
    """`read_document` of one API by name, folder or spec file."""
    files = find_api(name_or_path, diagnostics)
    diagnostics.stop_on_errors()
    assert files is not None
    return read_document(files, diagnostics)


def load_api(name_or_path: str, diagnostics: Diagnostics) -> LoadedApi:
    """`read_api` of one API by name, folder or spec file."""
    files = find_api(name_or_path, diagnostics)
    diagnostics.stop_on_errors()
    assert files is not None
    return read_api(files, diagnostics)


def load_apis(requests: Sequence[str], diagnostics: Diagnostics) -> tuple[LoadedApi, ...]:
    """`read_api` of all APIs asked for (see `find_apis`)."""
    return tuple(read_api(files, diagnostics) for files in find_apis(requests, diagnostics))


def _check_names(
    files: ApiFiles, settings: Settings, document: Document, diagnostics: Diagnostics
) -> None:
    """Keys of the settings that name something in the document must name something there."""
    if files.settings is None:
        return
    schemes = document.data.get("components", {}).get("securitySchemes", {})
    operations = [
        operation["operationId"]
        for section in ("paths", "webhooks")
        for item in document.data.get(section, {}).values()
        for operation in item.values()
        if isinstance(operation, dict) and "operationId" in operation
    ]
    for section, what, names, known in (
        ("credentials", "security scheme", settings.credentials, list(schemes)),
        ("methods", "operation", settings.methods, operations),
    ):
        for name in names:
            if name not in known:
                diagnostics.error(
                    "config/unknown-name",
                    f"The document has no {what} `{name}`.",
                    Place(files.settings.as_posix(), pointer(section, name)),
                    did_you_mean(name, known),
                )


@dataclass(frozen=True, slots=True)
class Output:
    """One API for one target: the tree, where it goes, and its manifest."""

    api: str
    target: str
    folder: Path
    tree: Tree
    manifest: Manifest


def make_outputs(
    apis: Sequence[LoadedApi],
    diagnostics: Diagnostics,
    *,
    targets: Sequence[str] = (),
    out: Path = DEFAULT_OUTPUT,
    templates: Path | None = None,
    jobs: int = 1,
    done: Callable[[str, str], None] = lambda api, target: None,
) -> tuple[Output, ...]:
    """Render every API for its targets; `targets` replaces those of the settings.

    `templates` is a folder that overrides ours file by file. `jobs` processes work side by side;
    the result does not depend on how many. `done` is called after each output with API and target.
    """
    work = [
        RenderJob(loaded.name, loaded.api, loaded.settings, target_id, templates)
        for loaded in apis
        for target_id in targets or tuple(loaded.settings.targets) or DEFAULT_TARGETS
    ]
    read = {loaded.name: loaded for loaded in apis}
    outputs = []
    for job, tree in render_all(work, diagnostics, jobs, done):
        versions = tool_versions(target(job.target).tools)
        digests = {**_inputs(read[job.name], job.target), "templates": job.templates_digest()}
        manifest = manifest_of(tree, job.target, versions, digests)
        outputs.append(Output(job.name, job.target, out / job.name / job.target, tree, manifest))
    return tuple(outputs)


def plan_outputs(
    outputs: Iterable[Output], diagnostics: Diagnostics, *, refuse_edits: bool
) -> tuple[Plan, ...]:
    """What writing would do, for all outputs; raises before anything is written when it may not."""
    plans = tuple(plan_tree(o.tree, o.folder, o.manifest, diagnostics) for o in outputs)
    if refuse_edits:
        refuse_conflicts(plans, diagnostics)
    return plans


def _inputs(loaded: LoadedApi, target_id: str) -> dict[str, str]:
    """Digests of what was read, free of formatting, comments and other targets' sections."""
    settings = loaded.settings.model_dump(mode="json")
    settings["targets"] = {target_id: settings["targets"].get(target_id, {})}
    return {
        "spec": digest(_canonical(loaded.document.data)),
        "config": digest(_canonical(settings)),
    }


def _canonical(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
