"""datamodel-code-generator, run in-process, and its text cut at top-level definitions.

It gets a schema document made from the IR (`schema.py`) and our templates
(`templates/python/models`), and no formatter: each definition is formatted, and cached, alone.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from apiscribe.assets import templates_folder
from apiscribe.memo import remembered
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.options import ModelFlavour
from apiscribe.targets.python.pieces import TYPING, Generated, Piece
from apiscribe.targets.python.schema import SCALAR_MARK, Schema, document
from apiscribe.targets.python.text import quote


def run_generator(
    definitions: Mapping[str, Schema],
    flavour: ModelFlavour,
    names: PythonNames,
    *,
    aliases: Mapping[str, str],
    template_data: Mapping[str, Mapping[str, Any]],
    abstract: bool = False,
) -> Generated:
    """Run datamodel-code-generator on `definitions` and cut its text.

    `aliases`: `Class.wire` → attribute. `abstract`: lists and maps become `Sequence`, `Mapping`.
    Raises `RuntimeError` when it did not give exactly the definitions asked for: a fault of ours.
    """
    if not definitions:
        return Generated((), {})
    asked = [document(definitions), flavour, aliases, template_data, abstract]
    text = remembered(
        _generator(),
        json.dumps(asked),
        lambda: _generate(definitions, flavour, aliases, template_data, abstract),
    )
    found = _cut(text, names)
    given = {piece.name for piece in found.pieces}
    if given != set(definitions):
        missing, extra = set(definitions) - given, given - set(definitions)
        raise RuntimeError(
            f"models: not generated {sorted(missing)}, not asked for {sorted(extra)}"
        )
    return found


@cache
def _generator() -> str:
    """All that decides the text besides the call: versions, our templates, the options below."""
    templates = sorted((templates_folder() / "python" / "models").rglob("*.j2"))
    sources = "\0".join(path.read_text("utf-8") for path in (*templates, Path(__file__)))
    return f"datamodel-code-generator {version('datamodel-code-generator')}\0{sources}"


def _generate(
    definitions: Mapping[str, Schema],
    flavour: ModelFlavour,
    aliases: Mapping[str, str],
    template_data: Mapping[str, Mapping[str, Any]],
    abstract: bool,
) -> str:
    """One in-process run; every option that decides bytes is given."""
    # Imported here: it costs 0.4 s, and only this function needs it.
    from datamodel_code_generator import generate
    from datamodel_code_generator.enums import DataModelType, InputFileType
    from datamodel_code_generator.format import PythonVersion
    from datamodel_code_generator.parser import LiteralType

    kinds = {
        ModelFlavour.PYDANTIC: DataModelType.PydanticV2BaseModel,
        ModelFlavour.DATACLASS: DataModelType.DataclassesDataclass,
        ModelFlavour.TYPEDDICT: DataModelType.TypingTypedDict,
        ModelFlavour.MSGSPEC: DataModelType.MsgspecStruct,
    }
    text = generate(
        document(definitions),
        input_file_type=InputFileType.OpenAPI,
        output_model_type=kinds[flavour],
        target_python_version=PythonVersion.PY_311,
        formatters=[],
        disable_timestamp=True,
        custom_template_dir=templates_folder() / "python" / "models",
        extra_template_data=defaultdict(dict, {n: dict(d) for n, d in template_data.items()}),
        custom_class_name_generator=lambda name: name,
        aliases=dict(aliases),
        enum_field_as_literal=LiteralType.All,
        strict_nullable=True,
        treat_dot_as_module=False,
        use_annotated=True,
        use_double_quotes=True,
        use_generic_container_types=abstract,
        use_standard_collections=True,
        use_tuple_for_closed_arrays=True,
        use_type_alias=True,
        use_union_operator=True,
    )
    assert isinstance(text, str)
    return text


def _cut(text: str, names: PythonNames) -> Generated:
    lines = text.split("\n")
    imports: dict[str, Import] = {}
    pieces: list[Piece] = []
    for statement in ast.parse(text).body:
        match statement:
            case ast.Import() | ast.ImportFrom():
                imports.update(_bindings(statement, names))
            case ast.Expr(value=ast.Constant()) if pieces:
                last = pieces.pop()
                source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
                pieces.append(Piece(last.name, f"{last.text}\n{source}", last.uses))
            case (
                ast.ClassDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                pieces.append(_piece(name, lines, statement, names))
            case _:
                pass  # `X.model_rebuild()`: models build themselves when first used
    return Generated(tuple(pieces), imports)


def _piece(name: str, lines: list[str], statement: ast.stmt, names: PythonNames) -> Piece:
    """The source of a definition, scalars of the runtime under their names, texts quoted.

    Quoted names are recursive, so they are of the same module and count as no use; what quoted
    annotations take from `typing` (`"Optional[list[Json]]"`) does count.
    """
    first = statement.lineno
    if isinstance(statement, ast.ClassDef) and statement.decorator_list:
        first = statement.decorator_list[0].lineno
    source = [line.encode() for line in lines[first - 1 : statement.end_lineno]]
    uses: set[str] = set()
    marked: list[ast.Name] = []
    texts: list[ast.Constant] = []
    docs: set[ast.expr] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.id.startswith(SCALAR_MARK):
                marked.append(node)
            else:
                uses.add(node.id)
        elif isinstance(node, ast.Expr):
            docs.add(node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            texts.append(node)
            uses.update(TYPING.intersection(re.findall(r"\w+(?=\[)", node.value)))
    changes: list[tuple[ast.expr, str]] = [(node, quote(str(node.value))) for node in texts]
    for node in marked:
        helper = names.helper(node.id.removeprefix(SCALAR_MARK))
        uses.add(helper)
        changes.append((node, helper))
    for found, text in sorted(changes, key=lambda c: (c[0].lineno, c[0].col_offset), reverse=True):
        line, row = source[found.lineno - first], found.lineno - first
        source[row] = line[: found.col_offset] + text.encode() + line[found.end_col_offset :]
    return Piece(name, b"\n".join(source).decode(), frozenset(uses))


def _bindings(
    statement: ast.Import | ast.ImportFrom, names: PythonNames
) -> Iterator[tuple[str, Import]]:
    inside = f"{names.module}."
    for alias in statement.names:
        module = statement.module if isinstance(statement, ast.ImportFrom) else ""
        if module and module.startswith(inside):
            module = module[len(names.module) :]
        found = Import(module or alias.name, alias.name if module else "", alias.asname or "")
        yield found.bound, found
