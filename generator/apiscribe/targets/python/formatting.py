"""Formatting by ruff, all files in one go.

black formats a megabyte in seconds, ruff in hundredths. What we write has the same bytes after
either: the tests hold every package to `black --check`.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

LINE_LENGTH: Final = 100
"""Columns of the generated package; its `pyproject.toml` says the same."""


@cache
def _ruff() -> str:
    from ruff import find_ruff_bin  # type: ignore[import-untyped]

    return str(find_ruff_bin())


def _command(columns: int) -> list[str]:
    """Free of any configuration that happens to lie around."""
    options = ["--isolated", "--no-cache", "--quiet", "--target-version", "py311"]
    return [_ruff(), "format", *options, "--line-length", str(columns)]


def format_all(texts: Sequence[str], columns: int = LINE_LENGTH) -> list[str]:
    """`texts` as black formats them for Python 3.11; the identity on its own results.

    Raises:
        SyntaxError: one of them is not Python, which is a fault of a template.
    """
    texts = [f"{text.rstrip()}\n" if text.strip() else "" for text in texts]
    if len(texts) == 1:
        return [_format_one(texts[0], columns)]
    encoded = [text.encode() for text in texts]
    with TemporaryDirectory(dir=_in_memory(sum(map(len, encoded)))) as name:
        files = [Path(name, f"{number}.py") for number in range(len(texts))]
        for file, content in zip(files, encoded, strict=True):
            file.write_bytes(content)
        done = subprocess.run([*_command(columns), name], capture_output=True, check=False)
        if done.returncode:
            _refuse(texts, done.stderr)
        return [file.read_bytes().decode() for file in files]


def _in_memory(size: int) -> str | None:
    """A folder that is no disk with room for many times `size` bytes, `None` where there is none.

    On a disk, making and removing thousands of files costs more than formatting them.
    """
    folder = "/dev/shm"
    with suppress(OSError):
        if shutil.disk_usage(folder).free > 8 * size and os.access(folder, os.W_OK | os.X_OK):
            return folder
    return None


def _format_one(text: str, columns: int) -> str:
    done = subprocess.run(
        [*_command(columns), "-"], input=text.encode(), capture_output=True, check=False
    )
    if done.returncode:
        _refuse([text], done.stderr)
    return done.stdout.decode()


def _refuse(texts: Sequence[str], said: bytes) -> None:
    for text in texts:
        ast.parse(text)  # says it better
    raise SyntaxError(said.decode(errors="replace").strip())


def format_python(text: str, columns: int = LINE_LENGTH) -> str:
    """`format_all` for one text."""
    return format_all([text], columns)[0]
