"""Artefacts → tree."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.manifest import WRITER_NAMES
from apiscribe.emit.templates import Templates, templates_for
from apiscribe.emit.tree import Tree
from apiscribe.targets.base import Artifact, Copy, Page, Target, Text


def render_artifacts(
    target: Target,
    artifacts: Iterable[Artifact],
    diagnostics: Diagnostics,
    templates: Templates | None = None,
) -> Tree:
    """Render, format and gather all files of one target.

    Raises `ApiscribeError` with exit code 3 for a fault in a template or an asset, 2 for paths
    that cannot be written (see `Tree.claim`).
    """
    templates = templates or templates_for(target.id)
    tree = Tree(reserved=WRITER_NAMES)
    faults = Diagnostics()
    for artifact in artifacts:
        content, source = _content(target, artifact, templates, faults)
        if content is not None:
            tree.claim(artifact.path, content, f"{target.id}: {source}", diagnostics)
    if faults.errors:
        raise ApiscribeError((*diagnostics.items, *faults.items), exit_code=3)
    diagnostics.stop_on_errors()
    return tree


def _formatted(
    target: Target, path: PurePosixPath, text: str, source: str, faults: Diagnostics
) -> bytes | None:
    """A formatter refuses what is no program; that is a fault of the template or its view."""
    try:
        return target.format(path, text).encode()
    except Exception as error:
        said = str(error).strip().partition("\n")[0].rstrip(".")
        faults.error(
            "emit/format",
            f"{path.as_posix()} (from {target.id}: {source}) cannot be formatted: "
            f"{type(error).__name__}: {said}.",
            help="correct the template; an edited one of --templates is the first to suspect",
        )
        return None


def _content(
    target: Target, artifact: Artifact, templates: Templates, faults: Diagnostics
) -> tuple[bytes | None, str]:
    """The bytes of an artefact (`None` after a fault) and what it was made from."""
    match artifact:
        case Page(path, template, view):
            source = f"template {template} with {type(view).__name__}"
            text = templates.render(template, view, faults)
            return (
                None if text is None else _formatted(target, path, text, source, faults)
            ), source
        case Copy(_, asset):
            if (file := templates.asset(asset)) is None:
                faults.error("emit/asset", f"there is no file {asset!r} in the target's templates.")
                return None, asset
            return file.read_bytes(), f"file {asset}"
        case Text(path, content):
            return content.encode(), f"text {path.as_posix()}"
