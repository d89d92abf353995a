"""Artefacts → tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TypeAlias

from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.manifest import WRITER_NAMES
from apiscribe.emit.templates import Templates, templates_for
from apiscribe.emit.tree import Tree
from apiscribe.targets.base import Artifact, Binary, Copy, OfText, Page, Target, Text

_FormatAll: TypeAlias = Callable[[Mapping[PurePosixPath, str]], Mapping[PurePosixPath, str]]
_Last: TypeAlias = Callable[[Sequence[object]], Iterable[Text]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A finished file: `order` is its artefact's place in the target's list, `source` for messages.

    `note` is what its page leaves for the files that are made last.
    """

    order: int
    path: PurePosixPath
    content: bytes
    source: str
    note: object = None


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
    together = _format_all(target)
    found: list[Rendered] = []
    waiting: list[tuple[int, str]] = []
    for order, artifact in artifacts:
        given = artifact.made() if isinstance(artifact, Page) else artifact
        if given is None:
            continue
        content, source = _content(given, templates, faults)
        note = given.note if isinstance(given, Page) else None
        if isinstance(note, OfText):
            note = note.make(content) if isinstance(content, str) else None
        if isinstance(content, str) and together is not None:
            waiting.append((len(found), content))
            content = b""
        elif isinstance(content, str):
            content = _format_one(target, given.path, content, source, faults)
        if content is not None:
            found.append(Rendered(order, given.path, content, source, note))
    return _formatted(target, found, waiting, faults) if waiting else found


def _format_all(target: Target) -> _FormatAll | None:
    """`Target.format_all`, which a target need not have."""
    return getattr(target, "format_all", None)


def gather(
    target: Target, rendered: Iterable[Rendered], diagnostics: Diagnostics, faults: Diagnostics
) -> Tree:
    """The tree of all files of a target. Raises as `render_artifacts` does."""
    tree = Tree(reserved=WRITER_NAMES)
    notes: list[object] = []
    for one in sorted(rendered, key=lambda one: one.order):
        tree.claim(one.path, one.content, f"{target.id}: {one.source}", diagnostics)
        if one.note is not None:
            notes.append(one.note)
    last: _Last = getattr(target, "last", lambda notes: ())
    for text in last(notes):
        source = f"{target.id}: text {text.path.as_posix()}"
        tree.claim(text.path, text.content.encode(), source, diagnostics)
    if faults.errors:
        raise ApiscribeError((*diagnostics.items, *faults.items), exit_code=3)
    diagnostics.stop_on_errors()
    return tree


def _formatted(
    target: Target,
    found: Sequence[Rendered],
    waiting: Sequence[tuple[int, str]],
    faults: Diagnostics,
) -> list[Rendered]:
    """`found`, the texts that wait for their places in it formatted; without those at fault."""
    done: list[Rendered | None] = list(found)
    known = {found[place].path: text for place, text in waiting}
    texts: Mapping[PurePosixPath, str] = {}
    together = _format_all(target)
    if together is not None and len(known) == len(waiting):
        with suppress(Exception):  # which file it was is found out below
            texts = together(known)
    for place, text in waiting:
        one = found[place]
        content = (
            texts[one.path].encode()
            if texts
            else _format_one(target, one.path, text, one.source, faults)
        )
        done[place] = replace(one, content=content) if content is not None else None
    return [one for one in done if one is not None]


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
