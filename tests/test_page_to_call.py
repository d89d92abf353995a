"""From a page to a working call in one go: transcribe, generate, and the SDK's stream on the mock server.

Nobody touches YAML in between: the page is the small invented vendor of `tests/pages`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_document
from apiscribe.serve import serve_in_thread
from command import apiscribe

PAGE = Path(__file__).parent / "pages" / "hand-written" / "lumen.md"
CALLS = """
import sys
from {package} import {client}

client = {client}(base_url=sys.argv[1], bearer_auth="k")
answer = client.chat.completions.create(
    model="lumen-1", messages=[{{"role": "user", "content": "Hi"}}], max_tokens=5
)
print(answer.id, answer.choices[0].message.content, answer.usage.completion_tokens)
with client.chat.completions.create(
    model="lumen-1", messages=[{{"role": "user", "content": "Hi"}}], stream=True
) as stream:
    print("".join(chunk.choices[0].delta.content or "" for chunk in stream))
print(client.models.retrieve("lumen-1").context)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a user has run the two commands."""
    folder = tmp_path_factory.mktemp("vendor") / "lumen"
    folder.mkdir()
    first = apiscribe("transcribe", str(PAGE), "-o", "openapi.yaml", folder=folder)
    assert first.returncode == 0, first.stderr
    second = apiscribe("generate", "openapi.yaml", "-t", "python", "-o", "out", folder=folder)
    assert second.returncode == 0, second.stderr
    return folder


def test_page_says_how_streams_are_asked_for(made: Path) -> None:
    document = yaml.safe_load((made / "openapi.yaml").read_text(encoding="utf-8"))
    operation = document["paths"]["/chat/completions"]["post"]
    assert operation["x-sdk"] == {"stream": {"switch": {"stream": True}, "terminator": "[DONE]"}}


def test_sdk_answers_and_streams(made: Path) -> None:
    (package,) = [
        path.parent
        for path in made.glob("out/**/__init__.py")
        if (path.parent / "py.typed").exists()
    ]
    document = load_document(made / "openapi.yaml", Diagnostics())
    with serve_in_thread(document.data) as url:
        script = CALLS.format(package=package.name, client="LumenAPI")
        environment = {**os.environ, "PYTHONPATH": str(package.parent)}
        run = subprocess.run(
            [sys.executable, "-c", script, url],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["c_1 Hello 1", "Hello", "8192"]
