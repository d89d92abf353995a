"""`sdk.yaml`: choices, never facts. Unknown keys are errors that name the nearest known one.

The models here are the single source of the published JSON Schema (`spec/sdk.schema.json`).
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Client(_Strict):
    """The client class and how it behaves unless told otherwise."""

    name: str = Field("", description="Client class, e.g. ScaleSGP; default: from info.title.")
    version: str = Field("0.1.0", description="Version of the generated packages.")
    timeout: float = Field(60.0, gt=0, description="Seconds for one try.")
    connect_timeout: float = Field(5.0, gt=0, description="Seconds to connect.")
    idle_timeout: float = Field(60.0, gt=0, description="Seconds between two events of a stream.")
    max_retries: int = Field(2, ge=0, description="Retries after the first try.")
    base_url_reason: str = Field(
        "", description="Why the user must give a base URL, when the spec has no server."
    )


def _without_default(schema: dict[str, Any]) -> None:
    """The default depends on the API: `pipeline.defaults` fills in what was not set."""
    schema.pop("default", None)


class Environment(_Strict):
    """Names of environment variables; "" turns one off."""

    base_url: str = Field(
        "",
        description="Where the API is; default: <API>_BASE_URL.",
        json_schema_extra=_without_default,
    )
    log: str = Field(
        "",
        description="How much is logged; default: <API>_LOG.",
        json_schema_extra=_without_default,
    )


class Credential(_Strict):
    """How the user gives the secret (or id) of one security scheme."""

    argument: str = Field(description="Client argument, e.g. api_key.")
    environment: str = Field("", description="Environment variable read when it is not given.")
    required: bool = Field(True, description="Whether a client without it is an error.")


class Method(_Strict):
    """Where an operation is found in the SDK; wins over `x-sdk`."""

    resource: str | None = Field(None, description="Dotted path, e.g. chat.completions.")
    method: str | None = Field(None, description="Method name, e.g. create.")


class Selection(_Strict):
    """Operations by any of their marks; one mark that fits is enough."""

    paths: tuple[str, ...] = Field(
        (),
        description="Paths as the document has them; `*` stands for anything but `/`, `**` for "
        "anything. A verb may stand before: `GET /pets/**`.",
    )
    tags: tuple[str, ...] = Field((), description="Tags.")
    operations: tuple[str, ...] = Field((), description="operationIds, those of webhooks too.")


class Settings(_Strict):
    """One API's `sdk.yaml`. `api` is the folder's name, filled in by the loader."""

    api: str = ""
    client: Client = Client()
    environment: Environment = Environment()
    credentials: dict[str, Credential] = Field(
        default_factory=dict,
        description="By security scheme name. A scheme in use that is not named here gives an "
        "argument of its name and the variable <API>_<ARGUMENT>; it is required when no operation "
        "can be called without it.",
    )
    include: Selection | None = Field(
        None,
        description="The operations to generate, with the schemas that they lead to; default: all.",
    )
    exclude: Selection | None = Field(
        None, description="Operations to leave out, also of those that are included."
    )
    methods: dict[str, Method] = Field(default_factory=dict, description="By operationId.")
    targets: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="One section per target to generate."
    )
