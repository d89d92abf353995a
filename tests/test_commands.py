"""Each command as a user runs it: what goes to stdout, to stderr, to files, and the exit code."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import apiscribe as package
import pytest
import yaml
from command import apiscribe, files

PAGE = """\
API Reference

Forecasts

Get the forecast of a place

GET/v1/forecasts/{place}

Path ParametersExpand Collapse

place: string

ReturnsExpand Collapse

Forecast object { place, high }

place: string

high: optional number
"""
SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example.com"}]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        "200":
          description: The pet.
          content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
components:
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string}}}
"""
OVERLAY = """\
overlay: 1.0.0
info: {title: Ours, version: "1"}
actions:
  - {target: $.info, update: {summary: All about pets}, x-source: us}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "spec" / "pets"
    (folder / "examples").mkdir(parents=True)
    (folder / "openapi.yaml").write_text(SPEC)
    (folder / "overlay.yaml").write_text(OVERLAY)
    (folder / "examples" / "getPet.response.json").write_text('{"name": "Rex"}')
    (tmp_path / "weather.txt").write_text(PAGE)
    return tmp_path


def test_version_and_help(tmp_path: Path) -> None:
    run = apiscribe("--version", folder=tmp_path)
    assert (run.returncode, run.stdout) == (0, f"apiscribe {package.__version__}\n")
    run = apiscribe("--help", folder=tmp_path)
    assert run.returncode == 0
    for name in ("transcribe", "bundle", "lint", "generate", "check", "mock", "explain", "targets"):
        assert name in run.stdout
        own = apiscribe(name, "--help", folder=tmp_path)
        assert own.returncode == 0
        assert "Usage: apiscribe" in own.stdout
        assert "\x1b" not in own.stdout


def test_transcribe_to_stdout_is_a_document(project: Path) -> None:
    before = files(project)
    run = apiscribe("transcribe", "weather.txt", folder=project)
    assert run.returncode == 0, run.stderr
    document = yaml.safe_load(run.stdout)
    assert list(document["paths"]) == ["/v1/forecasts/{place}"]
    assert "Lines not understood: none" in run.stderr
    assert files(project) == before


def test_transcribe_reads_stdin(project: Path) -> None:
    named = apiscribe("transcribe", "weather.txt", folder=project)
    piped = apiscribe("transcribe", "-", folder=project, input=PAGE)
    assert piped.returncode == 0, piped.stderr
    assert piped.stdout == named.stdout


def test_transcribe_to_files(project: Path) -> None:
    asked = ("-o", "spec/weather/openapi.yaml", "--report", "report.json")
    run = apiscribe("transcribe", "weather.txt", *asked, folder=project)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    folder = project / "spec" / "weather"
    assert sorted(path.name for path in folder.iterdir()) == ["openapi.yaml", "provenance.json"]
    provenance = json.loads((folder / "provenance.json").read_text())
    assert provenance["pages"][0]["name"] == "weather.txt"
    assert "counts" in json.loads((project / "report.json").read_text())
    other = ("-o", "other.json", "--report", "report.txt")
    assert apiscribe("transcribe", "weather.txt", *other, folder=project).returncode == 0
    assert json.loads((project / "other.json").read_text())["openapi"] == "3.2.0"
    assert (project / "other.provenance.json").is_file()
    assert (project / "report.txt").read_text().startswith("weather.txt")


def test_transcribe_strictly(project: Path) -> None:
    (project / "odd.txt").write_text(PAGE.replace("{ place, high }", "{ place, high, wind }"))
    assert apiscribe("transcribe", "odd.txt", folder=project).returncode == 0
    run = apiscribe("transcribe", "odd.txt", "--strict", "-o", "odd.yaml", folder=project)
    assert run.returncode == 1
    assert "names a member 'wind' that does not follow" in run.stderr
    assert (project / "odd.yaml").is_file()
    assert apiscribe("transcribe", "weather.txt", "--strict", folder=project).returncode == 0


def test_transcribe_for_machines(project: Path) -> None:
    run = apiscribe("transcribe", "weather.txt", "--json", folder=project)
    assert (run.returncode, run.stderr) == (0, "")
    data = json.loads(run.stdout)
    assert set(data) == {"exit_code", "document", "report", "diagnostics"}
    assert data["document"]["openapi"] == "3.2.0"


def test_a_transcription_can_be_generated(project: Path) -> None:
    asked = ("-o", "spec/weather/openapi.yaml")
    assert apiscribe("transcribe", "weather.txt", *asked, folder=project).returncode == 0
    run = apiscribe("generate", "weather", folder=project)
    assert run.returncode == 0, run.stderr
    folder = project / "generated" / "weather"
    assert (folder / "python" / "src" / "weather" / "__init__.py").is_file()
    assert (folder / "docs" / "README.md").is_file()


def test_bundle(project: Path) -> None:
    run = apiscribe("bundle", "pets", folder=project)
    assert (run.returncode, run.stderr) == (0, "")
    document = yaml.safe_load(run.stdout)
    assert document["openapi"].startswith("3.2")
    assert document["info"]["summary"] == "All about pets"
    answer = document["paths"]["/pets/{id}"]["get"]["responses"]["200"]
    examples = answer["content"]["application/json"]["examples"]
    assert examples == {"example": {"value": {"name": "Rex"}}}
    assert apiscribe("bundle", "pets", "-o", "pets.json", folder=project).returncode == 0
    assert json.loads((project / "pets.json").read_text()) == document
    refused = apiscribe("bundle", "pets", "-o", "x/y/pets.json", folder=project)
    assert refused.returncode == 2
    assert "cannot write x/y/pets.json: its folder does not exist" in refused.stderr
    assert not (project / "x").exists()
    assert apiscribe("bundle", "pets", "-o", "pets.yaml", folder=project).returncode == 0
    assert (project / "pets.yaml").read_text() == run.stdout
    again = apiscribe("bundle", "pets.yaml", folder=project)
    assert again.stdout == run.stdout


def test_lint(project: Path) -> None:
    run = apiscribe("lint", folder=project)
    assert run.returncode == 0, run.stderr
    assert "pets: 0 errors, 0 warnings" in run.stderr
    spec = project / "spec" / "pets" / "openapi.yaml"
    spec.write_text(SPEC.replace("type: string", "type: strnig", 1))
    run = apiscribe("lint", "pets", folder=project)
    assert run.returncode == 1
    assert "spec/pets/openapi.yaml:8:" in run.stderr
    spec.write_text(SPEC.replace("    get:", "    get:\n      sumary: typo"))
    assert apiscribe("lint", "pets", folder=project).returncode == 0
    run = apiscribe("lint", "pets", "--strict", "--json", folder=project)
    assert run.returncode == 1
    assert json.loads(run.stdout)["counts"]["warning"] == 1


def test_explain(project: Path) -> None:
    run = apiscribe("explain", "Pet.name", folder=project)
    assert (run.returncode, run.stderr) == (0, "")
    assert "spec/pets/openapi.yaml:15:" in run.stdout
    run = apiscribe("explain", "Pte", "--json", folder=project)
    assert run.returncode == 2
    data = json.loads(run.stdout)
    assert data["found"] == []
    assert "did you mean `Pet`?" in data["diagnostics"][0]["help"]


def test_targets(tmp_path: Path) -> None:
    run = apiscribe("targets", "--json", folder=tmp_path)
    assert run.returncode == 0
    assert {one["id"] for one in json.loads(run.stdout)["targets"]} >= {"docs", "python"}
    assert "python:" in apiscribe("targets", folder=tmp_path).stdout


def test_mock_serves_until_it_is_interrupted(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "apiscribe", "mock", "pets", "--port", "0"],
        cwd=project,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            assert found, line
            with urllib.request.urlopen(f"{found[0]}/pets/1", timeout=60) as answer:
                assert json.load(answer) == {"name": "Rex"}
            second = apiscribe("mock", "pets", "--port", found[1], folder=project)
            assert second.returncode == 2
            assert f"cannot listen on 127.0.0.1:{found[1]}" in second.stderr
            assert "--port 0" in second.stderr
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "Traceback" not in rest
    assert process.returncode in (0, 130)


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "::zz"])
def test_mock_on_an_address_that_is_not_here(project: Path, host: str) -> None:
    run = apiscribe("mock", "pets", "--host", host, "--port", "0", folder=project)
    assert run.returncode == 2
    assert run.stderr.startswith("error[mock/address]: cannot listen on ")
    assert host in run.stderr
    assert "--host" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_reader_that_leaves_early_is_no_fault(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "apiscribe", "bundle", "pets"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert "Traceback" not in said
    assert "internal/fault" not in said


REPAIRED = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: https://pets.example}]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      responses: {"200": {description: a pet}}
"""


def test_strict_takes_warnings_for_errors(tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text(REPAIRED)
    (tmp_path / "out").mkdir()
    for command in (
        ("generate", "pets.yaml", "-t", "docs", "-o", "out"),
        ("bundle", "pets.yaml", "-o", "out/bundle.yaml"),
        ("mock", "pets.yaml", "--port", "0"),
        ("check", "pets.yaml", "-t", "docs", "-o", "out"),
    ):
        run = apiscribe(*command, "--strict", folder=tmp_path)
        assert run.returncode == 1, run.stderr
        assert "pets.yaml:6:5: error[openapi/path-parameter]: " in run.stderr
        assert not files(tmp_path / "out")
    run = apiscribe("generate", "pets.yaml", "-t", "docs", "-o", "out", folder=tmp_path)
    assert run.returncode == 0
    assert "warning[openapi/path-parameter]" in run.stderr
    assert apiscribe("explain", "getPet", "pets.yaml", folder=tmp_path).returncode == 0


def test_references_leave_the_folder_only_with_leave(tmp_path: Path) -> None:
    api = tmp_path / "api"
    api.mkdir()
    text = REPAIRED + "components: {schemas: {Shared: {$ref: ../shared.yaml}}}\n"
    (api / "pets.yaml").write_text(text)
    (tmp_path / "shared.yaml").write_text("type: object\n")
    for command in ("bundle", "lint", "generate"):
        target = ("-t", "docs") if command != "bundle" else ()
        refused = apiscribe(command, "pets.yaml", *target, folder=api)
        assert "ref/outside" in refused.stderr + refused.stdout
        assert "--allow-outside" in refused.stderr + refused.stdout
        assert refused.returncode
        remote = apiscribe(command, "pets.yaml", *target, "--allow-remote", folder=api)
        assert remote.returncode
        allowed = apiscribe(command, "pets.yaml", *target, "--allow-outside", folder=api)
        assert allowed.returncode == 0, allowed.stderr
