"""What a target makes of an API, for tests that hand its files to the tools of its language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.pipeline import load_api
from apiscribe.serve import serve_in_thread
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target

ROOT = Path(__file__).parents[1]
APIS = tuple(sorted(path.parent.name for path in (ROOT / "spec").glob("*/openapi.yaml")))


def generate(id: str, name: str, section: Mapping[str, Any] | None = None) -> Mapping[str, bytes]:
    """Content by path; `section` instead of the target's own settings in `sdk.yaml`."""
    loaded = load_api(name, Diagnostics())
    chosen = target(id)
    own = loaded.settings.targets.get(id, {}) if section is None else section
    given = loaded.settings.model_copy(update={"targets": {id: own}})
    settings = TargetSettings(given, chosen.options.model_validate(own))
    artifacts = chosen.artifacts(loaded.api, settings, Diagnostics())
    files = render_artifacts(chosen, artifacts, Diagnostics()).files
    return {str(path): entry.content for path, entry in files.items()}


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files below `folder`."""
    for path, content in files.items():
        place = folder / PurePosixPath(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


@contextmanager
def mock_server(name: str) -> Iterator[str]:
    """The mock server of an API, on a free loopback port; its address."""
    with serve_in_thread(load_api(name, Diagnostics()).document.data) as url:
        yield url
