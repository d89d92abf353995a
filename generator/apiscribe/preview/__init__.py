"""`apiscribe serve`: the site of an API in a browser, made anew whenever a file of its changes."""

from apiscribe.preview.app import create_app
from apiscribe.preview.builder import Builder
from apiscribe.preview.runner import run_preview

__all__ = ["Builder", "create_app", "run_preview"]
