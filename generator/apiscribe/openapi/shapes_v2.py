"""The shapes of Swagger 2.0 (https://spec.openapis.org/oas/v2.0)."""

from __future__ import annotations

from apiscribe.openapi.shapes import ShapeSource, compile_shapes
from apiscribe.openapi.shapes_v3 import SCHEMA_FIELDS

_SECURITY = "[{[string]}]"

_SIMPLE = {
    "type": "string",
    "format": "string",
    "items": "Items",
    "collectionFormat": "string",
    "default": "any",
    "maximum": "number",
    "exclusiveMaximum": "boolean|number",
    "minimum": "number",
    "exclusiveMinimum": "boolean|number",
    "maxLength": "integer",
    "minLength": "integer",
    "pattern": "string",
    "maxItems": "integer",
    "minItems": "integer",
    "uniqueItems": "boolean",
    "enum": "array",
    "multipleOf": "number",
}

_TABLE = {
    "Swagger": ShapeSource(
        "Swagger document",
        {
            "swagger": "string!",
            "info": "Info!",
            "host": "string",
            "basePath": "string",
            "schemes": "[string]",
            "consumes": "[string]",
            "produces": "[string]",
            "paths": "Paths",
            "definitions": "{Schema|boolean}",
            "parameters": "{Parameter}",
            "responses": "{Response}",
            "securityDefinitions": "{SecurityScheme}",
            "security": _SECURITY,
            "tags": "[Tag]",
            "externalDocs": "ExternalDocs",
        },
    ),
    "Info": ShapeSource(
        "Info object",
        {
            "title": "string!",
            "version": "string!",
            "description": "string",
            "termsOfService": "string",
            "contact": "Contact",
            "license": "License",
        },
    ),
    "Contact": ShapeSource(
        "Contact object", {"name": "string", "url": "string", "email": "string"}
    ),
    "License": ShapeSource("License object", {"name": "string!", "url": "string"}),
    "Paths": ShapeSource("Paths object", {"//.*/": "PathItem"}),
    "PathItem": ShapeSource(
        "Path Item object",
        {
            "$ref": "string",
            **dict.fromkeys(
                ("get", "put", "post", "delete", "options", "head", "patch"), "Operation"
            ),
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
            "consumes": "[string]",
            "produces": "[string]",
            "parameters": "[Parameter]",
            "responses": "Responses",
            "schemes": "[string]",
            "deprecated": "boolean",
            "security": _SECURITY,
        },
    ),
    "ExternalDocs": ShapeSource(
        "External Documentation object", {"url": "string!", "description": "string"}
    ),
    "Parameter": ShapeSource(
        "Parameter object",
        {
            "name": "string!",
            "in": "string!",
            "description": "string",
            "required": "boolean",
            "schema": "Schema|boolean",
            "allowEmptyValue": "boolean",
            **_SIMPLE,
        },
        reference=True,
    ),
    "Items": ShapeSource("Items object", _SIMPLE),
    "Responses": ShapeSource(
        "Responses object", {"default": "Response", "/[1-5](?:[0-9][0-9]|XX)/": "Response"}
    ),
    "Response": ShapeSource(
        "Response object",
        {
            "description": "string",
            "schema": "Schema|boolean",
            "headers": "{Header}",
            "examples": "object",
        },
        reference=True,
    ),
    "Header": ShapeSource("Header object", {"description": "string", **_SIMPLE}),
    "Tag": ShapeSource(
        "Tag object", {"name": "string!", "description": "string", "externalDocs": "ExternalDocs"}
    ),
    "SecurityScheme": ShapeSource(
        "Security Scheme object",
        {
            "type": "string!",
            "description": "string",
            "name": "string",
            "in": "string",
            "flow": "string",
            "authorizationUrl": "string",
            "tokenUrl": "string",
            "scopes": "{string}",
        },
    ),
    "Schema": ShapeSource(
        "schema",
        {**SCHEMA_FIELDS, "discriminator": "string|Discriminator"},
        reference=True,
        open=True,
    ),
    "Discriminator": ShapeSource(
        "Discriminator object", {"propertyName": "string!", "mapping": "{string}"}
    ),
    "XML": ShapeSource(
        "XML object",
        {
            "name": "string",
            "namespace": "string",
            "prefix": "string",
            "attribute": "boolean",
            "wrapped": "boolean",
        },
    ),
}

SHAPES_V2 = compile_shapes(_TABLE)
"""Shapes by name; the root is `Swagger`."""
