"""Artefacts → tree."""

from __future__ import annotations

from collections.abc import Iterable

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


def _content(
    target: Target, artifact: Artifact, templates: Templates, faults: Diagnostics
) -> tuple[bytes | None, str]:
    """The bytes of an artefact (`None` after a fault) and what it was made from."""
    match artifact:
        case Page(path, template, view):
            text = templates.render(template, view, faults)
            source = f"template {template} with {type(view).__name__}"
            return (None if text is None else target.format(path, text).encode()), source
        case Copy(_, asset):
            if (file := templates.asset(asset)) is None:
                faults.error("emit/asset", f"there is no file {asset!r} in the target's templates.")
                return None, asset
            return file.read_bytes(), f"file {asset}"
        case Text(path, content):
            return content.encode(), f"text {path.as_posix()}"
