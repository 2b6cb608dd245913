"""Opening a store: new, older, newer, locked, not one at all; and with plain DuckDB."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from evalstore import version
from evalstore.errors import (
    StoreLockedError,
    StoreUnavailableError,
    StoreVersionError,
    UsageError,
)
from evalstore.store import Store
from evalstore.views import fingerprint, views

QRELS = {"1": {"a": 1.0, "b": 2.0}, "2": {"c": 1.0}}
RUN = {"1": {"a": 3.0, "x": 2.0, "b": 1.0}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels(QRELS)
        store.load_run(RUN, "s")
    return path


def test_plain_duckdb_reads_the_views(path: Path) -> None:
    with duckdb.connect(str(path), read_only=True) as plain:
        board = plain.sql(
            "select system, position, value, topics, missing from leaderboard where measure = 'RR'"
        ).fetchall()
        scores = plain.sql(
            "select topic, value from topic_score where measure = 'nDCG@10' order by topic"
        ).fetchall()
        documents = plain.sql("select rank, docno, grade from ranked_document order by rank")
        assert board == [("s", 1, 0.5, 2, 1)]
        assert [topic for topic, _ in scores] == ["1", "2"]
        assert scores[1][1] == 0.0
        assert documents.fetchall() == [(1, "a", 1.0), (2, "x", None), (3, "b", 2.0)]
        assert len(plain.sql("from precision_recall").fetchall()) == 11


def test_plain_duckdb_finds_the_columns_of_every_view(path: Path) -> None:
    """DuckDB looks at a view's text when it is asked; a view that is wrong would have none."""
    with duckdb.connect(str(path), read_only=True) as plain:
        found = plain.sql("select table_name from duckdb_columns() where column_name is not null")
        names = {row[0] for row in found.fetchall()}
        for view in views().values():
            plain.execute(f"describe {view.qualified}").fetchall()
    assert set(views()) <= names


def test_every_persisted_measure_equals_the_composed_one(path: Path) -> None:
    with Store(path, read_only=True) as store:
        persisted = store.sql(
            "select system, topic, measure, value from topic_score order by all"
        ).rows
        names = [row[0] for row in store.sql("select measure from measure").rows]
        composed = sorted(store.scores(names).rows)
    assert persisted == composed
    assert len(names) >= 25


def test_a_read_only_store_answers_measures_that_nobody_registered(path: Path) -> None:
    with Store(path, read_only=True) as store:
        [[value]] = [row[3:] for row in store.scores(["CG(gain={2:40})@3"], topics=["1"])]
    assert value == 41.0


def test_registered_measures_are_in_the_views(path: Path) -> None:
    with Store(path) as store:
        store.add_measures("CG(gain={2:40})@3")
    with duckdb.connect(str(path), read_only=True) as plain:
        [[value]] = plain.sql(
            "select value from topic_score where measure = 'CG(gain={2:40})@3' and topic = '1'"
        ).fetchall()
    assert value == 41.0


def test_a_registered_measure_of_another_family_joins_the_views(path: Path) -> None:
    with Store(path) as store:
        before = store.sql("select count(*) from topic_score where measure = 'infAP'").rows
        store.add_measures("infAP")
        after = store.sql("select count(*) from topic_score where measure = 'infAP'").rows
    assert (before, after) == ([(0,)], [(2,)])


def test_no_file_to_read(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match=r"no store at .*read_only"):
        Store(tmp_path / "nowhere.duckdb", read_only=True)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 1000)
    with pytest.raises(StoreUnavailableError, match="not a DuckDB database"):
        Store(path)


def test_a_database_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as plain:
        plain.execute("create table mine (x integer)")
    for read_only in (True, False):
        with pytest.raises(StoreVersionError, match="not an evalstore store"):
            Store(path, read_only=read_only)


def _set_revision(path: Path, revision: str) -> None:
    with duckdb.connect(str(path)) as plain:
        plain.execute("update alembic_version set version_num = ?", [revision])


def test_a_newer_store_asks_for_a_newer_evalstore(path: Path) -> None:
    _set_revision(path, "9999")
    for read_only in (True, False):
        with pytest.raises(StoreVersionError, match="upgrade evalstore"):
            Store(path, read_only=read_only)


def test_an_older_store_says_how_to_bring_it_up_to_date(path: Path) -> None:
    _set_revision(path, "0000")
    with pytest.raises(StoreVersionError, match=r"evalstore\.open"):
        Store(path, read_only=True)


def test_views_are_made_again_when_they_are_of_another_version(path: Path) -> None:
    with duckdb.connect(str(path)) as plain:
        plain.execute("create or replace view leaderboard as select 'old' as text")
        plain.execute("update setting set value = 'older'")
    with Store(path) as store:
        assert "position" in store.sql("from leaderboard").columns
        assert store.sql("select value from setting").rows == [(fingerprint(),)]


def test_one_writer_at_a_time(path: Path) -> None:
    script = (
        "import duckdb, sys\n"
        f"with duckdb.connect({str(path)!r}): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreLockedError, match=f"process {holder.pid}"):
            Store(path, read_only=True)
        holder.communicate(b"")


def test_many_readers_at_once(path: Path) -> None:
    with Store(path, read_only=True) as one:
        script = (
            "import sys; from evalstore.store import Store\n"
            "with Store(sys.argv[1], read_only=True) as s: print(len(s.runs().rows))"
        )
        command = [sys.executable, "-c", script, str(path)]
        other = subprocess.run(command, capture_output=True, text=True, check=True)
        assert other.stdout == "1\n"
        assert len(one.runs().rows) == 1


def test_a_failed_load_rolls_everything_back(
    path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("evalstore.load.storing._note", fail)
    with Store(path) as store:
        before = store.sql("select count(*) from document").rows
        with pytest.raises(KeyboardInterrupt):
            store.load_runs(write("run.txt", "1 Q0 new 1 1 other\n"))
        assert len(store.runs().rows) == 1
        assert store.sql("select count(*) from document").rows == before


def test_dropping_a_run_leaves_nothing_of_it(path: Path) -> None:
    with Store(path) as store:
        store.drop_run("s")
        for table in ("run", "ranking", "judged_ranking", "run_topic"):
            assert store.sql(f"select count(*) from {table}").rows == [(0,)]


def test_dropping_judgements_leaves_nothing_of_them(path: Path) -> None:
    with Store(path) as store:
        store.drop_qrels("qrels")
        for table in ("qrels", "judgement", "judged_ranking"):
            assert store.sql(f"select count(*) from {table}").rows == [(0,)]


def test_the_revision_is_the_newest_migration() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from evalstore.resources import folder

    config = Config()
    config.set_main_option("script_location", str(folder("migrations")))
    assert ScriptDirectory.from_config(config).get_current_head() == version.REVISION


def test_an_open_store_sees_what_was_written_since_it_was_asked(path: Path) -> None:
    with Store(path) as store:
        assert [row[1] for row in store.leaderboard(["RR"])] == ["s"]
        with store.connection.cursor() as other:
            other.execute("update run set system = 'renamed'").fetchall()
        assert [row[1] for row in store.leaderboard(["RR"])] == ["renamed"]
        store.load_run(RUN, "another")
        store.drop_run("renamed")
        assert [row[1] for row in store.leaderboard(["RR"])] == ["another"]


def test_a_store_answers_again_and_again(path: Path) -> None:
    with Store(path, read_only=True) as store:
        first = store.leaderboard(["RR"]).rows
        assert store.leaderboard(["RR"]).rows == first
    with Store(path, read_only=True) as again:
        assert again.leaderboard(["RR"]).rows == first


def test_a_store_whose_creation_failed_is_completed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.duckdb"
    real = version.persisted
    with monkeypatch.context() as patch:
        patch.setattr(version, "persisted", lambda *asked: [*real(*asked)[:20], "no statement"])
        with pytest.raises(duckdb.ParserException):
            Store(path)
    with Store(path) as store:
        named = store.connection.sql("select view_name from duckdb_views() where not internal")
        assert {row[0] for row in named.fetchall()} == set(views())
        store.load_run(RUN, "s")
        assert len(store.runs().rows) == 1


def test_nothing_is_left_beside_a_new_store(tmp_path: Path) -> None:
    Store(tmp_path / "new.duckdb").close()
    assert [path.name for path in tmp_path.iterdir()] == ["new.duckdb"]


def test_reading_creates_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="no store at"):
        Store(tmp_path / "new.duckdb", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match=r"no folder .*nowhere"):
        Store(tmp_path / "nowhere" / "new.duckdb")


def test_discounts_and_gains_are_functions_on_the_connection_that_is_handed_out(
    path: Path,
) -> None:
    select = "select log_discount(3, 2), jk_discount(2, 2), exp2_gain(2.0), linear_gain(-1.0)"
    for options in ({}, {"path": path, "read_only": True}, {"path": path}):
        with Store(**options) as store:  # type: ignore[arg-type]
            assert store.connection.execute(select).fetchall() == [(0.5, 1.0, 3.0, 0.0)]


CLIENT = """
import duckdb, sys
assert duckdb.__version__.startswith("1.5"), duckdb.__version__
with duckdb.connect(sys.argv[1], read_only=True) as plain:
    print(plain.execute("select system, value from leaderboard where measure = 'RR'").fetchall())
    print(len(plain.execute("from topic_score").fetchall()))
    for (name,) in plain.execute(
        "select schema_name || '.' || view_name from duckdb_views() where not internal"
    ).fetchall():
        plain.execute(f"from {name} limit 1").fetchall()
"""


def test_a_client_of_duckdb_1_5_reads_every_view(path: Path) -> None:
    """Set DUCKDB_1_5_PYTHON to a Python that has it; here it may be the one that runs the tests."""
    python = os.environ.get("DUCKDB_1_5_PYTHON")
    if python is None and not duckdb.__version__.startswith("1.5"):
        pytest.skip("no DuckDB 1.5 here: DUCKDB_1_5_PYTHON names no interpreter that has it")
    command = [python or sys.executable, "-c", CLIENT, str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == ""
    board, rows = done.stdout.splitlines()
    assert board == "[('s', 0.5)]"
    assert int(rows) >= 50


def test_two_who_open_a_file_in_one_process_share_it(path: Path) -> None:
    with Store(path) as store, Store(path.parent / "." / path.name) as again:
        store.load_run(RUN, "another")
        assert again.leaderboard(["RR"]).rows == store.leaderboard(["RR"]).rows
    with Store(path) as store:
        assert len(store.leaderboard(["RR"]).rows) == 2


@pytest.mark.parametrize("name", ["memory.duckdb", "it's a store.duckdb", 'a "b".db', "select"])
def test_a_store_may_have_any_name(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / name) as store:
        store.load_run(RUN, "s")
        with store.connection.cursor() as other:
            assert other.execute("select system from run").fetchall() == [("s",)]
    with Store(tmp_path / name, read_only=True) as store:
        assert store.sql("select system from run").rows == [("s",)]


def test_an_open_store_is_the_only_database_of_its_connection(path: Path) -> None:
    with Store(path) as store:
        select = "select path from duckdb_databases() where not internal"
        assert store.connection.sql(select).fetchall() == [(str(path),)]


@pytest.mark.parametrize("way", [{"read_only": True}, {"threads": 1}])
def test_a_file_that_is_open_in_another_mode_is_refused(path: Path, way: dict[str, Any]) -> None:
    with Store(path), pytest.raises(StoreLockedError, match="open in this process"):
        Store(path, **way)


def test_a_new_file_has_its_views_from_the_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be killed right after it has given the file its name."""
    monkeypatch.setattr(Store, "_create_views", lambda store: None)
    Store(tmp_path / "new.duckdb").close()
    with duckdb.connect(str(tmp_path / "new.duckdb"), read_only=True) as plain:
        assert plain.sql("from leaderboard").fetchall() == []


def test_no_progress_bar_is_printed_where_python_looks_interactive() -> None:
    script = """
import evalstore
with evalstore.open() as store:
    shown = "select current_setting('enable_progress_bar')"
    print(store.connection.execute(shown).fetchall(), store.sql(shown).rows)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[(False,)] [(False,)]\n", "")


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.load_qrels(QRELS, name="more"),
        lambda store: store.load_run(RUN, "t"),
        lambda store: store.drop_run("s"),
        lambda store: store.add_measures("P@7"),
        lambda store: store.verify(repair=True),
    ],
)
def test_a_store_opened_for_reading_refuses_changes(
    path: Path, change: Callable[[Store], object]
) -> None:
    with (
        Store(path, read_only=True) as store,
        pytest.raises(UsageError, match="without `read_only=True`"),
    ):
        change(store)
