"""The overview page of an API: title, version, servers, authentication, tags."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apiscribe.pages.facts import Auth, Json, Keyword, Server, Source, Text
from apiscribe.pages.stainless_markdown_children import ChildReader
from apiscribe.pages.stainless_markdown_prose import (
    AUTH,
    INFO,
    SERVER,
    TAG,
    KeywordLine,
    code_spans,
    prose_of,
    read_keywords,
    see_also,
    unescape,
)
from apiscribe.pages.stainless_markdown_tree import Element, Item, Paragraph, Section
from apiscribe.pages.stainless_markdown_types import (
    LiteralType,
    MemberHead,
    TypeTextError,
    UnionType,
    parse_head,
)

_API_KEY = re.compile(r'apiKey in (header|query|cookie) ("(?:[^"\\]|\\.)*"|\S+)$')
_OPEN_ID = re.compile(r'openIdConnect "?([^"\s]+)"?$')
_SCHEME = re.compile(r'(?P<name>"(?:[^"\\]|\\.)*"|[^\s":]+): (?P<kind>.+)$')
_REQUIREMENT = re.compile(r"(`+)(?P<name>.+?)\1(?:\s*\((?P<scopes>[^()]*)\))?$")


def read_security(value: str) -> list[Json] | None:
    """`A` + `B` or `C` (scope) or none → Security Requirement Objects; `None` when it is not that."""
    if value.strip() == "none":
        return []
    found: list[Json] = []
    for alternative in re.split(r"\s+or\s+", value.strip()):
        together: dict[str, Json] = {}
        for part in re.split(r"\s+\+\s+", alternative) if alternative != "none" else ():
            match = _REQUIREMENT.fullmatch(part.strip())
            if match is None:
                return None
            scopes = [each.strip() for each in (match["scopes"] or "").split(",")]
            together[match["name"].strip()] = [each.strip("`") for each in scopes if each]
        found.append(together)
    return found


@dataclass(slots=True)
class Overview:
    """Collects what overview sections say about the whole API."""

    reader: ChildReader
    title: Text | None = None
    version: Text | None = None
    description: Text | None = None
    info: list[Keyword] = field(default_factory=list)
    keywords: list[Keyword] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    auth: list[Auth] = field(default_factory=list)

    def _source(self, line: int) -> Source:
        return Source(self.reader.page.span(line))

    def lead(self, section: Section) -> bool:
        """Read the first section of an overview; false when it is not one (no version line)."""
        lead: list[KeywordLine] = []
        rest: list[Element] = []
        for element in section.elements:
            found = read_keywords(element, INFO) if isinstance(element, Paragraph) else None
            if found is None:
                rest.append(element)
            else:
                lead.extend(found)
        if not any(each.name == "version" for each in lead) or section.items:
            return False
        self.title = Text(unescape(section.title), self._source(section.line))
        self.reader.ledger.fact(section.line, *(each.line for each in lead))
        self.description, lines = prose_of(self.reader.page, rest, 0)
        self.reader.ledger.fact(*lines)
        self._info(lead)
        return True

    def _info(self, lead: list[KeywordLine]) -> None:
        grouped: dict[str, dict[str, Json]] = {}
        lines: dict[str, int] = {}
        for each in lead:
            group, _, name = each.name.rpartition(".")
            if each.name == "version":
                self.version = Text(str(each.value), self._source(each.line))
            elif group:
                grouped.setdefault(group, {})[name] = each.value
                lines.setdefault(group, each.line)
            else:
                self.info.append(Keyword(each.name, each.value, self._source(each.line)))
        for group, values in grouped.items():
            keyword = Keyword(group, values, self._source(lines[group]))
            (self.keywords if group == "externalDocs" else self.info).append(keyword)

    def read_servers(self, section: Section) -> None:
        """Items are URLs; items below them are variables."""
        self._lines(section)
        for item in section.items:
            if re.search(r"\s", item.text):
                self.reader.refuse(item, "it is no address of a server")
                continue
            keywords, text = self._parts(item, SERVER)
            stated = [self._keyword(each) for each in keywords]
            if variables := self._variables(item):
                stated.append(Keyword("variables", variables, self._source(item.line)))
            self.servers.append(Server(item.text, self._source(item.line), text, tuple(stated)))

    def _variables(self, item: Item) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for child in item.items:
            keywords, text = self._parts(child, SERVER)
            try:
                head = parse_head(child.text)
            except TypeTextError as problem:
                self.reader.refuse(child, str(problem))
                continue
            if not isinstance(head, MemberHead):
                self.reader.refuse(child, "a variable (name: string) is due here")
                continue
            nodes = head.type.alternatives if isinstance(head.type, UnionType) else (head.type,)
            values = [str(each.value) for each in nodes if isinstance(each, LiteralType)]
            listed = [code.strip('"') for each in child.items for code in [each.text]]
            for each in child.items:
                self.reader.ledger.fact(each.line)
            variable: dict[str, Json] = {}
            if values:
                variable["enum"] = listed or values
            default = next((each.value for each in keywords if each.name == "default"), None)
            variable["default"] = str(default) if default is not None else (values or [""])[0]
            if text is not None:
                variable["description"] = text.text
            found[head.name] = variable
        return found

    def read_auth(self, section: Section) -> None:
        """Items are schemes: `name: http bearer`; `security:` above them is for the whole API."""
        for each in self._lines(section, AUTH):
            self._security(each)
        for item in section.items:
            keywords, text = self._parts(item, AUTH)
            scheme = self._scheme(item)
            if scheme is None:
                self.reader.refuse(item, "it is no security scheme (name: kind)")
                continue
            name, stated = scheme
            stated.update({each.name: each.value for each in keywords})
            self.auth.append(Auth(name, stated, self._source(item.line), text))

    def _security(self, each: KeywordLine) -> None:
        value = read_security(str(each.value)) if each.name == "security" else None
        if value is None:
            self.reader.ledger.refuse(each.line, "it names no security schemes")
        else:
            self.keywords.append(Keyword("security", value, self._source(each.line)))

    def _scheme(self, item: Item) -> tuple[str, dict[str, Json]] | None:
        match = _SCHEME.match(item.text)
        if match is None:
            return None
        name, kind = match["name"].strip('"'), match["kind"].strip()
        if (key := _API_KEY.fullmatch(kind)) is not None:
            return name, {"type": "apiKey", "in": key[1], "name": key[2].strip('"')}
        if (scheme := re.fullmatch(r"http (\S+)", kind)) is not None:
            return name, {"type": "http", "scheme": scheme[1]}
        if (url := _OPEN_ID.fullmatch(kind)) is not None:
            return name, {"type": "openIdConnect", "openIdConnectUrl": url[1]}
        if kind == "oauth2":
            return name, {"type": "oauth2", "flows": self._flows(item)}
        return (name, {"type": "mutualTLS"}) if kind == "mutualTLS" else None

    def _flows(self, item: Item) -> dict[str, Json]:
        flows: dict[str, Json] = {}
        for child in item.items:
            keywords, _ = self._parts(child, AUTH)
            flow: dict[str, Json] = {each.name: each.value for each in keywords}
            scopes: dict[str, Json] = {}
            for scope in child.items:
                _, text = self._parts(scope, AUTH)
                scopes[scope.text.strip('"')] = text.text if text is not None else ""
            flow["scopes"] = scopes
            flows[child.text] = flow
        return flows

    def read_tags(self, section: Section) -> None:
        """Items are names of tags."""
        self._lines(section)
        tags: list[Json] = []
        for item in section.items:
            keywords, text = self._parts(item, TAG)
            tag: dict[str, Json] = {"name": item.text}
            if text is not None:
                tag["description"] = text.text
            tags.append({**tag, **{each.name: each.value for each in keywords}})
        if tags:
            self.keywords.append(Keyword("tags", tags, self._source(section.line)))

    def _parts(self, item: Item, allowed: frozenset[str]) -> tuple[list[KeywordLine], Text | None]:
        """Keyword lines (all values as text) and prose of an item; marks its own lines."""
        self.reader.ledger.fact(item.line)
        keywords: list[KeywordLine] = []
        rest: list[Element] = []
        for element in item.children:
            found = None
            if isinstance(element, Paragraph):
                found = read_keywords(element, allowed, frozenset(["default"]))
            if found is None:
                rest.append(element)
            else:
                self.reader.ledger.fact(*range(element.line, element.end_line + 1))
                keywords.extend(found)
        link, rest = see_also(rest) if allowed is TAG else (None, rest)
        if link is not None:
            keywords.append(link)
            self.reader.ledger.fact(link.line)
        text, lines = prose_of(self.reader.page, rest, item.indent + 2)
        self.reader.ledger.fact(*lines)
        return keywords, text

    def _lines(self, section: Section, allowed: frozenset[str] = frozenset()) -> list[KeywordLine]:
        """Keyword lines at the top of a section; other paragraphs there are prose for people."""
        self.reader.ledger.drop([section.line], "heading")
        found: list[KeywordLine] = []
        for element in section.elements:
            if isinstance(element, Item):
                continue
            lines = range(element.line, element.end_line + 1)
            keywords = read_keywords(element, allowed) if isinstance(element, Paragraph) else None
            if keywords is None:
                self.reader.ledger.drop(lines, "prose")
            else:
                self.reader.ledger.fact(*lines)
                found.extend(keywords)
        return found

    def _keyword(self, each: KeywordLine) -> Keyword:
        return Keyword(each.name, each.value, self._source(each.line))


def server_object(server: Server) -> dict[str, Json]:
    """A Server Object (OpenAPI 3.2, section 4.6)."""
    written: dict[str, Json] = {"url": server.url}
    if server.description is not None:
        written["description"] = server.description.text
    return {**written, **{each.name: each.value for each in server.keywords}}


def read_names(value: str) -> list[Json]:
    """`` `a`, `b` `` → a, b."""
    return list(code_spans(value)) or [each.strip() for each in value.split(",") if each.strip()]
