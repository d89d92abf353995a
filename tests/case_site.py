"""The site of all cases."""

from __future__ import annotations

from collections.abc import Iterator

from case_files import Case
from case_output import Output, Results, finding_differences, generate, read
from site_pages import broken_links, page_problems, pages_of


def site_results(case: Case) -> Results:
    """All checks of one case in the site."""
    results = Results()
    output = generate(case, "site")
    pages = pages_of(output.files)
    results.note("every operation has its page, and its Markdown", [*missing_pages(case, output)])
    results.note("every page is whole, and nothing on it can run", [*page_problems(pages)])
    files = frozenset(output.files)
    results.note("no link leads nowhere", [*broken_links(pages, files)])
    results.note("all that is said of it", finding_differences(case, output.diagnostics, "site"))
    return results


def missing_pages(case: Case, output: Output) -> Iterator[str]:
    loaded = read(case.spec).loaded
    assert loaded is not None
    pages = [path for path in output.files if path.startswith("operations/")]
    if len(pages) != 2 * len(loaded.api.operations):
        yield f"{len(pages)} files for {len(loaded.api.operations)} operations: {pages}"
    for page in pages:
        if page.endswith(".html") and page.replace(".html", ".md") not in pages:
            yield f"{page} has no Markdown"
