"""Documents whose every text attacks the reader: `tests/hostile/everything.yaml`, filled.

A place is written `«place»` in the skeleton. `document(payload)` puts the payload there, with a
marker of its own, `INJECTED_TEXT_<place>` or `INJECTED_NAME_<place>`: identifiers may be made of
the second kind only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_yaml
from apiscribe.openapi.pointers import escape

SKELETON: Final = Path(__file__).parent / "hostile" / "everything.yaml"
PLACE: Final = re.compile(r"«(\w+)»")
MARKER: Final = re.compile(r"injected(name|text)")

TICKS: Final = "```"
RUN: Final = "window.hit('@')"

PAYLOADS: Final[dict[str, str]] = {
    # `@` is the marker, `§` an at sign.
    "quotes": """a" + @() + "b' + @() + 'c` + @() + `d${@()}""",
    "quotes-escaped": """\\" + @() + \\' + @() + \\` + @() + \\${@()}""",
    "triple-quotes": '"""\n@()\n"""\n\'\'\'\n@()\n\'\'\' """ @() """',
    "comment-ends": "*/ @(); /* --> @() <!-- */\n*/ @();\n*\\/ @(); ]]> @() // @() # @()",
    "line-feeds": "one\n@()\n\n@()\n    @()\n",
    "line-breaks": "one\r@()\r\n@()\u2028@()\u2029@()\u0085@()\x0b@()\x0c@()\x1c@()\x1e@()",
    "backslash": "@\\",
    "backslashes": '\\\\" @() \\\\\' @() \\\n@() \\N{DEL} \\x41 \\u0041 @\\\\\\',
    "quote-last": '@"',
    "quotes-first": '"""@',
    "templates": (
        "{{ @ }} {% @ %} {# @ #} {{{ @ }}} ${@} #{@} %s %(@)s %d {@} {} <%= @ %> {{'@'|e}} $(@) @@ "
        "{{ self.__init__ }} {%- raw -%} {% endraw %}"
    ),
    "html": (
        f"</script><script>{RUN}</script><img src=x onerror={RUN}><svg onload={RUN}>"
        f'<iframe src="javascript:{RUN}"></iframe> <a href="javascript:{RUN}">a</a>'
        f" <details open ontoggle={RUN}> </textarea></title></style></pre><script>{RUN}</script>"
        f' <style>*{{display:none}}</style> "onmouseover={RUN} x=" <b @'
    ),
    "markdown": (
        f"[x](javascript:{RUN}) [x](<javascript:{RUN}>) [x](java\tscript:{RUN}) <javascript:{RUN}>"
        f" ![y](x\"onerror={RUN}) [z](data:text/html,<script>{RUN}</script>) [w][ref]"
        f" [v](&#106;avascript:{RUN}) | @ | [x](vbscript:@) `@` **@** [@\n\n[ref]: javascript:{RUN}"
    ),
    "markdown-blocks": (
        f"# @\n\n---\n\n{TICKS}\n@\n{TICKS}\n\n~~~~~~~~~\n@\n\n- @\n  - @\n\n| @ | b |\n|---|---|\n"
        f"| @ | ` |\n\n<div>\n<script>{RUN}</script>\n\n    @\n\n> {TICKS}@\n<!-- @"
    ),
    "fences": f"{TICKS}@\n@()\n{TICKS}{TICKS}`\n@()\n{TICKS}",
    "shell": """'; @; ' "; @; " $(@) `@` || @ & @ \n@\n | @ > @ < @ 'EOF'\nEOF\n@\n!@ ~@ *@""",
    "toml": '"\n[tool.@]\nx = "@"\n[[@]]\n"""\n@ = 1\n#',
    "json": '"}],"@":{"scripts":{"postinstall":"@"}},"x":[{"',
    "yaml": "- @: !!python/object:@ {}\n--- \n@: &a *a\n'@': |\n  @\n%TAG ! @",
    "controls": "a\u202e@\u2066 b\u2069\u200b@\ufeff\x00@\x07\x1b[31m@\x7f\x9f\u061c\u200f\xad@",
    "unicode": "@ \ufdd0 \uffff \U0001f600 \U000e0041 \u0301@ \u0430dmin \ud7ff \ue000 ﷽ ªµº ⅷ ﬁ",
    "directives": (
        "§ts-ignore @\n\n§ts-expect-error @\n\n§deprecated @\n\n§param @ @\n\n{§link @}\n\n"
        "- §see @\n\ntype: ignore @\n\n# type: ignore @\n\npyright: basic @\n\n# mypy: ignore-errors"
        "\n\nnoqa @\n\nfmt: off\n\nprettier-ignore\n\neslint-disable @\n\n# sourceMappingURL=@\n\n"
        "/ <reference path='@'/>\n\n-*- coding: utf-7 -*-\n\n+ACIAIg- @\n\n>>> @()\n\n.. @:: @\n\n:@: @"
    ),
    "directive": "type: ignore[@]",
    "directive-of-file": "pyright: basic, @=false",
    "directive-tag": "§internal @",
    "paths": "../../@/..\\..\\@",
    "urls": "//@.example/?@=@#@;@:@%2f%00%zz /@/../@ @@@.example",
    "blanks": "  @ \t ",
    "long": "@" + "Aa" * 4000,
    "long-words": "@ " + "word " * 2000,
    "many-lines": "@\n" * 400,
    "dunder": "__@__ constructor __proto__",
    "digits": "1@",
    "nothing-else": "@",
    "punctuation": "!\"#$%&'()*+,-./:;<=>?[\\]^_`{|}~@",
}  # fmt: skip


DEVICES: Final = ("CON", "nul", "Aux", "PRN.txt", "com1", "LPT9", "CONIN$", "clock$", "desktop.ini")
SERIES: Final[dict[str, Callable[[int], str]]] = {
    # What cannot hold a marker; by the number of the place, as names have to differ.
    "devices": lambda n: DEVICES[n] if n < len(DEVICES) else f"con.{n}",
    "dots": lambda n: "." * (n + 1),
    "blanks-only": lambda n: " " * n,
    "lines-only": lambda n: "\n" * n,
    "quotes-only": lambda n: '"' * (n + 1),
    "ticks-only": lambda n: "`" * (n + 1),
    "backslashes-only": lambda n: "\\" * (n + 1),
    "dashes-only": lambda n: "-" * (n + 1),
    "hidden-only": lambda n: "\u200b" * (n + 1),
    "digits-only": lambda n: str(n),
}


def marker(place: str) -> str:
    """The marker of a place."""
    kind = "NAME" if place.startswith("name_") else "TEXT"
    return f"INJECTED_{kind}_{place.removeprefix('name_')}"


def fill(value: Any, text_of: Callable[[str], str]) -> Any:
    """A copy of `value` with every `«place»` replaced, in keys and in references too."""
    if isinstance(value, str):
        made = _token if value.startswith("#/") else str
        return PLACE.sub(lambda match: made(text_of(match[1])), value)
    if isinstance(value, dict):
        return {fill(key, text_of): fill(item, text_of) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, text_of) for item in value]
    return value


def _filled(payload: str, place: str) -> str:
    return payload.replace("@", marker(place)).replace("§", "@")


def _token(text: str) -> str:
    """A reference token of a URI fragment."""
    return quote(escape(text), safe="")


@cache
def skeleton() -> Any:
    """The skeleton's data."""
    return load_yaml(SKELETON, Diagnostics()).data


@cache
def places() -> tuple[str, ...]:
    """Every place of the skeleton, in its order."""
    return tuple(dict.fromkeys(PLACE.findall(SKELETON.read_text(encoding="utf-8"))))


def document(payload: str) -> Any:
    """The skeleton filled with a payload of `PAYLOADS` or `SERIES`; `clean` for harmless words."""
    if payload == "clean":
        return fill(skeleton(), lambda place: place.replace("_", " "))
    if payload in SERIES:
        numbers = {place: number for number, place in enumerate(places())}
        return fill(skeleton(), lambda place: SERIES[payload](numbers[place]))
    return fill(skeleton(), lambda place: _filled(PAYLOADS[payload], place))
