"""What labels mean, in the languages that pages are written in: columns, sections, yes and no.

English, Chinese, German, French, Spanish, Portuguese, Russian, Japanese. Every table holds folded
words (see `inline.fold`). A word that is not here is not understood, and is reported.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from apiscribe.pages.facts import Presence
from apiscribe.pages.parts.inline import fold


class Column(StrEnum):
    """What a column of a table tells."""

    NAME = "name"
    TYPE = "type"
    REQUIRED = "required"
    OPTIONAL = "optional"
    PLACE = "place"
    DEFAULT = "default"
    TEXT = "text"
    EXAMPLE = "example"
    VALUES = "values"
    LIMITS = "limits"
    FORMAT = "format"
    STATUS = "status"
    METHOD = "method"
    PATH = "path"
    SCHEMA = "schema"
    TITLE = "title"
    NUMBER = "number"


def _table(rows: dict[Column, str]) -> dict[str, Column]:
    return {word.strip(): column for column, words in rows.items() for word in words.split("|")}


COLUMNS = _table(
    {
        Column.NAME: "name|names|field|fields|field name|parameter|parameters|param|params|parameter"
        " name|key|property|property name|attribute|element|argument|header|header name|variable"
        "|request parameter|body parameter|query parameter|path parameter|response field"
        "|request field|body field|request body field|response body field|body param"
        "|参数|参数名|参数名称|名称|字段|字段名|字段名称|属性|键|请求参数|返回参数|请求头|头部"
        "|feld|feldname|parametername|schlüssel|eigenschaft|attributname|bezeichner"
        "|champ|nom|nom du champ|paramètre|paramètres|propriété|clé|attribut|en-tête"
        "|campo|nombre|nombre del campo|parámetro|parámetros|propiedad|clave|atributo|cabecera"
        "|nome|parâmetro|propriedade|chave"
        "|поле|имя|имя поля|параметр|параметры|название|свойство|ключ|атрибут|заголовок"
        "|パラメータ|パラメーター|パラメータ名|名前|フィールド|フィールド名|項目|項目名|キー|属性名|ヘッダー",
        Column.TYPE: "type|data type|datatype|types|field type|value type|类型|数据类型|字段类型|参数类型"
        "|typ|datentyp|type de données|tipo|tipo de dato|tipo de datos|tipo de dados"
        "|тип|тип данных|型|タイプ|データ型|種類",
        Column.REQUIRED: "required|req|req.|required?|mandatory|is required|must|compulsory|necessity"
        "|required or optional|必选|必填|是否必须|是否必填|是否必选|必需|必须|是否必需|必要|是否必传"
        "|pflicht|erforderlich|pflichtfeld|notwendig|obligatoire|requis|obligatorio|requerido"
        "|obrigatório|обязательный|обязательное|обязательность|обязателен|обяз|обяз."
        "|必須|必須/任意|必須項目",
        Column.OPTIONAL: "optional|可选|是否可选|optionnel|facultatif|opcional|необязательный|任意",
        Column.PLACE: "in|location|located in|position|where|parameter type|param type|sent in"
        "|位置|参数位置|传参方式|请求类型|ort|ubicación|emplacement|localização|расположение|где|場所",
        Column.DEFAULT: "default|default value|defaults|default values|默认|默认值|缺省值|standard"
        "|standardwert|vorgabe|valeur par défaut|défaut|par défaut|valor por defecto|predeterminado"
        "|valor predeterminado|por defecto|padrão|valor padrão|по умолчанию"
        "|значение по умолчанию|デフォルト|デフォルト値|既定値|初期値",
        Column.TEXT: "description|desc|notes|note|meaning|remark|remarks|comment|comments|details"
        "|explanation|info|purpose|definition|usage|what it does|about|summary"
        "|说明|描述|备注|含义|状态码含义|参数说明|字段说明|解释|注释|释义|beschreibung|bedeutung|hinweis"
        "|bemerkung|anmerkung|erläuterung|description du champ|remarque|signification"
        "|descripción|significado|notas|observaciones|descrição|описание|значение|примечание"
        "|комментарий|説明|備考|内容|概要",
        Column.EXAMPLE: "example|examples|sample|sample value|example value|e.g|示例|示例值|例子|样例|举例"
        "|beispiel|beispielwert|exemple|ejemplo|exemplo|пример|例|サンプル|値の例",
        Column.VALUES: "values|value|allowed values|possible values|options|enum|accepted values"
        "|valid values|optional values|supported values|permitted values|值|取值|可选值|枚举值|枚举|允许值|werte|erlaubte werte|mögliche werte|valeurs"
        "|valeurs possibles|valores|valores posibles|значения|возможные значения"
        "|допустимые значения|値|指定可能な値|許容値",
        Column.LIMITS: "constraints|constraint|range|limits|limit|restrictions|validation|length"
        "|max length|取值范围|范围|限制|约束|长度|bereich|einschränkungen|plage|contraintes|rango"
        "|restricciones|límites|диапазон|ограничения|範囲|制約|制限",
        Column.FORMAT: "format|格式|формат|formato|形式|フォーマット",
        Column.STATUS: "status|status code|code|http code|http status|http status code|http"
        "|response code|状态码|http状态码|错误码|返回码|statuscode|http-status|code http"
        "|code de statut|statut|código|código http|estado|код|код ответа|статус|код состояния"
        "|http-код|ステータス|ステータスコード|コード|httpステータス",
        Column.METHOD: "method|http method|verb|http verb|请求方式|请求方法|方法|methode|méthode"
        "|método|метод|http-метод|メソッド",
        Column.PATH: "path|endpoint|url|uri|route|resource|http request|接口|接口地址|路径|请求地址|地址"
        "|请求路径|pfad|endpunkt|chemin|route url|ruta|caminho|путь|адрес|эндпоинт|маршрут"
        "|パス|エンドポイント",
        Column.TITLE: "中文名|中文名称|title",
        Column.SCHEMA: "schema|response type|数据模型|模式|схема|スキーマ",
        Column.NUMBER: "#|no|no.|nr|nr.|№|序号|番号",
    }
)
"""Folded heading of a column → what it tells."""

_YES = (
    "yes|y|true|required|mandatory|must|✓|✔|✅|☑|x|是|必选|必填|必须|必需|ja|pflicht|erforderlich|oui"
    "|obligatoire|requis|sí|si|obligatorio|requerido|sim|obrigatório|да|обязательно|обязательный"
    "|обязательное|はい|必須|○|◯|1|always"
)
_NO = (
    "no|n|false|optional|not required|❌|✗|✘|✖|否|可选|选填|非必填|非必须|不必填|nein|optional|non"
    "|facultatif|optionnel|opcional|não|нет|необязательно|необязательный|необязательное|いいえ"
    "|任意|×|-|–|—|0"
)
_CELLS = dict.fromkeys(_YES.split("|"), Presence.REQUIRED)
_CELLS |= dict.fromkeys(_NO.split("|"), Presence.OPTIONAL)


@lru_cache(maxsize=20_000)
def column_of(heading: str) -> Column | None:
    """What a column is, by its heading; `None` for an unknown one."""
    label = fold(heading)
    if (known := COLUMNS.get(label)) is not None:
        return known
    label = re.sub(r"\s*[(\[/].*$", "", label).strip()  # "Type (JSON)", "Name / Field"
    return COLUMNS.get(label)


@lru_cache(maxsize=20_000)
def presence_of(cell: str) -> Presence | None:
    """What a cell of a "required" column says; `None` when it says something else.

    Conditions ("if x is set") make a member optional: it is not always there.
    """
    label = fold(cell.replace("\ufe0f", ""))
    if label == "":
        mark = cell.replace("\ufe0f", "").strip()
        return Presence.OPTIONAL if mark in ("-", "–", "—") else None
    if (known := _CELLS.get(label)) is not None:
        return known
    first = re.split(r"[\s,;(]", label)[0]
    if first in (
        "conditional",
        "conditionally",
        "conditionnel",
        "condicional",
        "условно",
        "depends",
    ):
        return Presence.OPTIONAL
    if re.match(
        r"(yes|required|ja|oui|sí|да|是|必填|必選|必须)\b.*\b(if|when|unless|only|wenn|si|если)\b",
        label,
    ):
        return Presence.OPTIONAL
    known = _CELLS.get(first)
    return known if known is not None and len(first) > 1 else None
