"""What headings of Stainless Markdown pages say about the section below, and what addresses say."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from enum import Enum, auto

from apiscribe.pages.facts import ParameterPlace


class SectionKind(Enum):
    """The role of a section."""

    PARAMETERS = auto()
    BODY = auto()
    ANSWER = auto()
    ANSWER_HEADERS = auto()
    EXAMPLES = auto()
    REQUEST_EXAMPLE = auto()
    MODELS = auto()
    SERVERS = auto()
    AUTH = auto()
    TAGS = auto()
    STREAM = auto()
    PAGES = auto()
    PERMISSIONS = auto()
    PROSE = auto()
    LANGUAGE_PARAMETERS = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Title:
    """A heading taken apart; `status`, `media_type` and `name` are "" when it has none."""

    kind: SectionKind
    place: ParameterPlace | None = None
    status: str = ""
    media_type: str = ""
    name: str = ""


_PLACES = {
    "path": ParameterPlace.PATH,
    "query": ParameterPlace.QUERY,
    "header": ParameterPlace.HEADER,
    "cookie": ParameterPlace.COOKIE,
}
_PARAMETERS = re.compile(r"(path|query|header|cookie) param(?:eter)?s?$|(headers)$|(query string)$")
_BODY = re.compile(r"(?:body param(?:eter)?s?|request body|body)(?: ?json)?$")
_ANSWER = re.compile(r"(returns?|response|responses|errors?)$")
_DETAIL = re.compile(r"(?P<head>[^()]*?)(?:\s*\((?P<inside>[^()]*)\))?(?::\s+(?P<name>.*))?$")
_STATUS = re.compile(r"(?:[1-5](?:\d\d|XX)|default)$", re.I)
_SIMPLE = {
    SectionKind.EXAMPLES: ("example", "examples"),
    SectionKind.MODELS: ("domain types", "models"),
    SectionKind.SERVERS: ("servers", "server", "base url", "base urls"),
    SectionKind.AUTH: ("authentication", "authorization", "security"),
    SectionKind.TAGS: ("tags",),
    SectionKind.STREAM: ("streaming",),
    SectionKind.PAGES: ("pagination",),
    SectionKind.ANSWER_HEADERS: ("response headers",),
    SectionKind.LANGUAGE_PARAMETERS: ("parameters",),
    SectionKind.PERMISSIONS: ("accepted permissions (at least one required)",),
    SectionKind.PROSE: (
        "environment", "environment variables", "installation", "install", "usage", "quickstart",
        "retries", "timeouts", "retries and timeouts", "resources", "operations", "methods",
        "contents", "files", "see also", "related", "notes", "changelog", "used by", "libraries",
        "about these pages", "webhooks",
    ),
}  # fmt: skip
_BY_TITLE = {title: kind for kind, titles in _SIMPLE.items() for title in titles}


def read_title(title: str) -> Title:
    """Take a heading apart. Case and links around the text do not matter."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip()
    low = plain.lower()
    if low in _BY_TITLE:
        return Title(_BY_TITLE[low])
    match = _DETAIL.fullmatch(plain)
    head = match["head"].strip().lower() if match else low
    inside = (match["inside"] or "") if match else ""
    name = (match["name"] or "") if match else ""
    status, media_type = _inside(inside)
    if (found := _PARAMETERS.fullmatch(head)) is not None:
        place = ParameterPlace.QUERYSTRING if found[3] else ParameterPlace.HEADER
        return Title(SectionKind.PARAMETERS, _PLACES[found[1]] if found[1] else place)
    if _BODY.fullmatch(head):
        return Title(SectionKind.BODY, media_type=media_type)
    if head == "request":
        return Title(SectionKind.REQUEST_EXAMPLE, media_type=media_type, name=name)
    if _ANSWER.fullmatch(head) and (not inside or status or media_type):
        if head in ("errors", "error") and not status:
            return Title(SectionKind.PROSE)
        return Title(SectionKind.ANSWER, None, status, media_type, name)
    return Title(SectionKind.OTHER)


def _inside(inside: str) -> tuple[str, str]:
    """`200, text/event-stream` → status and media type."""
    status = media_type = ""
    for part in (piece.strip() for piece in inside.split(", ")):
        if _STATUS.match(part):
            status = part if part.lower() == "default" else part.upper()
        elif re.fullmatch(r"[\w.+*-]+/[\w.+*-]+(?:; ?\S+)*", part):
            media_type = part
    return status.replace("DEFAULT", "default"), media_type


def names_in(address: str) -> list[str]:
    """Resource and method that an address names.

    `…/resources/chat/subresources/completions/methods/create/` or `…/api/messages/create`.
    """
    steps = re.sub(r"[?#].*$|(\.md|/index\.md)$", "", address).strip("/").split("/")
    if "methods" in steps:
        labels = ("resources", "subresources", "methods")
        found = [b for a, b in itertools.pairwise(steps) if a in labels]
        return [step.replace("-", "_") for step in found]
    if "api" in steps:
        return [step.replace("-", "_") for step in steps[steps.index("api") + 1 :]]
    return []
