"""Names that generated code may not take: Python's, pydantic's, the runtime's, Windows's."""

from __future__ import annotations

import builtins
import keyword
from typing import Final

KEYWORDS: Final = frozenset(keyword.kwlist)

MODEL_MEMBERS: Final = frozenset(
    [
        "construct",
        "copy",
        "dict",
        "from_orm",
        "json",
        "model_closed",
        "model_computed_fields",
        "model_config",
        "model_construct",
        "model_copy",
        "model_dump",
        "model_dump_json",
        "model_extra",
        "model_fields",
        "model_fields_set",
        "model_json_schema",
        "model_not_null",
        "model_parametrized_name",
        "model_post_init",
        "model_rebuild",
        "model_validate",
        "model_validate_json",
        "model_validate_strings",
        "parse_file",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
        "to_dict",
        "to_json",
        "update_forward_refs",
        "validate",
    ]
)
"""What a pydantic model and our base class have already; a member of that name gets `_`."""

ANNOTATION_BUILTINS: Final = frozenset(
    ["bool", "bytes", "dict", "float", "int", "list", "object", "str", "tuple"]
)
"""Builtins that annotations use: a class attribute of that name would hide them."""
MODEL_BUILTINS: Final = ANNOTATION_BUILTINS - {"object"}
"""Those that annotations of models use."""

CALL_OPTIONS: Final = frozenset(
    [
        "content_type",
        "deadline",
        "extra_body",
        "extra_headers",
        "extra_query",
        "idempotency_key",
        "max_retries",
        "options",
        "self",
        "timeout",
    ]
)
"""Argument names that every method has."""

CLIENT_OPTIONS: Final = frozenset(
    [
        "base_url",
        "connect_timeout",
        "deadline",
        "default_headers",
        "default_query",
        "http_client",
        "idle_timeout",
        "max_retries",
        "options",
        "self",
        "server",
        "server_variables",
        "strict",
        "timeout",
        "transport",
    ]
)
"""Argument names that every client has."""

RESOURCE_MEMBERS: Final = frozenset(["with_raw_response"])
CLIENT_MEMBERS: Final = RESOURCE_MEMBERS | frozenset(
    [
        "call",
        "call_or_stream",
        "close",
        "configuration",
        "delete",
        "download",
        "get",
        "head",
        "options",
        "page",
        "patch",
        "post",
        "put",
        "request",
        "stream",
        "with_options",
    ]
)
TYPING_NAMES: Final = frozenset(
    [
        "Annotated",
        "Any",
        "BaseModel",
        "ClassVar",
        "ConfigDict",
        "Field",
        "Literal",
        "Never",
        "NotRequired",
        "Optional",
        "Required",
        "TypeAlias",
        "TypeAliasType",
        "TypedDict",
        "Union",
    ]
)
RUNTIME_NAMES: Final = frozenset(
    [
        "Answer",
        "ApiKey",
        "AsyncBinaryResponse",
        "AsyncClient",
        "AsyncClientOptions",
        "AsyncCredentialValue",
        "AsyncPage",
        "AsyncResource",
        "AsyncStream",
        "Basic",
        "Bearer",
        "BinaryResponse",
        "Body",
        "CallOptions",
        "ClientOptions",
        "Configuration",
        "Credential",
        "CredentialValue",
        "Encoding",
        "FileContent",
        "FileInput",
        "Mapping",
        "Media",
        "MutualTls",
        "OAuth2",
        "Omit",
        "Operation",
        "Page",
        "Paging",
        "Parameter",
        "RawResponse",
        "Sequence",
        "Server",
        "ServerVariable",
        "Stream",
        "Streaming",
        "SyncClient",
        "SyncResource",
        "Unpack",
        "Webhooks",
    ]
)
"""What the modules of clients and resources import: no class of theirs may have such a name."""
WINDOWS_DEVICES: Final = frozenset(
    ["con", "prn", "aux", "nul", *(f"{stem}{n}" for stem in ("com", "lpt") for n in range(10))]
)
EXCEPTIONS: Final = frozenset(name for name in dir(builtins) if name[0].isupper())
