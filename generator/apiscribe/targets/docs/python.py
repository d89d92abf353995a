"""Python samples, made by the Python target's own code."""

from __future__ import annotations

from functools import cached_property

from apiscribe.config import Settings
from apiscribe.ir import Api
from apiscribe.targets.python.samples import SampleKind, Samples


class PythonSamples:
    """Samples of one API as the Python SDK has it (requests and answers apart), each made once."""

    def __init__(self, api: Api, settings: Settings) -> None:
        self._api = api
        self._settings = settings
        self._made: dict[tuple[str, SampleKind], str] = {}

    @cached_property
    def _samples(self) -> Samples:
        return Samples(self._api, self._settings)

    def text(self, operation: str, kind: SampleKind) -> str:
        """A sample for the operation with this id; "" when it has no such form."""
        key = (operation, kind)
        if key not in self._made:
            self._made[key] = self._samples.sample(self._api.operations[operation], kind)
        return self._made[key]
