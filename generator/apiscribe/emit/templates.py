"""The Jinja environment: strict, logic-poor, compiled once per target."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)

from apiscribe.assets import templates_folder
from apiscribe.diagnostics import Diagnostics, Span
from apiscribe.targets.registry import template_folders

FILTERS = ("indent", "join")
"""The only filters a template may use; everything else is worked out in the view."""


def _is_html(template: str | None) -> bool:
    """Text printed by an HTML template is escaped unless its view has made it markup."""
    return template is not None and ".html." in template


def _environment(loader: BaseLoader) -> Environment:
    environment = Environment(
        loader=loader,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=_is_html,
        auto_reload=False,
        cache_size=-1,
    )
    environment.globals.clear()
    environment.tests.clear()
    kept: dict[str, Callable[..., Any]] = {name: environment.filters[name] for name in FILTERS}
    environment.filters.clear()
    environment.filters.update(kept)
    return environment


class Templates:
    """The templates of one target; files in an earlier folder win over those in a later one."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders
        self._environment = _environment(ChoiceLoader([FileSystemLoader(f) for f in self.folders]))

    def render(self, template: str, view: object, diagnostics: Diagnostics) -> str | None:
        """The text of `template` with `view`; a template's own fault is a diagnostic and `None`."""
        try:
            return self._environment.get_template(template).render(view=view)
        except TemplateNotFound as error:
            self._report(f"there is no template {error.name!r}.", self._span(template), diagnostics)
        except TemplateSyntaxError as error:
            where = Span(_shown(error.filename or template), error.lineno)
            self._report(f"{_sentence(error.message or 'Syntax error')}", where, diagnostics)
        except TemplateError as error:
            where = self._frame(error.__traceback__) or self._span(template)
            self._report(_sentence(str(error)), where, diagnostics)
        except Exception as error:  # a view that fails while it is printed
            where = self._frame(error.__traceback__) or self._span(template)
            self._report(_sentence(f"{type(error).__name__}: {error}"), where, diagnostics)
        return None

    def asset(self, name: str) -> Path | None:
        """The file of a `Copy`, or `None`."""
        for folder in self.folders:
            if (path := folder / name).is_file():
                return path
        return None

    def _span(self, template: str) -> Span:
        folder = next((one for one in self.folders if (one / template).is_file()), self.folders[-1])
        return Span(_shown(str(folder / template)), 1)

    def _frame(self, trace: TracebackType | None) -> Span | None:
        """The innermost template line of a traceback; Jinja rewrites frames to template lines."""
        for frame, line in reversed(list(traceback.walk_tb(trace))):
            name = frame.f_code.co_filename
            if any(Path(name).is_relative_to(folder) for folder in self.folders):
                return Span(_shown(name), line)
        return None

    def _report(self, message: str, where: Span, diagnostics: Diagnostics) -> None:
        diagnostics.error("emit/template", message, where, "correct the template.")


def _sentence(text: str) -> str:
    first = text.strip().splitlines()[0] if text.strip() else "Unknown error"
    return first if first.endswith(".") else f"{first}."


def _shown(name: str) -> str:
    """A path as short as it can be said: relative to the working folder when inside it."""
    path = Path(name)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else name


@cache
def templates_for(target: str, override: Path | None = None) -> Templates:
    """The templates of `target`, shared within the process so that each compiles once.

    `override` is a folder laid out like `templates/`; its `<target>/` files win.
    """
    return Templates(*(root / name for root, name in _folders(target, override)))


def _folders(target: str, override: Path | None) -> Iterator[tuple[Path, str]]:
    for root in (override, templates_folder()):
        for name in template_folders(target) if root else ():
            assert root is not None
            yield root, name
