"""APIs → trees with their manifests, from the cache where nothing changed; and plans to write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apiscribe.diagnostics import Diagnostics, Place, Span
from apiscribe.emit.digests import digest
from apiscribe.emit.manifest import Manifest, manifest_of, tool_versions
from apiscribe.emit.plan import Plan, plan_tree, refuse_conflicts
from apiscribe.emit.stale import stale_targets
from apiscribe.emit.tree import Tree
from apiscribe.pipeline.apis import ApiFiles
from apiscribe.pipeline.cache import Cache, CachedOutput, Entry
from apiscribe.targets.registry import target, target_ids

if TYPE_CHECKING:
    from apiscribe.pipeline.loading import LoadedApi

DEFAULT_OUTPUT = Path("generated")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made. `targets` replaces those of the settings.

    `templates` is a folder that overrides ours file by file. `jobs` processes work side by side;
    the result does not depend on how many.
    """

    targets: tuple[str, ...] = ()
    out: Path = DEFAULT_OUTPUT
    templates: Path | None = None
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Output:
    """One API for one target: the tree, where it goes, and its manifest.

    No manifest: the target is no longer asked for, and what an earlier run wrote has to go.
    """

    api: str
    target: str
    folder: Path
    tree: Tree
    manifest: Manifest | None


def make_outputs(
    found: Sequence[ApiFiles],
    wanted: Wanted,
    diagnostics: Diagnostics,
    cache: Cache,
    done: Callable[[str, str], None] = lambda api, target: None,
) -> tuple[Output, ...]:
    """The outputs of all APIs, in their order. `done` is called with API and target.

    Where the targets are those of the settings, folders of other targets become outputs to remove.
    Raises `ApiscribeError` for unusable input, and with exit code 3 for a fault in a template.
    """
    entries: dict[str, Entry] = {}
    for files in found:
        entry = cache.get(files, wanted.targets, wanted.templates)
        if entry is not None:
            entries[files.name] = entry
    missing = [files for files in found if files.name not in entries]
    if missing:
        # The stages and their libraries are imported only when there is work for them.
        entries |= _made(missing, wanted, diagnostics, cache, done)
    outputs = []
    for files in found:
        entry = entries[files.name]
        if files not in missing:
            entry.report(diagnostics)
        for made in entry.outputs:
            folder = wanted.out / files.name / made.target
            outputs.append(Output(files.name, made.target, folder, made.tree, made.manifest))
        if entry.complete:
            kept = {made.target for made in entry.outputs}
            for name in stale_targets(wanted.out / files.name, kept, target_ids()):
                folder = wanted.out / files.name / name
                outputs.append(Output(files.name, name, folder, Tree(), None))
    return tuple(outputs)


def plan_outputs(
    outputs: Iterable[Output],
    diagnostics: Diagnostics,
    *,
    refuse_edits: bool,
    force: bool = False,
) -> tuple[Plan, ...]:
    """What writing would do, for all outputs; raises before anything is written when it may not.

    `force` goes on with a manifest that cannot be read.
    """
    plans = tuple(
        plan_tree(o.tree, o.folder, o.manifest, diagnostics, force=force) for o in outputs
    )
    if refuse_edits:
        refuse_conflicts(plans, diagnostics)
    return plans


def _made(
    missing: Sequence[ApiFiles],
    wanted: Wanted,
    diagnostics: Diagnostics,
    cache: Cache,
    done: Callable[[str, str], None],
) -> dict[str, Entry]:
    from apiscribe.pipeline.rendering import RenderJob, render_all
    from apiscribe.pipeline.settings import targets_of
    from apiscribe.pipeline.sources import guides_digest, sources_for

    said = {files.name: Diagnostics(locators=diagnostics.locators) for files in missing}
    loaded = {one.name: one for one in _loaded(missing, said, diagnostics)}
    jobs = [
        RenderJob(
            one.name,
            one.api,
            one.settings,
            target_id,
            wanted.templates,
            cache.memo(one.files, target_id),
            sources_for(target_id, one),
        )
        for one in loaded.values()
        for target_id in targets_of(one.settings, wanted.targets)
    ]
    # Of what was read, free of formatting and comments.
    specs = {name: digest(_canonical(one.document.data)) for name, one in loaded.items()}
    outputs: dict[str, list[CachedOutput]] = {name: [] for name in loaded}
    for job, tree, reported in render_all(jobs, diagnostics, wanted.jobs, done):
        for diagnostic in reported:
            said[job.name].add(diagnostic)
        versions = tool_versions(target(job.target).tools)
        inputs = {
            "spec": specs[job.name],
            "config": _config_digest(loaded[job.name], job.target),
            "templates": job.templates_digest(),
        }
        if job.sources.guides:
            inputs["guides"] = guides_digest(job.sources)
        manifest = manifest_of(tree, job.target, versions, inputs)
        outputs[job.name].append(CachedOutput(job.target, tree, manifest))
    entries = {
        name: _entry(outputs[name], not wanted.targets and bool(one.settings.targets), said[name])
        for name, one in loaded.items()
    }
    for one in loaded.values():
        read = one.document.files
        cache.put(one.files, wanted.targets, wanted.templates, read, entries[one.name])
    return entries


def _loaded(
    missing: Sequence[ApiFiles], said: Mapping[str, Diagnostics], diagnostics: Diagnostics
) -> Iterator[LoadedApi]:
    from apiscribe.pipeline.loading import read_api

    for files in missing:
        try:
            yield read_api(files, said[files.name])
        finally:
            _merge(said[files.name], diagnostics)


def _merge(own: Diagnostics, diagnostics: Diagnostics) -> None:
    for diagnostic in own:
        diagnostics.add(diagnostic)


def _entry(outputs: Sequence[CachedOutput], complete: bool, said: Diagnostics) -> Entry:
    lines: dict[Place, Span] = {}
    for diagnostic in said:
        if isinstance(diagnostic.where, Place):
            span = said.locate(diagnostic.where)
            if span is not None:
                lines[diagnostic.where] = span
    return Entry(tuple(outputs), complete, tuple(said), lines)


def _config_digest(loaded: LoadedApi, target_id: str) -> str:
    """Of the settings, without comments and other targets' sections."""
    settings = loaded.settings.model_dump(mode="json")
    settings["targets"] = {target_id: settings["targets"].get(target_id, {})}
    return digest(_canonical(settings))


def _canonical(data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")
