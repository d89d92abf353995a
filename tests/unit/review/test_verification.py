"""`verify`: a page that has changed is told from a spec that was edited, and both are located."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.drift import MISSING, Kind, Record, differences, document_digest, findings
from apiscribe.pages.page import PageSource, as_recorded
from apiscribe.pages.transcribe import transcribe
from apiscribe.pipeline.apis import find_api
from apiscribe.review.verification import Verification, verify
from command import apiscribe, files
from page_facts import PAGES

SHARED = Path(__file__).parents[4] / "shared" / "reference"
PAGE = """\
# Parcels API

Base URL: https://api.parcels.example/v1

## Get a parcel

`GET /parcels/{id}`

| Parameter | In | Type | Required | Description |
|---|---|---|---|---|
| id | path | string | yes | The parcel's id. |
| expand | query | string | no | What to expand. |

### Response

| Field | Type | Description |
|---|---|---|
| id | string | The parcel's id. |
| status | string | One of `waiting`, `sent`. |
| weight | number | Grams. |
"""
OVERLAY = """\
overlay: 1.1.0
info: {title: Ours, version: 1.0.0}
actions:
- target: $.info
  x-source: the contract
  update: {title: Parcels by contract}
- target: $.paths['/parcels/{id}'].get.responses['200'].content['application/json'].schema.properties.weight
  x-source: mail from the vendor
  update: {minimum: 0}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "parcels.md").write_text(PAGE)
    run = apiscribe("transcribe", "parcels.md", "-o", "spec/parcels/openapi.yaml", folder=tmp_path)
    assert run.returncode == 0, run.stderr
    (tmp_path / "spec" / "parcels" / "overlay.yaml").write_text(OVERLAY)
    return tmp_path


def read_again(project: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> Verification:
    monkeypatch.chdir(project)
    (project / "now.md").write_text(page)
    found = find_api("parcels", Diagnostics())
    assert found is not None
    return verify(found, ["now.md"], Diagnostics())


def told(found: Verification) -> list[tuple[str, str, str]]:
    return [(one.finding.kind.value, one.about, one.lines) for one in found.findings]


def test_nothing_has_changed(project: Path) -> None:
    before = files(project)
    run = apiscribe("verify", "parcels", folder=project)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    assert run.stderr == "parcels.md: the spec says what the page says.\n"
    assert files(project) == before


@pytest.mark.parametrize("descriptions", ["keep", "omit"])
@pytest.mark.parametrize("page", ["mintlify", "readme", "parts", "fern"])
def test_a_document_lifted_off_a_page_is_as_it_was(
    page: str, descriptions: str, tmp_path: Path
) -> None:
    """Its texts have no lines of their own: nothing in the facts tells that they were kept."""
    (tmp_path / "page.md").write_bytes((PAGES / "embedded-spec" / f"{page}.md").read_bytes())
    (tmp_path / "spec" / "it").mkdir(parents=True)
    arguments = ("-o", "spec/it/openapi.yaml", "--descriptions", descriptions)
    assert apiscribe("transcribe", "page.md", *arguments, folder=tmp_path).returncode == 0
    run = apiscribe("verify", "it", "page.md", folder=tmp_path)
    assert (run.returncode, run.stderr.splitlines()[0]) == (
        0,
        "page.md: the spec says what the page says.",
    )


def test_what_the_page_says_now(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.replace("`waiting`, `sent`", "`waiting`, `sent`, `lost`")
    page = page.replace("| expand | query | string | no | What to expand. |\n", "")
    page += "| insured | boolean | Whether it is insured. |\n"
    found = read_again(project, page, monkeypatch)
    answer = "GET /parcels/{id}: 200 "
    assert told(found) == [
        ("gone", "GET /parcels/{id}: query expand", "12"),
        ("changed", f"{answer}.status: description", "18"),
        ("changed", f"{answer}.status: enum", "18"),
        ("new", f"{answer}.insured", "20"),
    ]
    spec = (project / "spec/parcels/openapi.yaml").read_text().splitlines()
    gone, _, changed, new = (spec[one.spec.line - 1].strip() for one in found.findings)
    assert (gone, changed, new) == ("- name: expand", "enum:", "properties:")
    assert found.drift


def test_drift_is_exit_code_1_and_says_both_lines(project: Path) -> None:
    (project / "parcels.md").write_text(PAGE.replace("| weight | number |", "| weight | integer |"))
    run = apiscribe("verify", "parcels", folder=project)
    assert run.returncode == 1, run.stderr
    (line,) = run.stdout.splitlines()
    spec = (project / "spec/parcels/openapi.yaml").read_text()
    number = spec[: spec.index("type: number")].count("\n") + 1
    assert line == (
        f"spec/parcels/openapi.yaml:{number}:21: changed: GET /parcels/{{id}}: 200 .weight: type "
        '(parcels.md:20): the page says "integer"; the spec says "number"'
    )


def test_drift_for_machines(project: Path) -> None:
    (project / "parcels.md").write_text(PAGE.replace("| weight | number |", "| weight | integer |"))
    run = apiscribe("verify", "parcels", "--json", folder=project)
    data = json.loads(run.stdout)
    assert (run.returncode, data["exit_code"], data["drift"]) == (1, 1, True)
    (one,) = data["findings"]
    assert (one["kind"], one["page"], one["spec"]) == ("changed", "integer", "number")
    assert one["page_place"] == {"page": "parcels.md", "lines": "20"}
    assert one["pointer"].endswith("/schema/properties/weight/type")


def test_edits_of_the_spec_are_no_drift(project: Path) -> None:
    path = project / "spec" / "parcels" / "openapi.yaml"
    data = yaml.safe_load(path.read_text())
    operation = data["paths"]["/parcels/{id}"]["get"]
    operation["parameters"].append({"name": "trace", "in": "query", "schema": {"type": "string"}})
    del operation["responses"]["200"]["content"]["application/json"]["schema"]["properties"][
        "status"
    ]
    path.write_text(dump_yaml(data))
    run = apiscribe("verify", "parcels", folder=project)
    assert run.returncode == 0, run.stdout
    kinds = [line.split(": ")[1] for line in run.stdout.splitlines()]
    assert kinds == ["added by hand", "removed by hand"]
    assert apiscribe("verify", "parcels", "--strict", folder=project).returncode == 1


def test_edits_are_told_from_drift_when_both_happened(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project / "spec" / "parcels" / "openapi.yaml"
    data = yaml.safe_load(path.read_text())
    schema = data["paths"]["/parcels/{id}"]["get"]["responses"]["200"]["content"]
    schema = schema["application/json"]["schema"]
    del schema["properties"]["status"]
    schema["properties"]["colour"] = {"type": "string"}
    path.write_text(dump_yaml(data))
    page = PAGE.replace("| weight | number | Grams. |\n", "") + "| insured | boolean | It is. |\n"
    found = read_again(project, page, monkeypatch)
    answer = "GET /parcels/{id}: 200 "
    assert [(kind, about) for kind, about, _ in told(found)] == [
        ("removed by hand", f"{answer}.status"),
        ("new", f"{answer}.insured"),
        ("gone", f"{answer}.weight"),
        ("added by hand", f"{answer}.colour"),
    ]


def test_overlays_are_no_drift_and_are_held_against_what_is(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = read_again(project, PAGE.replace("# Parcels API", "# Parcels by contract"), monkeypatch)
    (one,) = found.findings
    assert one.overlay is not None
    assert (one.agrees, one.overlay.line) == (True, 6)
    found = read_again(project, PAGE.replace("# Parcels API", "# Boxes"), monkeypatch)
    assert [one.agrees for one in found.findings] == [False]
    found = read_again(project, PAGE.replace("| weight | number | Grams. |\n", ""), monkeypatch)
    (stale,) = found.stale
    assert stale.place.line == 7
    assert found.drift


def test_a_spec_without_provenance(project: Path) -> None:
    (project / "spec/parcels/provenance.json").unlink()
    run = apiscribe("verify", "parcels", folder=project)
    assert (run.returncode, run.stdout) == (2, "")
    assert "verify/no-provenance" in run.stderr
    assert "apiscribe transcribe PAGE -o spec/parcels/openapi.yaml" in run.stderr


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 1, "pages": [1], "facts": {}}'])
def test_a_broken_provenance(project: Path, text: str) -> None:
    (project / "spec/parcels/provenance.json").write_text(text)
    run = apiscribe("verify", "parcels", folder=project)
    assert run.returncode == 2
    assert "spec/parcels/provenance.json" in run.stderr
    assert "verify/no-provenance" in run.stderr


def test_a_page_that_is_not_there(project: Path) -> None:
    (project / "parcels.md").unlink()
    run = apiscribe("verify", "parcels", folder=project)
    assert run.returncode == 2
    assert "apiscribe verify parcels PATH/parcels.md" in run.stderr
    run = apiscribe("verify", "parcels", "-", folder=project, input=PAGE)
    assert run.returncode == 0, run.stderr


def test_one_page_of_several(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(PAGE)
    (tmp_path / "b.md").write_text(PAGE.replace("parcel", "letter").replace("Parcel", "Letter"))
    asked = ("transcribe", "a.md", "b.md", "-o", "spec/post/openapi.yaml")
    assert apiscribe(*asked, folder=tmp_path).returncode == 0
    run = apiscribe("verify", "post", "b.md", folder=tmp_path)
    assert (run.returncode, run.stdout) == (0, ""), run.stdout
    assert "`a.md` was not read" in run.stderr
    (tmp_path / "b.md").write_text(
        (tmp_path / "b.md").read_text().replace("| number |", "| integer |")
    )
    run = apiscribe("verify", "post", "b.md", folder=tmp_path)
    assert run.returncode == 1
    assert "(b.md:20)" in run.stdout


@pytest.mark.parametrize(
    ("api", "page", "statement"),
    [
        ("scale", "scale-chat-completions.txt", "optional number"),
        ("reverix", "reverix-responses.txt", '"completion_tokens"'),
    ],
)
def test_the_bundled_apis(api: str, page: str, statement: str, tmp_path: Path) -> None:
    if not (SHARED / page).exists():
        pytest.skip(f"{page} is not here")
    run = apiscribe("verify", api, str(SHARED / page), folder=tmp_path)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    lines = (SHARED / page).read_text(encoding="utf-8").splitlines()
    cut = [line for line in lines if statement not in line]
    assert len(cut) < len(lines)
    (tmp_path / page).write_text("\n".join(cut), encoding="utf-8")
    run = apiscribe("verify", api, page, folder=tmp_path)
    assert run.returncode == 1, run.stderr
    assert "gone: " in run.stdout


def test_differences_pair_items_by_name() -> None:
    spec = {"parameters": [{"in": "query", "name": "a"}, {"in": "query", "name": "b", "x": 1}]}
    page = {"parameters": [{"in": "query", "name": "b", "x": 2}, {"in": "path", "name": "c"}]}
    found = [(one.spec_at, one.page_at) for one in differences(spec, page)]
    assert found == [
        ("/parameters/1/x", "/parameters/0/x"),
        ("/parameters/0", "/parameters"),
        ("/parameters", "/parameters/1"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}, True),
        ({"default": 1}, {"default": True}, False),
        ({"default": None}, {}, False),
        (
            {"anyOf": [{"type": "a"}, {"$ref": "#/x"}]},
            {"anyOf": [{"$ref": "#/x"}, {"type": "a"}]},
            True,
        ),
        ({"examples": []}, {"examples": [1]}, False),
    ],
)
def test_what_is_a_difference(one: object, other: object, same: bool) -> None:
    assert (not list(differences(one, other))) is same


def test_what_only_a_page_could_say_that_was_not_read() -> None:
    facts = {"/a": {"lines": {"0": "1"}}, "/b": {"lines": {"1": "2"}}}
    record = Record(facts, frozenset({0}), unchanged=False, unedited=True, whole=False)
    found = findings({"a": 1, "b": 2}, {}, record)
    assert [(one.kind, one.difference.spec_at) for one in found] == [(Kind.GONE, "/a")]
    assert found[0].difference.page is MISSING


def test_a_schema_is_the_same_in_place_and_under_any_name() -> None:
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    named = {
        "paths": {"/a": {"$ref": "#/components/schemas/Pet"}},
        "components": {"schemas": {"Pet": pet}},
    }
    renamed = {
        "paths": {"/a": {"$ref": "#/components/schemas/Dog"}},
        "components": {"schemas": {"Dog": pet}},
    }
    inline = {"paths": {"/a": pet}}
    for one in (named, renamed, inline):
        for other in (named, renamed, inline):
            assert differences(one, other) == []
    (found,) = differences(named, {"paths": {"/a": {**pet, "title": "P"}}})
    assert (found.spec_at, found.page_at) == ("/components/schemas/Pet/title", "/paths/~1a/title")
    (found,) = differences({**named, "paths": {}}, {"paths": {}})
    assert found.spec_at == "/components/schemas/Pet"


def test_schemas_that_contain_themselves() -> None:
    def tree(name: str) -> dict[str, object]:
        own = {"properties": {"left": {"$ref": f"#/components/schemas/{name}"}}}
        return {
            "a": {"$ref": f"#/components/schemas/{name}"},
            "components": {"schemas": {name: own}},
        }

    assert differences(tree("Tree"), tree("Node")) == []


def test_digests_do_not_depend_on_the_layout() -> None:
    assert document_digest({"a": 1, "b": [True]}) == document_digest({"b": [True], "a": 1})
    assert document_digest({"a": 1}) != document_digest({"a": "1"})


def test_pages_go_by_name() -> None:
    pages = [PageSource("x/b.md", ""), PageSource("y/b.md", ""), PageSource("c.md", "")]
    assert as_recorded(pages, ["a.md", "b.md", "b.md (2)"]) == [1, 2, None]
    assert as_recorded(pages[:1], ["old.md"]) == [0]


def test_the_digest_is_that_of_the_file(project: Path) -> None:
    """An unedited spec is known for one, whatever YAML did to it on the way."""
    folder = project / "spec" / "parcels"
    recorded = json.loads((folder / "provenance.json").read_text())["document"]
    assert recorded == document_digest(yaml.safe_load((folder / "openapi.yaml").read_text()))
    assert transcribe([PageSource("p.md", PAGE)], Diagnostics()).provenance["document"] == recorded
