"""The site that is shown: made from the files, kept in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from apiscribe.assets import templates_folder
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.tree import Tree
from apiscribe.pipeline.apis import find_api
from apiscribe.pipeline.cache import Cache
from apiscribe.pipeline.outputs import Wanted, make_outputs
from apiscribe.targets.registry import template_folders

_TARGET = "site"


@dataclass(slots=True)
class Builder:
    """Makes the site of one API. `version` grows with every site that was made.

    `failed` are the diagnostics of the last try when it made none: the site before it stays.
    """

    request: str
    templates: Path | None
    cache: Cache
    tree: Tree = field(default_factory=Tree)
    version: int = 0
    failed: Diagnostics | None = None

    def build(self) -> Diagnostics:
        """Make the site anew and give what was said on the way; never raises for bad input."""
        # Templates are kept for the life of a process that does not watch them.
        from apiscribe.emit.templates import templates_for

        templates_for.cache_clear()
        diagnostics = Diagnostics()
        try:
            files = find_api(self.request, diagnostics)
            diagnostics.stop_on_errors()
            assert files is not None
            wanted = Wanted(targets=(_TARGET,), templates=self.templates)
            (output,) = make_outputs([files], wanted, diagnostics, self.cache)
        except ApiscribeError as error:
            for one in error.diagnostics:
                diagnostics.add(one)
            self.failed = diagnostics
        else:
            self.tree, self.failed = output.tree, None
        self.version += 1
        return diagnostics

    def content(self, path: str) -> bytes | None:
        """A file of the site, by its path from the root."""
        entry = self.tree.files.get(PurePosixPath(path))
        return entry.content if entry is not None else None

    def watched(self) -> Iterator[Path]:
        """The folders and files whose change changes the site."""
        files = find_api(self.request, Diagnostics())
        if files is not None:
            yield files.spec.resolve().parent
            yield from (overlay.resolve() for overlay in files.overlays)
            if files.guides is not None:
                yield files.guides.resolve()
        roots = [templates_folder(), *([self.templates] if self.templates else ())]
        for root in roots:
            for name in template_folders(_TARGET):
                if (folder := root / name).is_dir():
                    yield folder.resolve()
