"""Labels of a page of field lists: sections, statuses, media types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_places import REQUESTS
from apiscribe.pages.hand_records import LABEL, Para
from apiscribe.pages.page import Line
from apiscribe.pages.parts.inline import fold
from apiscribe.pages.parts.sections import Label, Role
from apiscribe.pages.vertical_lines import (
    Status,
    clean_label,
    endpoint_at,
    is_noise,
    section_of,
    shown_label,
    status_of,
    statuses_of,
    takes_status,
    title_of,
)
from apiscribe.pages.vertical_split import Platform, start_of, type_head, type_of
from apiscribe.pages.vertical_state import State

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

MAX_AHEAD = 30
"""Lines between the title of an operation and its first section."""


def read_section(state: State, line: Line, following: str) -> bool:
    """A label; it wins over a name where it is not written as one."""
    if line.text.islower() or is_noise(line.text):
        return False
    typed = type_of(following) or (state.platform is Platform.STOPLIGHT and type_head(following))
    if " " not in line.text and typed and fold(line.text) not in _BARE:
        return False  # the name of a member
    text = clean_label(line.text)
    label = section_of(text, state.label)
    if label is None or (label.status and status_of(line.text)):
        return False
    above, told, state.label, state.status = state.label, state.status, label, None
    state.label_text = shown_label(text)
    if title := title_of(text):
        state.titles.add(title)
    answered = above is not None and above.role is Role.RESPONSE
    inside = answered and text.lower() in ("attributes", "properties", "fields")
    inside = inside or (answered and told is not None and text in ("Body", "Response body"))
    state.label_text = "Authorization" if label.role is Role.AUTH else state.label_text
    if label.role is Role.BODY and state.media and not label.media_type:
        state.label_text += f" {state.media}"
    state.media = ""
    if inside and told is not None:
        state.status = told
    if inside:
        state.push(LABEL + 1 + (told is not None), "Attributes", line.number)
        state.label = above
        return True
    state.push(LABEL, state.label_text, line.number)
    return True


def begins_operation(
    lines: Sequence[Line], at: int, platform: Platform, known: frozenset[str]
) -> bool:
    """Whether a line is the title above the next sections: the last short one before them."""
    if not _is_titled(lines, at):
        return False
    shown = [i for i in range(at + 1, min(at + MAX_AHEAD, len(lines))) if lines[i].text]
    for i, after in zip(shown, [*shown[1:], len(lines)], strict=True):
        label = section_of(clean_label(lines[i].text), None)
        if label is not None and lines[i].text != "Attributes":
            return label.role in (*REQUESTS, Role.RESPONSE)
        if endpoint_at(lines, i) is not None:
            return True
        following = lines[after].text if after < len(lines) else ""
        if start_of(lines[i].text, following, platform, known) or _is_titled(lines, i):
            return False
    return False


def _is_titled(lines: Sequence[Line], at: int) -> bool:
    """Whether a line is short, alone, and no sentence: `Create a lantern`."""
    text = lines[at].text
    near = [line.text for line in lines[max(0, at - MAX_AHEAD) : at + MAX_AHEAD]]
    beside = [line.text for line in lines[max(0, at - 1) : at + 2]]
    alone = sum(map(bool, beside)) == 1 or "" not in near  # a paste may have lost the blank lines
    return alone and re.match(r"[A-Z]\w*(?: [\w'-]+){1,7}$", text) is not None


def read_status(state: State, lines: Sequence[Line], at: int, line: Line) -> int:
    """A status, or tabs of statuses: what follows belongs to the first of them."""
    tabs = dict.fromkeys(statuses_of(line.text), line.number)
    status = status_of(line.text)
    if not tabs and (status is None or not takes_status(status, state.label)):
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
        state.push(LABEL + 1, code, number)
        state.ledger.fact(number)
    if tabs:
        state.status = Status(next(iter(tabs)))
        if state.platform is Platform.STOPLIGHT and len(tabs) == 1:
            stop = _described(state, lines, stop)
    elif status is not None:
        state.push(LABEL + 1, f"{status.code} {status.media}".strip(), line.number)
        if status.text:
            state.parts.append(Para([Line(line.number, status.text)]))
        state.status = status
    state.label = state.label or Label(Role.RESPONSE)
    state.ledger.fact(line.number)
    return stop


def _described(state: State, lines: Sequence[Line], at: int) -> int:
    """What a status means, on the line below it (Stoplight); the index after that."""
    while at < len(lines) and not lines[at].text:
        at += 1
    if at >= len(lines) or lines[at].text in ("Body", "Headers") or status_of(lines[at].text):
        return at
    state.parts.append(Para([lines[at]]))
    return at + 1


def read_needed(state: State, line: Line) -> bool:
    """`required` under the label of the body, before its members."""
    bodily = state.label is not None and state.label.role is Role.BODY and state.current is None
    if not bodily or line.text.lower() != "required":
        return False
    state.push(LABEL, f"{state.label_text} (required)", line.number)
    state.ledger.fact(line.number)
    return True


def read_media(state: State, media: str, line: Line) -> None:
    role = state.label.role if state.label is not None else None
    if state.status is not None:
        state.push(LABEL + 1, f"{state.status.code} {media}", line.number)
    elif role is Role.BODY:
        state.push(LABEL, f"{state.label_text} {media}", line.number)
    elif role is None or role in REQUESTS:  # the label of the body is still to come
        state.media = media
        state.ledger.fact(line.number)
    else:
        state.ledger.drop([line.number], "media type of a sample")
