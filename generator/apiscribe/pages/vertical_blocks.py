"""A page of vertical field lists cut into the blocks that the engine of hand-written pages reads.

First every line becomes a part (member, label, sample, endpoint, text…); then the parts are put in
the order that the engine expects: an operation's heading, its endpoint, its sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from apiscribe.pages.hand_records import LABEL, Fence, Heading
from apiscribe.pages.page import Ledger, Line, PageSource
from apiscribe.pages.parts.endpoints import METHODS, EndpointMatch, read_url
from apiscribe.pages.parts.inline import tidy
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.sections import Label, Role
from apiscribe.pages.parts.titles import names_api
from apiscribe.pages.vertical_depth import Depth
from apiscribe.pages.vertical_lines import (
    CHOICE,
    CONSOLE,
    MEDIA,
    Endpoint,
    Prose,
    endpoint_at,
    is_code,
    is_noise,
    names_object,
    names_scheme,
    opener_of,
    section_of,
    status_of,
    unmarked,
)
from apiscribe.pages.vertical_localized import in_english
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
from apiscribe.pages.vertical_samples import MAX_UNCLOSED, opens_value, sample_at
from apiscribe.pages.vertical_sections import (
    begins_operation,
    read_media,
    read_needed,
    read_section,
    read_status,
)
from apiscribe.pages.vertical_split import (
    FREE,
    FREE_NAMES,
    STRAY,
    Platform,
    Start,
    is_stray,
    start_of,
    type_at,
    type_of,
)
from apiscribe.pages.vertical_state import Part, State

_SILENT = (Role.RESPONSE, Role.ERRORS, Role.RESPONSE_EXAMPLE)
_SHOWN = (Platform.MINTLIFY, Platform.BUMP, Platform.GLUED, Platform.GITHUB)
"""Where silence says that a member has no members: these platforms say so when they hide some."""


VARIANTS = "it may be inside of one of several variants"
"""Why members below tabs of variants have no place."""

GLUED_VALUES = "the values are joined without a sign between them; no value is given"
MAX_ABOVE = 500
"""A member further up is not the one that a frame is about."""


@dataclass(slots=True)
class Parts:
    """Cuts one page. `known`: names of members in samples. `state` holds what was read so far."""

    page: PageSource
    ledger: Ledger
    platform: Platform
    known: frozenset[str] = frozenset()
    unclosed: int = 0
    state: State = field(init=False)
    lines: list[Line] = field(init=False)
    deep: bool = field(init=False)

    def __post_init__(self) -> None:
        self.state = State(self.ledger, self.platform, Depth(self.platform))
        fixed = repaired(in_english(self.page.lines), self.platform)
        lines = self.lines = without_navigation(fixed.lines, self.ledger)
        self.ledger.fact(*fixed.absorbed)
        indented = any(line.indent and line.text.startswith("•") for line in lines)
        brackets = any(line.text == "Array [" for line in lines)
        shows = {Platform.BUMP: indented, Platform.DOCUSAURUS: brackets}
        self.deep = shows.get(self.platform, False)

    def cut(self) -> list[Part]:
        """All parts, in the page's order."""
        lines, at = self.lines, 0
        while at < len(lines):
            if not lines[at].text:
                self.state.gap, self.state.code, at = True, False, at + 1
                continue
            at = self._line(lines, at)
            self.state.gap = False
        return self.state.parts

    # -- one line ---------------------------------------------------------------------------

    def _line(self, lines: Sequence[Line], at: int) -> int:
        """Read the line at `at` and what belongs to it; the index of the next."""
        line, level = unmarked(lines[at])
        after = at + 1
        while after < len(lines) and not lines[after].text:
            after += 1
        second = lines[after] if after < len(lines) else Line(line.number, "")
        if self.state.wanted and not level and self._take(line, second.text):
            return at + 1
        if self.unclosed >= MAX_UNCLOSED and opens_value(line.text):
            self.ledger.refuse(line.number, "nothing closes it")
            return at + 1
        if (sample := sample_at(lines, at)) is not None:
            self.unclosed += opens_value(line.text) and sample[1] == at + 1
            return self._sample(*sample)
        if self._goes_on(line, second.text) or (
            not level and read_section(self.state, line, second.text)
        ):
            return at + 1
        return self._content(lines, at, after, line, second, level)

    def _goes_on(self, line: Line, following: str) -> bool:
        """A line that the one before has announced, or that goes on with its code."""
        if self.state.current is not None and pending(line.text):
            return self._told(self.state.current.row, line)
        if self.state.code and not self._ends_code(line.text, following):
            self.ledger.drop([line.number], "sample code")
            return True
        return False

    def _content(
        self, lines: Sequence[Line], at: int, after: int, line: Line, second: Line, level: int
    ) -> int:
        if self._flagged(line):
            return at + 1
        start = start_of(line.text, second.text, self.platform, self.known)
        if start is not None and (
            self.state.label is not None or self.platform is not Platform.PLAIN
        ):
            return self._member(start, line, second if start.partial else None, at, after)
        if self._frame(line):
            return at + 1
        if (stop := read_status(self.state, lines, at, line)) > at:
            return stop
        if (found := endpoint_at(lines, at)) is not None:
            return self._endpoint(*found, at)
        if CONSOLE.match(line.text):  # what follows is what is sent
            self.state.push(LABEL, "Example request", line.number)
            self.state.label = Label(Role.REQUEST_EXAMPLE)
            return at + 1
        if line.text.upper() in METHODS:  # GitBook: the path comes later
            self.state.titles |= {
                p.line.text for p in self.state.parts[-1:] if isinstance(p, Prose)
            }
            self.state.current, self.state.label = None, None
            self.ledger.drop([line.number], "method")
            return at + 1
        if level and section_of(line.text, self.state.label) is None:
            self._heading(level, line)
        elif self.platform is Platform.REDOC and not self.state.parts and names_api(line.text):
            self._heading(1, line)
        elif self._names_object(line.text, second.text):
            self._heading(2, line)
            self.state.objects.add(line.text)
        else:
            if self.state.current is not None and self._ends_object(at):
                self.state.current, self.state.label, self.state.owned = None, None, None
            self._rest(line)
        return at + 1

    def _names_object(self, text: str, following: str) -> bool:
        """`The Basket object`, above "Attributes" where the page is not known to be Stripe's."""
        sure = self.platform is Platform.GLUED or following == "Attributes"
        return names_object(text) and (sure or text in self.state.objects)

    def _ends_object(self, at: int) -> bool:
        """Whether the line at `at`, below the attributes of an object, is an operation's title."""
        titled = [p for p in self.state.parts if isinstance(p, Heading) and p.level < LABEL]
        inside = bool(titled) and titled[-1].text in self.state.objects
        return inside and begins_operation(self.lines, at, self.platform, self.known)

    def _flagged(self, line: Line) -> bool:
        """`required` below a type, whatever the next member is called."""
        current = self.state.current
        if current is None or not current.row.type or line.text in self.known:
            return False
        if line.text not in ("required", "deprecated"):
            return False
        return self._told(current.row, line)

    def _take(self, line: Line, following: str) -> bool:
        """The value, or one of the values, that the line before has announced."""
        if self.state.current is None:
            return False
        row = self.state.current.row
        if self.state.wanted == "lines" and not self._is_value(row, line.text, following):
            self.state.wanted = ""
            return False
        if self.state.wanted == "values" and (len(line.text) > 200 or line.text.endswith(".")):
            self.state.wanted = ""
            return False
        several = self.platform is Platform.STOPLIGHT and self.state.several
        if several and self.state.wanted == "values" and re.fullmatch(r"\w+", line.text):
            self.ledger.refuse(line.number, GLUED_VALUES)
            self.state.wanted = ""
            return True
        self.state.listed = row if self.state.wanted == "lines" else None
        more = take_pending(row, self.state.wanted, line.text, line.number)
        if not more and not (self.state.wanted == "values" and following.startswith(",")):
            self.state.wanted = ""
        self.state.about(row, line)
        return True

    def _is_value(self, row: Row, text: str, following: str) -> bool:
        """Whether a line is one more value (or text of a value) of a list without commas."""
        if start_of(text, following, self.platform, self.known) or status_of(text):
            return False
        if (
            section_of(text, self.state.label)
            or is_noise(text)
            or type_of(text)
            or re.match(r"[{\[`#]|curl\s", text)
        ):
            return False
        if " " not in text and not (text.endswith(".") and row.values):
            return True
        return bool(row.values) and self._glosses(row, text)

    def _glosses(self, row: Row, text: str) -> bool:
        """Whether a line is text of the last value: sentences, and only where the first has some."""
        told = bool(row.values[-1][2])
        if len(row.values) > 1 and not row.values[0][2]:
            return False
        return text.endswith((".", "!")) or (self.platform is Platform.GLUED and not told)

    def _break_off(self, row: Row) -> None:
        """A list of values goes on where it cannot be followed: no value of it is sure."""
        for _, _, _, number in row.values:
            self.ledger.refuse(number, "the list of values goes on where it cannot be read")
        row.values, self.state.listed = [], None

    def _ends_code(self, text: str, following: str) -> bool:
        return bool(
            section_of(text, self.state.label)
            or status_of(text)
            or is_noise(text)
            or start_of(text, following, self.platform, self.known)
        )

    # -- members ----------------------------------------------------------------------------

    def _member(self, start: Start, line: Line, second: Line | None, at: int, after: int) -> int:
        if start.name == FREE_NAMES:
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
            row.type = type_at(second.text)
            if not type_of(second.text):
                start.rest = second.text[len(row.type) :].strip(" ,;")
            self.state.about(row, second)
        if start.rest:
            row.text = read_described(row, start.rest, row.end_line)
        found.indent = line.indent
        if found.level < 0 and self.deep:
            found.level = self.state.depth.of(line.indent)
            bare = self.platform is Platform.DOCUSAURUS and not row.type.startswith(
                ("array", "list")
            )
            found.opened = "lost" if bare and not row.type.endswith("[]") else found.opened
        self.state.current, self.state.owned = found, None
        if self.state.lost == VARIANTS:
            for number in range(line.number, row.end_line + 1):
                self.ledger.refuse(number, self.state.lost)
        else:
            found.lost = self.state.lost
            self.state.parts.append(found)
        self.ledger.fact(line.number)
        return next_at

    def _members(self) -> Iterator[Found]:
        """Those above, nearest first, not far up: frames stand close to what they frame."""
        near = islice(reversed(self.state.parts), MAX_ABOVE)
        return (part for part in near if isinstance(part, Found))

    def _free_names(self, start: Start, line: Line, at: int) -> int:
        """The member above takes any names (Redoc, Docusaurus)."""
        holder = next((one for one in self._members() if one.level < start.level), None)
        if holder is None or not can_hold(holder.row):
            self.ledger.refuse(line.number, "no member above it takes free names")
            return at + 1
        row = Row(FREE_NAMES, line.number, line.number, type=start.type)
        row.text = read_described(row, start.rest, line.number) if start.rest else ""
        self.state.current, self.state.owned = Found(row, start.level), None
        if start.level == FREE:
            holder.row.free = row
        else:
            self.state.parts.append(self.state.current)
        self.ledger.fact(line.number)
        return at + 1

    def _frame(self, line: Line) -> bool:
        """Frames around members: `Hide child attributes`, `Array [`, `]`."""
        if self.state.depth.bracket(line.text):
            self.ledger.drop([line.number], "frame")
            return True
        if CHOICE.match(line.text):
            if self.state.current is None or not self.deep:
                self.state.lost, self.state.current = VARIANTS, None
            self.ledger.refuse(line.number, "which members are of which variant, the page has lost")
            return True
        opener = opener_of(line.text, self.platform)
        if opener is None:
            return False
        holder = next((f for f in self._members() if opener.name in ("", f.row.name)), None)
        if holder is not None and (opener.name or holder is self.state.current):
            holder.opened, holder.count = opener.state, opener.count
        self.ledger.drop([line.number], "frame")
        return True

    # -- endpoints, headings, prose ------------------------------------------------------------

    def _endpoint(self, match: EndpointMatch, stop: int, at: int) -> int:
        lines = [line.number for line in self.lines[at:stop] if line.text]
        self.ledger.fact(*lines)
        if (match.method, match.path) in self.state.endpoints:
            self.state.current = None  # shown again, in another manner
            return stop
        self.state.endpoints.add((match.method, match.path))
        self._release()
        self.state.parts.append(Endpoint(match, lines))
        self.state.said = set()
        self.state.current, self.state.label = None, None
        ahead = range(stop, min(stop + 4, len(self.lines)))
        after = next((i for i in ahead if self.lines[i].text), -1)
        following = self.lines[after] if after >= 0 else None
        url = read_url(following.text) if following is not None and not match.host else None
        if following is not None and url is not None and url.host and url.path.endswith(match.path):
            call = Line(following.number, f"curl -X {match.method} {following.text}")
            self.state.parts.append(Fence("bash", [call], following.number, following.number))
            return after + 1
        return stop

    def _release(self) -> None:
        """The line before an endpoint, a paragraph of its own, is a title and no text of a member."""
        if self.state.owned is None:
            return
        row, line = self.state.owned
        row.text = row.text.removesuffix(line.text).rstrip()
        row.end_line = min(row.end_line, line.number - 1)
        self.state.parts.append(Prose(line, True))

    def _heading(self, level: int, line: Line) -> None:
        self.state.current, self.state.label, self.state.owned = None, None, None
        self.state.parts.append(Heading(level, line.text, line.number))

    def _rest(self, line: Line) -> None:
        row = self.state.current.row if self.state.current is not None else None
        if row is not None and self._told(row, line):
            return
        if self.state.label is not None and (kind := type_of(line.text)):
            self._orphan(kind, line)
            return
        media = MEDIA.match(line.text)
        if media is not None:
            read_media(self.state, media[1].lower(), line)
        elif is_noise(line.text):
            self.ledger.drop([line.number], "page furniture")
        elif read_section(self.state, line, "") or read_needed(self.state, line):
            return
        elif is_code(line.text):
            self.state.code, self.state.current = True, None
            self.ledger.drop([line.number], "sample code")
        elif row is not None and is_stray(line.text):
            self.ledger.refuse(line.number, STRAY)
            if row is self.state.listed:
                self._break_off(row)
        elif row is not None and not names_scheme(line.text):
            alone = self.state.gap
            read_sentences(row, line.text, line.number)
            row.text = f"{row.text}\n{tidy(line.text)}".strip()
            self.state.about(row, line)
            self.state.owned = (row, line) if alone else None
        elif names_scheme(line.text, self.state.label):
            self.ledger.refuse(line.number, "it names a security scheme and not what is sent")
        elif self.state.lost == VARIANTS:
            self.ledger.refuse(line.number, self.state.lost)
        else:
            self.state.say(line)

    def _orphan(self, kind: str, line: Line) -> None:
        first = not isinstance(self.state.parts[-1], Found)
        if first and kind == "object" and self.platform is Platform.README:
            self.ledger.fact(line.number)  # the body or the answer as a whole
            return
        self.state.orphans += 1
        if can_hold(Row("", 0, 0, kind)) and not self.state.lost:
            self.state.lost = "it may be inside of a member whose name the page has lost"
        self.state.current, self.state.wanted = None, ""
        self.ledger.refuse(line.number, "a type without a name; the page has lost the name")

    def _told(self, row: Row, line: Line) -> bool:
        """A line that says one thing of a member."""
        if wanted := pending(line.text):
            self.state.wanted = wanted
            self.state.several = line.text.rstrip(":").lower().endswith("values")
            self.ledger.fact(line.number)
            return True
        if not read_marks(row, line.text, line.number):
            return False
        self.state.about(row, line)
        return True

    # -- samples ----------------------------------------------------------------------------

    def _sample(self, fence: Fence, stop: int, is_call: bool) -> int:
        self.state.parts.append(fence)
        self.state.current, self.state.owned = None, None
        self.state.wanted, self.state.code = "", False
        if is_call and (self.state.label is None or self.state.label.role not in _SILENT):
            self.state.parts.append(Heading(LABEL, "Example response", fence.end_line))
            self.state.label, self.state.status = Label(Role.RESPONSE_EXAMPLE), None
        return stop
