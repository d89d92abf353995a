"""IR id → name in the package, for `apiscribe explain`."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.config import Settings
from apiscribe.ir import Api, Record
from apiscribe.targets.arguments import parameter_key
from apiscribe.targets.python.names import python_names


def spellings(api: Api, settings: Settings) -> dict[str, str]:
    """Ids as `apiscribe.explain` makes them: `Type`, `Type.member`, operation, `operation?in.name`."""
    return dict(_spelled(api, settings))


def _spelled(api: Api, settings: Settings) -> Iterator[tuple[str, str]]:
    names = python_names(api, settings)
    for id, declaration in api.declarations.items():
        name = names.classes.get(id) or names.inputs.get(id)
        if name is None:
            continue
        yield id, name
        if isinstance(declaration, Record):
            for wire, attribute in names.fields[id].items():
                yield f"{id}.{wire}", f"{name}.{attribute}"
    for operation in api.operations.values():
        method = names.accessor(operation)
        yield operation.id, method
        for parameter in operation.parameters:
            wire, location = parameter.name.wire, parameter.location.value
            argument = names.arguments[operation.id].get(parameter_key(parameter))
            if argument is not None:
                yield f"{operation.id}?{location}.{wire}", f"{method}({argument}=…)"
