"""The `targets.typescript` section of `sdk.yaml`."""

from __future__ import annotations

from pydantic import Field

from apiscribe.config import Settings
from apiscribe.targets.base import TargetOptions


class TypeScriptOptions(TargetOptions):
    """Choices for the generated TypeScript package."""

    package: str = Field("", description="Package name; default: the API's name.")
    author: str = Field("", description="Author, as `Name <mail>`.")
    license: str = Field("", description="SPDX expression of the package's licence; default: none.")
    repository: str = Field("", description="URL of the package's source.")


def typescript_options(settings: Settings) -> TypeScriptOptions:
    """The TypeScript section of an API's settings, or its defaults."""
    return TypeScriptOptions.model_validate(settings.targets.get("typescript", {}))
