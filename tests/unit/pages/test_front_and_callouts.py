"""What stands around the members of a page: front matter, callouts, labels, sentences about all of them."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe
from page_facts import fact_lines

FIELD = '<ParamField body="hue" type="string" %s>\n%s\n</ParamField>'


def read(text: str) -> Transcription:
    return transcribe([PageSource("p.mdx", text)], Diagnostics(), family="component-mdx")


def facts(text: str) -> list[str]:
    return [str(fact) for fact in fact_lines(read(text))]


def body(text: str) -> dict[str, object]:
    operation = read(text).document["paths"]["/dyes"]["post"]
    found = operation["requestBody"]["content"]["application/json"]["schema"]
    assert isinstance(found, dict)
    return found


FRONT = "---\ntitle: Mix a dye\n%sdescription: Mixes dyes.\n---\n%s\n"


def test_the_front_matter_of_an_operation_describes_it() -> None:
    result = read(FRONT % ('api: "POST https://dyes.test/dyes"\n', FIELD % ("", "Which.")))
    assert result.document["paths"]["/dyes"]["post"]["description"] == "Mixes dyes."
    assert "description" not in result.document["info"]


def test_of_a_page_with_one_operation_the_front_matter_describes_that() -> None:
    result = read(FRONT % ("", "`POST https://dyes.test/dyes`\n\n" + FIELD % ("", "Which.")))
    assert result.document["paths"]["/dyes"]["post"]["summary"] == "Mix a dye"
    assert result.document["paths"]["/dyes"]["post"]["description"] == "Mixes dyes."
    assert "description" not in result.document["info"]


def test_of_a_page_with_a_title_the_front_matter_describes_the_api() -> None:
    below = "# Dyes\n\n## Mix\n\n`POST https://dyes.test/dyes`\n\n" + FIELD % ("", "Which.")
    result = read(FRONT % ("", below))
    assert result.document["info"]["description"] == "Mixes dyes."
    assert "description" not in result.document["paths"]["/dyes"]["post"]


def test_what_the_page_says_again_is_said_once() -> None:
    field = FIELD % ("", "Which.")
    result = read(FRONT % ('api: "POST https://dyes.test/dyes"\n', "\n> Mixes dyes.\n\n" + field))
    assert result.document["paths"]["/dyes"]["post"]["description"] == "Mixes dyes."


@pytest.mark.parametrize(
    "callout",
    [
        "<Note>Wait for it.</Note>",
        "<Note>\nWait for it.\n</Note>",
        '<Callout type="info">Wait for it.\n</Callout>',
        "> note\n> Wait for it.",
        "> **Warning**\n> Wait for it.",
        "> [!TIP]\n> Wait for it.",
    ],
)
def test_a_callout_is_its_text(callout: str) -> None:
    text = (
        f"# Dyes\n\n## Mix\n\nPOST https://dyes.test/dyes\n\n{callout}\n\n{FIELD % ('', 'Which.')}"
    )
    assert read(text).document["paths"]["/dyes"]["post"]["description"] == "Wait for it."


def test_a_callout_in_a_fence_is_shown() -> None:
    sample = '```json\n{"text": [\n"a",\n"b"\n]}\n```\n\n```html\n<Note>x</Note>\n```'
    text = f"# Dyes\n\n## Mix\n\nPOST https://dyes.test/dyes\n\n{sample}\n\n<Note>After it.</Note>"
    described = read(text + "\n\n" + FIELD % ("", "Which.")).document["paths"]["/dyes"]["post"]
    assert described["description"] == "After it."


def test_a_callout_inside_of_a_member_is_its_text() -> None:
    text = "## Mix\n\nPOST https://dyes.test/dyes\n\n" + FIELD % ("", "Which.\n<Tip>\nRed.\n</Tip>")
    assert body(text)["properties"] == {"hue": {"description": "Which.\nRed.", "type": "string"}}


@pytest.mark.parametrize(
    ("label", "marks"),
    [
        ("Deprecated", {"deprecated": True}),
        ("read-only", {"readOnly": True}),
        ("New", {}),
    ],
)
def test_a_label_beside_the_name_is_read(label: str, marks: dict[str, object]) -> None:
    text = "## Mix\n\nPOST https://dyes.test/dyes\n\n" + FIELD % (f'post={{["{label}"]}}', "Which.")
    schema = {"description": "Which.", "type": "string"}
    assert body(text)["properties"] == {"hue": schema | marks}


@pytest.mark.parametrize(
    ("label", "needed"), [("required", ["hue"]), ("optional", None), ("required soon", None)]
)
def test_a_label_says_whether_a_member_is_required(label: str, needed: list[str] | None) -> None:
    text = "## Mix\n\nPOST https://dyes.test/dyes\n\n" + FIELD % (f"pre={{['{label}']}}", "Which.")
    assert body(text).get("required") == needed


ALL = """\
# Dyes

## Mix

`POST https://dyes.test/dyes`

%s

**Body**

| Field | Type | Description |
| --- | --- | --- |
| hue | string | Which |
| depth? | integer | How deep |
"""


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("All parameters are optional.", (0, 2, 0)),
        ("All fields of this endpoint are optional, and can be null.", (0, 2, 0)),
        ("All parameters are required unless marked with a question mark.", (1, 1, 0)),
        ("All parameters are required if the dye is new.", (0, 1, 1)),
        ("Not all parameters are optional.", (0, 1, 1)),
        ("All parameters are strings.", (0, 1, 1)),
    ],
)
def test_a_sentence_about_all_members(sentence: str, counts: tuple[int, int, int]) -> None:
    told = read(ALL % sentence).report.counts
    assert (told["required"], told["optional"], told["unstated"]) == counts
    assert "POST /dyes -- Mix" in facts(ALL % sentence)
