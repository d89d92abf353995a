"""The only ways of a string of the spec into HTML: `text`, `code`, `Prose`, `highlighted`.

Templates escape whatever is not `Markup`, and nothing else in this package makes `Markup` of a
string that it did not write itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from apiscribe.ir import Docs, JsonValue
from apiscribe.targets.markup import atom, literal, safe_url, visible
from apiscribe.targets.site.highlight import CLASSES, highlighted
from apiscribe.targets.site.views import LinkView

Resolve = Callable[[str, str], str | None]
"""Where a relative address of a description leads from its page; `None`: nowhere."""

_PLAIN: Final = re.compile(r"[A-Za-z'\"(][\w ,.'\"();/?%=+-]*", re.ASCII)
"""One line that no rule of Markdown is about."""
_WORD: Final = re.compile(r"[\w. -]*", re.ASCII)
"""Text that needs no care at all."""
_TAGS: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "caption",
        "cite",
        "code",
        "dd",
        "del",
        "details",
        "dfn",
        "div",
        "dl",
        "dt",
        "em",
        "hr",
        "i",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    ]
)
_INLINE: Final = frozenset(["code", "em", "strong", "b", "i", "del"])
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_ATTRIBUTES: Final = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan"},
    **{name: {"id"} for name in _HEADINGS},
}
_EXTERNAL: Final = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_TAG: Final = re.compile(r"<(?P<end>/?)(?P<name>[a-z0-9]+)(?P<attributes>(?: [a-z]+=\"[^\"]*\")*)>")
"""A tag as the cleaner writes it: attributes in double quotes, which their values escape."""
_DEEPEST: Final = 6
_CHAPTER: Final = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)


def text(value: str) -> Markup:
    """Plain text, escaped; hidden characters are gone."""
    return Markup(value) if _WORD.fullmatch(value) else escape(visible(value))


def code(value: str) -> Markup:
    """`value` as code, hidden characters escaped so that they show."""
    return Markup(f"<code>{escape(atom(value))}</code>")


def json_code(value: JsonValue) -> Markup:
    """A JSON value as code, on one line."""
    return Markup(f"<code>{escape(literal(value))}</code>")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.options["highlight"] = _fence
    return parser


def _fence(content: str, language: str, _: str) -> str:
    return f"<pre><code>{highlighted(content, language)}</code></pre>"


class Prose:
    """Descriptions as HTML: CommonMark, cleaned of whatever could run or break the page."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._known: dict[tuple[str, str, int], Markup] = {}
        self._lines: dict[str, Markup] = {}

    def block(self, source: str, page: str, headings: int = 0) -> Markup:
        """Paragraphs for `page`. `headings` is the level of the first heading; 0: bold lines."""
        if _PLAIN.fullmatch(source):
            return Markup(f"<p>{escape(source)}</p>\n")
        source = visible(source).strip()
        if not source:
            return Markup()
        key = (source, page.rpartition("/")[0], headings)
        if (found := self._known.get(key)) is None:
            found = self._known[key] = self._made(source, page, headings)
        return found

    def line(self, source: str) -> Markup:
        """One line, for headings, cells and links; links in it are only their text."""
        line = " ".join(visible(source).split())
        if _PLAIN.fullmatch(line):
            return escape(line)
        if (found := self._lines.get(line)) is None:
            html = _parser().renderInline(line)
            found = self._lines[line] = Markup(nh3.clean(html, tags=set(_INLINE), attributes={}))
        return found

    def docs(self, docs: Docs, page: str) -> Markup:
        """What is said about something: description, else summary; then where to read more."""
        made = self.block(docs.description or docs.summary, page)
        if docs.link is not None and _EXTERNAL.match(docs.link.url) and safe_url(docs.link.url):
            said = visible(docs.link.text or docs.link.url)
            address = visible(docs.link.url)
            made += Markup('<p>See also: <a href="%s" rel="noopener">%s</a></p>\n') % (
                address,
                said,
            )
        return made

    def _made(self, source: str, page: str, headings: int) -> Markup:
        tokens = _parser().parse(source)
        _level(tokens, headings)
        html = _parser().renderer.render(tokens, _parser().options, {})
        clean = nh3.clean(
            html,
            tags=_TAGS | set(_HEADINGS[headings - 1 :] if headings else ()),
            attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
            attribute_filter=lambda tag, name, value: self._attribute(page, tag, name, value),
            allowed_classes={"span": set(CLASSES)},
            url_schemes={"http", "https", "mailto", "tel"},
            link_rel="noopener nofollow",
            id_prefix="about-",
        )
        return Markup(_TAG.sub(_finished, clean))

    def _attribute(self, page: str, tag: str, name: str, value: str) -> str | None:
        if name in ("href", "src") and not _EXTERNAL.match(value):
            return None if value.startswith("//") else self._resolve(value, page)
        return value


def _finished(tag: re.Match[str]) -> str:
    """What the cleaner leaves to do, tag by tag; its tags are whole, so nothing inside of them counts."""
    match tag["name"], tag["end"]:
        case ("img", _):
            if ' src="' not in tag["attributes"]:
                return ""
            alt = "" if ' alt="' in tag["attributes"] else ' alt=""'
            return f'<img{tag["attributes"]}{alt} loading="lazy">'
        case ("a", "") if ' href="' not in tag["attributes"]:
            return "<a>"
        case ("pre", ""):
            return '<pre tabindex="0">'
        case ("table", ""):
            return '<div class="wide" tabindex="0"><table>'
        case ("table", "/"):
            return "</table></div>"
        case _:
            return tag[0]


def _level(tokens: list[Token], headings: int) -> None:
    """Headings in order below the page's own, without gaps; 0: as bold lines."""
    known = sorted({token.tag for token in tokens if token.type == "heading_open"})
    before = headings - 1
    taken: set[str] = set()
    for index, token in enumerate(tokens):
        if token.type not in ("heading_open", "heading_close"):
            continue
        if not headings:
            token.tag = "p"
            inline = tokens[index + 1] if token.type == "heading_open" else None
            if inline is not None and inline.children is not None:
                inline.children = [
                    Token("strong_open", "strong", 1),
                    *inline.children,
                    Token("strong_close", "strong", -1),
                ]
        elif token.type == "heading_open":
            level = min(headings + known.index(token.tag), before + 1, _DEEPEST)
            before = max(level, headings)
            token.tag = tokens[index + 2].tag = f"h{level}"
            token.attrSet("id", slug(tokens[index + 1].content, taken))


def slug(words: str, taken: set[str]) -> str:
    """An id for a heading: lower-case words with dashes, unlike those in `taken`."""
    stem = "-".join(re.findall(r"[^\W_]+", words.lower())) or "section"
    made, number = stem, 2
    while made in taken:
        made, number = f"{stem}-{number}", number + 1
    taken.add(made)
    return made


def headings_of(source: str) -> tuple[str, ...]:
    """The texts of the first level headings of a Markdown page."""
    tokens = _parser().parse(source)
    return tuple(
        tokens[index + 1].content
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h1"
    )


def outline_of(prose: Markup) -> tuple[LinkView, ...]:
    """Links to the headings of the second level."""
    return tuple(
        LinkView(escape(Markup(title).striptags()), f"#{id}")
        for id, title in _CHAPTER.findall(prose)
    )


__all__ = [
    "Markup",
    "Prose",
    "code",
    "escape",
    "headings_of",
    "highlighted",
    "json_code",
    "outline_of",
    "slug",
    "text",
]
