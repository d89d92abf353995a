"""The arguments and options of the commands, with their help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_API = "An API: a folder's name under spec/, a folder, or a spec file."

Apis = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="API|SPEC",
        help=f"{_API} Default: every spec/*/ of the working folder, else the bundled APIs.",
        show_default=False,
    ),
]
OneApi = Annotated[str, typer.Argument(metavar="API|SPEC", help=_API, show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object for machines to stdout.")]
OutFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write here; the folder must exist.",
        show_default="stdout",
    ),
]
OutSpec = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write here; missing folders are made, so spec/NAME/openapi.yaml starts an API.",
        show_default="stdout",
    ),
]
Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        "-t",
        metavar="TARGET",
        help="A target; may be repeated. Default: those of sdk.yaml, else docs and python.",
        show_default=False,
    ),
]
OutFolder = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="Files go to DIR/<api>/<target>/.")
]
Templates = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Templates that win over ours, file by file: DIR/<target>/….",
        show_default=False,
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Processes; 0 = one per core.")
]
NoCache = Annotated[
    bool,
    typer.Option(
        "--no-cache", help="Render anew even when nothing has changed since the last run."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Take warnings for errors: exit with 1, and do nothing.")
]
AllowRemote = Annotated[
    bool,
    typer.Option(
        "--allow-remote", help="Fetch what references name on other machines (http, https)."
    ),
]
AllowOutside = Annotated[
    bool,
    typer.Option(
        "--allow-outside", help="Read files that references name outside of the document's folder."
    ),
]
Pages = Annotated[
    list[str],
    typer.Argument(metavar="PAGE", help="Files, folders, or - for stdin.", show_default=False),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write what was stated, inferred, assumed and not understood; JSON if *.json.",
        show_default=False,
    ),
]
OverlayFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write a new overlay with the questions that the pages leave open.",
        show_default=False,
    ),
]
HtmlFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write page and spec side by side, each fact linked to its lines.",
        show_default=False,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Call the API there. With --har: which of its entries count, and what comes before "
        "the document's paths in their URLs.",
        show_default=False,
    ),
]
HarFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Recorded calls (HTTP Archive).", show_default=False),
]
Operations = Annotated[
    list[str] | None,
    typer.Option(
        "--operation",
        metavar="ID",
        help="Call this operation (operationId, or 'GET /path') and no others, whatever it "
        "changes; may be repeated. Default: all of GET and HEAD that need nothing unknown.",
        show_default=False,
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME=VALUE",
        help="The value of a parameter, in whatever operation; may be repeated. Default: those "
        "of the document's examples, defaults and constants.",
        show_default=False,
    ),
]
PagesNow = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PAGE",
        help="The pages as they are now. Default: those that were transcribed, where they are "
        "beside the spec or in the working folder.",
        show_default=False,
    ),
]
