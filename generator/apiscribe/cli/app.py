"""The commands: arguments and help texts. What they do is in the modules beside this one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from apiscribe.access import Access
from apiscribe.cli.options import (
    AllowOutside,
    AllowRemote,
    Apis,
    BaseUrl,
    HarFile,
    HtmlFile,
    Jobs,
    Json,
    NoCache,
    OneApi,
    Operations,
    OutFile,
    OutFolder,
    OutSpec,
    OverlayFile,
    Pages,
    PagesNow,
    Parameters,
    ReportFile,
    Strict,
    Targets,
    Templates,
)

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Reads an API reference page, writes its OpenAPI spec, renders typed SDKs and docs from it.",
    epilog="Exit codes: 0 done, 1 findings, 2 unusable input or usage, 3 a fault of apiscribe.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from apiscribe import __version__

        typer.echo(f"apiscribe {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options before a command."""


@app.command()
def transcribe(
    pages: Pages,
    output: OutSpec = None,
    family: Annotated[
        str | None,
        typer.Option(metavar="FAMILY", help="How the pages are written.", show_default="detected"),
    ] = None,
    descriptions: Annotated[
        Literal["keep", "omit"], typer.Option(help="Whether to take over the page's prose.")
    ] = "keep",
    report: ReportFile = None,
    overlay: OverlayFile = None,
    html: HtmlFile = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Exit with 1 for unread lines, conflicts, and pages left out."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Read reference pages and write their OpenAPI document.

    With -o FILE, the line of the page behind each fact goes to provenance.json beside FILE.
    """
    from apiscribe.cli.transcribing import run_transcribe

    run_transcribe(
        pages,
        output,
        family,
        descriptions,
        report,
        overlay=overlay,
        html=html,
        strict=strict,
        json=json,
    )


@app.command()
def verify(
    api: OneApi,
    pages: PagesNow = None,
    family: Annotated[
        str | None,
        typer.Option(metavar="FAMILY", help="How the pages are written.", show_default="as before"),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 for changes by hand too.")
    ] = False,
    json: Json = False,
) -> None:
    """Read the pages of an API again: what they say and the spec does not, and the reverse.

    Exits with 1 when a page has changed. What a person changed in the spec is listed, and is no drift;
    neither is what the overlay adds.
    """
    from apiscribe.cli.verifying import run_verify

    run_verify(api, pages or [], family, strict=strict, json=json)


@app.command()
def bundle(
    api: OneApi,
    output: OutFile = None,
    strict: Strict = False,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
    json: Json = False,
) -> None:
    """Write one OpenAPI 3.2 document: overlay applied, references resolved, examples in.

    JSON when FILE ends in .json, otherwise YAML.
    """
    from apiscribe.cli.inspecting import run_bundle

    access = Access(allow_remote, allow_outside)
    run_bundle(api, output, access, strict=strict, json=json)


@app.command()
def lint(
    apis: Apis = None,
    targets: Targets = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings too.")] = False,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
    json: Json = False,
) -> None:
    """Report what is invalid, ambiguous, or not expressible in a target."""
    from apiscribe.cli.inspecting import run_lint

    access = Access(allow_remote, allow_outside)
    run_lint(apis or [], targets or [], access, strict=strict, json=json)


@app.command()
def generate(
    apis: Apis = None,
    targets: Targets = None,
    output: OutFolder = Path("generated"),
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing; exit with 1 and a diff if anything differs."),
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Overwrite files that were changed by hand, and a broken manifest.",
        ),
    ] = False,
    templates: Templates = None,
    jobs: Jobs = 0,
    no_cache: NoCache = False,
    strict: Strict = False,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
    json: Json = False,
) -> None:
    """Generate SDKs and docs. Files changed by hand stop the run; others' files are not touched."""
    from apiscribe.cli.generating import Wishes, run_check, run_generate

    wishes = Wishes(
        apis=tuple(apis or ()),
        targets=tuple(targets or ()),
        output=output,
        templates=templates,
        jobs=jobs or os.cpu_count() or 1,
        cache=not no_cache,
        strict=strict,
        access=Access(allow_remote, allow_outside),
    )
    if check:
        run_check(wishes, json=json)
    else:
        run_generate(wishes, force=force, json=json)


@app.command()
def check(
    apis: Apis = None,
    targets: Targets = None,
    output: OutFolder = Path("generated"),
    templates: Templates = None,
    jobs: Jobs = 0,
    no_cache: NoCache = False,
    strict: Strict = False,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
    json: Json = False,
) -> None:
    """Check that the generated files are up to date: generate --check."""
    generate(
        apis,
        targets,
        output,
        check=True,
        force=False,
        templates=templates,
        jobs=jobs,
        no_cache=no_cache,
        strict=strict,
        allow_remote=allow_remote,
        allow_outside=allow_outside,
        json=json,
    )


@app.command()
def probe(
    api: OneApi,
    base_url: BaseUrl = None,
    har: HarFile = None,
    output: OutFile = None,
    operations: Operations = None,
    parameters: Parameters = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, max=300, metavar="SECONDS", help="For each call.")
    ] = 10,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Calls at most.")] = 50,
    json: Json = False,
) -> None:
    """Hold real answers against the spec, and suggest an overlay for what differs.

    Status, media type and JSON of each answer: members that are missing or unknown, other types and
    values, null. Exits with 1 when something differs. Credentials are read from the environment
    variables that the SDKs read, and are never shown.
    """
    from apiscribe.cli.probing import Wishes, run_probe

    wishes = Wishes(
        base_url or "", har, tuple(operations or ()), tuple(parameters or ()), timeout, limit
    )
    run_probe(api, wishes, output, json=json)


@app.command()
def mock(
    api: OneApi,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 = any free one.")
    ] = 4010,
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    strict: Strict = False,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
) -> None:
    """Serve an API from its examples and schemas; see the x-mock-* headers in the docs."""
    from apiscribe.cli.mocking import run_mock

    run_mock(api, host, port, Access(allow_remote, allow_outside), strict=strict)


@app.command()
def serve(
    api: OneApi,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 = any free one.")
    ] = 4000,
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    templates: Templates = None,
) -> None:
    """Show the site of an API, and reload it when its spec, guides or templates change."""
    from apiscribe.cli.serving import run_serve

    run_serve(api, host, port, templates)


@app.command()
def explain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|POINTER",
            help="A schema, field (Schema.field), operation, parameter, generated name, or a JSON "
            "Pointer into the document: '#/components/schemas/Pet', '#/paths/~1pets/get', of a "
            "whole path, or of anything inside them.",
            show_default=False,
        ),
    ],
    apis: Apis = None,
    allow_remote: AllowRemote = False,
    allow_outside: AllowOutside = False,
    json: Json = False,
) -> None:
    """Show where something comes from: page line, document, model, and its name per target."""
    from apiscribe.cli.inspecting import run_explain

    run_explain(name, apis or [], Access(allow_remote, allow_outside), json=json)


@app.command()
def targets(json: Json = False) -> None:
    """List the targets, with what their conformance run showed."""
    from apiscribe.cli.inspecting import run_targets

    run_targets(json=json)
