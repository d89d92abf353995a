"""Least and greatest values, lengths and counts that prose states: only what is said outright.

What a number bounds is told by what stands behind it: `at most 5 characters` is a length, `at most 5
items` a count, `at most 5 calls a day` a rate, which is no bound of the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apiscribe.pages.facts import Json
from apiscribe.pages.parts.inline import CODE

_DIGITS = r"-?[1-9]\d{0,2}(?:[,\u202f]\d{3}){1,5}(?:\.\d{1,15})?|-?\d[\d_]{0,17}(?:\.\d{1,15})?"
_ENDS = r"(?![%\d_]|[.,:/]\d|(?!char|zeichen)[A-Za-z])"
"""Not in the midst of another number, nor a quantity such as `10MB`, `5%`, `1:1`."""
_NUMBER = rf"`?(?<![A-Za-z0-9_])(?<![A-Za-z0-9_]\.)({_DIGITS}){_ENDS}`?"
_PLAIN = r"`?(-?\d{1,18}(?:\.\d{1,15})?)`?"
_UNIT = r"\s*-?\s*(?:characters?|chars?|letters?|symbols?|zeichen|caractères?|caracteres?|символ\w*|字符|个字符|文字)(?!\w)"
_ITEMS = r"\s*(?:items?|elements?|entries|values|elemente|einträge|éléments?|elementos|элемент\w*|个元素|項目)(?!\w)"
_SPANS = (
    re.compile(
        rf"\b(?:range|ranges|between|bereich|zwischen|plage|entre|rango|диапазон|от|from|von|de)\b\s*"
        rf"(?:is|:|from|von|de|от)?\s*[\[(]?\s*{_NUMBER}\s*(?:-|–|—|~|to|and|bis|und|à|et|a|y|до|и|,|\.\.\.?)\s*{_NUMBER}",
        re.I,
    ),
    re.compile(
        rf"(?:取值范围|范围|範囲|有效范围)\s*(?:是|为|は)?\s*:?\s*[\[(]?\s*{_NUMBER}\s*(?:-|–|—|~|～|到|至|,|から)\s*{_NUMBER}",
        re.I,
    ),
    re.compile(rf"(?<![\w.]){_NUMBER}\s*(?:<=|≤)\s*\w+\s*(?:<=|≤)\s*{_NUMBER}"),
    re.compile(rf"^\s*{_NUMBER}\s*(?:-|–|—|~|to|\.\.)\s*{_NUMBER}\s*(?=$|[.;,(])"),
    re.compile(rf"\(\s*{_NUMBER}\s*(?:–|to|\.\.)\s*{_NUMBER}\s*(?=[),;])"),
)
_COUNTED = re.compile(rf"{_NUMBER}\s*(?:-|–|to|bis|à|~)\s*{_NUMBER}(?={_UNIT}|{_ITEMS})", re.I)
_INTERVAL = re.compile(rf"(?<![\w`])([\[(])\s*{_PLAIN}\s*,\s*{_PLAIN}\s*([\])])(?!\()")
_SAYS = r"(?:\b(?:be|contains?|have|has|hold|accepts?|allows?|of|is|are)\s+|^\W*|[.;,(]\s*)"
_BOUND = r"-?\d[\d_]*(?:\.\d+)?"
_COMPARED = re.compile(
    rf"(?<![\w.-])(?:(?P<low>{_BOUND})\s*(?P<from><=?|≤)\s*)?(?<![\w.])(?:x|n|value)"
    rf"(?:\s*(?P<more><=?|>=?|≤|≥)\s*(?P<over>{_BOUND})(?![\w%]))?",
    re.I,
)
"""A value that the text calls `x` or the like between its bounds, or on one side of one."""
_MUST = r"(?:(?<!not )\b(?:must|should|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:be|contain|have)\s+(?:an?\s+\w+\s+)?|^\W*|[.;(]\s*)"
"""Where `more than` and the like bound a value, and do not tell of a case (`if more than 5 …`)."""
_MINIMUM = re.compile(
    rf"(?:\bmin(?:imum|\.)?(?:\s+value)?(?:\s+(?:is|of))?\s*[:=]?\s*|\bat\s+least\s+|(?:>=|≥)\s*|{_SAYS}no\s+(?:fewer|less)\s+than\s+"
    rf"|\bnot\s+(?:be\s+)?less\s+than\s+|{_MUST}(?:greater|more|larger)\s+than\s+or\s+equal\s+to\s+|最小值?\s*:?\s*|至少\s*|不少于\s*|不小于\s*|\bmindestens\s+|\bau\s+moins\s+|\bal\s+menos\s+|минимум\s*:?\s*|最小\s*:?\s*){_NUMBER}"
    rf"|{_SAYS}{_NUMBER}(?=(?:{_UNIT}|{_ITEMS})?\s+(?:or\s+(?:more|greater|longer)|min(?:imum)?)\b)",
    re.I,
)
_MAXIMUM = re.compile(
    rf"(?:\bmax(?:imum|\.)?(?:\s+value)?(?:\s+(?:is|of))?\s*[:=]?\s*|\bat\s+most\s+|\bup\s+to\s+|(?:<=|≤)\s*|{_SAYS}no\s+(?:more|longer)\s+than\s+"
    rf"|\bnot\s+(?:be\s+)?(?:more|longer|greater)\s+than\s+|\bcan(?:not|'t)\s+(?:be\s+(?:more|longer|greater)\s+than|exceed)\s+|\bnot\s+exceed(?:ing)?\s+"
    rf"|\blimited\s+to\s+(?=`?\d+`?(?:{_UNIT}|{_ITEMS}))|{_MUST}(?:less|smaller|lower)\s+than\s+or\s+equal\s+to\s+|最大值?\s*:?\s*|最多\s*|最长\s*|不超过\s*|不大于\s*|\bmaximal\s+|\bm[áa]ximo\s+(?:de\s+)?|\bhöchstens\s+|\bau\s+plus\s+|\bcomo\s+máximo\s+|максимум\s*:?\s*|最大\s*:?\s*){_NUMBER}"
    rf"|{_SAYS}{_NUMBER}(?=(?:{_UNIT}|{_ITEMS})?\s+(?:or\s+(?:less|fewer|shorter)|max(?:imum)?)\b)",
    re.I,
)
_ABOVE = re.compile(rf"{_MUST}(?:(?:greater|more|larger)\s+than|above|>)\s+{_NUMBER}", re.I)
_BELOW = re.compile(rf"{_MUST}(?:(?:less|smaller|lower)\s+than|below|<)\s+{_NUMBER}", re.I)
_EXACTLY = re.compile(
    rf"(?:\bexactly\s+{_NUMBER}|\b(?:must|has\s+to|needs\s+to)\s+be\s+{_NUMBER})(?={_UNIT}|{_ITEMS})|(?<!to )(?<!- )\b{_NUMBER}(?={_UNIT}\s+long\b)",
    re.I,
)
_LENGTH = re.compile(
    rf"\b(?P<side>max|min)(?:imum)?\.?\s*(?:string\s+)?(?:length|len)\b(?:\s+(?:is|of))?\s*[:=]?\s*{_NUMBER}",
    re.I,
)
_LENGTHS = re.compile(
    rf"\blength\s*:?\s*(?:is\s+)?(?:from\s+|between\s+)?{_NUMBER}\s*(?:-|–|to|and)\s*{_NUMBER}",
    re.I,
)
_RATE = re.compile(
    r"\s*(?:%|percent\b|per\b|/|times\b|x\b|million\b|billion\b|thousand\b|[kKMGT]i?B\b|tokens?\s+per\b)"
    r"|\s*\w+(?:\s\w+)?\s*(?:/|\b(?:an?|per|each|every)\s+)\s*(?:s|sec|second|min|minute|h|hour|d|day|week|month|year)s?\b"
)
"""Behind a number that says how often or how large, in units that may not be the value's own."""
_TELLING = re.compile(
    r"(?:\s+\w+){0,4}\s+(?:(?:can|may|are|will|is|were|get)\b(?!\s+(?:be\s+)?(?:allowed|permitted|accepted|supported|possible))|recommended|suggested)\b"
    r"|(?:\s+\w+){0,2}\s+(?:shorter|longer|more|less|fewer)\s+than\b|[\s,(]*exclusive\b",
    re.I,
)
"""Behind a number that a sentence tells of, which bounds nothing or not in this way."""
_CASE = re.compile(
    rf"(?:{_UNIT}|{_ITEMS}|\s*\w+)?\s+(?:for|if|when|unless|or\s+`?-?\d)|[^.;(]{{0,20}}\(\s*[\d,]+[^()]*\b(?:for|if|when|on|with)\b",
    re.I,
)
"""Behind a number that holds in a case only, or beside others."""
_TIMES = re.compile(
    r"\b(?:ms|msecs?|millis|milliseconds?|secs?|mins?|hrs?)\b|\b(?:second|minute|hour|day|week|month|year)s?\b|\b(?:epoch|timestamp)\b",
    re.I,
)
_HEDGE = re.compile(
    r"\b(?:usually|typically|normally|often|about|around|approximately|roughly|ideally|accurate|recommend\w*|e\.g|for\s+example|such\s+as)\b[^.;]*$|\b(?:if|when|whenever|unless|whether|once|where|which|wenn|falls|si|cuando|если|когда)\b[^.;]*$|(?:^|[.;*]\s*)for\b[^.;]*$",
    re.I,
)
"""Before a number that is a habit, an instance or a case, and no bound."""
_SOME = re.compile(
    r"(?:\bmust\s+not\s+be|\bcan(?:not|'t|\s+not)\s+be|\bmay\s+not\s+be)\s+(?:an?\s+)?empty\b"
    r"|^\W*(?:an?\s+)?non-?empty\b|\bat\s+least\s+one\s+(?:item|element|entry|character)s?\b",
    re.I,
)
_SIGN = re.compile(
    r"(?:\b(?:must|has\s+to|should)\s+be\s+(?:an?\s+)?|^\W*(?:an?\s+|any\s+)?)(?P<sign>positive|non-?negative)\b(?=\W*$|\s+(?:whole\s+)?(?:integer|number)|\s*[.;)])",
    re.I,
)
_MULTIPLE = re.compile(
    rf"(?:\bbe\s+|\bin\s+|^\W*)(?:an?\s+)?multiples?\s+of\s+{_NUMBER}(?=\s*(?:$|[.,;)]|\w+\s*$))",
    re.I,
)
_MOMENT = re.compile(
    r"^\W*(?:an?\s+)?RFC[\s-]?3339\s+(?:datetime|date-time|timestamp)|\b(?:datetime|date-time|timestamp)s?\s*,?\s*\(?(?:as|in|of)?\s*(?:an?\s+)?\(?RFC[\s-]?3339\b",
    re.I,
)
"""RFC 3339 has one form of a moment; ISO 8601 has many, not all of which are `date-time`."""
_PATTERN = re.compile(
    r"\b(?:pattern|regexp?|regular\s+expression|match(?:es|ing)?)\b(?:\s+the)?(?:\s+(?:pattern|regexp?|regular\s+expression))?\s*(?:is|of|:)?\s*`([^`\n]+)`",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Bound:
    """One side of what a text allows; `after` is what stands behind the number."""

    keyword: str
    value: int | float
    after: str


def read_bounds(text: str, kind: str, name: str = "") -> dict[str, Json]:
    """JSON Schema keywords that `text` (prose) states of a value of JSON kind `kind`.

    `name` is the member's own: `at most 5 tags` counts the items of a list called `tags`.
    """
    match kind:
        case "integer" | "number":
            return _of_number(CODE.sub(lambda m: m[2], text))
        case "string":
            return _of_string(text)
        case "array":
            own = rf"|\s*{re.escape(name)}(?!\w)" if re.fullmatch(r"[a-z]{2,}s", name) else ""
            return _counts(text, re.compile(_ITEMS + own, re.I), "Items")
        case _:
            return {}


def counts_characters(text: str) -> bool:
    """Whether prose gives a length in characters."""
    told = (re.match(_UNIT, text[match.end() :], re.I) for match in _LENGTH.finditer(text))
    return any(told) or bool(_counts(text, re.compile(_UNIT, re.I), "Length"))


def _of_number(text: str) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for bound in _bounds(text):
        length = re.match(f"{_UNIT}|{_ITEMS}", bound.after, re.I)
        if length is None and not _RATE.match(bound.after) and not _in_other_unit(bound, text):
            found.setdefault(bound.keyword, bound.value)
    if (sign := _SIGN.search(text)) is not None and not (found or _said_of_a_case(sign)):
        found["exclusiveMinimum" if sign["sign"].lower() == "positive" else "minimum"] = 0
    if (multiple := _MULTIPLE.search(text)) is not None and (step := _number(multiple[1])) > 0:
        found["multipleOf"] = step
    return found


def _in_other_unit(bound: _Bound, text: str) -> bool:
    """Whether a number is in days, say, where the value itself is in hours or a moment."""
    unit = re.match(rf"\s*(?:{_TIMES.pattern})", bound.after, re.I)
    return unit is not None and len({word.lower().rstrip("s") for word in _TIMES.findall(text)}) > 1


def _said_of_a_case(match: re.Match[str]) -> bool:
    """Whether what stands around words makes them no rule for every value."""
    if _HEDGE.search(match.string, 0, match.start()):
        return True
    return re.search(r"\bor\s+`?-?\d|\bzero\b|\b0\b", match.string[match.end() :]) is not None


def _of_string(text: str) -> dict[str, Json]:
    found = _counts(text, re.compile(_UNIT, re.I), "Length")
    if (both := _LENGTHS.search(text)) is not None:
        low, high = _number(both[1]), _number(both[2])
        if 0 <= low <= high:
            found |= {"minLength": int(low), "maxLength": int(high)}
    for match in _LENGTH.finditer(text):
        after = text[match.end() :]
        if _CASE.match(after) or re.match(r"\s*(?:bytes?|octets?)\b", after, re.I):
            continue
        found[f"{match['side'].lower()}Length"] = int(_number(match[2]))
    if _MOMENT.search(text):
        found["format"] = "date-time"
    if (pattern := _PATTERN.search(text)) is not None and _is_expression(pattern):
        found["pattern"] = pattern[1]
    return found


def _is_expression(told: re.Match[str]) -> bool:
    """Whether text in code is an expression that compiles: `^…$`, or called one; and is all that is said."""
    pattern = told[1]
    called = re.search(r"\b(?:pattern|reg)", told[0].split("`")[0], re.I) is not None
    if not called and not (pattern.startswith("^") or pattern.endswith("$")):
        return False
    if re.match(r"\s*(?:or\b|,|and\b)", told.string[told.end() :]):
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _counts(text: str, unit: re.Pattern[str], noun: str) -> dict[str, Json]:
    """How many characters or items: `minLength` and `maxLength`, or `minItems` and `maxItems`."""
    sides = {"minimum": f"min{noun}", "maximum": f"max{noun}"}
    found: dict[str, Json] = {}
    for bound in _bounds(text):
        if unit.match(bound.after) and bound.value == int(bound.value) and bound.value >= 0:
            step = {"exclusiveMinimum": 1, "exclusiveMaximum": -1}.get(bound.keyword, 0)
            side = bound.keyword.removeprefix("exclusive").lower()
            found.setdefault(sides[side], max(0, int(bound.value) + step))
    for match in [] if found else _EXACTLY.finditer(text):
        if unit.match(text, match.end()) and not _HEDGE.search(text, 0, match.start()):
            exactly = int(_number(next(filter(None, match.groups()))))
            found = {f"min{noun}": exactly, f"max{noun}": exactly}
    some = _SOME.search(text)
    if not found and some is not None and not _CASE.match(text, some.end()):
        found[f"min{noun}"] = 1
    return found


def _bounds(text: str) -> Iterator[_Bound]:
    """All that a text bounds in every case."""
    found = (bound for bound in _numbers(text) if not _CASE.match(bound.after))
    return (bound for bound in found if not _TELLING.match(bound.after))


def _numbers(text: str) -> Iterator[_Bound]:
    """Numbers with what they bound: an interval, else a span, else each side."""
    if (interval := _INTERVAL.search(text)) is not None:
        low, high = _number(interval[2]), _number(interval[3])
        if low < high:
            after = text[interval.end() :]
            yield _Bound("minimum" if interval[1] == "[" else "exclusiveMinimum", low, after)
            yield _Bound("maximum" if interval[4] == "]" else "exclusiveMaximum", high, after)
            return
    for pattern in (*_SPANS, _COUNTED):
        match = pattern.search(text)
        if match is not None and not _HEDGE.search(text, 0, match.start()):
            low, high = _number(match[1]), _number(match[2])
            if low < high:
                yield _Bound("minimum", low, text[match.end() :])
                yield _Bound("maximum", high, text[match.end() :])
                return
    sides, told = list(_sides(text)), list(_compared(text))
    yield from told if len(told) == 2 or not sides else sides


def _compared(text: str) -> Iterator[_Bound]:
    """`0 < x <= 2`, `x > 1`."""
    found = (match for match in _COMPARED.finditer(text) if match["low"] or match["over"])
    if (match := next(found, None)) is None or _HEDGE.search(text, 0, match.start()):
        return
    low, over, more, after = match["low"], match["over"], match["more"], text[match.end() :]
    if low is not None:
        yield _Bound("exclusiveMinimum" if match["from"] == "<" else "minimum", _number(low), after)
    if over is not None and more[0] in ">≥":
        yield _Bound("exclusiveMinimum" if more == ">" else "minimum", _number(over), after)
    elif over is not None:
        yield _Bound("exclusiveMaximum" if more == "<" else "maximum", _number(over), after)


def _sides(text: str) -> Iterator[_Bound]:
    for pattern, keyword in (
        (_MINIMUM, "minimum"), (_MAXIMUM, "maximum"),
        (_ABOVE, "exclusiveMinimum"), (_BELOW, "exclusiveMaximum"),
    ):  # fmt: skip
        match = pattern.search(text)
        if match is not None and not _HEDGE.search(text, 0, match.start()):
            value = _number(next(filter(None, match.groups())))
            yield _Bound(keyword, value, text[match.end() :])


def _number(text: str) -> int | float:
    text = re.sub(r"[_,\u202f ]", "", text)
    return float(text) if "." in text else int(text)
