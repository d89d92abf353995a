"""Wordings of limits in descriptions: what bounds a value, and what only mentions a number."""

from __future__ import annotations

import pytest
from apiscribe.pages.facts import Presence
from apiscribe.pages.parts.bounds import read_bounds
from apiscribe.pages.parts.inline import CODE
from apiscribe.pages.parts.limits import presence_said, read_limits


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("string", "Max. 200 characters.", {"maxLength": 200}),
        ("string", "Exactly 13 characters.", {"minLength": 13, "maxLength": 13}),
        ("string", "Must be 13 characters long.", {"minLength": 13, "maxLength": 13}),
        ("string", "Between 3 and 20 characters.", {"minLength": 3, "maxLength": 20}),
        ("string", "Codes of 3 to 5 letters.", {"minLength": 3, "maxLength": 5}),
        ("string", "No longer than 64 characters.", {"maxLength": 64}),
        ("string", "64 characters max.", {"maxLength": 64}),
        ("string", "64 characters or fewer.", {"maxLength": 64}),
        ("string", "Must be less than 100 characters.", {"maxLength": 99}),
        ("string", "Limited to 64 characters", {"maxLength": 64}),
        ("string", "Length: 2-20.", {"minLength": 2, "maxLength": 20}),
        ("string", "最多64个字符", {"maxLength": 64}),
        ("string", "Maximal 64 Zeichen.", {"maxLength": 64}),
        ("string", "Máximo de 64 caracteres", {"maxLength": 64}),
        ("string", "Must not be empty.", {"minLength": 1}),
        ("string", "Must match `^[a-z]+$`.", {"pattern": "^[a-z]+$"}),
        ("string", "Pattern: `[a-z]{3}`.", {"pattern": "[a-z]{3}"}),
        ("string", "RFC 3339 datetime string of when it was made.", {"format": "date-time"}),
        ("string", "A timestamp in RFC 3339 format.", {"format": "date-time"}),
        ("string", "A maximum of 64 characters is allowed.", {"maxLength": 64}),
        ("integer", "Minutes, between 0 and 43,200 (30 days).", {"minimum": 0, "maximum": 43200}),
        ("integer", "No more than 100.", {"maximum": 100}),
        ("integer", "Must not exceed 100.", {"maximum": 100}),
        ("integer", "Cannot be greater than 100.", {"maximum": 100}),
        ("integer", "Must be greater than or equal to 5.", {"minimum": 5}),
        ("integer", "Must be greater than 0.", {"exclusiveMinimum": 0}),
        ("integer", "Less than 10.", {"exclusiveMaximum": 10}),
        ("integer", "Must be 5 or more.", {"minimum": 5}),
        ("integer", "Time in seconds, up to 3,600.", {"maximum": 3600}),
        ("integer", "A positive integer.", {"exclusiveMinimum": 0}),
        ("number", "Must be non-negative.", {"minimum": 0}),
        ("integer", "Must be a multiple of 5.", {"multipleOf": 5}),
        ("integer", "(1–100, default 20)", {"minimum": 1, "maximum": 100}),
        ("number", "[0,1]", {"minimum": 0, "maximum": 1}),
        ("array", "Between 1 and 5 items.", {"minItems": 1, "maxItems": 5}),
        ("array", "At most 5 tags.", {"maxItems": 5}),
        ("array", "Must contain at least one item.", {"minItems": 1}),
        ("array", "Non-empty list of names.", {"minItems": 1}),
    ],
)
def test_what_prose_bounds(kind: str, text: str, expected: dict[str, object]) -> None:
    assert read_bounds(text, kind, "tags") == expected


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("integer", "No more than 500 calls a day."),
        ("integer", "At most 10 requests per second."),
        ("integer", "At most 5 tags can be set."),
        ("integer", "If more than 5 items match, nothing is returned."),
        ("integer", "When count is greater than 10, the rest is dropped."),
        ("integer", "If at least 3 are given, the first wins."),
        ("integer", "Can be more than 100."),
        ("integer", "Size, up to 10MB."),
        ("integer", "Size, up to 10 MB."),
        ("integer", "Up to 10% off."),
        ("integer", "Recommended: at most 50."),
        ("integer", "Usually between 1 and 5."),
        ("number", "A ratio, between 1:1 and 1:2."),
        ("string", "Usually 13 characters long."),
        ("string", "Names of 3 characters or fewer are not indexed."),
        ("string", "Up to 50 characters are shown; the rest is cut."),
        ("string", "Minimum 5 characters recommended."),
        ("string", "Between 1 and 5 characters shorter than `am`."),
        ("integer", "Max 100 (500 for admins)."),
        ("integer", "Maximum of 10 is recommended."),
        ("integer", "Timeout in ms, at most 30 seconds."),
        ("integer", "Positive; zero means unlimited."),
        ("number", "Between 0 and 1 (exclusive)."),
        ("number", "From 0 to 1, exclusive."),
        ("string", "An ISO 8601 date."),
        ("string", "A date in RFC 3339 format."),
        ("string", "Names at most 5 tags."),
        ("string", "Must match `name`."),
        ("string", "Matches `^a` or `^b`."),
        ("string", "Pattern: `*(`."),
        ("string", "Cannot be empty if `id` is missing."),
        ("array", "At most 5 characters."),
        ("boolean", "Up to 5."),
    ],
)
def test_what_mentions_a_number_and_bounds_nothing(kind: str, text: str) -> None:
    assert read_bounds(text, kind, "tags") == {}


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        ("string", "`a`, `b`, or `c`.", ["a", "b", "c"]),
        ("integer", "One of 1, 2 or 3.", ["1", "2", "3"]),
        ("integer", "Must be 1 or 2.", ["1", "2"]),
        ("string", "One of red, green, or blue.", ["red", "green", "blue"]),
        ("string", "One of your own, or of others.", []),
        ("integer", "Can be 5 or more.", []),
        ("string", "A comma-separated list. Possible values: `a`, `b`.", []),
        ("string", "Exactly one of `a` or `b` must be provided.", []),
        ("string", "Either `a` or `b` is required.", []),
        ("string", "You may pass either `a` or `b`, but not both.", []),
        ("string", "Possible values are `a`, `b`, or an empty string.", []),
        ("string", "Can be `a`, `b`, or both (`a,b`).", []),
        ("string", "One of `a`, `b`, or `null`.", ["a", "b", "null"]),
        ("string", "One of `a` or `b`, or null when it is gone.", ["a", "b"]),
        ("string", "For a failed one, one of `a` or `b`.", []),
        ("string", "If it failed, this says why. Can be `a` or `b`.", ["a", "b"]),
        ("string", "Not one of `a`, `b`.", []),
        ("string", "Must not be `a` or `b`.", []),
        ("string", "Deprecated values: `a`, `b`.", []),
        ("integer", "One of 3 to 5.", []),
        ("integer", "Must be 1 or 2 characters.", []),
    ],
)
def test_lists_of_all_values_that_a_member_may_have(
    kind: str, text: str, values: list[str]
) -> None:
    assert [value for value, _ in read_limits(text, kind).values] == values


@pytest.mark.parametrize(
    ("kind", "text", "default"),
    [
        ("boolean", "Whether to wait, false by default.", "false"),
        ("integer", "Page size, 20 by default.", "20"),
        ("string", "`asc` by default.", "asc"),
        ("string", "The default `.app.test` domain of this app.", None),
        ("string", "Default pricing.", None),
        ("string", "Read from standard input.", None),
        ("string", "Takes `default_payment_method` first.", None),
        ("string", "Defaults to `a` for small ones and defaults to `b` for large ones.", None),
        ("boolean", "Default: `true` when `x` is set and `false` otherwise.", None),
        ("string", "How exact it is. `auto` defaults to `high`.", None),
        ("string", "If omitted, it defaults to `a`.", "a"),
        ("string", "Defaults to `x` or `y` depending on the plan.", None),
        ("boolean", "Defaults to `false`, unless the account has `true`.", None),
        ("string", "Defaults to `48h` and cannot exceed 48 hours.", "48h"),
        ("boolean", "Enabled by default.", None),
        ("string", "Sorted ascending by default.", None),
        ("integer", "Not sent by default.", None),
    ],
)
def test_defaults_that_count_when_nothing_is_sent(
    kind: str, text: str, default: str | None
) -> None:
    told = read_limits(text, kind, "sort").default
    assert (told[0] if told else None) == default


@pytest.mark.parametrize(
    ("text", "nullable"),
    [
        ("May be `null`.", True),
        ("`null` if it was never paid.", True),
        ("The name, or `null`.", True),
        ("Is null until paid.", True),
        ("Must not be null.", False),
        ("Cannot be `null` when a name is given.", False),
        ("Removed by setting it to null.", False),
    ],
)
def test_null_in_prose(text: str, nullable: bool) -> None:
    assert read_limits(text, "string").nullable is nullable


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Last day. Required.", (Presence.REQUIRED, "Last day.")),
        ("Name (optional)", (Presence.OPTIONAL, "Name")),
        ("(required) Name", (Presence.REQUIRED, "Name")),
        ("Required. The name.", (Presence.REQUIRED, "The name.")),
        ("Required The name.", (Presence.REQUIRED, "The name.")),
        ("**Required** name.", (Presence.REQUIRED, "name.")),
        ("Required: no.", (Presence.OPTIONAL, "")),
        ("Required: yes", (Presence.REQUIRED, "")),
        ("Required: the name", (Presence.REQUIRED, "the name")),
        ("Required permission: admin.", None),
        ("Required in sandbox mode.", (Presence.OPTIONAL, "Required in sandbox mode.")),
        (
            "Required in v1, optional since v2.",
            (Presence.OPTIONAL, "Required in v1, optional since v2."),
        ),
        ("Optional if `b` is given.", (Presence.OPTIONAL, "Optional if `b` is given.")),
        (
            "Optional, but required when `x` is set.",
            (Presence.OPTIONAL, "Optional, but required when `x` is set."),
        ),
        ("Optional. Required when `x` is set.", (Presence.OPTIONAL, "Required when `x` is set.")),
        ("Nothing is required.", None),
        ("What is optional.", None),
    ],
)
def test_presence_at_either_end_of_a_text(text: str, told: tuple[Presence, str] | None) -> None:
    assert presence_said(text) == told


def test_deprecated_values_do_not_deprecate_their_member() -> None:
    assert not read_limits("Deprecated values: `a`, `b`.", "string").deprecated
    assert read_limits("Deprecated: use `b`.", "string").deprecated


def test_numbers_without_end_are_no_limits() -> None:
    """Python reads integers of 4,300 digits at most, and a limit is none of that size."""
    assert read_bounds(f"Max. {'9' * 5_000} characters", "string") == {}
    assert read_bounds(f"Between 1 and {'9' * 5_000}", "integer") == {}
    assert read_bounds(f"[0, {'9' * 5_000}]", "integer") == {}


def test_backticks_without_end_take_no_time_to_speak_of() -> None:
    assert CODE.search("`" * 100_000) is None
    assert CODE.sub("x", "a `b` ``c ` d`` `e") == "a x x `e"
