"""Stores of other schemas: one from an older revision is migrated, an earlier layout refused.

The tests make a revision after the newest one.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from evalstore import resources, version
from evalstore.errors import StoreVersionError
from evalstore.store import Store

NEWEST = version.REVISION
NEXT = f"{int(NEWEST) + 1:04}"

SECOND = f'''
"""A column more, filled from what is there."""

from alembic import op

revision = "{NEXT}"
down_revision = "{NEWEST}"


def upgrade() -> None:
    op.execute("alter table run add column colour varchar")
    op.execute("update run set colour = 'of ' || system")
'''


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A store of the newest revision, with data."""
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels({"1": {"a": 1.0}})
        store.load_run({"1": {"b": 2.0, "a": 1.0}}, "s")
    return path


@pytest.fixture
def second(first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on there is a newer revision."""
    migrations = tmp_path / "migrations"
    shutil.copytree(resources.folder("migrations"), migrations)
    (migrations / "versions" / f"{NEXT}_colour.py").write_text(SECOND)
    real = resources.folder

    def folder(name: str) -> Path:
        return migrations if name == "migrations" else real(name)

    monkeypatch.setattr(version, "folder", folder)
    monkeypatch.setattr(version, "REVISION", NEXT)


def revision(path: Path) -> str:
    with duckdb.connect(str(path), read_only=True) as plain:
        return str(plain.sql("select version_num from alembic_version").fetchall()[0][0])


@pytest.mark.usefixtures("second")
def test_migrating_brings_a_store_to_the_newest_revision(first: Path) -> None:
    version.migrate(first)
    assert revision(first) == NEXT
    with Store(first, read_only=True) as store:
        assert store.sql("select colour from run").rows == [("of s",)]
        assert store.scores(["RR"]).rows == [("s", "1", "RR", 0.5)]


@pytest.mark.usefixtures("second")
def test_a_store_that_is_opened_for_writing_is_migrated(first: Path) -> None:
    with Store(first) as store:
        assert store.sql("select colour from run").rows == [("of s",)]
        store.load_run({"1": {"a": 1.0}}, "t")
        assert store.leaderboard(["RR"]).rows == [(1, "t", 1.0, 1, 0), (2, "s", 0.5, 1, 0)]
    assert revision(first) == NEXT


@pytest.mark.usefixtures("second")
def test_for_reading_it_says_how_to_migrate(first: Path) -> None:
    with pytest.raises(StoreVersionError, match=r"evalstore\.open"):
        Store(first, read_only=True)
    assert revision(first) == NEWEST


@pytest.mark.usefixtures("second")
def test_migrating_again_changes_nothing(first: Path) -> None:
    version.migrate(first)
    version.migrate(first)
    assert revision(first) == NEXT


@pytest.mark.usefixtures("second")
def test_a_migration_that_fails_changes_nothing(first: Path, tmp_path: Path) -> None:
    failing = SECOND + '    op.execute("select * from nowhere")\n'
    (tmp_path / "migrations" / "versions" / f"{NEXT}_colour.py").write_text(failing)
    with pytest.raises(Exception, match="nowhere"):
        version.migrate(first)
    assert revision(first) == NEWEST
    with duckdb.connect(str(first), read_only=True) as plain:
        assert "colour" not in plain.sql("from run").columns


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    ("revision_of_old", "old_table"),
    [
        ("0003", "create table retrieved_stretch (run_id integer, document_ids integer[])"),
        ("0001", "create table ranking (run_id integer, rank integer, document_id integer)"),
    ],
)
def test_a_store_of_an_earlier_layout_is_refused_in_one_line(
    tmp_path: Path, read_only: bool, revision_of_old: str, old_table: str
) -> None:
    """Before the first release, rankings were packed into lists, or had fewer columns."""
    path = tmp_path / "old.duckdb"
    with duckdb.connect(str(path)) as plain:
        plain.execute("create table alembic_version (version_num varchar not null)")
        plain.execute("insert into alembic_version values (?)", [revision_of_old])
        plain.execute("create table run (run_id integer, system varchar)")
        plain.execute(old_table)
    content = path.read_bytes()
    with pytest.raises(StoreVersionError) as refused:
        Store(path, read_only=read_only)
    [line] = str(refused.value).splitlines()
    assert str(path) in line
    assert "load its files again" in line
    assert path.read_bytes() == content
