"""`python -m apiscribe`."""

from apiscribe.cli import main

main()
