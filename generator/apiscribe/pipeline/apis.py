"""Which APIs a run is about: folders by convention, files, or names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.assets import specs_folder
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.tree import is_device

WORKING_SPECS = Path("spec")
"""Where a project keeps one folder per API, relative to the working folder."""

_STEMS = ("openapi", "swagger")
_SUFFIXES = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class ApiFiles:
    """The files of one API. `name` is that of its output folder; what is not there is `None`.

    `access` says what else the document may refer to.
    """

    name: str
    spec: Path
    overlays: tuple[Path, ...] = ()
    settings: Path | None = None
    examples: Path | None = None
    provenance: Path | None = None
    guides: Path | None = None
    access: Access = OWN_FOLDER


def find_apis(
    requests: Sequence[str],
    diagnostics: Diagnostics,
    working: Path = WORKING_SPECS,
    access: Access = OWN_FOLDER,
) -> tuple[ApiFiles, ...]:
    """The APIs asked for; with no request those of `spec/`, else the bundled ones.

    Raises `ApiscribeError` when one cannot be found or two have the same name.
    """
    if requests:
        found = [find_api(request, diagnostics, working) for request in requests]
    else:
        found = list(_folders(working) or _folders(specs_folder()))
        if not found:
            diagnostics.error(
                "input/no-api",
                "there is no API to work on.",
                help="name a spec file, or make spec/<api>/openapi.yaml.",
            )
    apis: dict[str, ApiFiles] = {}
    for files in found:
        if files is None:
            continue
        other = apis.setdefault(files.name, files)
        if other.spec.resolve() != files.spec.resolve():
            diagnostics.error(
                "input/same-name",
                f"{_shown(other.spec)} and {_shown(files.spec)} are both named `{files.name}`.",
                help="generate them one at a time with different -o, or rename one.",
            )
    diagnostics.stop_on_errors()
    return tuple(replace(files, access=access) for files in apis.values())


def find_api(
    request: str, diagnostics: Diagnostics, working: Path = WORKING_SPECS
) -> ApiFiles | None:
    """The API of a name, a folder or a spec file; `None` with a diagnostic when there is none."""
    if not request:
        diagnostics.error(
            "input/no-name",
            "the argument that names the API is empty.",
            help="give a folder's name under spec/, a folder, or a spec file.",
        )
        return None
    if _is_name(request):
        for root in (working, specs_folder()):
            if (files := _in_folder(root / request)) is not None:
                return files
    path = Path(request)
    if path.is_file():
        return _beside(path)
    if path.is_dir():
        if (files := _in_folder(path)) is None:
            diagnostics.error(
                "input/no-spec",
                f"the folder {request} has no openapi.yaml.",
                help="name the spec file, or call it openapi.yaml (or .yml, .json).",
            )
        return files
    if _is_name(request) and not path.suffix:
        from apiscribe.openapi.pointers import did_you_mean  # only when there is something to say

        names = [files.name for root in (working, specs_folder()) for files in _folders(root)]
        diagnostics.error(
            "input/no-api", f"there is no API named `{request}`.", help=did_you_mean(request, names)
        )
    else:
        diagnostics.error(
            "input/no-file",
            f"there is no file {request}.",
            help="check the path, or give the name of a folder under spec/.",
        )
    return None


def _is_name(request: str) -> bool:
    return bool(re.fullmatch(r"[\w.-]+", request)) and request not in (".", "..")


def _folders(root: Path) -> list[ApiFiles]:
    if not root.is_dir():
        return []
    folders = sorted(path for path in root.iterdir() if path.is_dir())
    return [files for folder in folders if (files := _in_folder(folder)) is not None]


def _in_folder(folder: Path) -> ApiFiles | None:
    for spec in _candidates(folder, _STEMS):
        return _files(_api_name(folder.resolve().name), spec, folder, "")
    return None


def _beside(spec: Path) -> ApiFiles:
    """A spec file given by itself: `openapi.yaml` follows the folder convention; beside another,
    such as `pets.yaml`, count `pets.overlay.yaml`, `pets.sdk.yaml` and `pets.examples/`.
    """
    if spec.stem in _STEMS:
        return _files(_api_name(spec.resolve().parent.name), spec, spec.parent, "")
    return _files(_api_name(spec.stem), spec, spec.parent, f"{spec.stem}.")


def _files(name: str, spec: Path, folder: Path, prefix: str) -> ApiFiles:
    examples = folder / f"{prefix}examples"
    provenance = folder / f"{prefix}provenance.json"
    guides = folder / f"{prefix}docs"
    return ApiFiles(
        name,
        spec,
        tuple(list(_candidates(folder, (f"{prefix}overlay",)))[:1]),
        next(_candidates(folder, (f"{prefix}sdk",)), None),
        examples if examples.is_dir() else None,
        provenance if provenance.is_file() else None,
        guides if guides.is_dir() else None,
    )


def _candidates(folder: Path, stems: Sequence[str]) -> Iterator[Path]:
    for stem in stems:
        for suffix in _SUFFIXES:
            if (path := folder / f"{stem}{suffix}").is_file():
                yield path


def _api_name(text: str) -> str:
    name = re.sub(r"[^\w.-]+", "-", text).strip("-.") or "api"
    return f"api-{name}" if is_device(name) else name


def _shown(path: Path) -> str:
    return path.as_posix()
