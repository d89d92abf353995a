"""Family `stainless-md`: Markdown pages of Stainless docs sites, and those of our `docs` target.

The HTTP flavour: a `**post** /path` line, sections of items whose whole content is one code span,
nested by indentation. What our own pages add to it (servers, authentication, statuses, keyword
lines) is in plain forms of the same kind. Flavours of other languages are refused, not misread.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.facts import (
    Auth,
    Certainty,
    Endpoint,
    Example,
    Facts,
    Model,
    Server,
    Source,
    Text,
    Unread,
)
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_markdown_children import ChildReader
from apiscribe.pages.stainless_markdown_operations import OperationReader, start_operation
from apiscribe.pages.stainless_markdown_outline import (
    PERMISSIONS,
    defines_model,
    prose_headings,
    report_skipped,
    resource_headings,
    states_something,
)
from apiscribe.pages.stainless_markdown_overview import Overview
from apiscribe.pages.stainless_markdown_prose import unescape
from apiscribe.pages.stainless_markdown_shapes import ShapeReader
from apiscribe.pages.stainless_markdown_titles import SectionKind, Title, names_in, read_title
from apiscribe.pages.stainless_markdown_tree import (
    Element,
    Fence,
    Item,
    MarkdownPage,
    Paragraph,
    Section,
    lines_of,
    read_markdown,
)
from apiscribe.pages.stainless_markdown_types import ModelHead

FAMILY = "stainless-md"

_VERB = re.compile(r"^\*\*(?:get|post|put|patch|delete|head|options|trace|webhook)\*\* `", re.I)
_DECLARATION = re.compile(r"^- \[?`[^`]+: [^`]+`")
_ITEM_LINE = re.compile(r"^- \[?`+[^`]+`+(?:\]\([^)]*\))?$")
_MODEL_LINE = re.compile(r"^- \[?`#?[\w.$-]+ (?:object \{|= )")
_FLAVOURS = (
    ("Java", re.compile(r"\bOptional<|\bList<|\.none\(\)")),
    ("Python", re.compile(r"\bOptional\[|\bList\[|\bDict\[|^class \w+|\*\*kwargs")),
    (
        "Go",
        re.compile(r"\bparam\.Field\[|^type \w+ (?:struct|interface|string)\b|^const \w+ \w+ ="),
    ),
    ("TypeScript", re.compile(r"^\w+\?: |\bArray<|\bRecord<")),
    ("C#", re.compile(r"^required \w+|\bIReadOnlyList<")),
    ("command line", re.compile(r"^--[\w-]+: ")),
)
_SIGNATURE = re.compile(r"`(?:await )?[\w$.()<>]*\w\(.*\)[^`]*`$")


def score(page: PageSource) -> float:
    """How much the page looks like Stainless Markdown: verb lines and declarations in code spans."""
    verbs = declarations = models = items = 0
    for line in page.lines:
        verbs += _VERB.match(line.text) is not None
        declarations += _DECLARATION.match(line.text) is not None
        models += _MODEL_LINE.match(line.text) is not None
        items += _ITEM_LINE.match(line.text) is not None
    if verbs:
        return 0.95 if declarations or items else 0.4
    if models:
        return 0.95
    return 0.6 if _is_overview(page) else min(0.5, 0.15 * declarations)


def _is_overview(page: PageSource) -> bool:
    """Whether it is an overview as our docs write it: a title and a version line."""
    texts = [line.text for line in page.lines if line.text][:4]
    return (
        bool(texts)
        and texts[0].startswith("# ")
        and any(text.startswith("version: `") for text in texts)
    )


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says.

    Error: `pages/language-flavour` for a page that shows an SDK of some language, not HTTP.
    """
    markdown = read_markdown(page)
    ledger = Ledger(page)
    if (flavour := _flavour(markdown)) is not None:
        language, line = flavour
        diagnostics.error(
            "pages/language-flavour",
            f"This is the {language} flavour of the page; only the HTTP flavour says what is sent.",
            page.span(line),
            "Choose HTTP in the page's language picker (an address without a language in it), "
            "and save that page.",
        )
        return _facts_of_nothing(page, ledger, f"{language} flavour")
    reader = _PageReader(page, ledger, ShapeReader(ChildReader(page, ledger)))
    return reader.facts(markdown)


def sdk_language(page: PageSource) -> str:
    """The language whose SDK the page shows; "": it is the HTTP flavour."""
    found = _flavour(read_markdown(page))
    return found[0] if found is not None else ""


def _flavour(markdown: MarkdownPage) -> tuple[str, int] | None:
    """The language a page is written for, and the line that shows it; `None` for HTTP."""
    signature, parameters, item_sign = 0, False, None
    for section in markdown.sections:
        parameters |= read_title(section.title).kind is SectionKind.LANGUAGE_PARAMETERS
        for element in section.elements:
            if isinstance(element, Paragraph) and _SIGNATURE.fullmatch(element.rows[0][1]):
                if (language := _language(element.rows[0][1].strip("`"))) is not None:
                    return language, element.line
                signature = signature or element.line
        for item in _items(section.elements):
            if item_sign is None and (language := _language(item.text)) is not None:
                item_sign = language, item.line
    if item_sign is not None:
        return item_sign
    return ("SDK", signature) if signature and parameters else None


def _language(text: str) -> str | None:
    """The language whose types or calls a text shows."""
    return next((language for language, sign in _FLAVOURS if sign.search(text)), None)


def _items(elements: list[Element]) -> Iterator[Item]:
    for element in elements:
        if isinstance(element, Item):
            yield element
            yield from _items(element.children)


def _facts_of_nothing(page: PageSource, ledger: Ledger, reason: str) -> Facts:
    unread = tuple(
        Unread(page.span(line.number), line.text, reason) for line in page.lines if line.text
    )
    return Facts(page, FAMILY, unread=unread, furniture=dict(ledger.furniture))


@dataclass(slots=True)
class _PageReader:
    page: PageSource
    ledger: Ledger
    shapes: ShapeReader
    endpoints: list[Endpoint] = field(default_factory=list)
    breadcrumb: list[Text] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    auth: list[Auth] = field(default_factory=list)
    operation: OperationReader | None = None
    skipped: int = 0
    examples: dict[str, list[Example]] = field(default_factory=dict)
    in_example: int = 0
    samples: int = 0
    prose: frozenset[int] = frozenset()
    resources: frozenset[int] = frozenset()

    def facts(self, markdown: MarkdownPage) -> Facts:
        overview = Overview(self.shapes.reader)
        first, last = markdown.front_lines
        self.ledger.drop(range(first, last + 1) if last else (), "front matter")
        self.prose = prose_headings(markdown.sections)
        self.resources = resource_headings(markdown.sections)
        for section in markdown.sections:
            self._section(section, overview)
        self._close()
        lines = {endpoint.source.span.line for endpoint in self.endpoints}
        report_skipped(self.shapes.reader, markdown.sections, lines)
        self._name_by_address(markdown)
        models = [self._with_examples(model) for model in self.shapes.finish()]
        unread = self.ledger.unread()
        return Facts(
            self.page,
            FAMILY,
            overview.title,
            overview.version,
            overview.description,
            tuple(self.breadcrumb),
            tuple(overview.servers) or tuple(self.servers),
            tuple(overview.auth) or tuple(self.auth),
            tuple(self.endpoints),
            tuple(models),
            tuple(self.shapes.conflicts),
            tuple(
                Unread(self.page.span(number), self.page.lines[number - 1].text, reason)
                for number, reason in sorted(unread.items())
            ),
            dict(self.ledger.furniture),
            tuple(overview.info),
            tuple(overview.keywords),
        )

    def _name_by_address(self, markdown: MarkdownPage) -> None:
        """The address in the front matter names the resource and method of a page's one operation."""
        address, line = markdown.front.get("url", ("", 0))
        if len(self.endpoints) != 1 or self.endpoints[0].verb:
            return
        names = names_in(address)
        if len(names) > 1:
            why = "The page's address names the resource and the method."
            source = Source(self.page.span(line), Certainty.INFERRED, why)
            *resource, verb = names
            self.endpoints[0] = replace(
                self.endpoints[0], resource=tuple(resource), verb=verb, name_source=source
            )

    def _with_examples(self, model: Model) -> Model:
        if not model.listed or model.name not in self.examples:
            return model
        return replace(model, examples=tuple(self.examples[model.name]))

    def _close(self) -> None:
        if self.operation is not None:
            self.endpoints.append(self.operation.endpoint())
            urls = [server.url for server in self.servers]
            self.servers.extend(s for s in self.operation.servers if s.url not in urls)
            self.auth.extend(self.operation.auth)
            self.operation = None

    def _section(self, section: Section, overview: Overview) -> None:
        """One section, by what stands in it and what its heading says."""
        if self.skipped and section.level > self.skipped:
            self._skip(section, "sample code or prose")
            return
        self.skipped = 0
        if self.in_example and section.level <= self.in_example:
            self.in_example = 0
        if (started := start_operation(self.shapes, section)) is not None:
            self._close()
            self.operation = started
            return
        title = read_title(section.title)
        if self.operation is not None and section.level > self.operation.level:
            self._part(section, title, self.operation)
            return
        self._close()
        if not self._api_section(section, title, overview):
            self._model_section(section, title)

    def _api_section(self, section: Section, title: Title, overview: Overview) -> bool:
        """Sections about the whole API; false when it is none of them."""
        if defines_model(section):
            return False
        kind = SectionKind.OTHER if section.line in self.resources else title.kind
        match kind:
            case SectionKind.SERVERS:
                overview.read_servers(section)
            case SectionKind.AUTH:
                overview.read_auth(section)
            case SectionKind.TAGS:
                overview.read_tags(section)
            case SectionKind.MODELS:
                self._skip(section, "list of models")
            case SectionKind.PROSE | SectionKind.STREAM | SectionKind.PAGES if (
                section.line in self.prose
            ):
                self.skipped = section.level
                self._skip(section, "prose")
            case SectionKind.PERMISSIONS:
                self._skip(section, PERMISSIONS)
            case SectionKind.EXAMPLES if self.shapes.models:
                self.in_example = section.level
                self._skip(section, "sample code")
            case _:
                return section.level == 1 and overview.lead(section)
        return True

    def _model_section(self, section: Section, title: Title) -> None:
        """A section that defines models, or a heading with nothing but prose."""
        if self.in_example and not states_something(section):
            self._value_example(section, title)
            return
        if not section.items:
            self._title_only(section)
            return
        if section.line:
            self.ledger.drop([section.line], "heading")
        for element in section.elements:
            if not isinstance(element, Item):
                self.shapes.reader.refuse_lines(
                    element, "a sentence that belongs to no declaration"
                )
        for child in self.shapes.reader.children(section.items):
            if isinstance(child.head, ModelHead):
                self.shapes.model(child, child.head, listed=True)
            else:
                self.shapes.reader.refuse(child.item, "no section says what this item is")

    def _title_only(self, section: Section) -> None:
        """A heading of the page's place in its site; the prose below it is kept out."""
        if section.line:
            self.ledger.drop([section.line], "heading")
            if section.level <= 2 and not self.endpoints and not self.shapes.models:
                span = self.page.span(section.line)
                self.breadcrumb.append(Text(unescape(section.title), Source(span)))
        for element in section.elements:
            plain_link = isinstance(element, Paragraph) and all(
                re.match(r"- \[[^`\]]+\]\([^)]*\)", row) for _, row in element.rows
            )
            if plain_link:
                self.ledger.drop(lines_of(element), "navigation")
            else:
                reason = "prose under a heading that says nothing of the API"
                self.shapes.reader.refuse_lines(element, reason)

    def _value_example(self, section: Section, title: Title) -> None:
        """`### Value` on a model's page: a stated example of the model above."""
        if not re.fullmatch(r"Value(: .*)?", section.title):
            self._skip(section, "sample code")
            return
        self.ledger.drop([section.line], "heading")
        listed = [model.name for model in self.shapes.models if model.listed]
        for element in section.elements:
            lines = range(element.line, element.end_line + 1)
            try:
                value = json.loads(element.text) if isinstance(element, Fence) else None
            except ValueError as problem:
                self.shapes.reader.refuse_lines(element, f"the example is not JSON: {problem}")
                continue
            if not isinstance(element, Fence) or not listed:
                self.ledger.drop(lines, "prose")
                continue
            source = Source(self.page.span(element.line, element.end_line))
            name = section.title.partition(": ")[2]
            self.examples.setdefault(listed[-1], []).append(Example(value, source, name))
            self.ledger.fact(*lines)

    def _part(self, section: Section, title: Title, operation: OperationReader) -> None:
        """A section of the operation."""
        if section.level <= self.samples:
            self.samples = 0
        if self._stated_part(section, title, operation):
            return
        match title.kind:
            case SectionKind.EXAMPLES:
                self.samples = section.level
                operation.read_sample_calls(section)
                self._skip(section, "sample code")
            case SectionKind.PROSE if section.line in self.prose:
                self._skip(section, "prose")
                self.skipped = section.level
            case SectionKind.PERMISSIONS:
                self._skip(section, PERMISSIONS)
            case _:
                self._other_part(section)

    def _stated_part(self, section: Section, title: Title, operation: OperationReader) -> bool:
        """Sections that state something; false when it is none of them."""
        shows_example = any(isinstance(e, Fence) for e in section.elements) and not section.items
        match title.kind:
            case SectionKind.PARAMETERS if title.place is not None:
                operation.read_parameters(section, title.place)
            case SectionKind.BODY:
                operation.read_body(section, title)
            case SectionKind.ANSWER if shows_example:
                operation.read_response_example(section, title)
            case SectionKind.ANSWER:
                operation.read_answer(section, title)
            case SectionKind.ANSWER_HEADERS:
                operation.read_headers(section)
            case SectionKind.REQUEST_EXAMPLE:
                operation.read_request_example(section, title)
            case SectionKind.SERVERS:
                operation.read_servers(section)
            case SectionKind.STREAM:
                operation.read_stream(section)
            case SectionKind.PAGES:
                operation.read_pages(section)
            case _:
                return False
        return True

    def _other_part(self, section: Section) -> None:
        """A heading that is not known: code is a sample, the rest is not understood."""
        self.ledger.drop([section.line], "heading")
        for element in section.elements:
            if isinstance(element, Fence) or (self.samples and not isinstance(element, Item)):
                self.ledger.drop(lines_of(element), "sample code")
            elif isinstance(element, Item):
                self.shapes.reader.refuse(element, "the heading does not say what this item is")
            else:
                self.shapes.reader.refuse_lines(
                    element, "the heading does not say what this is about"
                )

    def _skip(self, section: Section, why: str) -> None:
        self.ledger.drop([section.line] if section.line else [], why)
        for element in section.elements:
            self.ledger.drop(lines_of(element), why)
