"""`python -m bench.linear`: time per operation for documents of 100, 1,000 and 10,000 operations."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from bench.documents import made, write
from bench.generation import COMMAND, fresh
from bench.timing import failed, measure


def main() -> None:
    """Print a line for each size and target; nothing is cached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--targets", nargs="+", default=["python", "typescript", "docs"])
    arguments = parser.parse_args()
    print("generate, made documents, nothing cached; CPU milliseconds for each operation")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for size in arguments.sizes:
            document = write(made(size), scratch / f"made-{size}.json")
            for target in arguments.targets:
                out = fresh(scratch / "out")
                command = (*COMMAND, "generate", document, "-t", target, "-o", out)
                cost = measure(command, environment={"APISCRIBE_CACHE_DIR": ""})
                each = cost.cpu / size * 1000
                print(
                    f"  {size:6} operations  {target:11} {cost}  {each:6.1f} ms{failed(cost)}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
