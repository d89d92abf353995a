"""A Go file: its package, the imports that its text needs, its declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

STANDARD: Final = {
    "context": "context",
    "errors": "errors",
    "fmt": "fmt",
    "http": "net/http",
    "io": "io",
    "iter": "iter",
    "json": "encoding/json",
    "log": "log",
    "os": "os",
    "slog": "log/slog",
    "strings": "strings",
    "testing": "testing",
    "time": "time",
}
"""Packages of the standard library that generated code may use, by name."""

_VERSION: Final = re.compile(r"v\d+")

_NO_CODE: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|`[^`]*`|//[^\n]*')
_QUALIFIED: Final = re.compile(r"(?<![\w.])([a-z]\w*)\.(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class GoFile:
    """View of `file.go.j2`: lines of the package's comment, imports in two groups, source."""

    package: str
    comment: tuple[str, ...]
    standard: tuple[str, ...]
    own: tuple[str, ...]
    definitions: tuple[str, ...]

    @property
    def imports(self) -> bool:
        """Whether there are any."""
        return bool(self.standard or self.own)

    @property
    def both(self) -> bool:
        """Whether a blank line stands between them."""
        return bool(self.standard and self.own)


def go_file(
    package: str,
    definitions: Iterable[str],
    packages: dict[str, str],
    comment: Iterable[str] = (),
) -> GoFile:
    """A file; `packages` are those of the module, name → path."""
    texts = tuple(text for text in definitions if text)
    used = {name for text in texts for name in _QUALIFIED.findall(_NO_CODE.sub('""', text))}
    return GoFile(
        package,
        tuple(comment),
        tuple(sorted(f'"{STANDARD[name]}"' for name in used if name in STANDARD)),
        tuple(
            import_spec(name, packages[name])
            for name in sorted(used & packages.keys(), key=packages.__getitem__)
        ),
        texts,
    )


def import_spec(package: str, path: str) -> str:
    """A line of an import declaration; it names the package where the path does not show it.

    What the path shows is as goimports has it: `pets` of `example.com/pets-go/v2`.
    """
    steps = path.split("/")
    if len(steps) > 1 and _VERSION.fullmatch(steps[-1]):
        steps.pop()
    shown = re.split(r"[^\w]", steps[-1].removeprefix("go-"))[0]
    return f'"{path}"' if shown == package else f'{package} "{path}"'
