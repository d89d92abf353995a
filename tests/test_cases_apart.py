"""What cases expect that is not of one output: of several documents, several runs, several folders."""

from __future__ import annotations

import copy
import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.openapi import load_document
from apiscribe.pipeline import load_api
from apiscribe.pipeline.defaults import complete_settings
from apiscribe.targets.python.names import python_names
from apiscribe.targets.typescript.names import typescript_names
from case_files import FOLDER, Case, cases
from command import files
from lowering import lower

USABLE = tuple(case for case in cases() if not case.expectation.refused)
BY_NAME = {case.name: case for case in USABLE}


def names_of(data: dict[str, Any]) -> dict[str, str]:
    """Every name that users of the packages write, by what it names."""
    api, _ = lower(data)
    settings = complete_settings(Settings(), api)
    found: dict[str, str] = {}
    for language, names in (
        ("python", python_names(api, settings)),
        ("typescript", typescript_names(api, settings)),
    ):
        for part in dataclasses.fields(names):
            if part.name == "constants":
                continue  # nobody sees them but their module
            found.update(_flat(f"{language} {part.name}", getattr(names, part.name)))
    return found


def _flat(where: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{where} / {key}", inner)
    elif isinstance(value, str):
        yield where, value


def document(case: Case) -> dict[str, Any]:
    """The case's document as plain data that may be changed."""
    return copy.deepcopy(dict(load_document(case.spec, Diagnostics()).data))


def turned(value: Any, key: str = "") -> Any:
    """The value with properties, paths and components in the opposite order."""
    if isinstance(value, dict):
        pairs = [(name, turned(inner, name)) for name, inner in value.items()]
        return dict(reversed(pairs))
    return [turned(inner) for inner in value] if isinstance(value, list) else value


def renamed(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Names that are not what they were."""
    return [
        f"{what}: {name} → {after.get(what, '(gone)')}"
        for what, name in before.items()
        if after.get(what) != name
    ]


@pytest.mark.parametrize("case", USABLE, ids=lambda case: case.name)
def test_order_of_properties_renames_nothing(case: Case) -> None:
    data = document(case)
    assert renamed(names_of(data), names_of(turned(data))) == []


def with_more(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document with one thing more, and what that is."""
    schemas = (data.get("components") or {}).get("schemas") or {}
    fresh = {"type": "object", "properties": {"fresh_thing": {"type": "string"}}}
    for name in ("Fresh", "AFresh", "ZFresh", *(f"{name}Fresh" for name in schemas)):
        more = copy.deepcopy(data)
        more.setdefault("components", {}).setdefault("schemas", {})[name] = fresh
        yield f"schema {name}", more
    for name, schema in schemas.items():
        if isinstance(schema, dict) and "properties" in schema:
            more = copy.deepcopy(data)
            more["components"]["schemas"][name]["properties"]["fresh_thing"] = {"enum": ["a", "b"]}
            yield f"property of {name}", more
    answer = {"responses": {"200": {"description": "ok"}}}
    for path in ("/fresh", "/fresh/{id}", *(f"{path}/fresh" for path in data.get("paths") or {})):
        more = copy.deepcopy(data)
        more.setdefault("paths", {})[path] = {"get": {"operationId": "getFreshThing", **answer}}
        yield f"operation at {path}", more
    for path, item in (data.get("paths") or {}).items():
        free = {"get", "put", "post", "delete", "patch"} - {*item}
        if "$ref" in item:
            continue
        for verb in sorted(free):
            more = copy.deepcopy(data)
            more["paths"][path][verb] = {"operationId": f"{verb}FreshThing", **answer}
            yield f"{verb} {path}", more


@pytest.mark.parametrize("case", USABLE, ids=lambda case: case.name)
def test_additions_rename_nothing(case: Case) -> None:
    data = document(case)
    before = names_of(data)
    failures = [
        f"with {what}: {one}"
        for what, more in with_more(data)
        for one in renamed(before, names_of(more))
    ]
    assert failures == []


@pytest.mark.parametrize(
    ("reference", "rule"),
    [
        ("../beside/other.yaml#/A", "ref/outside"),
        ("{folder}/beside/other.yaml#/A", "ref/outside"),
        ("http://127.0.0.1:9/other.yaml#/A", "ref/remote"),
        ("https://127.0.0.1:9/other.yaml", "ref/remote"),
        ("file:///etc/hostname", "ref/remote"),
        ("link/other.yaml#/A", "ref/outside"),
    ],
)
def test_references_stay_in_the_folder(reference: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "other.yaml").write_text("A: {type: string}\n")
    here = tmp_path / "here"
    here.mkdir()
    (here / "link").symlink_to(tmp_path / "beside")
    text = (FOLDER / "050-ref-external-files" / "openapi.yaml").read_text()
    given = reference.replace("{folder}", str(tmp_path))
    text = text.replace("parts/schemas/crate.yaml", given).replace(
        "$ref: 'parts/paths/crates.yaml'", "{}"
    )
    (here / "openapi.yaml").write_text(text)
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError):
        load_api(str(here / "openapi.yaml"), diagnostics)
    assert [one.rule for one in diagnostics if one.severity == "error"] == [rule]
    assert all(diagnostics.locate(one.where) for one in diagnostics)


def generated(spec: Path, folder: Path, **environment: str) -> dict[str, bytes]:
    """All files that the command line writes for a spec, in a process of its own."""
    folder.mkdir(parents=True)
    here = folder / spec.parent.name
    shutil.copytree(spec.parent, here)
    subprocess.run(
        [sys.executable, "-m", "apiscribe", "generate", str(here), "-o", "out"],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        timeout=300,
    )
    return files(folder / "out")


def test_two_runs_are_alike(tmp_path: Path) -> None:
    """Hash seed, locale, time zone and folder decide nothing, and stand nowhere."""
    spec = FOLDER / "129-ordering-determinism" / "openapi.yaml"
    one = generated(spec, tmp_path / "one", PYTHONHASHSEED="1", LC_ALL="C", TZ="Asia/Tokyo")
    other = generated(
        spec, tmp_path / "another/place", PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="America/Lima"
    )
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []
    assert [path for path, content in one.items() if str(tmp_path).encode() in content] == []
    today = f"{datetime.now(UTC):%Y-%m-%d}".encode()
    assert [path for path, content in one.items() if today in content] == []


def test_no_operations_are_said(tmp_path: Path) -> None:
    """A document that describes nothing to call gives packages all the same, and says so."""
    (tmp_path / "openapi.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: Quiet, version: '1'}\ncomponents: {}\n"
    )
    diagnostics = Diagnostics()
    loaded = load_api(str(tmp_path / "openapi.yaml"), diagnostics)
    assert [one.rule for one in diagnostics] == ["lower/no-operations"]
    assert not loaded.api.operations
