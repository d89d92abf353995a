"""What generated packages and docs have, read from their text alone."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from bench.specs.document import Calls, call

_SYNC, _ASYNC = "sync", "async"


@dataclass(slots=True)
class PythonMethods:
    """Operations that methods of synchronous and of asynchronous classes call, and their accessors."""

    sync: Calls = field(default_factory=Counter)
    asynchronous: Calls = field(default_factory=Counter)

    @property
    def both(self) -> Calls:
        """Those that can be called either way."""
        return self.sync & self.asynchronous


def python_methods(package: Path) -> PythonMethods:
    """Read every module but the runtime: a method counts for each operation that it names."""
    found = PythonMethods()
    for module in sorted((package / "src").rglob("*.py")):
        if "_runtime" in module.parts:
            continue
        tree = ast.parse(module.read_text())
        operations = dict(_operation_constants(tree))
        for owner in tree.body:
            if not isinstance(owner, ast.ClassDef) or "Raw" in owner.name:
                continue
            used = {
                name.id
                for method in owner.body
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
                for name in ast.walk(method)
                if isinstance(name, ast.Name) and name.id in operations
            }
            into = found.asynchronous if owner.name.startswith("Async") else found.sync
            into.update(operations[name] for name in used)
    return found


def _operation_constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """`_X: Operation[…] = Operation("id", "GET", "/path", …)` → (`_X`, `GET /path`)."""
    for statement in tree.body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        value = statement.value
        if not isinstance(value, ast.Call) or getattr(value.func, "id", "") != "Operation":
            continue
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        texts = [a.value for a in value.args[1:3] if isinstance(a, ast.Constant)]
        if isinstance(target, ast.Name) and len(texts) == 2:
            yield target.id, call(str(texts[0]), unquote(str(texts[1])))


_CONSTANT = re.compile(
    r"^(?:export )?const (\w+):\s+Operation<.*?^(?:  )?};", re.MULTILINE | re.DOTALL
)
_VERB = re.compile(r'^ +verb: ("(?:[^"\\]|\\.)*"),$', re.MULTILINE)
_PATH = re.compile(r'^ +path:\s+("(?:[^"\\]|\\.)*"),$', re.MULTILINE)


def typescript_methods(package: Path) -> Calls:
    """Operations whose description is used outside of itself, in every module but the runtime."""
    found: Calls = Counter()
    for module in sorted((package / "src").rglob("*.ts")):
        if "runtime" in module.relative_to(package / "src").parts:
            continue
        text = module.read_text()
        described = {m[1]: m[0] for m in _CONSTANT.finditer(text)}
        rest = _CONSTANT.sub("", text)
        for name, source in described.items():
            verb, path = _VERB.search(source), _PATH.search(source)
            if verb and path and re.search(rf"\b{name}\b", rest):
                found[call(ast.literal_eval(verb[1]), unquote(ast.literal_eval(path[1])))] += 1
    return found


_LISTED = re.compile(r"^- `(?:await )?(client[\w.]*)\(.*\n(?:\n)?  `([A-Z]+) (.*)`$", re.MULTILINE)


def listed_methods(package: Path) -> dict[str, str]:
    """Accessor → `GET /path`, from the package's api.md."""
    text = (package / "api.md").read_text()
    return {m[1]: call(m[2], m[3]) for m in _LISTED.finditer(text)}


_HEADLINE = re.compile(r"^\*\*(\w+)\*\* `(.*)`$", re.MULTILINE)


def documented_operations(docs: Path) -> Calls:
    """Operations that have a page."""
    pages = sorted((docs / "operations").glob("*.md"))
    found = [_HEADLINE.search(page.read_text()) for page in pages]
    return Counter(call(m[1], m[2]) for m in found if m)


def documented_models(docs: Path) -> set[str]:
    """Titles of the pages of models, as the document spells them."""
    pages = sorted((docs / "models").glob("*.md"))
    titles = (page.read_text().partition("\n")[0].removeprefix("# ") for page in pages)
    return {re.sub(r"\\([^\w\s])", r"\1", title) for title in titles}
