"""Endpoint lines in all the dresses that pages give them: method, host, path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl

from apiscribe.pages.parts.inline import narrow, tidy

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")
_METHOD = "|".join(METHODS)
_HOST = r"(?:wss?|https?)://[^\s/`\"'<>?#]+|\{\{?[\w .-]*(?:host|url|base|endpoint|server)[\w .-]*\}\}?|\$\{?[A-Z_]*(?:HOST|URL|BASE|ENDPOINT)[A-Z_]*\}?|<[\w -]*(?:host|url|base|endpoint)[\w -]*>"
_PATH = r"/(?:[^\s`\"'<>()?#\[\]|,]|<[\w .-]+>|\[[\w .-]+\]|\((?:/[\w{}:.-]+)+\))*"
_LINE = re.compile(
    rf"^(?:\d+[.)]\s*)?(?:(?i:endpoint|url|route|http request|request|api|path|接口|接口地址|请求|地址|endpunkt|ruta|эндпоинт|адрес|エンドポイント)\s*[:=-]\s*)?"
    rf"(?P<method>{_METHOD})\b\s*[:\-–—|]?\s*(?P<host>{_HOST})?(?P<path>{_PATH}|(?<=\S)(?=\s|$|\?))(?:\?(?P<query>\S*))?(?P<version>\s+HTTP/[\d.]+)?\s*(?P<rest>.*)$"
)
_LOWER = re.compile(
    rf"^(?P<method>{_METHOD})\s*(?P<host>{_HOST})?(?P<path>{_PATH})(?:\?(?P<query>\S*))?$", re.I
)
_URL = re.compile(rf"^(?P<host>{_HOST})?(?P<path>{_PATH})(?:\?(?P<query>\S*))?$")
_VARIABLE = re.compile(
    r"(?<=/):([A-Za-z_][\w]*)|<([\w .-]+)>|\[([\w .-]+)\]|\$\{?([A-Za-z_]\w*)\}?|\{\{\s*([\w.-]+)\s*\}\}|\{([^{}]+)\}"
)
_METHOD_LABEL = re.compile(
    rf"^(?:http\s*)?(?:request\s*)?(?:method|verb|type|请求方式|请求方法|方法|方式|methode|méthode|método|метод|メソッド)(?:\s+http)?\s*[:=]\s*(?P<method>{_METHOD})\b\.?$",
    re.I,
)
_URL_LABEL = re.compile(
    r"^(?:http\s*)?(?:request\s*|api\s*)?(?:url|uri|endpoint|path|route|address|接口地址|请求地址|请求url|请求路径|接口url|接口|地址|路径|endpunkt|pfad"
    r"|chemin|ruta|адрес|путь|エンドポイント|パス)(?:\s+(?:url|path))?\s*[:=]\s*(?P<url>\S+)$",
    re.I,
)
_BASE = re.compile(
    r"(?:\ball\s+uris\s+are\s+relative\s+to|\bbase\s*(?:url|uri|path|endpoint)|\bapi\s*(?:base|root|host|server)(?:\s*url)?|\broot\s*url|\bserver(?:\s*url)?|\bhost|基础\s*(?:url|地址|路径)|接口域名|域名|请求域名|服务地址"
    r"|\bbasis-?url|\burl\s+de\s+base|\burl\s+base|базовый\s+(?:url|адрес)|ベース\s*url|\bproduction(?:\s*url)?|\bsandbox(?:\s*url)?|\bstaging(?:\s*url)?)"
    r"[^:=|]{0,24}?\s*(?:[:=|]|(?<=\bto)\s|\bis\b|\bist\b|\best\b|\bes\b|は|为|是)\s*[`<\"'(\[*_]*(?P<url>https?://(?:\[[\w.-]+\]|[^\s`>\"'()\[\]|,*])+)",
    re.I,
)
_VERBS = r"(?:(?:are|is|should be|must be|lives?|go|goes|starts?|begins?|available|reachable|reached|served|sent|made|found|hosted|located|relative|prefixed)\s+)"
_HOME = re.compile(
    rf"(?:\b(?:all|every|each)\s+(?:(?:api|http|https|the|of|our)\s+){{0,2}}(?:requests?|calls?|endpoints?|paths?|urls?|routes?|methods?)\s+{_VERBS}{{1,3}}"
    r"|\b(?:send|make|direct|address)\s+(?:(?:all|your|api|http|https|the)\s+){0,3}(?:requests|calls)\s+"
    rf"|\b(?:the|this|our)\s+(?:[\w-]+\s+)?api\s+{_VERBS}{{1,2}}|^(?:requests|calls|endpoints|paths)\s+{_VERBS}{{1,3}})"
    r"(?:to|at|under|below|with|on)\s+(?:the\s+(?:host|url|address)\s+)?[`<\"'(*_]*(?P<url>https?://[^\s`>\"'()\[\]|,*{}<$]*[\w/])[`>\"')*_]*"
    r"(?=\s*(?:[.,;:](?:\s|$)|$|\s(?:and|over|with|using|unless|except)\b))",
    re.I,
)
"""Sentences that say where the whole API is: `All requests go to …`, `The API lives at …`."""
_EXAMPLE_HOST = re.compile(
    r"\b(?:your|my)[\w-]*\b|example\.(?:com|org|net)|<|\{|\[|\$|localhost|127\.0\.0\.1|0\.0\.0\.0",
    re.I,
)


@dataclass(frozen=True, slots=True)
class EndpointMatch:
    """`host` has its scheme, "" when not given; `path` is normalised, `raw` as written.

    `query`: names and sample values on the line. `title` is what stands behind the path.
    """

    method: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    title: str = ""
    optional_tail: str = ""


@lru_cache(maxsize=20_000)
def bare(text: str) -> str:
    """An endpoint's line without marks: emphasis, code, badges, tags, table pipes."""
    text = re.sub(
        r"<(?:Badge|Tag|ApiMethod|span|b|code)\b[^>]*?(?:text|type|method|label)=[\"'](\w+)[\"'][^>]*/?>",
        r"\1 ",
        text,
    )
    text = re.sub(r"<Route\s+method=[\"'](\w+)[\"'][^>]*>(.*?)</Route>", r"\1 \2", text)
    text = re.sub(r"!\[(GET|POST|PUT|PATCH|DELETE|HEAD)\]\([^)]*\)", r"\1", text, flags=re.I)
    text = re.sub(rf"^[`*#\s]*\[({_METHOD})\][`*]*\s*(?=[/`h{{<$])", r"\1 ", text)
    text = re.sub(r"\[\s*((?:\\?\{|:)[^\[\]]*?)\s*\]\([^()\s]*\)", r"\1", text)
    text = re.sub(r"\[([^\[\]]*)\]\((?:[^()\s])*\)", r"\1", text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+.!<>-])", r"\1", tidy(text))
    return re.sub(
        r"\s+",
        " ",
        re.sub(
            r"`+|(?<![\w/{}=])\*+|\*+(?![\w/}])|(?<!\w)_{1,2}(?=[A-Z/])|(?<=[A-Z])_{1,2}(?!\w)",
            " ",
            text,
        ),
    ).strip(" #")


@lru_cache(maxsize=20_000)
def read_endpoint(line: str) -> EndpointMatch | None:
    """The endpoint that a line consists of; prose with a path inside is none."""
    text = bare(line)
    match = _LINE.match(narrow(text))
    if match is None and (found := _LOWER.match(text)) is not None:
        match = found
    if match is None:
        return None
    groups = match.groupdict()
    rest = (groups.get("rest") or "").strip()
    if not (groups["host"] or groups["path"]) or len(rest.split()) > 12:
        return None
    if rest and not re.match(r"[-–—:(|]|[A-Z#]", rest):
        return None
    return _made(
        match["method"],
        groups["host"] or "",
        groups["path"] or "",
        groups["query"],
        rest.strip("-–—:()| "),
    )


@lru_cache(maxsize=20_000)
def read_url(text: str) -> EndpointMatch | None:
    """A URL or path alone; the method is not given ("")."""
    match = _URL.match(narrow(bare(text)))
    if match is None or not (match["host"] or match["path"]):
        return None
    return _made("", match["host"] or "", match["path"] or "", match["query"])


@lru_cache(maxsize=20_000)
def read_labelled(line: str) -> tuple[str, EndpointMatch | None] | None:
    """`Method: POST` → (method, None); `URL: /x` → ("", match)."""
    text = narrow(bare(re.sub(r"^[-*+•]\s+", "", line)))
    if (match := _METHOD_LABEL.match(text)) is not None:
        return match["method"].upper(), None
    if (match := _URL_LABEL.match(text)) is not None and (
        found := read_url(match["url"])
    ) is not None:
        return ("", found)
    return None


def read_base(line: str) -> str | None:
    """The URL of a "Base URL: …" line."""
    match = _BASE.search(narrow(tidy(line)))
    return match["url"].rstrip("/.") if match is not None else None


def read_home(text: str) -> str | None:
    """The URL where prose says that the whole API is; for what stands under no operation."""
    match = _HOME.search(narrow(tidy(text)))
    return match["url"].rstrip("/") if match is not None else None


def is_placeholder(host: str) -> bool:
    """Whether a host is to be filled in (`https://your-host`, `{base_url}`, `localhost:8080`)."""
    return bool(_EXAMPLE_HOST.search(host)) or not host.startswith(("http", "ws"))


def _made(method: str, host: str, path: str, query: str | None, title: str = "") -> EndpointMatch:
    tail = re.search(r"\((/[^()]+)\)$", path)
    if tail is not None:
        path = path[: tail.start()]
    pairs = tuple(parse_qsl(query or "", keep_blank_values=True))
    return EndpointMatch(
        method.upper(), host, normal_path(path), pairs, title, tail[1] if tail else ""
    )


def normal_path(path: str) -> str:
    """`:id`, `<id>`, `[id]`, `$ID`, `{{id}}`, `{thing.id}` and `{name=things/*}` as `{name}`."""

    def variable(match: re.Match[str]) -> str:
        name = next(part for part in match.groups() if part is not None)
        name = name.partition("=")[0].lstrip("+").strip().replace(" ", "_")
        return "{" + name + "}"

    path = path.rstrip(".,;")
    if path.endswith("}}") and path.count("}") > path.count("{"):
        path = path[:-1]
    path = _VARIABLE.sub(variable, path)
    return path.rstrip("/") or "/"


def variables(path: str) -> tuple[str, ...]:
    """Names of the variables in a path."""
    return tuple(re.findall(r"\{([^{}]+)\}", path))


def before_template(path: str, template: str) -> str | None:
    """What stands before the part of `path` that fits `template`; `None` when no part does."""
    starts = (at for at, sign in enumerate(path) if sign == "/")
    return next((path[:at] for at in starts if fits_template(path[at:], template)), None)


def fits_template(path: str, template: str) -> bool:
    """Whether a path with values in it is one of `template`'s."""
    parts = re.split(r"\{[^{}]*\}", template)
    return re.fullmatch("[^/]+".join(map(re.escape, parts)), path) is not None
