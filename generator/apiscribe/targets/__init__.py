"""Targets: one package per output (a language, docs). Data in, artefacts out; no disk, no Jinja."""
