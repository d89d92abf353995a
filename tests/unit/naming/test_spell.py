"""Spellings."""

from __future__ import annotations

from apiscribe.naming import COMMON_INITIALISMS, camel, kebab, pascal, screaming_snake, snake

WORDS = ("chat", "completion")


def test_casings() -> None:
    assert snake(WORDS) == "chat_completion"
    assert kebab(WORDS) == "chat-completion"
    assert screaming_snake(WORDS) == "CHAT_COMPLETION"
    assert camel(WORDS) == "chatCompletion"
    assert pascal(WORDS) == "ChatCompletion"


def test_initialisms() -> None:
    words = ("http", "request", "ids")
    assert pascal(words) == "HttpRequestIds"
    assert pascal(words, COMMON_INITIALISMS) == "HTTPRequestIDs"
    assert camel(words, COMMON_INITIALISMS) == "httpRequestIDs"


def test_numbers_stay_apart() -> None:
    assert pascal(("version", "1", "2")) == "Version1_2"
    assert pascal(("version", "12")) == "Version12"
    assert camel(("v1", "2", "x")) == "v1_2X"


def test_letters_without_case() -> None:
    assert pascal(("漢字", "été")) == "漢字Été"
    assert pascal(("ǆ",)) == "ǅ"
