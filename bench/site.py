"""`python -m bench.site [SPEC]… [--browser SPEC]`: the site's cost, and its pages beside other renderers.

For every document: wall time, CPU, memory, pages and bytes, cold and unchanged. With `--browser`,
Chromium opens an operation of the site, and the same document in Redoc 2 and Swagger UI 5, all
served from this machine: time to first content, to the whole page, elements, and bytes over the wire
(compressed).
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import json
import shutil
import socketserver
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.generation import COMMAND
from bench.timing import Cost, measure

ROOT = Path(__file__).parents[1]
PEERS = {"redoc": "2", "swagger-ui-dist": "5", "playwright-core": "1"}

_REDOC = """<!doctype html><meta charset="utf-8"><title>Redoc</title><body><redoc spec-url="/openapi.json"></redoc>
<script src="/redoc.standalone.js"></script>"""
_SWAGGER = """<!doctype html><meta charset="utf-8"><title>Swagger UI</title><link rel="stylesheet" href="/swagger-ui.css">
<div id="ui"></div><script src="/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({url: "/openapi.json", dom_id: "#ui"})</script>"""
_DRIVER = """
import { chromium } from "playwright-core";
const [executablePath, url, ready] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
// A page that is not there: what a browser's first page costs is not the site's.
await page.goto(new URL("/none", url).href);
let bytes = 0;
let failure = "";
page.on("pageerror", (error) => { failure ||= String(error).split("\\n")[0]; });
page.on("response", async (answer) => {
  const sizes = await answer.request().sizes().catch(() => undefined);
  bytes += sizes?.responseBodySize ?? 0;
});
const start = performance.now();
try {
  await page.goto(url, { timeout: 180_000 });
  await page.waitForSelector(ready, { timeout: 180_000 });
} catch (error) {
  failure = String(error).split("\\n")[0];
}
const whole = performance.now() - start;
const seen = await page.evaluate(() => ({
  first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  elements: document.querySelectorAll("*").length,
})).catch(() => ({ first: 0, elements: 0 }));
await page.waitForTimeout(300);
process.stdout.write(JSON.stringify({ ...seen, whole, bytes, failure }));
await browser.close();
"""


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path, help="documents; default: the bundled APIs")
    parser.add_argument("--browser", type=Path, help="a document to open in Chromium as well")
    arguments = parser.parse_args()
    specs = arguments.specs or sorted((ROOT / "spec").glob("*/openapi.yaml"))
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for spec in specs:
            print_site(spec.resolve(), scratch)
        if arguments.browser:
            print_browser(arguments.browser.resolve(), scratch)


def print_site(spec: Path, scratch: Path) -> Path:
    """Cold, unchanged, and what there is afterwards; gives the folder of the site."""
    cold, out = generate(spec, scratch)
    unchanged, _ = generate(spec, scratch)
    (site,) = out.glob("*/site")
    files = [path for path in site.rglob("*") if path.is_file()]
    pages = [path for path in files if path.suffix == ".html"]
    size = sum(path.stat().st_size for path in files) / 1e6
    largest = max(pages, key=lambda path: path.stat().st_size)
    packed = len(gzip.compress(largest.read_bytes())) / 1e3
    print(f"{spec.name}: {len(pages)} pages, {len(files)} files, {size:.1f} MB")
    print(f"  cold       {cold}   (aim for github: 60 s, 1000 MB)")
    print(f"  unchanged  {unchanged}   (aim for github: 5 s)")
    print(f"  largest    {largest.relative_to(site)}: {packed:.0f} KB compressed\n")
    return site


def generate(spec: Path, scratch: Path) -> tuple[Cost, Path]:
    """One run into a folder of the document's own, with a cache of its own."""
    out = scratch / f"{spec.parent.name}-{spec.stem}"
    cache = {"APISCRIBE_CACHE_DIR": str(scratch / f"{out.name}-cache")}
    command = [*COMMAND, "generate", str(spec), "-t", "site", "-o", str(out)]
    return measure(command, folder=ROOT, environment=cache), out


def print_browser(spec: Path, scratch: Path) -> None:
    """An operation of the site, and the whole document in the peers."""
    site = print_site(spec, scratch)
    modules = scratch / "npm"
    modules.mkdir()
    (modules / "package.json").write_text(json.dumps({"private": True, "dependencies": PEERS}))
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(install, cwd=modules, check=True)
    (modules / "driver.mjs").write_text(_DRIVER)
    chosen = sorted((site / "operations").glob("*.html"), key=lambda path: path.stat().st_size)
    typical = chosen[len(chosen) // 2].relative_to(site).as_posix()
    heaviest = chosen[-1].relative_to(site).as_posix()
    print(f"in Chromium, {spec.name}")
    with serving(site) as url:
        show(modules, "site, a median operation", f"{url}/{typical}", "main h1")
        show(modules, "site, its largest operation", f"{url}/{heaviest}", "main h1")
    peers = scratch / "peers"
    peers.mkdir()
    shutil.copy(site / "openapi.json", peers / "openapi.json")
    packages = modules / "node_modules"
    shutil.copy(packages / "redoc" / "bundles" / "redoc.standalone.js", peers)
    for name in ("swagger-ui.css", "swagger-ui-bundle.js"):
        shutil.copy(packages / "swagger-ui-dist" / name, peers)
    (peers / "redoc.html").write_text(_REDOC)
    (peers / "swagger.html").write_text(_SWAGGER)
    with serving(peers) as url:
        show(modules, "Redoc 2", f"{url}/redoc.html", "[data-section-id] h2, .api-info")
        show(modules, "Swagger UI 5", f"{url}/swagger.html", ".opblock")


def show(modules: Path, name: str, url: str, ready: str) -> None:
    """A line about one page."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "there is no Chromium"
    command = ["node", "driver.mjs", chromium, url, ready]
    run = subprocess.run(command, cwd=modules, capture_output=True, text=True, check=True)
    seen = json.loads(run.stdout)
    failure = f"  FAILED: {seen['failure']}" if seen["failure"] else ""
    print(
        f"  {name:28} first content {seen['first'] / 1000:6.2f} s  whole {seen['whole'] / 1000:6.2f} s  "
        f"{seen['elements']:7} elements  {seen['bytes'] / 1000:8.0f} KB{failure}"
    )


class _Compressing(http.server.SimpleHTTPRequestHandler):
    """Static files as hosts send them: compressed."""

    def do_GET(self) -> None:
        with suppress(ConnectionError):  # a browser that is closed does not wait
            self._answer()

    def _answer(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        content = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine."""

    def handler(*arguments: object, **named: object) -> _Compressing:
        return _Compressing(*arguments, directory=str(folder), **named)  # type: ignore[arg-type]

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


if __name__ == "__main__":
    main()
