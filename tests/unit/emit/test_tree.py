"""Paths that no run may write, and clashes of claims."""

from pathlib import PurePosixPath

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.manifest import MANIFEST_NAME, WRITER_NAMES
from apiscribe.emit.tree import Tree


def claim(*paths: str) -> tuple[Tree, Diagnostics]:
    tree, diagnostics = Tree(reserved=WRITER_NAMES), Diagnostics()
    for number, path in enumerate(paths):
        tree.claim(PurePosixPath(path), b"", f"owner {number}", diagnostics)
    return tree, diagnostics


@pytest.mark.parametrize(
    "path",
    [
        "../up.txt",
        "a/../../up.txt",
        "/etc/passwd",
        "~/x",
        "",
        "a/con.txt",
        "AUX",
        "com1",
        "LPT9.tar.gz",
        "CONIN$",
        "a/b:c",
        "what?.md",
        "a|b",
        'quo"te',
        "back\\slash",
        "tab\tname",
        "end.",
        "dir /file",
        ".git/hooks/pre-commit",
        "sub/.GIT/config",
        "x" * 201,
        "a.apiscribe.part",
        MANIFEST_NAME,
    ],
)
def test_illegal_path_is_an_error_naming_the_owner(path: str) -> None:
    tree, diagnostics = claim(path)
    assert [d.rule for d in diagnostics] == ["emit/illegal-path"]
    assert "owner 0" in diagnostics.items[0].message
    assert not tree.files


@pytest.mark.parametrize(
    "path",
    ["src/a.py", ".github/workflows/ci.yml", ".gitignore", "console.py", "com10", "a b.md", "é.md"],
)
def test_ordinary_path_is_taken(path: str) -> None:
    tree, diagnostics = claim(path)
    assert not diagnostics.items
    assert [p.as_posix() for p in tree.files] == [path]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a.py", "a.py"),
        ("A.py", "a.py"),
        ("models/Straße.py", "models/STRASSE.py"),
        ("é.md", "e\u0301.md"),
        ("a", "a/b"),
        ("a/b", "a"),
        ("Docs/x.md", "docs/y.md"),
    ],
)
def test_clash_is_an_error_naming_both_owners(first: str, second: str) -> None:
    tree, diagnostics = claim(first, second)
    assert [d.rule for d in diagnostics] == ["emit/path-taken"]
    assert "owner 0" in diagnostics.items[0].message
    assert "owner 1" in diagnostics.items[0].message
    assert [p.as_posix() for p in tree.files] == [first]


@pytest.mark.parametrize("last", ["a/B/f", "A/b/f", "a/b", "a/b/c/f"])
def test_a_folder_that_holds_files_is_still_defended(last: str) -> None:
    tree, diagnostics = claim("a/b/c", "a/b/d", "a/e", last)
    assert [item.rule for item in diagnostics] == ["emit/path-taken"]
    assert len(tree.files) == 3


def test_files_are_sorted_whatever_the_order_of_claims() -> None:
    tree, _ = claim("b/a", "a/z", "a/b/c")
    assert [p.as_posix() for p in tree.files] == ["a/b/c", "a/z", "b/a"]
