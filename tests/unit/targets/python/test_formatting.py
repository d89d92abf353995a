"""Files formatted together, by ruff, are as black has them."""

from __future__ import annotations

import black
import pytest
from apiscribe.targets.python.formatting import LINE_LENGTH, format_all, format_python
from black.mode import TargetVersion

MODE = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY311})
SOURCES = [
    "",
    "x=1",
    "import a\nclass B: pass\nY=1\ndef f( ): return 1\n",
    "# head\n'''doc'''\nimport a\nif a:\n  def g(): pass\n# about B\nclass B:\n  x=1\n  def f(self):\n    pass\n",
    "@one\n@two(\n 3)\ndef f(): pass\n@three\nclass C: pass\nasync def h(): pass\nz = {'a':1,\n'b':2,}\n",
    's = """\nclass X:\ndef f():\n"""\ndef g(): return s\n',
]


def test_all_together_are_as_black_has_each() -> None:
    assert format_all(SOURCES) == [black.format_str(source, mode=MODE) for source in SOURCES]


@pytest.mark.parametrize("source", SOURCES)
def test_formatting_again_changes_nothing(source: str) -> None:
    once = format_python(source)
    assert once == black.format_str(source, mode=MODE)
    assert format_python(once) == once


@pytest.mark.parametrize("others", [[], ["x = 1\n"]])
def test_what_is_no_python_is_an_error(others: list[str]) -> None:
    with pytest.raises(SyntaxError, match="invalid syntax"):
        format_all([*others, "def (:\n"])
