"""The same input gives the same bytes: hash seed, working folder, folder order, processes."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from command import files

pytestmark = pytest.mark.xdist_group("determinism")

ROOT = Path(__file__).parents[1]
SPEC = ROOT / "spec"

# Listings of folders come in the order the file system likes; here in a bad one.
SHUFFLED = textwrap.dedent("""
    import os, sys
    listdir, scandir = os.listdir, os.scandir

    class Scan:
        def __init__(self, entries):
            self.entries = iter(entries)
        def __iter__(self):
            return self.entries
        def __next__(self):
            return next(self.entries)
        def __enter__(self):
            return self
        def __exit__(self, *_):
            pass
        def close(self):
            pass

    def turned(names):
        return sorted(names, key=lambda name: str(getattr(name, "name", name))[::-1], reverse=True)

    os.listdir = lambda path=".": turned(listdir(path))
    os.scandir = lambda path=".": Scan(turned(list(scandir(path))))
    sys.argv[0] = "apiscribe"
    from apiscribe.cli import main
    main()
    """)


def generate(out: Path, folder: Path, seed: str, *options: str, shuffled: bool = False) -> None:
    start = ["-c", SHUFFLED] if shuffled else ["-m", "apiscribe"]
    specs = [str(SPEC / "scale"), str(SPEC / "reverix")]
    subprocess.run(
        [sys.executable, *start, "generate", *specs, "-o", str(out), *options],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("expected")
    generate(out, ROOT, "1", "--jobs", "1")
    found = files(out)
    assert len(found) > 20
    return found


def same(expected: dict[str, bytes], out: Path) -> None:
    found = files(out)
    assert sorted(found) == sorted(expected)
    assert [path for path in found if found[path] != expected[path]] == []


def test_another_hash_seed_and_working_folder(expected: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    generate(tmp_path / "out", tmp_path / "elsewhere", "2", "--jobs", "1")
    same(expected, tmp_path / "out")


def test_another_order_of_folders(expected: dict[str, bytes], tmp_path: Path) -> None:
    generate(tmp_path / "out", ROOT, "3", "--jobs", "1", shuffled=True)
    same(expected, tmp_path / "out")


def test_several_processes(expected: dict[str, bytes], tmp_path: Path) -> None:
    generate(tmp_path / "out", ROOT, "4", "--jobs", "4")
    same(expected, tmp_path / "out")


def test_no_path_of_this_machine_and_no_time(expected: dict[str, bytes]) -> None:
    for path, content in expected.items():
        assert str(ROOT).encode() not in content, path
        assert str(Path.home()).encode() + b"/" not in content, path
