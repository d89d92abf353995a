"""From spec files to trees: the cache, several APIs, overriding templates, faults."""

import json
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.digests import digest
from apiscribe.pipeline.apis import ApiFiles, find_apis
from apiscribe.pipeline.cache import Cache
from apiscribe.pipeline.outputs import Output, Wanted, make_outputs, plan_outputs

SPEC = """\
openapi: 3.2.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      responses:
        "200":
          description: All pets.
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
"""
DOCS = Wanted(targets=("docs",))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("pets", "toys"):
        folder = tmp_path / "spec" / name
        folder.mkdir(parents=True)
        (folder / "openapi.yaml").write_text(SPEC.replace("Pets", name.title()))
    return tmp_path


def found(*names: str) -> tuple[ApiFiles, ...]:
    return find_apis(names, Diagnostics())


def made(
    cache: Cache, *names: str, wanted: Wanted = DOCS
) -> tuple[tuple[Output, ...], list[tuple[str, str]], Diagnostics]:
    """The outputs, what was rendered for them, and what was said."""
    rendered: list[tuple[str, str]] = []
    diagnostics = Diagnostics()
    outputs = make_outputs(
        found(*names),
        wanted,
        diagnostics,
        cache,
        lambda api, target: rendered.append((api, target)),
    )
    return outputs, rendered, diagnostics


def contents(outputs: tuple[Output, ...]) -> dict[str, bytes]:
    return {
        (output.folder / path).as_posix(): entry.content
        for output in outputs
        for path, entry in output.tree.files.items()
    }


def manifests(outputs: tuple[Output, ...]) -> list[bytes]:
    return [output.manifest.to_bytes() for output in outputs if output.manifest is not None]


def test_outputs_are_in_order_and_manifests_list_them() -> None:
    outputs, rendered, _ = made(Cache(None), wanted=Wanted(targets=("docs", "python"), jobs=3))
    names = [(output.api, output.target) for output in outputs]
    assert names == [("pets", "docs"), ("pets", "python"), ("toys", "docs"), ("toys", "python")]
    assert sorted(rendered) == names
    for output in outputs:
        files = {path: digest(entry.content) for path, entry in output.tree.files.items()}
        assert files
        assert output.manifest is not None
        assert output.manifest.files == files
        assert set(output.manifest.inputs) == {"spec", "config", "templates"}
        assert "apiscribe" in output.manifest.versions


def test_an_unchanged_api_comes_from_the_cache(project: Path) -> None:
    cache = Cache(project / "cache")
    first, rendered, said = made(cache)
    assert len(rendered) == 2
    again, rendered, said_again = made(cache)
    assert not rendered
    assert contents(again) == contents(first)
    assert manifests(again) == manifests(first)
    assert said_again.items == said.items
    assert [said_again.locate(d.where) for d in said_again] == [said.locate(d.where) for d in said]


def test_warnings_come_again_with_their_lines(project: Path) -> None:
    spec = project / "spec" / "pets" / "openapi.yaml"
    spec.write_text(SPEC.replace("      summary", "      sumary: typo\n      summary"))
    cache = Cache(project / "cache")
    _, _, said = made(cache, "pets")
    _, rendered, again = made(cache, "pets")
    assert not rendered
    lines = [(d.rule, d.message, again.locate(d.where)) for d in again]
    assert lines == [(d.rule, d.message, said.locate(d.where)) for d in said]
    assert any(span is not None and span.line == 7 for _, _, span in lines)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "openapi.yaml").write_text(SPEC.replace("All pets", "Each pet")),
        lambda folder: (folder / "sdk.yaml").write_text("client: {name: Zoo}\n"),
        lambda folder: (folder / "overlay.yaml").write_text(
            "overlay: 1.0.0\ninfo: {title: o, version: '1'}\nactions:\n"
            "- {target: $.info, update: {summary: Pets of all kinds}, x-source: us}\n"
        ),
        lambda folder: [
            (folder / "examples").mkdir(),
            (folder / "examples" / "listPets.response.json").write_text('[{"name": "Rex"}]'),
        ],
    ],
    ids=["spec", "settings", "overlay", "example"],
)
def test_any_change_of_input_is_seen(project: Path, change: object) -> None:
    assert callable(change)
    cache = Cache(project / "cache")
    before, _, _ = made(cache)
    change(project / "spec" / "pets")
    after, rendered, _ = made(cache)
    assert rendered == [("pets", "docs")]
    assert manifests(after) != manifests(before)


def test_a_change_of_a_referenced_file_is_seen(project: Path) -> None:
    spec = project / "spec" / "pets" / "openapi.yaml"
    spec.write_text(SPEC.replace("#/components/schemas/Pet", "pet.yaml"))
    pet = spec.with_name("pet.yaml")
    pet.write_text("{type: object, properties: {name: {type: string}}}\n")
    cache = Cache(project / "cache")
    made(cache, "pets")
    assert made(cache, "pets")[1] == []
    pet.write_text("{type: object, properties: {nick: {type: string}}}\n")
    outputs, rendered, _ = made(cache, "pets")
    assert rendered == [("pets", "docs")]
    assert b"nick" in b"".join(contents(outputs).values())


def test_another_target_is_another_entry(project: Path) -> None:
    cache = Cache(project / "cache")
    made(cache, "pets")
    _, rendered, _ = made(cache, "pets", wanted=Wanted(targets=("docs", "python")))
    assert rendered == [("pets", "docs"), ("pets", "python")]
    assert made(cache, "pets")[1] == []


def test_a_damaged_entry_is_as_good_as_none(project: Path) -> None:
    cache = Cache(project / "cache")
    expected = contents(made(cache, "pets")[0])
    (entry,) = (project / "cache").glob("*.cache")
    whole = entry.read_bytes()
    for damaged in (b"", b"{}\n", whole[:-1], whole + b"x", whole[: len(whole) // 2], b"\xff\n"):
        entry.write_bytes(damaged)
        outputs, rendered, _ = made(cache, "pets")
        assert rendered == [("pets", "docs")]
        assert contents(outputs) == expected


def test_a_cache_that_cannot_be_written_is_no_error(project: Path) -> None:
    (project / "cache").write_text("a file")
    assert len(made(Cache(project / "cache"), "pets")[1]) == 1


def test_an_override_of_a_template_is_used_and_seen(project: Path) -> None:
    cache = Cache(project / "cache")
    made(cache, "pets")
    own = project / "own" / "docs"
    own.mkdir(parents=True)
    (own / "overview.md.j2").write_text("Mine.\n")
    wanted = Wanted(targets=("docs",), templates=project / "own")
    (output,), rendered, _ = made(cache, "pets", wanted=wanted)
    assert rendered
    assert b"Mine.\n" in contents((output,)).values()
    (own / "overview.md.j2").write_text("Mine again.\n")
    (again,), rendered, _ = made(cache, "pets", wanted=wanted)
    assert rendered
    assert again.manifest is not None
    assert output.manifest is not None
    assert again.manifest.inputs["templates"] != output.manifest.inputs["templates"]


def test_faults_of_several_apis_are_all_reported(project: Path) -> None:
    from apiscribe.assets import templates_folder

    template = sorted((templates_folder() / "docs").rglob("*.j2"))
    for path in template:
        own = project / "own" / "docs" / path.relative_to(templates_folder() / "docs")
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text("{{ view.nonsense }}")
    wanted = Wanted(targets=("docs",), templates=project / "own", jobs=2)
    with pytest.raises(ApiscribeError) as caught:
        made(Cache(None), wanted=wanted)
    assert caught.value.exit_code == 3
    assert {d.rule for d in caught.value.diagnostics} >= {"emit/template"}


def test_comments_of_a_spec_do_not_change_the_manifest(project: Path) -> None:
    (before,), _, _ = made(Cache(None), "pets")
    spec = project / "spec" / "pets" / "openapi.yaml"
    spec.write_text(f"# a comment\n{SPEC}\n")
    (after,), _, _ = made(Cache(None), "pets")
    assert manifests((after,)) == manifests((before,))


def test_a_hand_edit_in_one_output_stops_all(project: Path) -> None:
    from apiscribe.emit.writer import apply_plan

    outputs, _, _ = made(Cache(None), wanted=Wanted(targets=("docs",), out=project / "out"))
    for plan in plan_outputs(outputs, Diagnostics(), refuse_edits=True):
        apply_plan(plan)
    edited = project / "out" / "toys" / "docs" / "README.md"
    edited.write_text("mine")
    with pytest.raises(ApiscribeError) as caught:
        plan_outputs(outputs, Diagnostics(), refuse_edits=True)
    assert caught.value.exit_code == 1
    assert [str(d.where.file) for d in caught.value.diagnostics if d.where] == [str(edited)]


def test_a_bad_api_among_good_ones_stops_all(project: Path) -> None:
    (project / "spec" / "toys" / "openapi.yaml").write_text("a: 1\n")
    with pytest.raises(ApiscribeError) as caught:
        made(Cache(project / "cache"))
    assert caught.value.exit_code == 2
    assert json.dumps([d.rule for d in caught.value.diagnostics])


def test_what_the_settings_dropped_is_seen_in_cached_runs_too(project: Path) -> None:
    cache = Cache(project / "cache")
    (project / "spec" / "pets" / "sdk.yaml").write_text("targets: {docs: {}}\n")
    wanted = Wanted(out=project / "out")
    assert len(made(cache, "pets", wanted=wanted)[0]) == 1
    old = project / "out" / "pets" / "typescript"
    old.mkdir(parents=True)
    (old / ".apiscribe-manifest.json").write_text('{"target": "typescript"}')
    outputs, rendered, _ = made(cache, "pets", wanted=wanted)
    assert not rendered
    assert [(o.target, o.folder, o.manifest is None) for o in outputs] == [
        ("docs", project / "out" / "pets" / "docs", False),
        ("typescript", old, True),
    ]
    outputs, _, _ = made(cache, "pets", wanted=Wanted(("docs",), project / "out"))
    assert [o.target for o in outputs] == ["docs"]


def test_an_edit_runs_the_model_generator_only_on_what_it_changed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from apiscribe.targets.python import generator

    computed: list[str] = []
    models = generator._generate

    def modelled(*arguments: Any) -> str:
        computed.append("models")
        return models(*arguments)

    monkeypatch.setattr(generator, "_generate", modelled)
    settings = project / "spec" / "pets" / "sdk.yaml"
    settings.write_text("targets: {python: {models: dataclass}}\n")
    wanted = Wanted(targets=("python",))
    cache = Cache(project / "cache")
    made(cache, "pets", wanted=wanted)
    assert computed == ["models"]
    computed.clear()
    spec = project / "spec" / "pets" / "openapi.yaml"
    spec.write_text(SPEC.replace("All pets.", "Every pet.").replace("summary: All", "summary: My"))
    outputs, _, _ = made(cache, "pets", wanted=wanted)
    assert not computed
    assert contents(outputs) == contents(made(Cache(None), "pets", wanted=wanted)[0])


def test_a_mistake_in_the_settings_is_reported_once(project: Path) -> None:
    (project / "spec" / "toys" / "sdk.yaml").write_text("targets: {nothing: {}}\n")
    with pytest.raises(ApiscribeError) as caught:
        made(Cache(None), wanted=Wanted(jobs=2))
    assert [d.rule for d in caught.value.diagnostics] == ["config/target"]
