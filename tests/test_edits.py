"""An edit of one schema moves its own files, those that name it, and the lists it stands in."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from generated_files import generate

TARGETS = ("python", "typescript", "go", "docs", "site")
TEXT = {"type": "string"}
INDEXES = {
    "python": {"src/club/types/__init__.py"},
    "typescript": {"src/types/index.ts", "src/strict.ts"},
    "go": {"strict.go"},
    "docs": {"README.md", "llms.txt", "llms-full.txt"},
}
MODELS = {
    "python": "src/club/types/{}.py",
    "typescript": "src/types/{}.ts",
    "go": "{}.go",
    "docs": "models/{}.md",
}


def reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def record(**members: Any) -> dict[str, Any]:
    return {"type": "object", "required": ["id"], "properties": {"id": TEXT, **members}}


def schemas() -> dict[str, Any]:
    """Teams, members and matches refer to each other in a circle; nothing else does."""
    either = {"oneOf": [TEXT, reference("Match")]}
    return {
        "Team": record(
            captain={"oneOf": [TEXT, reference("Member")]},
            colours={"type": "object", "properties": {"shirt": reference("Colour")}},
            matches={"type": "array", "items": either},
        ),
        "Badge": record(text=TEXT, colour=reference("Colour")),
        "Member": record(
            badge=reference("Badge"),
            level={"type": "string", "enum": ["new", "old"]},
            teams={"type": "array", "items": {"oneOf": [TEXT, reference("Team")]}},
        ),
        "Colour": record(value=TEXT),
        "Match": record(
            home=reference("Team"),
            away=reference("Team"),
            best={"oneOf": [TEXT, reference("Member")]},
        ),
        "Venue": record(name=TEXT),
    }


def document(found: Mapping[str, Any]) -> dict[str, Any]:
    def operation(id: str, name: str) -> dict[str, Any]:
        content = {"application/json": {"schema": reference(name)}}
        answers = {"200": {"description": "It.", "content": content}}
        return {"get": {"operationId": id, "tags": ["club"], "responses": answers}}

    return {
        "openapi": "3.1.0",
        "info": {"title": "Club", "version": "1"},
        "servers": [{"url": "https://club.example.com"}],
        "paths": {
            "/team": operation("getTeam", "Team"),
            "/venue": operation("getVenue", "Venue"),
        },
        "components": {"schemas": dict(found)},
    }


class Outputs:
    """Files of every target for a set of schemas."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, found: Mapping[str, Any]) -> dict[str, Mapping[str, bytes]]:
        path = self.folder / "club" / "openapi.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(document(found)))
        return {id: generate(id, str(path), {}) for id in TARGETS}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    return Outputs(tmp_path_factory.mktemp("edits"))


@pytest.fixture(scope="module")
def before(outputs: Outputs) -> dict[str, Mapping[str, bytes]]:
    return outputs(schemas())


def changed(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> set[str]:
    return {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}


def edited_lines(one: bytes, other: bytes) -> Iterator[str]:
    for line in difflib.ndiff(one.decode().splitlines(), other.decode().splitlines()):
        if line[0] in "+-":
            yield line[2:]


def pages(target: str, *names: str) -> set[str]:
    return {MODELS[target].format(name) for name in names}


def renamed(found: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    text = json.dumps(found).replace(f'/{old}"', f'/{new}"')
    return {new if name == old else name: schema for name, schema in json.loads(text).items()}


def test_a_schema_in_another_place_moves_nothing_but_lists(
    outputs: Outputs, before: dict[str, Mapping[str, bytes]]
) -> None:
    for name in schemas():
        found = schemas()
        found[name] = found.pop(name)
        after = outputs(found)
        for target in ("python", "typescript", "go"):
            assert changed(before[target], after[target]) == set(), target
        # Documentation keeps the document's order: lines move, none is another.
        for path in changed(before["docs"], after["docs"]):
            old, new = (one["docs"][path].splitlines() for one in (before, after))
            assert sorted(old) == sorted(new), path


def test_a_schema_removed_moves_what_names_it(
    outputs: Outputs, before: dict[str, Mapping[str, bytes]]
) -> None:
    found = schemas()
    del found["Badge"], found["Member"]["properties"]["badge"]
    after = outputs(found)
    # `Member` names it, and pages of operations and models show a sample of a member.
    names = {
        "python": ("badge", "match"),
        "typescript": ("badge", "member"),
        "go": ("badge", "member"),
    }
    for target, named in names.items():
        assert changed(before[target], after[target]) == INDEXES[target] | pages(target, *named)
    shown = changed(before["docs"], after["docs"]) - INDEXES["docs"]
    assert [path for path in shown if "enue" in path] == []
    shown = changed(before["site"], after["site"])
    assert [path for path in shown if "enue" in path] == []
    index = {path for path in before["site"] if path.startswith("search/w-")}
    assert index - shown


def test_a_schema_renamed_moves_what_names_it(
    outputs: Outputs, before: dict[str, Mapping[str, bytes]]
) -> None:
    after = outputs(renamed(schemas(), "Badge", "Zeal"))
    names = {
        "python": ("badge", "zeal", "match"),
        "typescript": ("badge", "zeal", "member"),
        "go": ("badge", "zeal", "member"),
        "docs": ("Badge", "Zeal", "Member", "Colour"),
    }
    for target, named in names.items():
        assert changed(before[target], after[target]) == INDEXES[target] | pages(target, *named)
        path = pages(target, named[2]).pop()
        for line in edited_lines(before[target][path], after[target][path]):
            assert "adge" in line or "eal" in line, (target, line)


def test_in_a_circle_a_definition_moves_alone(
    outputs: Outputs, before: dict[str, Mapping[str, bytes]]
) -> None:
    path = "src/club/types/match.py"
    after = outputs(renamed(schemas(), "Member", "Person"))["python"][path]
    old, new = (text.decode().split("\n\n\n") for text in (before["python"][path], after))
    kept = [text for text in old if "Member" not in text]
    assert len(kept) > 3
    assert [text for text in new if "Person" not in text] == kept


def test_a_member_more_moves_one_definition(
    outputs: Outputs, before: dict[str, Mapping[str, bytes]]
) -> None:
    found = deepcopy(schemas())
    found["Match"]["properties"]["badge"] = reference("Badge")
    after = outputs(found)
    assert changed(before["typescript"], after["typescript"]) == {
        "src/types/match.ts", "src/strict.ts"
    }  # fmt: skip
    assert changed(before["python"], after["python"]) == {"src/club/types/match.py"}
    path = "src/club/types/match.py"
    assert set(edited_lines(before["python"][path], after["python"][path])) == {
        "    badge: Badge | None = None",
        '    model_not_null: ClassVar[frozenset[str]] = frozenset({"home", "away", "best"})',
        '    model_not_null: ClassVar[frozenset[str]] = frozenset({"home", "away", "best", "badge"})',
    }
