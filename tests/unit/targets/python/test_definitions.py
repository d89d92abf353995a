"""What we write ourselves is what datamodel-code-generator makes of the same schemas."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline import load_api
from apiscribe.targets.python import typefiles
from apiscribe.targets.python.definitions import Writer
from apiscribe.targets.python.generator import run_generator
from apiscribe.targets.python.names import python_names
from apiscribe.targets.python.options import ModelFlavour
from apiscribe.targets.python.pieces import Generated, Piece
from apiscribe.targets.python.schema import Schema

ROOT = Path(__file__).parents[4]
CASES = sorted((ROOT / "tests" / "cases").glob("*/openapi.yaml"))
BUNDLED = sorted((ROOT / "spec").glob("*/openapi.yaml"))
BUILTINS = frozenset(dir(builtins))
QUOTED = frozenset({"Optional", "Union"})


@dataclass
class Recorder:
    """Stands for `Writer` and keeps what it was asked and what it gave."""

    calls: list[tuple[Writer, Mapping[str, Schema], Generated]] = field(default_factory=list)

    def __call__(self, *arguments: Any, **named: Any) -> Recorder:
        self.writer = Writer(*arguments, **named)
        return self

    def write(self, definitions: Mapping[str, Schema], *places: Mapping[str, str]) -> Generated:
        found = self.writer.write(definitions, *places)
        self.calls.append((self.writer, definitions, found))
        return found

    def whole(self, typed_dicts: bool) -> tuple[Writer, dict[str, Schema], list[Piece]]:
        """All calls of one kind as one: a writer that was told of everything, and what was made."""
        calls = [one for one in self.calls if one[0].typed_dicts is typed_dicts]
        first = calls[0][0]
        aliases = {key: text for one, _, _ in calls for key, text in one.aliases.items()}
        data = {key: told for one, _, _ in calls for key, told in one.data.items()}
        definitions = {name: schema for _, given, _ in calls for name, schema in given.items()}
        pieces = [piece for _, _, written in calls for piece in written.pieces]
        return replace(first, aliases=aliases, data=data), definitions, pieces


def tree(text: str) -> str:
    return ast.dump(ast.parse(text))


def loaded(path: Path) -> Any:
    try:
        return load_api(str(path), Diagnostics())
    except ApiscribeError:
        pytest.skip("a document that is refused")


@pytest.mark.parametrize("path", [*CASES, *BUNDLED], ids=lambda path: path.parent.name)
def test_definitions_are_those_of_datamodel_code_generator(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = loaded(path)
    names = python_names(found.api, found.settings)
    recorder = Recorder()
    monkeypatch.setattr(typefiles, "Writer", recorder)
    for module in typefiles.type_files(found.api, names, ModelFlavour.PYDANTIC):
        module.make()
    for typed_dicts in sorted({writer.typed_dicts for writer, _, _ in recorder.calls}):
        writer, definitions, written = recorder.whole(typed_dicts)
        theirs = run_generator(
            definitions,
            ModelFlavour.TYPEDDICT if writer.typed_dicts else ModelFlavour.PYDANTIC,
            names,
            aliases=writer.aliases,
            template_data=writer.data,
            abstract=writer.abstract,
        )
        wanted = {piece.name: piece for piece in theirs.pieces}
        assert {piece.name for piece in written} == set(wanted)
        for piece in written:
            their = wanted[piece.name]
            same(piece.text, their.text)
            assert their.uses - piece.uses - BUILTINS - {"Annotated", "Field"} <= QUOTED


def same(ours: str, theirs: str) -> None:
    """Equal but for quotes around names that are not there yet, which depend on the order."""
    theirs = theirs.replace("Annotated[None, Field(None)]", "None")  # says the default twice
    assert bare(ours) == bare(theirs) or tree(ours) == tree(theirs)


def bare(text: str) -> str:
    return text.replace('"', "").replace("'", "")
