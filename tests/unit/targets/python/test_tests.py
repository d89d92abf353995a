"""Names of generated tests."""

from __future__ import annotations

from apiscribe.targets.python.views.tests import TestView as View
from apiscribe.targets.python.views.tests import distinct


def test_no_test_hides_another() -> None:
    asked = ["render", "render_raw", "render_raw", "merge", "merge_async"]
    found = [test.name for test in distinct(View(name, (), (), typed=False) for name in asked)]
    assert found == ["render", "render_raw", "render_raw_2", "merge", "merge_async_2"]
