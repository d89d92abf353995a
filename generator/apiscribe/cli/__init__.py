"""The command line. Commands import what they need when they run, so that start-up is short."""

from __future__ import annotations


def main() -> None:
    """Entry point of `apiscribe`; leaves by `SystemExit` with 0, 1, 2 or 3 (130 for Ctrl-C)."""
    from apiscribe.cli.app import app

    app(prog_name="apiscribe")
