"""What single lines of a pasted reference page are, apart from members: frames, labels, statuses.

The words are those of Mintlify, Docusaurus, Redoc, Bump, ReadMe, GitHub, Fern, GitBook and Stripe.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apiscribe.pages.page import Line
from apiscribe.pages.parts.endpoints import (
    METHODS,
    EndpointMatch,
    normal_path,
    read_endpoint,
    read_url,
)
from apiscribe.pages.parts.inline import tidy
from apiscribe.pages.parts.sections import Label, Role, label_of
from apiscribe.pages.vertical_split import Platform

MEDIA = re.compile(
    r"^(?:content[ -]type:?\s*)?((?:application|text|multipart|image|audio)/[\w.+*-]+)$", re.I
)
_STATUS = re.compile(
    r"^(?:[•*-]\s*)?(?:(?i:status(?: code)?:?)\s*)?(?P<code>[1-5]\d\d|[1-5]XX|default)"
    r"(?:(?:\s*-)?\s*(?P<media>(?:application|text|multipart|image|audio)/[\w.+*-]+))?"
    r"(?:\s*(?:\t|[-–—:]|\s)\s*(?P<text>[A-Z\u4e00-\u9fff][^{}]*))?$"
)
_STATUSES = re.compile(r"^[1-5]\d\d(?:\s+[1-5]\d\d)+$")
_NOISE = re.compile(
    r"^(?:copy(?: page| markdown| to clipboard(?: .{1,60} example)?)?|copied!?|try it!?|send(?: api)? request|expand all ?collapse all"
    r"|expand all|collapse all|schema|example|example \((?:auto|from schema)\)|content type|payload|loading(?:\.{3}|…)?"
    r"|was this (?:page )?helpful\??|yes|no|yes ?no|previous|next|powered by(?: .*)?|built with (?:fern|mintlify|gitbook|docusaurus|readme)|suggest edits|raise issue|ask ai|ask a question(?:\.{3}|…)?|on this page"
    r"|download openapi specification:.*|skip to (?:main )?content|search(?:\.{3}|…|\s*(?:docs|documentation)?\s*(?:⌘ ?k|ctrl ?\+? ?k))?|(?:last )?updated(?::?\s.*(?:\d|\bago)\b.*)?|last modified.*|modified at [\d:/ -]+|edit this page|view as markdown"
    r"|open in .*|name, type, description|status code\s+description|response schema|curl request|did this page help you\??|example response|language|response clear|click the send api request.*"
    r"|credentials|url|click try it! to start a request.*|(?:the )?(?:body|response) is of type .*|this endpoint (?:expects|returns) an object\.|---(?:\|---)+"
    r"|add (?:object|string|field|integer)|show details|hide details|parameters? ?name ?type ?description"
    r"|(?:show |hide )?more (?:parameters|attributes)(?: ?expand all)?|chevron-right|[-•*]|code samples?|all|null|download|authorizations?:? ?bearer ?)$",
    re.I,
)
_LANGUAGE = (
    "curl|shell|bash|python|javascript|node(?:\\.?js)?|typescript|java|go|php|ruby|c#|csharp|rust|json|http"
    "|swift|kotlin|powershell|github cli|c|cli|node|dart|r|objective-c"
)
_LANGUAGES = re.compile(rf"^(?:(?P<one>{_LANGUAGE})(?P=one)?\s*)+$", re.I)
_CODE = re.compile(
    r"^(?:import |from [\w.]+ import |const |let |var |def |print\(|console\.|await |async |require\("
    r"|fetch\(|requests?\.|client\.|func |package |using |fmt\.|response(?:\.|\s*=)|\w+ = (?:\w+[.(]|new )"
    r"|\w+(?:\.\w+)* := |[A-Za-z]\w*(?:\.\w+)+ = |\w+: \w+\.\w+\(|import \w|gh api|-H |-X |--\w)|(?:\);?|=>.*|;)$"
)
_ASIDE = re.compile(r"^(?:[\"“]?[A-Z][\w'-]*[\"”]?)(?: [\w'-]+)+ \([\w ,/-]+\)$")
_OPENER = re.compile(
    r"^(?P<how>Show|Hide)(?: (?P<count>\d+) (?:\w+ )?(?:properties|attributes|parameters|enum values|variants?)"
    r"| (?:child )?(?:attributes|parameters|properties)| \S+ (?:child )?(?:attributes?|properties|parameters?))"
    r"(?:\s*(?P<again>Show|Hide)\s.*)?$"
)
_PROPERTIES = re.compile(
    r"^Properties of (?:the )?[`\"“]?(?P<name>[\w.$-]+)[`\"”]?(?: object)?$", re.I
)
CHOICE = re.compile(r"^(?:oneOf|anyOf|allOf|One of:?|Any of:?)$")
"""Above tabs with one variant each: which members are of which, a paste has lost."""
_SEGMENT = re.compile(r"^(?:[\w.~%@+-]+|\{[\w.-]+\}|:[\w-]+)$")
_QUOTED_LABEL = re.compile(
    r"^(?P<label>Parameters|HTTP response status codes|Code samples|Fine-grained access tokens) for"
    r"\s+[\"“](?P<title>[^\"”]+)[\"”]$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Status:
    """A line that names a status: what is said of it and its media type, "" where not given."""

    code: str
    media: str = ""
    text: str = ""


@dataclass(slots=True)
class Endpoint:
    """An endpoint and the lines that it takes."""

    match: EndpointMatch
    lines: list[int]


@dataclass(slots=True)
class Prose:
    """A line of text that belongs to no member. `gap`: a blank line stands above it."""

    line: Line
    gap: bool


def status_of(text: str) -> Status | None:
    """`200 - application/json`, `201 Made`, `• 200 application/json`, `Status: 201`."""
    text = re.sub(r"^[🟢🟡🟠🔴🔵⚪]\s*([1-5]\d\d)\s*", r"\1 ", text).rstrip()  # Apifox
    match = _STATUS.match(text)
    if match is None:
        return None
    code = match["code"]
    return Status(
        code if code == "default" else code.upper(), match["media"] or "", match["text"] or ""
    )


def statuses_of(text: str) -> list[str]:
    """The tabs of statuses in one line."""
    return text.split() if _STATUSES.match(text) else []


CONSOLE = re.compile(rf"^(?:{'|'.join(METHODS)}) [_a-z][\w.{{}}-]*(?:/[\w.{{}}*-]+)+(?:\?\S*)?$")
"""A call as the console of Elasticsearch takes it: a method, and a path without its first slash."""


def is_noise(text: str) -> bool:
    """Buttons, tabs and other furniture."""
    text = re.sub(r"^[•*]\s+", "", text)
    return bool(_NOISE.match(text) or _LANGUAGES.match(text))


def is_code(text: str) -> bool:
    """A line of some program; words in brackets at the end of a phrase are none."""
    return _CODE.search(text) is not None and not _ASIDE.match(text)


@dataclass(frozen=True, slots=True)
class Opener:
    """A frame of members: `state` as in `Found.opened`; `count` members, 0 when not said."""

    state: str
    count: int = 0
    name: str = ""


def opener_of(text: str, platform: Platform) -> Opener | None:
    """`Show child attributes` (hidden), `Hide child attributes` (they follow), `Hide 3 properties`."""
    if (named := _PROPERTIES.match(text)) is not None:
        return Opener("open", 0, named["name"])
    match = _OPENER.match(text)
    if match is None:
        return None
    shown = match["how"] == "Hide" or platform is Platform.BUMP
    return Opener("open" if shown else "shut", int(match["count"] or 0))


def clean_label(text: str) -> str:
    """A label whose flag is glued to it, or stands beside it without brackets."""
    glued = re.match(
        r"^(?P<label>.*?)(?: schema)?: *(?P<media>(?:application|multipart|text)/[\w.+-]+?)required$",
        text,
    )
    if glued is not None:
        return f"{glued['label']} (required) {glued['media']}"
    return "Body (required)" if text.lower() == "body required" else text.rstrip(":")


def section_of(text: str, above: Label | None) -> Label | None:
    """The section that a line labels; prose and words that are names are none."""
    words = shown_label(text)
    if len(words.split()) > 7 or words.endswith((".", "!", ";", "?")) or "`" in words:
        return None
    if words.islower() and len(words.split()) < 2:
        return None
    label = label_of(words)
    if label is None or label.role in (Role.TEXT, Role.STREAM, Role.REQUIRED, Role.OPTIONAL):
        return None
    return label if label.role is not Role.EXAMPLE or above is not None else None


def shown_label(text: str) -> str:
    """A label without the operation that it names (`Status codes for "Create a widget"`)."""
    quoted = _QUOTED_LABEL.match(text)
    if quoted is None:
        return text
    return "Status codes" if "status codes" in quoted["label"].lower() else quoted["label"]


def title_of(text: str) -> str:
    """The operation that a label names."""
    quoted = _QUOTED_LABEL.match(text)
    return quoted["title"] if quoted is not None else ""


def endpoint_at(lines: Sequence[Line], at: int) -> tuple[EndpointMatch, int] | None:
    """The endpoint that begins on a line, and the line after it: whole, or a piece a line."""
    text = lines[at].text
    if re.match(r"^[•*-] ", text) or len(text) > 300:
        return None
    if (found := read_endpoint(text)) is not None and not found.title:
        return found, at + 1
    if text.upper() not in METHODS:
        return None
    after = at + 1
    while after < len(lines) and not lines[after].text:
        after += 1
    if after >= len(lines):
        return None
    following = lines[after].text
    if re.match(r"^https?://[^/\s]+$", following):  # the path below it, a piece a line
        path, stop = _pieces(lines, after + 1)
        return EndpointMatch(text.upper(), following, normal_path(path)), stop
    url = read_url(following)
    if url is not None and len(url.path) > 1:
        return EndpointMatch(text.upper(), url.host, url.path, url.query), after + 1
    path, stop = _pieces(lines, after)
    if not path:
        return None
    found = read_url(path)
    return (EndpointMatch(text.upper(), "", found.path), stop) if found is not None else None


def _pieces(lines: Sequence[Line], at: int) -> tuple[str, int]:
    """A path of which each slash and each segment has a line of its own."""
    path = ""
    while at < len(lines):
        text = lines[at].text
        if text == "/" and not path.endswith("/"):
            path += "/"
        elif path.endswith("/") and _SEGMENT.match(text):
            path += text
        elif text:
            break
        elif not path.endswith("/") and path:
            following = next((line.text for line in lines[at:] if line.text), "")
            if following != "/":
                break
        at += 1
    return path.rstrip("/"), at


def unmarked(line: Line) -> tuple[Line, int]:
    """A line without the marks of a heading or of bold words, and the level of the heading."""
    if (heading := re.match(r"^(#{1,6})\s+(.*?)\s*#*$", line.text)) is not None:
        return Line(line.number, tidy(heading[2]), line.indent), len(heading[1])
    if line.text.startswith("**"):
        return Line(line.number, re.sub(r"\*\*(.+?)\*\*", r"\1", line.text), line.indent), 0
    return line, 0


def names_object(text: str) -> bool:
    """`The Basket object`: what stands above the attributes of a schema (Stripe)."""
    return re.match(r"^The [A-Z][\w ]{0,60} object$", text) is not None


_SCHEME_NAME = re.compile(r"^Authorization:\s*[\w-]+$")


def names_scheme(text: str, label: Label | None = None) -> bool:
    """`Authorization: OAuth2`, or a word below "Authorizations:"."""
    below = label is not None and label.role is Role.AUTH and len(text.split()) < 3
    return below or _SCHEME_NAME.match(text) is not None


def takes_status(status: Status, label: Label | None) -> bool:
    """Whether a number is a status where it stands: below answers, with a media type, or alone."""
    known = (Role.RESPONSE, Role.ERRORS, Role.RESPONSE_EXAMPLE)
    told = label is not None and label.role in known
    return bool(status.media) or told or (not status.text and label is None)
