"""The pages of all cases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apiscribe.targets.markup import literal
from case_files import Case
from case_output import Output, Results, finding_differences, generate, look_failures, read


def docs_results(case: Case) -> Results:
    """All checks of one case in the docs."""
    results = Results()
    output = generate(case, "docs")
    results.note("every operation and type has its page", [*missing_pages(case, output)])
    results.note("no link leads nowhere", [*broken_links(output)])
    results.note("all that is said of it", finding_differences(case, output.diagnostics, "docs"))
    for clause in case.expectation.clauses:
        if clause.docs:
            results.note(clause.name, [*look_failures(output.files, clause.docs)])
    return results


def missing_pages(case: Case, output: Output) -> Iterator[str]:
    loaded = read(case.spec).loaded
    assert loaded is not None
    pages = [path for path in output.files if path.startswith("operations/")]
    if len(pages) != len(loaded.api.operations):
        yield f"{len(pages)} pages for {len(loaded.api.operations)} operations: {pages}"
    for operation in loaded.api.operations.values():
        shown = (operation.path, literal(operation.path))  # the second where characters hide
        if not any(one in output.files[page] for page in pages for one in shown):
            yield f"no page says {operation.path}"


def broken_links(output: Output) -> Iterator[str]:
    """Relative links to files that are not there."""
    from posixpath import dirname, join, normpath
    from urllib.parse import unquote

    for path, text in output.files.items():
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)", prose):
            place = normpath(join(dirname(path), unquote(link)))
            if place not in output.files:
                yield f"{path} links to {link}, which is not there"
