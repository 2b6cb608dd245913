"""The empty store that new ones are copied from: the same as one made step by step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalstore import engine, template
from evalstore.errors import StoreUnavailableError
from evalstore.store import Store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the template of these tests goes; empty so far."""
    folder = tmp_path / "package" / "empty"
    folder.parent.mkdir()
    monkeypatch.setattr(template, "FOLDER", folder)
    return folder


@pytest.fixture
def written(folder: Path) -> Path:
    return template.write_template()


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The stores that were copied from the template."""
    found: list[Path] = []
    link = os.link

    def noted(source: Path, target: Path) -> None:
        link(source, target)
        found.append(target)

    monkeypatch.setattr(os, "link", noted)
    return found


def content(path: Path) -> Iterator[tuple[str, Any]]:
    """Everything that an empty store holds, and what it says of itself."""
    with Store(path) as store:
        for listed in ("duckdb_views()", "duckdb_tables()", "duckdb_columns()", "duckdb_indexes()"):
            rows = store.connection.sql(
                f"select columns(lambda c: c not like '%oid%') from {listed}"
            )
            yield listed, sorted(row for row in rows.fetchall() if str(row[0]) == path.stem)
        for (name,) in store.connection.sql("select table_name from duckdb_tables()").fetchall():
            yield name, sorted(store.connection.sql(f"from {name}").fetchall(), key=repr)
        sequences = "select sequence_name, start_value, last_value from duckdb_sequences()"
        yield "sequences", sorted(store.connection.sql(sequences).fetchall())


def test_a_copy_is_what_would_have_been_made(
    folder: Path, tmp_path: Path, copies: list[Path]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    made, copied = tmp_path / "a" / "store.duckdb", tmp_path / "b" / "store.duckdb"
    Store(made).close()
    assert copies == []
    template.write_template()
    Store(copied).close()
    assert copies == [copied]
    expected, found = dict(content(made)), dict(content(copied))
    assert found.keys() == expected.keys()
    for name in expected:
        assert found[name] == expected[name], name
    assert found["discount"]
    assert found["measure"]
    assert found["duckdb_views()"]


def test_a_new_template_takes_the_place_of_older_ones(written: Path) -> None:
    older = written.with_name("older.duckdb")
    written.rename(older)
    assert template.write_template() == written
    assert sorted(written.parent.iterdir()) == [written]


@pytest.mark.parametrize("other", ["sources", "engine"])
def test_of_another_version_it_is_not_used(
    other: str,
    written: Path,
    tmp_path: Path,
    copies: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if other == "sources":
        monkeypatch.setattr(template, "fingerprint", lambda: "0123456789abcdef")
    else:
        monkeypatch.setattr(engine, "version", "1.0")
    Store(tmp_path / "new.duckdb").close()
    assert copies == []
    assert (tmp_path / "new.duckdb").exists()


def test_nothing_is_left_beside_the_store(
    written: Path, tmp_path: Path, copies: list[Path]
) -> None:
    path = tmp_path / "new.duckdb"
    Store(path).close()
    assert copies == [path]
    assert sorted(tmp_path.iterdir()) == [path, tmp_path / "package"]


def test_an_old_log_is_not_read_into_a_new_store(
    written: Path, tmp_path: Path, copies: list[Path]
) -> None:
    first, path = tmp_path / "first.duckdb", tmp_path / "new.duckdb"
    with Store(first) as store:
        store.load_qrels({"1": {"a": 1.0}})
        shutil.copy(f"{first}.wal", f"{path}.wal")
    try:
        with Store(path) as store:
            assert store.sql("select * from judgement").rows == []
    except StoreUnavailableError:
        pass  # DuckDB may refuse such a log
    assert copies == [first]


def test_reading_makes_no_store(written: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="no store at"):
        Store(tmp_path / "new.duckdb", read_only=True)
    assert not (tmp_path / "new.duckdb").exists()


def test_a_folder_that_is_not_there_is_told_as_ever(written: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="cannot be opened"):
        Store(tmp_path / "nowhere" / "new.duckdb")


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_what_another_put_there_stays(
    when: str, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.duckdb"
    if when == "before":
        path.write_bytes(b"another's")
    else:
        monkeypatch.setattr(template, "_settle", lambda _: path.write_bytes(b"another's"))
    assert not template.copy_template(path)
    assert path.read_bytes() == b"another's"
    assert sorted(tmp_path.iterdir()) == [path, tmp_path / "package"]


def test_a_name_with_a_colon_is_duckdbs(written: Path, tmp_path: Path) -> None:
    assert not template.copy_template(tmp_path / ":memory:named")
    assert not template.copy_template(":memory:")
