"""A page of vertical field lists cut into the blocks that the engine of hand-written pages reads.

First every line becomes a part (member, label, sample, endpoint, text…); then the parts are put in
the order that the engine expects: an operation's heading, its endpoint, its sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apiscribe.pages.hand_places import REQUESTS
from apiscribe.pages.hand_records import LABEL, Fence, Heading, Para
from apiscribe.pages.page import Ledger, Line, PageSource
from apiscribe.pages.parts.endpoints import METHODS, EndpointMatch, read_url
from apiscribe.pages.parts.inline import fold, tidy
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.sections import Label, Role
from apiscribe.pages.vertical_depth import Depth
from apiscribe.pages.vertical_lines import (
    CONSOLE,
    MEDIA,
    Endpoint,
    Prose,
    Status,
    clean_label,
    endpoint_at,
    is_code,
    is_noise,
    names_scheme,
    opener_of,
    section_of,
    shown_label,
    status_of,
    statuses_of,
    takes_status,
    title_of,
    unmarked,
)
from apiscribe.pages.vertical_marks import (
    pending,
    read_described,
    read_marks,
    read_sentences,
    take_pending,
)
from apiscribe.pages.vertical_navigation import without_navigation
from apiscribe.pages.vertical_nesting import Found, can_hold
from apiscribe.pages.vertical_repair import repaired
from apiscribe.pages.vertical_samples import sample_at
from apiscribe.pages.vertical_split import Platform, Start, start_of, type_head, type_of

_SILENT = (Role.RESPONSE, Role.ERRORS, Role.RESPONSE_EXAMPLE)
_BARE = (
    "body",
    "authorizations",
    "request",
    "response",
    "responses",
    "headers",
    "parameters",
    "query",
    "path",
)
"""Labels of one word, which a type may follow."""


Part = Heading | Para | Fence | Endpoint | Prose | Found
"""`Heading`: a label (level `LABEL` and deeper) or a heading of the page; `Para`: text of a status."""

_SHOWN = (Platform.MINTLIFY, Platform.BUMP, Platform.GLUED, Platform.GITHUB)
"""Where silence says that a member has no members: these platforms say so when they hide some."""


@dataclass(slots=True)
class Parts:
    """Cuts one page. `known`: names of members in samples."""

    page: PageSource
    ledger: Ledger
    platform: Platform
    known: frozenset[str] = frozenset()
    parts: list[Part] = field(default_factory=list)
    current: Found | None = None
    label: Label | None = None
    label_text: str = ""
    status: Status | None = None
    media: str = ""
    titles: set[str] = field(default_factory=set)
    wanted: str = ""
    gap: bool = True
    code: bool = False
    owned: tuple[Row, Line] | None = None
    orphans: int = 0
    lost: bool = False
    lines: list[Line] = field(init=False)
    deep: bool = field(init=False)
    depth: Depth = field(init=False)

    def __post_init__(self) -> None:
        fixed = repaired(self.page.lines, self.platform)
        lines = self.lines = without_navigation(fixed.lines, self.ledger)
        self.ledger.fact(*fixed.absorbed)
        indented = any(line.indent and line.text.startswith("•") for line in lines)
        brackets = any(line.text == "Array [" for line in lines)
        shows = {Platform.BUMP: indented, Platform.DOCUSAURUS: brackets}
        self.depth = Depth(self.platform)
        self.deep = shows.get(self.platform, False)

    def cut(self) -> list[Part]:
        """All parts, in the page's order."""
        lines, at = self.lines, 0
        while at < len(lines):
            if not lines[at].text:
                self.gap, self.code, at = True, False, at + 1
                continue
            at = self._line(lines, at)
            self.gap = False
        return self.parts

    # -- one line ---------------------------------------------------------------------------

    def _line(self, lines: Sequence[Line], at: int) -> int:
        """Read the line at `at` and what belongs to it; the index of the next."""
        line, level = unmarked(lines[at])
        after = at + 1
        while after < len(lines) and not lines[after].text:
            after += 1
        second = lines[after] if after < len(lines) else Line(line.number, "")
        if self.wanted and not level and self._take(line, second.text):
            return at + 1
        if (sample := sample_at(lines, at)) is not None:
            return self._sample(*sample)
        if self._goes_on(line, second.text) or (not level and self._section(line, second.text)):
            return at + 1
        return self._content(lines, at, after, line, second, level)

    def _goes_on(self, line: Line, following: str) -> bool:
        """A line that the one before has announced, or that goes on with its code."""
        if self.current is not None and pending(line.text):
            return self._told(self.current.row, line)
        if self.code and not self._ends_code(line.text, following):
            self.ledger.drop([line.number], "sample code")
            return True
        return False

    def _content(
        self, lines: Sequence[Line], at: int, after: int, line: Line, second: Line, level: int
    ) -> int:
        start = start_of(line.text, second.text, self.platform, self.known)
        if start is not None and (self.label is not None or self.platform is not Platform.PLAIN):
            return self._member(start, line, second if start.partial else None, at, after)
        if self._frame(line):
            return at + 1
        if (stop := self._status(lines, at, line)) > at:
            return stop
        if (found := endpoint_at(lines, at)) is not None:
            return self._endpoint(*found, at)
        if CONSOLE.match(line.text):  # what follows is what is sent
            self._push(LABEL, "Example request", line.number)
            self.label = Label(Role.REQUEST_EXAMPLE)
            return at + 1
        if line.text.upper() in METHODS:  # GitBook: the path comes later
            self.titles |= {p.line.text for p in self.parts[-1:] if isinstance(p, Prose)}
            self.current, self.label = None, None
            self.ledger.drop([line.number], "method")
            return at + 1
        if level and section_of(line.text, self.label) is None:
            self._heading(level, line)
        else:
            self._rest(line)
        return at + 1

    def _take(self, line: Line, following: str) -> bool:
        """The value, or one of the values, that the line before has announced."""
        if self.current is None:
            return False
        row = self.current.row
        if self.wanted == "lines" and not self._is_value(row, line.text, following):
            self.wanted = ""
            return False
        if self.wanted == "values" and (len(line.text) > 200 or line.text.endswith(".")):
            self.wanted = ""
            return False
        more = take_pending(row, self.wanted, line.text, line.number)
        if not more and not (self.wanted == "values" and following.startswith(",")):
            self.wanted = ""
        self._about(row, line)
        return True

    def _is_value(self, row: Row, text: str, following: str) -> bool:
        """Whether a line is one more value (or text of a value) of a list without commas."""
        if start_of(text, following, self.platform, self.known) or status_of(text):
            return False
        if (
            section_of(text, self.label)
            or is_noise(text)
            or type_of(text)
            or re.match(r"[{\[`#]|curl\s", text)
        ):
            return False
        return " " not in text or (self.platform is Platform.GLUED and bool(row.values))

    def _ends_code(self, text: str, following: str) -> bool:
        return bool(
            section_of(text, self.label)
            or status_of(text)
            or is_noise(text)
            or start_of(text, following, self.platform, self.known)
        )

    def _about(self, row: Row, line: Line) -> None:
        row.end_line = max(row.end_line, line.number)
        self.ledger.fact(line.number)

    # -- members ----------------------------------------------------------------------------

    def _member(self, start: Start, line: Line, second: Line | None, at: int, after: int) -> int:
        if start.name == "property name*":
            return self._free_names(start, line, at)
        row = read_name(start.name.rstrip("*"), line.number)
        if row is None:
            self.ledger.refuse(line.number, "no name of a member")
            return at + 1
        row.type = start.type
        found = Found(row, start.level, "none" if self.platform in _SHOWN else "")
        for flag in start.flags:
            read_marks(row, flag, line.number)
        next_at = at + 1
        if second is not None:
            next_at = after + 1
            row.type = type_of(second.text) or type_head(second.text)
            if not type_of(second.text):
                start.rest = second.text[len(row.type) :].strip()
            self._about(row, second)
        if start.rest:
            row.text = read_described(row, start.rest, row.end_line)
        if found.level < 0 and self.deep:
            found.level = self.depth.of(line.indent)
        self.current, self.owned = found, None
        if self.lost:
            why = "it may be inside of a member whose name the page has lost"
            self.ledger.refuse(line.number, why)
        else:
            self.parts.append(found)
        self.ledger.fact(line.number)
        return next_at

    def _members(self) -> Iterator[Found]:
        return (part for part in reversed(self.parts) if isinstance(part, Found))

    def _free_names(self, start: Start, line: Line, at: int) -> int:
        """The member above takes any names (Redoc)."""
        holder = next((one for one in self._members() if one.level < start.level), None)
        if holder is None:
            self.ledger.refuse(line.number, "no member above it takes free names")
        else:
            holder.row.type = f"map<string, {start.type}>"
            self._about(holder.row, line)
        return at + 1

    def _frame(self, line: Line) -> bool:
        """Frames around members: `Hide child attributes`, `Array [`, `]`."""
        if self.depth.bracket(line.text):
            self.ledger.drop([line.number], "frame")
            return True
        opener = opener_of(line.text, self.platform)
        if opener is None:
            return False
        holder = next((f for f in self._members() if opener.name in ("", f.row.name)), None)
        if holder is not None and (opener.name or holder is self.current):
            holder.opened, holder.count = opener.state, opener.count
        self.ledger.drop([line.number], "frame")
        return True

    # -- labels, statuses, endpoints -----------------------------------------------------------

    def _push(self, level: int, text: str, line: int) -> None:
        self.parts.append(Heading(level, text, line))
        self.current, self.wanted, self.lost = None, "", False
        self.depth.reset()

    def _section(self, line: Line, following: str) -> bool:
        """A label; it wins over a name where it is not written as one."""
        if line.text.islower() or is_noise(line.text):
            return False
        if " " not in line.text and type_of(following) and fold(line.text) not in _BARE:
            return False  # the name of a member
        text = clean_label(line.text)
        label = section_of(text, self.label)
        if label is None or (label.status and status_of(line.text)):
            return False
        above, told, self.label, self.status = self.label, self.status, label, None
        self.label_text = shown_label(text)
        if title := title_of(text):
            self.titles.add(title)
        answered = above is not None and above.role is Role.RESPONSE
        inside = answered and text.lower() in ("attributes", "properties", "fields")
        inside = inside or (answered and told is not None and text == "Body")  # Apifox
        self.label_text = "Authorization" if label.role is Role.AUTH else self.label_text
        if label.role is Role.BODY and self.media and not label.media_type:
            self.label_text += f" {self.media}"
        self.media = ""
        if inside:
            self._push(LABEL + 1, "Attributes", line.number)
            self.label = above
            return True
        self._push(LABEL, self.label_text, line.number)
        return True

    def _status(self, lines: Sequence[Line], at: int, line: Line) -> int:
        """A status, or tabs of statuses: what follows belongs to the first of them."""
        tabs = dict.fromkeys(statuses_of(line.text), line.number)
        status = status_of(line.text)
        if not tabs and (status is None or not takes_status(status, self.label)):
            return at
        stop = at + 1
        if status is not None and not (status.text or status.media):
            tabs[status.code] = line.number
            while stop < len(lines) and (
                tab := re.fullmatch(r"(?:[•*-]\s*)?([1-5]\d\d|default)|", lines[stop].text)
            ):
                if tab[1]:
                    tabs[tab[1]] = lines[stop].number
                stop += 1
        for code, number in (*tabs.items(), *list(tabs.items())[: len(tabs) > 1]):
            self._push(LABEL + 1, code, number)
            self.ledger.fact(number)
        if tabs:
            self.status = Status(next(iter(tabs)))
        elif status is not None:
            self._push(LABEL + 1, f"{status.code} {status.media}".strip(), line.number)
            if status.text:
                self.parts.append(Para([Line(line.number, status.text)]))
            self.status = status
        self.label = self.label or Label(Role.RESPONSE)
        self.ledger.fact(line.number)
        return stop

    def _endpoint(self, match: EndpointMatch, stop: int, at: int) -> int:
        lines = [line.number for line in self.lines[at:stop] if line.text]
        self.ledger.fact(*lines)
        known = [part.match for part in self.parts if isinstance(part, Endpoint)]
        if any((one.method, one.path) == (match.method, match.path) for one in known):
            self.current = None  # shown again, in another manner
            return stop
        self._release()
        self.parts.append(Endpoint(match, lines))
        self.current, self.label = None, None
        ahead = range(stop, min(stop + 4, len(self.lines)))
        after = next((i for i in ahead if self.lines[i].text), -1)
        following = self.lines[after] if after >= 0 else None
        url = read_url(following.text) if following is not None and not match.host else None
        if following is not None and url is not None and url.host and url.path.endswith(match.path):
            call = Line(following.number, f"curl -X {match.method} {following.text}")
            self.parts.append(Fence("bash", [call], following.number, following.number))
            return after + 1
        return stop

    def _release(self) -> None:
        """The line before an endpoint, a paragraph of its own, is a title and no text of a member."""
        if self.owned is None:
            return
        row, line = self.owned
        row.text = row.text.removesuffix(line.text).rstrip()
        row.end_line = min(row.end_line, line.number - 1)
        self.parts.append(Prose(line, True))

    def _heading(self, level: int, line: Line) -> None:
        self.current, self.label, self.owned = None, None, None
        self.parts.append(Heading(level, line.text, line.number))

    def _rest(self, line: Line) -> None:
        row = self.current.row if self.current is not None else None
        if row is not None and self._told(row, line):
            return
        if self.label is not None and (kind := type_of(line.text)):
            self._orphan(kind, line)
            return
        media = MEDIA.match(line.text)
        if media is not None:
            self._media(media[1].lower(), line)
        elif is_noise(line.text):
            self.ledger.drop([line.number], "page furniture")
        elif self._section(line, "") or self._needed(line):
            return
        elif is_code(line.text):
            self.code, self.current = True, None
            self.ledger.drop([line.number], "sample code")
        elif row is not None:
            alone = self.gap
            read_sentences(row, line.text, line.number)
            row.text = f"{row.text}\n{tidy(line.text)}".strip()
            self._about(row, line)
            self.owned = (row, line) if alone else None
        elif names_scheme(line.text, self.label):
            self.ledger.refuse(line.number, "it names a security scheme and not what is sent")
        else:
            self.parts.append(Prose(line, self.gap))

    def _orphan(self, kind: str, line: Line) -> None:
        self.orphans += 1
        self.lost = self.lost or can_hold(Row("", 0, 0, kind))
        self.current, self.wanted = None, ""
        self.ledger.refuse(line.number, "a type without a name; the page has lost the name")

    def _told(self, row: Row, line: Line) -> bool:
        """A line that says one thing of a member."""
        if wanted := pending(line.text):
            self.wanted = wanted
            self.ledger.fact(line.number)
            return True
        if not read_marks(row, line.text, line.number):
            return False
        self._about(row, line)
        return True

    def _needed(self, line: Line) -> bool:
        """`required` under the label of the body, before its members."""
        bodily = self.label is not None and self.label.role is Role.BODY and self.current is None
        if not bodily or line.text.lower() != "required":
            return False
        self._push(LABEL, f"{self.label_text} (required)", line.number)
        self.ledger.fact(line.number)
        return True

    def _media(self, media: str, line: Line) -> None:
        role = self.label.role if self.label is not None else None
        if self.status is not None:
            self._push(LABEL + 1, f"{self.status.code} {media}", line.number)
        elif role is Role.BODY:
            self._push(LABEL, f"{self.label_text} {media}", line.number)
        elif role is None or role in REQUESTS:  # the label of the body is still to come
            self.media = media
            self.ledger.fact(line.number)
        else:
            self.ledger.drop([line.number], "media type of a sample")

    # -- samples ----------------------------------------------------------------------------

    def _sample(self, fence: Fence, stop: int, is_call: bool) -> int:
        self.parts.append(fence)
        self.current, self.wanted, self.owned, self.code = None, "", None, False
        if is_call and (self.label is None or self.label.role not in _SILENT):
            self.parts.append(Heading(LABEL, "Example response", fence.end_line))
            self.label, self.status = Label(Role.RESPONSE_EXAMPLE), None
        return stop
