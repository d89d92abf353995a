"""Output folders of targets that are no longer asked for."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from apiscribe.emit.manifest import JOURNAL_NAME, MANIFEST_NAME


def stale_targets(folder: Path, kept: Collection[str], known: Collection[str]) -> tuple[str, ...]:
    """The targets in an API's output folder that we wrote and that are not in `kept`, sorted.

    We wrote a sub-folder when its manifest names it as the target; a copy under another name is the
    user's. One whose manifest cannot be read, or that only has the journal of an interrupted run,
    counts when it is named like one of the `known` targets.
    """
    if not folder.is_dir():
        return ()
    found = []
    for place in folder.iterdir():
        if place.name in kept or place.is_symlink() or not place.is_dir():
            continue
        manifest, journal = place / MANIFEST_NAME, place / JOURNAL_NAME
        if not (manifest.is_file() or journal.is_file()):
            continue
        target = _target(manifest)
        if target == place.name or (target is None and place.name in known):
            found.append(place.name)
    return tuple(sorted(found))


def _target(manifest: Path) -> str | None:
    try:
        target = json.loads(manifest.read_bytes())["target"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return target if isinstance(target, str) else None
