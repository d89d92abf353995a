"""What a target is: API and settings in, artefacts out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api


@dataclass(frozen=True, slots=True)
class Later:
    """A view that is made when its page is rendered, in the process that does that.

    `make` is pure. Where it gives `None` there is no such page.
    """

    make: Callable[[], object]


@dataclass(frozen=True, slots=True)
class OfText:
    """A note that is made of the page's text, as rendered and not yet formatted."""

    make: Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Noted:
    """A view, and what its page leaves for the files made of all pages (see `Target`).

    The note (what `OfText` makes, for one) goes from one process to another.
    """

    view: object
    note: object


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered file: `template` (relative to `templates/<target>/`) with one view dataclass.

    The template sees the view as `view` and nothing else.
    """

    path: PurePosixPath
    template: str
    view: object
    note: object = None

    def made(self) -> Page | None:
        """With a view that is there already; `None` when there is no such page."""
        later = isinstance(self.view, Later)
        view = self.view.make() if isinstance(self.view, Later) else self.view
        if isinstance(view, Noted):
            return Page(self.path, self.template, view.view, view.note)
        return None if later and view is None else Page(self.path, self.template, view)


@dataclass(frozen=True, slots=True)
class Copy:
    """A file copied byte for byte from `templates/<target>/<asset>`."""

    path: PurePosixPath
    asset: str


@dataclass(frozen=True, slots=True)
class Text:
    """A file whose text the target made itself."""

    path: PurePosixPath
    content: str


@dataclass(frozen=True, slots=True)
class Binary:
    """A file of the user's that the target passes on."""

    path: PurePosixPath
    content: bytes


Artifact: TypeAlias = Page | Copy | Text | Binary


class TargetOptions(BaseModel):
    """Base of a target's section in `sdk.yaml`; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that lies beside the spec; `path` is relative to the folder it was found in."""

    path: PurePosixPath
    content: bytes


@dataclass(frozen=True, slots=True)
class Sources:
    """What some targets publish as it is: the resolved document (OpenAPI 3.2, JSON), and guides."""

    document: str = ""
    guides: tuple[SourceFile, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetSettings:
    """Everything a target may know beside the API: the whole config, and its own section of it.

    `sources` is filled in for targets that have `reads_sources = True`.
    """

    settings: Settings
    options: TargetOptions
    sources: Sources = Sources()


class Target(Protocol):
    """A kind of output. Pure: equal arguments give equal artefacts.

    A target may also have `format_all(texts) -> Mapping[PurePosixPath, str]`, which is `format` for
    many paths where that is faster, `last(notes) -> Iterable[Text]`, the files made of what the
    pages noted, in the pages' order, and `spellings(api, settings) -> Mapping[str, str]`, IR id →
    name in its language, for `apiscribe explain`.
    """

    id: str
    options: type[TargetOptions]

    @property
    def tools(self) -> tuple[str, ...]:
        """Distributions whose version decides the bytes (a formatter, say); in the manifest."""
        ...

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterable[Artifact]:
        """All files of this target, in any order; what cannot be expressed is a diagnostic."""
        ...

    def format(self, path: PurePosixPath, text: str) -> str:
        """Canonical form of a rendered page; must be the identity on its own results."""
        ...
