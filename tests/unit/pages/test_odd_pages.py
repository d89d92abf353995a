"""Huge pages and garbage: a clear answer, no crash, nothing lost in silence."""

from __future__ import annotations

import random

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe

PAGE = "# Lamps\n\n## Switch\n\n`POST https://lamp.test/switch`\n\n### Body\n\n"
TABLE = "| Name | Type | Description |\n| --- | --- | --- |\n| on | boolean | Whether it is lit |\n"


def read(text: str) -> Transcription:
    return transcribe([PageSource("page.md", text)], Diagnostics())


def test_a_page_of_two_megabytes() -> None:
    prose = "Lamps are lit at dusk, and put out at dawn by those who lit them.\n\n" * 30_000
    result = read(PAGE + TABLE + "\n## History\n\n" + prose)
    assert len(result.document["paths"]) == 1
    assert result.report.unread == ()


def garbage(kind: str) -> str:
    source = random.Random(7)
    signs = "abc {}[]|`*#-:<>\n\"'/\\().,_ ="
    return {
        "signs": lambda: "".join(source.choice(signs) for _ in range(200_000)),
        "characters": lambda: "".join(chr(source.randrange(1, 0x3000)) for _ in range(200_000)),
        "one line": lambda: "POST /v1/x " + "`a` | string | " * 140_000,
        "bars": lambda: "POST /x\n\n" + "|" * 2_000_000,
        "ticks": lambda: "POST /x\n\n" + "`" * 2_000_000,
        "versions": lambda: '{"openapi": "3.0"' * 10_000,
    }[kind]()


@pytest.mark.parametrize("kind", ["signs", "characters", "one line", "bars", "ticks", "versions"])
def test_garbage_is_refused_with_a_way_out(kind: str) -> None:
    with pytest.raises(ApiscribeError) as stopped:
        read(garbage(kind))
    (found,) = stopped.value.diagnostics
    assert found.rule == "pages/unknown-family"
    assert found.help


@pytest.mark.parametrize(
    "tail",
    [
        "\n".join(" " * depth + "- `a`: b" for depth in range(300)),
        "```json\n" + "[" * 1_000_000 + "\n```",
        "```json\n" + '{"a":' * 5_000 + "\n```",
        "```bash\ncurl " + "'" * 999 + "\n```",
        "| Name | Type |\n| --- | --- |\n| a | " + "array of " * 2_000 + "string |\n",
        "| Name | Type |\n| --- | --- |\n| a | " + " or ".join(["string"] * 2_000) + " |\n",
    ],
    ids=["nested list", "brackets", "nested sample", "quotes", "nested type", "long union"],
)
def test_what_cannot_be_read_is_reported_and_the_rest_is_read(tail: str) -> None:
    result = read(PAGE + TABLE + "\n" + tail + "\n")
    body = result.document["paths"]["/switch"]["post"]["requestBody"]["content"]
    assert "on" in body["application/json"]["schema"]["properties"]
    assert result.report.unread or "curl" in tail
