"""Which folders of an output are left from targets that are no longer asked for."""

import json
from pathlib import Path, PurePosixPath

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.check import check_plan
from apiscribe.emit.manifest import JOURNAL_NAME, MANIFEST_NAME, manifest_of
from apiscribe.emit.plan import Plan, plan_tree
from apiscribe.emit.stale import stale_targets
from apiscribe.emit.tree import Tree
from apiscribe.emit.writer import apply_plan, write_tree

KNOWN = ("docs", "python")


def folder(root: Path, name: str, **files: str) -> Path:
    (root / name).mkdir()
    for file, content in files.items():
        (root / name / file).write_text(content)
    return root / name


def test_ours_are_told_from_others(tmp_path: Path) -> None:
    ours = {MANIFEST_NAME: json.dumps({"target": "python"})}
    folder(tmp_path, "python", **ours)
    folder(tmp_path, "python-copy", **ours)
    folder(tmp_path, "former", **{MANIFEST_NAME: json.dumps({"target": "former"})})
    folder(tmp_path, "docs", **{JOURNAL_NAME: "{}"})
    folder(tmp_path, "mine", **{MANIFEST_NAME: "damaged", JOURNAL_NAME: "{}"})
    folder(tmp_path, "plain", file="x")
    (tmp_path / "file").write_text("x")
    assert stale_targets(tmp_path, (), KNOWN) == ("docs", "former", "python")
    assert stale_targets(tmp_path, ("python", "docs"), KNOWN) == ("former",)
    assert stale_targets(tmp_path / "nowhere", (), KNOWN) == ()


def test_links_are_not_followed(tmp_path: Path) -> None:
    place = tmp_path / "out"
    place.mkdir()
    elsewhere = folder(tmp_path, "x", **{MANIFEST_NAME: json.dumps({"target": "python"})})
    (place / "python").symlink_to(elsewhere, target_is_directory=True)
    assert stale_targets(place, (), KNOWN) == ()


@pytest.fixture
def written(tmp_path: Path) -> Path:
    place = tmp_path / "python"
    tree = Tree()
    for name in ("a.txt", "deep/b.txt"):
        tree.claim(PurePosixPath(name), b"ours", "test", Diagnostics())
    write_tree(tree, place, manifest_of(tree, "python", {}, {}), Diagnostics())
    return place


def removal(place: Path) -> Plan:
    return plan_tree(Tree(), place, None, Diagnostics())


def test_only_what_is_ours_is_removed(written: Path) -> None:
    (written / "deep" / "mine").write_text("mine")
    assert [finding.state for finding in check_plan(removal(written))] == ["stale", "stale"]
    assert apply_plan(removal(written)).removed == 2
    assert [path.name for path in written.rglob("*")] == ["deep", "mine"]
    assert removal(written).clean


def test_a_removal_that_was_cut_short_is_completed(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink, left = Path.unlink, 0

    def counted(self: Path, missing_ok: bool = False) -> None:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        unlink(self, missing_ok=missing_ok)

    (written / JOURNAL_NAME).write_bytes((written / MANIFEST_NAME).read_bytes())
    cuts = 0
    for allowed in range(30):
        left = allowed
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", counted)
            try:
                apply_plan(removal(written))
                break
            except KeyboardInterrupt:
                cuts += 1
        assert stale_targets(written.parent, (), KNOWN) == ("python",)
    assert cuts > 5
    assert not written.exists()


def test_a_manifest_alone_is_a_finding(written: Path) -> None:
    (written / "a.txt").unlink()
    (written / "deep" / "b.txt").unlink()
    (finding,) = check_plan(removal(written))
    assert (finding.state, finding.diff) == ("stale", ())
    apply_plan(removal(written))
    assert not (written / MANIFEST_NAME).exists()


def test_a_damaged_manifest_stops(written: Path) -> None:
    (written / MANIFEST_NAME).write_text("damaged")
    with pytest.raises(ApiscribeError):
        removal(written)
