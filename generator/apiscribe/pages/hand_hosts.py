"""Hosts of a page: base URLs, absolute endpoint lines, calls; and which part of a URL is the path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import Certainty, Conflict, Keyword, Server, Source
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import EndpointMatch, before_template, is_placeholder

_VARIABLE = re.compile(r"\{([^{}]+)\}|\[([\w.-]+)\]|<([\w .-]+)>|\$\{?([A-Z_]+)\}?")


@dataclass(slots=True)
class Hosts:
    """`servers` in order of trust: stated base URLs, endpoint lines, calls."""

    page: PageSource
    servers: list[Server] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    bases: list[tuple[str, Source]] = field(default_factory=list)

    def settle(self, drafts: Sequence[Draft]) -> None:
        """Find the servers, then take them off the endpoints of `drafts`."""
        self.bases = [pair for draft in drafts for pair in draft.hosts]
        if not self.bases:
            self._find_base(drafts)
        self._settle_prefix(drafts)
        for url, source in self.bases:
            self._add(url, source)
        for draft in drafts:
            if draft.endpoint.method:
                host = draft.endpoint.host
                draft.endpoint = self.split(draft.endpoint)
                if host and draft.endpoint.host:
                    self._add(host, draft.source if not draft.weak else self._of_call(draft.source))
        if self.servers:
            return
        for draft in drafts:
            for call in draft.calls:
                prefix = before_template(call.endpoint.path, draft.endpoint.path)
                if call.endpoint.host and prefix is not None:
                    span = self.page.span(call.line, call.end_line)
                    self._add(call.endpoint.host + prefix, self._of_call(Source(span)))

    def _of_call(self, source: Source) -> Source:
        return replace(
            source, certainty=Certainty.INFERRED, reason="A call on the page goes there."
        )

    def _find_base(self, drafts: Sequence[Draft]) -> None:
        """Full URLs beside paths without a host: what stands in front of those paths in the URLs.

        `https://x.test/api/dogs` and `/dogs/{id}` → `https://x.test/api`, where it fits all URLs.
        """
        own = [draft for draft in drafts if draft.endpoint.method and not draft.weak]
        whole = [draft for draft in own if draft.endpoint.host]
        paths = [draft.endpoint.path for draft in own if not draft.endpoint.host]
        hosts = {draft.endpoint.host for draft in whole}
        if len(hosts) != 1 or not paths:
            return
        prefixes = {_before(draft.endpoint.path, paths) for draft in whole} - {None}
        if len(prefixes) != 1:
            return
        prefix = prefixes.pop() or ""
        if not prefix or not all(d.endpoint.path.startswith(prefix + "/") for d in whole):
            return
        why = "Full URLs on the page have it in front of paths that others show without a host."
        source = replace(whole[0].source, certainty=Certainty.INFERRED, reason=why)
        self.bases.append((hosts.pop() + prefix, source))
        for draft in own:
            if not draft.endpoint.host and draft.endpoint.path.startswith(prefix + "/"):
                path = draft.endpoint.path.removeprefix(prefix)
                draft.endpoint = replace(draft.endpoint, path=path)

    def split(self, match: EndpointMatch) -> EndpointMatch:
        """Host and path of an endpoint: the path is what follows a stated base URL."""
        for url, _ in self.bases:
            whole = match.host + match.path
            if match.host and (whole == url or whole.startswith(url + "/")):
                return replace(match, host="", path=whole.removeprefix(url) or "/")
        return match

    def _settle_prefix(self, drafts: Sequence[Draft]) -> None:
        """`/v1` at the end of the base URL and at the head of the paths: a call tells which is meant."""
        for index, (url, source) in enumerate(self.bases):
            tail = re.search(r"(/v\d[\w.]*)$", url)
            own = [d for d in drafts if d.endpoint.method and not d.endpoint.host]
            if (
                tail is None
                or not own
                or not all(d.endpoint.path.startswith(tail[1] + "/") for d in own)
            ):
                continue
            doubled = any(tail[1] + tail[1] in call.endpoint.path for d in own for call in d.calls)
            if doubled:
                continue
            self.bases[index] = (url.removesuffix(tail[1]), source)
            message = f"The base URL and the paths both have {tail[1]}."
            spans = (source.span, own[0].source.span)
            self.conflicts.append(Conflict(message, spans, "that of the paths"))

    def _add(self, url: str, source: Source) -> None:
        if any(server.url == _template(url) for server in self.servers) or url.startswith("ws"):
            return
        keywords: tuple[Keyword, ...] = ()
        names = _names(url)
        if is_placeholder(url):
            why = "The address is an example, to be replaced by one's own."
            source = replace(source, certainty=Certainty.ASSUMED, reason=why)
        if names:
            values = {name: {"default": name} for name in names}
            keywords = (Keyword("variables", values, source),)
        if not url.startswith("http") and not names:
            return
        self.servers.append(Server(_template(url), source, None, keywords))


def _before(path: str, others: Sequence[str]) -> str | None:
    """What stands in a path before one of the segments that others begin with; `None`: none does."""
    segments = path.split("/")[1:]
    heads = {other.split("/")[1] for other in others}
    at = next((at for at, segment in enumerate(segments) if at and segment in heads), -1)
    prefix = "".join("/" + segment for segment in segments[:at]) if at > 0 else ""
    if segments[0] in heads:  # they have all of it in front, or it is a path like theirs
        same = [other for other in others if other.split("/")[1] == segments[0]]
        whole = at > 1 and all(other.startswith(prefix + "/") for other in same)
        return prefix if whole and "{" not in prefix else ""
    return prefix if prefix and "{" not in prefix else None


def _names(url: str) -> list[str]:
    return [_clean(next(g for g in match.groups() if g)) for match in _VARIABLE.finditer(url)]


def _template(url: str) -> str:
    return _VARIABLE.sub(
        lambda m: "{" + _clean(next(g for g in m.groups() if g)) + "}", url
    ).rstrip("/")


def _clean(name: str) -> str:
    return re.sub(r"\W+", "_", name.strip("{} ")).strip("_")
