"""Whole pages of pseudo-JSON, and the Reverix page where it is at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.facts import Certainty
from apiscribe.pages.page import PageSource, read_pages
from apiscribe.pages.provenance import dump_json
from apiscribe.pages.transcribe import transcribe
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[3]
PAGES = sorted((ROOT / "tests" / "pages" / "json-shape").glob("*.txt"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_gives_spec_and_report(
    path: Path, golden: Callable[[Path, str | bytes], None]
) -> None:
    page = PageSource(path.name, path.read_text(encoding="utf-8"))
    result = transcribe([page], Diagnostics())
    assert result.provenance["pages"][0]["family"] == "json-shape", "detected without --family"
    golden(path.with_suffix(".yaml"), dump_yaml(result.document))
    golden(path.with_suffix(".json"), dump_json(result.report.to_json()))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_line_is_accounted_for(path: Path) -> None:
    """A line that is changed to nonsense is reported, whatever stands around it."""
    text = path.read_text(encoding="utf-8")
    before = transcribe([PageSource(path.name, text)], Diagnostics()).report.unread
    text += "\n• a bullet that says nothing at all\n"
    after = transcribe([PageSource(path.name, text)], Diagnostics()).report.unread
    assert len(after) == len(before) + 1
    assert after[-1].text == "• a bullet that says nothing at all"


@pytest.fixture
def reverix(shared: Path) -> PageSource:
    page = shared / "reference" / "reverix-responses.txt"
    if not page.exists():
        pytest.skip("../shared/reference is not here")
    return read_pages([str(page)], Diagnostics())[0]


def test_reverix_page_is_understood(reverix: PageSource) -> None:
    result = transcribe([reverix], Diagnostics())
    assert result.report.unread == ()
    assert result.report.conflicts == ()
    schemas = result.document["components"]["schemas"]
    assert list(schemas) == ["ChatCompletion", "ChatCompletionChunk"]
    answer, chunk = schemas.values()
    assert list(answer["properties"]) == ["id", "object", "created", "model", "choices", "usage"]
    choice = answer["properties"]["choices"]["items"]["properties"]
    assert list(choice) == ["index", "message", "finish_reason"]
    whole = [answer["properties"]["created"], choice["index"]]
    whole += answer["properties"]["usage"]["properties"].values()
    piece = chunk["properties"]["choices"]["items"]["properties"]
    whole += [chunk["properties"]["created"], piece["index"]]
    assert [schema["type"] for schema in whole] == ["integer"] * 7
    assert piece["finish_reason"] == {"type": ["string", "null"]}
    assert "required" not in str(schemas), "the page does not say what is always there"
    assert "paths" not in result.document, "the page names no endpoint"


def test_reverix_examples_fit(reverix: PageSource) -> None:
    document = transcribe([reverix], Diagnostics()).document
    schemas = document["components"]["schemas"]
    assert [len(schema["examples"]) for schema in schemas.values()] == [1, 2]
    for schema in schemas.values():
        for example in schema["examples"]:
            Draft202012Validator(schema).validate(example)


def test_reverix_chunk_is_marked_inferred(reverix: PageSource) -> None:
    """Nothing of the chunk is stated; all of the answer but its name is."""
    facts = transcribe([reverix], Diagnostics()).provenance["facts"]
    for pointer, fact in facts.items():
        certainty = fact.get("certainty", "stated")
        if pointer.startswith("/components/schemas/ChatCompletionChunk") and (
            not pointer.endswith("/examples")
        ):
            assert certainty == Certainty.INFERRED, pointer
            assert fact["reason"], pointer
        elif pointer.startswith("/components/schemas/ChatCompletion/"):
            assert certainty == Certainty.STATED, pointer
    assert facts["/components/schemas/ChatCompletion"]["certainty"] == Certainty.INFERRED
    assert facts["/info/version"]["certainty"] == Certainty.ASSUMED


def test_committed_spec_is_the_transcription(reverix: PageSource) -> None:
    result = transcribe([reverix], Diagnostics(), descriptions="omit")
    folder = ROOT / "spec" / "reverix"
    committed = (folder / "openapi.yaml").read_text(encoding="utf-8")
    assert dump_yaml(result.document) == committed
    provenance = (folder / "provenance.json").read_text(encoding="utf-8")
    assert dump_json(result.provenance) == provenance


def test_no_text_of_the_page_is_committed(reverix: PageSource) -> None:
    committed = (ROOT / "spec" / "reverix" / "openapi.yaml").read_text(encoding="utf-8")
    for line in reverix.lines:
        if len(line.text.split()) > 4:
            assert line.text not in committed


def test_sentences_below_the_heading_of_an_operation_are_about_it() -> None:
    page = (ROOT / "tests" / "pages" / "json-shape" / "valve.mdx").read_text(encoding="utf-8")
    paths = transcribe([PageSource("valve.mdx", page)], Diagnostics()).document["paths"]
    told = {path: next(iter(item.values())) for path, item in paths.items()}
    assert told["/valves/{valve}/turns"]["description"] == "Turns a valve."
    assert told["/valves/version"]["description"] == "Tells the version of the valves."
    assert not [one for one in told.values() if "summary" in one]


def test_calls_name_the_server_where_no_line_does_and_only_for_operations_of_the_page() -> None:
    shape = "```ts\ntype Bell = {\n  tone: string;\n};\n```\n"
    page = (
        "# Bells\n\n```text 200\nabove all\n```\n\n### `GET /bells/{bell}`\n\n"
        "```bash\ncurl https://bells.test/api/bells/7\ncurl https://other.test/drums\n```\n\n"
        f"```text 503\nno rope\n```\n\n{shape}"
    )
    result = transcribe([PageSource("bells.md", page)], Diagnostics())
    assert result.report.pages[0].family == "json-shape"
    assert result.document["servers"] == [{"url": "https://bells.test/api"}]
    answers = result.document["paths"]["/bells/{bell}"]["get"]["responses"]
    assert answers["503"]["content"]["text/plain"]["examples"]["example"]["value"] == "no rope"
    assert "above all" not in str(result.document)
    stated = page.replace("# Bells\n", "# Bells\n\nBase URL: https://b.test\n")
    again = transcribe([PageSource("bells.md", stated)], Diagnostics())
    assert again.document["servers"] == [{"url": "https://b.test"}]
