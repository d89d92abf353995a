"""The writer: what it touches, what it refuses, and that it can be killed at any moment."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path, PurePosixPath

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.check import check_plan
from apiscribe.emit.manifest import JOURNAL_NAME, MANIFEST_NAME, Manifest, manifest_of
from apiscribe.emit.plan import plan_tree
from apiscribe.emit.tree import Tree
from apiscribe.emit.writer import WriteSummary, write_tree

Files = dict[str, str]


def tree_of(files: Files) -> Tree:
    tree, diagnostics = Tree(), Diagnostics()
    for path, text in files.items():
        tree.claim(PurePosixPath(path), text.encode(), "test", diagnostics)
    diagnostics.stop_on_errors()
    return tree


def manifest(tree: Tree) -> Manifest:
    return manifest_of(tree, "test", {"apiscribe": "1"}, {"spec": "00"})


def write(folder: Path, files: Files, *, force: bool = False) -> WriteSummary:
    tree = tree_of(files)
    return write_tree(tree, folder, manifest(tree), Diagnostics(), force=force)


def check(folder: Path, files: Files) -> dict[str, str]:
    tree = tree_of(files)
    plan = plan_tree(tree, folder, manifest(tree), Diagnostics())
    return {str(Path(f.path).relative_to(folder)): f.state for f in check_plan(plan)}


def read(folder: Path) -> Files:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST_NAME
    }


def refused(folder: Path, files: Files, *, force: bool = False) -> tuple[list[str], int]:
    """Rules and exit code of a refused run that must leave the folder as it was."""
    before = {p: p.lstat().st_mtime_ns for p in folder.rglob("*")}
    with pytest.raises(ApiscribeError) as caught:
        write(folder, files, force=force)
    assert {p: p.lstat().st_mtime_ns for p in folder.rglob("*")} == before
    return [d.rule for d in caught.value.diagnostics], caught.value.exit_code


OLD = {"a.txt": "one", "sub/b.txt": "two", "sub/deep/c.txt": "three", "gone/d.txt": "four"}
NEW = {"a.txt": "ONE", "sub/b.txt": "two", "e/f.txt": "five", "gone": "a file now", "sub/deep": "x"}


def test_first_write_then_nothing_to_do(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert write(out, OLD) == WriteSummary(4, 0, 0)
    assert read(out) == OLD
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert write(out, OLD) == WriteSummary(0, 0, 4)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == times
    assert not check(out, OLD)


def test_changes_removals_and_folders_that_become_files(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    kept = (tmp_path / "sub/b.txt").stat().st_mtime_ns
    assert check(tmp_path, NEW) == {
        "a.txt": "changed",
        "e/f.txt": "new",
        "gone": "new",
        "gone/d.txt": "stale",
        "sub/deep": "new",
        "sub/deep/c.txt": "stale",
    }
    assert write(tmp_path, NEW) == WriteSummary(4, 2, 1)
    assert read(tmp_path) == NEW
    assert (tmp_path / "sub/b.txt").stat().st_mtime_ns == kept
    write(tmp_path, OLD)
    assert read(tmp_path) == OLD


def test_emptied_folders_go_and_others_stay(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "gone/mine.txt").write_text("mine")
    write(tmp_path, {"a.txt": "one"})
    assert read(tmp_path) == {"a.txt": "one", "gone/mine.txt": "mine"}
    assert not (tmp_path / "sub").exists()


def test_a_hand_edit_stops_the_run_before_anything_is_written(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "sub/b.txt").write_text("mine")
    assert refused(tmp_path, {**OLD, "a.txt": "other"}) == (["emit/hand-edited"], 1)
    assert read(tmp_path) == {**OLD, "sub/b.txt": "mine"}
    assert check(tmp_path, OLD) == {"sub/b.txt": "hand-edited"}
    write(tmp_path, OLD, force=True)
    assert read(tmp_path) == OLD


def test_an_edited_file_that_is_no_longer_generated_is_not_lost(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "gone/d.txt").write_text("mine")
    assert refused(tmp_path, {"a.txt": "one"}) == (["emit/hand-edited"], 1)
    write(tmp_path, {"a.txt": "one"}, force=True)
    assert read(tmp_path) == {"a.txt": "one"}


def test_an_edit_that_makes_what_would_be_made_is_no_conflict(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "a.txt").write_text("ONE")
    write(tmp_path, NEW)
    assert read(tmp_path) == NEW


def test_a_deleted_file_comes_back(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "a.txt").unlink()
    shutil.rmtree(tmp_path / "sub")
    assert check(tmp_path, OLD) == {
        "a.txt": "missing",
        "sub/b.txt": "missing",
        "sub/deep/c.txt": "missing",
    }
    write(tmp_path, OLD)
    assert read(tmp_path) == OLD


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(
    ("mine", "wanted"),
    [("a.txt", "a.txt"), ("a", "a/b"), ("a/b", "a")],
    ids=["file", "file where a folder goes", "folder where a file goes"],
)
def test_what_it_did_not_write_is_never_touched(
    tmp_path: Path, force: bool, mine: str, wanted: str
) -> None:
    (tmp_path / mine).parent.mkdir(exist_ok=True)
    (tmp_path / mine).write_text("mine")
    rules, exit_code = refused(tmp_path, {wanted: "ours"}, force=force)
    assert rules in (["emit/not-ours"], ["emit/not-a-file"])
    assert exit_code == 2


def test_an_equal_file_is_adopted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    write(tmp_path, {"a.txt": "one"})
    write(tmp_path, {"a.txt": "two"})
    assert read(tmp_path) == {"a.txt": "two"}


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.mkdir()
    out.mkdir()
    (outside / "victim").write_text("mine")
    (out / "sub").symlink_to(outside)
    assert refused(out, {"sub/victim": "ours"})[0] == ["emit/symbolic-link"]
    (out / "leaf").symlink_to(outside / "victim")
    assert refused(out, {"leaf": "ours"})[0] == ["emit/not-a-file"]
    (out / "dangling").symlink_to(tmp_path / "nowhere")
    assert refused(out, {"dangling": "ours"})[0] == ["emit/not-a-file"]
    assert (outside / "victim").read_text() == "mine"


def test_a_link_put_in_place_of_a_folder_of_ours_is_not_followed_to_delete(tmp_path: Path) -> None:
    outside, out = tmp_path / "outside", tmp_path / "out"
    write(out, {"sub/a.txt": "one"})
    shutil.move(out / "sub", outside)
    (out / "sub").symlink_to(outside)
    assert refused(out, {"b.txt": "two"})[0] == ["emit/symbolic-link"]
    assert (outside / "a.txt").read_text() == "one"


def test_the_output_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link", {"a.txt": "one"})
    assert read(tmp_path / "real") == {"a.txt": "one"}


DAMAGED = {
    "": "is no JSON",
    "{": "is no JSON",
    "[" * 100_000: "is no JSON",
    "[]": "is no JSON object",
    "<<<<<<< mine\n{}\n=======\n{}\n>>>>>>> theirs\n": "merge",
    '{"format": 99, "files": {}}': "not known: 99",
    '{"format": 1, "files": []}': "no JSON object",
    '{"format": 1, "files": {"../../x": "00"}}': "'../../x'",
    '{"format": 1, "files": {"/etc/passwd": "00"}}': "'/etc/passwd'",
    '{"format": 1, "files": {"a": 3}}': "digests",
    '{"format": 1}': "lacks its `files`",
    "{}": "lacks its `format`",
}


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_manifest_stops_the_run(tmp_path: Path, content: str) -> None:
    write(tmp_path, OLD)
    (tmp_path / MANIFEST_NAME).write_text(content)
    assert refused(tmp_path, NEW) == (["emit/manifest"], 2)
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError):
        plan_tree(tree_of(NEW), tmp_path, manifest(tree_of(NEW)), diagnostics)
    (found,) = diagnostics
    assert DAMAGED[content] in found.message
    assert "only it, not the folder" in found.help
    assert "--force" in found.help


@pytest.mark.parametrize("content", DAMAGED)
def test_force_goes_on_without_a_manifest_that_can_be_read(tmp_path: Path, content: str) -> None:
    write(tmp_path, OLD)
    (tmp_path / MANIFEST_NAME).write_text(content)
    (tmp_path / "of the user").write_text("mine")
    new = {path: f"new {text}" for path, text in OLD.items()}
    write(tmp_path, new, force=True)
    assert read(tmp_path) == {**new, "of the user": "mine"}
    assert not check(tmp_path, new)


def test_the_way_out_of_a_damaged_manifest(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / MANIFEST_NAME).write_text("{}")
    (tmp_path / MANIFEST_NAME).unlink()
    write(tmp_path, OLD)
    assert not check(tmp_path, OLD)


def test_modes_follow_the_umask_and_are_kept(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path, {"a.txt": "one"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640
    (tmp_path / "a.txt").chmod(0o755)
    write(tmp_path, {"a.txt": "two"})
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o755


def test_a_change_of_inputs_alone_is_reported_and_written(tmp_path: Path) -> None:
    tree = tree_of(OLD)
    write(tmp_path, OLD)
    other = manifest_of(tree, "test", {"apiscribe": "2"}, {"spec": "00"})
    (finding,) = check_plan(plan_tree(tree, tmp_path, other, Diagnostics()))
    assert finding.state == "changed"
    assert any('"apiscribe": "2"' in line for line in finding.diff)
    write_tree(tree, tmp_path, other, Diagnostics())
    assert not check_plan(plan_tree(tree, tmp_path, other, Diagnostics()))


KILLED = textwrap.dedent("""
    import os, signal, sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[1])
    from test_writer import NEW, write

    left = int(sys.argv[3])
    WATCHED = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}

    def count(event, arguments):
        global left
        if event in WATCHED and str(arguments[0]).startswith(sys.argv[2]):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    write(Path(sys.argv[2]), NEW)
    print(left)
    """)


def run_killed(folder: Path, moment: int) -> int:
    """Write `NEW` in a process that kills itself before its `moment`-th look at `folder`."""
    arguments = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(folder), str(moment)]
    return subprocess.run(arguments, capture_output=True, check=False).returncode


def test_a_run_killed_at_any_moment_is_completed_by_the_next(tmp_path: Path) -> None:
    """Every system call that names the folder is a moment to die at; all of them are tried."""
    moment, returned = 0, -signal.SIGKILL
    while returned == -signal.SIGKILL:
        folder = tmp_path / str(moment)
        write(folder, OLD)
        (folder / "mine.txt").write_text("mine")
        returned = run_killed(folder, moment)
        for path, text in read(folder).items():
            if not path.endswith(".part"):
                assert text in {OLD.get(path), NEW.get(path), "mine"}, (moment, path)
        write(folder, NEW)
        assert read(folder) == {**NEW, "mine.txt": "mine"}, moment
        assert not check(folder, NEW)
        moment += 1
    assert returned == 0
    assert moment > 20


def test_after_a_kill_a_run_for_another_spec_completes_too(tmp_path: Path) -> None:
    for moment in (12, 20, 28):
        folder = tmp_path / str(moment)
        write(folder, OLD)
        assert run_killed(folder, moment) == -signal.SIGKILL
        write(folder, {"a.txt": "third"})
        assert read(folder) == {"a.txt": "third"}


def test_a_hand_edit_after_a_kill_is_still_seen(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    assert run_killed(tmp_path, 25) == -signal.SIGKILL
    assert (tmp_path / JOURNAL_NAME).exists()
    (tmp_path / "sub/b.txt").write_text("mine")
    assert refused(tmp_path, NEW) == (["emit/hand-edited"], 1)
