"""Bulleted meanings and the members they belong to; shapes read off examples."""

from __future__ import annotations

import pytest
from apiscribe.pages.facts import Kind, ListOf, Object, Scalar, Shape, Union, Values
from apiscribe.pages.json_shape_blocks import Bullet, Json, read_blocks
from apiscribe.pages.json_shape_bullets import Meaning, outline, place_meanings, read_meaning
from apiscribe.pages.json_shape_infer import Inference, stated_members
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.json_shape_shapes import ShapeBuilder
from apiscribe.pages.page import PageSource

SKELETON = "{ id: string, box: { id: string, lid: { id: string, hue: string } }, end: string }"


def meanings(text: str) -> list[Meaning]:
    blocks = read_blocks(PageSource("page.txt", text))
    found = [read_meaning(block) for block in blocks if isinstance(block, Bullet)]
    return [meaning for meaning in found if meaning is not None]


def node(text: str) -> Node:
    (block,) = [b for b in read_blocks(PageSource("p", text)) if isinstance(b, Json)]
    return block.node


@pytest.mark.parametrize(
    ("text", "name", "notes", "said"),
    [
        ("• id- What it is", ("id",), (), "What it is"),
        ("•id- What it is", ("id",), (), "What it is"),
        ("- id - What it is", ("id",), (), "What it is"),
        ("* `id`: What it is", ("id",), (), "What it is"),
        ("+ **id** – What it is", ("id",), (), "What it is"),
        ("◦ id — What it is", ("id",), (), "What it is"),
        ("- `id` (string, required): What it is", ("id",), ("string", "required"), "What it is"),
        ("- **id** (optional) - It", ("id",), ("optional",), "It"),
        ("- box.lid.hue: Red", ("box", "lid", "hue"), (), "Red"),
        ("- boxes[].lid: Red", ("boxes", "lid"), (), "Red"),
        ("- boxes[0].lid: Red", ("boxes", "lid"), (), "Red"),
        ("- content-type: Red", ("content-type",), (), "Red"),
        ("- x- a - b: c", ("x",), (), "a - b: c"),
        ("- id:", ("id",), (), ""),
    ],
)
def test_forms_of_a_meaning(
    text: str, name: tuple[str, ...], notes: tuple[str, ...], said: str
) -> None:
    (meaning,) = meanings(text)
    assert (meaning.name, meaning.notes, meaning.text) == (name, notes, said)


@pytest.mark.parametrize("text", ["• It is red.", "- see the guide: there", "* 3 of them"])
def test_sentences_are_no_meanings(text: str) -> None:
    assert meanings(text) == []


def place(text: str, skeleton: str = SKELETON) -> tuple[dict[str, str], dict[int, str]]:
    placed, lost = place_meanings(meanings(text), outline(node(skeleton)))
    return {".".join(p.path): p.meaning.text for p in placed}, dict(lost)


def test_indentation_leads_to_the_nested_member() -> None:
    found, lost = place("• id- outer\n• box- b\n  • id- inner\n  • lid- l\n    • id- innermost")
    assert found == {
        "id": "outer",
        "box": "b",
        "box.id": "inner",
        "box.lid": "l",
        "box.lid.id": "innermost",
    }
    assert lost == {}


def test_a_doubled_bullet_is_one_level_deeper() -> None:
    found, _ = place("• box- b\n\n• • id- inner\n\n  • lid- l\n\n• end- e")
    assert found == {"box": "b", "box.id": "inner", "box.lid": "l", "end": "e"}


def test_flat_lists_follow_the_skeleton() -> None:
    """Without nesting a name of one member is found; of several, the next in the skeleton."""
    found, lost = place("• id- one\n• box- b\n• hue- h\n• end- e")
    assert found == {"id": "one", "box": "b", "box.lid.hue": "h", "end": "e"}
    found, _ = place(
        "• box- b\n• lid- l\n• id- which", SKELETON.replace("{ id: string, box", "{ box")
    )
    assert found["box.lid.id"] == "which"
    assert lost == {}


def test_dotted_names_lead_from_the_root() -> None:
    found, _ = place("• box.lid.hue- h\n• box- b\n  • box.lid- l")
    assert found == {"box.lid.hue": "h", "box": "b", "box.lid": "l"}


def test_strangers_repetitions_and_their_children_are_lost() -> None:
    found, lost = place(
        "• id- one\n• id- two\n• ghost- g\n  • id- below a ghost\n• end- e\n  • hue- x"
    )
    assert found == {"id": "one", "end": "e"}
    assert sorted(lost) == [2, 3, 4, 6]
    assert "second meaning" in lost[2]
    assert "no member of the shape is called ghost" in lost[3]
    assert "about no member" in lost[4]


def infer(examples: list[str], skeleton: str = "{ }") -> Shape:
    page = PageSource("p", "\n" * 9)
    stated = ShapeBuilder(page, {}, frozenset()).build(node(skeleton))
    return Inference(page, stated_members(stated)).shape([node(text) for text in examples])


def member(shape: Shape, *path: str) -> Shape:
    for name in path:
        form = shape.form
        while isinstance(form, ListOf):
            form = form.item.form
        assert isinstance(form, Object)
        shape = next(field.shape for field in form.fields if field.name == name)
    return shape


@pytest.mark.parametrize(
    ("examples", "kind"),
    [
        (['{ "x": "a" }'], Kind.STRING),
        (['{ "x": true }'], Kind.BOOLEAN),
        (['{ "x": 1.5 }'], Kind.NUMBER),
        (['{ "x": 1 }'], Kind.NUMBER),
        (['{ "x": 1 }', '{ "x": 1.5 }'], Kind.NUMBER),
    ],
)
def test_scalars_of_examples(examples: list[str], kind: Kind) -> None:
    found = member(infer(examples), "x")
    assert found.form == Scalar(kind)
    assert found.source.certainty == "inferred"
    assert found.source.reason


@pytest.mark.parametrize(
    "name", ["created", "index", "total_tokens", "user_id", "expires_at", "n_count"]
)
def test_names_of_whole_numbers(name: str) -> None:
    assert member(infer([f'{{ "{name}": 3 }}']), name).form == Scalar(Kind.INTEGER)


def test_stated_types_are_lent_by_path_then_by_name() -> None:
    skeleton = "{ size: integer, inner: { size: string, hue: string } }"
    found = infer(['{ "size": 1, "inner": { "size": "a" }, "other": { "hue": "b" } }'], skeleton)
    assert member(found, "size").form == Scalar(Kind.INTEGER)
    assert member(found, "inner", "size").form == Scalar(Kind.STRING)
    assert "stated shape gives" in member(found, "other", "hue").source.reason


def test_a_name_with_two_stated_types_lends_none() -> None:
    skeleton = "{ a: { size: integer }, b: { size: string } }"
    found = member(infer(['{ "c": { "size": 1 } }'], skeleton), "c", "size")
    assert "stated shape" not in found.source.reason


def test_null_makes_nullable_and_stated_types_fill_it() -> None:
    found = member(infer(['{ "x": null }'], "{ x: string }"), "x")
    assert isinstance(found.form, Union)
    assert [v.form for v in found.form.variants] == [Scalar(Kind.STRING), Scalar(Kind.NULL)]
    found = member(infer(['{ "x": null }', '{ "x": "a" }']), "x")
    assert isinstance(found.form, Union)
    assert "shows null" in found.source.reason


def test_constants_are_lent_as_constants() -> None:
    found = member(infer(['{ "kind": "b" }', '{ "kind": "b" }'], '{ kind: "a" }'), "kind")
    assert isinstance(found.form, Values)
    assert [value.value for value in found.form.values] == ["b"]
    found = member(infer(['{ "kind": "b" }', '{ "kind": "c" }'], '{ kind: "a" }'), "kind")
    assert found.form == Scalar(Kind.STRING)
    found = member(infer(['{ "kind": "b" }'], '{ kind: "a" | "b" | null }'), "kind")
    assert isinstance(found.form, Union), "the stated enum, null and all"


def test_an_example_that_denies_a_stated_type_is_a_conflict() -> None:
    page = PageSource("p", "\n" * 9)
    stated = ShapeBuilder(page, {}, frozenset()).build(node("{ x: integer }"))
    inference = Inference(page, stated_members(stated))
    shape = inference.shape([node('{ "x": "a" }')])
    assert member(shape, "x").form == Scalar(Kind.STRING)
    (conflict,) = inference.conflicts
    assert len(conflict.spans) == 2
