"""Samples in the languages of the SDKs, made by their targets' own code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api
from apiscribe.targets.go.samples import Samples as GoSamples
from apiscribe.targets.option_headers import without_option_headers
from apiscribe.targets.python.samples import Samples as PythonSamples
from apiscribe.targets.samples import SampleKind
from apiscribe.targets.typescript.samples import Samples as TypeScriptSamples

_PYTHON: Final = (
    ("Python", SampleKind.CALL),
    ("Python, streaming", SampleKind.STREAM),
    ("Python, all pages", SampleKind.PAGES),
)


class SdkSamples:
    """Samples of one API as its SDKs have it (requests and answers apart), each made once."""

    def __init__(self, api: Api, settings: Settings) -> None:
        self._api = without_option_headers(api)
        self._settings = settings
        self._made: dict[str, tuple[tuple[str, str, str], ...]] = {}

    @cached_property
    def _python_samples(self) -> PythonSamples:
        return PythonSamples(self._api, self._settings)

    @cached_property
    def _python(self) -> Mapping[tuple[str, SampleKind], str]:
        """All Python samples: formatted together, they cost little more than one."""
        kinds = [kind for _, kind in _PYTHON]
        operations = self._api.operations.values()
        return self._python_samples.samples((one, kind) for one in operations for kind in kinds)

    @cached_property
    def _typescript(self) -> TypeScriptSamples:
        return TypeScriptSamples(self._api, self._settings)

    @cached_property
    def _go(self) -> GoSamples:
        return GoSamples(self._api, self._settings)

    def of(self, operation: str) -> tuple[tuple[str, str, str], ...]:
        """Title, language of the fence and text of every sample that the operation has."""
        if operation not in self._made:
            found = [
                *self._in_python(operation),
                *self._in_typescript(operation),
                *self._in_go(operation),
            ]
            self._made[operation] = tuple(one for one in found if one[2])
        return self._made[operation]

    def errors(self, operation: str) -> tuple[tuple[str, str, str], ...]:
        """The same of a call whose failures are caught: a sample a language."""
        chosen = self._api.operations[operation]
        wanted = (chosen, SampleKind.ERRORS)
        python = self._python_samples.samples([wanted])
        made = (
            ("Python", "python", python[operation, SampleKind.ERRORS]),
            ("TypeScript", "ts", self._typescript.sample(chosen, SampleKind.ERRORS)),
            ("Go", "go", self._go.sample(chosen, SampleKind.ERRORS)),
        )
        return tuple(one for one in made if one[2])

    def _in_python(self, id: str) -> Iterator[tuple[str, str, str]]:
        for title, kind in _PYTHON:
            yield title, "python", self._python[id, kind]

    def _in_typescript(self, id: str) -> Iterator[tuple[str, str, str]]:
        # The plain call of a list goes over its pages already.
        operation = self._api.operations[id]
        yield "TypeScript", "ts", self._typescript.sample(operation, SampleKind.CALL)
        switched = operation.stream is not None and operation.stream.switch is not None
        if switched:
            text = self._typescript.sample(operation, SampleKind.STREAM)
            yield "TypeScript, streaming", "ts", text

    def _in_go(self, id: str) -> Iterator[tuple[str, str, str]]:
        operation = self._api.operations[id]
        yield "Go", "go", self._go.sample(operation, SampleKind.CALL)
        if operation.stream is not None and operation.stream.switch is not None:
            yield "Go, streaming", "go", self._go.sample(operation, SampleKind.STREAM)
