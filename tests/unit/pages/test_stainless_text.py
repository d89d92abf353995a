"""Our own pages of the family, read whole: expected document and expected report.

`tests/pages/stainless-text/<name>.txt` (or `<name>-1.txt`, `<name>-2.txt`… for several pages of one
API) stand beside `<name>.yaml` and `<name>.json`. The expectations were written from the pages.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Span
from apiscribe.pages.detect import detect
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_text import read
from apiscribe.pages.transcribe import Transcription, transcribe
from openapi_spec_validator import validate

PAGES = Path(__file__).parents[2] / "pages" / "stainless-text"
NAMES = sorted(
    path.stem for path in PAGES.glob("*.yaml") if not path.with_suffix(".facts").exists()
)


def sources(name: str) -> list[PageSource]:
    found = sorted(PAGES.glob(f"{name}.txt")) or sorted(PAGES.glob(f"{name}-*.txt"))
    assert found, f"no page is called {name}"
    return [PageSource(path.name, path.read_text(encoding="utf-8")) for path in found]


def run(*pages: PageSource, **options: Any) -> Transcription:
    return transcribe(pages, Diagnostics(), **options)


def ordered(data: Any) -> str:
    """Data as text that keeps the order of members, which is part of what is expected."""
    return json.dumps(data, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("name", NAMES)
def test_page_gives_the_expected_document(name: str) -> None:
    expected = yaml.safe_load((PAGES / f"{name}.yaml").read_text(encoding="utf-8"))
    assert ordered(run(*sources(name)).document) == ordered(expected)


@pytest.mark.parametrize("name", NAMES)
def test_page_gives_the_expected_report(name: str) -> None:
    expected = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    got = run(*sources(name)).report.to_json()
    assert {"counts", "conflicts", "not_understood"} <= expected.keys() <= got.keys()
    assert ordered({key: got[key] for key in expected}) == ordered(expected)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("descriptions", ["keep", "omit"])
def test_document_is_valid(name: str, descriptions: str) -> None:
    validate(run(*sources(name), descriptions=descriptions).document)


@pytest.mark.parametrize("name", NAMES)
def test_page_is_detected(name: str) -> None:
    for page in sources(name):
        found = detect(page)
        assert found is not None
        assert found.family == "stainless-text"


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_a_fact_furniture_or_not_understood(name: str) -> None:
    for page in sources(name):
        assert_accounted(page)


def assert_accounted(page: PageSource) -> None:
    """No line with text may vanish: what is in no fact and no furniture is listed."""
    facts = read(page, Diagnostics())
    unread = {u.span.line for u in facts.unread}
    with_text = {line.number for line in page.lines if line.text}
    assert unread <= with_text
    assert set(facts.furniture) <= with_text
    if not (facts.endpoints or facts.models):
        with pytest.raises(ApiscribeError) as stopped:
            run(page, family="stainless-text")
        assert [d.rule for d in stopped.value.diagnostics] == ["pages/nothing-read"]
        return
    result = run(page, family="stainless-text")
    traced: set[int] = set()
    for entry in result.provenance["facts"].values():
        traced |= lines_of(entry.get("lines", ""))
    for text in re.findall(r"lines'?: '([\d, -]+)'", str(result.report.to_json()["conflicts"])):
        traced |= lines_of(text)
    lost = sorted(with_text - unread - set(facts.furniture) - traced)
    assert not lost, f"lost: {[(n, page.lines[n - 1].text) for n in lost]}"


def lines_of(text: str) -> set[int]:
    found: set[int] = set()
    for part in text.split(", ") if text else ():
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="windows line ends"),
        pytest.param(lambda text: text.replace("\n", "\r"), id="old mac line ends"),
        pytest.param(lambda text: "\ufeff" + text, id="byte order mark"),
        pytest.param(lambda text: text.replace(" ", "\u00a0"), id="no-break spaces"),
        pytest.param(lambda text: text.replace("\n\n", "\n"), id="no empty lines"),
        pytest.param(lambda text: text.replace("\n", "\n\n\n"), id="more empty lines"),
        pytest.param(lambda text: text + "\n\n", id="final newline"),
        pytest.param(lambda text: re.sub(r"^", "\t  ", text, flags=re.M), id="indented"),
        pytest.param(lambda text: re.sub(r"$", "  ", text, flags=re.M), id="trailing blanks"),
        pytest.param(lambda text: text.replace(" or ", "  or "), id="double blanks"),
        pytest.param(lambda text: text.replace(" }", "}"), id="tight braces"),
        pytest.param(lambda text: text.replace("_", "\\_"), id="escaped underscores"),
        pytest.param(lambda text: re.sub(r'"(\w+)"', "“\\1”", text), id="smart quotes"),
        pytest.param(
            lambda text: text.replace("One of the following:", "Accepts one of the following:"),
            id="older marker",
        ),
        pytest.param(
            lambda text: re.sub(r"^(\w+) object \{", r"\1 = object {", text, flags=re.M),
            id="older model heads",
        ),
        pytest.param(
            lambda text: re.sub(r"^(\w+: .*)$", r"\1\nLink to this property", text, flags=re.M),
            id="anchors",
        ),
    ],
)
def test_damage_of_the_paste_route_changes_nothing(change: Any) -> None:
    (page,) = sources("resource")
    damaged = PageSource(page.name, change(page.text))
    result = run(damaged)
    assert ordered(result.document) == ordered(run(page).document)
    assert result.report.to_json()["not_understood"] == []


@pytest.mark.parametrize("name", NAMES)
def test_without_descriptions_no_sentence_is_left(name: str) -> None:
    result = run(*sources(name), descriptions="omit")
    assert not {"description", "summary"} & set(prose_keys(result.document))
    full = run(*sources(name)).report.counts
    kept = result.report.counts
    assert {**kept, "examples": 0} == {**full, "examples": 0}


def prose_keys(data: Any) -> list[str]:
    """Keys of objects outside `properties`, where they are names of members."""
    if isinstance(data, list):
        return [key for item in data for key in prose_keys(item)]
    if not isinstance(data, dict):
        return []
    found = []
    for key, value in data.items():
        if key == "properties":
            found += [k for inner in value.values() for k in prose_keys(inner)]
        else:
            found += [key, *prose_keys(value)]
    return found


def test_nothing_is_required_of_a_body_the_page_does_not_show() -> None:
    document = run(*sources("resource")).document
    assert "requestBody" not in document["paths"]["/v2/harbour/berths"]["post"]


def test_whatever_is_cut_out_of_a_page_it_is_read_without_fault() -> None:
    dice = random.Random(7)
    for name in NAMES:
        for page in sources(name):
            lines = page.text.split("\n")
            for _ in range(25):
                kept = [line for line in lines if dice.random() > 0.15]
                assert_accounted(PageSource(page.name, "\n".join(kept)))


def test_whatever_order_the_lines_have_the_page_is_read_without_fault() -> None:
    dice = random.Random(8)
    for name in NAMES:
        for page in sources(name):
            lines = page.text.split("\n")
            for _ in range(15):
                dice.shuffle(lines)
                assert_accounted(PageSource(page.name, "\n".join(lines)))


def test_deep_nesting_ends_in_a_report_not_in_a_fault() -> None:
    body = "\n".join(f"a{n}: object {{ a{n + 1} }}" for n in range(3000))
    page = PageSource("deep.txt", f"ModelsExpand Collapse\nDeep object {{ a0 }}\n{body}")
    result = run(page)
    assert any("too deep" in c["message"] for c in result.report.to_json()["conflicts"])


@pytest.mark.parametrize(
    "type_text", ["array of " * 5000 + "string", "map[" * 5000 + "string" + "]" * 5000]
)
def test_a_type_of_endless_depth_is_not_understood(type_text: str) -> None:
    page = PageSource("deep.txt", f"ModelsExpand Collapse\nDeep object {{ a }}\na: {type_text}")
    assert run(page).document["components"]["schemas"]["Deep"]["properties"]["a"] == {}


@pytest.mark.parametrize(
    ("signature", "language"),
    [
        (
            "client.berths.list(BerthListParams { limit } query?, RequestOptionsoptions?)",
            "TypeScript",
        ),
        ("berths.list(BerthListParams**kwargs) -> BerthListResponse", "Python"),
        ("client.Berths.List(ctx, query) (*BerthListResponse, error)", "Go"),
        ("Berths.List(BerthListParamsparameters, CancellationTokencancellationToken)", "C#"),
        ("$ harbour berths list", "command line"),
        ("harbour.berths.list()", "SDK"),
    ],
)
def test_the_flavour_of_a_language_is_refused(signature: str, language: str) -> None:
    text = f"Berths\nList berths\n{signature}\nGET/v1/berths\nParametersExpand Collapse\nlimit: x"
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError):
        transcribe([PageSource("berths.txt", text)], diagnostics)
    (found,) = diagnostics
    assert found.rule == "pages/language-flavour"
    assert found.where == Span("berths.txt", 3, 0, 3)
    assert f"the {language} flavour" in found.message
    assert "HTTP" in found.help


def test_the_same_page_gives_the_same_bytes() -> None:
    first, second = (run(*sources("crawl")) for _ in range(2))
    assert ordered(first.document) == ordered(second.document)
    assert ordered(first.provenance) == ordered(second.provenance)
    assert ordered(first.report.to_json()) == ordered(second.report.to_json())


BOOKS = """Books
List books
GET/v1/books
ReturnsExpand Collapse
{answer}
data: array of Book
has_more: boolean
Book object {{ id, title }}
id: string
title: string
"""


@pytest.mark.parametrize("answer", ["BookList object { data, has_more }", ""])
def test_a_model_after_the_type_that_names_it_is_no_alternative(answer: str) -> None:
    result = run(PageSource("books.txt", BOOKS.format(answer=answer)))
    answers = result.document["paths"]["/v1/books"]["get"]["responses"]
    schema = answers["200"]["content"]["application/json"]["schema"]
    schemas = result.document["components"]["schemas"]
    whole = schemas[schema["$ref"].rpartition("/")[2]] if answer else schema
    assert whole["properties"]["data"]["items"] == {"$ref": "#/components/schemas/Book"}
    assert list(schemas["Book"]["properties"]) == ["id", "title"]
    report = result.report.to_json()
    assert (report["conflicts"], report["not_understood"]) == ([], [])
    (said,) = [one for one in report["inferred"] if one["pointer"] == "/components/schemas/Book"]
    assert said["lines"] == "8"
    assert "refers to Book" in said["reason"]


def test_types_that_nothing_joins_are_alternatives_by_inference() -> None:
    text = BOOKS.format(answer="BookList object { data, has_more }").replace("of Book", "of Cup")
    result = run(PageSource("books.txt", text))
    at = "/paths/~1v1~1books/get/responses/200/content/application~1json/schema"
    answers = result.document["paths"]["/v1/books"]["get"]["responses"]
    assert len(answers["200"]["content"]["application/json"]["schema"]["anyOf"]) == 2
    (said,) = [one for one in result.report.to_json()["inferred"] if one["pointer"] == at]
    assert "one of them" in said["reason"]


def test_alternatives_that_are_announced_are_stated() -> None:
    text = BOOKS.format(answer="One of the following:\nBookList object { data, has_more }")
    result = run(PageSource("books.txt", text))
    answers = result.document["paths"]["/v1/books"]["get"]["responses"]
    assert len(answers["200"]["content"]["application/json"]["schema"]["anyOf"]) == 2
    assert all("/schema" not in one["pointer"] for one in result.report.to_json()["inferred"])


@pytest.mark.parametrize("after", range(11))
def test_a_line_that_is_no_sentence_is_reported_wherever_it_stands(after: int) -> None:
    text = BOOKS.format(answer="BookList object { data, has_more }")
    lines = text.splitlines()
    odd = "Frobnicate this line please ]]{{"
    page = PageSource("books.txt", "\n".join([*lines[:after], odd, *lines[after:]]))
    result = run(page, family="stainless-text")
    assert [one["text"] for one in result.report.to_json()["not_understood"]] == [odd]
    assert set(result.document["components"]["schemas"]) == {"BookList", "Book"}


def test_brackets_of_sentences_are_no_damage() -> None:
    said = 'Between `{` and "]", in [0, 1), as [shown](https://x.test/a) or\nlike {"a": [1]}.'
    text = BOOKS.format(answer="").replace("title: string\n", f"title: string\n{said}\n")
    result = run(PageSource("books.txt", text))
    assert result.report.to_json()["not_understood"] == []
    title = result.document["components"]["schemas"]["Book"]["properties"]["title"]
    assert "Between" in title["description"]
    assert "like" in title["description"]


NAVIGATED = """\
Skip to main content
Primary navigation

Moor a boat

POST/boats

ReturnsExpand Collapse
id: string

Moor a boat

curl https://boats.example.test/boats \\
  -X POST \\
  -H "X-Api-Key: $BOATS_KEY"
"""


def test_the_frame_of_a_site_names_no_api() -> None:
    result = transcribe([PageSource("p.txt", NAVIGATED)], Diagnostics())
    assert result.document["info"]["title"] == "boats.example.test"


def test_credentials_of_a_sample_call_are_inferred() -> None:
    result = transcribe([PageSource("p.txt", NAVIGATED)], Diagnostics())
    assert result.document["paths"]["/boats"]["post"]["security"] == [{"x-api-key": []}]
    told = {each["pointer"] for each in result.report.to_json()["inferred"]}
    assert {"/paths/~1boats/post/security", "/components/securitySchemes/x-api-key"} <= told


def test_a_form_that_only_the_call_shows_is_the_body() -> None:
    text = NAVIGATED.rstrip() + " \\\n  -F 'hull=@hull.png' \\\n  -F 'name=Ada'\n"
    operation = transcribe([PageSource("p.txt", text)], Diagnostics()).document["paths"]["/boats"]
    (schema,) = [one["schema"] for one in operation["post"]["requestBody"]["content"].values()]
    assert schema["properties"] == {
        "hull": {"type": "string", "format": "binary"},
        "name": {"type": "string"},
    }
