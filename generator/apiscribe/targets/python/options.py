"""The `targets.python` section of `sdk.yaml`."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from apiscribe.config import Settings
from apiscribe.targets.base import TargetOptions


class ModelFlavour(StrEnum):
    """What answers are made of."""

    PYDANTIC = "pydantic"
    DATACLASS = "dataclass"
    TYPEDDICT = "typeddict"
    MSGSPEC = "msgspec"


class PythonOptions(TargetOptions):
    """Choices for the generated Python package."""

    package: str = Field("", description="Distribution name; default: from the API's title.")
    module: str = Field("", description="Import name; default: the distribution name.")
    models: ModelFlavour = Field(
        ModelFlavour.PYDANTIC,
        description="What answers are: pydantic models unless told otherwise.",
    )
    authors: tuple[str, ...] = Field((), description="Authors, as `Name <mail>` or a name alone.")
    license: str = Field("", description="SPDX expression of the package's licence; default: none.")
    repository: str = Field("", description="URL of the package's source.")


def python_options(settings: Settings) -> PythonOptions:
    """The Python section of an API's settings, for callers that are not the Python target."""
    return PythonOptions.model_validate(settings.targets.get("python", {}))
