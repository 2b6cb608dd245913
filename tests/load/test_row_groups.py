"""Rows go into their tables in whole row groups, however few come at a time."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from evalstore.connection import ROW_GROUP
from evalstore.load.row_groups import RowGroups
from evalstore.store import Store

COUNTS = """
    select row_group_id, sum(count) from pragma_storage_info('retrieved')
    where column_name = 'documents' and segment_type = 'BIGINT'
    group by row_group_id order by row_group_id
"""


@pytest.mark.parametrize("size", [1, 700, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 1, 5000])
def test_all_rows_arrive_once(size: int) -> None:
    number = 3 * ROW_GROUP + 77
    with duckdb.connect() as connection:
        connection.execute("create table place (number integer, name text)")
        groups = RowGroups(connection)
        for start in range(0, number, size):
            part = range(start, min(start + size, number))
            columns = {"number": pa.array(part, pa.int32())}
            if start % 2:  # a column that some lack
                columns["name"] = pa.array([str(i) for i in part])
            groups.add("place", pa.table(columns))
            groups.put()
        groups.finish()
        rows = connection.sql("from place order by number").fetchall()
    assert [row[0] for row in rows] == list(range(number))
    assert all(name == (str(i) if i // size * size % 2 else None) for i, name in rows)


def test_row_groups_of_a_load_are_full(tmp_path: Path) -> None:
    runs, topics = tmp_path / "runs", ROW_GROUP // 2 + 100
    runs.mkdir()
    for system in "abc":
        lines = [f"{topic} Q0 d 1 1.0 {system}\n" for topic in range(topics)]
        (runs / f"{system}.run").write_text("".join(lines))
    with Store(tmp_path / "store.duckdb") as store:
        store.load_runs(runs).raise_refused()
    with duckdb.connect(str(tmp_path / "store.duckdb"), read_only=True) as plain:
        assert plain.sql(COUNTS).fetchall() == [(0, ROW_GROUP), (1, 3 * topics - ROW_GROUP)]
