"""Rendering: strict templates, located faults, artefacts of every kind."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Span
from apiscribe.emit.render import render_artifacts
from apiscribe.emit.templates import Templates
from apiscribe.emit.tree import Tree
from apiscribe.ir import Api
from apiscribe.targets.base import Artifact, Copy, Later, Page, TargetOptions, TargetSettings, Text


@dataclass(frozen=True)
class Greeting:
    name: str
    items: tuple[str, ...] = ()


class Shouting:
    """A target whose formatter upper-cases, so that tests see what was formatted."""

    id = "shouting"
    options = TargetOptions
    tools = ()

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterable[Artifact]:
        raise NotImplementedError

    def format(self, path: PurePosixPath, text: str) -> str:
        if "unformattable" in text:
            raise SyntaxError("invalid syntax\nline 2")
        return text.upper()


def render(
    folder: Path, *artifacts: Artifact, override: Path | None = None
) -> tuple[Tree, Diagnostics]:
    diagnostics = Diagnostics()
    templates = Templates(*((override, folder) if override else (folder,)))
    return render_artifacts(Shouting(), artifacts, diagnostics, templates), diagnostics


def page(template: str = "hello.j2", view: object = Greeting("world")) -> Page:
    return Page(PurePosixPath("out.txt"), template, view)


def test_pages_are_formatted_copies_and_texts_are_not(tmp_path: Path) -> None:
    (tmp_path / "hello.j2").write_text("{% for i in view.items %}\n- {{ i }}\n{% endfor %}\nend\n")
    (tmp_path / "blob.bin").write_bytes(b"\x00\xffraw\r\n")
    tree, _ = render(
        tmp_path,
        page(view=Greeting("x", ("a", "b"))),
        Copy(PurePosixPath("b.bin"), "blob.bin"),
        Text(PurePosixPath("c.txt"), "small"),
    )
    contents = {path.as_posix(): entry.content for path, entry in tree.files.items()}
    assert contents == {
        "out.txt": b"- A\n- B\nEND\n",
        "b.bin": b"\x00\xffraw\r\n",
        "c.txt": b"small",
    }


def test_a_page_needs_no_view_but_a_late_view_may_be_that_there_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "hello.j2").write_text("the same for all\n")
    tree, _ = render(
        tmp_path,
        page(view=None),
        Page(PurePosixPath("late.txt"), "hello.j2", Later(lambda: Greeting("x"))),
        Page(PurePosixPath("none.txt"), "hello.j2", Later(lambda: None)),
    )
    assert {*tree.files} == {PurePosixPath("out.txt"), PurePosixPath("late.txt")}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("one\n{{ view.nme }}\n", 2, "no attribute 'nme'"),
        ("one\ntwo\n{% if %}\n", 3, "Expected an expression"),
        ("{{ view.name | upper }}\n", 1, "No filter named 'upper'"),
        ("{% if view.name is defined %}{% endif %}\n", 1, "No test named 'defined'"),
        ("{{ range(3) }}\n", 1, "'range' is undefined"),
        ("a\n{% include 'absent.j2' %}\n", 1, "no template 'absent.j2'"),
        ("\n\n{% for i in view %}{% endfor %}\n", 3, "not iterable"),
    ],
)
def test_a_fault_of_a_template_is_located_and_is_ours(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    (tmp_path / "hello.j2").write_text(text)
    with pytest.raises(ApiscribeError) as caught:
        render(tmp_path, page())
    assert caught.value.exit_code == 3
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.rule == "emit/template"
    assert words in diagnostic.message
    assert diagnostic.where == Span(str(tmp_path / "hello.j2"), line)


def test_every_faulty_template_is_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.j2").write_text("{{ view.a }}")
    (tmp_path / "b.j2").write_text("{{ view.b }}")
    with pytest.raises(ApiscribeError) as caught:
        render(tmp_path, page("a.j2"), page("b.j2"), Copy(PurePosixPath("c"), "absent"))
    rules = [d.rule for d in caught.value.diagnostics]
    assert rules == ["emit/template", "emit/template", "emit/asset"]


def test_an_override_folder_wins_file_by_file(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    (ours / "hello.j2").write_text("{% include 'part.j2' %}")
    (ours / "part.j2").write_text("ours")
    (theirs / "part.j2").write_text("theirs")
    tree, _ = render(ours, page(), override=theirs)
    assert tree.files[PurePosixPath("out.txt")].content == b"THEIRS"


def test_two_pages_for_one_path_name_both_templates(tmp_path: Path) -> None:
    (tmp_path / "a.j2").write_text("a")
    (tmp_path / "b.j2").write_text("b")
    with pytest.raises(ApiscribeError) as caught:
        render(tmp_path, page("a.j2"), page("b.j2"))
    (diagnostic,) = caught.value.diagnostics
    assert caught.value.exit_code == 2
    assert "a.j2" in diagnostic.message
    assert "b.j2" in diagnostic.message


def test_what_cannot_be_formatted_is_our_fault_and_named(tmp_path: Path) -> None:
    (tmp_path / "hello.j2").write_text("unformattable")
    with pytest.raises(ApiscribeError) as caught:
        render(tmp_path, page())
    (diagnostic,) = caught.value.diagnostics
    assert caught.value.exit_code == 3
    assert diagnostic.rule == "emit/format"
    assert "out.txt (from shouting: template hello.j2 with Greeting)" in diagnostic.message
    assert diagnostic.message.endswith("SyntaxError: invalid syntax.")
