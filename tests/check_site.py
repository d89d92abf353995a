"""`python tests/check_site.py [SPEC | FOLDER]… [--sample N]`: whole sites before a browser.

Of every site, a folder or made of a document (default: those of the bundled APIs): a sample of pages
with its first page, its lists and its largest pages among them, and in it console errors, what axe
finds in light and dark, what html-validate finds, and what is there only with JavaScript; and of all
pages faults of structure, and links and anchors that lead nowhere. Exits with 1 when anything is found.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from site_browser import drive, html_faults
from site_pages import broken_links, page_problems, pages_of

ROOT = Path(__file__).parents[1]
_LARGEST = 5
_SHOWN = 20


def main() -> None:
    """Check the sites that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", nargs="*", type=Path)
    parser.add_argument("--sample", type=int, default=200, help="pages of each site")
    arguments = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as scratch:
        for given in arguments.sites or sorted((ROOT / "spec").glob("*/openapi.yaml")):
            folder = given if (given / "index.html").exists() else made(given, Path(scratch))
            found += check(given, folder.resolve(), arguments.sample)
    sys.exit(1 if found else 0)


def made(spec: Path, scratch: Path) -> Path:
    """The site of a document."""
    out = scratch / f"{spec.parent.name}-{spec.stem}"
    command = [
        sys.executable,
        "-m",
        "apiscribe",
        "generate",
        str(spec),
        "-t",
        "site",
        "-o",
        str(out),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (site,) = out.glob("*/site")
    return site


def check(given: Path, folder: Path, size: int) -> int:
    """Print what was found on one site; gives how much that was."""
    paths = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))]
    chosen = sample(folder, paths, size)
    print(f"{given}: {len(paths)} pages, {len(chosen)} of them in Chromium", flush=True)
    texts = {path: (folder / path).read_text() for path in paths}
    pages = pages_of(texts)
    files = frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    links = sum(len(page.links) for page in pages.values())
    return sum(
        (
            said("faults of structure", page_problems(pages)),
            said(f"links that lead nowhere, of {links}", broken_links(pages, files)),
            said("faults of HTML (html-validate)", html_faults(folder, chosen).splitlines()),
            *(said(what, rows) for what, rows in in_browser(folder, chosen).items()),
        )
    )


def sample(folder: Path, paths: list[str], size: int) -> list[str]:
    """The first pages and lists, the largest, and others by chance, always the same."""
    if len(paths) <= size:
        return paths
    by_size = sorted(paths, key=lambda path: -(folder / path).stat().st_size)
    lists = [path for path in paths if path.endswith("index.html")]
    kept = dict.fromkeys([*lists, *by_size[:_LARGEST]])
    others = [path for path in paths if path not in kept]
    return sorted([*kept, *random.Random(0).sample(others, size - len(kept))])


def in_browser(folder: Path, chosen: list[str]) -> dict[str, list[str]]:
    """What Chromium sees, by kind."""
    addresses = [(folder / path).as_uri() for path in chosen]
    scripted = drive({"pages": addresses, "axe": True})["pages"]
    plain = drive({"pages": addresses, "javaScript": False})["pages"]
    complete = {one["url"]: one["content"].split() for one in plain}
    return {
        "console errors": [
            f"{one['url']}: {text}" for one in (*scripted, *plain) for text in one["errors"]
        ],
        "violations (axe, light and dark)": [
            f"{one['url']}: {text}" for one in scripted for text in one["violations"]
        ],
        "pages whose text scripts change": [
            one["url"] for one in scripted if one["content"].split() != complete[one["url"]]
        ],
    }


def said(what: str, found: Iterator[str] | list[str]) -> int:
    """Print one kind of finding."""
    rows = list(found)
    print(f"  {len(rows):5} {what}", flush=True)
    for row in rows[:_SHOWN]:
        print(f"        {row}")
    return len(rows)


if __name__ == "__main__":
    main()
