"""Reasons for what real specs lose when docs are read back: by place and by the two values.

Beside `round_trip_losses.py`, which says what single specs of the tests may lose. A reason here
looks at both values, so that another difference at the same place stays unexplained.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from round_trip_losses import NAMED_PAGE, SDK_NAMES, VARIANT_NAMES, Difference

NOTHING: Final = "(nothing)"
_LONGEST_EXAMPLE: Final = 160
"""Characters of an example that stands at a member (`targets/docs/facts.py`)."""

Test: TypeAlias = Callable[[Any, Any], bool]


@dataclass(frozen=True)
class Reason:
    """Why there is a difference at places that match `where`, when `holds` of both values."""

    where: str
    text: str
    holds: Test

    def explains(self, one: Difference) -> bool:
        return re.search(self.where, one.where) is not None and self.holds(one.before, one.after)


def _always(before: Any, after: Any) -> bool:
    return True


def _lost(before: Any, after: Any) -> bool:
    return bool(after == NOTHING)


def _new(before: Any, after: Any) -> bool:
    return bool(before == NOTHING)


def _texts(before: Any, after: Any) -> bool:
    return isinstance(before, str) and isinstance(after, str)


def _one_line(before: Any, after: Any) -> bool:
    """Whether lines and the marks of lists are all that differs."""
    return _texts(before, after) and _flat(before) == _flat(after)


def _flat(text: str) -> list[str]:
    return [word.replace("*", "-") if not word.strip("*") else word for word in text.split()]


def _paged(before: Any, after: Any) -> bool:
    """A name that is pinned now, as that of a page."""
    return (_texts(before, after) and after.startswith(f"{before} = ")) or _renamed(before, after)


def _renamed(before: Any, after: Any) -> bool:
    """Names of what is no component on the first side."""
    return _texts(before, after) and " = " not in before


def _long(before: Any, after: Any) -> bool:
    """Whether one of the examples is too long to stand at a member."""
    return after == NOTHING and any(
        len(json.dumps(one["value"], ensure_ascii=False)) > _LONGEST_EXAMPLE for one in before
    )


def _base(before: Any, after: Any) -> bool:
    return ":base" in str(before) and "|base" in str(after)


def _constants(before: Any, after: Any) -> bool:
    """Alternatives of which some are constants, and that are fewer after."""
    if not isinstance(before, list) or not isinstance(after, list) or len(after) >= len(before):
        return False
    return any(one["type"]["kind"] == "Const" for one in before)


def _flattened(before: Any, after: Any) -> bool:
    """Alternatives one of which was a union, whose alternatives stand in its place after."""
    if not isinstance(before, list) or not isinstance(after, list):
        return False
    return len(after) > len(before) and all("type" in one for one in (*before, *after))


def _unwrapped(before: Any, after: Any) -> bool:
    return before == "Alias" and after in ("Enum", "Record")


def _declared(before: Any, after: Any) -> bool:
    """An enum of constants that stood as alternatives."""
    return before == NOTHING and isinstance(after, dict) and after.get("kind") == "Enum"


def _fewer(before: Any, after: Any) -> bool:
    """Whether some of a list are there, and no others."""
    return isinstance(before, list) and isinstance(after, list) and all(e in before for e in after)


def _by_method(before: Any, after: Any) -> bool:
    """An operation that goes by method and path."""
    return _texts(before, after) and re.match(r"[A-Z]+ /", before) is not None


def _titled(before: Any, after: Any) -> bool:
    """Alternatives called `object`, or numbered, that go by a constant of theirs."""
    return _texts(before, after) and re.search(r"object([ _]\d+)?$", before) is not None


_CONSTANTS: Final = "constants beside other alternatives are shown, and read, as one enum"
_SHARED_TEXT: Final = "an inline schema and the member that has it share one text in the docs"
_SHARED_EXAMPLES: Final = (
    "an inline schema has no line for examples in the docs: the member that has it shows them"
)
_TITLE: Final = "a title is shown, and read, as the description, or gives way to it"
_WITHOUT_ID: Final = "an operation without an operationId is given one when docs are read"
_SPLIT_BASE: Final = (
    "a base with a discriminator is shown as the union of what extends it, its own members as one "
    "more alternative"
)
_CONSTANT_NAMES: Final = (
    "alternatives without a name are numbered; those with a constant go by it when docs are read"
)
_ALIAS: Final = "an alias of one constant or one object is shown as what it stands for"

_OWN_EXAMPLES: Final = r"^/declarations/(?!.*/(fields|variants|values)/\d+/).*/examples$"

REASONS: Final = (
    Reason(r"/values/\d+/name$", SDK_NAMES.reason, _texts),
    Reason(r"/docs/summary$", "a summary of several lines is a heading, in one", _one_line),
    Reason(r"^/declarations/.*\|object(_\d+)?/", _CONSTANT_NAMES, _always),
    Reason(r"^/declarations/.*(/id|/name)$", _CONSTANT_NAMES, _titled),
    Reason(
        r"/(fields|variants|parameters)/\d+/docs$",
        "the description of an inline schema with a page is on its page, not at the member",
        _lost,
    ),
    Reason(
        r"/fields/\d+/docs/description$",
        "the description of an inline schema with a page is on its page, not at the member",
        _lost,
    ),
    Reason(r"/docs$", _SHARED_TEXT, _new),
    Reason(r"^/declarations/[^.]*[.][^/]*/docs$", _SHARED_TEXT, _lost),
    Reason(r"^/declarations/[^.]*[.][^/]*/docs/description$", _SHARED_TEXT, _texts),
    Reason(
        r"^/declarations/.*/docs/deprecated$",
        "an inline schema and the member that has it share one mark of deprecation",
        _lost,
    ),
    Reason(r"/docs/summary$", _TITLE, _lost),
    Reason(r"/docs/description$", _TITLE, _new),
    Reason(r"/examples$", "examples of a member that are longer than a line are left out", _long),
    Reason(_OWN_EXAMPLES, _SHARED_EXAMPLES, _new),
    Reason(_OWN_EXAMPLES, _SHARED_EXAMPLES, _lost),
    Reason(r"(:base|\|base)|^/declarations/[^/]+/(choose|variants)", _SPLIT_BASE, _base),
    Reason(r"/variants$", _CONSTANTS, _constants),
    Reason(r"^/declarations/.*\|(string|integer|enum)(_\d+)?$", _CONSTANTS, _declared),
    Reason(r"/variants$", "a union in a union is shown with its alternatives", _flattened),
    Reason(r"/name$", NAMED_PAGE.reason, _paged),
    Reason(r"^/webhooks/\d+/(id|name|payload/id)$", "callbacks are read as webhooks", _texts),
    Reason(r"^/webhooks/\d+/(operation|expression)$", "callbacks are read as webhooks", _lost),
    Reason(
        r"^/declarations/.*\.(get|post|put|patch|delete)\.request\.\w+$",
        "of a callback one form of its body is shown",
        _lost,
    ),
    Reason(
        r"/encodings$",
        "the encoding of a member that the schema does not have is not shown",
        _fewer,
    ),
    Reason(r"/variants/\d+/name$", VARIANT_NAMES.reason, _texts),
    Reason(r"^/operations/[A-Z]+ /\S*$", _WITHOUT_ID, _lost),
    Reason(r"^/operations/[^/]+$", _WITHOUT_ID, _new),
    Reason(r"^/resources/.*/operations/\d+$", _WITHOUT_ID, _by_method),
    Reason(r"/id$", "an inline schema is called by its place, which differs in the docs", _texts),
    Reason(r"^/declarations/[^/]+/kind$", _ALIAS, _unwrapped),
    Reason(
        r"/usage(/sent)?$",
        "an inline schema that only read-only members have is not sent once docs are read",
        _lost,
    ),
    Reason(
        r"^/(declaration|operation)_order",
        "the order of what has no page, or is named by its page, follows the pages",
        _always,
    ),
)
"""Tried in this order."""

DERIVED: Final = (
    (
        re.compile(r"^(/declarations/.+?)/choose(/|$)"),
        "/variants",
        "how alternatives are told apart follows from alternatives that are read in another form",
    ),
    (re.compile(r"^(/declarations/[^/]+)/(type|kinds|values|fields|extra)$"), "/kind", _ALIAS),
    (
        re.compile(r"^(/declarations/.+?)\{\}(\..*)?$"),
        "{}",
        "members with several patterns of names are read as any value, so nothing refers to this",
    ),
)
"""Differences that follow from another one of the same declaration, whose place has this end."""


def reasons(found: Sequence[Difference]) -> list[str]:
    """The reason for each difference; "" where there is none."""
    places = [one.where for one in found]
    return [told(one) or _derived(one, places) for one in found]


def _derived(one: Difference, places: Sequence[str]) -> str:
    for pattern, end, text in DERIVED:
        match = pattern.match(one.where)
        if match and any(place.startswith(match[1] + end) for place in places):
            return text
    return ""


def told(one: Difference) -> str:
    """The reason for a difference; "" when there is none."""
    return next((reason.text for reason in REASONS if reason.explains(one)), "")
