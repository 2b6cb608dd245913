"""The SQL console: parameters, saved queries, formats and the quick chart."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from web_client import opened

from evalstore.store import Store
from evalstore.web.console import parameters_of
from evalstore.web.saved import examples

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def test_results_in_every_format(client: TestClient) -> None:
    sql = {"q": "select 1 as a, 0.1::double as b, null as c, date '2026-01-02' as d"}
    found = client.get("/sql.json", params=sql).json()
    assert found["columns"] == ["a", "b", "c", "d"]
    assert found["rows"] == [{"a": 1, "b": 0.1, "c": None, "d": "2026-01-02"}]
    assert client.get("/sql.csv", params=sql).text == "a,b,c,d\n1,0.1,,2026-01-02\n"
    table = pq.read_table(io.BytesIO(client.get("/sql.parquet", params=sql).content))
    assert table.column_names == ["a", "b", "c", "d"]
    html = client.get("/sql", params=sql).text
    assert "0.1000" in html
    assert "/sql.parquet?" in html


def test_named_parameters_are_fields(client: TestClient) -> None:
    sql = "select $a::integer + $b::integer as total"
    assert parameters_of(sql) == ["a", "b"]
    rows = client.get("/sql.json", params={"q": sql, "a": "1", "b": "2"}).json()["rows"]
    assert rows == [{"total": 3}]
    answer = client.get("/sql.json", params={"q": "select $x as x"})
    assert (answer.status_code, answer.json()["error"]) == (400, "the query needs a value for $x")
    page = client.get("/sql", params={"q": "select $x as x"})
    assert 'name="x"' in page.text


@pytest.mark.parametrize("name", [query.name for query in examples()])
def test_every_example_answers_at_once(client: TestClient, name: str) -> None:
    answer = client.get("/sql.json", params={"query": name})
    assert answer.status_code == 200, answer.text
    assert name in client.get("/sql").text


def test_saved_queries_are_files(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    (folder / "mine.sql").write_text(
        "-- Mine, at last.\n-- $low: 0.5\nselect $low::double as low\n"
    )
    with opened(path, queries=folder) as client:
        assert "Mine, at last" in client.get("/sql").text
        assert client.get("/sql.json?query=mine").json()["rows"] == [{"low": 0.5}]
        assert client.get("/sql.json?query=mine&low=2").json()["rows"] == [{"low": 2.0}]


def test_long_results_are_cut_on_the_page_only(client: TestClient) -> None:
    sql = {"q": "select range as x from range(1500)"}
    assert "only the first 1,000 rows are shown" in client.get("/sql", params=sql).text
    assert len(client.get("/sql.json", params=sql).json()["rows"]) == 1_500


def test_a_quick_chart(client: TestClient, path: Path) -> None:
    pytest.importorskip("altair", reason="the extra plots is not installed")
    sql = {"q": "select system, value from leaderboard where measure = 'AP'"}
    for query in (sql, sql | {"dark": "1"}, {"q": "select range, range * 2 as y from range(3)"}):
        answer = client.get("/sql.svg", params=query)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    answer = client.get("/sql.svg", params=sql | {"chart.y": "system"})
    assert answer.status_code == 400


def test_sql_has_the_numbers_of_the_store(client: TestClient, path: Path) -> None:
    sql = "select * from topic_score where collection = 'default' order by all"
    rows = client.get("/sql.json", params={"q": sql}).json()["rows"]
    with Store(path, read_only=True) as store:
        assert rows == store.sql(sql).dicts()
