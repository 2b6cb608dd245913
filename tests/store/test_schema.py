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
    from duckdb_columns()
    where not internal and schema_name = 'main' and table_name != 'alembic_version' order by all
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
    store.schema()  # in memory, views are created once they are needed
    rows = store.connection.execute(
        f"select {kind}_name, comment from duckdb_{kind}s() where not internal"
    ).fetchall()
    assert len(rows) >= 14
    assert [name for name, comment in rows if not comment and name != "alembic_version"] == []


def test_what_users_start_with_comes_first(store: Store) -> None:
    names = [row["name"] for row in store.schema().dicts()]
    assert set(names[:6]) <= {
        *("leaderboard", "topic_score", "ranked_document", "ranked", "judged_document"),
        *("gain_by_rank", "precision_recall", "paired_t"),
    }


# Entries of `show tables`, and of the tree in DBeaver or Harlequin.
ENTRIES = """
    select table_name as name, comment from duckdb_tables() where schema_name = 'main'
    union all
    select view_name, comment from duckdb_views() where schema_name = 'main' and not internal
"""


def test_main_is_short_enough_to_be_browsed(store: Store) -> None:
    names = [row[0] for row in store.connection.execute(ENTRIES).fetchall()]
    assert len(names) <= 45
    assert {"leaderboard", "topic_score", "ranked_document", "ranked", "gain_by_rank"} <= set(names)


def test_families_and_steps_have_schemas_of_their_own(store: Store) -> None:
    rows = store.connection.execute(
        "select schema_name, view_name from duckdb_views() where not internal"
    ).fetchall()
    by_schema = {schema: {name for other, name in rows if other == schema} for schema, _ in rows}
    assert set(by_schema) == {"main", "measures", "steps"}
    assert {"ndcg", "average_precision", "topic_value"} <= by_schema["measures"]
    assert {"seen", "graded_document"} <= by_schema["steps"]


def test_every_column_of_a_view_that_users_query_has_a_comment(store: Store) -> None:
    columns = store.connection.execute(
        """
        select columns.table_name, columns.column_name
        from duckdb_columns() as columns
        inner join duckdb_views() as views
            on columns.schema_name = views.schema_name and columns.table_name = views.view_name
        where columns.schema_name = 'main' and not views.internal and columns.comment is null
        """
    ).fetchall()
    assert columns == []


def test_every_column_of_a_table_has_a_comment(store: Store) -> None:
    columns = store.connection.execute(
        """
        select table_name, column_name from duckdb_columns()
        where table_oid in (select table_oid from duckdb_tables())
            and table_name != 'alembic_version' and comment is null
            and column_name != 'loaded_at'
        """
    ).fetchall()
    assert columns == []


def test_no_column_is_a_list(store: Store) -> None:
    columns = store.connection.execute(
        """
        select schema_name, table_name, column_name, data_type from duckdb_columns()
        where not internal and data_type like '%[]%' and data_type not like 'MAP%'
        """
    ).fetchall()
    assert [row for row in columns if row[0] == "main"] == []


def test_ids_are_positive(store: Store) -> None:
    store.load_qrels({"1": {"a": 1.0, "7": 0.0}})
    store.load_run({"1": {"7": 1.0, "b": 2.0}, "2": {"a": 1.0}}, "s")
    for table in ("collection", "topic", "document", "qrels", "run"):
        lowest = f"select min({table}_id), min({table}_id) = 1 from {table}"
        assert store.sql(lowest).rows == [(1, True)]


def test_columns_of_a_table(store: Store) -> None:
    rows = store.schema("judgement").rows
    assert ("grade", "DOUBLE", "the grade; negative: pooled, not judged") in rows


def test_the_store_tells_what_each_measure_means(store: Store) -> None:
    [row] = store.sql("select meaning, trec_eval from measure_description where name = 'nDCG'")
    assert "ideal ranking" in row[0]
    assert row[1] == "ndcg, ndcg_cut_<k>"
