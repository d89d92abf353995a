"""What is remembered between runs: only exact inputs, and only what was used last."""

import json
from pathlib import Path

import pytest
from apiscribe.memo import remembered, remembering


def run(path: Path | None, *texts: str, function: str = "upper 1") -> list[str]:
    """Uses the memo for each text, checks the answers, and returns what had to be computed."""
    computed: list[str] = []

    def compute(text: str) -> str:
        computed.append(text)
        return text.upper()

    with remembering(path):
        for text in texts:
            found = remembered(function, text, lambda text=text: compute(text))  # type: ignore[misc]
            assert found == text.upper()
    return computed


def test_a_second_run_computes_nothing(tmp_path: Path) -> None:
    memo = tmp_path / "new" / "a.memo"
    assert run(memo, "a", "b", "a") == ["a", "b"]
    assert run(memo, "b", "a") == []


def test_another_function_or_text_is_another_result(tmp_path: Path) -> None:
    memo = tmp_path / "a.memo"
    run(memo, "a")
    assert run(memo, "a", function="upper 2") == ["a"]
    assert run(memo, "a ", function="upper 2") == ["a "]


def test_what_was_not_used_goes(tmp_path: Path) -> None:
    memo = tmp_path / "a.memo"
    run(memo, "a", "b")
    run(memo, "a")
    assert list(json.loads(memo.read_bytes()).values()) == ["A"]
    assert run(memo, "b") == ["b"]


def test_nothing_is_kept_without_a_file() -> None:
    assert run(None, "a", "a") == ["a", "a"]


@pytest.mark.parametrize("content", [b"", b"[]", b'{"a": 1}', b"\xff"])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    memo = tmp_path / "a.memo"
    memo.write_bytes(content)
    assert run(memo, "a") == ["a"]
    assert run(memo, "a") == []


def test_a_file_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run(tmp_path / "file" / "a.memo", "a") == ["a"]


def test_a_failure_keeps_nothing(tmp_path: Path) -> None:
    def fail() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), remembering(tmp_path / "a.memo"):
        remembered("f", "a", lambda: "A")
        remembered("f", "b", fail)
    assert not (tmp_path / "a.memo").exists()
    assert run(tmp_path / "a.memo", "a", function="f") == ["a"]


def test_surrogates_are_no_error(tmp_path: Path) -> None:
    assert run(tmp_path / "a.memo", "\ud800") == ["\ud800"]
    assert run(tmp_path / "a.memo", "\ud800") == []
