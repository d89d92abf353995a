"""Lines of Markdown pages that say nothing of the API: frames, imports, rules, page furniture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.pages.page import Line

_ADMONITION = re.compile(
    r"^(?::{3,}.*|!!!\s.*|\?\?\?\+?\s.*|>\s*(?:\[!\w+\]|(?:\*\*)?(?:info|note|tip|warn|warning|danger|caution|important)(?:\*\*)?:?)|\{%\s*(?:hint|endhint|tabs|endtabs|endtab|code|endcode|endopenapi|endswagger[\w-]*|swagger-description|content-ref|endcontent-ref)\b.*%\}|</?details>|<a\s+(?:name|id)=[^>]*>\s*(?:</a>)?)$",
    re.I,
)
_COMPONENT = re.compile(
    r"^</?[A-Z][\w.]*(?:\s[^<>]*)?/?>$|^</?(?:aside|div|section|center|p|span|blockquote)\b[^<>]*>$|^\{/\*.*\*/\}$|^<!--.*-->$|^\[block:\w+\]$|^\[/block\]$"
)
_CALLOUT = r"(?:Info|Note|Tip|Warning|Check|Danger|Callout|Caution|Important|Success|Error|Aside|Admonition)"
_OPENS = re.compile(rf"^<{_CALLOUT}(?:\s[^<>]*)?>\s*(?=\S)")
_CLOSES = re.compile(rf"(?<=\S)\s*</{_CALLOUT}>$")
_FENCE = re.compile(r"`{3,}|~{3,}")
_IMPORT = re.compile(r"^(?:import\s+.+\s+from\s+[\"'].*[\"'];?|export\s+(?:const|default)\b.*)$")
_RULE = re.compile(r"^(?:[-*_]\s*){3,}$|^={3,}$")
_NOISE = re.compile(
    r"^(?:\[?skip to (?:main )?content\]?(?:\(#[^()]*\))?|copy (?:page|markdown|code|as markdown)?(?: (?:open|view) .*)?|copied!?|open in \w+.*|view as markdown|was this page helpful\??.*|yes\s*no"
    r"|last (?:updated|modified)\b.*|edit (?:this page|on github).*|on this page|table of contents|\[toc\]|previous|next|previous page|next page|try it|send|ask ai|search\.*"
    r"|\[?link to this (?:property|section).*|⭐+.*|scroll down for code samples.*|\d(?:\.\d)? out of 5 stars.*|(?:we|this site) uses? cookies.*|accept(?: all)?(?: cookies)?|powered by .*|built with .*|curl|shell|bash|python|javascript|node(?:\.?js)?|typescript|java|go|php|ruby|c#|rust|json|http)$",
    re.I,
)
_EXPORT = re.compile(r"^export\s+const\s+\w+\s*=\s*[{\[]$")
MAX_EXPORT = 60
"""An exported value of more lines is none."""


def is_rule(text: str) -> bool:
    """A line across the page."""
    return _RULE.match(text) is not None


def is_frame(text: str) -> bool:
    """A component or admonition that holds others."""
    return bool(_COMPONENT.match(text) or _ADMONITION.match(text))


def without_callouts(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, without the tags of a callout that stand on one with its text: `<Note>Wait.</Note>`."""
    fence = ""
    for line in lines:
        mark = _FENCE.match(line.text)
        if mark is not None and not fence:
            fence = mark[0]
        elif mark is not None and fence in mark[0] and mark[0] == line.text:
            fence = ""
        text = line.text if fence else _CLOSES.sub("", _OPENS.sub("", line.text))
        yield line if text == line.text else replace(line, text=text)


def furniture(lines: Sequence[Line]) -> tuple[int, str]:
    """How many lines from the first on say nothing, and what they are; (0, "") when it says something."""
    text = lines[0].text
    if re.match(r"^>\s*#+ Documentation Index$", text):  # a hint to agents, with where to look
        end = next((i for i, line in enumerate(lines) if not line.text.startswith(">")), len(lines))
        return end, "a hint to agents"
    if _EXPORT.match(text):
        end = next(
            (i for i, line in enumerate(lines[:MAX_EXPORT]) if line.text[:1] in "}]" and line.text),
            0,
        )
        return end + 1, "import"
    if is_frame(text) and not re.match(r"<(?:Route|Badge|ApiMethod)\b", text):
        return 1, "frame"
    if _IMPORT.match(text):
        return 1, "import"
    if is_rule(text):
        return 1, "rule"
    if _NOISE.match(text.strip("*_#> ")) and not text.startswith("#"):
        return 1, "page furniture"
    return 0, ""
