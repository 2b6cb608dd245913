"""Several processes and one store: who waits, for how long, and what a new file goes through."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from evalstore import database, version
from evalstore.errors import StoreLockedError, StoreUnavailableError
from evalstore.store import Store, open_store

HOLD = """
import duckdb, sys
with duckdb.connect(sys.argv[1]): print('held', flush=True); sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Store(tmp_path / "s.duckdb").close()
    return tmp_path / "s.duckdb"


def holder(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, str(path)]
    held = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert held.stdout is not None
    assert held.stdout.readline() == "held\n"
    return held


@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_that_is_in_use_is_waited_for(path: Path, read_only: bool) -> None:
    with holder(path) as held:
        assert held.stdin is not None
        threading.Timer(0.5, held.stdin.close).start()
        open_store(path, read_only=read_only, wait=30).close()


def test_after_the_wait_the_message_names_the_holder(path: Path) -> None:
    with holder(path) as held:
        started = time.monotonic()
        with pytest.raises(StoreLockedError, match=f"in use by process {held.pid}"):
            open_store(path, wait=0.3)
        assert time.monotonic() - started >= 0.3
        held.communicate()


def test_without_a_wait_the_answer_is_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.time, "sleep", lambda _: pytest.fail("it waits"))
    with holder(path) as held:
        with pytest.raises(StoreLockedError):
            open_store(path)
        held.communicate()


def test_the_count_starts_anew_with_every_holder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A queue that moves is waited for, however long it is."""
    asked = 0

    def busy(*_: object) -> object:
        nonlocal asked
        asked += 1
        if asked > 60:
            return "connected"
        raise StoreLockedError(f"in use by process {asked // 3}")

    monkeypatch.setattr(database, "_connected", busy)
    monkeypatch.setattr(database.time, "sleep", lambda _: None)
    assert database.connect(path, wait=2) == "connected"
    asked = -10_000
    with pytest.raises(StoreLockedError):
        database.connect(path, wait=2)


def test_a_new_store_appears_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "new.duckdb", list[bool]()
    real = version.create

    def create(connection: object) -> None:
        seen.append(path.exists())
        real(connection)  # type: ignore[arg-type]

    monkeypatch.setattr(version, "create", create)
    Store(path).close()
    assert seen == [False]
    assert [file.name for file in tmp_path.iterdir()] == ["new.duckdb"]


def test_a_store_that_cannot_be_created_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(version, "create", fail)
    with pytest.raises(StoreUnavailableError, match="cannot be created: No space left on device"):
        Store(tmp_path / "new.duckdb")
    assert list(tmp_path.iterdir()) == []


def test_of_two_who_create_a_store_the_second_finds_that_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = tmp_path / "new.duckdb", version.create

    def create(connection: object) -> None:
        real(connection)  # type: ignore[arg-type]
        monkeypatch.setattr(version, "create", real)
        with Store(path) as first:
            first.load_run({"1": {"d": 1.0}}, "first")

    monkeypatch.setattr(version, "create", create)
    with Store(path) as second:
        assert not second.is_new
        assert [row["system"] for row in second.runs().dicts()] == ["first"]


def test_a_store_that_is_discarded_leaves_nothing_and_takes_nothing_with_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new.duckdb"
    store = Store(path)
    assert store.is_new
    store.discard()
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "empty.duckdb"
    path.touch()
    with pytest.raises(StoreUnavailableError, match="is an empty file; delete it"):
        Store(path)


def test_the_log_of_a_deleted_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "store.duckdb"
    code = (
        "import duckdb, os, sys; connection = duckdb.connect(sys.argv[1]);"
        "connection.execute('create table t (x int)'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    path.unlink()
    with pytest.raises(StoreUnavailableError, match=r"store\.duckdb\.wal is the log of an earlier"):
        open_store(path)
