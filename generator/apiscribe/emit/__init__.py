"""Artefacts → bytes → disk: render, claim paths, plan, write or check.

Everything up to `Tree` is pure; only `plan_tree` reads the output folder and only `apply_plan`
writes to it. Import from the modules: `render` and `templates` need Jinja, the others do not, and a
run that has nothing to render should not wait for it.
"""
