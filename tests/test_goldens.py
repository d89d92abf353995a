"""The committed output of the bundled APIs is what this tree generates."""

from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pipeline import load_api
from apiscribe.targets.registry import target_ids
from command import apiscribe
from generated_files import APIS

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
    assert APIS
    for api in APIS:
        targets = load_api(api, Diagnostics()).settings.targets
        assert {*targets} == {*target_ids()}, "both show all that there is"
        for target in targets:
            assert (ROOT / "generated" / api / target / ".apiscribe-manifest.json").is_file()
