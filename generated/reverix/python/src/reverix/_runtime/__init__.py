"""What every generated client stands on. Nothing here imports pydantic or httpx2 until it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .async_client import AsyncClient, AsyncResource
    from .client import SyncClient, SyncResource
    from .configuration import (
        ApiKey,
        AsyncCredentialValue,
        Basic,
        Bearer,
        Configuration,
        Credential,
        CredentialValue,
        MutualTls,
        OAuth2,
        Server,
        ServerVariable,
    )
    from .errors import (
        APIConnectionError,
        APIError,
        APIResponseValidationError,
        APIStatusError,
        APITimeoutError,
        AuthenticationError,
        BadRequestError,
        ConfigurationError,
        ConflictError,
        InternalServerError,
        Issue,
        NotFoundError,
        PermissionDeniedError,
        RateLimitError,
        UnprocessableEntityError,
        WebhookVerificationError,
    )
    from .events import ServerSentEvent
    from .files import FileContent, FileInput
    from .operations import (
        NOTHING,
        Answer,
        Body,
        Encoding,
        Media,
        Operation,
        Paging,
        Parameter,
        Streaming,
    )
    from .options import AsyncClientOptions, CallOptions, ClientOptions
    from .pages import AsyncPage, Page
    from .responses import (
        AsyncBinaryResponse,
        BinaryResponse,
        RawResponse,
        async_raw,
        raw,
    )
    from .sentinels import Omit, omit
    from .streams import AsyncStream, Stream
    from .webhooks import unwrap

_MODULES = {
    "async_client": "AsyncClient AsyncResource",
    "client": "SyncClient SyncResource",
    "configuration": "ApiKey AsyncCredentialValue Basic Bearer Configuration Credential "
    "CredentialValue MutualTls OAuth2 Server ServerVariable",
    "errors": "APIConnectionError APIError APIResponseValidationError APIStatusError "
    "APITimeoutError AuthenticationError BadRequestError ConfigurationError ConflictError "
    "InternalServerError Issue NotFoundError PermissionDeniedError RateLimitError "
    "UnprocessableEntityError WebhookVerificationError",
    "events": "ServerSentEvent",
    "files": "FileContent FileInput",
    "operations": "NOTHING Answer Body Encoding Media Operation Paging Parameter Streaming",
    "options": "AsyncClientOptions CallOptions ClientOptions",
    "pages": "AsyncPage Page",
    "responses": "AsyncBinaryResponse BinaryResponse RawResponse async_raw raw",
    "sentinels": "Omit omit",
    "streams": "AsyncStream Stream",
    "webhooks": "unwrap",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "NOTHING",
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "Answer",
    "ApiKey",
    "AsyncBinaryResponse",
    "AsyncClient",
    "AsyncClientOptions",
    "AsyncCredentialValue",
    "AsyncPage",
    "AsyncResource",
    "AsyncStream",
    "AuthenticationError",
    "BadRequestError",
    "Basic",
    "Bearer",
    "BinaryResponse",
    "Body",
    "CallOptions",
    "ClientOptions",
    "Configuration",
    "ConfigurationError",
    "ConflictError",
    "Credential",
    "CredentialValue",
    "Encoding",
    "FileContent",
    "FileInput",
    "InternalServerError",
    "Issue",
    "Media",
    "MutualTls",
    "NotFoundError",
    "OAuth2",
    "Omit",
    "Operation",
    "Page",
    "Paging",
    "Parameter",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResponse",
    "Server",
    "ServerSentEvent",
    "ServerVariable",
    "Stream",
    "Streaming",
    "SyncClient",
    "SyncResource",
    "UnprocessableEntityError",
    "WebhookVerificationError",
    "async_raw",
    "omit",
    "raw",
    "unwrap",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value
