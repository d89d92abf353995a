"""Size of an app that makes one streaming call, bundled and minified: ours and npm's `openai`."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

OURS = """\
import { ScaleSGP } from "./sdk/src/index.js";
const client = new ScaleSGP();
const stream = await client.chat.completions.create({ model: "x", messages: [], stream: true });
for await (const chunk of stream) console.log(chunk);
"""

THEIRS = """\
import OpenAI from "openai";
const client = new OpenAI();
const stream = await client.chat.completions.create({ model: "x", messages: [], stream: true });
for await (const chunk of stream) console.log(chunk);
"""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Bytes of the two apps, minified by esbuild, and the version of `openai`."""

    ours: int
    theirs: int
    version: str


def measure_bundles(generated: Path, scratch: Path) -> Bundle | None:
    """Bundle both apps in `scratch`; `None` when there is no npm, or it cannot install."""
    folder = scratch / "bundle"
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    npm = shutil.which("npm")
    if npm is None:
        return None
    install = [npm, "install", "--silent", "--no-audit", "--no-fund", "esbuild", "openai"]
    if subprocess.run(install, cwd=folder, check=False, capture_output=True).returncode:
        return None
    shutil.copytree(generated / "scale" / "typescript" / "src", folder / "sdk" / "src")
    shutil.copy(generated / "scale" / "typescript" / "package.json", folder / "sdk")
    listed = [npm, "ls", "openai", "--parseable", "--long"]
    run = subprocess.run(listed, cwd=folder, check=True, capture_output=True, text=True)
    version = run.stdout.strip().rpartition("@")[2]
    return Bundle(_size(folder, "ours", OURS), _size(folder, "theirs", THEIRS), version)


def _size(folder: Path, name: str, source: str) -> int:
    (folder / f"{name}.ts").write_text(source)
    options = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error")
    command = [str(folder / "node_modules" / ".bin" / "esbuild"), f"{name}.ts", *options]
    subprocess.run([*command, f"--outfile={name}.out.js"], cwd=folder, check=True)
    return (folder / f"{name}.out.js").stat().st_size


def print_bundles(generated: Path, scratch: Path) -> None:
    """The two sizes and their ratio."""
    print("app with one streaming call, bundled and minified by esbuild")
    found = measure_bundles(generated, scratch)
    if found is None:
        print("  npm is missing, or could not install esbuild and openai\n")
        return
    print(f"  scale-sgp, generated          {found.ours:8} bytes")
    print(f"  openai {found.version:22} {found.theirs:8} bytes")
    print(f"  ours is {found.ours / found.theirs:.2%} of it   (aim: a tenth)\n")
