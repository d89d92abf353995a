"""apiscribe: API reference page → OpenAPI spec → typed SDKs and docs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str

__all__ = ["__version__"]


def __getattr__(name: str) -> str:
    """`__version__`, looked up when asked for: reading metadata is half of the start-up time."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("apiscribe")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0.0.0"
