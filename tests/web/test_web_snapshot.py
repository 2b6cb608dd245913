"""An open page locks nobody out, answers while others write, and shows what they wrote."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from web_client import AWKWARD, GOOD, fill, opened

from evalstore.errors import StoreUnavailableError
from evalstore.store import Store
from evalstore.web import snapshot
from evalstore.web.snapshot import Snapshots


def eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_a_load_goes_through_and_shows(path: Path) -> None:
    with opened(path) as client:
        before = client.get("/default/leaderboard.json").json()["rows"]
        with Store(path) as store:
            store.load_run(GOOD, "new")
            assert client.get("/default/leaderboard.json").json()["rows"] == before

        def shows() -> bool:
            rows = client.get("/default/leaderboard.json").json()["rows"]
            return "new" in [row["system"] for row in rows]

        assert eventually(shows)


def test_pages_answer_all_the_while_another_process_writes(path: Path) -> None:
    script = (
        "import sys, evalstore\n"
        "for number in range(10):\n"
        "    with evalstore.open(sys.argv[1], wait=30) as store:\n"
        "        store.load_run({'1': {'d1': 1.0}}, f'new{number}')\n"
    )
    with opened(path) as client:
        writer = subprocess.Popen([sys.executable, "-c", script, str(path)])
        while writer.poll() is None:
            assert client.get("/default/leaderboard.json?m=AP").status_code == 200
        assert writer.returncode == 0
        assert eventually(lambda: "new9" in client.get("/default/leaderboard.json").text)


def test_what_is_only_in_the_log_is_copied_too(path: Path) -> None:
    # A process that was killed leaves a write-ahead log.
    script = (
        "import sys, os, duckdb\n"
        "connection = duckdb.connect(sys.argv[1])\n"
        "connection.execute(\"update collection set name = 'renamed' where name = 'default'\")\n"
        "os._exit(1)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert path.with_name(f"{path.name}.wal").exists()
    with opened(path) as client:
        assert client.get("/renamed/leaderboard").status_code == 200


def test_snapshots_are_deleted_when_they_are_replaced_and_at_the_end(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    snapshots = Snapshots(path)
    with snapshots.reading() as old:
        with Store(path) as store:
            store.load_run(GOOD, "new")
        assert eventually(lambda: snapshots._current.number == 2)
        assert len(list((tmp_path / "copies").iterdir())) == 2
        assert "new" not in {row["system"] for row in old.store.runs("default").dicts()}
    assert len(list((tmp_path / "copies").iterdir())) == 1
    snapshots.close()
    assert list((tmp_path / "copies").iterdir()) == []


def test_requests_during_renewals_see_one_state(path: Path) -> None:
    snapshots = Snapshots(path)
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(10):
                with snapshots.reading() as one:
                    runs = one.store.runs("default").rows
                    [[found]] = one.store.sql("select count(*) from run").rows
                    assert found == len(runs) + len(AWKWARD)
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(3):
        snapshots._renew()
        with Store(path, wait=10) as store:
            store.load_run(GOOD, f"new{number}")
    for reader in readers:
        reader.join()
    snapshots.close()
    assert failures == []


def test_a_store_that_disappears_leaves_the_last_copy(path: Path) -> None:
    with opened(path) as client:
        path.unlink()
        assert eventually(lambda: "cannot be read at present" in client.get("/").text)
        assert client.get("/default/leaderboard").status_code == 200


def test_no_space_is_one_clear_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(snapshot.shutil, "copyfile", full)
    with pytest.raises(StoreUnavailableError, match="No space left on device; set TMPDIR"):
        Snapshots(path)


def test_a_writer_is_locked_out_while_the_copy_is_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import sys, duckdb\nduckdb.connect(sys.argv[1])"
    outcomes: list[int] = []
    real = snapshot.shutil.copyfile

    def copied(source: Path, target: Path) -> None:
        command = [sys.executable, "-c", script, str(path)]
        outcomes.append(subprocess.run(command, capture_output=True).returncode)
        real(source, target)

    monkeypatch.setattr(snapshot.shutil, "copyfile", copied)
    Snapshots(path).close()
    assert outcomes == [1]
    duckdb.connect(str(path)).close()
    assert os.path.exists(path)


def test_an_older_store_is_named_in_the_message(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("update alembic_version set version_num = '0000'")
    with pytest.raises(StoreUnavailableError, match=re.escape(str(path))):
        Snapshots(path)


def test_an_unknown_store_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="no store at"):
        Snapshots(tmp_path / "none.duckdb")


def test_filling_an_empty_store_shows(tmp_path: Path) -> None:
    path = tmp_path / "empty.duckdb"
    Store(path).close()
    with opened(path) as client:
        assert client.get("/default/leaderboard").status_code in (400, 404)
        with Store(path) as store:
            fill(store)
        assert eventually(lambda: client.get("/default/leaderboard").status_code == 200)
