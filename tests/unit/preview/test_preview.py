"""The preview: what is shown follows the files, and a mistake in them does not end it."""

from __future__ import annotations

import asyncio
import shutil
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from apiscribe.diagnostics import Diagnostics
from apiscribe.pipeline.cache import Cache
from apiscribe.preview import Builder, create_app
from apiscribe.preview.runner import watch_files

ROOT = Path(__file__).parents[3]
_LIMIT = 60.0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "spec" / "reverix", tmp_path / "reverix")
    return tmp_path / "reverix"


@pytest.fixture
def builder(project: Path) -> Builder:
    made = Builder(str(project), None, Cache(None))
    assert not made.build().errors
    return made


def retitle(project: Path, title: str) -> None:
    overlay = project / "overlay.yaml"
    update = f"\n- target: $.info\n  x-source: test\n  update: {{title: {title}}}\n"
    overlay.write_text(overlay.read_text().rstrip("\n") + update)


@contextmanager
def served(builder: Builder) -> Iterator[str]:
    sock = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(builder), log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(_LIMIT)


def get(url: str) -> tuple[int, str, str]:
    """Status, type and text."""
    try:
        with urllib.request.urlopen(url, timeout=_LIMIT) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read().decode()


def test_a_change_makes_the_site_anew(project: Path, builder: Builder) -> None:
    before = builder.version
    retitle(project, "Changed title")
    assert not builder.build().errors
    assert builder.version == before + 1
    assert b"Changed title" in (builder.content("index.html") or b"")


def test_a_mistake_keeps_the_site_and_says_what_it_is(project: Path, builder: Builder) -> None:
    good = builder.content("index.html")
    spec = project / "openapi.yaml"
    text = spec.read_text()
    spec.write_text("openapi: 3.1.0\npaths: []\n")
    said = builder.build()
    assert said.errors
    assert builder.content("index.html") == good
    with served(builder) as url:
        status, _, page = get(f"{url}/index.html")
        assert status == 500
        assert said.errors[0].rule in page
        assert get(f"{url}/site.css")[0] == 200
        spec.write_text(text)
        assert not builder.build().errors
        assert get(f"{url}/index.html")[0] == 200


def test_files_are_served_with_their_types(builder: Builder) -> None:
    with served(builder) as url:
        status, kind, page = get(f"{url}/")
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert "EventSource" in page
        assert get(f"{url}/index.md")[1] == "text/markdown; charset=utf-8"
        assert get(f"{url}/openapi.json")[1] == "application/json"
        assert "EventSource" not in get(f"{url}/site.js")[2]
        assert get(f"{url}/none.html")[0] == 404
        assert get(f"{url}/..%2f..%2fetc/passwd")[0] == 404
        with urllib.request.urlopen(f"{url}/-/changes", timeout=_LIMIT) as stream:
            assert stream.readline() == f"data: {builder.version}\n".encode()


def test_the_watch_builds_after_a_change(project: Path, builder: Builder) -> None:
    seen: list[Diagnostics] = []

    async def run() -> None:
        stop = asyncio.Event()

        def report(said: Diagnostics) -> None:
            seen.append(said)
            stop.set()

        watch = asyncio.create_task(watch_files(builder, report, stop))
        # The watch needs a moment to begin; a later change is seen in any case.
        for number in range(int(_LIMIT)):
            if stop.is_set():
                break
            retitle(project, f"Title {number}")
            await asyncio.sleep(1)
        await asyncio.wait_for(watch, _LIMIT)

    asyncio.run(run())
    assert seen
    assert not seen[0].errors
    assert b"Title " in (builder.content("index.html") or b"")


def test_what_is_watched(project: Path, builder: Builder) -> None:
    (project / "docs").mkdir()
    watched = [*builder.watched()]
    assert project.resolve() in watched
    assert project.resolve() / "docs" in watched
    assert ROOT / "templates" / "site" in watched
    assert ROOT / "templates" / "docs" in watched
