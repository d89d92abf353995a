"""Unique spellings inside one scope, decided by the names themselves and never by their order.

Two names that spell alike cannot both keep the spelling, so a name that joins may displace one
it clashes with; it never touches any other. Who keeps the spelling, and what the others become,
depends only on the names in the clash: reordering the document changes nothing.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, field

from apiscribe.naming.spell import camel, kebab, pascal, screaming_snake, snake
from apiscribe.naming.words import Words, bounded, split_words

_NATURAL: tuple[Callable[[Words], str], ...] = (snake, camel, pascal, kebab, screaming_snake)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that wants its words.

    `rank`: the lower wins a clash (components before inline types). `spare`: words to fall back
    on, best first, before a suffix is made from the wire form.
    """

    key: Hashable
    wire: str
    words: Words
    pinned: bool = False
    rank: int = 0
    spare: tuple[Words, ...] = ()


def _same(text: str) -> str:
    return text


def _append_underscore(text: str) -> str:
    return text + "_"


@dataclass(slots=True)
class Scope:
    """Collects names, then gives each its own spelling.

    `spell` turns words into text; `legal` makes that text an identifier (leading digits…);
    `escape` changes a text found in `reserved`; with `fold` texts that differ only in case clash.
    `usual` is how wire names are mostly written here (else as `spell` does): such a name wins.
    """

    spell: Callable[[Words], str]
    reserved: Collection[str] = ()
    legal: Callable[[str], str] = _same
    escape: Callable[[str], str] = _append_underscore
    fold: bool = False
    usual: Callable[[Words], str] | None = None
    clashes: list[tuple[Hashable, Hashable]] = field(default_factory=list)
    _wanted: list[Wanted] = field(default_factory=list)
    _texts: dict[Words, str] = field(default_factory=dict)

    def add(
        self,
        key: Hashable,
        wire: str,
        words: Words,
        pinned: bool = False,
        rank: int = 0,
        spare: Iterable[Words] = (),
    ) -> None:
        """Ask for a name; `key` is how the answer is found again."""
        ours = tuple(bounded(one) for one in spare)
        self._wanted.append(Wanted(key, wire, bounded(words), pinned, rank, ours))

    def spellings(self) -> dict[Hashable, str]:
        """Key → spelling, in the order the names were added."""
        return {key: self._text(words) for key, words in self.words().items()}

    def words(self) -> dict[Hashable, Words]:
        """Key → words whose spellings all differ, in the order the names were added.

        Pinned names that want the same are listed in `clashes`; the later one (by wire form) is
        given a suffix all the same.
        """
        groups: dict[str, list[Wanted]] = {}
        for wanted in self._wanted:
            groups.setdefault(self._form(wanted.words), []).append(wanted)
        settled = {group[0].key: group[0].words for group in groups.values() if len(group) == 1}
        taken = set(groups)
        losers: list[Wanted] = []
        for group in groups.values():
            if len(group) > 1:
                group.sort(key=self._claim)
                settled[group[0].key] = group[0].words
                losers.extend(group[1:])
                self._note_pinned(group)
        losers.sort(key=lambda wanted: (wanted.rank, wanted.wire, str(wanted.key)))
        for wanted in losers:
            candidates = map(bounded, self._candidates(wanted))
            words = next(w for w in candidates if self._form(w) not in taken)
            taken.add(self._form(words))
            settled[wanted.key] = words
        return {wanted.key: settled[wanted.key] for wanted in self._wanted}

    def _note_pinned(self, group: list[Wanted]) -> None:
        pinned = [wanted for wanted in group if wanted.pinned]
        self.clashes.extend((pinned[0].key, other.key) for other in pinned[1:])

    def _text(self, words: Words) -> str:
        found = self._texts.get(words)
        if found is None:
            text = self.legal(self.spell(words))
            found = self._texts[words] = self.escape(text) if text in self.reserved else text
        return found

    def _form(self, words: Words) -> str:
        """What must differ between two names of the scope."""
        return self._text(words).casefold() if self.fold else self._text(words)

    def _claim(self, wanted: Wanted) -> tuple[bool, int, int, str, str]:
        """Sort key inside a clash: the smallest keeps the spelling."""
        casings = (self.usual or self.spell, *_NATURAL)
        forms = [casing(wanted.words) for casing in casings]
        closeness = forms.index(wanted.wire) if wanted.wire in forms else len(forms)
        return (not wanted.pinned, wanted.rank, closeness, wanted.wire, str(wanted.key))

    @staticmethod
    def _candidates(wanted: Wanted) -> Iterable[Words]:
        yield from wanted.spare
        marked = wanted.words + wire_marks(wanted.wire)
        yield marked
        digest = hashlib.sha256(f"{wanted.wire}\0{wanted.key}".encode()).hexdigest()
        for length in (4, 8, 16, 64):
            yield (*marked, "x" + digest[:length])


def wire_marks(wire: str) -> Words:
    """How a wire name is written, in words: what tells `next-page` from `nextPage`."""
    if wire and not wire[0].isalnum():
        return (split_words(wire[0])[0],)
    for character in wire:
        if unicodedata.category(character)[0] == "M":
            return ("combined",)
        if not character.isalnum():
            return (split_words(character)[0],)
    if wire.isupper():
        return ("upper",)
    if wire[:1].isupper():
        return ("capital",)
    if any(character.isupper() for character in wire):
        return ("camel",)
    return ("lower",)
