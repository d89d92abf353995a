"""The Scale chat completions page: the figures it must give, and the spec that is committed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.page import read_pages
from apiscribe.pages.provenance import dump_json
from apiscribe.pages.transcribe import Transcription, transcribe

ROOT = Path(__file__).parents[3]
SPEC = ROOT / "spec" / "scale"

TOP_LEVEL = [
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatCompletionTokenLogprob",
    "ChoiceLogprobs",
    "InferenceModelVendor",
    "ModelDefinition",
    "SortOrder",
    "CompletionModelsResponse",
    "CompletionCreateResponse",
]
OTHERS = {
    "CompletionUsage",
    "InferenceModelType",
    "InferenceModelAvailability",
    "ChatCompletionMessageFunctionToolCall",
    "ChatCompletionMessageCustomToolCall",
}


@pytest.fixture
def page(shared: Path) -> Path:
    path = shared / "reference" / "scale-chat-completions.txt"
    if not path.is_file():
        pytest.skip("../shared/reference is not here")
    return path


def run(page: Path, **options: Any) -> Transcription:
    diagnostics = Diagnostics()
    pages = read_pages([str(page)], diagnostics)
    return transcribe(pages, diagnostics, **options)


def test_figures(page: Path) -> None:
    result = run(page)
    report = result.report.to_json()
    assert report["pages"][0]["family"] == "stainless-text"
    assert report["counts"] == {
        "operations": 2,
        "parameters": 0,
        "listed_models": 9,
        "named_schemas": 14,
        "members": 92,
        "required": 49,
        "optional": 43,
        "unstated": 0,
        "enums": 7,
        "constants": 8,
        "examples": 0,
    }
    assert report["conflicts"] == []
    assert report["not_understood"] == []
    schemas = result.document["components"]["schemas"]
    assert list(schemas)[:9] == TOP_LEVEL
    assert set(list(schemas)[9:]) == OTHERS


def test_every_description_of_the_page_is_in_the_document(page: Path) -> None:
    lines = [line for line in page.read_text(encoding="utf-8").split("\n") if line]
    body = lines[lines.index("ModelsExpand Collapse") + 1 :]
    prose = {
        line
        for line in body
        if not line.startswith('"')
        and line != "One of the following:"
        and "{" not in line
        and " = " not in line
        and ": " not in line
    }
    text = json.dumps(run(page).document)
    assert len(prose) == 18
    assert [sentence for sentence in sorted(prose) if sentence not in text] == []


def test_what_is_not_on_the_page_is_marked(page: Path) -> None:
    report = run(page, descriptions="omit").report.to_json()
    models = "/paths/~1v5~1chat~1completions~1models/get"
    create = "/paths/~1v5~1chat~1completions/post"
    media = "/responses/200/content/application~1json"
    assert {fact["pointer"] for fact in report["inferred"]} == {
        f"{models}/operationId",
        f"{models}/x-sdk",
        f"{models}{media}",
        f"{create}/operationId",
        f"{create}/x-sdk",
        f"{create}{media}",
        f"{create}/responses/200/content/text~1event-stream",
    }
    assert {fact["pointer"] for fact in report["assumed"]} == {
        "/info/title",
        "/info/version",
        f"{models}/responses/200",
        f"{create}/responses/200",
    }


def test_committed_spec_is_what_the_page_gives(page: Path) -> None:
    result = run(page, descriptions="omit")
    assert (SPEC / "openapi.yaml").read_text(encoding="utf-8") == dump_yaml(result.document)
    expected = dump_json(result.provenance)
    assert (SPEC / "provenance.json").read_text(encoding="utf-8") == expected


def test_committed_spec_holds_facts_alone() -> None:
    document = yaml.safe_load((SPEC / "openapi.yaml").read_text(encoding="utf-8"))
    assert prose(document) == []
    assert "requestBody" not in document["paths"]["/v5/chat/completions"]["post"]


def prose(data: Any, inside_properties: bool = False) -> list[str]:
    """Descriptions and summaries; names of members are none."""
    if isinstance(data, list):
        return [text for item in data for text in prose(item)]
    if not isinstance(data, dict):
        return []
    found = []
    for key, value in data.items():
        if key in ("description", "summary") and not inside_properties:
            found.append(str(value))
        found += prose(value, key == "properties")
    return found


def test_provenance_is_of_this_document() -> None:
    document = yaml.safe_load((SPEC / "openapi.yaml").read_text(encoding="utf-8"))
    provenance = json.loads((SPEC / "provenance.json").read_text(encoding="utf-8"))
    assert [entry["name"] for entry in provenance["pages"]] == ["scale-chat-completions.txt"]
    for at, entry in provenance["facts"].items():
        node = document
        for token in at.split("/")[1:]:
            name = token.replace("~1", "/").replace("~0", "~")
            node = node[int(name)] if isinstance(node, list) else node[name]
        assert entry["lines"]
