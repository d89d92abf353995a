"""README's worked example, run as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from apiscribe.diagnostics import Diagnostics
from apiscribe.pipeline import load_api
from apiscribe.serve import serve_in_thread

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def run(folder: Path, *arguments: str) -> str:
    process = subprocess.run(
        [sys.executable, "-m", "apiscribe", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout + process.stderr


def test_the_first_two_blocks_are_one_command_each() -> None:
    first, second = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert first.rstrip().endswith("apiscribe generate")
    assert second.rstrip().endswith("pytest")
    assert README.index("```sh\n") == README.index("```")


def test_from_a_page_to_an_sdk(tmp_path: Path) -> None:
    (tmp_path / "weather.txt").write_text(blocks("text")[0])
    commands = [
        line.removeprefix("$ apiscribe ").split()
        for block in blocks("console")
        for line in block.splitlines()
    ]
    report = run(tmp_path, *commands[0])
    assert "Lines not understood: none" in report
    (tmp_path / "spec" / "weather" / "overlay.yaml").write_text(blocks("yaml")[0])
    run(tmp_path, *commands[1])
    loaded = load_api(str(tmp_path / "spec" / "weather"), Diagnostics())
    with serve_in_thread(loaded.document.data) as url:
        snippet = blocks("python")[0].replace("Weather()", f"Weather(base_url={url!r})")
        process = subprocess.run(
            [sys.executable, "-c", snippet],
            env={"PYTHONPATH": str(tmp_path / "generated" / "weather" / "python" / "src")},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (process.stdout, process.stderr) == ("clear\n", "")


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `apiscribe (\w+)", README, re.MULTILINE))
    help_text = run(ROOT, "--help")
    commands = set(re.findall(r"^  (\w+)  ", help_text, re.MULTILINE))
    assert listed == commands
