"""The tables are declared once; the printed form and the migrations lead to the same schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from evalstore import schema, version
from evalstore.resources import folder
from evalstore.store import Store

COLUMNS = """
    select table_name, column_name, data_type, is_nullable, column_default, comment
    from duckdb_columns() where not internal and table_name != 'alembic_version' order by all
"""
CONSTRAINTS = """
    select table_name, constraint_type, constraint_column_names::varchar
    from duckdb_constraints() where table_name != 'alembic_version' order by all
"""


def _schema(path: Path) -> list[Any]:
    with duckdb.connect(str(path), read_only=True) as plain:
        return [plain.sql(COLUMNS).fetchall(), plain.sql(CONSTRAINTS).fetchall()]


def test_the_printed_schema_is_the_declared_one() -> None:
    printed = (folder("sql") / "schema.sql").read_text(encoding="utf-8")
    assert printed == schema.ddl(), "print it again: python -m evalstore.schema"


def test_migrations_lead_to_the_declared_schema(tmp_path: Path) -> None:
    migrated, new = tmp_path / "migrated.duckdb", tmp_path / "new.duckdb"
    version.migrate(migrated)
    with duckdb.connect(str(new)) as plain:
        version.create(plain)
    assert _schema(migrated) == _schema(new)
    assert len(_schema(new)[0]) > 50


def test_a_migrated_store_works(tmp_path: Path) -> None:
    version.migrate(tmp_path / "store.duckdb")
    with Store(tmp_path / "store.duckdb") as store:
        store.load_qrels({"1": {"a": 1.0}})
        store.load_run({"1": {"a": 1.0}}, "s")
        assert store.sql("select value from leaderboard where measure = 'AP'").rows == [(1.0,)]


@pytest.mark.parametrize("kind", ["table", "view"])
def test_everything_has_a_comment(store: Store, kind: str) -> None:
    rows = [row for row in store.schema() if row[0] == kind and row[1] != "alembic_version"]
    assert len(rows) >= 14
    assert [row[1] for row in rows if not row[2]] == []


def test_columns_of_a_table(store: Store) -> None:
    rows = store.schema("judgement").rows
    assert rows[-1] == ("grade", "DOUBLE", "the grade; negative: pooled, not judged")


def test_the_store_tells_what_each_measure_means(store: Store) -> None:
    [row] = store.sql("select meaning, trec_eval from measure_description where name = 'nDCG'")
    assert "ideal ranking" in row[0]
    assert row[1] == "ndcg, ndcg_cut_<k>"
