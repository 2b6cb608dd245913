"""Ctrl-C, SIGTERM and SIGHUP at any moment: a line, the exit code, and nothing left behind."""

from __future__ import annotations

import bz2
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from evalstore_cli.interrupts import GRACE_SECONDS
from outcome import COMMAND

import evalstore

SLOW = "select sum(a.range * b.range) from range(1000000) as a, range(100000) as b"
WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
STARTED, LATEST_START = 0.15, 0.4  # seconds in which Python itself starts, on a busy machine


def signalled(
    number: signal.Signals, after: float, *arguments: str, stdin: int = subprocess.DEVNULL
) -> tuple[int, str, float]:
    """Exit code, standard error and the seconds that it took."""
    scratch = Path("tmp")
    scratch.mkdir(exist_ok=True)
    running = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "TMPDIR": str(scratch.resolve())},
    )
    time.sleep(after)
    asked = time.monotonic()
    running.send_signal(number)
    _, err = running.communicate(timeout=30)
    assert list(scratch.iterdir()) == []
    return running.returncode, err, time.monotonic() - asked


@pytest.fixture
def files() -> str:
    """Runs that take a second or two to load: plain, packed, and for the line reader."""
    folder = Path("runs")
    folder.mkdir()
    for number in range(6):
        lines = (
            f"{topic} Q0 d{rank} {rank} {1000 - rank} s{number}{' more' * (number == 2)}\n"
            for topic in range(200)
            for rank in range(200)
        )
        text = "".join(lines).encode()
        name, data = (f"{number}.bz2", bz2.compress(text)) if number % 2 else (str(number), text)
        (folder / name).write_bytes(data)
    return str(folder)


def test_loads_are_stopped_at_random_moments(files: str) -> None:
    moments = random.Random(17)
    for _ in range(20):
        db = Path("new.duckdb")
        number = moments.choice(list(WORDS))
        moment = moments.uniform(STARTED, 1)
        code, err, took = signalled(number, moment, "load", "runs", files, "--db", str(db))
        if code == -number and moment < LATEST_START:
            assert not db.exists()
        elif code != 0:
            assert (code, err) == (128 + number, f"evalstore: {WORDS[number]}\n")
        assert took < 8
        assert took >= GRACE_SECONDS or not Path("new.duckdb.wal").exists()
        if db.exists():
            with evalstore.open(db, read_only=True) as store:
                assert len(store.runs().rows) == 6
            db.unlink()


@pytest.mark.parametrize("number", WORDS)
def test_a_query_is_stopped_at_once(db: str, number: signal.Signals) -> None:
    code, err, took = signalled(number, 1, "query", SLOW, "--db", db)
    assert (code, err) == (128 + number, f"evalstore: {WORDS[number]}\n")
    assert took < 5


@pytest.mark.parametrize("arguments", ["query -", "load runs - --db new.duckdb"])
def test_waiting_for_standard_input_is_stopped_too(arguments: str) -> None:
    reader, writer = os.pipe()
    code, err, took = signalled(signal.SIGINT, 1, *arguments.split(), stdin=reader)
    os.close(reader)
    os.close(writer)
    assert code == 130
    assert err.splitlines()[-1] == "evalstore: interrupted"
    assert took < 5
    assert not Path("new.duckdb").exists()


# A signal in the middle of `watch`, and an end that takes long enough for another thread's.
WHILE_IT_BEGINS_TO_WATCH = """
import os, signal, sys, threading, time
sys.argv = ["evalstore"]
from evalstore_cli import interrupts
start, leave = threading.Thread.start, os._exit
def signalled(thread):
    threading.Thread.start = start
    thread.start()
    os.kill(os.getpid(), signal.SIGINT)
def slowly(code):
    time.sleep(0.5)
    leave(code)
threading.Thread.start, os._exit = signalled, slowly
interrupts.watch()
time.sleep(20)
"""


def test_a_signal_while_watching_begins_is_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHILE_IT_BEGINS_TO_WATCH], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "evalstore: interrupted\n")


# The thread that ends the process has seen no open store, and takes its time to end it.
JUST_BEFORE_A_STORE_IS_OPENED = """
import os, signal, sys, time
sys.argv = ["evalstore"]
from pathlib import Path
from evalstore_cli import app, interrupts, stores
end, opened = interrupts._end, stores._open
def slowly(code):
    time.sleep(2)
    end(code)
def signalled(db, **options):
    if not options:  # for writing
        interrupts._end = slowly
        os.kill(os.getpid(), signal.SIGTERM)
        while not interrupts.happened():
            time.sleep(0.01)
    return opened(db, **options)
stores._open = signalled
app._process(["migrate", "--db", "store.duckdb"])
"""


def test_after_a_signal_no_store_is_opened() -> None:
    with evalstore.open("store.duckdb") as store:
        store.connection.execute("update setting set value = 'of another version'")
    before = Path("store.duckdb").read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", JUST_BEFORE_A_STORE_IS_OPENED], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (143, "evalstore: terminated\n")
    assert not Path("store.duckdb.wal").exists()
    assert Path("store.duckdb").read_bytes() == before


# Closing the store takes a moment, as it does on a busy machine.
SLOWLY_CLOSED = """
import sys, time
sys.argv = ["evalstore"]
from evalstore_cli import app, stores
is_empty = stores._is_empty
def slowly(store):
    time.sleep(0.3)
    return is_empty(store)
stores._is_empty = slowly
app._process(["load", "runs", "fifo", "--db", "new.duckdb"])
"""


def test_a_signal_that_comes_twice_at_once_is_one() -> None:
    os.mkfifo("fifo")
    running = subprocess.Popen(
        [sys.executable, "-c", SLOWLY_CLOSED], stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert running.stderr is not None
    assert "waiting for fifo" in running.stderr.readline()
    for _ in range(2):  # as `timeout` does
        running.terminate()
        time.sleep(0.02)
    _, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (143, "evalstore: terminated\n")
    assert not list(Path().glob("new.duckdb*"))


def test_a_signal_that_was_ignored_stays_ignored(db: str) -> None:
    command = [*COMMAND, "query", "select 42", "--db", db]
    ignoring = [
        "bash",
        "-c",
        'trap "" HUP; "$@" & p=$!; sleep 0.15; kill -HUP $p 2>/dev/null; wait $p',
        "-",
    ]
    done = subprocess.run([*ignoring, *command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "42" in done.stdout
