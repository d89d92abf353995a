"""The committed output of the bundled APIs is what this tree generates."""

from pathlib import Path

import pytest
from command import apiscribe

ROOT = Path(__file__).parents[1]
COMMAND = "apiscribe generate"


def test_generated_is_up_to_date(update: bool) -> None:
    if update:
        run = apiscribe("generate", folder=ROOT)
        assert run.returncode == 0, run.stderr
    run = apiscribe("check", folder=ROOT)
    if run.returncode:
        pytest.fail(f"to update, run: {COMMAND}\n{run.stdout}{run.stderr}", pytrace=False)


def test_every_bundled_api_is_generated() -> None:
    apis = {path.parent.name for path in (ROOT / "spec").glob("*/openapi.yaml")}
    assert apis
    for api in apis:
        for target in ("python", "typescript", "docs"):
            assert (ROOT / "generated" / api / target / ".apiscribe-manifest.json").is_file()
