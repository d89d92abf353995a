"""Defaults, value lists and limits that prose states: only what is said outright.

`e.g.`, `such as` and open lists (`…`, `etc.`) give no enum; prose (`model default`, `no limit`)
gives no default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apiscribe.pages.facts import Json, Presence
from apiscribe.pages.parts.inline import CODE, narrow, plain, tidy

_DEFAULT = re.compile(
    r"(?:\bdefaults?(?:\s+value)?(?:\s+(?:is|to|of))?|\bdefaulting\s+to|默认值?|缺省值?|\bstandard(?:wert)?"
    r"(?:\s+ist)?|\b(?:la\s+)?valeur\s+par\s+d[ée]faut(?:\s+est)?|\bpar\s+d[ée]faut|\bvalor\s+por\s+defecto"
    r"(?:\s+es)?|\bpor\s+defecto|\bpredeterminado|\bpadrão|значение\s+по\s+умолчанию|по\s+умолчанию"
    r"|デフォルト値?|既定値?|初期値)\s*(?:[:=]|は|为|是|-|—|–)?\s*",
    re.I,
)
_VALUE = re.compile(
    r"`+([^`]+)`+|\"([^\"\n]*)\"|“([^”\n]*)”|'([^'\n]*)'|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]*\w)|([\w./:-]*\w)"
)
_MARK = re.compile(
    r"\s*\((?:the\s+)?(?:default|standard|par\s+d[ée]faut|por\s+defecto|padrão|по\s+умолчанию|默认|既定"
    r"|デフォルト)\)",
    re.I,
)
_MARKED = re.compile(rf"(?:`([^`\n]+)`|\"([^\"\n]+)\"){_MARK.pattern}", re.I)
"""One of several values, marked as the one that counts when none is given."""
_SAID_OF = re.compile(r"[\w’'][ \t]+$")
"""Words before `default` make it an adjective: the default branch, your team's default workspace."""
_NO_VALUE = frozenset(
    ["none", "null", "nil", "n/a", "-", "undefined", "infinity", "inf", "no", "unlimited", "-inf"]
)
_PROSE = frozenset(
    [
        "now", "today", "tomorrow", "yesterday", "nothing", "unset", "unspecified", "varies", "empty", "blank",
        "omitted", "absent", "unchanged", "jetzt", "heute", "keine", "keiner", "keines", "kein", "leer",
        "maintenant", "aujourd", "hui", "aucun", "aucune", "vide", "ahora", "hoy", "ninguno", "ninguna", "vacío",
        "agora", "hoje", "nenhum", "сейчас", "сегодня", "нет", "现在", "今天", "当前时间", "无", "空", "なし", "今日",
        "現在",
    ]
)  # fmt: skip
"""Words without marks of code or quotes that tell of a default and are none themselves."""
_ENUM = re.compile(
    r"(?:\b(?:one\s+of(?:\s+the\s+following)?(?:\s+values)?|(?:possible|allowed|accepted|available|valid|supported)"
    r"\s+(?:values|options)(?:\s+(?:are|is|include))?|values\s+are|(?:must|can|may|should)\s+be(?:\s+(?:one\s+of|either))?"
    r"|either|enum(?:s|\s+values?)?|options|values|any\s+of)|可选值(?:为|有|包括)?|取值(?:为|有)?|枚举值?|允许值|可以?是|支持"
    r"|\bm[öo]gliche\s+werte|\berlaubte\s+werte|\bentweder|\beins\s+von|\beiner\s+von|\bvaleurs\s+possibles|\bl'une?\s+des\s+valeurs"
    r"|\bun\s+de|\bvalores\s+(?:posibles|permitidos|possíveis)|\buno\s+de|возможные\s+значения"
    r"|допустимые\s+значения|один\s+из|одно\s+из|指定可能な値|許容値|次のいずれか|いずれか)\s*(?:[:：=]|は|are|sind|sont|son|-|—)?\s*",
    re.I,
)
_VALUES_ARE = re.compile(
    r"(?:^|[.;]\s+)(?:(?:possible|allowed|valid)\s+)?values are (?P<list>[\w-]+(?:, [\w-]+)+,? or [\w-]+)(?=\.|$)",
    re.I,
)
"""Bare words: three at least, with commas, to the end of the sentence."""

_FIXED = re.compile(
    r"\s*(?:always|fixed(?: value)?(?: to)?:?|constant:?|固定(?:为|值)?[:：]?)\s+"
    r"(?:set to\s+)?(?:`\"?([^`\"\n]+)\"?`|\"([^\"\n]+)\")\s*\.?\s*$",
    re.I,
)
"""The one value that a member may have, and nothing else said."""

_SPAN = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"")
_BARRED = re.compile(
    rf"\s*(?:[\w ]{{1,30}}:\s*)?((?:{_SPAN.pattern})(?:\s*\|\s*(?:{_SPAN.pattern}))+)"
    r"\s*(?=$|[.;,(\n–—])"
)
"""`` `a` | `b` `` at the head of a text, or behind a word and a colon."""

_MORE = re.compile(
    r"\s*(?:,|、|，|\||/|;|\bor\b|\band\b|\boder\b|\bund\b|\bou\b|\bet\b|\bo\b|\by\b|\bи\b|\bили\b|或者?|和|と|または|(?<=\s)-(?=\s)|\n\s*[-*]?)\s*",
    re.I,
)
_OPEN = re.compile(
    r"\s*(?:,\s*)?(?:etc|e\.g|\.{3}|…|and (?:so on|more|others)|等|など|u\.\s?s\.\s?w|usw|и т)",
    re.I,
)
_LITERAL = re.compile(r"`+([^`\n]+)`+|\"([^\"\n]*)\"|“([^”\n]*)”|'([^'\n]*)'")
_BLANK = re.compile(r"[ \t]+")
_BARE = re.compile(
    r"(-?\d+(?:\.\d+)?|[\w][\w.+:-]*\w|\w)(?=\s*(?:[,|/;.)\]\n]|$|\s+(?:or|and|oder|und|ou|o|или|или)\s))"
)
_NUMBER = r"`?(-?\d[\d_]*(?:\.\d+)?|-?\d{1,3}(?:,\d{3})+)`?"
_RANGES = (
    re.compile(
        rf"\b(?:range|ranges|between|bereich|zwischen|plage|entre|rango|диапазон|от|from|von|de)\b\s*(?:is|:|from|von|de|от)?\s*[\[(]?\s*{_NUMBER}\s*(?:-|–|—|~|to|and|bis|und|à|et|a|y|до|и|,|\.\.\.?)\s*{_NUMBER}",
        re.I,
    ),
    re.compile(
        rf"(?:取值范围|范围|範囲|有效范围)\s*(?:是|为|は)?\s*:?\s*[\[(]?\s*{_NUMBER}\s*(?:-|–|—|~|～|到|至|,|から)\s*{_NUMBER}",
        re.I,
    ),
    re.compile(rf"(?<![\w.]){_NUMBER}\s*(?:<=|≤)\s*\w+\s*(?:<=|≤)\s*{_NUMBER}"),
    re.compile(rf"^\s*{_NUMBER}\s*(?:-|–|—|~|to|\.\.)\s*{_NUMBER}\s*$"),
    re.compile(rf"\(\s*{_NUMBER}\s*(?:–|to|\.\.)\s*{_NUMBER}\s*\)"),
)
_INTERVAL = re.compile(rf"(?<![\w`])([\[(])\s*{_NUMBER}\s*,\s*{_NUMBER}\s*([\])])(?!\()")
_MINIMUM = re.compile(
    rf"(?:\bmin(?:imum)?(?:\s+value)?(?:\s+(?:is|of))?\s*[:=]?\s*|\bat\s+least\s+|(?:>=|≥)\s*|最小值?\s*:?\s*|\bmindestens\s+|\bau\s+moins\s+|\bal\s+menos\s+|минимум\s*:?\s*|最小\s*:?\s*){_NUMBER}",
    re.I,
)
_MAXIMUM = re.compile(
    rf"(?:\bmax(?:imum)?(?:\s+value)?(?:\s+(?:is|of))?\s*[:=]?\s*|\bat\s+most\s+|\bup\s+to\s+|(?:<=|≤)\s*|最大值?\s*:?\s*|\bhöchstens\s+|\bau\s+plus\s+|\bcomo\s+máximo\s+|максимум\s*:?\s*|最大\s*:?\s*){_NUMBER}",
    re.I,
)
_UNIT = r"\s*(?:characters?|chars?|zeichen|caractères?|caracteres?|символ\w*|字符|个字符|文字)"
_ITEMS = r"\s*(?:items?|elements?|entries|elemente|éléments?|elementos|элемент\w*|个元素|項目)"
_LENGTH = re.compile(
    rf"(?:\b(?:max(?:imum)?|min(?:imum)?)\s+(?:string\s+)?(?:length|len)\b(?:\s+(?:is|of))?|\blength\b)\s*[:=]?\s*{_NUMBER}",
    re.I,
)
_AFTER_VALUE = re.compile(
    r"\s*(?:$|[.,;:)\]。，；)\n]|\(|-\s|—|–|and\b|if\b|when\b|\bund\b|\by\b|\bet\b|\*)"
)
_DEPRECATED = re.compile(
    r"^\W*(?:deprecated|obsolete|已废弃|已弃用|废弃|veraltet|obsolète|obsoleto|устарел\w*|非推奨)\b",
    re.I,
)
_DEPRECATED_MARK = re.compile(
    r"[(\[*_]\s*(?:deprecated|已废弃|已弃用|veraltet|obsolète|obsoleto|устарел\w*|非推奨)\s*[)\]*_]|`deprecated`",
    re.I,
)

_ONLY = re.compile(r"^[\s*_(\[]*(read|write)[\s-]?only(?=[\s*_)\].;]*$|[*_]*\s*[.;)\]])", re.I)
"""The first words of a member's text; not `Read-only fields are …`."""
ACCESS = ("readOnly", "writeOnly")
"""Keywords that say who may set a value, and nothing of the value."""


@dataclass(slots=True)
class Limits:
    """What prose says of a value. `default` and `values` are raw (see `typed`); `None`: not said."""

    default: tuple[str, bool] | None = None
    values: tuple[tuple[str, bool], ...] = ()
    keywords: dict[str, Json] = field(default_factory=dict)
    deprecated: bool = False


def read_limits(text: str, kind: str) -> Limits:
    """What `text` (CommonMark prose) states of a value of JSON kind `kind` ("" when not known)."""
    found = Limits()
    text = narrow(tidy(text))
    if not text:
        return found
    found.deprecated = bool(_DEPRECATED.match(plain(text)) or _DEPRECATED_MARK.search(text))
    if kind not in ("boolean", "object"):
        found.values = _values(text)
    found.default = _default(text, kind, [value for value, _ in found.values])
    found.keywords = _keywords(text, kind)
    if (only := _ONLY.match(text)) is not None:
        found.keywords[f"{only[1].lower()}Only"] = True
    return found


def typed(raw: tuple[str, bool], kind: str) -> tuple[Json] | None:
    """A raw literal as JSON of `kind`, in a tuple; `None` when it is none. (text, was quoted)."""
    text, quoted = raw
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text, quoted = text[1:-1], True
    elif kind == "string":
        return (text,)
    if quoted and kind in ("string", ""):
        return (text,)
    try:
        value = json.loads({"True": "true", "False": "false"}.get(text, text))
    except ValueError:
        return (text,) if kind == "" and (quoted or re.fullmatch(r"[\w.:/-]+", text)) else None
    fits = {
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "boolean": isinstance(value, bool),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }
    if kind in fits:
        return (value,) if fits[kind] else None
    return (value,) if isinstance(value, int | float | bool | list | dict) else None


def _default(text: str, kind: str, values: Sequence[str] = ()) -> tuple[str, bool] | None:
    if (marked := _MARKED.search(text)) is not None:
        quoted = next(g for g in marked.groups() if g is not None)
        return (quoted, marked[1] is None)
    for match in _DEFAULT.finditer(text):
        value = _VALUE.match(text, match.end())
        if value is None or text.count("`", 0, match.start()) % 2:  # the word is itself a value
            continue
        quoted = next((g for g in value.groups()[:4] if g is not None), None)
        if quoted is not None:
            in_code = value[1] is not None
            if in_code and quoted.strip("\"' ").lower() in _NO_VALUE:
                continue
            return (quoted, not in_code)
        word = value[5] or value[6].rstrip(".:")
        end = value.start() + len(word)
        if word.lower() in _NO_VALUE or not _AFTER_VALUE.match(text, end):
            continue
        if word.lower() in _PROSE and word not in values:
            continue
        if value[6] and word.lower() not in ("true", "false") and kind != "string":
            continue
        if (
            value[6]
            and match[0].strip().lower() == "default"
            and _SAID_OF.search(text[: match.start()])
        ):
            continue
        return (word, False)
    return None


def _values(text: str) -> tuple[tuple[str, bool], ...]:
    for match in _ENUM.finditer(text):
        found, end = _list(text, match.end(), bare=match[0].rstrip().endswith((":", "=")))
        if len(found) > 1 and not _OPEN.match(text, end):
            return tuple(dict.fromkeys(found))
    if (told := _VALUES_ARE.search(text)) is not None:
        return tuple((word, False) for word in re.split(r",\s*(?:or\s+)?|\s+or\s+", told["list"]))
    if (barred := _BARRED.match(text)) is not None:
        return _barred(barred[1])
    if (fixed := _FIXED.match(text)) is not None:
        value = next(g for g in fixed.groups() if g is not None)
        return ((value, fixed[1] is None),)
    text = _MARK.sub("", text)
    if re.fullmatch(
        r"\s*(?:(?:`[^`]+`|\"[^\"]+\")(?:\s*\([^()`\"]{0,60}\))?\s*(?:,|/|\||or|或|、|$)?\s*){2,}\.?\s*",
        text,
    ):
        found, _ = _list(text, len(text) - len(text.lstrip()), bare=False)
        return tuple(dict.fromkeys(found))
    return ()


def _barred(text: str) -> tuple[tuple[str, bool], ...]:
    """Literals with bars between; none where one of them is no text or number to choose."""
    found = [(m[1] or m[2], m[1] is None) for m in _SPAN.finditer(text)]
    if any(not quoted and value in ("null", "true", "false") for value, quoted in found):
        return ()
    return tuple(dict.fromkeys(found))


def _list(text: str, at: int, *, bare: bool) -> tuple[list[tuple[str, bool]], int]:
    """Literals from `at` on with separators between; where the list ends. One closing bracket ends it.

    `` `a`, `b` `c` or `d` ``: a blank is a separator where the list goes on, else there is no list.
    """
    found: list[tuple[str, bool]] = []
    doubtful = False
    opening = re.compile(r"\s*[\[({]\s*").match(text, at)
    at = opening.end() if opening else at
    while True:
        literal = _LITERAL.match(text, at)
        word = _BARE.match(text, at) if literal is None and bare else None
        if literal is not None:
            value = next(g for g in literal.groups() if g is not None)
            found.append((value.strip(), literal[1] is None))
            at = literal.end()
        elif word is not None and word[1].lower() not in ("or", "and"):
            found.append((word[1], False))
            at = word.end()
        else:
            return ([] if doubtful else found), at
        note = re.compile(r"\s*\([^()`\"]{0,60}\)").match(text, at)
        at = note.end() if note else at
        more = _MORE.match(text, at)
        blank = _BLANK.match(text, at) if more is None and literal is not None else None
        if blank is not None and _LITERAL.match(text, blank.end()):
            doubtful, at = True, blank.end()
            continue
        if more is None:
            return ([] if doubtful else found), at
        doubtful = False
        twice = _MORE.match(text, more.end())
        at = twice.end() if twice is not None and twice.end() > more.end() else more.end()
        if _OPEN.match(text, at):
            return found, at


def _keywords(text: str, kind: str) -> dict[str, Json]:
    text = CODE.sub(lambda m: m[2], text) if kind in ("integer", "number") else text
    if kind in ("integer", "number"):
        return dict(_range(text))
    if kind == "string":
        return dict(_length(text, _UNIT, "Length"))
    if kind == "array":
        return dict(_length(text, _ITEMS, "Items"))
    return {}


def _number(text: str) -> int | float:
    text = text.replace("_", "").replace(",", "")
    return float(text) if "." in text else int(text)


def _range(text: str) -> Iterator[tuple[str, Json]]:
    if (interval := _INTERVAL.search(text)) is not None:
        low, high = _number(interval[2]), _number(interval[3])
        if low < high:
            yield ("minimum" if interval[1] == "[" else "exclusiveMinimum"), low
            yield ("maximum" if interval[4] == "]" else "exclusiveMaximum"), high
            return
    for pattern in _RANGES:
        if (match := pattern.search(text)) is not None:
            low, high = _number(match[1]), _number(match[2])
            if low < high and not re.match(_UNIT, text[match.end() :], re.I):
                yield "minimum", low
                yield "maximum", high
                return
    for pattern, name in ((_MINIMUM, "minimum"), (_MAXIMUM, "maximum")):
        match = pattern.search(text)
        if match is not None and not re.match(
            r"\s*(?:%|per\b|/|times|characters?|items?|tokens? per)", text[match.end() :], re.I
        ):
            yield name, _number(match[1])


def _length(text: str, unit: str, noun: str) -> Iterator[tuple[str, Json]]:
    both = re.search(rf"{_NUMBER}\s*(?:-|–|to|bis|à|~)\s*{_NUMBER}{unit}", text, re.I)
    if both is not None:
        yield f"min{noun}", int(_number(both[1]))
        yield f"max{noun}", int(_number(both[2]))
        return
    for pattern, name in ((_MINIMUM, "min"), (_MAXIMUM, "max")):
        match = pattern.search(text)
        if match is not None and re.match(unit, text[match.end() :], re.I):
            yield f"{name}{noun}", int(_number(match[1]))
    if noun == "Length":
        for match in _LENGTH.finditer(text):
            low = match[0].lower()
            if low.startswith("m"):
                yield ("minLength" if low.startswith("min") else "maxLength"), int(
                    _number(match[1])
                )


_HEAD = re.compile(
    r"^\W{0,3}(required|mandatory|optional|必填|必选|可选|选填|pflichtfeld|erforderlich|obligatoire|requis|facultatif"
    r"|optionnel|obligatorio|requerido|opcional|обязательн\w+|необязательн\w+|必須|任意)\W{0,3}(?=$|[.,;:)\]*\s–—-])",
    re.I,
)
_CONDITION = re.compile(
    r"\s*(?:if|when|unless|for|only|wenn|si|cuando|если|когда|in case|range|fields?\b)", re.I
)
_OPTIONAL_HEAD = re.compile(r"opt|可选|选填|fac|opc|необ|任意", re.I)


def presence_at_head(text: str) -> tuple[Presence, str] | None:
    """`Required. Text` and `(optional) text` → presence and the rest; a condition means optional."""
    flat = narrow(text)
    match = _HEAD.match(flat)
    if match is None:
        return None
    rest = text[match.end() :].lstrip(" .,;:)]*-–—")
    if _OPTIONAL_HEAD.match(match[1]):
        return Presence.OPTIONAL, rest
    if _CONDITION.match(flat[match.end() :]):
        word = flat[match.end() :].strip().lower()
        if word.startswith(("range", "field")):
            return None
        return Presence.OPTIONAL, text
    return Presence.REQUIRED, rest
