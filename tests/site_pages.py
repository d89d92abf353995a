"""Pages of a site, read apart: ids, links, headings, and what must not be on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "path",
    ]
)
SCRIPTS = frozenset(["early.js", "site.js"])
_ADDRESSES = ("href", "src", "data-copy-page", "action", "formaction", "srcdoc", "data")
_HARMLESS = ("https://", "http://", "mailto:", "tel:")


class PageReader(HTMLParser):
    """One page. `problems` are faults of the page itself."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.tags: dict[str, int] = {}
        self.problems: list[str] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.problems += [f"never closed: {tag}" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.problems.append(f"an attribute twice on {tag}")
        for name, value in attrs:
            self._attribute(tag, name, value or "")
        if tag not in VOID:
            self._open.append(tag)
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append((int(tag[1]), ""))

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name.startswith("on"):
            self.problems.append(f"a handler: {tag} {name}={value}")
        if name == "id":
            self.ids.append(value)
        if name in _ADDRESSES:
            if ":" in value.partition("/")[0] and not value.startswith(_HARMLESS):
                self.problems.append(f"an address that may run: {tag} {name}={value}")
            self.links.append(value)
        if tag == "script" and name == "src" and value.rpartition("/")[2] not in SCRIPTS:
            self.problems.append(f"a script: {value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1] != tag:
            self.problems.append(f"</{tag}> ends {self._open[-1:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script" and data.strip():
            self.problems.append(f"script in the page: {data[:40]}")
        if self._open and self._open[-1] not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        """What a reader sees, on one line."""
        return " ".join(" ".join(self.words).split())


def pages_of(files: Mapping[str, str]) -> dict[str, PageReader]:
    """The HTML pages of a site."""
    return {path: PageReader(path, text) for path, text in files.items() if path.endswith(".html")}


def page_problems(pages: Mapping[str, PageReader]) -> Iterator[str]:
    """Faults of pages: structure, ids twice, headings out of order, anything that may run."""
    for path, page in pages.items():
        yield from (f"{path}: {problem}" for problem in page.problems)
        twice = {id for id in page.ids if page.ids.count(id) > 1} if len(page.ids) < 3000 else ()
        yield from (f"{path}: id twice: {id}" for id in twice)
        levels = [level for level, _ in page.headings]
        if levels.count(1) != 1:
            yield f"{path}: {levels.count(1)} headings of the first level"
        for before, level in zip([0, *levels], levels, strict=False):
            if level > before + 1:
                yield f"{path}: a heading of level {level} after one of level {before}"


def broken_links(pages: Mapping[str, PageReader], files: frozenset[str]) -> Iterator[str]:
    """Relative links to files or anchors that are not there."""
    ids = {path: frozenset(page.ids) for path, page in pages.items()}
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            if link.startswith(_HARMLESS):
                continue
            file, _, fragment = link.partition("#")
            place = normpath(join(dirname(path), unquote(file))) if file else path
            if place not in files:
                yield f"{path} links to {link}, which is not there"
            elif fragment and place in ids and unquote(fragment) not in ids[place]:
                yield f"{path} links to {link}: there is no such anchor"
