"""Facts that paragraphs of an operation state: authentication, media types, statuses, hosts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Source, Text
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.hand_ids import id_of_heading
from apiscribe.pages.hand_media import Side, media_of
from apiscribe.pages.hand_places import REQUESTS, Places
from apiscribe.pages.hand_records import Heading, Item, Items
from apiscribe.pages.hand_scopes import ScopeReader
from apiscribe.pages.hand_security import methods_told
from apiscribe.pages.hand_statuses import statuses_of
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.auth import AuthScheme
from apiscribe.pages.parts.auth_prose import are_together, auth_of_prose
from apiscribe.pages.parts.endpoints import read_base, read_home
from apiscribe.pages.parts.inline import plain, tidy
from apiscribe.pages.parts.rows import Row, find_row, read_name
from apiscribe.pages.parts.sections import Label, Role, caption_of
from apiscribe.pages.parts.words import presence_of

STATUS_TEXT = re.compile(
    r"^`{0,2}(?:http(?:/[\d.]+)?\s*)?(?P<status>[1-5]\d\d)\b(?P<reason>[ A-Za-z'-]*)`{0,2}\s*(?:[-–—:,.]\s*)?(?P<text>.*)$",
    re.I | re.S,
)
HEADER_LINE = re.compile(
    r"^[`*]*(?P<name>[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9])\s*:\s+(?P<value>[^\s`].*?)[`*]*$"
)
_RETURNS = re.compile(
    r"\b(?:returns?|responds with|response is|status(?: code)?(?: is)?)\s+(?:an? |with )?(?:http )?(?:status )?`?(?P<status>[1-5]\d\d)\b",
    re.I,
)
_ONLY_STATUS = re.compile(
    rf"^\W*(?:(?:on success,? )?(?:it|(?:this|the) (?:endpoint|method|call|operation|server)) )?"
    rf"{_RETURNS.pattern}(?: (?:ok|created|accepted|no content))?(?: (?:status|response|code)){{0,2}}\W*$",
    re.I,
)
_NAMED_STATUS = re.compile(r"`([1-5]\d\d) [A-Z][A-Za-z ]+`")
_CREDENTIALS = r"(?:any )?(?:authentication|authorization|auth|credentials|(?:an? )?(?:api[ -]?key|(?:access )?token))"
_NO_AUTH = re.compile(
    rf"\b(?:does|do|is|are)(?: not|n[’']t) (?:require|need)s? {_CREDENTIALS}\b"
    rf"|\b(?:needs?|requires?) no {_CREDENTIALS}\b"
    rf"|\bno {_CREDENTIALS}(?: (?:is|are))? (?:required|needed|necessary)\b"
    rf"|\b(?:called|used|reached|accessible|available|open|works?|public\w*) without {_CREDENTIALS}\b"
    rf"|^\W*(?:no|without) {_CREDENTIALS}\W*$"
    rf"|^\W*(?:authentication|authorization|auth)\s*[:：]\W*(?:none|no|public|not (?:required|needed))\W*$",
    re.I,
)
_CONDITION = re.compile(r"\W*(?:if|when|unless|while|as long as|provided)\b", re.I)
"""What holds on a condition is not said of all calls."""
_SOME = re.compile(
    r"\b(?:some|most|public|others?|these|those|except|unless|marked|endpoints?)\b", re.I
)
"""What is said of a part of the operations is not said of all."""

_LATER = re.compile(
    r"\b(?:later|subsequent|further|following|other|next|future) (?:\w+ )?(?:calls?|requests?)\b",
    re.I,
)
_DEPRECATED = re.compile(
    r"^\W*(?:this (?:endpoint|method|api|call) (?:is|has been) )?deprecated\b|(?:该接口)?已(?:废弃|弃用)|^\W*veraltet\b|^\W*устарел",
    re.I,
)
_ONLY_DEPRECATED = re.compile(
    rf"(?:{_DEPRECATED.pattern})(?: (?:endpoint|method|operation|api|call))?\W*$", re.I
)
"""Nothing else is said; what to use instead, and why, is part of the description."""
_STREAMED = re.compile(
    r"server-sent events|\bSSE\b|text/event-stream|data: \[DONE\]|event stream|series of JSON objects|stream of JSON objects|newline-delimited|流式",
    re.I,
)
_PARTS = r"(?:(?:path|query|url|header|cookie|body|request|form) )*(?:parameters?|params|arguments|attributes|fields|headers|body)"
_NOTHING_SENT = re.compile(
    rf"^\W*(?:none|n/a|(?:there are )?no {_PARTS}(?: (?:is|are))?(?: (?:required|needed))?|无|无参数|なし|keine?|aucune?|нет)\W*$",
    re.I,
)
_ITALIC_LINE = re.compile(r"^(?P<mark>[*_])(?P<text>[^*_\s][^*_\n]*)(?P=mark)$")
_ONE_MEMBER = re.compile(
    r"^[*_]*(?P<presence>Optional|Required|可选|必填)[*_]*\s*[:：][*_]*\s*`(?P<name>[\w-]+)`\s*(?P<text>[^`]{0,200})$",
    re.I,
)
_ALL = re.compile(
    r"^\W*all (?:of )?(?:the |these |its )?(?:\w+ )?(?:parameters|params|fields|attributes|properties|arguments|members)"
    r"(?: (?:to|of|for|in|on) (?:this|the) [\w ]{3,20}?)? are (?P<presence>optional|required)\b"
    r"(?:,? (?:unless|except)\b[^.]*)?\s*(?:[.,;!]|and\b|$)",
    re.I,
)
"""`All parameters are optional.`; what holds under a condition is not said of all."""
_DETAILED = re.compile(r"^\*\*(?P<name>[^*]+)\*\*:\s+(?P<text>.+)$", re.S)
_ON_CONDITION = re.compile(r"^\W*(?:if|when|wenn|falls|si|если)\b", re.I)
_NAMED_KEY = re.compile(r"^API Key \((?P<name>[A-Za-z][\w.-]*)\)", re.I)
"""Widdershins: the name of a scheme."""

STREAM = "text/event-stream"
"""Streams are read from what is said and shown of them."""

MAX_SUMMARY = 120
"""A summary of more characters is a description."""


@dataclass(slots=True)
class Statements:
    """Reads paragraphs into a draft."""

    draft: Draft
    places: Places
    scopes: ScopeReader = field(default_factory=ScopeReader)

    def heading(self, block: Heading, span: Span) -> None:
        """What a heading says: that scopes follow; of a bold line, that the operation is deprecated."""
        self.scopes.heading(block.text)
        own = block.level > 6 and self.draft.endpoint.method
        if own and _ONLY_DEPRECATED.search(plain(block.text)):
            self.draft.deprecation = Text(tidy(block.text), Source(span))

    def read(self, text: str, span: Span) -> bool:
        """Facts that a paragraph states beside the description."""
        if self.places.role() in REQUESTS and _NOTHING_SENT.match(plain(text)):
            return True
        source = Source(span)
        done = self._scopes(text, span)
        if (methods := methods_told(text, span)) is not None:
            self.draft.methods = methods
            return True
        if self._needs_nothing(text):
            self.draft.no_auth = source
            done = True
        elif (schemes := auth_of_prose(text)) and not self._is_later(text):
            self.draft.auth += [(scheme, source) for scheme in schemes]
            if len(schemes) > 1 and are_together(text):
                self.draft.together.append(tuple(scheme.name for scheme in schemes))
            done = done or len(text.split()) < 40
        done = self._media(text, span) or done
        own = bool(self.draft.endpoint.method)
        if (base := read_base(text) or (None if own else read_home(text))) is not None:
            self.draft.hosts.append((base, source))
            done = True
        if _DEPRECATED.search(plain(text)):
            self.draft.deprecation = Text(tidy(text), source)
            done = done or _ONLY_DEPRECATED.search(plain(text)) is not None
        if _STREAMED.search(text) and self.draft.streams_told is None:
            self.draft.streams_told = Text(text, source)
        self._all_are(text)
        if self._statuses(text, span):
            return True
        header = HEADER_LINE.match(tidy(text))
        if header is not None and self.places.role() is Role.HEADER:
            self.header_value(header["name"], header["value"], span.line)
            return True
        return done

    def _media(self, text: str, span: Span) -> bool:
        """Note the media type that a paragraph names; whether that is all it is read for."""
        role = self.places.role()
        side, media = media_of(text, role) or (None, "")
        if side is Side.REQUEST:
            self.draft.body_media, self.draft.body_span = media, span
            return bool(self.draft.endpoint.method)
        if side is Side.ERRORS:
            self.draft.error_media = media
        elif side is Side.ANSWER and media != STREAM and self.draft.endpoint.method:
            answer = self.places.response(Role.RESPONSE)
            answer.media_type = answer.media_type or media
            return True
        return False

    def _statuses(self, text: str, span: Span) -> bool:
        """Note the statuses that a paragraph names; whether it consists of them."""
        if statuses := statuses_of(text):
            for status, words in statuses:
                self.status(status, words, span)
            return True
        match = STATUS_TEXT.match(tidy(text))
        told = _RETURNS.search(plain(text)) if match is None else None
        if match is not None and len(text.split()) < 30:
            self.status(match["status"], match["text"] or match["reason"], span)
            return True
        if told is not None and told["status"][0] in "45" and _is_sentence(plain(text)):
            self.status(told["status"], tidy(text), span)
            return True
        named = [told["status"]] if told is not None else []
        for status in dict.fromkeys([*named, *_NAMED_STATUS.findall(text)]):
            self.draft.response(status, span, stated=True)
        return _ONLY_STATUS.match(plain(text)) is not None

    def _all_are(self, text: str) -> None:
        """Note that all members of a request, or of the section here, are optional or required."""
        told, role = _ALL.match(plain(text)), self.places.role()
        presence = presence_of(told["presence"]) if told is not None else None
        if presence is not None and (role is None or role in REQUESTS):
            self.draft.all_are[role] = presence

    def _scopes(self, text: str, span: Span) -> bool:
        """Scopes of OAuth that a paragraph names, or says to follow."""
        found = self.scopes.sentence(text, span)
        self.draft.scopes = found or self.draft.scopes
        return found is not None or (bool(self.scopes.announced) and text.rstrip().endswith(":"))

    def _needs_nothing(self, text: str) -> bool:
        """Whether a paragraph says that a call needs no credential."""
        words = plain(text)
        own = bool(self.draft.endpoint.method)
        if (found := _NO_AUTH.search(words)) is None or _CONDITION.match(words[found.end() :]):
            return False
        return own or _SOME.search(words) is None

    def _is_later(self, text: str) -> bool:
        """Whether a token that an operation's section speaks of is for other operations."""
        return bool(self.draft.endpoint.method) and _LATER.search(plain(text)) is not None

    def schemes(self, block: Items, page: PageSource) -> bool:
        """A list of scopes, or of schemes under "Authentication" (Widdershins); `False`: it is none."""
        scopes = self.scopes.items(block, page.span(block.line, block.end_line))
        if scopes is not None:
            self.draft.scopes = scopes
            return bool(self.draft.endpoint.method)  # else the list is of all that there are
        label = self.places.label
        if label is None or label.role is not Role.AUTH:
            return False
        found = [_scheme(item) for item in block.items]
        for item, scheme in zip(block.items, found, strict=True):
            if scheme is not None:
                self.draft.auth.append((scheme, Source(page.span(item.line, item.end_line))))
        if any(found):
            return all(found)
        parts = auth_of_prose(", ".join(item.text for item in block.items))  # a header, its value
        source = Source(page.span(block.line, block.end_line))
        self.draft.auth += [(scheme, source) for scheme in parts]
        return bool(parts)

    def told(self, block: Items, page: PageSource) -> None:
        """Authentication in a list of sentences under no label, beside the description."""
        label = self.places.label
        if label is not None and label.role is not Role.TEXT:
            return
        for item in block.items:
            if not self._is_later(item.text):
                source = Source(page.span(item.line, item.end_line))
                self.draft.auth += [(scheme, source) for scheme in auth_of_prose(item.text)]

    def status(self, status: str, text: str, span: Span) -> None:
        """A status with what is said of it."""
        response = self.draft.response(status, span, stated=True)
        if text := plain(text).lstrip("-–—: ").strip():
            response.text.append(Text(text, Source(span)))

    def header_value(self, name: str, value: str, line: int) -> None:
        """A header with a sample value."""
        row = Row(name, line, line)
        row.example = plain(value)
        self.places.place(Role.HEADER, [row])

    def of_one(self, text: str, span: Span, lines: Sequence[int]) -> bool:
        """A paragraph that tells one thing: the summary, the whole text of a member, or a member."""
        return self.titled(text, span) or self.detailed(text) or self.one_member(text, lines)

    def about(self, text: str, span: Span) -> None:
        """What is said of an operation, or of the API: its summary where a label says so, or text."""
        draft, line = self.draft, text.removeprefix("- ").strip()
        untitled = bool(draft.endpoint.method) and draft.summary is None
        if untitled and self.places.sums_up() and "\n" not in line and len(line) <= MAX_SUMMARY:
            draft.summary = Text(plain(line), Source(span))
            return
        label = self.places.label
        of_auth = label is not None and label.role is Role.AUTH and not draft.endpoint.method
        (draft.auth_texts if of_auth else draft.texts).append(Text(tidy(text), Source(span)))

    def caption(self, text: str, span: Span) -> Label | None:
        """What a sentence says of the sample below it; when a status is sent, is said of the status."""
        label = caption_of(text)
        if label is not None and label.status and _ON_CONDITION.search(text):
            response = self.draft.response(label.status, span, stated=True)
            response.text.append(Text(plain(text).rstrip(" :："), Source(span)))
        return label

    def titled(self, text: str, span: Span) -> bool:
        """Widdershins: a line in italics is the summary where the heading is an operationId."""
        draft, italic = self.draft, _ITALIC_LINE.match(text.strip())
        if italic is None or draft.texts:
            return False
        if draft.operation_id is None:
            if draft.summary is None or " " in draft.summary.text:
                return False
            draft.operation_id = id_of_heading(draft.summary)
        draft.summary = Text(plain(italic["text"]), Source(span))
        return True

    def one_member(self, text: str, lines: Sequence[int]) -> bool:
        """`Optional: X-Thing (what it is for)` below a label: a member of the request."""
        told, role = _ONE_MEMBER.match(text), self.places.role()
        if told is None or role not in REQUESTS:
            return False
        row = read_name(f"`{told['name']}`", lines[0], lines[-1])
        if row is None:
            return False
        row.presence = presence_of(told["presence"]) or row.presence
        row.text = told["text"].strip(" ()-–—:")
        self.places.place(role, [row])
        return True

    def detailed(self, text: str) -> bool:
        """Widdershins: the whole text of a member whose row shows its first line only."""
        told = _DETAILED.match(text)
        row = find_row(self.draft.all_rows(), told["name"]) if told is not None else None
        if told is None or row is None:
            return False
        whole = tidy(told["text"])
        if not " ".join(whole.split()).startswith(" ".join(tidy(row.text).split())):
            return False
        row.text = whole
        return True

    def header_items(self, block: Items) -> bool:
        """`- Name: value` below a label of headers; whether the list is of such items."""
        found = [HEADER_LINE.match(tidy(item.text)) for item in block.items]
        if (
            self.places.role() is not Role.HEADER
            or not all(found)
            or any(re.match(r"^\*{0,2}`[\w-]+`", item.text) for item in block.items)
        ):
            return False
        for item, match in zip(block.items, found, strict=True):
            if match is not None:
                self.header_value(match["name"], match["value"], item.line)
        return True


def _scheme(item: Item) -> AuthScheme | None:
    below = [one.text for block in item.blocks if isinstance(block, Items) for one in block.items]
    found = next(
        (schemes[0] for text in [item.text, *below] if (schemes := auth_of_prose(text))), None
    )
    named = _NAMED_KEY.match(plain(item.text))
    return replace(found, name=named["name"]) if found is not None and named is not None else found


def _is_sentence(text: str) -> bool:
    """Whether a paragraph is one sentence, no long one, and leads to nothing."""
    return len(text.split()) < 30 and not text.endswith(":") and re.search(r"[.!?]\s", text) is None
