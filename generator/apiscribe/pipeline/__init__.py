"""Files → document → IR → outputs: the stages in order, for one API or several.

`apis` finds the files of an API, `settings`, `documents` and `examples` read them, `loading` goes on
to the IR, `rendering` to trees, `outputs` to manifests and plans; `cache` keeps what was made.
Names are imported when they are first asked for: a run that has nothing to do needs few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apiscribe.pipeline.apis import ApiFiles, find_api, find_apis
    from apiscribe.pipeline.documents import LoadedDocument, load_document_of, read_document
    from apiscribe.pipeline.loading import LoadedApi, lint_api, load_api, load_apis, read_api

__all__ = [
    "ApiFiles",
    "LoadedApi",
    "LoadedDocument",
    "find_api",
    "find_apis",
    "lint_api",
    "load_api",
    "load_apis",
    "load_document_of",
    "read_api",
    "read_document",
]

_MODULES = {
    "ApiFiles": "apis",
    "find_api": "apis",
    "find_apis": "apis",
    "LoadedDocument": "documents",
    "load_document_of": "documents",
    "read_document": "documents",
    "LoadedApi": "loading",
    "lint_api": "loading",
    "load_api": "loading",
    "load_apis": "loading",
    "read_api": "loading",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
