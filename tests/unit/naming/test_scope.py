"""Scopes: unique, decided by the names, not by their order."""

from __future__ import annotations

import itertools
import random

from apiscribe.naming import Scope, pascal, snake, split_words

CLASHING = [
    "next",
    "Next",
    "NEXT",
    "next_page",
    "nextPage",
    "next-page",
    "_next",
    "@next",
    "id",
    "ID",
]


def spell(names: list[str], **options: object) -> dict[object, str]:
    scope = Scope(snake, **options)  # type: ignore[arg-type]
    for name in names:
        scope.add(name, name, split_words(name))
    return dict(scope.spellings())


def test_clashing_names_all_get_one() -> None:
    assert spell(CLASHING) == {
        "next": "next",
        "Next": "next_capital",
        "NEXT": "next_upper",
        "next_page": "next_page",
        "nextPage": "next_page_camel",
        "next-page": "next_page_dash",
        "_next": "next_underscore",
        "@next": "next_at",
        "id": "id",
        "ID": "id_upper",
    }


def test_order_does_not_matter() -> None:
    expected = spell(CLASHING)
    chance = random.Random(1)
    for _ in range(50):
        shuffled = CLASHING[:]
        chance.shuffle(shuffled)
        assert spell(shuffled) == expected


def test_a_name_never_renames_what_it_does_not_clash_with() -> None:
    pool = [*CLASHING, "other", "Other", "next_capital", "page", "x", "_x"]
    for *names, new in itertools.permutations(pool, 3):
        before, after = spell(names), spell([*names, new])
        wanted = snake(split_words(new))
        for name in names:
            if wanted not in (before[name], snake(split_words(name))):
                assert after[name] == before[name], (names, new)


def test_all_differ_whatever_they_are() -> None:
    chance = random.Random(2)
    pool = ["".join(chance.choices("aA_-. 1é+", k=chance.randint(0, 4))) for _ in range(3000)]
    names = list(dict.fromkeys(pool))
    spelled = spell(names)
    assert len(set(spelled.values())) == len(names)


def test_reserved_words_are_escaped_always() -> None:
    assert spell(["class"], reserved={"class"}) == {"class": "class_"}
    both = spell(["class", "class_"], reserved={"class"})
    assert len(set(both.values())) == 2
    assert "class" not in both.values()


def test_fold_keeps_apart_what_differs_only_in_case() -> None:
    scope = Scope(pascal, fold=True)
    scope.add(1, "nextpage", ("nextpage",))
    scope.add(2, "NextPage", ("next", "page"))
    first, second = scope.spellings().values()
    assert first.casefold() != second.casefold()


def test_pinned_names_win_and_their_clashes_are_told() -> None:
    scope = Scope(snake)
    scope.add("a", "a", ("name",))
    scope.add("b", "b", ("name",), pinned=True)
    scope.add("c", "c", ("name",), pinned=True)
    spelled = scope.spellings()
    assert spelled["b"] == "name"
    assert len(set(spelled.values())) == 3
    assert scope.clashes == [("b", "c")]


def test_rank_and_spare_words() -> None:
    scope = Scope(snake)
    scope.add(
        "inline", "Order.status", ("order", "status"), rank=1, spare=[("order", "status", "enum")]
    )
    scope.add("component", "zzz", ("order", "status"), rank=0)
    assert scope.spellings() == {"inline": "order_status_enum", "component": "order_status"}


def test_legal_makes_identifiers() -> None:
    scope = Scope(snake, legal=lambda text: "_" + text if text[0].isdigit() else text)
    scope.add(1, "404", ("404",))
    scope.add(2, "_404", ("404",))
    assert sorted(scope.spellings().values()) == ["_404", "_404_underscore"]
