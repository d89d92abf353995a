"""What the short lines under a member's name say of it: flags, defaults, values, limits.

The phrases are those that documentation platforms print, so a line is either one of them from end
to end, or prose. `cell` is the other form, where flags, limits and prose share one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apiscribe.pages.facts import Presence
from apiscribe.pages.parts.limits import presence_said
from apiscribe.pages.parts.rows import Row

_N = r"(-?\d[\d,_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_UNITS = r"(?:\s+(characters|chars|items|elements|properties))?"
_LITERAL = r"\"[^\"]*\"|'[^']*'|`[^`]*`|\[\]|\{\}|[^\s\"'`]*[^\s\"'`.,;]"
_PLACES = ("body", "query", "path", "header", "cookie")

_Apply = Callable[[Row, re.Match[str], int], None]


def _presence(presence: Presence) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        row.presence = presence

    return apply


def _set(name: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        setattr(row, name, True)

    return apply


def _ignored(row: Row, match: re.Match[str], line: int) -> None:
    return None


def _access(row: Row, match: re.Match[str], line: int) -> None:
    row.stated[f"{match[1].lower()}Only"] = True


def _place(row: Row, match: re.Match[str], line: int) -> None:
    row.place = row.place or match[1].lower()


def _placed_and_needed(row: Row, match: re.Match[str], line: int) -> None:
    _place(row, match, line)
    row.presence = Presence.REQUIRED


def _most(row: Row, match: re.Match[str], line: int) -> None:
    """`max: 512` beside a type (GitBook): of the length, the number of items, or the value."""
    noun = _noun(row, None)
    side = match[1].lower()
    row.stated[side + noun if noun else f"{side}imum"] = int(match[2])


def _default(row: Row, match: re.Match[str], line: int) -> None:
    set_default(row, match[1])


def _keyword(name: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        row.stated[name] = number(match[1])

    return apply


def _text_keyword(name: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        row.stated[name] = match[1]

    return apply


def _flagged(name: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        row.stated[name] = True

    return apply


def _example(row: Row, match: re.Match[str], line: int) -> None:
    row.example = match[1].strip()


def _values(row: Row, match: re.Match[str], line: int) -> None:
    add_values(row, match[1], line)


def _bounds(row: Row, match: re.Match[str], line: int) -> None:
    """`0 <= x <= 2`, `x >= 1`, `1 < x`."""
    low, low_sign, high_sign, high = match[1], match[2], match[3], match[4]
    if low:
        row.stated["minimum" if "=" in low_sign else "exclusiveMinimum"] = number(low)
    if high:
        name = {"<": "exclusiveMaximum", ">": "exclusiveMinimum"}.get(high_sign, "")
        name = name or ("maximum" if high_sign in ("<=", "≤") else "minimum")
        row.stated[name] = number(high)


def _compared(row: Row, match: re.Match[str], line: int) -> None:
    """`<= 64 characters`, `> 0`, `= 3 items`."""
    sign, value = match[1], number(match[2])
    noun = _noun(row, match[3])
    if sign == "=":
        if noun:
            row.stated |= {f"min{noun}": value, f"max{noun}": value}
        return
    lower = sign[0] in ">≥"
    if noun:
        step = {">": 1, "<": -1}.get(sign, 0)
        row.stated[("min" if lower else "max") + noun] = int(value) + step
        return
    strict = sign in "<>"
    name = ("exclusiveMinimum" if lower else "exclusiveMaximum") if strict else ""
    row.stated[name or ("minimum" if lower else "maximum")] = value


def _interval(row: Row, match: re.Match[str], line: int) -> None:
    """`[ 1 .. 100 ] characters`, `( 0 .. 1 ]`, `1 to 100`, `length between 1 and 64`."""
    low, high = number(match["low"]), number(match["high"])
    noun = _noun(row, match["noun"] or match["length"])
    if noun:
        row.stated |= {f"min{noun}": int(low), f"max{noun}": int(high)}
        return
    row.stated["exclusiveMinimum" if match["open"] == "(" else "minimum"] = low
    row.stated["exclusiveMaximum" if match["close"] == ")" else "maximum"] = high


def _sized(side: str, noun: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        row.stated[side + noun] = int(number(match[1]))

    return apply


def _between(noun: str) -> _Apply:
    def apply(row: Row, match: re.Match[str], line: int) -> None:
        low, high = int(number(match[1])), int(number(match[2] or match[1]))
        row.stated |= {f"min{noun}": low, f"max{noun}": high}

    return apply


def _filled(row: Row, match: re.Match[str], line: int) -> None:
    row.stated[f"min{_noun(row, None) or 'Length'}"] = 1


def _noun(row: Row, unit: str | None) -> str:
    """What is counted: the unit says it, else the type; "" for the value itself."""
    kind = row.type.lower()
    if unit in ("characters", "chars"):
        return "Length"
    if unit in ("items", "elements"):
        return "Items"
    if unit == "properties":
        return "Properties"
    if kind.startswith(("array", "list")) or kind.endswith("[]"):
        return "Items"
    if unit:
        return "Length"
    return "Length" if kind.startswith(("string", "text")) else ""


@dataclass(frozen=True, slots=True)
class _Mark:
    """`cell`: only where it stands beside a type, as its word is also common in prose."""

    pattern: re.Pattern[str]
    apply: _Apply
    cell: bool = False


def _marks(*rows: tuple[str, _Apply] | tuple[str, _Apply, bool]) -> tuple[_Mark, ...]:
    return tuple(_Mark(re.compile(row[0], re.I), row[1], len(row) > 2) for row in rows)


_TABLE = _marks(
    (r"required(?!\s+(?:range|string|array|if|when|unless|for)\b)", _presence(Presence.REQUIRED)),
    (r"optional|可选|选填", _presence(Presence.OPTIONAL)),
    (r"必需|必填|必须", _presence(Presence.REQUIRED)),
    (r"deprecated", _set("deprecated")),
    (r"nullable", _set("nullable")),
    (r"(read|write)-?only", _access),
    (r"expandable|multipart|unstable|beta|enum", _ignored),
    (r"format:\s*[\"`]?([\w-]+)[\"`]?", _text_keyword("format")),
    (rf"({'|'.join(_PLACES)})", _place),
    (rf"({'|'.join(_PLACES)})required", _placed_and_needed),
    (r"·? ?(max|min): (\d+)", _most, True),
    (rf"default(?: value)?(?: is)?\s*:\s*({_LITERAL})", _default),
    (rf"defaults to ({_LITERAL})", _default),
    (rf"default value is ({_LITERAL})", _default),
    (r"(?:possible|allowed) values?:\s*\[(.+)\]", _values),
    (
        r"(?:items )?enum:\s*((?:\"[^\"]*\"|-?\d[\d.]*|true|false)(?:\s+(?:\"[^\"]*\"|-?\d[\d.]*))*)",
        _values,
    ),
    (r"values are ([^.]+(?:\.\w[^.]*)*)", _values),
    (r"allowed values?:\s*([\w./-]+(?:\s*,\s*[\w./-]+)+)", _values),
    (r"can be one of:\s*(.+)", _values),
    (rf"(?:value:|allowed value:|value is|always)\s*({_LITERAL})", _values),
    (rf"required range:\s*(?:{_N}\s*(<=?|≤))?\s*x\s*(?:(<=?|>=?|≤|≥)\s*{_N})?", _bounds),
    (rf"required string length:\s*{_N}(?:\s*-\s*{_N})?(?: characters?)?", _between("Length")),
    (rf"required array length:\s*{_N}(?:\s*-\s*{_N})?(?: elements?)?", _between("Items")),
    (rf"min(?:imum)? string length:\s*{_N}", _sized("min", "Length")),
    (rf"max(?:imum)? string length:\s*{_N}", _sized("max", "Length")),
    (rf"min(?:imum)? array length:\s*{_N}", _sized("min", "Items")),
    (rf"max(?:imum)? array length:\s*{_N}", _sized("max", "Items")),
    (rf"minimum length is {_N}", _sized("min", "Length")),
    (rf"maximum length is {_N}", _sized("max", "Length")),
    (rf"minimum value is {_N}", _keyword("minimum")),
    (rf"maximum value is {_N}", _keyword("maximum")),
    (rf"at least {_N}(?: elements?)?(?=\s|$|\.)", _sized("min", "Items")),
    (rf"not more than {_N} elements?", _sized("max", "Items")),
    (
        r"(?:format should match the following )?pattern:\s*`?(\S.*?)`?\.?$",
        _text_keyword("pattern"),
    ),
    (
        r"(?:possible values:\s*)?value must match regular expression\s+`?(\S*[^\s.`])`?",
        _text_keyword("pattern"),
    ),
    (r"(?:possible values:\s*)?non-empty", _filled),
    (
        r"(?:possible values:\s*)?(?P<length>length )?(?P<open>[\[(])?\s*(?:between )?"
        r"(?P<low>-?\d[\d,]*(?:\.\d+)?)\s*(?:\.\.|to|and|-)\s*(?P<high>-?\d[\d,]*(?:\.\d+)?)"
        r"(?:\s*(?P<close>[\])]))?(?:\s+(?P<noun>characters|items|elements|properties))?",
        _interval,
    ),
    (rf"(?:possible values:\s*)?(?:length )?(<=|>=|<|>|=|≤|≥)\s*{_N}{_UNITS}", _compared),
    (r"(?-i:unique)", _flagged("uniqueItems")),
    (rf"multiple of {_N}", _keyword("multipleOf")),
    (r"(\^\S*\$)", _text_keyword("pattern"), True),
    (r"additional properties are (?:not )?allowed", _ignored),
    (rf"(?:examples?|示例值?)\s*[:：]\s*({_LITERAL})", _example),
)
_JOINED = re.compile(
    r"^(?:required (?:range|string length|array length)|(?:minimum|maximum) (?:string|array) length):$|^示例值[:：]$",
    re.I,
)
_JOINT = re.compile(r"^(?:\s*[,.;]\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+|\s+|$)", re.I)
_PENDING = re.compile(
    r"^(?P<what>default|available options|allowed values|allowed|possible enum values|pattern"
    r"|examples?|allowed value)\s*:?$",
    re.I,
)


def joins(text: str) -> bool:
    """A phrase whose value stands on the next line: `Required range:`, `Required string length:`."""
    return _JOINED.match(text) is not None


def pending(text: str) -> str:
    """What a line announces that holds its value(s) on the next: "default", "values", "lines" (a
    value a line)…; else ""."""
    match = _PENDING.match(text)
    if match is None:
        return ""
    word = match["what"].lower()
    if word in ("allowed", "possible enum values"):
        return "lines"
    if word in ("default", "pattern", "example", "examples", "allowed value"):
        return "" if not text.endswith(":") else word.removesuffix("s")
    return "values"


def read_marks(row: Row, text: str, line: int) -> bool:
    """A line that says nothing else: put what it states into `row`. `False`: it is prose."""
    found: list[tuple[_Mark, re.Match[str]]] = []
    rest = text.strip()
    while rest:
        step = _step(rest, cell=False)
        if step is None:
            return _in_full(row, text, line)
        mark, match = step
        found.append((mark, match))
        joint = _JOINT.match(rest[match.end() :])
        rest = rest[match.end() + (joint.end() if joint is not None else 0) :]
    for mark, match in found:
        mark.apply(row, match, line)
    return bool(found)


def read_sentences(row: Row, text: str, line: int) -> None:
    """Prose that says such things too ("Where one sits. Values are a or b."); it stays prose."""
    for sentence in re.split(r"(?<=\.)\s+", text):
        if " " in sentence:
            read_marks(row, sentence, line)


def read_described(row: Row, text: str, line: int) -> str:
    """A cell, or what is glued behind a type: marks go into `row`; the prose that is left."""
    text, *more = re.split(r"(?<=[\w.)\]\"])(?=(?:Example|Default|Possible values): )", text)
    rest = read_cell(row, text, line)
    rest += "".join(f"\n{part}" for part in more if not read_marks(row, part, line))
    if re.search(r"\d", rest) and read_marks(row, rest, line):
        return ""
    read_sentences(row, rest, line)
    if (head := presence_said(rest)) is not None and row.presence is Presence.UNSTATED:
        row.presence, rest = head
    return rest


def _in_full(row: Row, text: str, line: int) -> bool:
    """`default: two words`, `Example: two words`: what follows the colon is the value."""
    match = re.match(r"^(default(?: value)?|examples?)\s*:\s*(\S.*)$", text, re.I)
    if match is None:
        return False
    if match[1].lower().startswith("default"):
        set_default(row, match[2])
    else:
        row.example = match[2]
    return True


def read_cell(row: Row, text: str, line: int) -> str:
    """Flags and limits at the head of a cell go into `row`; what is left is prose."""
    rest = text.strip()
    while rest and (step := _step(rest, cell=True)) is not None:
        mark, match = step
        mark.apply(row, match, line)
        rest = re.sub(r"^\s*[,.;](?=\s|$)", "", rest[match.end() :]).strip()
    title = re.match(r"^\(\w[\w ]*\)\s*", rest)
    if title is not None:  # the schema's own title
        return read_cell(row, rest[title.end() :], line)
    return rest


def _step(text: str, *, cell: bool) -> tuple[_Mark, re.Match[str]] | None:
    best: tuple[_Mark, re.Match[str]] | None = None
    for mark in _TABLE:
        if mark.cell and not cell:
            continue
        match = mark.pattern.match(text)
        if match is None or not match[0]:
            continue
        after = text[match.end() :]
        if not (_JOINT.match(after) or (cell and re.match(r"[A-Z(\[<>=\d]|format:", after))):
            continue
        if cell and match[0][0].isalpha() and mark.apply is _place:
            continue
        if cell and match[0][0].isdigit() and not match.groupdict().get("noun"):
            continue
        if cell and match[0].isalpha() and re.match(r"\s+[a-z]", after):
            continue  # "Optional text of …"
        if best is None or match.end() > best[1].end():
            best = (mark, match)
    return best


def set_default(row: Row, text: str) -> None:
    """A default as it is written."""
    value = text.strip().strip("`")
    if value and "`" not in value:
        row.default = f"`{value}`"


def add_values(row: Row, text: str, line: int) -> None:
    """Values of a list on one line: quoted, or with commas, `|`, "or" between."""
    quoted = re.findall(r"\"([^\"]*)\"|'([^']*)'|`([^`]*)`", text)
    if quoted:
        for groups in quoted:
            row.values.append((next(g for g in groups if g), True, "", line))
        return
    for word in re.split(r"\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+|\s*\|\s*", text.rstrip(". ")):
        if word.strip():
            row.values.append((word.strip(), False, "", line))


def take_pending(row: Row, what: str, text: str, line: int) -> bool:
    """The line after an announcement; whether more of it follow."""
    if what == "default":
        set_default(row, text)
    elif what == "pattern":
        row.stated["pattern"] = text.strip("`")
    elif what == "example":
        row.example = text
    elif what == "lines":
        if row.values and (" " in text or text.endswith(".")):
            value, quoted, told, at = row.values[-1]
            row.values[-1] = (value, quoted, f"{told} {text}".strip(), at)
        else:
            row.values.append((text, False, "", line))
        return True
    else:
        words: Sequence[str] = [word.strip() for word in text.strip(", ").split(",")]
        for word in words:
            if word:
                bare = word.strip('`"')
                row.values.append((bare, bare != word, "", line))
        return text.endswith(",")
    return False


def number(text: str) -> int | float:
    """A number as JSON has it."""
    text = text.replace(",", "").replace("_", "")
    value = float(text) if "." in text or "e" in text.lower() else int(text)
    return int(value) if isinstance(value, float) and value.is_integer() else value
