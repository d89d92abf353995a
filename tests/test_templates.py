"""Templates are dumb, and use only what their views have."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from apiscribe.conformance import load_suite
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline import load_api, read_api
from apiscribe.pipeline.apis import ApiFiles, find_api
from apiscribe.pipeline.settings import target_options
from apiscribe.pipeline.sources import sources_for
from apiscribe.targets.base import Artifact, Page, TargetSettings
from apiscribe.targets.registry import target, target_ids, template_folders
from template_walk import Checker, logic, parse

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
# datamodel-code-generator drives these, with variables of its own; it decides what they see.
DRIVEN_BY_OTHERS = (TEMPLATES / "python" / "models",)


def ours() -> list[Path]:
    return [
        path
        for path in sorted(TEMPLATES.rglob("*.j2"))
        if not any(path.is_relative_to(folder) for folder in DRIVEN_BY_OTHERS)
    ]


def specs() -> Iterator[ApiFiles]:
    """The bundled APIs and every small case, so that every template has some view to check."""
    for path in (*sorted((ROOT / "spec").glob("*/openapi.yaml")), *case_files()):
        files = find_api(str(path), Diagnostics())
        assert files is not None
        yield files


def case_files() -> list[Path]:
    return sorted((ROOT / "tests" / "cases").rglob("openapi.yaml"))


@cache
def views() -> dict[str, dict[str, set[type]]]:
    """Target → template → the classes of the views it is given."""
    found: dict[str, dict[str, set[type]]] = {name: {} for name in target_ids()}
    for files in specs():
        try:
            loaded = read_api(files, Diagnostics())
        except ApiscribeError:
            continue  # a case of an unusable spec
        for name in target_ids():
            chosen = TargetSettings(
                loaded.settings, target_options(loaded.settings, name), sources_for(name, loaded)
            )
            _note(target(name).artifacts(loaded.api, chosen, Diagnostics()), found[name])
    for folder in sorted((ROOT / "tests" / "conformance").glob("*/vectors.yaml")):
        suite = load_suite(folder.parent)
        loaded = load_api(str(folder.parent), Diagnostics())
        for name in target_ids():
            if find_spec(f"apiscribe.targets.{name}.conformance") is not None:
                module = import_module(f"apiscribe.targets.{name}.conformance")
                made = module.conformance_artifacts(suite, loaded.api, loaded.settings)
                _note(made, found[name])
    return found


def _note(artifacts: Iterable[Artifact], found: dict[str, set[type]]) -> None:
    for artifact in artifacts:
        if isinstance(artifact, Page) and (page := artifact.made()) is not None:
            found.setdefault(page.template, set()).add(type(page.view))


@pytest.mark.parametrize("path", ours(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_logic(path: Path) -> None:
    assert not list(logic(path)), "work it out in the view"


@pytest.mark.parametrize("name", target_ids())
def test_every_attribute_is_on_the_view(name: str) -> None:
    checker = Checker(*(TEMPLATES / folder for folder in template_folders(name)))
    for template, classes in views()[name].items():
        for view in classes:
            checker.check(template, {"view": view})
    assert not checker.problems


@pytest.mark.parametrize("name", target_ids())
def test_every_template_is_used(name: str) -> None:
    import jinja2

    used = set(views()[name])
    for template in ours():
        if template.is_relative_to(TEMPLATES / name):
            for node in parse(template).find_all(jinja2.nodes.Include):
                used.add(node.template.value)  # type: ignore[attr-defined]
    there = {
        path.relative_to(TEMPLATES / name).as_posix()
        for path in ours()
        if path.is_relative_to(TEMPLATES / name)
    }
    assert there <= used
    assert views()[name], f"{name} renders no template"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{% set a = 1 %}", "Assign"),
        ("{{ view.a + 1 }}", "Add"),
        ("{% if view.a == 1 %}x{% endif %}", "Compare"),
        ("{% if view.a and view.b %}x{% endif %}", "And"),
        ("{{ view.a | upper }}", "filter upper"),
        ("{{ view.a() }}", "Call"),
        ("{{ view['a'] }}", "Getitem"),
        ("{% for a in view.b if a %}{% endfor %}", "a loop that filters"),
        ("{% include view.name %}", "includes by a computed name"),
        ("{% macro m() %}{% endmacro %}", "Macro"),
        ("{% if 'x' %}y{% endif %}", "not ready-made"),
    ],
)
def test_the_walk_sees_logic(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "t.j2").write_text(text)
    assert any(complaint in found for found in logic(tmp_path / "t.j2"))
