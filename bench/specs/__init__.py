"""The table of real specs: `python -m bench.specs`. What is counted is counted without the generator."""
