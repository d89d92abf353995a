"""The `targets.go` section of `sdk.yaml`."""

from __future__ import annotations

from pydantic import Field

from apiscribe.config import Settings
from apiscribe.targets.base import TargetOptions


class GoOptions(TargetOptions):
    """Choices for the generated Go module."""

    module: str = Field(
        "", description="Module path, e.g. github.com/you/pets-go; the default is on example.com."
    )
    package: str = Field("", description="Package name; default: the API's name in one word.")


def go_options(settings: Settings) -> GoOptions:
    """The Go section of an API's settings, or its defaults."""
    return GoOptions.model_validate(settings.targets.get("go", {}))
