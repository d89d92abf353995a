"""A request and its answer, as far as a document says anything of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exchange:
    """One answer. `raw_path` and `query` are still percent-encoded; `cut`: the body goes on.

    `label` says where it comes from, for people; it never holds a query, a header or a body.
    """

    verb: str
    raw_path: str
    query: str
    status: int
    content_type: str
    body: bytes
    label: str
    cut: bool = False
