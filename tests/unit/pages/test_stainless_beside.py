"""A language's flavour beside the HTTP page: what it adds, and what it does not."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_beside import bare_name, read_sdk_page
from apiscribe.pages.transcribe import transcribe

HTTP = """## Weigh a crate

**post** `/crates/{id}`

### Path Parameters

- `id: string`

### Body Parameters

- `lid: object { size }`

  - `size: number`

- `base: object { size }`

  - `size: number`

- `count: number`

### Returns

- `weight: number`
"""


def flavour(lines: str, path: str = "/crates/{id}") -> str:
    return f"""## Weigh a crate

`client.crates.weigh(id, **kwargs) -> Weight`

**post** `{path}`

### Parameters

{lines}
"""


def body(*pages: str) -> dict[str, object]:
    sources = [PageSource(f"{number}.md", text) for number, text in enumerate(pages)]
    document = transcribe(sources, Diagnostics()).document
    content = document["paths"]["/crates/{id}"]["post"]["requestBody"]["content"]
    schema: dict[str, object] = content["application/json"]["schema"]["properties"]
    return schema


def test_integers_come_from_the_flavour_in_either_order() -> None:
    python = flavour("- `count: int`")
    assert body(HTTP, python)["count"] == body(python, HTTP)["count"] == {"type": "integer"}
    assert body(HTTP)["count"] == {"type": "number"}


def test_a_name_shown_in_two_ways_tells_nothing() -> None:
    shown = body(HTTP, flavour("- `size: int`\n\n- `size: float`\n\n- `count: Optional[int]`"))
    assert '"integer"' not in str(shown["lid"]) + str(shown["base"])
    assert shown["count"] == {"type": "integer"}


def test_a_flavour_of_another_operation_is_refused() -> None:
    with pytest.raises(ApiscribeError) as caught:
        body(HTTP, flavour("- `count: int`", "/boxes/{id}"))
    assert [found.rule for found in caught.value.diagnostics] == ["pages/language-flavour"]


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("Python", "- `max_tokens: Optional[List[int]]`", "maxtokens"),
        ("Go", "- `MaxTokens param.Field[[]int64]`", "maxtokens"),
        ("Go", "MaxTokens int64Optional", "maxtokens"),
        ("Java", "- `Optional<Long> maxTokens`", "maxtokens"),
        ("C#", "- `required long maxTokens`", "maxtokens"),
    ],
)
def test_integers_of_every_language(language: str, line: str, name: str) -> None:
    page = read_sdk_page(PageSource("x.md", line), "stainless-md", language)
    assert page.integers == {name: 1}


def test_names_are_compared_without_case_and_marks() -> None:
    assert bare_name("max_tokens") == bare_name("MaxTokens") == bare_name("maxTokens")
