"""IR → IR: what is sent and received, read/write split, checks; and the dump."""

from __future__ import annotations

from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.passes.checks import check_api
from apiscribe.passes.dump import dump_api
from apiscribe.passes.fits import misfit
from apiscribe.passes.forms import encode_objects
from apiscribe.passes.split import split_by_direction
from apiscribe.passes.streams import require_stream_member
from apiscribe.passes.usage import fill_usage
from apiscribe.passes.values import check_values
from apiscribe.passes.walk import components, recursive_ids, referenced_ids, refs, walk_type


def run_passes(api: Api, diagnostics: Diagnostics) -> Api:
    """Everything between lowering and targets; findings are added to `diagnostics`."""
    api = encode_objects(require_stream_member(check_values(api, diagnostics), diagnostics))
    check_api(api, diagnostics)
    return split_by_direction(fill_usage(api))


__all__ = [
    "components",
    "dump_api",
    "misfit",
    "recursive_ids",
    "referenced_ids",
    "refs",
    "run_passes",
    "walk_type",
]
