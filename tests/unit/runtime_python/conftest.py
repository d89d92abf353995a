"""Loads the runtime from the templates, as a generated package would carry it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from apiscribe.assets import templates_folder

NAME = "sdk_runtime"
HERE = str(Path(__file__).parent)

if HERE not in sys.path:  # for sdk_shop and sdk_loopback
    sys.path.append(HERE)

if NAME not in sys.modules:
    folder = templates_folder() / "python" / "runtime"
    spec = importlib.util.spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
