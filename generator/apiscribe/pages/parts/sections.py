"""Headings and labels → what stands below them: parameters of some place, a response, errors…"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from apiscribe.pages.parts.inline import fold


class Role(StrEnum):
    """What a section of an operation holds."""

    HEADER = "header"
    PATH = "path"
    QUERY = "query"
    COOKIE = "cookie"
    BODY = "body"
    PARAMETERS = "parameters"
    RESPONSE = "response"
    ERRORS = "errors"
    RESPONSE_HEADERS = "response headers"
    REQUEST_EXAMPLE = "request example"
    RESPONSE_EXAMPLE = "response example"
    EXAMPLE = "example"
    STREAM = "stream"
    ENDPOINT = "endpoint"
    AUTH = "auth"
    TEXT = "text"
    REQUIRED = "required"
    OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class Label:
    """A label's role; `status` and `media_type` where it names them, `required` where it says so.

    `form`: it says that a form is sent, not how it is encoded.
    """

    role: Role
    status: str = ""
    media_type: str = ""
    required: bool = False
    form: bool = False


_P = r"(?:parameters?|params?|fields?|attributes?|arguments?|args|properties|values|object|schema|options|参数|字段|属性|parameter|felder|paramètres|champs|parámetros|campos|параметры|поля|パラメータ|パラメーター|フィールド)"
_RULES: tuple[tuple[Role, str], ...] = (
    (
        Role.STREAM,
        r"stream(?:ed|ing)?(?: (?:response|output|chunk|chunks|mode|events?))?(?: example| object| chunk)?s?|(?:example )?(?:streaming|streamed) response|server-?sent events|sse(?: (?:response|stream|events?))?|流式(?:响应|返回|输出)?(?:示例)?|streaming-antwort|réponse en streaming|respuesta (?:en streaming|transmitida)|потоков\w+ ответ|ストリーミング(?:レスポンス|応答)?|chunk object|the (?:.* )?chunk object",
    ),
    (
        Role.RESPONSE_HEADERS,
        r"(?:response|returned) headers?(?: "
        + _P
        + r")?|响应头|返回头|antwort-header|заголовки ответа|レスポンスヘッダー",
    ),
    (
        Role.REQUEST_EXAMPLE,
        r"(?:example|sample|demo) (?:request|call|curl|usage|payload)s?(?: body)?|requests? (?:examples?|samples?)|request body example|请求示例|调用示例|请求样例|请求例子|示例请求|beispiel(?:anfrage|aufruf)?|anfragebeispiel|exemple de requête|ejemplo de (?:solicitud|petición)|пример запроса|リクエスト例|呼び出し例|curl|code samples?|code examples?|usage",
    ),
    (
        Role.RESPONSE_EXAMPLE,
        r"(?:example|sample) (?:response|answer|output|result|reply|return)s?(?: body)?|responses? (?:examples?|samples?|body example)|returns? examples?|返回示例|响应示例|返回样例|返回结果示例|示例响应|成功返回|beispielantwort|antwortbeispiel|exemple de réponse|ejemplo de respuesta|пример ответа|レスポンス例|応答例",
    ),
    (
        Role.EXAMPLE,
        r"examples?|samples?|示例|例子|样例|beispiele?|exemples?|ejemplos?|примеры?|例|サンプル",
    ),
    (
        Role.ERRORS,
        r"(?:common |possible )?(?:http )?errors?(?: status)?(?: (?:responses?|codes?|handling|messages?|object))?|possible errors|error-response|status codes?|http status codes?|response codes|错误码|错误|错误响应|错误代码|状态码|异常|fehler(?:codes?|antworten)?|statuscodes?|erreurs?|codes d'erreur|codes de statut|errores|códigos de (?:error|estado)|ошибки|коды (?:ошибок|состояния|ответов?)|エラー(?:コード|レスポンス)?|ステータスコード|状态返回码",
    ),
    (
        Role.AUTH,
        r"auth(?:entication|orization|orizations)?(?: methods?)?|security|认证|鉴权|授权|身份验证|authentifizierung|autorisierung|authentification|autenticación|аутентификация|авторизация|認証",
    ),
    (
        Role.HEADER,
        r"(?:request |http |custom )?headers?(?: "
        + _P
        + r")?|请求头(?:部)?(?:参数)?|头部参数|header参数|header ?参数|kopfzeilen|anfrage-header|en-têtes?|cabeceras?|encabezados|заголовки(?: запроса)?|ヘッダー?(?:パラメータ)?|リクエストヘッダー?",
    ),
    (
        Role.PATH,
        r"(?:path|url|uri|route)(?: |-)"
        + _P
        + r"|path variables?|路径参数|path ?参数|url路径参数|pfad-?parameter|paramètres de chemin|parámetros de ruta|параметры (?:пути|маршрута)|パスパラメータ|パスパラメーター|パス パラメータ",
    ),
    (Role.COOKIE, r"cookie(?: " + _P + r")?s?"),
    (
        Role.QUERY,
        r"(?:url |optional )?(?:query(?:-| )?(?:string)?|search|filter|url query)(?: |-)?"
        + _P
        + r"|query|query string|查询参数|query ?参数|url参数|abfrage-?parameter|query-parameter|paramètres de requête(?: \(query\))?|parámetros de consulta|параметры (?:строки )?запроса \(query\)|query-параметры|クエリ(?:パラメータ|パラメーター)?|クエリ パラメータ",
    ),
    (
        Role.BODY,
        r"(?:(?:json|request|http|post|form|message|multipart) )*(?:body|payload|data)(?: (?:"
        + _P
        + r"|schema|\(?json\)?))?|request (?:fields?|object|schema|attributes?|properties|params? body)|(?:json|form|form-data|input|body)(?: |-)"
        + _P
        + r"|request|input|body 请求参数|请求体(?:参数)?|body ?参数|请求主体|请求正文|请求body|anfragetext|anfrage-?body|anfragekörper|request-body|corps(?: de la requête)?|cuerpo(?: de la (?:solicitud|petición))?|тело(?: запроса)?|リクエストボディ(?:パラメータ)?|ボディ(?:パラメータ)?|本文",
    ),
    (
        Role.RESPONSE,
        r"(?:(?:success(?:ful)?|json|http|api) )*(?:responses?|returns?|return values?|results?|output|answer|reply)(?: (?:"
        + _P
        + r"|body|data|format|schema|\(?json\)?|structure|payload|types?))*|what it returns|返回(?:参数|响应|字段|值|结果|数据|数据结构|说明|参数说明|字段说明)?|响应(?:参数|字段|体|数据|内容|结果)?|输出(?:参数)?|出参|antwort(?:felder|parameter)?|rückgabe(?:werte)?|réponse|champs de (?:la )?réponse|valeurs? de retour|respuesta|campos de (?:la )?respuesta|ответ(?: сервера)?|поля ответа|параметры ответа|レスポンス(?:ボディ|フィールド|パラメータ)?|応答(?:フィールド)?|戻り値",
    ),
    (
        Role.ENDPOINT,
        r"(?:http |api )?(?:request url|request line|http request|endpoint|url|route|接口地址|请求地址|请求url|请求方式|http请求|http 请求|接口|endpunkt|point d'accès|point de terminaison|punto de acceso|эндпоинт|http-запрос|адрес запроса|エンドポイント|httpリクエスト)s?|http requests? for .+|request method|method",
    ),
    (
        Role.REQUIRED,
        r"(?:required|mandatory)(?: "
        + _P
        + r")?(?: \(required\))?|必填参数|必选参数|必填|pflichtparameter|paramètres obligatoires|parámetros obligatorios|обязательные параметры|必須パラメータ",
    ),
    (
        Role.OPTIONAL,
        r"(?:(?:optional|advanced|additional)(?: (?:optional))?)(?: "
        + _P
        + r")?(?: \(optional\))?|可选参数|可选|选填参数|optionale parameter|paramètres (?:optionnels|facultatifs)|parámetros opcionales|необязательные параметры|任意パラメータ|オプションパラメータ",
    ),
    (
        Role.PARAMETERS,
        r"(?:(?:request|api|input|available|supported|main|common|more|call) )*"
        + _P
        + r"|parameter details|请求参数|参数说明|入参|输入参数|请求参数说明|参数列表|anfrageparameter|paramètres de (?:la )?requête|parámetros de (?:la )?(?:solicitud|petición)|параметры запроса|リクエストパラメータ|リクエストパラメーター",
    ),
    (
        Role.TEXT,
        r"(?:description|overview|introduction|notes?|remarks?|summary|about|接口描述|接口说明|简要描述|功能说明|描述|说明|备注|简介|beschreibung|hinweise?|remarques?|descripción|notas|описание|примечани[ея]|概要|説明|備考)",
    ),
)
_PATTERNS = [(role, re.compile(rf"^(?:{pattern})$")) for role, pattern in _RULES]
_MEDIA = re.compile(
    r"(?<![A-Za-z0-9_])((?:application|text|multipart|image|audio|video)/[\w.+-]+)(?:;\s*charset=[\w-]+)?",
    re.I,
)
_URLENCODED = r"(?:application/)?(?:x-www-)?form-?url-?encoded|form-encoded|url-?encoded"
_MULTIPART = r"multipart(?:/form-data)?|form-data"
_ENCODED = re.compile(
    rf"^(?P<label>[^()（）]*\w)\s*[(（]\W?(?P<encoding>{_URLENCODED}|{_MULTIPART})\W?[)）]\W*$",
    re.I,
)
_FORM = re.compile(r"^(?:the )?(?:http |post |request )?form\b")
_STATUS = re.compile(r"(?<![\w.])([1-5]\d\d)(?![\w.])|\b([1-5])xx\b", re.I)
_STATUS_ONLY = re.compile(
    r"^(?:status(?: code)?:? |状态码 ?http |http/[\d.]+ |code )?"
    r"(?:([1-5]\d\d|[1-5]xx)\b[\s:()\-–—]*(?:[a-z' -]*)|(default)(?: response)?:?)$",
    re.I,
)
_LEAD = re.compile(
    r"^(?:the |this (?:endpoint|method|call|request) (?:accepts|takes|supports|has|returns|expects) (?:the )?|accepts (?:the )?|returns (?:the )?|a |an |and |its |可用的)?(?:following )?(.*?)"
    r"(?: (?:are|is|has|have|contains?|looks? like|include|includes|as follows|below|supported|available|如下|sind|wie folgt))*"
    r"(?: (?:the )?following(?: " + _P + r")?| these(?: " + _P + r")?| (?:this|as follows))?$"
)
_RETURNED = re.compile(
    r"\b(?:returns?|returned|(?:responds?|replies|reply|answers?) with|respond(?:s|ed)?|receives?"
    r"|gives? (?:you )?back|you(?:'ll| will| should)? (?:get|see)|(?:response|answer|reply|output|result)s?"
    r" (?:is|are|will be|looks?|has|contains?))\b",
    re.I,
)
_SENT = re.compile(
    r"\b(?:send|sends|sending|sent|pass|passing|post|submit|provide|request body|payload|with (?:a|the|this)"
    r" (?:request|body|json)|accepts?|takes?|expects?|webhook|callback|events?)\b",
    re.I,
)


def caption_of(text: str) -> Label | None:
    """What a sentence says the sample below it is: `The above command returns JSON like this:`.

    Only answers: a sentence that speaks of something sent as well says nothing certain.
    """
    told = _RETURNED.search(text)
    if told is None or _SENT.search(text) is not None:
        return None
    if (status := _STATUS.search(text)) is not None:
        return Label(Role.RESPONSE_EXAMPLE, status[1] or f"{status[2]}XX")
    failed = re.search(r"\b(?:errors?|fail(?:s|ed|ure)?|invalid|not found)\b", text, re.I)
    return Label(Role.ERRORS if failed else Role.RESPONSE_EXAMPLE)


def encoding_of(words: str) -> str:
    """The media type of a form that words name: `form-urlencoded`, `multipart/form-data`."""
    if re.fullmatch(_URLENCODED, words, re.I):
        return "application/x-www-form-urlencoded"
    return "multipart/form-data" if re.fullmatch(_MULTIPART, words, re.I) else ""


def _without_encoding(text: str) -> tuple[str, str]:
    """A label without the encoding that follows it, and that encoding's media type."""
    told = _ENCODED.match(text)
    return (told["label"], encoding_of(told["encoding"])) if told is not None else (text, "")


@lru_cache(maxsize=20_000)
def label_of(text: str) -> Label | None:
    """What a heading, bold line or lead-in stands for; `None` when it is none of these."""
    plainly, encoding = _without_encoding(text)
    if encoding:
        label = label_of(plainly)
        sent = label is not None and label.role in (Role.BODY, Role.PARAMETERS)
        return replace(label, role=Role.BODY, media_type=encoding) if label and sent else None
    media = _MEDIA.search(text)
    status = _STATUS.search(text)
    folded = fold(text)
    if media is not None:
        folded = fold(_MEDIA.sub("", folded)).removeprefix("content type").strip(" :;()")
        folded = re.sub(r"\s*\(\s*\)\s*|[\s:;,-]+$", "", folded)
        folded = re.sub(r"[\s:;,-]+(?=\((?:required|optional)\)?$)", " ", folded)
        if folded in ("", "content-type", "media type"):
            return None
    if (only := _STATUS_ONLY.match(folded)) is not None:
        code = "default" if only[2] else only[1].upper()
        role = Role.RESPONSE if code[0] in "123" else Role.ERRORS
        return Label(role, code, media[1].lower() if media else "")
    stripped = re.sub(
        r"\s*[\[(:-]?\s*(?:http\s*)?(?:status\s*)?(?:[1-5]\d\d|[1-5]xx)"
        r"(?:\s*[:–—-]?\s+[a-z' –—-]+)?[\])]?\s*$",
        "",
        folded,
    )
    stripped = re.sub(
        r"^(?:[1-5]\d\d|[1-5]xx)\s*(?:ok|created|accepted|[a-z ]*error)?\s*[-–—:]?\s*", "", stripped
    ).strip()
    stripped = re.sub(
        r"\s*\((?:json|required|optional|application/json|array|object|form-data|json body|可选)\)?$",
        "",
        stripped,
    )
    stripped = re.sub(r"^\d+(?:\.\d+)*[.)、]?\s+", "", stripped)
    code = (status[1] or f"{status[2]}XX") if status else ""
    for candidate in (stripped, *([lead[1]] if (lead := _LEAD.match(stripped)) else [])):
        for role, pattern in _PATTERNS:
            if pattern.match(candidate):
                if role is Role.RESPONSE and code[:1] in ("4", "5"):
                    role = Role.ERRORS
                needed = (
                    role is Role.BODY and re.search(r"\((?:required|必填)\)?$", folded) is not None
                )
                form = role is Role.BODY and media is None and _FORM.search(folded) is not None
                return Label(role, code, media[1].lower() if media else "", needed, form)
    return None
