"""The singular of an English plural, for the names of list items.

Our own few rules rather than a library: item names are public API of the generated SDKs, and a
library's next release must not rename them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_IRREGULAR: Final = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
    "indices": "index",
    "indexes": "index",
    "vertices": "vertex",
    "vertexes": "vertex",
    "matrices": "matrix",
    "appendices": "appendix",
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "analyses": "analysis",
    "diagnoses": "diagnosis",
    "hypotheses": "hypothesis",
    "crises": "crisis",
    "axes": "axis",
    "quizzes": "quiz",
    "leaves": "leaf",
    "lives": "life",
    "knives": "knife",
    "wives": "wife",
    "shelves": "shelf",
    "halves": "half",
    "wolves": "wolf",
    "selves": "self",
    "heroes": "hero",
    "echoes": "echo",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "vetoes": "veto",
    "caches": "cache",
    "niches": "niche",
    "headaches": "headache",
    "movies": "movie",
    "cookies": "cookie",
    "calories": "calorie",
    "zombies": "zombie",
    "ties": "tie",
    "pies": "pie",
    "lies": "lie",
    "addenda": "addendum",
}

_UNCHANGED: Final = frozenset(
    [
        "alias",
        "always",
        "analytics",
        "as",
        "aws",
        "bias",
        "canvas",
        "atlas",
        "class",
        "cors",
        "css",
        "data",
        "dns",
        "gas",
        "goods",
        "has",
        "https",
        "ios",
        "debris",
        "iris",
        "is",
        "tennis",
        "its",
        "kubernetes",
        "lens",
        "logistics",
        "media",
        "metadata",
        "metrics_data",
        "news",
        "os",
        "pos",
        "previous",
        "series",
        "sms",
        "species",
        "sls",
        "statistics",
        "this",
        "tls",
        "us",
        "was",
        "yes",
        "plus",
        "minus",
        "less",
    ]
)

_US_PLURALS: Final = (
    "statuses",
    "buses",
    "bonuses",
    "viruses",
    "campuses",
    "corpuses",
    "censuses",
    "focuses",
    "menuses",
    "aliases",
    "biases",
    "canvases",
    "atlases",
    "lenses",
    "gases",
)


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """`choices` → `choice`, `entries` → `entry`, `statuses` → `status`; a singular stays as it is."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _UNCHANGED or len(word) < 3 or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "sis", "xis")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word in _US_PLURALS or word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]
