"""Pages of the user's own: Markdown files of the `docs` folder beside the spec."""

from __future__ import annotations

import re

from apiscribe.targets.base import SourceFile
from apiscribe.targets.site.markup import headings_of


def guide_path(guide: SourceFile) -> str:
    """The page of a guide."""
    return f"guides/{guide.path.with_suffix('.html').as_posix()}"


def guide_text(guide: SourceFile) -> str:
    """Its Markdown; what is not UTF-8 shows as the replacement character."""
    return guide.content.decode("utf-8", "replace").removeprefix("\ufeff")


def guide_title(guide: SourceFile) -> str:
    """The first heading, else the file's name: `02-getting-started.md` → `Getting started`."""
    found = headings_of(guide_text(guide))
    if found:
        return found[0]
    stem = re.sub(r"^\d+[-_. ]*", "", guide.path.stem) or guide.path.stem
    return re.sub(r"[-_]+", " ", stem).strip().capitalize()
