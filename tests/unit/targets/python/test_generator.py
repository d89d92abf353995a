"""Definitions cut from the generator's text, and the order a module has them in."""

from __future__ import annotations

from apiscribe.config import Settings
from apiscribe.targets.python.generator import Piece, _cut, in_order
from apiscribe.targets.python.names import python_names
from shop import shop

FORWARD = """
class Cat(Model):
    friend: Pet | None = None
Pet: TypeAlias = Annotated[Union[Cat, "PetBase"], choose(Rule(0, FieldIn("kind", "Cat")))]
Pets: TypeAlias = list[Pet] | Literal["PetBase"]
class PetBase(Model):
    friend: "Optional[Pet]"
"""


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in the order of a module."""

    return in_order(_cut(text, python_names(shop(), Settings(api="shop"))).pieces)


def test_an_alias_stands_after_what_it_is_made_of_and_names_it_plainly() -> None:
    found = {piece.name: piece.text for piece in pieces(FORWARD)}
    assert list(found) == ["Cat", "PetBase", "Pet", "Pets"]
    assert "Union[Cat, PetBase]" in found["Pet"]
    assert 'FieldIn("kind", "Cat")' in found["Pet"]
    assert 'Literal["PetBase"]' in found["Pets"]


def test_what_contains_itself_stays_quoted() -> None:
    text = 'Value: TypeAlias = Union[str, "list[Value]"]\n'
    assert [piece.text for piece in pieces(text)] == [text.strip()]
    circle = 'One: TypeAlias = Union[str, "Two"]\nTwo: TypeAlias = list[One]\n'
    assert "\n".join(piece.text for piece in pieces(circle)) == circle.strip()
