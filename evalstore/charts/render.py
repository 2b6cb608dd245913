"""Charts as SVG, PNG, PDF and HTML, without a browser and without a network.

SVG and PNG are the same bytes each time; a PDF has its objects in another order each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import vl_convert

from evalstore.charts import check_extension
from evalstore.charts.frame import themed
from evalstore.errors import DataError

_ID = re.compile(r'\bid="(clip\w*|gradient\w*)"')
_BASE = "https://vega.github.io/vega-datasets/"  # what vl-convert puts before relative links
SCALE = 3  # a PNG of three pixels per point, 216 per inch: for print


def to_svg(chart: Any, dark: bool | None = None, *, ids: str = "") -> str:
    """The chart as SVG; with `dark` False or True, in that theme instead of the chart's.

    `ids` begins the names of its clip paths and gradients, which must differ within one page.
    """
    text: str = vl_convert.vegalite_to_svg(_spec(chart, dark), **_OPTIONS)
    text = text.replace(f'xlink:href="{_BASE}', 'xlink:href="')
    spoken = escape(_description(chart))
    text = text.replace("<svg ", f'<svg role="graphics-document" aria-label="{spoken}" ', 1)
    names = list(dict.fromkeys(_ID.findall(text)))
    for number, name in enumerate(names):
        new = f"{ids or 'chart'}-{number}"
        text = text.replace(f'id="{name}"', f'id="{new}"').replace(f"url(#{name})", f"url(#{new})")
    return text


def to_png(chart: Any, dark: bool | None = None, *, scale: float = SCALE) -> bytes:
    image: bytes = vl_convert.vegalite_to_png(_spec(chart, dark), scale=scale, **_OPTIONS)
    return image


def to_pdf(chart: Any, dark: bool | None = None) -> bytes:
    page: bytes = vl_convert.vegalite_to_pdf(_spec(chart, dark), **_OPTIONS)
    return page


def to_html(chart: Any, dark: bool | None = None) -> str:
    """A page with the chart and the scripts that draw it: it can be zoomed, hovered and saved."""
    spec = _spec(chart, dark)
    background = spec.get("config", {}).get("background", "white")
    # In a script, "</" would end the element, wherever it is.
    data = json.dumps(spec, ensure_ascii=False).replace("</", "<\\/")
    script = vl_convert.javascript_bundle(
        f'vegaEmbed(document.getElementById("chart"), {data}, {{renderer: "svg"}});'
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(_description(chart).partition(chr(10))[0])}</title>
<style>body {{ margin: 0; background: {background} }}</style>
</head>
<body>
<div id="chart"></div>
<script type="module">{script}</script>
</body>
</html>
"""


def save(chart: Any, path: str | Path, dark: bool | None = None) -> None:
    """Write the chart to a file; its extension is .svg, .png, .pdf or .html."""
    target = Path(path)
    data = rendered(chart, target.suffix, dark)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror}") from error


def rendered(chart: Any, extension: str, dark: bool | None = None) -> bytes:
    """The content of a file with this extension."""
    check_extension(extension)
    written = _RENDERERS[extension.lower()](chart, dark)
    return written.encode("utf-8") if isinstance(written, str) else written


_RENDERERS: dict[str, Callable[[Any, bool | None], str | bytes]] = {
    ".svg": to_svg,
    ".png": to_png,
    ".pdf": to_pdf,
    ".html": to_html,
}
_OPTIONS: dict[str, Any] = {"allowed_base_urls": []}  # nothing is fetched


def _spec(chart: Any, dark: bool | None) -> dict[str, Any]:
    spec: dict[str, Any] = (chart if dark is None else themed(chart, dark)).to_dict()
    return spec


def _description(chart: Any) -> str:
    return chart.description if isinstance(chart.description, str) else "chart"
