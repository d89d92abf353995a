"""Words for types, in the languages that pages are written in."""

from __future__ import annotations

_SCALARS = {
    "string": "string|str|text|char|varchar|character|characters|strings|alphanumeric|字符串|字符"
    "|文本|字串|zeichenkette|texte|chaîne|chaîne de caractères|cadena|texto|cadena de texto|строка"
    "|текст|文字列|テキスト|snowflake|varchar2|nvarchar|uint8 string",
    "integer": "integer|int|int32|int64|long|uint|uint32|uint64|bigint|smallint|tinyint|integers"
    "|whole number|unsigned integer|short|整数|整型|长整型|整形|ganzzahl|ganze zahl|entier"
    "|nombre entier|entero|número entero|inteiro|целое|целое число|整数型|int4|int8",
    "number": "number|float|float32|float64|double|decimal|numeric|real|numbers|floating point"
    "|float number|数字|浮点|浮点数|浮点型|数值|zahl|gleitkommazahl|dezimalzahl|kommazahl|nombre"
    "|nombre décimal|flottant|número|número decimal|decimal number|число|дробное число"
    "|число с плавающей точкой|数値|浮動小数点数|小数",
    "boolean": "boolean|bool|booleans|true/false|布尔|布尔值|布尔型|wahrheitswert|boolesch|boolescher"
    " wert|booléen|booléenne|booleano|lógico|логический|булево|булев|логическое|булево значение"
    "|真偽値|ブール|ブール値|論理値",
    "null": "null|none|nil|undefined",
    "object": "object|dict|map|hash|json|dictionary|associative array|json object|struct|record"
    "|hashmap|objects|maps|hashes|mapping|对象|字典|objekt|objet|objeto|объект|オブジェクト|连想配列|連想配列",
    "array": "array|list|arrays|vector|set|tuple|数组|列表|集合|liste|feld von werten|tableau|lista"
    "|arreglo|matriz|массив|список|配列|リスト",
    "any": "any|mixed|unknown|json value|任意|любой|cualquiera|beliebig",
}
SCALARS = {word.strip(): kind for kind, words in _SCALARS.items() for word in words.split("|")}
"""Folded word → JSON kind, or `any`."""

_FORMATS = {
    "string date-time": "datetime|date-time|date time|iso8601|iso 8601|iso8601 timestamp|iso-8601"
    "|iso 8601 timestamp|iso 8601 datetime|iso timestamp|rfc3339|rfc 3339|iso8601 datetime"
    "|iso date string|iso datetime|日期时间|datum und uhrzeit|дата и время|日時",
    "string date": "date|日期|datum|fecha|дата|日付",
    "string time": "time",
    "string uuid": "uuid|guid|uuid4|uuidv4",
    "string uri": "uri|url|link|href|ссылка|网址",
    "string email": "email|e-mail|邮箱",
    "string binary": "file|binary|bytes|blob|文件|二进制|datei|fichier|archivo|файл|ファイル",
    "string byte": "base64|base64 string|base64-encoded string",
    "integer int32": "int32|uint32",
    "integer int64": "int64|long|uint64|bigint",
    "number float": "float32",
    "number double": "double|float64",
    "integer ": "unix timestamp|unix time|epoch|unix epoch|epoch seconds|unix timestamp in seconds"
    "|timestamp (unix)|时间戳|unix时间戳|unix-zeitstempel",
}
FORMATS = {
    word.strip(): tuple(pair.split(" ", 1))
    for pair, words in _FORMATS.items()
    for word in words.split("|")
}
"""Folded word → (JSON kind, `format` or ""): words that tell more than the kind."""

VAGUE = frozenset(["timestamp"])
"""Words for types that leave open which JSON kind is meant."""

OR_WORDS = (
    r"\s+(?:or|oder|ou|o|или|または|or a|or an)\s+|\s*(?:或者|或|または)\s*|\s*[|¦]{1,2}\s*|\s+/\s+"
    r"|(?<=null)/(?=[A-Za-z])|(?<=[A-Za-z])/(?=null\b)"
)
"""Between alternatives."""

LIST_OF = (
    r"(?:an?\s+)?(?:array|list|arrays|lists|vector|set|repeated|liste|tableau|lista|arreglo|matriz|массив"
    r"|список)s?\s+(?:of|von|aus|de|d'|из|с)?\s*(?:an?\s+)?"
)
"""In front of the type of the items."""
