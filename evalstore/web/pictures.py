"""The charts of the library as SVG, drawn on the server."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from evalstore.extras import requires
from evalstore.web.ask import Ask
from evalstore.web.page import Picture

WITHOUT = "charts need altair and vl-convert-python; run: pip install 'evalstore[plots]'"


def are_available() -> bool:
    return bool(find_spec("altair") and find_spec("vl_convert"))


# The width of a plot that is legible on a telephone, where the usual one is too wide.
NARROW = 300
_NARROW = {"slope": 100, "scatter": 280}


def drawn(ask: Ask, picture: Picture) -> str:
    """The SVG, drawn once per snapshot and address."""
    look: dict[str, Any] = {"dark": ask.flag("dark"), "width": None}
    if ask.flag("narrow"):
        look["width"] = _NARROW.get(picture.chart, NARROW)
    links = None if picture.links is None else picture.links("")
    key = (picture.chart, picture.systems, dict(picture.options), look, links)
    return ask.cached(("picture", key), lambda: _draw(ask, picture, look))


def _draw(ask: Ask, picture: Picture, look: dict[str, Any]) -> str:
    if picture.links is not None:
        return _linked(ask, picture, look)
    chart = ask.snapshot.store.chart(picture.chart, *picture.systems, **look, **picture.options)
    return _svg(chart)


def _linked(ask: Ask, picture: Picture, look: dict[str, Any]) -> str:
    """The differences of two systems, each bar a link."""
    with requires("plots", "charts"):
        from evalstore.charts import differences

    a, b = picture.systems
    result = ask.answer("diff", a, b, **picture.options)
    tested = ask.answer("compare", [a, b], **picture.options)
    return _svg(differences.chart(result, tested, a=a, b=b, links=picture.links, **look))


def _svg(chart: Any) -> str:
    from evalstore.charts import render

    return render.to_svg(chart)
