"""Results in a real Jupyter kernel, executed without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

CELLS = (
    "import evalstore; from evalstore import demo; store = evalstore.open(); demo.build(store)",
    "store.leaderboard(['nDCG@10', 'AP'], runs=['bm25', 'hybrid'])",
    "store.sql('select i, i * 0.5 as half from range(5_000_000) as t(i)')",
    "store.topic('5', ['bm25'], depth=2)",
)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What each cell displays, by MIME type."""
    folder: Path = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in CELLS])
    client = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    return [
        {mime: text for output in cell.outputs for mime, text in output.get("data", {}).items()}
        for cell in notebook.cells
    ]


def test_a_leaderboard_is_a_table_with_its_footer(shown: list[dict[str, Any]]) -> None:
    html = shown[1]["text/html"]
    assert html.count("<tr>") == 1 + 2 + 1
    assert "<strong>" in html
    assert "mean over all judged topics" in html


def test_millions_of_rows_are_shown_by_their_ends(shown: list[dict[str, Any]]) -> None:
    for text in shown[2].values():
        assert len(text) < 10_000
        assert "5,000,000 rows; the first 10 and the last 10 are shown" in text
        assert "2499999.5" in text


def test_the_scores_of_the_run_are_above_its_documents(shown: list[dict[str, Any]]) -> None:
    assert "<br>bm25: nDCG@10 0." in shown[3]["text/html"]
