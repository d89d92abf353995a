"""The generated TypeScript packages as TypeScript, npm, Node and browsers see them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline import load_api
from conftest import require_tool
from generated_files import APIS, generate, lay_out, mock_server
from node_tools import check, node_modules, tool

pytestmark = pytest.mark.xdist_group("typescript")

ROOT = Path(__file__).parents[1]
CASES = [
    # Numbered ones are typed and checked by `tests/test_cases.py`.
    *sorted(path.parent for path in (ROOT / "tests" / "cases").glob("[a-z]*/openapi.yaml")),
    *sorted(path.parent for path in (ROOT / "tests" / "conformance").glob("*/openapi.yaml")),
]

# Quotes, comment ends, reserved words and overlong names where a document may have them.
HOSTILE = ROOT / "tests" / "unit" / "targets" / "typescript" / "hostile.yaml"


def make_package(name: str, folder: Path) -> None:
    """Generate a package into `folder`, with the tools at hand."""
    lay_out(generate("typescript", name), folder)
    (folder / "node_modules").symlink_to(node_modules())


@pytest.fixture(scope="module", params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def package(api: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundled API's package, built."""
    node_modules()
    folder = tmp_path_factory.mktemp(api)
    make_package(api, folder)
    run = subprocess.run(["npm", "run", "build"], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


@pytest.fixture(scope="module")
def mock_url(api: str) -> Iterator[str]:
    with mock_server(api) as url:
        yield url


@pytest.mark.shows("typescript", "compiles strictly")
def test_types_under_the_newest_and_the_one_before(package: Path) -> None:
    check("tsc", "-p", "tsconfig.json", folder=package)
    before = package / "node_modules" / "typescript-before" / "lib" / "tsc.js"
    for project in ("tsconfig.json", "tests/tsconfig.json"):
        command = ["node", str(before), "--noEmit", "-p", project]
        run = subprocess.run(command, cwd=package, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout


@pytest.mark.shows("typescript", "formatted")
def test_format(package: Path) -> None:
    check("prettier", "--check", ".", folder=package)


@pytest.mark.shows("typescript", "package")
def test_package_files(package: Path, tmp_path: Path) -> None:
    command = ["npm", "pack", "--silent", "--ignore-scripts", f"--pack-destination={tmp_path}"]
    subprocess.run(command, cwd=package, check=True, capture_output=True)
    (tarball,) = tmp_path.glob("*.tgz")
    check("publint", str(tarball), "--strict", folder=package)
    check("attw", str(tarball), folder=package)


@pytest.mark.shows("typescript", "own tests")
def test_own_tests_and_both_module_systems(package: Path, mock_url: str) -> None:
    check("tsc", "-p", "tests", folder=package)
    environment = {**os.environ, "TEST_BASE_URL": mock_url}
    files = [str(path) for path in (package / "build" / "tests").glob("*.test.js")]
    command = ["node", "--test", *files]
    run = subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:]
    assert "# pass 0" not in run.stdout
    for source in (
        "const found = require('./dist/cjs/index.js'); check(found)",
        "import('./dist/esm/index.js').then(check)",
    ):
        script = f"const check = (m) => process.exit(m.Stream && m.APIError ? 0 : 1); {source}"
        subprocess.run(["node", "--eval", script], cwd=package, check=True)


@pytest.mark.shows("typescript", "own tests")
def test_runtime(package: Path, api: str) -> None:
    """What vectors cannot say: signals, web streams, copies of clients, webhooks."""
    if api != "scale":
        pytest.skip("written against the Scale package")
    build = package / "build"
    build.mkdir(exist_ok=True)
    for source in (ROOT / "tests" / "typescript").iterdir():
        shutil.copy(source, build)
    command = ["node", "--test", "runtime.test.mjs"]
    run = subprocess.run(command, cwd=build, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout[-4000:]
    assert "# pass 0" not in run.stdout
    settings = {
        "extends": "../tsconfig.json",
        "compilerOptions": {"rootDir": ".."},
        "include": ["types.ts"],
    }
    (build / "tsconfig.json").write_text(json.dumps(settings))
    check("tsc", "-p", "build", folder=package)


OURS = """\
import { ScaleSGPCore } from "../src/core.js";
import { Completions } from "../src/resources/chat/completions.js";
const completions = new Completions(new ScaleSGPCore());
const stream = await completions.create({ model: "x", messages: [], stream: true });
for await (const chunk of stream) console.log(chunk);
"""
THEIRS = """\
import OpenAI from "openai";
const client = new OpenAI();
const stream = await client.chat.completions.create({ model: "x", messages: [], stream: true });
for await (const chunk of stream) console.log(chunk);
"""


@pytest.mark.shows("typescript", "small bundles")
def test_bundles_hold_what_is_used(package: Path, api: str) -> None:
    """At most a tenth of a hand-made client of the same kind of API, and nothing unused."""
    if api != "scale":
        pytest.skip("the app is written against the Scale package")
    build = package / "build"
    build.mkdir(exist_ok=True)
    sizes: list[int] = []
    for name, source in (("theirs", THEIRS), ("ours", OURS)):
        (build / f"{name}.ts").write_text(source)
        options = (
            "--bundle",
            "--minify",
            "--format=esm",
            "--target=es2022",
            "--metafile=meta.json",
        )
        check("esbuild", f"{name}.ts", *options, f"--outfile={name}.out.js", folder=build)
        sizes.append((build / f"{name}.out.js").stat().st_size)
    assert sizes[1] * 10 <= sizes[0]
    (output,) = json.loads((build / "meta.json").read_text())["outputs"].values()
    used = {path for path, part in output["inputs"].items() if part["bytesInOutput"]}
    unused = ("client", "resources/chat", "strict", "runtime/pages", "runtime/checking")
    assert not used & {f"../src/{module}.ts" for module in unused}
    assert "../src/runtime/streams.ts" in used


APP = """\
import {{ {client}, Stream }} from "../dist/esm/index.js";
const client = new {client}({{ {options} }});
const example = {example};
try {{
  const plain = await client.chat.completions.create(example);
  const items = [];
  for await (const item of await client.chat.completions.create({{ ...example, stream: true }})) {{
    items.push(item);
  }}
  window.found = {{ plain: plain.choices.length, items: items.length }};
}} catch (error) {{
  window.found = {{ error: String(error), cause: String(error.cause) }};
}}
"""

DRIVER = """\
import { chromium } from "playwright-core";
const [executablePath, url] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.found, undefined, { timeout: 30_000 });
  process.stdout.write(JSON.stringify(await page.evaluate(() => window.found)));
} finally {
  await browser.close();
}
"""


@pytest.mark.shows("typescript", "browser")
def test_browser(api: str, package: Path, mock_url: str) -> None:
    """One plain call and one streamed one, from a page of another origin than the server."""
    chromium = next(
        (
            found
            for name in ("chromium", "chromium-browser", "google-chrome")
            if (found := shutil.which(name))
        ),
        None,
    )
    require_tool(chromium, "Chromium")
    loaded = load_api(api, Diagnostics())
    secrets = [
        f'{name}: "test"'
        for name in ("apiKey", "accountID")
        if name != "accountID" or len(loaded.api.schemes) > 1
    ]
    example = (
        ROOT / "spec" / api / "examples" / "chat_completions_create.request.json"
    ).read_text()
    app = APP.format(
        client=loaded.settings.client.name,
        options=", ".join([f'baseURL: "{mock_url}"', *secrets]),
        example=example,
    )
    build = package / "build"
    build.mkdir(exist_ok=True)
    (build / "app.js").write_text(app)
    check("esbuild", "app.js", "--bundle", "--format=esm", "--outfile=site/app.js", folder=build)
    site = build / "site"
    (site / "index.html").write_text('<script type="module" src="app.js"></script>')
    (build / "driver.mjs").write_text(DRIVER)
    with serve_folder(site) as url:
        run = subprocess.run(
            ["node", "driver.mjs", str(chromium), url],
            cwd=build,
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert "error" not in found, found
    assert found["plain"] >= 1
    assert found["items"] >= 1


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve files on a free loopback port."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


@pytest.fixture(scope="module")
def small_cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of all small cases, side by side."""
    folder = tmp_path_factory.mktemp("cases")
    for case in CASES:
        try:
            make_package(str(case / "openapi.yaml"), folder / f"{case.parent.name}-{case.name}")
        except ApiscribeError:
            continue  # a case of an unusable spec
    make_package(str(HOSTILE), folder / "hostile")
    return folder


@pytest.mark.shows("typescript", "compiles strictly")
def test_small_cases_compile(small_cases: Path) -> None:
    """All in one program: TypeScript reads its own library once."""
    config = json.loads((ROOT / "templates/typescript/tests/tsconfig.json").read_text())
    base = json.loads((ROOT / "templates/typescript/project/tsconfig.json").read_text())
    options = {
        **base["compilerOptions"],
        **config["compilerOptions"],
        "rootDir": ".",
        "noEmit": True,
    }
    options["types"] = []
    settings = {"compilerOptions": options, "include": ["*/src"]}
    (small_cases / "tsconfig.json").write_text(json.dumps(settings))
    (small_cases / "package.json").write_text('{"type": "module"}')
    check("tsc", "-p", ".", folder=small_cases)


@pytest.mark.shows("typescript", "formatted")
def test_small_cases_are_formatted(small_cases: Path) -> None:
    check("prettier", "--check", "*/src/**/*.ts", "*/tests/*.ts", folder=small_cases)


def test_the_checks_see_faults(small_cases: Path) -> None:
    """Guards the tests above: a type error and a badly laid out line do not pass."""
    bad = small_cases / "bad.ts"
    bad.write_text("export const n:number = 'text'\n")
    assert tool("prettier", "--check", "bad.ts", folder=small_cases).returncode
    assert tool("tsc", "--noEmit", "--ignoreConfig", "bad.ts", folder=small_cases).returncode
    bad.unlink()
