"""Google's pages as pasted text, and in other languages: their set phrases, as the English page in
Markdown has them.

The words that stand on every page are replaced line by line; what a page says of its own stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from apiscribe.pages.page import Line

_HEADINGS = {
    "HTTP request": ("HTTP 请求", "Solicitud HTTP"),
    "Path parameters": ("路径参数", "Parámetros de ruta", "Parámetros de ruta de acceso"),
    "Query parameters": ("查询参数", "Parámetros de consulta"),
    "Request body": ("请求正文", "Cuerpo de la solicitud"),
    "Response body": ("响应正文", "Cuerpo de la respuesta"),
    "Authorization scopes": ("授权范围", "Alcances de la autorización", "Ámbitos de autorización"),
}
"""Headings, which are lines like others in a paste."""

_LABELS = {
    "JSON representation": ("JSON 表示法", "Representación JSON"),
    "Fields": ("字段", "Campos"),
    "Parameters": ("参数", "Parámetros"),
}
_SENTENCES = (
    (r".*采用 gRPC 转码语法.*|.* la sintaxis de (?:la )?transcodificación gRPC.*",
     "The URL uses gRPC Transcoding syntax"),
    (r"请求正文中.*数据[:：]|.*cuerpo de la solicitud contiene datos.*:",
     "The request body contains the following structure"),
    (r"请求正文必须为空.*|.*cuerpo de la solicitud debe estar vacío.*",
     "The request body is empty"),
    (r".*响应正文(?:中)?包含一个(?:新创建的)? ?(\w+).*|.*cuerpo de la respuesta .* instancia de (\w+).*",
     "The response body contains an instance of {}."),
    (r"(?:联合字段|Campo de unión) `?([\w.]+)`?[.。]?", "Union field {}."),
    (r"`?([\w.]+)`? (?:只能是下列.*|puede ser solo uno .*)",
     "{} can be only one of the following:"),
    (r".* OAuth 范围.*[:：]|.*permisos de OAuth:", "Requires one of the following OAuth scopes"),
    (r"如需了解详情.*|Para obtener más información.*", "For more information, see the"),
)  # fmt: skip
"""What tells such a sentence → the words that the reader of the English page looks for."""

_PATTERNS = [(re.compile(pattern), english) for pattern, english in _SENTENCES]
_MARKS = {
    "必需。": "Required. ", "可选。": "Optional. ", "仅限输出。": "Output only. ",
    "Obligatorio. ": "Required. ", "Requerido. ": "Required. ", "Opcional. ": "Optional. ",
    "Solo salida. ": "Output only. ",
}  # fmt: skip
_ENGLISH = {
    told: english
    for english, others in {**_HEADINGS, **_LABELS}.items()
    for told in (english, *others)
}
_TITLE = re.compile(r"^Method: [\w.]+$")
SIGN = re.compile(
    r"采用 gRPC 转码语法|sintaxis de (?:la )?transcodificación gRPC|uses gRPC Transcoding syntax"
)
"""What tells a page of Google's in any of these languages."""


def in_english(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of a page of Google's with its set phrases in English and its headings marked."""
    if not any(SIGN.search(line.text) for line in lines):
        return lines
    plain = not any(line.text.startswith("#") for line in lines)
    return [replace(line, text=_english(line.text, plain=plain)) for line in lines]


def _english(text: str, *, plain: bool) -> str:
    bare = text.lstrip("# ")
    if (known := _ENGLISH.get(bare)) is not None:
        mark = "## " if plain and known in _HEADINGS else text[: len(text) - len(bare)]
        return mark + known
    if plain and _TITLE.match(text):
        return f"# {text}"
    for pattern, english in _PATTERNS:
        if (match := pattern.fullmatch(text)) is not None:
            return english.format(next((group for group in match.groups() if group), ""))
    for mark, english in _MARKS.items():
        if text.startswith(mark):
            return english + text.removeprefix(mark)
    return text
