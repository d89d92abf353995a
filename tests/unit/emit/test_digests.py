"""Folder digests see names and contents, and not what tools leave behind."""

from pathlib import Path

from apiscribe.emit.digests import folder_digest


def test_what_counts(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.j2").write_text("a")
    (tmp_path / ".gitignore").write_text("x")
    before = folder_digest(tmp_path)
    for name in (".mypy_cache/x.json", "sub/__pycache__/a.pyc", "b.pyc", ".DS_Store"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("left behind")
    (tmp_path / "empty").mkdir()
    assert folder_digest(tmp_path) == before
    (tmp_path / ".gitignore").write_text("y")
    changed = folder_digest(tmp_path)
    assert changed != before
    (tmp_path / "sub" / "a.j2").rename(tmp_path / "sub" / "b.j2")
    assert folder_digest(tmp_path) not in (before, changed)
