"""Running a command and saying what it cost."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

# As on anyone's machine, whatever the one that measures is set to.
_BYTE_CODE = {"PYTHONDONTWRITEBYTECODE": ""}
_LIMIT_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall and CPU seconds, peak resident megabytes (of the largest process), and what went wrong.

    `failure` is "" when the command exited 0, else its last words.
    """

    wall: float
    cpu: float
    peak: float
    failure: str = ""

    def __str__(self) -> str:
        return f"{self.wall:6.2f} s wall  {self.cpu:6.2f} s CPU  {self.peak:5.0f} MB{failed(self)}"


def failed(cost: Cost) -> str:
    """A mark that no reader overlooks; "" for a run that went well."""
    return f"  FAILED: {cost.failure}" if cost.failure else ""


def measure(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Cost:
    """Run once. CPU and peak are the command's own and its finished children's."""
    return measure_output(command, folder=folder, environment=environment)[0]


def measure_output(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[Cost, str]:
    """`measure`, with what the command said on both of its streams."""
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            env={**os.environ, **_BYTE_CODE, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        deadline = started + _LIMIT_SECONDS
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() > deadline:
                process.kill()
            time.sleep(0.002)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    failure = _last_words(text, process.returncode)
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, failure), text


def _last_words(said: str, code: int) -> str:
    if code == 0:
        return ""
    lines = [line.strip() for line in said.splitlines()]
    # Frames of a Java trace say nothing.
    said_last = (line for line in reversed(lines) if line and not line.startswith("at "))
    last = next(said_last, "no message")
    return f"exit code {code}, {last[:160]}"


def measure_often(
    command: Sequence[str | Path],
    runs: int,
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], object] = lambda: None,
) -> Cost:
    """The median of several runs, each after `before`, which is not measured; failed when one did."""
    costs = []
    for _ in range(runs):
        before()
        costs.append(measure(command, folder=folder, environment=environment))
    return Cost(
        wall=median(c.wall for c in costs),
        cpu=median(c.cpu for c in costs),
        peak=median(c.peak for c in costs),
        failure=next((c.failure for c in costs if c.failure), ""),
    )


def ratio(ours: float, other: float) -> str:
    """`other` as a multiple of `ours`."""
    return f"{other / ours:.1f}×" if ours > 0 else "-"
