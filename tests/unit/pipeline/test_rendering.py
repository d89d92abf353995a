"""How jobs are shared out among processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from apiscribe.pipeline.rendering import _tasks


@dataclass(frozen=True)
class Job:
    """As much of a job as counts here."""

    target: str
    operations: int

    def size(self) -> int:
        return self.operations


@pytest.mark.parametrize("processes", [2, 3, 8])
def test_large_jobs_are_everybodys_and_small_ones_are_done_once(processes: int) -> None:
    jobs: list[Any] = [
        Job(target, size) for size in (3, 5000, 7, 900) for target in ("python", "go", "docs")
    ]
    tasks = _tasks(jobs, processes)
    count = Counter(index for task in tasks for index in task)
    assert count == {i: processes if job.size() > 500 else 1 for i, job in enumerate(jobs)}
    first = [jobs[index].size() for task in tasks for index in task[:1]]
    assert first[:6] == [5000] * 3 + [900] * 3
    assert all(len({jobs[index].target for index in task}) == 1 for task in tasks)


def test_small_jobs_of_a_target_go_together_while_all_have_enough_to_do() -> None:
    jobs: list[Any] = [Job(target, 5) for _ in "ab" for target in ("python", "go", "docs", "site")]
    assert _tasks(jobs, 2) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert _tasks(jobs, 8) == [(0,), (4,), (1,), (5,), (2,), (6,), (3,), (7,)]
    assert _tasks([], 2) == []
