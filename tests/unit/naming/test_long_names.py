"""Names as long as a document may make them."""

from __future__ import annotations

import pytest
from apiscribe.naming import Scope, kebab, pascal, split_words
from apiscribe.naming.words import LONGEST_NAME


@pytest.mark.parametrize(
    "text", ["word " * 2000, "Aa" * 4000, "x" * 9000, "\u540d" * 900, "!" * 5000]
)
def test_a_long_name_is_cut_and_ends_in_a_digest(text: str) -> None:
    words = split_words(text)
    assert len(kebab(words).encode()) <= LONGEST_NAME
    assert words[-1] != split_words(text + "b")[-1]
    assert split_words(text) == words


def test_the_longest_names_of_published_documents_stay_whole() -> None:
    name = " ".join(["payment", "method"] * 11)
    assert split_words(name) == tuple(name.split())


def test_what_a_scope_settles_is_short_enough_and_different() -> None:
    scope = Scope(pascal)
    for number in range(3):
        scope.add(number, str(number), ("owner",) * 60 + ("member", str(number)))
    found = scope.spellings()
    assert len({*found.values()}) == 3
    assert all(len(text) <= LONGEST_NAME for text in found.values())
