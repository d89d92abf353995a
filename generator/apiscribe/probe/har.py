"""Recordings of calls: HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi import load_yaml
from apiscribe.openapi.pointers import pointer
from apiscribe.probe.exchanges import Exchange


def read_har(
    path: Path, base_url: str, hosts: frozenset[str], diagnostics: Diagnostics
) -> list[Exchange]:
    """The answers in a recording that come from the API: of `base_url`, whose path is taken off, else
    of `hosts`; all of them when neither is given.

    Raises `ApiscribeError` when the file is no HAR. An entry that is none is a warning.
    """
    source = load_yaml(path, diagnostics)
    log = source.data.get("log") if isinstance(source.data, dict) else None
    entries = log.get("entries") if isinstance(log, dict) else None
    if not isinstance(entries, list):
        diagnostics.error(
            "probe/no-har",
            "the file is no HTTP Archive: it has no `log.entries`.",
            source.place(),
            "save the calls with «Save all as HAR with content» of the browser's network tools.",
        )
        diagnostics.stop_on_errors()
        return []
    found: list[Exchange] = []
    for index, entry in enumerate(entries):
        try:
            found += _exchange(entry, index, base_url, hosts)
        except (AttributeError, KeyError, TypeError, ValueError, binascii.Error):
            diagnostics.warning(
                "probe/har-entry",
                "the entry is not as HTTP Archive 1.2 has it, and is left out.",
                Place(source.file, pointer("log", "entries", index)),
            )
    return found


def _exchange(
    entry: Mapping[str, Any], index: int, base_url: str, hosts: frozenset[str]
) -> Iterator[Exchange]:
    request, response = entry["request"], entry["response"]
    url = urlsplit(str(request["url"]))
    path = url.path or "/"
    status = int(response["status"])
    if base_url:
        base = urlsplit(base_url)
        prefix = base.path.rstrip("/")
        if url.netloc.lower() != base.netloc.lower() or not path.startswith(f"{prefix}/"):
            return
        path = path[len(prefix) :]
    elif hosts and url.netloc.lower() not in hosts:
        return
    if not 100 <= status <= 599:  # 0: there was no answer
        return
    content = response.get("content") or {}
    text = str(content.get("text") or "")
    size = content.get("size")
    body = base64.b64decode(text) if content.get("encoding") == "base64" else text.encode()
    yield Exchange(
        verb=str(request["method"]).lower(),
        raw_path=path,
        query=url.query,
        status=status,
        content_type=_content_type(response, str(content.get("mimeType") or "")),
        body=body,
        label=f"entry {index + 1}",
        cut=not text and (not isinstance(size, int) or size != 0),  # the text was not recorded
    )


def _content_type(response: Mapping[str, Any], told: str) -> str:
    """The answer's own header; browsers put what they took it for in `mimeType`."""
    for header in response.get("headers") or ():
        if str(header.get("name", "")).lower() == "content-type":
            return str(header.get("value", ""))
    return told
