"""The search index: words → pages, in small scripts that the browser loads as they are needed.

Scripts, because pages opened from disk may load nothing else. A file holds all words with one
beginning (`shards/ab.js`); beginnings with many words are split further. `shards/index.js` lists
the beginnings, `shards/pages-0.js`… hold titles and addresses by the numbers of pages.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

FOLDER: Final = "search"
_WORD: Final = re.compile(r"\w+")
_PARTS: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_LARGEST: Final = 24_000
"""Characters of a shard before it is split, if it can be."""
_DEEPEST: Final = 6
_PAGES: Final = 200
"""Pages in one file of titles, about."""
_SPREAD: Final = 64
"""Numbers there are for each page: the more, the fewer pages have to dodge another's."""
_LONGEST: Final = 32
_STOP: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "must",
        "no",
        "not",
        "of",
        "on",
        "or",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "this",
        "to",
        "was",
        "when",
        "which",
        "will",
        "with",
        "you",
        "your",
    ]
)

TITLE, NAME, VALUE, TEXT = 40, 12, 8, 1
"""How much a word counts that stands in a title, a member's name, a value, or in prose."""


@dataclass(slots=True)
class PageWords:
    """What search knows of one page. `note` is a line about it, as text.

    `words`: word → (weight, anchor) of its best place on the page.
    """

    title: str
    path: str
    kind: str
    note: str
    words: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, text: str, weight: int, anchor: str = "") -> None:
        """The words of `text`; a place that counts more replaces one that counts less."""
        for word in words_of(text):
            known = self.words.get(word)
            if known is None or known[0] < weight:
                self.words[word] = (weight, anchor)


def page_words(title: Markup, path: str, kind: str, note: str) -> PageWords:
    """Begin a page with the words of its title and note."""
    page = PageWords(title.striptags(), path, kind, note)
    page.add(page.title, TITLE)
    page.add(note, NAME)
    return page


def search_files(pages: Sequence[PageWords]) -> Iterator[tuple[str, str]]:
    """Path and content of every file of the index."""
    numbered = _numbered(pages)
    shards = dict(_split(_postings(numbered), 1))
    files = _power(len(pages) / _PAGES)
    yield f"{FOLDER}/index.js", _script("index", [sorted(shards), files])
    for file in range(files):
        rows = {
            number: [one.title, one.path, one.kind, one.note]
            for number, one in numbered.items()
            if number % files == file
        }
        yield f"{FOLDER}/pages-{file}.js", _script(f"pages-{file}", rows)
    for prefix, words in sorted(shards.items()):
        yield f"{FOLDER}/{file_name(prefix)}", _script(prefix, words)


def _numbered(pages: Sequence[PageWords]) -> dict[int, PageWords]:
    """The pages by numbers that come of their paths, so that one page more moves no other."""
    room = _power(len(pages) * _SPREAD)
    found: dict[int, PageWords] = {}
    for page in pages:
        number = int(hashlib.sha256(page.path.encode()).hexdigest()[:8], 16) % room
        while number in found:
            number = (number + 1) % room
        found[number] = page
    return found


def _power(least: float) -> int:
    """The least power of two that is not smaller."""
    return 1 << max(0, math.ceil(math.log2(least))) if least > 1 else 1


def _postings(pages: Mapping[int, PageWords]) -> dict[str, list[object]]:
    """Word → page, weight and, where there is one, anchor; flat, by page."""
    found: dict[str, list[object]] = {}
    for number, page in pages.items():
        for word, (weight, anchor) in page.words.items():
            found.setdefault(word, []).append([number, weight, *([anchor] if anchor else ())])
    return dict(sorted(found.items()))


def words_of(text: str) -> Iterable[str]:
    """Lower-case words of prose, and of names both whole and in parts; common words left out."""
    found: dict[str, None] = {}
    for run in _WORD.findall(text):
        if len(run) > _LONGEST:
            continue
        whole = run.lower().strip("_")
        if not whole:
            continue
        found[whole] = None
        if "_" in whole or not (run.islower() or run.istitle()):
            found.update(dict.fromkeys(part.lower() for part in _PARTS.findall(run)))
    return [word for word in found if word not in _STOP]


def _split(
    words: dict[str, list[object]], length: int
) -> Iterator[tuple[str, dict[str, list[object]]]]:
    """Beginnings of `length` letters and more, with their words."""
    groups: dict[str, dict[str, list[object]]] = {}
    for word, places in words.items():
        groups.setdefault(word[:length], {})[word] = places
    for prefix, group in groups.items():
        whole = len(prefix) < length or length == _DEEPEST
        if whole or len(_dumped(group)) <= _LARGEST:
            yield prefix, group
        else:
            yield from _split(group, length + 1)


def file_name(prefix: str) -> str:
    """`w-` and the code points: safe on every file system, without regard to case."""
    return f"w-{'-'.join(f'{ord(letter):x}' for letter in prefix)}.js"


def _dumped(value: object) -> str:
    # Browsers take U+2028 in scripts for what it is only since ES2019; `<` could close a tag.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def _script(name: str, value: object) -> str:
    return f"apiscribeSearch({_dumped(name)},{_dumped(value)});\n"
