"""Names of a Go module that no document says."""

from __future__ import annotations

import pytest
from apiscribe.config import Settings
from apiscribe.ir import Api, Docs
from apiscribe.targets.go.names import go_names


@pytest.mark.parametrize(
    ("api", "module", "package"),
    [
        ("harbor master", "example.com/harbor-master-go", "harbormaster"),
        ("ünï çode", "example.com/n-ode-go", "node"),
        ("港", "example.com/xe6b8af-go", "xe6b8af"),
    ],
)
def test_a_module_has_a_path_that_go_takes(api: str, module: str, package: str) -> None:
    names = go_names(Api("t", "1", Docs(), (), {}, {}), Settings(api=api))
    assert (names.module, names.package) == (module, package)
