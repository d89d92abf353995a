"""Running a command and saying what it cost."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_LIMIT_SECONDS = 900


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall and CPU seconds, peak resident megabytes, and whether the command exited 0."""

    wall: float
    cpu: float
    peak: float
    ok: bool

    def __str__(self) -> str:
        text = f"{self.wall:6.2f} s wall  {self.cpu:6.2f} s CPU  {self.peak:5.0f} MB"
        return text if self.ok else f"{text}  FAILED"


def measure(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Cost:
    """Run once. CPU and peak are the command's own and its finished children's."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = started + _LIMIT_SECONDS
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.perf_counter() > deadline:
            process.kill()
        time.sleep(0.002)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(
        wall=time.perf_counter() - started,
        cpu=usage.ru_utime + usage.ru_stime,
        peak=usage.ru_maxrss / 1024,
        ok=process.returncode == 0,
    )


def measure_often(
    command: Sequence[str | Path],
    runs: int,
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Cost:
    """The median of several runs; failed when one failed."""
    costs = [measure(command, folder=folder, environment=environment) for _ in range(runs)]
    return Cost(
        wall=median(c.wall for c in costs),
        cpu=median(c.cpu for c in costs),
        peak=median(c.peak for c in costs),
        ok=all(c.ok for c in costs),
    )


def ratio(ours: float, other: float) -> str:
    """`other` as a multiple of `ours`."""
    return f"{other / ours:.1f}×" if ours > 0 else "-"
