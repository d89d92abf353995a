"""Does a request carry the credentials an operation asks for?"""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import SimpleCookie

from apiscribe.serve.decoding import query_pairs
from apiscribe.serve.nodes import Node, root_node
from apiscribe.serve.validation import Received


def missing_credentials(operation: Node, received: Received) -> tuple[str, ...]:
    """Names of the schemes of the nearest alternative that are not satisfied; empty: all is well."""
    alternatives = operation.get("security", operation.root.get("security"))
    if not alternatives:
        return ()
    lacking = []
    for alternative in alternatives:
        names = [n for n in alternative if not _satisfied(operation.root, n, received)]
        if not names:
            return ()
        lacking.append(tuple(names))
    return min(lacking, key=len)


def _satisfied(root: Mapping[str, object], name: str, received: Received) -> bool:
    components = root_node(root).child("components")
    schemes = components.child("securitySchemes") if components else None
    scheme = schemes.child(name) if schemes else None
    if scheme is None or scheme.get("type") == "mutualTLS":
        return True
    if scheme.get("type") == "apiKey":
        key, place = str(scheme.get("name")), scheme.get("in")
        if place == "header":
            return bool(received.headers.get(key.lower()))
        if place == "query":
            return any(k == key and v for k, v in query_pairs(received.query))
        return bool(SimpleCookie(received.headers.get("cookie", "")).get(key))
    wanted = (
        str(scheme.get("scheme", "bearer")).lower() if scheme.get("type") == "http" else "bearer"
    )
    given, _, credentials = received.headers.get("authorization", "").partition(" ")
    return given.lower() == wanted and bool(credentials.strip())
