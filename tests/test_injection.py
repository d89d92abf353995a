"""Nothing of a document leaves its place: in no target, whatever stands where in it.

Every place of OpenAPI where a text can stand is filled with what ends strings, comments, blocks
and lines in some language (`hostile_documents`). The output is then parsed by the grammar of its
language: it must have no fault, and the marker of a place may stand in literals and comments only.
Identifiers may be made of names, and are then nothing but identifiers.
"""

from __future__ import annotations

import functools
import html
import json
import re
import shutil
import subprocess
import tomllib
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.openapi.shapes import Kind, Shape, walk
from apiscribe.openapi.shapes_v3 import SHAPES
from apiscribe.pipeline import load_api
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target, target_ids
from conftest import require_tool
from hostile_documents import MARKER, PAYLOADS, SERIES, document, skeleton
from markdown_it import MarkdownIt
from site_pages import PageReader, page_problems
from source_parsing import LANGUAGE_OF_FENCE, code, comments, faults, parse, squeezed

CASES: Final = Path(__file__).parent / "cases"
HOSTILE_CASES: Final = tuple(
    path.name for path in sorted(CASES.iterdir()) if path.name[:3] in ("133", "134", "136", "139")
)
FILLED: Final = (*PAYLOADS, *SERIES, *HOSTILE_CASES)
LANGUAGES: Final = {
    ".go": "go",
    ".js": "typescript",
    ".json": "json",
    ".py": "python",
    ".toml": "toml",
    ".ts": "typescript",
}
MARKDOWN: Final = (".md", ".txt")
TABBED: Final = (*MARKDOWN, ".go", ".html")
MODULE_FILE: Final = re.compile(r"(?://[^\n]*\n|\n)*module [\w./-]+\n\ngo [\d.]+\n")
IDENTIFIERS: Final = frozenset(
    [
        "identifier",
        "field_identifier",
        "package_identifier",
        "property_identifier",
        "private_property_identifier",
        "type_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
        "statement_identifier",
        "variable_name",
    ]
)
SHELL_WORD: Final = re.compile(r"[A-Za-z0-9_./:=@%+,~?&-]+")
DIRECTIVES: Final = {
    "go": re.compile(r"^//(?:go:|line |export |extern |nolint|\s*\+build)|^/\*line "),
    "python": re.compile(
        r"#\s*(?:type:|pyright|mypy:|noqa|fmt:|pylint|ruff|isort|-\*-|coding|vim)", re.IGNORECASE
    ),
    "typescript": re.compile(
        r"^(?:///\s*<|(?:///?|/\*+)\s*(?:@ts-|eslint|prettier|[#@]\s*source|@jsx|global))",
        re.IGNORECASE,
    ),
}
TAG: Final = re.compile(r"^\s*(?:/\*)?\*+\s*(@\w+)|\{(@\w+)", re.MULTILINE)
COMMONMARK: Final = MarkdownIt("commonmark", {"html": True}).enable("table")
COMMONMARK.validateLink = lambda url: True  # type: ignore[method-assign]  # as most renderers


def generated(target_id: str, spec: Path) -> dict[str, str]:
    """What a target makes of a document: path → text."""
    diagnostics = Diagnostics()
    loaded = load_api(str(spec), diagnostics)
    chosen = target(target_id)
    options = chosen.options.model_validate(loaded.settings.targets.get(target_id, {}))
    artifacts = chosen.artifacts(loaded.api, TargetSettings(loaded.settings, options), diagnostics)
    tree = render_artifacts(chosen, artifacts, diagnostics)
    return {path.as_posix(): entry.content.decode("utf-8") for path, entry in tree.files.items()}


@functools.cache
def clean(target_id: str, folder: Path) -> dict[str, str]:
    """What a target makes of the same document with harmless words."""
    return filled(target_id, "clean", folder)


def filled(target_id: str, payload: str, folder: Path) -> dict[str, str]:
    """What a target makes of a filled document, or of a case."""
    if payload in HOSTILE_CASES:
        return generated(target_id, CASES / payload / "openapi.yaml")
    spec = folder / payload / "hostile.json"  # one name: only what documents say differs
    spec.parent.mkdir(exist_ok=True)
    spec.write_text(json.dumps(document(payload)), encoding="utf-8")
    return generated(target_id, spec)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.mark.parametrize("payload", FILLED)
@pytest.mark.parametrize("target_id", target_ids())
def test_text_stays_text(target_id: str, payload: str, folder: Path) -> None:
    harmless = clean(target_id, folder)
    seen = set(harmless.values())
    problems: list[str] = []
    files = filled(target_id, payload, folder)
    assert files
    for path, text in files.items():
        if text not in seen:  # else it is the runtime or the like, which no document changes
            problems += [f"{path}: {problem}" for problem in problems_of(path, text)]
    problems += structure_problems(harmless, files, payload)
    assert not problems, "\n".join(problems[:20])


def problems_of(path: str, text: str) -> Iterator[str]:
    """Everything that got out in one file."""
    suffix = PurePosixPath(path).suffix
    # Go is indented by tabs, in samples too.
    yield from hidden_characters(text.replace("\t", "") if suffix in TABBED else text)
    if suffix == ".mod":
        if MODULE_FILE.fullmatch(text) is None:
            yield f"not the file of a module: {text[:200]!r}"
        return
    if suffix in MARKDOWN:
        yield from markdown_problems(text)
        return
    if suffix == ".html":
        yield from page_problems({path: PageReader(path, text)})
        return
    language = LANGUAGES[suffix]  # a language without a grammar here needs one
    yield from source_problems(language, text)
    if language == "python":
        yield from python_problems(path, text)


def hidden_characters(text: str) -> Iterator[str]:
    """Controls, bidi and zero-width characters: what a reader does not see."""
    for character, count in Counter(text).items():
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\n\u200c\u200d":
            yield f"{count} times U+{ord(character):04X}"


def source_problems(language: str, text: str) -> Iterator[str]:
    """Faults of syntax, and markers that are code."""
    root = parse(language, text)
    yield from faults(root)
    for node in code(language, root):
        leaf = (node.text or b"").decode()
        found = MARKER.search(squeezed(leaf))
        if found is None:
            continue
        if language == "bash" and node.type == "word":
            harmless = bool(SHELL_WORD.fullmatch(leaf)) and not _is_command(node)
        else:
            plain = leaf.lstrip("#").replace("$", "_").isidentifier()
            harmless = node.type in IDENTIFIERS and plain and found[1] == "name"
        if not harmless:
            yield f"{node.type} {leaf[:100]!r} in line {node.start_point.row + 1}"


def _is_command(node: Any) -> bool:
    return node.parent is not None and node.parent.type == "command_name"


def python_problems(path: str, text: str) -> Iterator[str]:
    """What Python itself says; a warning (of an escape, of a comparison) is a problem too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(text, path, "exec")
        except (SyntaxError, SyntaxWarning, ValueError) as error:
            yield f"does not compile: {error}"


def markdown_problems(text: str) -> Iterator[str]:
    """HTML, bad links, and fenced code that its language does not take."""
    for token in COMMONMARK.parse(text):
        if token.type == "html_block":
            yield f"HTML {token.content[:100]!r}"
        if token.type == "fence":
            language = LANGUAGE_OF_FENCE.get(token.info)
            # A description may have code of its own, in whatever language it says.
            if language is None and token.info not in ("", "text") and "_TEXT_" not in token.info:
                yield f"a fence of {token.info[:40]!r}"
            elif language:
                for problem in source_problems(language, token.content):
                    yield f"fence in line {(token.map or [0])[0] + 1}: {problem}"
        for child in token.children or ():
            if child.type == "html_inline":
                yield f"HTML {child.content[:100]!r}"
            address = html.unescape(str(child.attrGet("href") or child.attrGet("src") or ""))
            if re.match(r"\s*(?!https?:|mailto:|tel:)[A-Za-z][A-Za-z0-9+.-]*:", address):
                yield f"link to {address[:60]!r}"


def structure_problems(
    harmless: dict[str, str], files: dict[str, str], payload: str
) -> Iterator[str]:
    """What only our own text may bring about: keys, comments that are orders, tags in comments."""
    for name in ("package.json", "pyproject.toml", "tsconfig.json"):
        read = json.loads if name.endswith(".json") else tomllib.loads
        if name in files and shape_of(read(files[name])) != shape_of(read(harmless[name])):
            yield f"{name} has other keys"
    allowed = set(orders(harmless))
    yield from (f"the comment {order[:60]!r}" for order in orders(files) if order not in allowed)
    if payload not in HOSTILE_CASES:
        tags, expected = tags_of(files), tags_of(harmless)
        yield from (f"{tags[tag]} times {tag}" for tag in tags if tags[tag] > expected[tag])


def shape_of(value: Any) -> Any:
    """Keys and types of data."""
    if isinstance(value, dict):
        return {key: shape_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape_of(item) for item in value]
    return type(value).__name__


def orders(files: dict[str, str]) -> Iterator[str]:
    """Comments that tell a tool what to do."""
    for path, text in files.items():
        if (language := LANGUAGES.get(PurePosixPath(path).suffix)) in DIRECTIVES:
            assert language is not None
            if "#" in text or "//" in text or "/*" in text:
                found = comments(parse(language, text))
                yield from (comment for comment in found if DIRECTIVES[language].search(comment))


def tags_of(files: dict[str, str]) -> Counter[str]:
    """Tags in TSDoc comments, each as often as it stands there."""
    found: Counter[str] = Counter()
    for path, text in files.items():
        if path.endswith(".ts"):
            for comment in comments(parse("typescript", text)):
                if comment.startswith("/**"):
                    found.update(a or b for a, b in TAG.findall(comment))
    return found


# Text of these is not free: its values are listed by the specification, or it has to be a token.
FIXED: Final = {
    "OpenAPI.openapi", "Parameter.in", "Parameter.style", "Header.style", "Encoding.style",
    "SecurityScheme.type", "SecurityScheme.in", "SecurityScheme.scheme",
    "PathItem.additionalOperations", "XML.nodeType", "Schema.type", "Schema.$vocabulary",
    # References, which lead to names that are filled.
    "Schema.$anchor", "Schema.$dynamicAnchor", "Schema.$dynamicRef",
    "Schema.$id",
    # Excluded by its neighbour, which is filled.
    "License.url",
}  # fmt: skip


def test_no_place_is_forgotten() -> None:
    """Every field of every object that holds text, and every map's keys, are filled."""
    wanted = {
        f"{shape.name}.{name}"
        for shape in SHAPES.values()
        for name, kind in shape.fields.items()
        if _holds_text(kind)
    }
    filled_places = set(_filled_places(skeleton(), SHAPES["OpenAPI"]))
    assert wanted - filled_places == FIXED
    assert not FIXED & filled_places


def _holds_text(kind: Kind) -> bool:
    free = kind.any or "string" in kind.types or "array" in kind.types or "object" in kind.types
    lists_text = kind.item is not None and _holds_text(kind.item)
    return free or lists_text or kind.value is not None


def _filled_places(data: Any, shape: Shape) -> Iterator[str]:
    for visit in walk(data, shape):
        for name, value in visit.value.items():
            kind = visit.shape.fields.get(name)
            if kind is None or not _holds_text(kind):
                continue
            own = list(value) if kind.value is not None and isinstance(value, dict) else [value]
            own = [item for item in own if not (kind.shape and isinstance(item, dict))]
            if "«" in json.dumps(own, ensure_ascii=False):
                yield f"{visit.shape.name}.{name}"


@pytest.mark.parametrize(
    ("language", "text", "bad"),
    [
        ("python", 'x = "INJECTED_TEXT_a"  # INJECTED_TEXT_a', False),
        ("python", "injected_name_a = 1", False),
        ("python", "injected_text_a = 1", True),
        ("python", 'x = f"{INJECTED_TEXT_a}"', True),
        ("python", 'x = "a" INJECTED_NAME_a', True),
        ("typescript", "const x = `INJECTED_TEXT_a`; /* INJECTED_TEXT_a */", False),
        ("typescript", "const x = `${INJECTED_TEXT_a}`;", True),
        ("typescript", "/** */ INJECTED_TEXT_a(); /* */", True),
        ("typescript", "class InjectedNameA { #injectedNameB = 1 }", False),
        ("bash", "curl 'INJECTED_TEXT_a' https://x.example/INJECTED_TEXT_a", False),
        ("bash", 'curl "$(INJECTED_TEXT_a)"', True),
        ("bash", "curl x; INJECTED_TEXT_a", True),
        ("toml", 'a = "INJECTED_TEXT_a"', False),
        ("toml", "INJECTED_TEXT_a = 1", True),
        ("json", '{"a": "INJECTED_TEXT_a"}', False),
        ("json", '{"a": "b"} INJECTED_TEXT_a', True),
    ],
)
def test_the_check_sees_what_gets_out(language: str, text: str, bad: bool) -> None:
    assert bool(list(source_problems(language, text))) is bad


def test_the_check_of_pages_sees_what_gets_out() -> None:
    for text in ("<b>x</b>", "a <script>", "[a](javascript:b)", "```x\n```", "```sh\na; (\n```"):
        assert list(markdown_problems(text)), text
    assert not list(
        markdown_problems("`<b>` \\<b> [a](https://b.example)\n\n```python\nx = 1\n```")
    )


IN_BROWSERS: Final = (
    "html", "markdown", "markdown-blocks", "fences", "comment-ends", "directives", "templates",
    "quotes", *(name for name in HOSTILE_CASES if name.startswith("134")),
)  # fmt: skip
PAGE: Final = """\
<!doctype html><meta charset="utf-8"><title>pages</title>
<script>window.hits = []; window.hit = (what) => window.hits.push(String(what));
window.alert = window.hit;</script>
{pages}
<script>
for (const element of document.querySelectorAll("*")) {{
  for (const name of ["mouseover", "click", "toggle", "focus", "load", "error"]) {{
    element.dispatchEvent(new Event(name, {{ bubbles: true, cancelable: true }}));
  }}
  const address = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
  if (/^\\s*(javascript|data|vbscript):/i.test(address)) window.hit(address);
}}
document.documentElement.dataset.hits = JSON.stringify(window.hits);
</script>
"""


def hits(pages: list[str], folder: Path) -> list[str]:
    """What Markdown, shown by a renderer that lets HTML through, runs in a browser."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next((found for name in names if (found := shutil.which(name))), None)
    require_tool(chromium, "Chromium")
    shown = "\n".join(f"<section>{COMMONMARK.render(page)}</section>" for page in pages)
    file = folder / "page.html"
    file.write_text(PAGE.format(pages=shown), encoding="utf-8")
    command = [
        str(chromium), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
        "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=5000", file.as_uri(),
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    found = re.search(r'data-hits="([^"]*)"', run.stdout)
    assert found is not None, "the page's own script did not run"
    return list(json.loads(html.unescape(found[1])))


@pytest.mark.parametrize("target_id", target_ids())
def test_pages_run_nothing(target_id: str, folder: Path, tmp_path: Path) -> None:
    pages = [
        text
        for payload in IN_BROWSERS
        for path, text in filled(target_id, payload, folder).items()
        if PurePosixPath(path).suffix in MARKDOWN
    ]
    assert pages
    assert hits(pages, tmp_path) == []


def test_the_browser_sees_what_runs(tmp_path: Path) -> None:
    payloads = [PAYLOADS["html"].replace("@", "seen"), "[x](javascript:window.hit\\('link'\\))"]
    found = hits(payloads, tmp_path)
    assert "seen" in found
    assert any(item.startswith("javascript:") for item in found)
