"""Artefacts → bytes → disk: render, claim paths, plan, write or check.

Everything up to `Tree` is pure; only `plan_tree` reads the output folder and only `apply_plan`
writes to it.
"""

from apiscribe.emit.check import check_plan, render_findings
from apiscribe.emit.manifest import MANIFEST_NAME, Manifest, digest, tool_versions
from apiscribe.emit.plan import Change, Plan, State, plan_tree, refuse_conflicts
from apiscribe.emit.render import render_artifacts
from apiscribe.emit.templates import Templates, templates_for
from apiscribe.emit.tree import Entry, Tree
from apiscribe.emit.writer import WriteSummary, apply_plan, write_tree

__all__ = [
    "MANIFEST_NAME",
    "Change",
    "Entry",
    "Manifest",
    "Plan",
    "State",
    "Templates",
    "Tree",
    "WriteSummary",
    "apply_plan",
    "check_plan",
    "digest",
    "plan_tree",
    "refuse_conflicts",
    "render_artifacts",
    "render_findings",
    "templates_for",
    "tool_versions",
    "write_tree",
]
