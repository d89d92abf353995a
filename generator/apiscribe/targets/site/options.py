"""The `site` section of `sdk.yaml`."""

from __future__ import annotations

from pydantic import Field

from apiscribe.targets.base import TargetOptions

_COLOUR = r"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"


class SiteOptions(TargetOptions):
    """How the site looks and where it will be."""

    title: str = Field("", description="Title of the site; default: info.title.")
    base_url: str = Field(
        "",
        pattern=r"^(https?://[^\s\"<>]+)?$",
        description="Where the site will be published, e.g. https://docs.example.com/api; for "
        "canonical links, the site map, and links that open a page in an assistant.",
    )
    logo: str = Field("", description="Image of the `docs` folder beside the spec, e.g. logo.svg.")
    icon: str = Field("", description="Image for the browser's tab, in the `docs` folder.")
    accent: str = Field(
        "#4338ca", pattern=_COLOUR, description="Colour of links and buttons on light pages."
    )
    accent_dark: str = Field("#a5b4fc", pattern=_COLOUR, description="The same on dark pages.")
    assistants: bool = Field(
        True, description="Whether pages have links that open them in Claude, ChatGPT and Cursor."
    )


def contrast(colour: str, ground: str) -> float:
    """The contrast of two colours, 1–21 (WCAG 2.2, relative luminance)."""
    one, other = _luminance(colour), _luminance(ground)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
