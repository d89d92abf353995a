"""The shapes of OpenAPI 3.0, 3.1 and 3.2 together (sections 4.1 to 4.30 of OpenAPI 3.2.0).

Fields of a later minor version are accepted in an earlier one: authors mix them, and their meaning
is never in doubt. Schemas have the keywords of JSON Schema 2020-12, the OpenAPI vocabulary, and
the older forms that `upgrade_schema` turns into those.
"""

from __future__ import annotations

from apiscribe.openapi.shapes import ShapeSource, compile_shapes

_SCHEMA = "Schema|boolean"

SCHEMA_FIELDS = {
    "$id": "string",
    "$schema": "string",
    "$ref": "string",
    "$anchor": "string",
    "$dynamicRef": "string",
    "$dynamicAnchor": "string",
    "$vocabulary": "object",
    "$comment": "string",
    "$defs": "{Schema|boolean}",
    "definitions": "{Schema|boolean}",
    "type": "string|[string]",
    "enum": "array",
    "const": "any",
    "multipleOf": "number",
    "maximum": "number",
    "exclusiveMaximum": "number|boolean",
    "minimum": "number",
    "exclusiveMinimum": "number|boolean",
    "maxLength": "integer",
    "minLength": "integer",
    "pattern": "string",
    "maxItems": "integer",
    "minItems": "integer",
    "uniqueItems": "boolean",
    "maxContains": "integer",
    "minContains": "integer",
    "maxProperties": "integer",
    "minProperties": "integer",
    "required": "[string]",
    "dependentRequired": "{[string]}",
    "format": "string",
    "contentEncoding": "string",
    "contentMediaType": "string",
    "contentSchema": _SCHEMA,
    "title": "string",
    "description": "string",
    "default": "any",
    "deprecated": "boolean",
    "readOnly": "boolean",
    "writeOnly": "boolean",
    "examples": "any",
    "example": "any",
    "nullable": "boolean",
    "allOf": "[Schema|boolean]",
    "anyOf": "[Schema|boolean]",
    "oneOf": "[Schema|boolean]",
    "not": _SCHEMA,
    "if": _SCHEMA,
    "then": _SCHEMA,
    "else": _SCHEMA,
    "dependentSchemas": "{Schema|boolean}",
    "prefixItems": "[Schema|boolean]",
    "items": "Schema|boolean|[Schema|boolean]",
    "additionalItems": _SCHEMA,
    "contains": _SCHEMA,
    "properties": "{Schema|boolean}",
    "patternProperties": "{Schema|boolean}",
    "additionalProperties": _SCHEMA,
    "propertyNames": _SCHEMA,
    "unevaluatedItems": _SCHEMA,
    "unevaluatedProperties": _SCHEMA,
    "discriminator": "Discriminator",
    "xml": "XML",
    "externalDocs": "ExternalDocs",
}

_PARAMETER = {
    "description": "string",
    "required": "boolean",
    "deprecated": "boolean",
    "allowEmptyValue": "boolean",
    "style": "string",
    "explode": "boolean",
    "allowReserved": "boolean",
    "schema": _SCHEMA,
    "content": "{MediaType}",
    "example": "any",
    "examples": "{Example}",
}

_TABLE = {
    "OpenAPI": ShapeSource(
        "OpenAPI document",
        {
            "openapi": "string!",
            "$self": "string",
            "info": "Info!",
            "jsonSchemaDialect": "string",
            "servers": "[Server]",
            "paths": "Paths",
            "webhooks": "{PathItem}",
            "components": "Components",
            "security": "[{[string]}]",
            "tags": "[Tag]",
            "externalDocs": "ExternalDocs",
        },
    ),
    "Info": ShapeSource(
        "Info object",
        {
            "title": "string!",
            "version": "string!",
            "summary": "string",
            "description": "string",
            "termsOfService": "string",
            "contact": "Contact",
            "license": "License",
        },
    ),
    "Contact": ShapeSource(
        "Contact object", {"name": "string", "url": "string", "email": "string"}
    ),
    "License": ShapeSource(
        "License object", {"name": "string!", "identifier": "string", "url": "string"}
    ),
    "Server": ShapeSource(
        "Server object",
        {
            "url": "string!",
            "name": "string",
            "description": "string",
            "variables": "{ServerVariable}",
        },
    ),
    "ServerVariable": ShapeSource(
        "Server Variable object",
        {"enum": "[string]", "default": "string!", "description": "string"},
    ),
    "Components": ShapeSource(
        "Components object",
        {
            "schemas": "{Schema|boolean}",
            "responses": "{Response}",
            "parameters": "{Parameter}",
            "examples": "{Example}",
            "requestBodies": "{RequestBody}",
            "headers": "{Header}",
            "securitySchemes": "{SecurityScheme}",
            "links": "{Link}",
            "callbacks": "{Callback}",
            "pathItems": "{PathItem}",
            "mediaTypes": "{MediaType}",
        },
    ),
    "Paths": ShapeSource("Paths object", {"//.*/": "PathItem"}),
    "PathItem": ShapeSource(
        "Path Item object",
        {
            "$ref": "string",
            "summary": "string",
            "description": "string",
            **dict.fromkeys(
                ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"],
                "Operation",
            ),
            "additionalOperations": "{Operation}",
            "servers": "[Server]",
            "parameters": "[Parameter]",
        },
        reference=True,
    ),
    "Operation": ShapeSource(
        "Operation object",
        {
            "tags": "[string]",
            "summary": "string",
            "description": "string",
            "externalDocs": "ExternalDocs",
            "operationId": "string",
            "parameters": "[Parameter]",
            "requestBody": "RequestBody",
            "responses": "Responses",
            "callbacks": "{Callback}",
            "deprecated": "boolean",
            "security": "[{[string]}]",
            "servers": "[Server]",
        },
    ),
    "ExternalDocs": ShapeSource(
        "External Documentation object", {"url": "string!", "description": "string"}
    ),
    "Parameter": ShapeSource(
        "Parameter object", {"name": "string!", "in": "string!", **_PARAMETER}, reference=True
    ),
    "Header": ShapeSource("Header object", _PARAMETER, reference=True),
    "RequestBody": ShapeSource(
        "Request Body object",
        {"description": "string", "content": "{MediaType}!", "required": "boolean"},
        reference=True,
    ),
    "MediaType": ShapeSource(
        "Media Type object",
        {
            "schema": _SCHEMA,
            "itemSchema": _SCHEMA,
            "example": "any",
            "examples": "{Example}",
            "encoding": "{Encoding}",
            "prefixEncoding": "[Encoding]",
            "itemEncoding": "Encoding",
        },
        reference=True,
    ),
    "Encoding": ShapeSource(
        "Encoding object",
        {
            "contentType": "string",
            "headers": "{Header}",
            "style": "string",
            "explode": "boolean",
            "allowReserved": "boolean",
            "encoding": "{Encoding}",
            "prefixEncoding": "[Encoding]",
            "itemEncoding": "Encoding",
        },
    ),
    "Responses": ShapeSource(
        "Responses object", {"default": "Response", "/[1-5](?:[0-9][0-9]|XX)/": "Response"}
    ),
    "Response": ShapeSource(
        "Response object",
        {
            "summary": "string",
            "description": "string",
            "headers": "{Header}",
            "content": "{MediaType}",
            "links": "{Link}",
        },
        reference=True,
    ),
    "Callback": ShapeSource("Callback object", {"/(?!x-).*/": "PathItem"}, reference=True),
    "Example": ShapeSource(
        "Example object",
        {
            "summary": "string",
            "description": "string",
            "value": "any",
            "dataValue": "any",
            "serializedValue": "string",
            "externalValue": "string",
        },
        reference=True,
    ),
    "Link": ShapeSource(
        "Link object",
        {
            "operationRef": "string",
            "operationId": "string",
            "parameters": "{string}",
            "requestBody": "any",
            "description": "string",
            "server": "Server",
        },
        reference=True,
    ),
    "Tag": ShapeSource(
        "Tag object",
        {
            "name": "string!",
            "summary": "string",
            "description": "string",
            "externalDocs": "ExternalDocs",
            "parent": "string",
            "kind": "string",
        },
    ),
    "SecurityScheme": ShapeSource(
        "Security Scheme object",
        {
            "type": "string!",
            "description": "string",
            "name": "string",
            "in": "string",
            "scheme": "string",
            "bearerFormat": "string",
            "flows": "Flows",
            "openIdConnectUrl": "string",
            "oauth2MetadataUrl": "string",
            "deprecated": "boolean",
        },
        reference=True,
    ),
    "Flows": ShapeSource(
        "OAuth Flows object",
        {
            "implicit": "Flow",
            "password": "Flow",
            "clientCredentials": "Flow",
            "authorizationCode": "Flow",
            "deviceAuthorization": "Flow",
        },
    ),
    "Flow": ShapeSource(
        "OAuth Flow object",
        {
            "authorizationUrl": "string",
            "deviceAuthorizationUrl": "string",
            "tokenUrl": "string",
            "refreshUrl": "string",
            "scopes": "{string}!",
        },
    ),
    "Schema": ShapeSource("schema", SCHEMA_FIELDS, reference=True, open=True),
    "Discriminator": ShapeSource(
        "Discriminator object",
        {"propertyName": "string!", "mapping": "{string}", "defaultMapping": "string"},
    ),
    "XML": ShapeSource(
        "XML object",
        {
            "nodeType": "string",
            "name": "string",
            "namespace": "string",
            "prefix": "string",
            "attribute": "boolean",
            "wrapped": "boolean",
        },
    ),
}

SHAPES = compile_shapes(_TABLE)
"""Shapes by name; the root is `OpenAPI`."""

COMPONENT_SHAPES = {
    section: kind.value.shape
    for section, kind in SHAPES["Components"].fields.items()
    if kind.value is not None and kind.value.shape is not None
}
"""The shape of the components in each section."""

SECTIONS = {shape.name: section for section, shape in COMPONENT_SHAPES.items()}
"""The section of `components` that holds each shape."""

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""Fixed fields of a Path Item that are operations."""
