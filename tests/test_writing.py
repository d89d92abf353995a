"""`generate` and `check` as a user meets them: edits, drift, strangers' files, being killed."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import apiscribe, files

SPEC = """\
openapi: 3.2.0
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example.com"}]
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
    Pet:
      type: object
      properties:
        name: {type: string, description: What it answers to.}
"""
GENERATE = ("generate", "pets.yaml", "-t", "docs")
CHECK = ("check", "pets.yaml", "-t", "docs")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a spec, generated once."""
    (tmp_path / "pets.yaml").write_text(SPEC)
    run = apiscribe(*GENERATE, folder=tmp_path)
    assert run.returncode == 0, run.stderr
    return tmp_path


def output(project: Path) -> dict[str, bytes]:
    return files(project / "generated")


def page(project: Path) -> Path:
    return project / "generated" / "pets" / "docs" / "README.md"


def test_a_second_run_changes_nothing(project: Path) -> None:
    times = {path: path.stat().st_mtime_ns for path in (project / "generated").rglob("*")}
    run = apiscribe(*GENERATE, folder=project)
    assert run.returncode == 0
    assert run.stderr == f"pets: docs up to date ({len(output(project)) - 1} files)\n"
    assert {p: p.stat().st_mtime_ns for p in (project / "generated").rglob("*")} == times
    run = apiscribe(*CHECK, folder=project)
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == f"pets: docs up to date ({len(output(project)) - 1} files)\n"


def test_a_changed_spec(project: Path) -> None:
    before = output(project)
    (project / "pets.yaml").write_text(SPEC.replace("What it answers to.", "Its name."))
    run = apiscribe(*CHECK, folder=project)
    assert run.returncode == 1
    assert "is out of date" in run.stdout
    assert any(
        line.startswith("-") and "What it answers to." in line for line in run.stdout.splitlines()
    )
    assert any(line.startswith("+") and "Its name." in line for line in run.stdout.splitlines())
    assert output(project) == before
    assert apiscribe(*GENERATE, folder=project).returncode == 0
    assert output(project) != before
    assert apiscribe(*CHECK, folder=project).returncode == 0


def test_a_changed_template(project: Path) -> None:
    own = project / "own" / "docs"
    own.mkdir(parents=True)
    (own / "overview.md.j2").write_text("Mine.\n")
    run = apiscribe(*CHECK, "--templates", "own", folder=project)
    assert run.returncode == 1
    assert "README.md is out of date" in run.stdout
    assert apiscribe(*GENERATE, "--templates", "own", folder=project).returncode == 0
    assert page(project).read_text() == "Mine.\n"
    assert apiscribe(*CHECK, "--templates", "own", folder=project).returncode == 0
    assert apiscribe(*CHECK, folder=project).returncode == 1


def test_a_hand_edit(project: Path) -> None:
    expected = output(project)
    page(project).write_text("mine\n")
    run = apiscribe(*CHECK, folder=project)
    assert run.returncode == 1
    assert "was changed by hand" in run.stdout
    assert "-mine" in run.stdout
    run = apiscribe(*GENERATE, folder=project)
    assert run.returncode == 1
    assert "README.md: error[emit/hand-edited]" in run.stderr
    assert "--force" in run.stderr
    assert page(project).read_text() == "mine\n"
    assert apiscribe(*GENERATE, "--force", folder=project).returncode == 0
    assert output(project) == expected


def test_what_is_no_longer_generated_goes_and_other_files_stay(project: Path) -> None:
    mine = page(project).with_name("mine.md")
    mine.write_text("mine")
    model = page(project).parent / "models" / "Pet.md"
    assert model.is_file()
    plain = SPEC.replace('{$ref: "#/components/schemas/Pet"}', "{type: string}")
    (project / "pets.yaml").write_text(plain[: plain.index("components:")])
    run = apiscribe(*GENERATE, folder=project)
    assert run.returncode == 0, run.stderr
    assert not model.exists()
    assert mine.read_text() == "mine"


@pytest.fixture
def two_targets(project: Path) -> Path:
    """The project with `docs` and `typescript` generated, and only `docs` still asked for."""
    settings = project / "pets.sdk.yaml"
    settings.write_text("targets: {docs: {}, typescript: {}}\n")
    assert apiscribe("generate", "pets.yaml", folder=project).returncode == 0
    assert (project / "generated" / "pets" / "typescript" / "package.json").is_file()
    settings.write_text("targets: {docs: {}}\n")
    return project


def test_a_target_that_is_no_longer_asked_for_goes(two_targets: Path) -> None:
    old = two_targets / "generated" / "pets" / "typescript"
    mine = old / "notes" / "mine.md"
    mine.parent.mkdir()
    mine.write_text("mine")
    copy = old.with_name("copy")
    shutil.copytree(old, copy)
    docs = files(two_targets / "generated" / "pets" / "docs")
    run = apiscribe("check", "pets.yaml", folder=two_targets)
    assert run.returncode == 1
    assert "generated/pets/typescript/package.json is no longer generated" in run.stdout
    assert "copy" not in run.stdout
    assert (old / "package.json").is_file()
    run = apiscribe("generate", "pets.yaml", "--json", folder=two_targets)
    outputs = {one["folder"]: one for one in json.loads(run.stdout)["outputs"]}
    assert outputs["generated/pets/typescript"]["removed"] > 5
    assert files(old) == {"notes/mine.md": b"mine"}
    assert (copy / "package.json").is_file()
    assert files(two_targets / "generated" / "pets" / "docs") == docs
    assert apiscribe("check", "pets.yaml", folder=two_targets).returncode == 0


def test_an_emptied_folder_goes_too(two_targets: Path) -> None:
    run = apiscribe("generate", "pets.yaml", folder=two_targets)
    assert run.returncode == 0
    assert not (two_targets / "generated" / "pets" / "typescript").exists()
    assert "generated/pets/typescript: " in run.stderr
    assert " removed" in run.stderr


def test_a_hand_edit_in_a_target_no_longer_asked_for(two_targets: Path) -> None:
    readme = two_targets / "generated" / "pets" / "typescript" / "README.md"
    readme.write_text("mine\n")
    before = output(two_targets)
    run = apiscribe("generate", "pets.yaml", folder=two_targets)
    assert run.returncode == 1
    assert "typescript/README.md: error[emit/hand-edited]" in run.stderr
    assert output(two_targets) == before
    assert apiscribe("generate", "pets.yaml", "--force", folder=two_targets).returncode == 0
    assert not readme.exists()


def test_targets_named_by_hand_leave_others_alone(two_targets: Path) -> None:
    old = two_targets / "generated" / "pets" / "typescript"
    before = files(old)
    assert apiscribe(*GENERATE, folder=two_targets).returncode == 0
    assert apiscribe(*CHECK, folder=two_targets).returncode == 0
    assert files(old) == before


def test_settings_without_targets_leave_others_alone(two_targets: Path) -> None:
    (two_targets / "pets.sdk.yaml").unlink()
    old = two_targets / "generated" / "pets" / "typescript"
    before = files(old)
    assert apiscribe("generate", "pets.yaml", folder=two_targets).returncode == 0
    assert files(old) == before


def test_check_for_machines(project: Path) -> None:
    page(project).unlink()
    run = apiscribe(*CHECK, "--json", folder=project)
    assert (run.returncode, run.stderr) == (1, "")
    data = json.loads(run.stdout)
    assert data["exit_code"] == 1
    (finding,) = data["findings"]
    assert finding == {
        "path": "generated/pets/docs/README.md",
        "state": "missing",
        "diff": [],
    }


def test_a_diff_is_capped(project: Path) -> None:
    for path in (project / "generated").rglob("*.md"):
        path.write_text("\n".join(str(number) for number in range(500)))
    run = apiscribe(*CHECK, folder=project)
    assert run.returncode == 1
    assert "more lines of this diff" in run.stdout
    assert len(run.stdout.splitlines()) < 300


def test_killed_at_random_moments(project: Path) -> None:
    """The writer's own test tries every moment; this one kills whole runs from outside."""
    expected = output(project)
    (project / "pets.yaml").write_text(SPEC.replace("Pets", "Animals").replace("pets:", "beasts:"))
    assert apiscribe(*GENERATE, folder=project).returncode == 0
    changed = output(project)
    assert changed != expected
    before = time.monotonic()
    apiscribe(*CHECK, folder=project)
    lasts = time.monotonic() - before
    moments = random.Random(20261129)
    for _ in range(6):
        shutil.rmtree(project / "generated")
        (project / "pets.yaml").write_text(SPEC)
        assert apiscribe(*GENERATE, folder=project).returncode == 0
        (project / "pets.yaml").write_text(
            SPEC.replace("Pets", "Animals").replace("pets:", "beasts:")
        )
        with subprocess.Popen(
            [sys.executable, "-m", "apiscribe", *GENERATE],
            cwd=project,
            env=dict(os.environ),
            stderr=subprocess.DEVNULL,
        ) as process:
            time.sleep(moments.uniform(0.8, 1.05) * lasts)
            process.send_signal(signal.SIGKILL)
        run = apiscribe(*GENERATE, folder=project)
        assert run.returncode == 0, run.stderr
        assert output(project) == changed
