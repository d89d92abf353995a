"""Words: how text is split. A change of any line here renames things in generated SDKs."""

from __future__ import annotations

import pytest
from apiscribe.naming import singular, split_words

SPLITS = {
    "": "empty",
    " ": "space",
    "*": "star",
    "<=": "less equal",
    "!=": "not equal",
    "+1": "plus 1",
    "-1": "minus 1",
    "GMT+0": "gmt plus 0",
    "GMT-0": "gmt 0",
    "404": "404",
    "ChatCompletion": "chat completion",
    "HTTPValidationError": "http validation error",
    "x-openai-api-key": "x openai api key",
    "getHTTPResponseCode": "get http response code",
    "camelCaseJSON": "camel case json",
    "userIDs": "user ids",
    "URLs": "urls",
    "sha256": "sha256",
    "base64url": "base64url",
    "H264Video": "h264 video",
    "3DModel": "3d model",
    "3d-print": "3d print",
    "OAuth2Token": "oauth2 token",
    "GitHubApp": "github app",
    "IPv4Address": "ipv4 address",
    "v5": "v5",
    "v1.2": "v1 2",
    "/v1/open": "v1 open",
    "created_at": "created at",
    "__init__": "init",
    "__": "underscore underscore",
    "$ref": "ref",
    "@type": "type",
    "it's": "its",
    "don't": "dont",
    "Pont d'Orée n°2": "pont d orée n 2",
    "ÉtéNoir": "été noir",
    "e\u0301te\u0301": "été",
    "漢字": "漢字",
    "μm": "μm",
    "m": "m",
    "😀": "grinning face",
    "a😀b": "a b",
    "\u200b": "u200b",
    "a\u202eb": "a b",
    "POST-V5-/v5/chat/completions": "post v5 v5 chat completions",
}


@pytest.mark.parametrize(("text", "words"), SPLITS.items())
def test_split_words(text: str, words: str) -> None:
    assert split_words(text) == tuple(words.split())


def test_words_are_never_empty() -> None:
    for code in range(0x2FFF):
        words = split_words(chr(code))
        assert words, hex(code)
        assert all(words), hex(code)


def test_words_are_letters_marks_and_digits() -> None:
    for text in (*SPLITS, "a.b,c;d", "{x}", "%s", 'say "hi"', "back\\slash", "x\ty\nz"):
        for word in split_words(text):
            assert word.replace("\u0301", "").isalnum(), text
            assert word == word.lower(), text


SINGULARS = {
    "choices": "choice",
    "entries": "entry",
    "boxes": "box",
    "batches": "batch",
    "branches": "branch",
    "caches": "cache",
    "statuses": "status",
    "status": "status",
    "addresses": "address",
    "processes": "process",
    "responses": "response",
    "databases": "database",
    "aliases": "alias",
    "analyses": "analysis",
    "people": "person",
    "children": "child",
    "indices": "index",
    "apis": "api",
    "emojis": "emoji",
    "basis": "basis",
    "axis": "axis",
    "movies": "movie",
    "ids": "id",
    "data": "data",
    "series": "series",
    "news": "news",
    "is": "is",
    "as": "as",
    "uses": "use",
    "leaves": "leaf",
    "archives": "archive",
}


@pytest.mark.parametrize(("many", "one"), SINGULARS.items())
def test_singular(many: str, one: str) -> None:
    assert singular(many) == one
