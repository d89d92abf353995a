"""The pages as a whole: what is where, and that every link leads somewhere."""

from collections.abc import Callable
from dataclasses import replace

from apiscribe.ir import Api, Docs, Field, List, Name, Presence, Record, Ref, Server, Union
from apiscribe.targets.docs.layout import tidy

Rendered = dict[str, str]


def test_the_files(docs: Rendered) -> None:
    assert sorted(docs) == [
        "README.md",
        "llms-full.txt",
        "llms.txt",
        "models/Call.md",
        "models/Chat.md",
        "models/Order.md",
        "models/Usage.md",
        "operations/chat.create.md",
        "resources/chat.md",
    ]


def test_links_lead_somewhere(
    docs: Rendered, find_broken_links: Callable[[Rendered], list[str]]
) -> None:
    assert find_broken_links(docs) == []
    assert find_broken_links({**docs, "x.md": "[a](b.md)"}) == ["x.md: b.md"]


def test_an_operation_page(docs: Rendered) -> None:
    page = docs["operations/chat.create.md"]
    assert page.startswith(
        "# Create a chat\n\n**post** `/v5/chat/{id}`\n\noperationId: `createChat`"
    )
    for part in [
        "## Path Parameters\n\n- `id: string`\n",
        '- [`order: optional Order`](../models/Order.md)\n\n  default: `"asc"`\n\n  - `"asc"`\n',
        '## Header Parameters\n\n- `"x-key": optional string`\n',
        "## Body Parameters\n\nrequired: true\n\n- `messages: array of map[unknown]`\n",
        "## Returns\n\nDone.\n\n- [`Chat { id, choices, usage, 4 more }`](../models/Chat.md)\n",
        '- `finish: "stop" or "length" or "a" or 2 more`\n\n      - `"stop"`\n',
        "- [`usage: optional Usage`](../models/Usage.md)\n\n    What it cost.\n",
        "- `stop: optional string or (array of string) or null`\n",
        '- `"odd name": optional (array of string) or null`\n\n    '
        "minItems: `1` · items.format: `uuid` · default: `null`\n",
        '### Response Headers\n\n- `"x-id": optional string`\n',
        "## Returns (200, text/event-stream)\n\n- [`stream of Chat`](../models/Chat.md)\n",
        "switch: `stream = true` · terminator: `[DONE]` · errorEvent: `error`\n",
        "## Errors (422)\n\nNot valid.\n",
        "## Errors (404)\n",
        '-H "x-api-key: $KEY"',
        "### Sample response (200)\n\n```json\n",
    ]:
        assert part in page, part


def test_a_model_page(docs: Rendered) -> None:
    page = docs["models/Chat.md"]
    assert page.startswith(
        "# Chat\n\n- `Chat object { id, choices, usage, 4 more }`\n\n  A chat.\n"
    )
    assert "    * a\n    * b\n" in page
    assert (
        "- `tools: optional array of (Call or object { type })`\n\n"
        "    items.discriminator: `type`\n\n"
        "    - [`Call { type, next }`](Call.md)\n\n      discriminatorValue: `call`\n\n"
        "    - `object { type }`\n\n      discriminatorValue: `custom`\n\n      A custom one.\n"
    ) in page
    assert "## Used by\n\n- [Create a chat](../operations/chat.create.md)\n" in page
    assert "`Usage object { total }`\n\n  additionalProperties: `false`" in docs["models/Usage.md"]


def test_recursion_is_a_link(docs: Rendered) -> None:
    assert "- `next: optional Call`\n" in docs["models/Call.md"]


def test_deep_inline_schemas_get_pages(api: Api, render: Callable[[Api], Rendered]) -> None:
    chat = api.declarations["Chat"]
    assert isinstance(chat, Record)
    deep = {}
    for depth in range(12):
        inner = Field(chat.fields[0].name, Ref(f"Deep.{depth + 1}"), Presence.REQUIRED)
        last = replace(inner, type=List(Ref("Deep.0")))
        deep[f"Deep.{depth}"] = replace(
            api.declarations["body"],
            id=f"Deep.{depth}",
            fields=(inner if depth < 11 else last,),
        )
    pages = render(replace(api, declarations={**api.declarations, **deep}))
    page = pages["operations/chat.create.md"]
    assert max(len(line) - len(line.lstrip()) for line in page.split("\n")) < 24


def test_a_page_without_a_summary(api: Api, render: Callable[[Api], Rendered]) -> None:
    one = replace(api.operations["createChat"], docs=Docs())
    page = render(replace(api, operations={"createChat": one}))["operations/chat.create.md"]
    assert page.startswith("# `chat.create`\n")


def test_no_server(api: Api, render: Callable[[Api], Rendered]) -> None:
    docs = render(replace(api, servers=()))
    assert "## Servers" not in docs["README.md"]
    assert 'curl "$BASE_URL/v5/chat/string"' in docs["README.md"]
    relative = render(replace(api, servers=(Server("/v1"),)))
    assert "- `/v1`" in relative["README.md"]


def test_the_whole_is_every_page(docs: Rendered) -> None:
    whole = docs["llms-full.txt"]
    for title in ["# Demo API", "# `chat`", "# Create a chat", "# Chat", "# Usage"]:
        assert f"\n{title}\n" in f"\n{whole}"
    assert "](models/Chat.md)" in whole
    assert "](../" not in whole


def test_the_whole_does_not_repeat_the_members_of_models(docs: Rendered) -> None:
    page, model = docs["operations/chat.create.md"], docs["models/Chat.md"]
    shown = [line for line in model.splitlines() if line.startswith("  - `")]
    block = "\n\n".join(shown[:1])
    assert block in page
    assert block in model
    whole = docs["llms-full.txt"]
    operation = whole[whole.index("# Create a chat") : whole.index("\n# Chat\n")]
    assert block not in operation
    assert len(operation) < len(page)


def test_no_mark_is_left(docs: Rendered) -> None:
    assert not [path for path, text in docs.items() if any(mark in text for mark in "\x02\x03\x04")]


def test_the_index_lists_every_page(docs: Rendered) -> None:
    index = docs["llms.txt"]
    assert index.startswith("# Demo API\n\n> A demo.\n")
    for path in docs:
        if path.startswith(("operations/", "models/")):
            assert f"]({path})" in index


def test_the_form_is_canonical(docs: Rendered) -> None:
    for path, text in docs.items():
        assert tidy(text) == text, path
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert not any(line.endswith(" ") for line in text.split("\n")), path


def test_tidy_leaves_fences_alone() -> None:
    text = "a\n\n\n\n```\nx \n\n\ny\n```\n\n\nb\n"
    assert tidy(text) == "a\n\n```\nx \n\n\ny\n```\n\nb\n"


def test_alternatives_with_a_name_of_their_own_show_it(
    api: Api, render: Callable[[Api], Rendered]
) -> None:
    stop = api.declarations["Chat.stop"]
    assert isinstance(stop, Union)
    named = replace(stop.variants[0], name=Name("", ("end", "word")))
    union = replace(stop, variants=(named, replace(stop.variants[1], name=Name("", ("list",)))))
    docs = render(replace(api, declarations={**api.declarations, "Chat.stop": union}))
    assert (
        "- `string`\n\n      title: `End word`\n\n    - `array of string`\n"
        in docs["models/Chat.md"]
    )
    assert "title:" not in render(api)["models/Chat.md"]
