"""Reading YAML and JSON, positions, and writing YAML."""

from __future__ import annotations

import codecs
import random
from typing import Any

import pytest
import yaml
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Place
from apiscribe.openapi import dump_yaml, load_text
from apiscribe.openapi.pointers import did_you_mean, fragment, from_fragment, pointer, tokens
from apiscribe.openapi.yaml_events import MAX_DEPTH, resolve_plain


def load(text: str | bytes, file: str = "x.yaml") -> Any:
    """The data of a text that must load."""
    return load_text(text, file, Diagnostics()).data


def refused(text: str | bytes, file: str = "x.yaml") -> tuple[str, int, int]:
    """Rule, line and column of the one error of a text."""
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError):
        load_text(text, file, diagnostics)
    (found,) = diagnostics.errors
    span = diagnostics.locate(found.where)
    assert span is not None
    return found.rule, span.line, span.column


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("y", "y"), ("Yes", "Yes"), ("NO", "NO"),
        ("true", True), ("True", True), ("FALSE", False), ("tRue", "tRue"),
        ("null", None), ("~", None), ("", None), ("Null", None), ("nil", "nil"),
        ("0", 0), ("-12", -12), ("+3", 3), ("0x1F", 31), ("18446744073709551616", 2**64),
        ("012", "012"), ("0o17", "0o17"), ("1_000", "1_000"), ("1:30", "1:30"),
        ("1.10", 1.1), ("1e3", 1000.0), (".5", 0.5), ("-1.", -1.0), ("1e999", "1e999"),
        (".inf", ".inf"), (".nan", ".nan"), ("1.2.3", "1.2.3"), ("-", "-"), (".", "."),
        ("2020-01-01", "2020-01-01"), ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
    ],
)  # fmt: skip
def test_plain_scalars_follow_yaml_1_2(text: str, value: Any) -> None:
    assert repr(resolve_plain(text)) == repr(value)


def test_keys_are_strings_as_written() -> None:
    assert load("200: a\n1.10: b\non: c\nnull: d\ntrue: e\n0x10: f\n") == {
        "200": "a", "1.10": "b", "on": "c", "null": "d", "true": "e", "0x10": "f",
    }  # fmt: skip


def test_explicit_tags() -> None:
    assert load("[!!str 12, !!int '12', !!float 1, ! 3, !!bool 'true', !!map {a: 1}]") == [
        "12", 12, 1, "3", True, {"a": 1},
    ]  # fmt: skip
    assert refused("a: !!binary aGk=") == ("yaml/tag", 1, 4)
    assert refused("a: !mine {b: 1}") == ("yaml/tag", 1, 4)
    assert refused("a: !!int x") == ("yaml/tag", 1, 4)


def test_aliases_are_copies() -> None:
    data = load("a: &x {b: [1]}\nc: *x\n")
    data["c"]["b"].append(2)
    assert data == {"a": {"b": [1]}, "c": {"b": [1, 2]}}


def test_merge_keys() -> None:
    assert load("base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\nall: {y: 0, <<: [*b, *m]}\n")["all"] == {
        "y": 0, "x": 1, "z": 4,
    }  # fmt: skip
    assert load("'<<': 1\n") == {"<<": 1}
    assert refused("a: {<<: 1}")[0] == "yaml/merge"


def test_aliases_cannot_explode_or_nest_without_end() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert refused("\n".join(lines))[0] == "yaml/alias-expansion"
    deep = "a: &a " + "[" * 150 + "]" * 150 + "\nb: &b " + "[" * 100 + "*a" + "]" * 100
    assert refused(deep)[0] == "yaml/depth"


@pytest.mark.parametrize("file", ["x.yaml", "x.json"])
def test_deep_nesting_is_refused(file: str) -> None:
    text = "[" * (MAX_DEPTH + 50) + "]" * (MAX_DEPTH + 50)
    assert refused(text, file)[0].endswith("/depth")
    assert refused("[" * 100_000 + "]" * 100_000, file)[0].endswith("/depth")
    assert load("[" * MAX_DEPTH + "]" * MAX_DEPTH, file) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", ("yaml/duplicate-key", 3, 1)),
        ("{a: 1, b: {c: 1, c: 2}}", ("yaml/duplicate-key", 1, 18)),
        ("a: 1\n---\nb: 2\n", ("yaml/several-documents", 2, 1)),
        ("a:\n\tb: 1\n", ("yaml/syntax", 2, 1)),
        ("a: [1\nb: 2", ("yaml/syntax", 2, 2)),
        ("a: *nothing", ("yaml/alias", 1, 4)),
        ("? [a]\n: b", ("yaml/key", 1, 5)),
        ("a: \x07", ("yaml/syntax", 1, 4)),
        (b"a: \xff\xfe", ("source/encoding", 1, 4)),
    ],
)
def test_bad_yaml_is_placed(text: str | bytes, expected: tuple[str, int, int]) -> None:
    assert refused(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1,\n "a": 2}', ("json/duplicate-key", 2, 2)),
        ('{"x": [{"b": 1}, {"c": 1, "c": 2}]}', ("json/duplicate-key", 1, 27)),
        ('{"a": }', ("json/syntax", 1, 7)),
        ('{"a": NaN}', ("json/syntax", 1, 1)),
        ('{"a": "\\ud800"}', ("json/surrogate", 1, 7)),
    ],
)
def test_bad_json_is_placed(text: str, expected: tuple[str, int, int]) -> None:
    assert refused(text, "x.json") == expected


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"), (b"", "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"), (b"", "utf-16-le"), (b"", "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)  # fmt: skip
def test_encodings(mark: bytes, encoding: str) -> None:
    assert load(mark + "title: Ölkanne ™ 🚢\n".encode(encoding)) == {"title": "Ölkanne ™ 🚢"}


def test_json_is_exact_and_json_in_yaml_is_json() -> None:
    text = '{"n": 18446744073709551615, "s": "\\ud83d\\ude00\\/", "t": 1.10}'
    expected = {"n": 2**64 - 1, "s": "😀/", "t": 1.1}
    assert load(text, "x.json") == expected
    assert load("# heading\n" + text) == expected
    assert load("{a: 1, b: [x]}") == {"a": 1, "b": ["x"]}


@pytest.mark.parametrize("file", ["x.yaml", "x.json"])
def test_positions_and_source_text(file: str) -> None:
    text = '{\n  "a/b": [1,\n    {"c": 1.10}],\n  "d": "x"\n}\n'
    diagnostics = Diagnostics()
    source = load_text(text, file, diagnostics)
    found = {
        at: (span.line, span.column)
        for at in ("", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/c", "/d", "/nothing/here")
        if (span := diagnostics.locate(Place(file, at)))
    }
    assert found == {
        "": (1, 1), "/a~1b": (2, 3), "/a~1b/0": (2, 11), "/a~1b/1": (3, 5), "/a~1b/1/c": (3, 6),
        "/d": (4, 3), "/nothing/here": (1, 1),
    }  # fmt: skip
    assert source.text_of("/a~1b/1/c") == "1.10"
    assert source.text_of("/d") == "x"
    assert source.text_of("/a~1b") is None
    assert source.text_of("/nothing") is None


def test_positions_through_aliases_and_merges() -> None:
    text = "a: &x\n  b: 1\nc: *x\nd:\n  <<: *x\n  e: 2\n"
    source = load_text(text, "x.yaml", Diagnostics())
    assert source.locate("/c").line == 3
    assert source.locate("/c/b").line == 2
    assert source.locate("/d/b").line == 2
    assert source.locate("/d/e").line == 6


PIECES = [
    "no", "on", "y", "0o17", "012", "1e3", "2020-01-01", "1:30", ".inf", "~", "null", "<<", "=",
    "- a", "a: b", "# x", "", "0x1F", "1_000", "+1", "-", "?", ".", " lead", "trail ", "a\n\nb",
    "a\n b", "\n", "a\n", "a\n\n", "---", "...", "%a", "word " * 40, "x" * 200, "a: b\n" * 30,
    "tab\there", "\x00", "\x1b", "\u2028", "\u202e", "\xa0", "🚢", "'", '"', "\\", "{", "[", "*a",
]  # fmt: skip


def random_data(source: random.Random, depth: int = 0) -> Any:
    """Plain data full of awkward strings."""
    kind = source.random()
    text = source.choice(PIECES) + (source.choice(PIECES) if source.random() < 0.3 else "")
    if depth < 4 and kind < 0.3:
        return {
            source.choice(PIECES) + str(n): random_data(source, depth + 1)
            for n in range(source.randint(0, 4))
        }
    if depth < 4 and kind < 0.5:
        return [random_data(source, depth + 1) for _ in range(source.randint(0, 4))]
    return source.choice([text, text, 1, -5, 2**70, 1.5, 1e20, 1e-9, -0.0, True, False, None])


def test_what_is_dumped_loads_equal_everywhere() -> None:
    source = random.Random(20)
    for _ in range(600):
        data = {"root": random_data(source)}
        text = dump_yaml(data)
        assert repr(load(text)) == repr(data), text
        assert repr(yaml.safe_load(text)) == repr(data), text
        assert dump_yaml(load(text)) == text


def test_the_look_of_dumped_yaml() -> None:
    data = {
        "openapi": "3.2.0",
        "info": {
            "title": "Sea: port",
            "version": "1.0",
            "description": "A long word " * 12 + "end.",
        },
        "text": "one\n\n  two\n",
        "paths": {"/v5/x": {"200": {"enum": ["on", "off", "a"], "empty": {}, "none": []}}},
    }
    assert dump_yaml(data) == (
        "openapi: 3.2.0\n"
        "info:\n"
        "  title: 'Sea: port'\n"
        "  version: '1.0'\n"
        "  description: >-\n"
        "    A long word A long word A long word A long word A long word A long word A long word A long"
        " word A\n"
        "    long word A long word A long word A long word end.\n"
        "text: |\n"
        "  one\n"
        "\n"
        "    two\n"
        "paths:\n"
        "  /v5/x:\n"
        "    '200':\n"
        "      enum:\n"
        "      - 'on'\n"
        "      - 'off'\n"
        "      - a\n"
        "      empty: {}\n"
        "      none: []\n"
    )


def test_only_plain_data_is_dumped() -> None:
    with pytest.raises(TypeError, match="not plain data: object"):
        dump_yaml({"a": object()})


def test_pointers() -> None:
    assert pointer("a/b", "c~d", 0, "") == "/a~1b/c~0d/0/"
    assert tokens("/a~1b/c~0d/0/") == ("a/b", "c~d", "0", "")
    assert tokens("") == ()
    assert tokens("/~01") == ("~1",)
    assert fragment("/a b/50%") == "#/a%20b/50%25"
    assert from_fragment("#/50%25/with%20space") == "/50%/with space"
    assert did_you_mean("operationID", ["operationId", "tags"]) == "did you mean `operationId`?"
    assert did_you_mean("zzz", ["a", "b"]) == "known: `a`, `b`"
