"""Artefacts → tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath

from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.manifest import WRITER_NAMES
from apiscribe.emit.templates import Templates, templates_for
from apiscribe.emit.tree import Tree
from apiscribe.targets.base import Artifact, Binary, Copy, Page, Target, Text


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
    faults = Diagnostics()
    made: list[tuple[PurePosixPath, bytes | str, str]] = []
    for artifact in artifacts:
        content, source = _content(artifact, templates, faults)
        if content is not None:
            made.append((artifact.path, content, source))
    formatted = _formatted(target, [one for one in made if isinstance(one[1], str)], faults)
    tree = Tree(reserved=WRITER_NAMES)
    for path, content, source in made:
        text = next(formatted) if isinstance(content, str) else content
        if text is not None:
            tree.claim(path, text, f"{target.id}: {source}", diagnostics)
    if faults.errors:
        raise ApiscribeError((*diagnostics.items, *faults.items), exit_code=3)
    diagnostics.stop_on_errors()
    return tree


def _formatted(
    target: Target, pages: Sequence[tuple[PurePosixPath, str | bytes, str]], faults: Diagnostics
) -> Iterator[bytes | None]:
    """The texts of pages in their order, formatted; `None` after a fault."""
    texts = [(path, text, source) for path, text, source in pages if isinstance(text, str)]
    together = getattr(target, "format_all", None)
    known = {path: text for path, text, _ in texts}
    if together is not None and len(known) == len(texts):
        with suppress(Exception):  # which file it was is found out below
            done: Mapping[PurePosixPath, str] = together(known)
            yield from (done[path].encode() for path, _, _ in texts)
            return
    for path, text, source in texts:
        yield _format_one(target, path, text, source, faults)


def _format_one(
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
    artifact: Artifact, templates: Templates, faults: Diagnostics
) -> tuple[str | bytes | None, str]:
    """A page's text (not formatted) or a file's bytes, and what it was made from; `None`: a fault."""
    match artifact:
        case Page(_, template, view):
            source = f"template {template} with {type(view).__name__}"
            return templates.render(template, view, faults), source
        case Copy(_, asset):
            if (file := templates.asset(asset)) is None:
                faults.error("emit/asset", f"there is no file {asset!r} in the target's templates.")
                return None, asset
            return file.read_bytes(), f"file {asset}"
        case Text(path, content):
            return content.encode(), f"text {path.as_posix()}"
        case Binary(path, data):
            return data, f"file {path.as_posix()}"
