"""GitHub's pages in other languages: their set phrases, as the English page has them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.page import Line

_COLUMNS = (
    "Name, type, BESCHREIBUNG|Name, Typ, Beschreibung|名称, 类型, 说明|名称、类型、说明|Nom, Type, Description"
    "|Nombre, Tipo, Descripción|Nome, Tipo, Descrição|Имя, Тип, Описание|名前, 型, 説明|名前、型、説明"
)
SIGN = re.compile(rf"^(?:{_COLUMNS})$", re.M | re.I)
"""The line above the members, in a language that is not English."""

_QUOTED = r"\s*[\"“„«「]\s*(?P<title>[^\"“”„«»「」]+?)\s*[\"“”»」]\s*"
_PHRASES = (
    (_COLUMNS, "Name, Type, Description"),
    (r"Header|标头|En-têtes|Encabezados|Cabeçalhos|Заголовки|ヘッダー", "Headers"),
    (
        r"Pfadparameter|路径参数|Paramètres de chemin|Parámetros de (?:la )?ruta(?: de acceso)?"
        r"|Parâmetros de (?:caminho|rota)|Параметры пути|パス ?パラメーター",
        "Path parameters",
    ),
    (
        r"Abfrageparameter|查询参数|Paramètres de requête|Parámetros de consulta|Parâmetros de consulta"
        r"|Параметры запроса|クエリ ?パラメーター",
        "Query parameters",
    ),
    (
        r"(?:Textkörper-?|Body-)[Pp]arameter|正文参数|Paramètres du corps|Parámetros del cuerpo"
        r"|Parâmetros do corpo|Параметры (?:тела|текста)(?: запроса)?|本文の ?パラメーター",
        "Body parameters",
    ),
    (
        rf"(?:Parameter für|Paramètres pour|Parámetros para|Parâmetros para|Параметры для){_QUOTED}",
        'Parameters for "{title}"',
    ),
    (rf"{_QUOTED}(?:的参数|のパラメーター)", 'Parameters for "{title}"'),
    (
        r"(?:HTTP-Antwortstatuscodes für|Codes d[’']état de la réponse HTTP pour|Codes d[’']état de réponse HTTP pour"
        r"|Códigos de estado de respuesta HTTP para|Códigos de status de resposta HTTP para"
        rf"|Коды состояния HTTP-ответа для){_QUOTED}",
        'HTTP response status codes for "{title}"',
    ),
    (
        rf"{_QUOTED}(?:的 ?HTTP ?响应状态代码|の ?HTTP ?応答状態コード)",
        'HTTP response status codes for "{title}"',
    ),
    (
        r"(?:Codebeispiele für|Exemples de code pour|Ejemplos de código para|Exemplos de código para"
        rf"|Примеры кода для){_QUOTED}",
        'Code samples for "{title}"',
    ),
    (rf"{_QUOTED}(?:的示例代码|のコード ?サンプル)", 'Code samples for "{title}"'),
    (
        r"(?:Anforderungsbeispiel|Beispiel für eine Anforderung|请求示例|Exemple de requête|Ejemplo de solicitud"
        r"|Exemplo de solicitação|Пример запроса|要求の例)",
        "Request example",
    ),
    (
        r"(?:Antwort|响应|Réponse|Respuesta|Resposta|Ответ|応答|Response)",
        "Response",
    ),
    (
        r"(?:Statuscode|状态代码|Code d[’']état|Código de estado|Código de status|Код состояния|状態コード)\s+\S+",
        "Status code\tDescription",
    ),
    (
        r"(?:Standard|默认|Par défaut|Valor predeterminado|Padrão|По умолчанию|既定値|Default) ?[:：] ?(?P<value>\S.*)",
        "Default: {value}",
    ),
    (
        r"(?:Kann eine der folgenden sein|可以是以下选项之一|Peut être (?:l[’'])?un des éléments suivants|Peut être"
        r"|Puede ser uno de los siguientes|Puede ser una de las siguientes|Pode ser um dos(?: seguintes)?|Может быть одним из"
        r"|次のいずれかにできます) ?[:：] ?(?P<value>\S.*)",
        "Can be one of: {value}",
    ),
    (
        r"(?P<value>[A-Za-z_$][\w$.-]* [a-z][\w |]*?) ?(?:Erforderlich|必须|必需|Requis|Obligatorio|Obrigatório|Обязательный|必須)",
        "{value} Required",
    ),
    (
        r"(?:Properties of|Eigenschaften von|的属性|Propriétés de|Propiedades de|Propriedades de|Свойства)\s*"
        r"`?(?P<value>[\w.$-]+)`?",
        "Properties of {value}",
    ),
)
_PATTERNS = [(re.compile(pattern, re.I), english) for pattern, english in _PHRASES]


def in_english(lines: Sequence[Line]) -> list[Line]:
    """The lines with GitHub's own phrases in English; as they are where the page is in English."""
    if not any(SIGN.match(line.text) for line in lines):
        return list(lines)
    return [Line(line.number, _english(line.text), line.indent) for line in lines]


def _english(text: str) -> str:
    if not text or len(text) > 300:
        return text
    for pattern, english in _PATTERNS:
        if (match := pattern.fullmatch(text)) is not None:
            return english.format(**match.groupdict())
    return text
