"""Defaults, value lists and limits that prose states: only what is said outright.

`e.g.`, `such as` and open lists (`…`, `etc.`) give no enum; prose (`model default`, `no limit`)
gives no default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.pages.facts import Json, Presence
from apiscribe.pages.parts.bounds import read_bounds
from apiscribe.pages.parts.inline import narrow, plain, tidy

_DEFAULT = re.compile(
    r"(?:\bdefaults?(?!\w)(?:\s+value)?(?:\s+(?:is|to|of))?|\bdefaulting\s+to|默认值?|缺省值?|\bstandard(?:wert)?"
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
_BY_DEFAULT = re.compile(
    r"(?:^|[.;,(]\s*|\b(?:is|are)\s+)(?:`([^`\n]+)`|\"([^\"\n]+)\"|(true|false|-?\d+(?:\.\d+)?))\s+by\s+default(?=\s*(?:$|[.;,)]))",
    re.I,
)
_NOUN = re.compile(
    r"\s+(?!(?:and|or|if|when|for|unless|on|in|which|but|as|with|is|will)\b)[A-Za-z]{3,}"
)
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
    r"\s+(?:values|options)(?:\s+(?:are|is|include))?|supported(?=\s*:)|values\s+are|(?:must|can|may|should)\s+be(?:\s+(?:one\s+of|either))?"
    r"|either|enum(?:s|\s+values?)?|options|values|any\s+of)|可选值(?:为|有|包括)?|取值(?:为|有)?|枚举值?|允许值|可以?是|支持"
    r"|\bm[öo]gliche\s+werte|\berlaubte\s+werte|\bentweder|\beins\s+von|\beiner\s+von|\bvaleurs\s+possibles|\bl'une?\s+des\s+valeurs"
    r"|\bun\s+de|\bvalores\s+(?:posibles|permitidos|possíveis)|\buno\s+de|возможные\s+значения"
    r"|допустимые\s+значения|один\s+из|одно\s+из|指定可能な値|許容値|次のいずれか|いずれか)\s*(?:[:：=]|は|are|sind|sont|son|-|—)?\s*",
    re.I,
)
_VALUES_ARE = re.compile(
    r"(?:^|[.;]\s+)(?:(?:(?:possible|allowed|valid)\s+)?values are|(?:must be )?one of) (?P<list>[\w-]+(?:, [\w-]+)+,? or [\w-]+)(?=\.|$)",
    re.I,
)
"""Bare words: three at least, with commas, to the end of the sentence."""

_FIXED = re.compile(
    r"\s*(?:always|fixed(?: value)?(?: to)?:?|constant:?|固定(?:为|值)?[:：]?)\s+"
    r"(?:(?:set to|use|send|is)\s+(?:the value\s+)?)?"
    r"(?:`\"?([^`\"\n]+)\"?`|\"([^\"\n]+)\"|“([^”\n]+)”)\s*\.?\s*$",
    re.I,
)
"""The one value that a member may have, and nothing else said."""
_SOLE = re.compile(
    r"\b(?:enum|only|single) value\s*(?:is\s+|:\s*)(?:`\"?([^`\"\n]+)\"?`|\"([^\"\n]+)\")"
    r"(?!\s*(?:,|/|\||\bor\b)\s*[\"`])",
    re.I,
)
"""`enum value: "x"`, with no other value behind it."""

_SPAN = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"")
_BARRED = re.compile(
    rf"\s*(?:[\w ]{{1,30}}:\s*)?((?:{_SPAN.pattern})(?:\s*\|\s*(?:{_SPAN.pattern}))+)"
    r"\s*(?=$|[.;,(\n–—])"
)
"""`` `a` | `b` `` at the head of a text, or behind a word and a colon."""

_CASE = re.compile(r"(?:^|[.;]\s+|\n)\s*(?:when|if|for)\b[^.;]*$", re.I)
_NONE_OF = re.compile(
    r"\b(?:not|never|neither|except|excluding|other\s+than|deprecated|invalid|reserved|forbidden|removed|old|obsolete|unsupported|former)\s+(?:be\s+)?$",
    re.I,
)
"""Before a list of values that a member may not have."""
_OTHERWISE = re.compile(
    r"\s*(?:when|if|for|unless)\b[^.;]*\botherwise\b|\s*,?\s*(?:unless|except|depending)\b|\s+or\s+[`\"'\d]",
    re.I,
)
_OF_ANOTHER = re.compile(r"`(?P<name>[^`\n]+)`\s+(?:will\s+|would\s+)?$")
_TOGETHER = re.compile(
    r"\s*,?\s*(?:(?:is|are|must|should|has|have|needs?|may|can)\s+(?:to\s+)?(?:be\s+)?(?:required|provided|set|specified|passed|given|present|supplied|used|sent|included)\b"
    r"|(?:is|are)\s+required\b|(?:but\s+)?not\s+(?:both|all)\b)",
    re.I,
)
_JOINED = re.compile(
    r"\b(?:comma|space|semicolon|pipe|newline)[\s-](?:separated|delimited)|\bseparated\s+by|\bcommas\b|逗号分隔|durch\s+komma|séparés?\s+par|separad[oa]s?\s+por|через\s+запятую|カンマ区切り",
    re.I,
)
"""A text that holds several values: those named are no list of what the text may be."""
_MORE = re.compile(
    r"\s*(?:,|、|，|\||/|;|\bor\b|\band\b|\boder\b|\bund\b|\bou\b|\bet\b|\bo\b|\by\b|\bи\b|\bили\b|或者?|和|と|または|(?<=\s)-(?=\s)|\n\s*[-*]?)\s*",
    re.I,
)
_OPEN = re.compile(
    r"\s*(?:,\s*)?(?:etc|e\.g|\.{3}|…|and (?:so on|more|others)|等|など|u\.\s?s\.\s?w|usw|и т)",
    re.I,
)
_OR = re.compile(r"\b(?:or|oder|ou|или)\b|或", re.I)
_NO_OTHER = re.compile(r"\s*(?:`?null\b|none\b|vice\b)", re.I)
_LITERAL = re.compile(r"`+([^`\n]+)`+|\"([^\"\n]*)\"|“([^”\n]*)”|'([^'\n]*)'")
_BLANK = re.compile(r"[ \t]+")
_BARE = re.compile(
    r"((?:application|audio|font|image|multipart|text|video)/[\w.+-]*\w|-?\d+(?:\.\d+)?|[\w][\w.+:-]*\w|\w)(?=\s*(?:[,|/;.)\]\n]|$|\s+(?:or|and|oder|und|ou|o|или|или)\s))"
)
_BARE_NUMBER = re.compile(
    r"(-?\d+(?:\.\d+)?)(?=\s*(?:[,|/;.)\]\n](?!\d)|$|\s+(?:or|oder|ou|o|или)\s+-?\d))"
)
_AFTER_VALUE = re.compile(
    r"\s*(?:$|[.,;:)\]。，；)\n]|\(|-\s|—|–|and\b|if\b|when\b|\bund\b|\by\b|\bet\b|\*)"
)
_DEPRECATED = re.compile(
    r"^\W*(?:deprecated|obsolete|已废弃|已弃用|废弃|veraltet|obsolète|obsoleto|устарел\w*|非推奨)\b(?!\s+(?:values?|options?|fields?|names?|alias(?:es)?|keys?|forms?)\b)",
    re.I,
)
_DEPRECATED_MARK = re.compile(
    r"[(\[*_]\s*(?:deprecated|已废弃|已弃用|veraltet|obsolète|obsoleto|устарел\w*|非推奨)\s*[)\]*_]|`deprecated`",
    re.I,
)

_NULLABLE = re.compile(
    r"\b(?:can|may|might|could)\s+be\s+`?null`?(?!\w)|(?:^|[.;,(]\s*|\bor\s+|\bis\s+)`?null`?\s+(?:if|when|unless|for|until|while|otherwise|before)\b"
    r"|\bor\s+`null`\W*(?:$|[.;,)])|^\W*nullable\b\W*(?:$|[.;,)])|(?:可为空|可为\s*`?null`?|允许为空|可以为\s*`?null`?)",
    re.I,
)
_NEVER_NULL = re.compile(
    r"\b(?:an?|any|each|every|its|their|other)\s+\w+\s+(?:is|are|(?:may|can|might)\s+be)\s+`?null`?(?!\w)|\b(?:not|never)\s+(?:be\s+)?`?null`?(?!\w)",
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
    nullable: bool = False


def read_limits(text: str, kind: str, name: str = "") -> Limits:
    """What `text` (CommonMark prose) states of a value of JSON kind `kind` ("" when not known).

    `name` is that of the member, which prose may use for its items (`at most 5 tags`).
    """
    found = Limits()
    text = narrow(tidy(text))
    if not text:
        return found
    found.deprecated = bool(_DEPRECATED.match(plain(text)) or _DEPRECATED_MARK.search(text))
    if kind not in ("boolean", "object"):
        found.values = _values(text, numbers=kind in ("integer", "number"))
        if kind in ("string", "") and _JOINED.search(text):
            found.values = ()
    found.nullable = bool(_NULLABLE.search(text)) and not _NEVER_NULL.search(text)
    found.default = _default(text, kind, name, [value for value, _ in found.values])
    found.keywords = read_bounds(text, kind, name)
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


def _default(text: str, kind: str, name: str, values: Sequence[str]) -> tuple[str, bool] | None:
    if (marked := _MARKED.search(text)) is not None:
        quoted = next(g for g in marked.groups() if g is not None)
        return (quoted, marked[1] is None)
    if (before := _BY_DEFAULT.search(text)) is not None:
        return (next(g for g in before.groups() if g is not None), before[2] is not None)
    found = [
        told
        for match in _DEFAULT.finditer(text)
        if (told := _told(text, match, kind, name, values))
    ]
    return found[0] if len({value for value, _ in found}) == 1 else None


def _told(
    text: str, match: re.Match[str], kind: str, name: str, values: Sequence[str]
) -> tuple[str, bool] | None:
    """The value behind words such as `defaults to`; `None` where they are said of something else."""
    value = _VALUE.match(text, match.end())
    if value is None or text.count("`", 0, match.start()) % 2:  # the word is itself a value
        return None
    other = _OF_ANOTHER.search(text, 0, match.start())
    if other is not None and name and other["name"] != name:  # `auto` defaults to `high`
        return None
    quoted = next((g for g in value.groups()[:4] if g is not None), None)
    bare = re.fullmatch(r"\w+", match[0].strip()) is not None
    adjective = bare and not text[: match.start()].endswith("(")
    said_of = bare and _SAID_OF.search(text[: match.start()])
    if quoted is not None:
        in_code = value[1] is not None
        if in_code and quoted.strip("\"' ").lower() in _NO_VALUE:
            return None
        if said_of and _NOUN.match(text, value.end()):  # the default `a` branch
            return None
        if _OTHERWISE.match(text, value.end()):
            return None
        return (quoted, not in_code)
    word = value[5] or value[6].rstrip(".:")
    if word.lower() in _NO_VALUE or not _AFTER_VALUE.match(text, value.start() + len(word)):
        return None
    if word.lower() in _PROSE and word not in values:
        return None
    if value[6] and word.lower() not in ("true", "false") and (kind != "string" or adjective):
        return None  # `default pricing`: a word without a sign before it
    return None if value[6] and said_of else (word, False)


def _values(text: str, *, numbers: bool = False) -> tuple[tuple[str, bool], ...]:
    for match in _ENUM.finditer(text):
        found, end = _list(text, match.end(), _bare(match[0], numbers=numbers))
        if len(found) > 1 and not _OPEN.match(text, end) and not _of_others(text, match, end):
            return tuple(dict.fromkeys(found))
    if (told := _VALUES_ARE.search(text)) is not None:
        return tuple((word, False) for word in re.split(r",\s*(?:or\s+)?|\s+or\s+", told["list"]))
    if (barred := _BARRED.match(text)) is not None:
        return _barred(barred[1])
    if (fixed := _FIXED.match(text) or _SOLE.search(text)) is not None:
        value = next(g for g in fixed.groups() if g is not None)
        return ((value, fixed[1] is None),)
    text = _MARK.sub("", text)
    if re.fullmatch(
        r"\s*(?:(?:`[^`]+`|\"[^\"]+\")(?:\s*\([^()`\"]{0,60}\))?\s*(?:,|/|\||、|$)?\s*(?:or\b|或)?\s*){2,}\.?\s*",
        text,
    ):
        found, _ = _list(text, len(text) - len(text.lstrip()), None)
        return tuple(dict.fromkeys(found))
    return ()


def _of_others(text: str, match: re.Match[str], end: int) -> bool:
    """Whether names in a row are those of members (exactly one has to be sent), or hold in a case."""
    if _CASE.search(text, 0, match.start()) or _NONE_OF.search(text, 0, match.start()):
        return True
    before = re.search(r"\b(?:exactly|at\s+least|at\s+most|only)\s+$", text[: match.start()], re.I)
    return before is not None or _TOGETHER.match(text, end) is not None


def announces_values(text: str) -> bool:
    """Whether a text says nothing but that values follow: `One of the following:`."""
    words = plain(text).rstrip()
    return words.endswith((":", "：")) and _ENUM.fullmatch(words) is not None


def _barred(text: str) -> tuple[tuple[str, bool], ...]:
    """Literals with bars between; none where one of them is no text or number to choose."""
    found = [(m[1] or m[2], m[1] is None) for m in _SPAN.finditer(text)]
    if any(not quoted and value in ("null", "true", "false") for value, quoted in found):
        return ()
    return tuple(dict.fromkeys(found))


def _bare(before: str, *, numbers: bool) -> re.Pattern[str] | None:
    """The words without marks that may stand in a list: any behind a colon, numbers for a number."""
    if before.rstrip().endswith((":", "=")):
        return _BARE
    return _BARE_NUMBER if numbers else None


def _list(text: str, at: int, bare: re.Pattern[str] | None) -> tuple[list[tuple[str, bool]], int]:
    """Literals from `at` on with separators between; where the list ends. One closing bracket ends it.

    `` `a`, `b` `c` or `d` ``: a blank is a separator where the list goes on, else there is no list.
    """
    found: list[tuple[str, bool]] = []
    doubtful = going_on = False
    opening = re.compile(r"\s*[\[({]\s*").match(text, at)
    at = opening.end() if opening else at
    while True:
        literal = _LITERAL.match(text, at)
        word = bare.match(text, at) if literal is None and bare else None
        if literal is not None:
            value = next(g for g in literal.groups() if g is not None)
            found.append((value.strip(), literal[1] is None))
            at = literal.end()
        elif word is not None and word[1].lower() not in ("or", "and"):
            found.append((word[1], False))
            at = word.end()
        else:
            return ([] if doubtful or going_on else found), at
        going_on = False
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
        # `a`, `b`, or an empty string: not all of them are named.
        going_on = bool(_OR.search(text, more.start(), at)) and not _NO_OTHER.match(text, at)
        if _OPEN.match(text, at):
            return found, at


_HEAD = re.compile(
    r"^\W{0,3}(required|mandatory|optional|必填|必选|可选|选填|pflichtfeld|erforderlich|obligatoire|requis|facultatif"
    r"|optionnel|obligatorio|requerido|opcional|обязательн\w+|необязательн\w+|必須|任意)\W{0,3}(?=$|[.,;:)\]*\s–—-])",
    re.I,
)
_YES_OR_NO = re.compile(r"\s*(?:(yes|true|always)|no|false|never)\W*$", re.I)
_BUT_REQUIRED = re.compile(r"[^.;]*\b(?:but|else|otherwise|then|is)\s+required\b", re.I)
_CONDITION = re.compile(
    r"\s*(?:if|when|unless|for|only|in|with|by|from|since|until|while|where|before|after|depending|wenn|si|cuando|если|когда|in case|range|fields?\b)",
    re.I,
)
_END = re.compile(
    r"(?:(?:^|(?<=[.!。])|(?<=[.!。]\s))(required|mandatory|optional|必填|必选|可选|选填|pflichtfeld|obligatoire|facultatif|obligatorio|opcional|必須|任意)"
    r"|\(\s*(required|mandatory|optional|必填|必选|可选|选填|pflichtfeld|obligatoire|facultatif|obligatorio|opcional|必須|任意)\s*\))[.。]?\s*$",
    re.I,
)
"""The last sentence of a text, or what it says in brackets at its end."""
_CONDITIONAL = re.compile(r"\W{0,3}conditional(?:ly required\b|\W{0,3}(?:$|[.;:)]))", re.I)
_OPTIONAL_HEAD = re.compile(r"opt|可选|选填|fac|opc|необ|任意", re.I)


def presence_said(text: str) -> tuple[Presence, str] | None:
    """`Required. Text`, `(optional) text`, `Text. Required.` → presence and the rest.

    A condition means optional.
    """
    flat = narrow(text)
    if _CONDITIONAL.match(flat):
        return Presence.OPTIONAL, text
    match = _HEAD.match(flat)
    if match is None:
        end = _END.search(flat)
        if end is None:
            return None
        said = _OPTIONAL_HEAD.match(end[1] or end[2])
        return (Presence.OPTIONAL if said else Presence.REQUIRED), text[: end.start()].rstrip()
    after = flat[match.end() :]
    if (value := _YES_OR_NO.match(after)) is not None and ":" in match[0]:
        return (Presence.REQUIRED if value[1] else Presence.OPTIONAL), ""
    optional = _OPTIONAL_HEAD.match(match[1]) is not None
    if _CONDITION.match(after) or (optional and _BUT_REQUIRED.match(after)):
        plain_word = re.match(r"\s*(?:range|fields?\b)", after, re.I) is not None
        return None if plain_word and not optional else (Presence.OPTIONAL, text)
    if match[0].strip() == match[1] and re.match(r"\s*[a-z]", after):
        return None  # no sign between: `required permission: admin`
    rest = text[match.end() :].lstrip(" .,;:)]*-–—")
    return (Presence.OPTIONAL if optional else Presence.REQUIRED), rest
