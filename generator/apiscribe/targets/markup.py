"""The only way of a string of the spec into Markdown: `code`, `atom`, `literal`, `inline`, `plain_line`,
`prose`.

`code` makes a code span, `atom` and `literal` make its text; nothing in it can end the span or
hide. `plain_line` keeps code spans and web links, for the READMEs of packages. `prose` and `inline` keep CommonMark but make it inert: raw HTML is escaped, links go to
web and mail addresses only, template braces are broken up, and nothing can be taken for the
page's own structure (headings become level 5 and 6, bullets become `*`).
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apiscribe.ir import Docs, JsonValue
from apiscribe.targets.text import one_line

_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
_AUTOLINK: Final = re.compile(r"<([A-Za-z][A-Za-z0-9+.\-]{1,31}):[^\s<>]*>|<[\w.+\-]+@[\w.\-]+>")
_DEFINITION: Final = re.compile(r"^(\s{0,3}(?:>\s*)*)\[([^\]]+)\]:\s*<?(\S*)", re.MULTILINE)
_VERB: Final = re.compile(r"^\*\*([A-Za-z]+)\*\*(?= +`)", re.MULTILINE)
_KEYWORD: Final = re.compile(r"^([A-Za-z][A-Za-z.]*)(?=:(\s|$))", re.MULTILINE)
_LEVELS: Final = {1: 5, 2: 5, 3: 6, 4: 6, 5: 5, 6: 6}
_PLAIN: Final = re.compile(r"[A-Za-z'\"(][\w ,.'\"();/?%-]*", re.ASCII)
"""One line that no rule of Markdown or of ours is about."""
_LINE_PIECE: Final = re.compile(
    r"(?P<kept>(?<!`)(?P<ticks>`+)(?!`)[^`](?:.*?[^`])?(?P=ticks)(?!`)"
    r"|\[[^\[\]<>`\\*]+\]\(https?://[^\s()<>\[\]`\\*|]+\)"
    r"|\\[!-/:-@\[-`{-~])"
    r"|\{(?=[{%#])|[<\[*`|\\]"
)
"""What is kept (a code span, a web link, an escape), and characters that would mean something."""
_BLOCK: Final = re.compile(r"[#>+=~-]|:?-")
_NUMBERED: Final = re.compile(r"^(\d+)(?=[.)](?:\s|$))")
_SPECIAL: Final = re.compile(r"[`\\<{\]]")
"""Characters at which `_piece` may change something."""
_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")


def hidden(character: str) -> bool:
    """Whether a character is a control, format (bidi, zero-width), surrogate or unassigned one."""
    return unicodedata.category(character) in _HIDDEN


def _escape(text: str) -> str:
    """Hidden characters as JSON escapes (RFC 8259, section 7)."""
    if text.isprintable():
        return text
    return "".join(_escaped(character) if hidden(character) else character for character in text)


def _escaped(character: str) -> str:
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]


_ON_ONE_LINE: Final = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "))


def literal(value: JsonValue) -> str:
    """A JSON value on one line, hidden characters escaped."""
    return _escape(_ON_ONE_LINE.encode(value))


def json_text(value: JsonValue) -> str:
    """A JSON value over several lines for a fence, hidden characters escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(_escape(line) for line in text.split("\n"))


def atom(text: str) -> str:
    """`text` as it is, or as a JSON string when it would mislead (hidden characters, edges)."""
    plain = text and text == text.strip() and not text.startswith('"')
    if plain and (text.isprintable() or not any(hidden(character) for character in text)):
        return text
    return literal(text)


@lru_cache(maxsize=16384)
def code(text: str) -> str:
    """A code span that shows exactly `text`, hidden characters (see `atom`) escaped."""
    text = _escape(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    edge = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    if text.startswith(" ") and text.endswith(" "):
        edge = " "
    return f"{ticks}{edge}{text}{edge}{ticks}"


def word(text: str) -> str:
    """A word such as an HTTP method, whatever token it is."""
    return re.sub(r"([^\w-])", r"\\\1", _escape(text))


def fence_for(text: str) -> str:
    """A fence that is longer than any run of back-ticks in `text`."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def safe_url(url: str) -> bool:
    """Whether a link may go there: relative, or of a harmless scheme."""
    bare = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", html.unescape(url))
    bare = "".join(c for c in bare if not hidden(c) and not c.isspace())
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.\-]*):", bare)
    return scheme is None or scheme[1].lower() in _SCHEMES


@lru_cache(maxsize=16384)
def link(text: str, url: str) -> str:
    """A link, or only its text when the address is not harmless."""
    shown = inline(text).replace("[", "\\[").replace("]", "\\]")
    if not safe_url(url) or not url.strip():
        return shown
    target = re.sub(r"[\s<>()\"'`\\\x00-\x1f\x7f]", lambda m: f"%{ord(m[0]):02X}", url)
    return f"[{shown}]({''.join(c for c in target if not hidden(c))})"


@lru_cache(maxsize=4096)
def inline(text: str) -> str:
    """CommonMark on one line: for headings, link texts and table cells."""
    line = " ".join(visible(text).split())
    if _PLAIN.fullmatch(line):
        return line
    made = _inert(line).strip("#").strip()
    return made if _is_inert(made) and "\n" not in made else _literally(line)


def plain_line(text: str) -> str:
    """The first paragraph of `text` as one line: code spans and web links, all else as it is read.

    It may begin a paragraph, an item or a heading, or stand in a table.
    """
    made = _LINE_PIECE.sub(_line_piece, one_line(text))
    return f"\\{made}" if _BLOCK.match(made) else _NUMBERED.sub(r"\1\\", made)


def _line_piece(match: re.Match[str]) -> str:
    if match["kept"] is not None:
        return match["kept"].replace("|", "\\|")
    return "{\\" if match[0] == "{" else f"\\{match[0]}"


@lru_cache(maxsize=16384)
def prose(text: str) -> str:
    """CommonMark paragraphs without outer blank lines, indentation or trailing blanks."""
    clean = _hard_breaks(visible(text)).strip()
    if not clean or _PLAIN.fullmatch(clean):
        return clean
    made = _structure_free(_escape_blocks(clean))
    return made if _is_inert(made) else _literally(clean)


def opening(docs: Docs) -> str:
    """The summary, or the first paragraph of the description that is no heading, table or code."""
    if docs.summary:
        return docs.summary
    lines = visible(docs.description).split("\n")
    for token in _parser().parse("\n".join(lines)):
        if token.type == "paragraph_open" and token.map and not token.level:
            return "\n".join(lines[slice(*token.map)])
    return ""


def documentation(docs: Docs) -> str:
    """What is said about something: description, else summary; then where to read more."""
    parts = [prose(docs.description or docs.summary)]
    if docs.link is not None:
        parts.append(f"See also: {link(docs.link.text or docs.link.url, docs.link.url)}")
    return "\n\n".join(part for part in parts if part)


def indented(text: str, indent: str) -> str:
    """Every line of `text` that is not blank, moved right."""
    if "\n" not in text:
        return indent + text if text else ""
    return "\n".join(indent + line if line else "" for line in text.split("\n"))


def visible(text: str) -> str:
    """Line feeds as the only line breaks; hidden characters gone."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c for c in text if c in "\n" + _JOINERS or not hidden(c))


def _hard_breaks(text: str) -> str:
    """No trailing blanks; two of them before a line of text are the hard break they mean."""
    text = re.sub(r"(?<=\S)(?<!\\) {2,}\n(?=[^\n]*\S)", "\\\\\n", text)
    return re.sub(r"[ ]+(?=\n|$)", "", text).lstrip("\n")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # harmful ones are ours to see
    return parser


def _code_lines(tokens: list[Token]) -> set[int]:
    """Numbers of the lines inside fences and indented code, fence lines included."""
    lines: set[int] = set()
    for token in tokens:
        if token.type in ("fence", "code_block") and token.map:
            lines.update(range(*token.map))
    return lines


def _escape_blocks(text: str) -> str:
    """HTML, bad links and template braces made inert everywhere outside code blocks."""
    lines = text.split("\n")
    tokens = _parser().parse(text)
    code_lines = _code_lines(tokens)
    made: list[str] = []
    run: list[str] = []
    for number, line in enumerate([*lines, ""]):
        if number < len(lines) and number not in code_lines and line.strip():
            run.append(line)
            continue
        if run:
            made.extend(_inert("\n".join(run)).split("\n"))
            run = []
        if number < len(lines):
            made.append(line)
    last = tokens[-1] if tokens else None
    if last is not None and last.type == "fence" and not _closed(last, lines):
        made.append(last.markup)
    return "\n".join(made)


def _closed(token: Token, lines: list[str]) -> bool:
    start, end = token.map or [0, 0]
    return end - start > 1 and lines[end - 1].strip().startswith(token.markup)


def _inert(text: str) -> str:
    """One run of lines; code spans are left alone."""
    text = _DEFINITION.sub(lambda m: m[0] if safe_url(m[3]) else m[0].replace("[", "\\[", 1), text)
    made: list[str] = []
    at = 0
    while (found := _SPECIAL.search(text, at)) is not None:
        made.append(text[at : found.start()])
        piece, at = _piece(text, found.start())
        made.append(piece)
    return "".join(made) + text[at:]


def _piece(text: str, at: int) -> tuple[str, int]:
    """The next piece of inline text, made inert, and where the one after it begins."""
    character = text[at]
    if character == "`":
        return _code_span(text, at)
    if character == "\\" and at + 1 < len(text) and _PUNCTUATION.match(text[at + 1]):
        return text[at : at + 2], at + 2
    if character == "<":
        found = _AUTOLINK.match(text, at)
        if found and (found[1] is None or found[1].lower() in _SCHEMES):
            return found[0], found.end()
        opens = re.match(r"[A-Za-z/!?]", text[at + 1 : at + 2])
        return ("\\<" if opens else "<"), at + 1
    if character == "{" and text[at + 1 : at + 2] in ("{", "%", "#"):
        return "{\\", at + 1
    if character == "]" and text.startswith("(", at + 1):
        target = re.match(r"\s*<?\s*([^\s)>]*)", text[at + 2 :])
        if target and (not safe_url(target[1]) or re.search(r"[\"'<>`]", target[1])):
            return "]\\(", at + 2
    return character, at + 1


def _code_span(text: str, at: int) -> tuple[str, int]:
    ticks = re.match(r"`+", text[at:])
    size = len(ticks[0]) if ticks else 1
    closing = re.compile(rf"(?<!`)`{{{size}}}(?!`)").search(text, at + size)
    end = closing.end() if closing else at + size
    return text[at:end], end


def _structure_free(text: str) -> str:
    """Headings to level 5 and 6, bullets to `*`, rules to `***`, verb lines and keywords defused."""
    lines = text.split("\n")
    tokens = _parser().parse(text)
    dropped: set[int] = set()
    for token in tokens:
        if token.map is None:
            continue
        first, end = token.map
        match token.type:
            case "heading_open":
                _heading(token, lines, dropped)
            case "hr":
                lines[first] = re.sub(r"\S.*$", "***", lines[first])
            case "list_item_open" if token.markup in ("-", "+"):
                lines[first] = re.sub(r"(?<!\S)[-+](?=\s|$)", "*", lines[first], count=1)
            case "paragraph_open":
                _paragraph(lines, first, end)
    starts = {token.map[0] for token in tokens if token.map and not token.level}
    return _spaced(lines, dropped, starts, _code_lines(tokens))


def _spaced(lines: list[str], dropped: set[int], starts: set[int], code_lines: set[int]) -> str:
    """One blank line between blocks, which begin at `starts`; code is left as it is."""
    made: list[str] = []
    for number, line in enumerate(lines):
        if number in dropped:
            continue
        if number in starts and made and made[-1]:
            made.append("")
        if number in code_lines:
            made.append(line)
        elif line.strip() or not made or made[-1]:
            made.append(line.rstrip())
    return "\n".join(made).rstrip("\n")


def _heading(token: Token, lines: list[str], dropped: set[int]) -> None:
    first, end = token.map or [0, 0]
    level = _LEVELS[int(token.tag[1])]
    if token.markup.startswith("#"):
        lines[first] = re.sub(r"#{1,6}(?=\s|$)", "#" * level, lines[first], count=1)
        return
    words = " ".join(line.strip() for line in lines[first : end - 1])
    lead = re.match(r"[ >]*", lines[first])
    lines[first] = f"{lead[0] if lead else ''}{'#' * level} {words.lstrip('> ')}"
    dropped.update(range(first + 1, end))


def _paragraph(lines: list[str], first: int, end: int) -> None:
    for number in range(first, end):
        lines[number] = _VERB.sub(r"__\1__", lines[number])
        lines[number] = _KEYWORD.sub(r"\1\\", lines[number])


def _literally(text: str) -> str:
    """All punctuation escaped: for text that cannot be made inert otherwise."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(_PUNCTUATION.sub(r"\\\1", line) for line in lines)


def _is_inert(text: str) -> bool:
    """Whether a CommonMark reader finds neither HTML nor a harmful link in `text`."""
    for token in _parser().parse(text):
        if token.type == "html_block":
            return False
        for child in token.children or ():
            if child.type == "html_inline":
                return False
            if child.type == "link_open" and not safe_url(str(child.attrGet("href") or "")):
                return False
    return True
