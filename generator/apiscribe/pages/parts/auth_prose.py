"""Authentication as sentences state it: bearer and basic, keys in headers, the query and cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from apiscribe.pages.parts.auth import (
    BASIC,
    BEARER,
    AuthScheme,
    api_key,
    auth_of_query,
    http_scheme,
)
from apiscribe.pages.parts.inline import plain, tidy

_GENERATED = re.compile(
    r"^-?\s*(?:API Key \([^()]*\)\s*[-:]?\s*)?Parameter Name: (?P<name>[\w-]+), in: (?P<place>header|query|cookie)"
    r"|HTTP Authentication, scheme: (?P<scheme>bearer|basic)",
    re.I,
)
"""Widdershins' list of security schemes."""

_SENTENCES = re.compile(r"(?<=[.!?。；;])\s+|(?<=。)")
_NEGATED = re.compile(
    r"(?:^|[,(–—-]\s+)[^,(–—]*\b(?:not|never|no longer|cannot|instead of|rather than|(?:do|wo|ca|is|are)n[’']t)\b[^,)–—]*"
    r"|(?:^|[,(–—-]\s+)[^,(–—]*(?:\b(?:nicht|niemals|keine[nr]?|jamais|nunca|нельзя)\b|\bne\b[^,]*\bpas\b|\bno\s+(?:se|env[ií]e|use|uses)\b|\bnão\b|\bне\b)[^,)–—]*"
    r"|[^,，。]*(?:不要|不需要|无需|请勿|不支持)[^,，。]*|[^、。]*(?:しないで|必要ありません|不要)[^、。]*",
    re.I,
)
_AUTHORIZATION = r"(?<![A-Za-z])authorization(?![A-Za-z])"
_BEARER_WORD = r"(?<![A-Za-z])bearer(?![A-Za-z])"
"""With letters of ASCII alone around them: `\\b` is none between a Latin and a Japanese letter."""
_BEARER = re.compile(
    rf"{_AUTHORIZATION}.*{_BEARER_WORD}|{_BEARER_WORD}.*{_AUTHORIZATION}"
    rf"|{_BEARER_WORD}[\w\s-]{{0,20}}?(?:(?<![A-Za-z])(?:token|auth|key|schem|jeton)|认证|令牌|鉴权|токен|トークン|認証)",
    re.I | re.S,
)
_BASIC = re.compile(
    r"\b(?:http[\s-]+)?basic[\s-]*(?:auth|认证|鉴权|認証)|\bhttp[\s-]+basic\b|\baut\w+\s+b[áa]sica\b|\bauthentification\s+basi\w+"
    r"|\bбазов\w+\s+(?:\w+-)?аутентификац|(?:基本|基础)(?:认证|認証|身份验证)",
    re.I,
)
_HEADER = r"(?:header|kopfzeile|en-t[êe]te|cabecera|encabezado|cabeçalho|请求头|标头|заголов\w*|ヘッダー?)"
_OWN_SCHEME = re.compile(
    r"\bauthorization\s*:\s*[`\"'“]?(?P<value>[\w-]+\s+(?:[<{\[][^>}\]]{0,60}[>}\]]|[$A-Z]\w*))",
    re.I,
)
_KEY_HEADER = re.compile(
    rf"[`\"'“]?\b((?:x-)[\w-]*(?:key|token|auth)[\w-]*|api-key|apikey)\b[`\"'”]?\s*(?:\w+\s+)?{_HEADER}"
    rf"|{_HEADER}[^.`\"']{{0,30}}[`\"'“]((?:x-)?[\w-]*(?:key|token)[\w-]*)[`\"'”:]",
    re.I,
)
_DIRECT = re.compile(r"^((?:X-)?[\w-]*(?:Key|Token))\s*:\s*\S+$", re.I)

_NAME = r"[`\"'“]\??(?P<name>[A-Za-z][\w.-]*)=?[`\"'”]"
_QUERY_WORDS = (
    r"(?:(?:query|url)(?:[ -]string)?[ -](?:parameter|param|argument|variable)|query[ -]string|abfrageparameter"
    r"|paramètre\s+de\s+requête|par[áâ]metro\s+de\s+consulta|параметр\w*\s+запроса|查询参数|クエリ(?:パラメータ|パラメーター))"
)
_PLACEHOLDER = (
    r"(?:[<{\[$]+[\w -]*(?:key|token|pass|secret)|(?-i:[A-Z_]*(?:KEY|TOKEN|PASS|SECRET)))"
)
_IN_QUERY = (
    re.compile(rf"{_NAME}\s*{_QUERY_WORDS}", re.I),
    re.compile(rf"{_QUERY_WORDS}s?\s*(?:(?:called|named|as)\s+)?{_NAME}", re.I),
    re.compile(rf"\b(?:query|url)(?:[ -]string)?\s+(?:as|under|by)\s+{_NAME}", re.I),
    re.compile(rf"{_NAME}\s+in\s+the\s+(?:query|url)\b", re.I),
    re.compile(rf"[?&](?P<name>[A-Za-z][\w.-]*)=(?P<value>{_PLACEHOLDER})?", re.I),
)
_IN_COOKIE = (
    re.compile(rf"{_NAME}\s+(?:\w+\s+)?cookie\b", re.I),
    re.compile(rf"\bcookie\s+(?:(?:called|named|with the name)\s+)?{_NAME}", re.I),
    re.compile(r"\bcookie:\s*(?P<name>[A-Za-z][\w.-]*)=", re.I),
)
_IN_HEADER = (
    re.compile(rf"{_NAME}[\s-]*(?:\w+\s+)?{_HEADER}(?![A-Za-z])", re.I),
    re.compile(rf"{_HEADER}\s*(?:(?:called|named)\s+)?{_NAME}", re.I),
)
_SECRET = r"(?:key|token|secret|pass(?:word|phrase)?|credential|schlüssel|clé|clave|chave|jeton|ключ|токен)\w{0,2}"
_CREDENTIAL = re.compile(
    rf"\bapi[ -]?(?:key|token)|\b(?:(?:access|session|auth\w*|secret|personal|your|user|bearer|login|security)\s+){{1,2}}{_SECRET}\b"
    rf"|\b(?:dein\w*|ihr\w*|api|vo(?:tre|s)|tu|su|sua|seu|ваш\w*|api)[\s-]+{_SECRET}\b|\b(?:clé|clave|chave)\s+(?:de\s+(?:la\s+)?|d['’])?api\b|\bключ\w*\s+api\b"
    r"|密钥|令牌|凭证|凭据|(?:api|アクセス)\s*(?:キー|トークン)"
    r"|\bcredentials?\b|\bauthenticat\w*|\bauthoriz\w*|\bsign(?:ed)?[ -]in\b|\blog(?:ged)?[ -]in\b",
    re.I,
)
_TELLING = re.compile(r"key|token|auth|secret|pass|sess|sid$|jwt|cred", re.I)
_CARRIED_IN = re.compile(
    rf"\b{_SECRET}\s+(?:\w+\s+){{0,3}}?(?:in|as|via|through|by|using|with)\s+(?:the\s+|an?\s+)?(?:\w+\s+){{0,3}}$"
    r"|^\W*auth\w*\s*[:：]",
    re.I,
)
_OTHER_TOKENS = re.compile(r"page|next|cursor|continu|sync|idempot|csrf|upload|previous", re.I)
_OTHER_SAID = re.compile(
    r"\b(?:next|page|continuation|previous|cursor|sync)[ -](?:page[ -])?token", re.I
)
_GIVEN = re.compile(
    r"\b(?:sets?|returns?|issues?|creates?|gives?|obtains?|gets?|exchanges?|generates?|contains?|holds?"
    r"|receives?|revokes?|refresh\w*|clears?|deletes?|(?:is|are|be) (?:set|returned|issued|cleared))\b",
    re.I,
)
_AND = re.compile(r"\b(?:and|both|plus|as well as|along with|together with|und|et|y)\b|和|并", re.I)
_OR = re.compile(r"\b(?:or|either|alternatively|instead|oder|ou)\b|或", re.I)
_SENT = re.compile(r"\b(?:send|sent|pass|include|use|put|provide|authenticat\w*|header)\b", re.I)


MAX_PROSE = 5_000
"""A paragraph of more characters is no sentence about keys."""

MAX_NAMES = 20
"""Names of one sentence that are looked at."""


@lru_cache(maxsize=20_000)
def auth_of_prose(text: str) -> tuple[AuthScheme, ...]:
    """The schemes that a paragraph states, as alternatives; what it says is not so, is none."""
    if len(text) > MAX_PROSE:
        return ()
    words = plain(text)
    if (told := _GENERATED.search(words)) is not None:
        if told["name"]:
            return (api_key(told["place"].lower(), told["name"]),)
        return (BEARER if told["scheme"].lower() == "bearer" else BASIC,)
    if (direct := _DIRECT.match(words)) is not None and "-" in direct[1]:
        return (api_key("header", direct[1]),)
    marked = " ".join(tidy(text).split())
    found = [
        scheme
        for sentence in _SENTENCES.split(marked)
        for scheme in _stated(_NEGATED.sub("", sentence))
    ]
    return tuple({scheme.name: scheme for scheme in found}.values())


def are_together(text: str) -> bool:
    """Whether a paragraph that states several schemes says that all of them are sent."""
    words = plain(text)
    return _AND.search(words) is not None and _OR.search(words) is None


def _stated(sentence: str) -> list[AuthScheme]:
    """The schemes of a sentence, in its order."""
    return [scheme for _, scheme in sorted(_found(sentence), key=lambda pair: pair[0])]


def _found(sentence: str) -> Iterator[tuple[int, AuthScheme]]:
    """Where each scheme is named, and the scheme."""
    words = plain(sentence)
    if (told := _BEARER.search(words)) is not None:
        if _SENT.search(words) or not _GIVEN.search(words):
            yield told.start(), BEARER
    elif (told := _OWN_SCHEME.search(words)) is not None:
        scheme = http_scheme("Authorization", told["value"])
        yield told.start(), scheme or api_key("header", "Authorization")
    elif keys := list(_KEY_HEADER.finditer(words)):
        yield from ((key.start(), api_key("header", key[1] or key[2])) for key in keys)
    else:
        yield from _named(sentence, "header", _IN_HEADER)
    yield from _named(sentence, "query", _IN_QUERY)
    yield from _named(sentence, "cookie", _IN_COOKIE)
    if (told := _BASIC.search(words)) is not None:
        yield told.start(), BASIC


def _named(
    sentence: str, place: str, patterns: tuple[re.Pattern[str], ...]
) -> Iterator[tuple[int, AuthScheme]]:
    """The keys that a sentence says are carried under names in the query, a cookie or a header."""
    found = (match for pattern in patterns for match in pattern.finditer(sentence))
    matches = list(islice(found, MAX_NAMES))
    for name in dict.fromkeys(match["name"] for match in matches):
        own = [match for match in matches if match["name"] == name]
        if any(_is_carried(sentence, place, match) for match in own):
            yield own[0].start(), api_key(place, name)


def _is_carried(sentence: str, place: str, match: re.Match[str]) -> bool:
    """Whether what is sent under a name is a key: the name and the sentence tell it."""
    name, before = match["name"], sentence[: match.start()]
    rest = before + sentence[match.end() :]
    if _OTHER_TOKENS.search(name) or _OTHER_SAID.search(rest):
        return False
    if place == "cookie" and _GIVEN.search(sentence):
        return False
    telling = _TELLING.search(name) is not None
    if place == "header" and (not telling or name.lower() == "authorization"):
        return False
    is_told = telling and _CREDENTIAL.search(rest) is not None
    is_key = place == "query" and auth_of_query(name) is not None and re.search(_SECRET, rest, re.I)
    shown = telling and match.groupdict().get("value") is not None
    return bool(is_told or is_key or shown or _CARRIED_IN.search(before))
