"""The notes under a table stand in every format: below, in the caption, or where asked for."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

from evalstore.output import FORMATS, render
from evalstore.query import Query
from evalstore.result import Result

NOTES = ["paired t test, Holm correction over 3 comparisons", "30 topics; no missing topics"]


@pytest.fixture
def result() -> Result:
    rows = "values ('bm25', 0.5::double), ('x', 0.4::double)"
    query = Query(duckdb.connect(), f'from ({rows}) as board (system, "AP")')
    return Result(query, title="robust04", notes=NOTES, best={"AP": True})


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_holds_title_and_notes(result: Result, form: str) -> None:
    content = render(result, form, footer=True)
    if form == "parquet":
        content = pq.read_schema(io.BytesIO(content)).metadata[b"evalstore"]
    text = content.decode().lower()
    for line in ["robust04", *NOTES]:
        assert line.lower() in text


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "jsonl"])
def test_data_stay_bare_unless_asked(result: Result, form: str) -> None:
    assert b"Holm" not in render(result, form)


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_comments_are_left_out_by_readers(result: Result, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"board.{form}"
    result.save(path, footer=True)
    assert path.read_text().splitlines()[-1] == f"# {NOTES[-1]}"
    frame = pd.read_csv(path, sep="\t" if form == "tsv" else ",", comment="#")
    assert frame.to_dict("list") == {"system": ["bm25", "x"], "AP": [0.5, 0.4]}
    with duckdb.connect() as connection:
        assert len(connection.sql(f"from read_csv('{path}', comment = '#')").fetchall()) == 2


def test_json_with_a_footer_is_an_object(result: Result) -> None:
    found = json.loads(result.to("json", footer=True))
    assert list(found) == ["title", "notes", "rows"]
    assert found["notes"] == NOTES
    assert found["rows"] == json.loads(result.to("json"))
    last = json.loads(result.to("jsonl", footer=True).splitlines()[-1])
    assert last == {"title": "robust04", "notes": NOTES}


def test_a_latex_caption_is_made_of_sentences(result: Result, written: Callable[..., str]) -> None:
    text = result.to("latex")
    assert r"\caption{robust04. Best in bold. Paired t test, Holm" in text
    assert r"\textbf{0.5000}" in text
    plain = written("latex", "select 1 as n", notes=["run1: 3 topics", "now: 4", "nDCG@10 falls"])
    assert "run1: 3 topics. now: 4. nDCG@10 falls." in plain
    assert "bold" not in plain
