"""A chart is a picture in a notebook: its cell's output, from a real kernel."""

from __future__ import annotations

import pytest

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")

CELLS = (
    """
import evalstore
from evalstore import demo

store = evalstore.open()
demo.build(store)
store.chart("diff", "hybrid", "bm25").properties(width=300)
""",
    "import altair; altair.renderers.enable('svg'); store.chart('leaderboard')",
    "store.leaderboard(['nDCG@10'])",
    "store.close()",
)


@pytest.mark.filterwarnings("ignore")
def test_charts_and_tables_show_in_a_notebook() -> None:
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    chart, svg, table, _ = [
        [kind for output in cell.outputs for kind in output.get("data", {})] for cell in book.cells
    ]
    assert any(kind.startswith("application/vnd.vegalite") or kind == "text/html" for kind in chart)
    assert "image/svg+xml" in svg
    assert "text/html" in table
