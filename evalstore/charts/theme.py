"""The look of all charts: fonts, sizes and colours, for light and for dark pages.

Charts name styles (`style="value"`) and ranges (the default ones of Vega-Lite); this file gives
them colours. So the same chart can be drawn light or dark by replacing its configuration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
SIZE = 11  # of labels, in pixels
SMALL = 9
WIDTH = 560  # of the plot, without its labels

# Okabe and Ito's colours, which people with colour blindness distinguish, darkened or lightened for
# the background; the first two are also win and loss.
_LIGHT_CATEGORY = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#5b4fa2", "#6b6b6b",
)  # fmt: skip
_DARK_CATEGORY = (
    "#58aee6", "#f08a4b", "#35c79b", "#e3a1c6", "#e8c04a", "#9fd4f5", "#a99cf0", "#b0b0b0",
)  # fmt: skip
# From little to much: viridis without its ends, readable in grey too.
_RAMP = ("#f7fbff", "#d6e6f4", "#abd0e6", "#6aaed6", "#3787c0", "#105ba4", "#08306b")
_DARK_RAMP = ("#16202b", "#173a5e", "#1d5a8c", "#2f7fb8", "#5aa5d3", "#97caea", "#e0f2ff")
_DIVERGING = ("#b34b00", "#e08a4a", "#f6d0b0", "#f4f4f4", "#b3d4ea", "#4f9bcd", "#00568a")
_DARK_DIVERGING = ("#ffb27a", "#d9752f", "#7a4420", "#24292f", "#1f5276", "#3d95cf", "#9fd8ff")


@dataclass(frozen=True)
class Colours:
    """What a theme colours."""

    page: str
    ink: str
    muted: str
    line: str
    context: str
    category: tuple[str, ...]
    ramp: tuple[str, ...]
    diverging: tuple[str, ...]


LIGHT = Colours(
    "#ffffff", "#1a1a1a", "#595959", "#e3e3e3", "#c4c4c4", _LIGHT_CATEGORY, _RAMP, _DIVERGING
)
DARK = Colours(
    "#14181d", "#eceff3", "#a7b0ba", "#2d343c", "#4c555f", _DARK_CATEGORY, _DARK_RAMP,
    _DARK_DIVERGING,
)  # fmt: skip


def config(dark: bool = False) -> dict[str, Any]:
    """Vega-Lite's configuration of a chart."""
    colours = DARK if dark else LIGHT
    return {
        "background": colours.page,
        "font": FONT,
        "padding": 12,
        "view": {"stroke": None},
        "title": _title(colours),
        "axis": _axis(colours),
        "axisBand": {"grid": False, "domain": False},
        "legend": _legend(colours),
        "header": {"labelColor": colours.ink, "labelFontSize": SIZE, "labelFontWeight": "bold"},
        "range": {
            "category": list(colours.category),
            "ramp": list(colours.ramp),
            "heatmap": list(colours.ramp),
            "ordinal": list(colours.ramp),
            "diverging": list(colours.diverging),
        },
        "style": _styles(colours),
    }


def _title(colours: Colours) -> dict[str, Any]:
    return {
        "anchor": "start",
        "frame": "bounds",
        "color": colours.ink,
        "fontSize": 14,
        "fontWeight": "bold",
        "subtitleColor": colours.muted,
        "subtitleFontSize": SIZE,
        "subtitleLineHeight": SIZE + 4,
        "subtitlePadding": 5,
        "offset": 14,
    }


def _axis(colours: Colours) -> dict[str, Any]:
    return {
        "labelColor": colours.ink,
        "labelFontSize": SIZE,
        "labelLimit": 320,
        "titleColor": colours.muted,
        "titleFontSize": SIZE,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "domainColor": colours.muted,
        "gridColor": colours.line,
        "ticks": False,
        "labelPadding": 5,
        "labelFlush": False,
    }


def _legend(colours: Colours) -> dict[str, Any]:
    return {
        "labelColor": colours.ink,
        "labelFontSize": SIZE,
        "labelLimit": 320,
        "titleColor": colours.muted,
        "titleFontSize": SIZE,
        "titleFontWeight": "normal",
        "symbolStrokeWidth": 2,
        "symbolSize": 160,
        "gradientLength": 140,
        "gradientThickness": 10,
    }


def _styles(colours: Colours) -> dict[str, dict[str, Any]]:
    """The named styles that marks of the charts use."""
    return {
        "value": {"color": colours.category[0]},
        "loss": {"color": colours.category[1]},
        "interval": {"color": colours.ink, "strokeWidth": 1},
        "tier": {"color": colours.muted, "strokeWidth": 2},
        "context": {"color": colours.context, "strokeWidth": 1},
        "reference": {"color": colours.muted, "strokeDash": [4, 3], "strokeWidth": 1},
        "zero": {"color": colours.muted, "strokeWidth": 1},
        "box": {"color": colours.category[0], "opacity": 0.45},
        "whisker": {"color": colours.category[0], "strokeWidth": 1},
        "middle": {"color": colours.ink},
        "mean": {"color": colours.category[1]},
        "label": {"color": colours.ink, "fontSize": SIZE},
        "note": {"color": colours.muted, "fontSize": SIZE},
        "head": {"color": colours.ink, "fontSize": SIZE, "fontWeight": "bold"},
        "on-ramp": {"color": colours.page, "fontSize": SIZE},
        "cell": {"stroke": colours.page, "strokeWidth": 0.5},
        "dense-cell": {"stroke": None},
    }
