"""What `sdk.yaml` leaves open, filled in from the API: one answer for all targets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from apiscribe.config import Credential, Environment, Settings
from apiscribe.ir import Api, MutualTlsScheme
from apiscribe.naming import Scope, screaming_snake, snake, split_words

_OTHER_VARIABLES = frozenset({"base_url", "log"})
"""Arguments that would share the variable of something else."""


def complete_settings(settings: Settings, api: Api) -> Settings:
    """`settings` with a credential per scheme in use, and with environment variables.

    A credential is required when no operation can be called without it. What `sdk.yaml` states
    stays as it is, an empty name of a variable included.
    """
    given = settings.environment
    filled = {
        name: (
            getattr(given, name)
            if name in given.model_fields_set
            else variable(settings.api or api.title, name)
        )
        for name in Environment.model_fields
    }
    return settings.model_copy(
        update={
            "environment": Environment(**filled),
            "credentials": {**settings.credentials, **_credentials(settings, api)},
        }
    )


def variable(api: str, argument: str) -> str:
    """`<API>_<ARGUMENT>`: letters, digits and `_` of ASCII, no digit first (POSIX, section 8.1)."""
    words = (*split_words(api), *split_words(argument))
    name = re.sub(r"[^A-Z0-9]+", "_", screaming_snake(words)).strip("_")
    return f"API_{name}" if name[:1].isdigit() else name


def _credentials(settings: Settings, api: Api) -> Mapping[str, Credential]:
    """Those of schemes that operations use and the settings do not name."""
    alternatives = [
        frozenset(scheme for scheme, _ in requirement.schemes)
        for operation in api.operations.values()
        for requirement in operation.security
    ]
    open_calls = any(not operation.security for operation in api.operations.values())
    used = frozenset[str]().union(*alternatives)
    scope = Scope(snake, reserved=_OTHER_VARIABLES, escape=lambda text: f"{text}_credential")
    for id, credential in settings.credentials.items():
        scope.add(id, id, split_words(credential.argument), pinned=True)
    derived = [
        scheme
        for id, scheme in api.schemes.items()
        if id in used - settings.credentials.keys() and not isinstance(scheme, MutualTlsScheme)
    ]
    for scheme in derived:
        scope.add(scheme.id, scheme.id, scheme.name.words, scheme.name.pinned)
    spelled = scope.spellings()
    return {
        scheme.id: Credential(
            argument=spelled[scheme.id],
            environment=variable(settings.api or api.title, spelled[scheme.id]),
            required=not open_calls and all(scheme.id in schemes for schemes in alternatives),
        )
        for scheme in derived
    }
