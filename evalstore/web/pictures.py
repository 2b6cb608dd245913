"""The charts of the library as SVG, drawn on the server."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from evalstore.web.ask import Ask
from evalstore.web.page import Picture

WITHOUT = "charts need altair and vl-convert-python; run: pip install 'evalstore[plots]'"


def are_available() -> bool:
    return bool(find_spec("altair") and find_spec("vl_convert"))


def drawn(ask: Ask, picture: Picture, dark: bool) -> str:
    """The SVG, drawn once per snapshot and address."""
    links = None if picture.links is None else picture.links("")
    key = (picture.chart, picture.systems, dict(picture.options), dark, links)
    return ask.cached(("picture", key), lambda: _draw(ask, picture, dark))


def _draw(ask: Ask, picture: Picture, dark: bool) -> str:
    chart = ask.snapshot.store.chart(picture.chart, *picture.systems, dark=dark, **picture.options)
    from evalstore.charts import render

    if picture.links is None:
        return render.to_svg(chart)
    return render.to_svg(_linked(chart, picture))


def _linked(chart: Any, picture: Picture) -> Any:
    """The chart with each mark that has a topic linked to the topic's page."""
    import altair as alt

    assert picture.links is not None
    for layer in getattr(chart, "layer", [chart]):
        values = getattr(layer.data, "values", None) or getattr(chart.data, "values", None) or []
        if isinstance(layer.mark, alt.MarkDef) and layer.mark.type == "bar":
            for value in values:
                value["address"] = picture.links(value["topic"])
            layer.encoding.href = alt.Href("address:N")
    return chart
