"""`Store.backup`: a copy with everything in it, under its name only when it is complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from evalstore.errors import ConflictError, DataError
from evalstore.store import Store

EVERYTHING = (
    "select table_name, column_name, data_type, comment, column_default "
    "from duckdb_columns() where not internal order by all",
    "select table_name, constraint_text from duckdb_constraints() order by all",
    "select sequence_name, last_value from duckdb_sequences() order by all",
    "select view_name, comment from duckdb_views() where not internal order by all",
    "from topic_score order by all",
    "from ranked_document order by all",
)


def content(path: Path) -> list[Any]:
    with duckdb.connect(str(path), read_only=True) as plain:
        return [plain.sql(select).fetchall() for select in EVERYTHING]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels({"1": {"a": 2, "b": 0}})
        for system in ("s", "t", "u"):
            store.load_run({"1": {"a": 2.0, "x": 1.0}}, system)
        store.drop_run("u")
    return path


def test_a_copy_has_everything(path: Path, tmp_path: Path) -> None:
    with Store(path, read_only=True) as store:
        store.backup(tmp_path / "copy.duckdb")
    assert content(tmp_path / "copy.duckdb") == content(path)
    with Store(tmp_path / "copy.duckdb") as copy:
        copy.load_run({"1": {"b": 1.0}}, "v")  # numbers go on where they were
        assert not any(row["wrong"] for row in copy.verify().dicts())
        assert len(copy.runs()) == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.duckdb", "store.duckdb"]


def test_duckdb_1_5_opens_it(path: Path, tmp_path: Path) -> None:
    with Store(path, read_only=True) as store:
        store.backup(tmp_path / "copy.duckdb")
    with duckdb.connect(str(tmp_path / "copy.duckdb")) as plain:
        [(tags,)] = plain.sql(
            "select tags from duckdb_databases() where path is not null"
        ).fetchall()
    assert tags["storage_version"].startswith("v1.5")


def test_it_is_made_while_others_read_and_while_this_store_writes(
    path: Path, tmp_path: Path
) -> None:
    with Store(path) as store:
        store.load_run({"1": {"b": 1.0}}, "v")
        store.backup(tmp_path / "copy.duckdb")
        store.load_run({"1": {"b": 1.0}}, "w")
    with Store(tmp_path / "copy.duckdb", read_only=True) as copy:
        assert [row["system"] for row in copy.runs().dicts()] == ["s", "t", "v"]


def test_a_store_in_memory_can_be_saved(tmp_path: Path) -> None:
    with Store() as store:
        store.load_run({"1": {"a": 1.0}}, "s")
        store.connection  # noqa: B018  (creates the views)
        store.backup(tmp_path / "saved.duckdb")
    with Store(tmp_path / "saved.duckdb", read_only=True) as saved:
        assert len(saved.runs()) == 1
        assert not any(row["wrong"] for row in saved.verify().dicts())


def test_a_file_is_replaced_only_if_that_is_asked_for_and_a_database(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.duckdb"
    with Store(path, read_only=True) as store:
        store.backup(target)
        with pytest.raises(ConflictError, match="replace=True"):
            store.backup(target)
        store.backup(target, replace=True)
        with pytest.raises(ConflictError, match="the store itself"):
            store.backup(path, replace=True)
        (tmp_path / "thesis.tex").write_text("years of work")
        with pytest.raises(ConflictError, match=r"thesis\.tex"):
            store.backup(tmp_path / "thesis.tex", replace=True)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"
    assert content(target) == content(path)


def test_a_backup_that_fails_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with Store(path, read_only=True) as store:
        with pytest.raises(DataError, match="cannot be written"):
            store.backup(tmp_path / "nowhere" / "copy.duckdb")
        store.backup(tmp_path / "copy.duckdb")  # and the store goes on working
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.duckdb", "store.duckdb"]
