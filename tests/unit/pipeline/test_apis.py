"""Which files belong to an API: folders by convention, files, names."""

from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline.apis import ApiFiles, find_api, find_apis


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir() if name.endswith("/") else path.write_text("")


def one(request: str) -> ApiFiles:
    files = find_api(request, Diagnostics())
    assert files is not None
    return files


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_by_convention(here: Path) -> None:
    make(here, *(f"spec/pets/{name}" for name in ("openapi.yaml", "overlay.yaml", "sdk.yaml")))
    make(here, "spec/pets/examples/", "spec/pets/provenance.json")
    folder = Path("spec/pets")
    expected = ApiFiles(
        "pets",
        folder / "openapi.yaml",
        (folder / "overlay.yaml",),
        folder / "sdk.yaml",
        folder / "examples",
        folder / "provenance.json",
    )
    assert one("pets") == expected
    assert one("spec/pets") == expected
    assert one("spec/pets/openapi.yaml") == expected
    assert find_apis([], Diagnostics()) == (expected,)


def test_only_the_spec(here: Path) -> None:
    make(here, "spec/pets/swagger.json")
    assert one("pets") == ApiFiles("pets", Path("spec/pets/swagger.json"))


def test_a_file_of_another_name_has_files_of_its_own_name(here: Path) -> None:
    make(here, "pets.yaml", "overlay.yaml", "sdk.yaml", "pets.sdk.yaml", "pets.overlay.yml")
    assert one("pets.yaml") == ApiFiles(
        "pets", Path("pets.yaml"), (Path("pets.overlay.yml"),), Path("pets.sdk.yaml")
    )


def test_the_working_folder_itself(here: Path) -> None:
    make(here, "my api/openapi.yaml")
    assert one("my api").name == "my-api"


def test_a_project_comes_before_the_bundled_apis(here: Path) -> None:
    make(here, "spec/scale/openapi.yaml")
    assert one("scale").spec == Path("spec/scale/openapi.yaml")
    assert [files.name for files in find_apis([], Diagnostics())] == ["scale"]


def test_bundled_apis_without_a_project() -> None:
    names = [files.name for files in find_apis([], Diagnostics())]
    assert names == sorted(names)
    assert {"reverix", "scale"} <= set(names)
    assert one("scale").spec.is_absolute()


@pytest.mark.parametrize(
    ("request_", "rule", "help"),
    [
        ("pest", "input/no-api", "did you mean `pets`?"),
        ("pets.yaml", "input/no-file", "check the path"),
        ("spec/absent", "input/no-file", "check the path"),
        ("empty", "input/no-spec", "openapi.yaml"),
        ("..", "input/no-spec", "openapi.yaml"),
    ],
)
def test_what_cannot_be_found(here: Path, request_: str, rule: str, help: str) -> None:
    make(here, "spec/pets/openapi.yaml", "empty/")
    diagnostics = Diagnostics()
    assert find_api(request_, diagnostics) is None
    (diagnostic,) = diagnostics
    assert diagnostic.rule == rule
    assert help in diagnostic.help


def test_two_apis_of_one_name(here: Path) -> None:
    make(here, "a/pets.yaml", "b/pets.yaml")
    with pytest.raises(ApiscribeError, match="both named `pets`"):
        find_apis(["a/pets.yaml", "b/pets.yaml"], Diagnostics())
    assert len(find_apis(["a/pets.yaml", "a/../a/pets.yaml"], Diagnostics())) == 1


@pytest.mark.parametrize("name", ["CON", "aux", "com1.v2"])
def test_a_device_of_windows_is_no_name(here: Path, name: str) -> None:
    make(here, f"{name}.yaml")
    assert one(f"{name}.yaml").name == f"api-{name}"
