"""Wire conformance: language-neutral vectors, and the server that plays and judges them.

A vector says what a call must put on the wire and what an answer must become. Each target
renders the vectors of a suite into tests of its language; such a test only makes the call and
reports the outcome as JSON. All comparing is done here, once, for every language.
"""

from apiscribe.conformance.server import VectorServer, vectors_in_thread
from apiscribe.conformance.values import GivenFile, with_specials
from apiscribe.conformance.vectors import (
    Answer,
    Arguments,
    Call,
    Chunk,
    Expected,
    ExpectedRequest,
    Suite,
    Vector,
    load_suite,
)

__all__ = [
    "Answer",
    "Arguments",
    "Call",
    "Chunk",
    "Expected",
    "ExpectedRequest",
    "GivenFile",
    "Suite",
    "Vector",
    "VectorServer",
    "load_suite",
    "vectors_in_thread",
    "with_specials",
]
