"""Measurements. `python -m bench` prints figures and ratios; nothing here asserts."""
