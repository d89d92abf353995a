"""The shop's package, generated once for each flavour of models."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from apiscribe.targets.python.options import ModelFlavour
from shop import shop, write_package


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Callable[[ModelFlavour], Path]:
    """Flavour → folder of the generated package."""
    made: dict[ModelFlavour, Path] = {}

    def get(flavour: ModelFlavour = ModelFlavour.PYDANTIC) -> Path:
        if flavour not in made:
            folder = tmp_path_factory.mktemp(f"shop-{flavour}")
            made[flavour] = write_package(shop(), folder, flavour)
        return made[flavour]

    return get
