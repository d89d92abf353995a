"""Reads published reference pages: page → facts → OpenAPI document, provenance and report."""
