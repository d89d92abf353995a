"""Every way a command can end has its exit code and its words."""

import json
from pathlib import Path

import pytest
import typer
from apiscribe.cli.session import OutputError, session, write_file, writing
from apiscribe.diagnostics import ApiscribeError, Diagnostic, Diagnostics, Place, Severity, Span


def ending(body: object, *, as_json: bool = False) -> int:
    """The exit code of a command whose body raises `body`, or only runs."""
    with pytest.raises(typer.Exit) as caught, session(json=as_json) as run:
        run.data["answer"] = 42
        if isinstance(body, BaseException):
            raise body
    return caught.value.exit_code


def test_success_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(None) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("code", [1, 2, 3])
def test_an_apiscribe_error_ends_with_its_code(
    code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Diagnostic(Severity.ERROR, "a/b", "Wrong.", Span("x.yaml", 3, 7), "Do it right.")
    assert ending(ApiscribeError([found], code)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "x.yaml:3:7: error[a/b]: Wrong.\n  help: Do it right.\n"


def test_a_place_is_located_and_its_pointer_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), session() as run:
        run.diagnostics.locators.append(lambda place: Span(place.file, 9, 2))
        run.diagnostics.warning("a/b", "Odd.", Place("x.yaml", "/a/~1b"))
        run.diagnostics.note("a/c", "Unsaid.")
    err = capsys.readouterr().err
    assert err == "x.yaml:9:2: warning[a/b]: Odd.\n  at: /a/~1b\n"


def test_many_warnings_are_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as caught, session() as run:
        for number in range(30):
            run.diagnostics.warning("a/b", f"Warning {number}.")
    assert caught.value.exit_code == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[-1] for line in lines[:2]] == ["0.", "1."]
    assert lines[2:] == ["and 28 more of a/b (`apiscribe lint` shows all, --json lists them)."]


def test_each_rule_is_cut_short_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), session() as run:
        for number in range(3):
            run.diagnostics.warning("a/b", f"Warning {number}.")
            run.diagnostics.warning(f"a/{number}", "Other.")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 6
    assert lines[-1].startswith("and 1 more of a/b")


def test_nothing_is_cut_short_for_machines_and_lint(capsys: pytest.CaptureFixture[str]) -> None:
    for settings in ({"json": True}, {"everything": True}):
        with pytest.raises(typer.Exit), session(**settings) as run:
            for number in range(30):
                run.diagnostics.warning("a/b", f"Warning {number}.")
        out, err = capsys.readouterr()
        assert (out + err).count("Warning ") == 30


def test_a_file_that_cannot_be_had_is_the_users_matter(capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(PermissionError(13, "Permission denied", "/x/y")) == 2
    err = capsys.readouterr().err
    assert "error[input/system]: /x/y: Permission denied." in err
    assert "help:" in err


def test_anything_else_is_our_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("APISCRIBE_DEBUG", raising=False)
    assert ending(ValueError("odd")) == 3
    err = capsys.readouterr().err
    assert "error[internal/fault]: a fault of ours in test_session.py" in err
    assert "ValueError: odd." in err
    assert "Traceback" not in err
    monkeypatch.setenv("APISCRIBE_DEBUG", "1")
    assert ending(ValueError("odd")) == 3
    assert "Traceback" in capsys.readouterr().err


def test_interruption(capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_json_holds_everything_and_stderr_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    found = Diagnostic(Severity.ERROR, "a/b", "Wrong.", Place("x.yaml", "/a"))
    assert ending(ApiscribeError([found]), as_json=True) == 2
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out) == {
        "exit_code": 2,
        "answer": 42,
        "diagnostics": [
            {
                "severity": "error",
                "rule": "a/b",
                "message": "Wrong.",
                "help": "",
                "file": "x.yaml",
                "line": None,
                "column": None,
                "pointer": "/a",
            }
        ],
    }


def test_no_colour_when_piped(capsys: pytest.CaptureFixture[str]) -> None:
    ending(ApiscribeError([Diagnostic(Severity.ERROR, "a/b", "Wrong.")]))
    assert "\x1b" not in capsys.readouterr().err


def test_write_file_replaces_whole_files_and_follows_links(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_file(tmp_path / "link.txt", "new\n")
    assert (tmp_path / "real.txt").read_bytes() == b"new\n"
    assert (tmp_path / "link.txt").is_symlink()
    write_file(tmp_path / "deep" / "er.txt", "x", folders=True)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        *("deep", "er.txt", "link.txt", "real.txt")
    ]
    with pytest.raises(OSError, match="directory"):
        write_file(tmp_path / "deep", "x")
    with pytest.raises(OutputError, match="its folder does not exist"):
        write_file(tmp_path / "none" / "er.txt", "x")
    assert not (tmp_path / "none").exists()
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_that_cannot_be_written_is_named_as_it_was_given(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(typer.Exit) as caught, session():
        write_file(Path("file/x.json"), "x", folders=True)
    assert caught.value.exit_code == 2
    err = capsys.readouterr().err
    assert err.startswith("error[output/system]: cannot write file/x.json: ")
    assert "-o" in err
    assert ".part" not in err


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ("src/a.py.apiscribe.part", "out/src/a.py"),
        (".apiscribe-manifest.json.part.apiscribe.part", "out"),
        ("", "out"),
    ],
)
def test_errors_in_the_output_folder_name_what_the_user_knows(
    inside: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError) as caught, writing(Path("out")):
        raise PermissionError(13, "Permission denied", str(tmp_path / "out" / inside))
    assert caught.value.filename == shown


def test_equal_diagnostics_are_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    diagnostics = Diagnostics()
    diagnostics.error("a/b", "Wrong.")
    with pytest.raises(typer.Exit), session() as run:
        run.diagnostics.error("a/b", "Wrong.")
        raise ApiscribeError(diagnostics.items)
    assert capsys.readouterr().err.count("Wrong.") == 1
