"""Where templates and bundled specs are: inside an installed wheel, or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGED = Path(__file__).parent / "_assets"
_CHECKOUT = Path(__file__).parents[2]


def _folder(name: str) -> Path:
    """The packaged folder when it exists (wheel), else the checkout's (editable install)."""
    packaged = _PACKAGED / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def templates_folder() -> Path:
    """Folder with one sub-folder of templates per target."""
    return _folder("templates")


def specs_folder() -> Path:
    """Folder with one sub-folder per bundled API."""
    return _folder("spec")
