"""Files → document → IR, for one API or several; and the findings of all stages for `lint`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.ir import Api
from apiscribe.lower import lower_document
from apiscribe.openapi import Document
from apiscribe.passes import run_passes
from apiscribe.pipeline.apis import ApiFiles, find_api, find_apis
from apiscribe.pipeline.defaults import complete_settings
from apiscribe.pipeline.documents import read_document, read_findings
from apiscribe.pipeline.settings import target_options, targets_of
from apiscribe.pipeline.sources import sources_for
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target


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


def read_api(files: ApiFiles, diagnostics: Diagnostics) -> LoadedApi:
    """All stages up to the IR. Raises `ApiscribeError` for unusable input."""
    loaded = read_document(files, diagnostics)
    api = _lowered(loaded.document, loaded.settings, diagnostics)
    return LoadedApi(files, loaded.document, complete_settings(loaded.settings, api), api)


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
    loaded = read_findings(files, diagnostics, thorough=True)
    try:
        diagnostics.stop_on_errors()
        api = _lowered(loaded.document, loaded.settings, diagnostics)
        settings = complete_settings(loaded.settings, api)
        read = LoadedApi(files, loaded.document, settings, api)
        for target_id in targets_of(settings, targets):
            chosen = TargetSettings(
                settings, target_options(settings, target_id), sources_for(target_id, read)
            )
            list(target(target_id).artifacts(api, chosen, diagnostics))
    except ApiscribeError as error:
        for diagnostic in error.diagnostics:
            diagnostics.add(diagnostic)


def load_api(name_or_path: str, diagnostics: Diagnostics) -> LoadedApi:
    """`read_api` of one API by name, folder or spec file."""
    files = find_api(name_or_path, diagnostics)
    diagnostics.stop_on_errors()
    assert files is not None
    return read_api(files, diagnostics)


def load_apis(
    requests: Sequence[str], diagnostics: Diagnostics, access: Access = OWN_FOLDER
) -> tuple[LoadedApi, ...]:
    """`read_api` of all APIs asked for (see `find_apis`)."""
    found = find_apis(requests, diagnostics, access=access)
    return tuple(read_api(files, diagnostics) for files in found)
