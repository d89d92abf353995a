"""Python samples, made by the Python target's own code."""

from __future__ import annotations

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation


def python_sample(api: Api, settings: Settings, operation: Operation, kind: str) -> str:
    """A sample of `kind` (a member of `SampleKind`); "" when the operation has no such form."""
    from apiscribe.targets.python.samples import SampleKind, sample

    return sample(api, settings, operation, SampleKind[kind])
