"""OpenAPI documents on pages: what the report and the provenance say of them."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe

PAGE = """# Words

```yaml
openapi: 3.1.0
info: {title: Words, version: '3'}
paths:
  /words:
    get:
      responses:
        '200':
          description: All
          content:
            application/json:
              examples:
                first: {value: {default: dog}}
              schema:
                type: object
                properties:
                  examples:
                    type: object
                    properties:
                      kind: {enum: [noun, verb]}
                  default:
                    type: object
                    examples: [{}]
                    properties:
                      kind: {enum: [long, short]}
```
"""
SCHEMA = "/paths/~1words/get/responses/200/content/application~1json/schema"


@pytest.fixture(scope="module")
def words() -> Transcription:
    return transcribe([PageSource("words.md", PAGE)], Diagnostics())


def test_members_called_as_keywords_are_members(words: Transcription) -> None:
    counts = words.report.counts
    assert {name: counts[name] for name in ("members", "enums", "examples")} == {
        "members": 4,
        "enums": 2,
        "examples": 2,
    }


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("/properties/examples", 19),
        ("/properties/default/properties/kind", 27),
        ("/properties/default/examples", 25),
    ],
)
def test_every_member_and_example_has_its_line(words: Transcription, at: str, line: int) -> None:
    assert words.provenance["facts"][SCHEMA + at] == {"lines": str(line)}


def test_a_version_that_the_document_states_is_not_asked_for(words: Transcription) -> None:
    assert not [question for question in words.report.questions if "version" in question.text]
