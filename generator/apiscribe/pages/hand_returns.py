"""Sentences that say what an operation returns: "Returns a [parcel](#parcel-object) object"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from apiscribe.naming import singular
from apiscribe.pages.parts.inline import plain, tidy
from apiscribe.pages.parts.links import ANCHOR, linked_name

_LEAD = (
    r"\b(?:returns?|responds with|the response is)\s+"
    r"(?P<lead>(?:(?:an?|the|all|new|newly|created|updated|modified|deleted|current|requested|full"
    r"|single|existing|matching|json|list of|array of|collection of)\s+)*)"
)
_LINKED = re.compile(
    _LEAD + r"\[(?P<text>[^\[\]]+)\]\((?P<target>[^()\s]+)\)(?P<tail>\s+objects?\b)?", re.I
)
_NAMED = re.compile(
    _LEAD + r"(?P<text>[\w-]+(?: [\w-]+){0,3}?)(?:\s+objects?)?"
    r"(?=[.,;]|\s+(?:on success|for|with|if|when|by|matching)\b|$)",
    re.I,
)

_ANSWERED = re.compile(
    r"^(?:(?:on|upon) success,?\s*)?(?:(?:this|the) (?:endpoint|method|call|operation|request)\s+|it\s+)?"
    r"(?:returns?|responds with|answers with|gives back|the (?:response|answer) is)\s+"
    r"(?:(?:an? )?(?:http )?(?:status )?(?P<status>[1-5]\d\d)\b[ A-Z]{0,20}(?:with|and)\s+)?(?P<what>\S.{0,160}?)\s*[:：]$",
    re.I | re.S,
)
"""A sentence that ends in a colon, above the members of what is returned."""
_OTHERWISE = re.compile(
    r"\b(?:if|when|unless|where|because|by|on|using|from|for|to|in|one of|either)$"
    r"|\b(?:match\w*|filter\w*|criteria|cases?|reasons?|conditions?|parameters?|options?|headers?|status(?:es)?"
    r"|codes?|examples?|types?|nothing|errors?|one of|either|[1-5]\d\d)\b",
    re.I,
)
"""What follows such a sentence is no list of members of the answer."""
_CONTINUED = re.compile(r"^(?:each|every|they|it|its|the object|these)\b.{0,60}[:：]$", re.I | re.S)


@dataclass(frozen=True, slots=True)
class Answered:
    """What the members below a sentence are of: `listed`, of the items of a list. "": no status."""

    status: str
    listed: bool


def answered(text: str) -> Answered | None:
    """`Returns a Cow:` and `Returns a list of cows. Each has:`, with the members below it."""
    sentences = re.split(r"(?<=[.!?。])\s+", plain(text).strip())
    if len(sentences) > 1 and _CONTINUED.match(sentences[-1]):
        sentences[-2:] = [f"{sentences[-2].rstrip('.')}, {sentences[-1]}"]
    found = _ANSWERED.match(sentences[-1])
    if found is None or _OTHERWISE.search(found["what"]):
        return None
    return Answered(found["status"] or "", _lists(found["what"]) or ", each " in found["what"])


@dataclass(frozen=True, slots=True)
class Returned:
    """The schema that a sentence names. `known`: the page itself describes it."""

    name: str
    listed: bool
    known: bool


def returned(text: str, models: frozenset[str]) -> Returned | None:
    """What a paragraph says is returned; `models` are the schemas that the page describes."""
    words = tidy(text)
    linked = _LINKED.search(words)
    if linked is not None:
        anchor = ANCHOR.search(linked["target"])
        if anchor is None and not linked["tail"]:
            return None
        name = linked_name(linked["text"], linked["target"])
        plural = anchor is not None and _same(singular(linked["text"]), anchor["name"])
        listed = plural and not _same(linked["text"], anchor["name"] if anchor else "")
        listed = listed or (linked["tail"] or "").endswith("s") or _lists(linked["lead"])
        known = _by_word(models).get(_word_of(name))
        return Returned(known or name, listed, known is not None)
    named = _NAMED.search(plain(text))
    if named is None or not named["lead"].strip():
        return None
    known_models = _by_word(models)
    if (model := known_models.get(_word_of(named["text"]))) is not None:
        return Returned(model, _lists(named["lead"]), True)
    model = known_models.get(_word_of(singular(named["text"])))
    return Returned(model, True, True) if model is not None else None


def _lists(lead: str) -> bool:
    return re.search(r"\b(?:list|array|collection) of\b|\ball\b", lead, re.I) is not None


@lru_cache(maxsize=16)
def _by_word(models: frozenset[str]) -> dict[str, str]:
    """The models by what their names are compared by."""
    return {_word_of(model): model for model in sorted(models, reverse=True)}


def _word_of(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _same(one: str, other: str) -> bool:
    return _word_of(one) == _word_of(other)
