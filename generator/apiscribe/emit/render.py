"""Artefacts → tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.manifest import WRITER_NAMES
from apiscribe.emit.templates import Templates, templates_for
from apiscribe.emit.tree import Tree
from apiscribe.targets.base import Artifact, Binary, Copy, Page, Target, Text


@dataclass(frozen=True, slots=True)
class Rendered:
    """A finished file: `order` is its artefact's place in the target's list, `source` for messages."""

    order: int
    path: PurePosixPath
    content: bytes
    source: str


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
    faults = Diagnostics()
    found = render_some(target, enumerate(artifacts), faults, templates)
    return gather(target, found, diagnostics, faults)


def render_some(
    target: Target,
    artifacts: Iterable[tuple[int, Artifact]],
    faults: Diagnostics,
    templates: Templates | None = None,
) -> list[Rendered]:
    """Render and format artefacts, each given with its place in the target's list."""
    templates = templates or templates_for(target.id)
    made: list[tuple[int, PurePosixPath, bytes | str, str]] = []
    for order, artifact in artifacts:
        given = artifact.made() if isinstance(artifact, Page) else artifact
        if given is None:
            continue
        content, source = _content(given, templates, faults)
        if content is not None:
            made.append((order, given.path, content, source))
    texts = [(path, text, source) for _, path, text, source in made if isinstance(text, str)]
    formatted = _formatted(target, texts, faults)
    found: list[Rendered] = []
    for order, path, content, source in made:
        text = next(formatted) if isinstance(content, str) else content
        if text is not None:
            found.append(Rendered(order, path, text, source))
    return found


def gather(
    target: Target, rendered: Iterable[Rendered], diagnostics: Diagnostics, faults: Diagnostics
) -> Tree:
    """The tree of all files of a target. Raises as `render_artifacts` does."""
    tree = Tree(reserved=WRITER_NAMES)
    for one in sorted(rendered, key=lambda one: one.order):
        tree.claim(one.path, one.content, f"{target.id}: {one.source}", diagnostics)
    if faults.errors:
        raise ApiscribeError((*diagnostics.items, *faults.items), exit_code=3)
    diagnostics.stop_on_errors()
    return tree


def _formatted(
    target: Target, texts: Sequence[tuple[PurePosixPath, str, str]], faults: Diagnostics
) -> Iterator[bytes | None]:
    """The texts of pages in their order, formatted; `None` after a fault."""
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
