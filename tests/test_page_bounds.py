"""Pages of 2 MB and pages of garbage, for every family: an answer in bounded time and memory.

Nothing here looks at a clock: the process is given so much memory and so much time of a processor
(RLIMIT_AS, RLIMIT_CPU), and ends by a signal when it wants more.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from apiscribe.pages.detect import family_ids

PAGES: Final = Path(__file__).parent / "pages"
SIZE: Final = 2 * 1024 * 1024
GARBAGE: Final = 64 * 1024
MEMORY: Final = 2 * 1024 * 1024 * 1024
SECONDS: Final = 180
RUN: Final = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
from apiscribe.cli import main
sys.argv = ["apiscribe", *{arguments!r}]
main()
"""


def bounded(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`apiscribe ARGUMENTS` with bounds; the timeout is for a process that waits for ever."""
    script = RUN.format(memory=MEMORY, seconds=SECONDS, arguments=list(arguments))
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=3000)


def own_page(family: str) -> Path:
    """The longest test page of a family."""
    suffixes = (".md", ".mdx", ".txt", ".html")
    found = [path for path in (PAGES / family).iterdir() if path.suffix in suffixes]
    return max(found, key=lambda path: (path.stat().st_size, path.name))


def answer(run: subprocess.CompletedProcess[str]) -> str:
    """What the process said; it must have ended by itself, and not by a fault."""
    assert run.returncode in (0, 1, 2), f"{run.returncode}: {run.stderr[-500:]}"
    assert "Traceback" not in run.stderr
    assert "internal/fault" not in run.stderr
    return run.stderr


@pytest.mark.parametrize("family", family_ids())
def test_a_page_of_two_megabytes(family: str, tmp_path: Path) -> None:
    page = own_page(family)
    text = page.read_text(encoding="utf-8") + "\n\n"
    (tmp_path / page.name).write_text(text * (SIZE // len(text) + 1), encoding="utf-8")
    run = bounded(tmp_path, "transcribe", page.name, "-o", "openapi.yaml", "--report", "report.txt")
    said = answer(run)
    if run.returncode == 0:
        written = (tmp_path / "openapi.yaml").read_text(encoding="utf-8")
        assert "paths:" in written or "schemas:" in written
    else:
        assert "help: " in said
        assert not (tmp_path / "openapi.yaml").exists()


def garbled(text: str, kind: str) -> str:
    """Something that has the words and signs of a page, and no sense."""
    source = random.Random(11)
    if kind == "lines":
        lines = text.splitlines() * (GARBAGE // len(text) + 1)
        source.shuffle(lines)
        return "\n".join(lines)
    words = text.split(" ") * (GARBAGE // len(text) + 1)
    source.shuffle(words)
    return (" " if kind == "words" else "").join(words)


@pytest.mark.parametrize("kind", ["lines", "words", "glued"])
@pytest.mark.parametrize("family", family_ids())
def test_a_page_of_garbage(family: str, kind: str, tmp_path: Path) -> None:
    text = garbled(own_page(family).read_text(encoding="utf-8"), kind)
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    run = bounded(tmp_path, "transcribe", "page.md", "--family", family, "-o", "openapi.yaml")
    said = answer(run)
    if run.returncode:
        assert re.search(r"error\[(pages|yaml|json)/", said)  # of the page, or of what it embeds
        assert "help: " in said
