"""What lies beside an API's spec and is published as it is, for the targets that want it."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from apiscribe.emit.digests import digest, folder_files
from apiscribe.openapi import bundle_document
from apiscribe.targets.base import SourceFile, Sources
from apiscribe.targets.registry import target

if TYPE_CHECKING:
    from apiscribe.pipeline.loading import LoadedApi


def sources_for(target_id: str, loaded: LoadedApi) -> Sources:
    """The resolved document and the files of the `docs` folder; nothing for other targets."""
    if not getattr(target(target_id), "reads_sources", False):
        return Sources()
    text = json.dumps(bundle_document(loaded.document), ensure_ascii=False, indent=2)
    # A lone surrogate has no UTF-8; its escape is the same JSON.
    document = text.encode("utf-8", "backslashreplace").decode() + "\n"
    folder = loaded.files.guides
    guides = tuple(
        SourceFile(PurePosixPath(path.relative_to(folder).as_posix()), path.read_bytes())
        for path in (folder_files(folder) if folder is not None else ())
        if folder is not None
    )
    return Sources(document, guides)


def guides_digest(sources: Sources) -> str:
    """SHA-256 over names and contents of the guides."""
    parts = (f"{one.path.as_posix()}\0{digest(one.content)}\n" for one in sources.guides)
    return digest("".join(parts).encode("utf-8", "surrogateescape"))
