"""A result that outlives its store: rows, columns and every shape of data frame."""

from __future__ import annotations

import pytest

from evalstore.result import Result
from evalstore.store import Store

SELECT = """
select 's' as system, 1 as "a column", 0.5::double as value, null::integer as none,
    true as yes, [1, 2] as list
"""


@pytest.fixture
def detached() -> Result:
    with Store() as store:
        result = store.sql(SELECT)
        result.notes = ["a note"]
        return result.detached()


def test_it_has_the_rows_and_what_belongs_to_them(detached: Result) -> None:
    assert detached.rows == [("s", 1, 0.5, None, True, [1, 2])]
    assert detached.columns == ["system", "a column", "value", "none", "yes", "list"]
    assert detached.types == ["VARCHAR", "INTEGER", "DOUBLE", "INTEGER", "BOOLEAN", "INTEGER[]"]
    assert detached.notes == ["a note"]
    assert detached.dicts()[0]["a column"] == 1


def test_it_becomes_any_data_frame(detached: Result) -> None:
    with Store() as store:
        table = store.sql(SELECT).arrow()
    assert detached.arrow() == table
    assert detached.pl().rows() == detached.rows
    assert list(detached.df().columns) == detached.columns


def test_without_rows_the_types_are_kept() -> None:
    with Store() as store:
        result = store.sql("select 1 as number, 'x' as text where false")
        detached = result.detached()
    assert detached.rows == []
    assert [str(field.type) for field in detached.arrow().schema] == ["int32", "string"]


def test_columns_and_rows_come_of_one_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store() as store:
        store.load_qrels({"1": {"a": 1}})
        store.load_run({"1": {"a": 1}}, "s")
        monkeypatch.setattr("evalstore.query.Query._relation", lambda _: pytest.fail("planned"))
        board = store.leaderboard(["RR"])
        assert board.columns == ["position", "system", "RR", "topics", "missing"]
        assert board.to("csv").splitlines()[1] == "1,s,1.0,1,0"
        assert [row["RR"] for row in board.dicts()] == [1.0]
