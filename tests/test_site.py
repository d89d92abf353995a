"""The site as people and machines meet it: valid, accessible, found by search, complete without script."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.emit.templates import templates_for
from apiscribe.pipeline import load_api
from apiscribe.pipeline.settings import target_options
from apiscribe.pipeline.sources import sources_for
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target
from site_browser import drive, html_faults
from site_pages import broken_links, page_problems, pages_of

ROOT = Path(__file__).parents[1]
APIS = ("scale", "reverix")
HOSTILE = ("133-description-template-braces", "134-docs-html-injection", "136-inject-through-paths",
           "139-unicode-trojan-and-control", "054-props-odd-characters")  # fmt: skip
SCRIPTS = ("early.js", "site.js", "search.js")

pytestmark = pytest.mark.xdist_group("site")


def built(spec: str, override: Path | None = None, **options: Any) -> dict[str, bytes]:
    """The files of the site of a spec."""
    diagnostics = Diagnostics()
    loaded = load_api(spec, diagnostics)
    chosen = target_options(loaded.settings, "site").model_copy(update=options)
    settings = TargetSettings(loaded.settings, chosen, sources_for("site", loaded))
    site = target("site")
    artifacts = site.artifacts(loaded.api, settings, diagnostics)
    tree = render_artifacts(site, artifacts, diagnostics, templates_for("site", override))
    return {path.as_posix(): entry.content for path, entry in tree.files.items()}


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: content.decode() for path, content in files.items()}


def write(files: Mapping[str, bytes], folder: Path) -> Path:
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sites")
    made = {name: write(built(str(ROOT / "spec" / name)), folder / name) for name in APIS}
    for name in HOSTILE:
        spec = ROOT / "tests" / "cases" / name / "openapi.yaml"
        made[name] = write(built(str(spec)), folder / name)
    return made


def addresses(folder: Path) -> list[str]:
    return [path.as_uri() for path in sorted(folder.rglob("*.html"))]


@pytest.mark.parametrize("api", APIS)
def test_pages_are_whole_and_links_resolve(api: str) -> None:
    files = built(str(ROOT / "spec" / api))
    pages = pages_of({path: text for path, text in texts(files).items() if path.endswith(".html")})
    assert list(page_problems(pages)) == []
    assert list(broken_links(pages, frozenset(files))) == []


@pytest.mark.shows("site", "valid HTML")
@pytest.mark.parametrize("name", [*APIS, *HOSTILE])
def test_html_is_valid(name: str, sites: dict[str, Path]) -> None:
    """html-validate, an independent reader of the HTML standard."""
    pages = [str(path.relative_to(sites[name])) for path in sorted(sites[name].rglob("*.html"))]
    assert html_faults(sites[name], pages) == ""


@pytest.mark.shows("site", "accessible (axe)")
@pytest.mark.parametrize("name", APIS)
def test_axe_finds_nothing(name: str, sites: dict[str, Path]) -> None:
    seen = drive({"pages": addresses(sites[name]), "axe": True})["pages"]
    assert len(seen) == 2 * len(addresses(sites[name]))
    assert {one["url"]: one["violations"] for one in seen if one["violations"]} == {}
    assert {one["url"]: one["errors"] for one in seen if one["errors"]} == {}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_run_nothing(name: str, sites: dict[str, Path]) -> None:
    seen = drive({"pages": addresses(sites[name])})["pages"]
    assert {one["url"]: one["errors"] for one in seen if one["errors"]} == {}
    outside = [url for one in seen for url in one["requests"] if not url.startswith("file:")]
    images = [url for url in outside if re.search(r"\.(png|jpe?g|svg|gif)$", url)]
    assert outside == images


@pytest.mark.shows("site", "complete without scripts")
def test_complete_without_scripts(sites: dict[str, Path]) -> None:
    page = sites["scale"] / "operations" / "chat.completions.create.html"
    (seen,) = drive({"pages": [page.as_uri()], "javaScript": False})["pages"]
    for words in ("Create a chat completion", "messages", "required", "curl", "Returns", "Errors"):
        assert words in seen["text"]
    assert seen["errors"] == []


@pytest.mark.shows("site", "search")
def test_search_finds_by_keyboard(sites: dict[str, Path]) -> None:
    """A member's name, a value of an enum, and a phrase of a description."""
    home = (sites["scale"] / "index.html").as_uri()
    operation = (sites["scale"] / "operations" / "chat.completions.create.html").as_uri()
    found = drive(
        {
            "searches": [
                {"url": home, "query": "finish_reason"},
                {"url": home, "query": "content_filter"},
                {"url": operation, "query": "list the models"},
                {"url": home, "query": "finish_reason", "down": 1},
            ]
        }
    )["searches"]
    assert "finish_reason" in found[0]["landed"]
    assert "chat.completions.create.html#" in found[1]["landed"] or "/models/" in found[1]["landed"]
    assert "finish_reason" in found[1]["landed"]
    assert found[2]["landed"].endswith("operations/chat.completions.models.html")
    assert found[3]["landed"] != found[0]["landed"]


def test_scripts_are_small() -> None:
    files = built(str(ROOT / "spec" / "reverix"))
    assert sum(len(gzip.compress(files[name], mtime=0)) for name in SCRIPTS) < 20_000


def test_every_page_has_its_markdown() -> None:
    files = texts(built(str(ROOT / "spec" / "scale"), base_url="https://docs.example.com/api/"))
    for path in files:
        if path.endswith(".html") and not path.endswith("/index.html"):
            assert f"{path.removesuffix('.html')}.md" in files
    assert "[A first chat](guides/1-first-chat.md)" in files["llms.txt"]
    resource = files["resources/chat.completions/llms.txt"]
    assert "(../../operations/chat.completions.create.md)" in resource
    assert "# Create a chat completion" in files["resources/chat.completions/llms-full.txt"]
    document = json.loads(files["openapi.json"])
    assert document["paths"]["/v5/chat/completions"]["post"]


@pytest.mark.parametrize("api", APIS)
def test_markdown_is_that_of_the_docs(api: str) -> None:
    """So what `test_round_trip` shows of the docs' pages, it shows of the site's."""
    loaded = load_api(str(ROOT / "spec" / api), Diagnostics())
    docs, seen = target("docs"), Diagnostics()
    settings = TargetSettings(loaded.settings, target_options(loaded.settings, "docs"))
    tree = render_artifacts(docs, docs.artifacts(loaded.api, settings, seen), seen)
    files = texts(built(str(ROOT / "spec" / api)))
    pages = {path.as_posix(): one.content.decode() for path, one in tree.files.items()}
    assert len(pages) > 5
    for path, text in pages.items():
        if path.endswith(".md"):
            wanted = text.replace("README.md", "index.md")
            assert files[path.replace("README.md", "index.md")] == wanted


def test_what_a_published_address_gives() -> None:
    files = texts(built(str(ROOT / "spec" / "scale"), base_url="https://docs.example.com/api/"))
    page = files["operations/chat.completions.create.html"]
    address = "https://docs.example.com/api/operations/chat.completions.create"
    assert f'<link rel="canonical" href="{address}.html">' in page
    assert "https://claude.ai/new?q=Read%20https%3A//docs.example.com/api/operations" in page
    listed = re.findall(r"<loc>([^<]+)</loc>", files["sitemap.xml"])
    pages = [path for path in files if path.endswith(".html")]
    assert sorted(listed) == sorted(f"https://docs.example.com/api/{path}" for path in pages)
    plain = texts(built(str(ROOT / "spec" / "scale"), assistants=False))
    assert "sitemap.xml" not in plain
    assert "claude" not in plain["operations/chat.completions.create.html"]


def test_guides_logo_and_colours(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "spec" / "reverix", tmp_path / "api")
    docs = tmp_path / "api" / "docs"
    docs.mkdir()
    (docs / "2-second.md").write_text(
        "No heading, <script>alert(1)</script> and [one](1-one.md).\n"
    )
    (docs / "1-one.md").write_text("# One\n\n### Deep\n\n![mark](mark.svg)\n")
    (docs / "mark.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    files = built(str(tmp_path / "api"), logo="mark.svg", accent="#123456")
    shown = texts(files)
    page = shown["guides/2-second.html"]
    assert "<h1>Second</h1>" in page
    assert '<a href="1-one.html"' in page
    assert "<script>alert" not in page
    assert 'src="../guides/mark.svg"' in page
    assert "--light:#123456" in page
    first = shown["guides/1-one.html"]
    assert re.search(r'<h1 id="about-one">One</h1>\s*<h2 id="about-deep">Deep</h2>', first)
    assert shown["guides/1-one.md"].startswith("# One")
    assert files["guides/mark.svg"].startswith(b"<svg")
    pages = pages_of({path: text for path, text in shown.items() if path.endswith(".html")})
    assert list(page_problems(pages)) == []
    assert list(broken_links(pages, frozenset(files))) == []


def test_a_single_template_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "_foot.html.j2").write_text(
        "<p>Ours: {{ view.frame.site }}</p></main></div></body></html>\n"
    )
    page = texts(built(str(ROOT / "spec" / "reverix"), tmp_path))["index.html"]
    assert "<p>Ours: " in page
    assert 'class="top"' in page


def test_values_beside_any_string_are_not_all() -> None:
    spec = ROOT / "tests" / "cases" / "enum-names" / "openapi.yaml"
    pages = texts(built(str(spec)))
    assert "<span>other values <code>any string</code></span>" in pages["models/Model.html"]
    assert "other values" not in pages["models/Level.html"]


def test_settings_that_will_not_do(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    loaded = load_api(str(ROOT / "spec" / "reverix"), diagnostics)
    chosen = target_options(loaded.settings, "site").model_copy(
        update={"accent": "#ffee00", "logo": "none.svg"}
    )
    settings = TargetSettings(loaded.settings, chosen, sources_for("site", loaded))
    before = len(diagnostics.items)
    list(target("site").artifacts(loaded.api, settings, diagnostics))
    found = {one.rule: one.message for one in diagnostics.items[before:]}
    assert "contrast of 1.2" in found["site/contrast"]
    assert "none.svg" in found["site/no-file"]


def test_the_reader_of_pages_sees_faults() -> None:
    """Guards the tests: what must not be on a page is seen."""
    bad = (
        '<h1>a</h1><h3 id="x" id="y">b</h3><p id="x"><a href="javascript:a()">c</a>'
        '<img src="gone.png" onerror="x"><script>run()</script><a href="#none">d</a></div>'
    )
    pages = pages_of({"a.html": bad})
    found = "\n".join([*page_problems(pages), *broken_links(pages, frozenset(["a.html"]))])
    for words in ("a handler", "that may run", "script in the page", "level 3 after", "twice",
                  "never closed", "gone.png", "#none"):  # fmt: skip
        assert words in found
