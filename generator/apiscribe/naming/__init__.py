"""Names: text → words → spellings. Words are decided once; every target spells them its own way."""

from apiscribe.naming.scope import Scope, Wanted, wire_marks
from apiscribe.naming.singular import singular
from apiscribe.naming.spell import (
    COMMON_INITIALISMS,
    camel,
    kebab,
    pascal,
    screaming_snake,
    snake,
)
from apiscribe.naming.words import Words, bounded, split_words

__all__ = [
    "COMMON_INITIALISMS",
    "Scope",
    "Wanted",
    "Words",
    "bounded",
    "camel",
    "kebab",
    "pascal",
    "screaming_snake",
    "singular",
    "snake",
    "split_words",
    "wire_marks",
]
