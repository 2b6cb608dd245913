"""A report: leaderboard, curves, heatmap, comparisons, topics and method in one file.

It needs no network and no script, and is the same bytes each time for the same store.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError
from evalstore.extras import requires

if TYPE_CHECKING:
    from evalstore.store import Store

FORMATS = ("html", "markdown")
_TEMPLATES = {"html": "report.html.jinja", "markdown": "report.md.jinja"}
_HERE = Path(__file__).resolve().parent


def report(
    store: Store,
    measures: Sequence[str] = (),
    *,
    title: str | None = None,
    format: str = "html",  # noqa: A002
    **options: Any,
) -> str:
    """The report as text: an HTML page with pictures, or Markdown without."""
    if format not in FORMATS:
        raise UsageError(f"no report format {format!r}; available: {', '.join(FORMATS)}")
    with requires("plots", "reports"):
        import altair  # noqa: F401
        import jinja2
        import vl_convert  # noqa: F401
    from evalstore.output.markdown import text
    from evalstore.report.content import gather

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=format == "html",
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["text"] = text
    content = gather(store, measures, title=title, pictures=format == "html", **options)
    return environment.get_template(_TEMPLATES[format]).render(report=content)
