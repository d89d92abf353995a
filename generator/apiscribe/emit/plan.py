"""What writing a tree would do to a folder, worked out without touching it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath

from apiscribe.diagnostics import ApiscribeError, Diagnostics, Place
from apiscribe.emit.digests import digest
from apiscribe.emit.manifest import Manifest, Owned, read_owned
from apiscribe.emit.tree import Tree


class State(StrEnum):
    """A path's state on disk against what the run made."""

    SAME = "same"
    NEW = "new"
    MISSING = "missing"
    CHANGED = "changed"
    EDITED = "hand-edited"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Change:
    """One path. `old` is what is on disk, `new` what the run made; `None` = no file.

    `edited`: the bytes on disk are not ours (a stale file may be edited too).
    """

    path: PurePosixPath
    state: State
    old: bytes | None
    new: bytes | None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """All changes to `folder`, sorted by path. Without a `manifest` nothing of ours stays there."""

    folder: Path
    changes: tuple[Change, ...]
    manifest: Manifest | None
    owned: Owned

    @property
    def findings(self) -> tuple[Change, ...]:
        """The changes that are not `SAME`."""
        return tuple(change for change in self.changes if change.state is not State.SAME)

    @property
    def manifest_differs(self) -> bool:
        """Whether the manifest alone would have to be written."""
        return self.owned.manifest != (self.manifest.to_bytes() if self.manifest else None)

    @property
    def clean(self) -> bool:
        """Whether writing would change nothing at all."""
        return not (self.findings or self.manifest_differs or self.owned.journal)


def plan_tree(
    tree: Tree,
    folder: Path,
    manifest: Manifest | None,
    diagnostics: Diagnostics,
    *,
    force: bool = False,
) -> Plan:
    """Compare `tree` with `folder`; no manifest: all of ours there has to go. Reads only.

    What stands in the way and is not ours is an error; hand edits are not (see
    `refuse_conflicts`), because `check` reports them and `--force` overwrites them.
    With `force` a damaged manifest is no error either: all that stands where the run writes then
    counts as ours and edited, and what the run no longer writes stays.
    """
    root = folder.resolve()
    if root.exists() and not root.is_dir():
        diagnostics.error(
            "emit/not-a-folder",
            "the output folder is a file.",
            Place(str(folder)),
            "choose another folder with -o.",
        )
    diagnostics.stop_on_errors()
    owned = read_owned(root, diagnostics, force=force)
    diagnostics.stop_on_errors()
    survey = _Survey(folder, root, owned, frozenset(tree.files), diagnostics)
    changes = [survey.wanted(path, entry.content) for path, entry in tree.files.items()]
    changes += survey.unwanted()
    diagnostics.stop_on_errors()
    changes.sort(key=lambda change: change.path.parts)
    return Plan(folder, tuple(changes), manifest, owned)


@dataclass(frozen=True, slots=True)
class _Survey:
    """`folder` as the user named it, `root` the same with links resolved.

    `real`: folders on the way to which there are no links, and no files either.
    """

    folder: Path
    root: Path
    owned: Owned
    paths: frozenset[PurePosixPath]
    diagnostics: Diagnostics
    real: set[PurePosixPath] = field(default_factory=set)

    def wanted(self, path: PurePosixPath, new: bytes) -> Change:
        """The change that brings `path` to `new`."""
        old = self._content(path)
        known = self.owned.files.get(path)
        if old is None:
            return Change(path, State.NEW if known is None else State.MISSING, None, new)
        if old == new:
            return Change(path, State.SAME, old, new)
        if known is None and not self.owned.damaged:
            self._error(
                "emit/not-ours",
                path,
                "a file that apiscribe did not write stands where it would write.",
                "move it away, or choose another output folder with -o.",
            )
        edited = self.owned.damaged or (known is not None and digest(old) not in known)
        return Change(path, State.EDITED if edited else State.CHANGED, old, new, edited)

    def unwanted(self) -> Iterator[Change]:
        """Changes that remove what an earlier run wrote and this one does not."""
        for path, known in self.owned.files.items():
            if path not in self.paths and (old := self._content(path)) is not None:
                yield Change(path, State.STALE, old, None, digest(old) not in known)

    def _content(self, path: PurePosixPath) -> bytes | None:
        """The bytes on disk; `None` when there is nothing, or only a folder that will go."""
        if not self._inside(path):
            return None
        target = self.root / path
        try:
            mode = os.lstat(target).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return None
        if stat.S_ISREG(mode):
            return target.read_bytes()
        if not (stat.S_ISDIR(mode) and self._will_go(target)):
            self._error(
                "emit/not-a-file",
                path,
                "something that is not a plain file stands where apiscribe would write.",
                "move it away, or choose another output folder with -o.",
            )
        return None

    def _inside(self, path: PurePosixPath) -> bool:
        """Whether every folder on the way is a real one; links are not followed out."""
        if path.parent in self.real:
            return True
        for parent in reversed(path.parents[:-1]):
            place = self.root / parent
            if place.is_symlink():
                self._error(
                    "emit/symbolic-link",
                    parent,
                    "a symbolic link stands where apiscribe needs a folder.",
                    "replace the link by a folder, or choose another output folder with -o.",
                )
                return False
            if place.is_file() and parent not in self.owned.files:
                self._error(
                    "emit/not-ours",
                    parent,
                    "a file that apiscribe did not write stands where it needs a folder.",
                    "move it away, or choose another output folder with -o.",
                )
                return False
        self.real.add(path.parent)
        return True

    def _will_go(self, folder: Path) -> bool:
        """Whether a folder holds nothing but files of ours that this run removes."""
        for here, folders, files in os.walk(folder):
            relative = PurePosixPath(Path(here).relative_to(self.root).as_posix())
            if any((Path(here) / name).is_symlink() for name in folders):
                return False
            for name in files:
                path = relative / name
                if path not in self.owned.files or path in self.paths:
                    return False
        return True

    def _error(self, rule: str, path: PurePosixPath, message: str, help: str) -> None:
        self.diagnostics.error(rule, message, Place(str(self.folder / path)), help)


def refuse_conflicts(plans: Iterable[Plan], diagnostics: Diagnostics) -> None:
    """Raise `ApiscribeError` (exit code 1) when a plan would overwrite or remove a hand edit."""
    found = False
    for plan in plans:
        for change in plan.changes:
            if change.edited:
                found = True
                diagnostics.error(
                    "emit/hand-edited",
                    "this file was changed by hand after it was generated.",
                    Place(str(plan.folder / change.path)),
                    "move the change into the spec, sdk.yaml or a template; see it with "
                    "`apiscribe check`; or overwrite it with --force.",
                )
    if found:
        raise ApiscribeError(diagnostics.items, exit_code=1)
