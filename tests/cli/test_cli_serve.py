"""`evalstore serve`, `system` and `topic --show`."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from outcome import COMMAND, Es

import evalstore

pytest.importorskip("uvicorn", reason="the extra web is not installed")


@contextmanager
def served(db: str, *options: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that answers, and its address; its temporary files go to the folder."""
    command = [*COMMAND, "serve", "--port", "0", "--db", db, *options]
    environment = {**os.environ, "TMPDIR": str(folder)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    server = subprocess.Popen(command, env=environment, **pipes)  # type: ignore[call-overload]
    try:
        yield server, server.stdout.readline().strip()
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_a_signal_and_leaves_nothing(
    own: str, tmp_path: Path, number: signal.Signals
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    with served(own, folder=folder) as (server, address):
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}demo/leaderboard.json?m=AP") as answer:
            rows = json.load(answer)["rows"]
        with evalstore.open(own) as store:  # the server does not lock it
            assert rows == store.leaderboard(["AP"]).dicts()
        assert len(list(folder.iterdir())) == 1
        server.send_signal(number)
        out, err = server.communicate(timeout=20)
        assert (server.returncode, out, err) == (0, "", "")
        assert list(folder.iterdir()) == []


def test_what_cannot_be_served_is_one_line(es: Es, db: str) -> None:
    done = es("serve", "--db", "none.duckdb", "--port", "0")
    assert done.code == 3
    assert done.err.startswith("evalstore: error: no store at none.duckdb")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = es("serve", "--db", db, "--port", str(port))
    assert done.code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in done.err
    assert done.err.count("\n") == 1


def test_without_the_extra_a_line_has_the_command(db: str, tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ImportError('no', name='uvicorn')\n")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "evalstore_cli", "serve", "--db", db],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "evalstore: error: web pages need uvicorn, which is not installed; "
        "run: pip install 'evalstore[web]'\n"
    )


def test_a_system_topic_by_topic(es: Es, db: str) -> None:
    done = es("system", "bm25", "-m", "AP", "--format", "csv", "--db", db)
    assert done.code == 0
    assert len(done.records) == 8
    with evalstore.open(db, read_only=True) as store:
        assert done.out == store.system("bm25", ["AP"]).to("csv")
        unjudged = store.system("bm25", show="unjudged", depth=3).to("csv")
    assert (
        es(
            "system", "bm25", "--show", "unjudged", "--depth", "3", "--format", "csv", "--db", db
        ).out
        == unjudged
    )
    assert "bm25" in es("system", "bm25", "--show", "facts", "--db", db).out
    assert es("system", "bm24", "--db", db).code == 1


def test_the_documents_of_a_topic(es: Es, db: str) -> None:
    with evalstore.open(db, read_only=True) as store:
        topic = store.topics().rows[0][0]
        deciding = store.topic_documents(topic, ["AP"], depth=5).to("csv")
        pool = store.topic_documents(topic, show="pool").to("csv")
    shown = ("topic", topic, "--format", "csv", "--db", db)
    assert es(*shown, "--show", "deciding", "-m", "AP", "--depth", "5").out == deciding
    assert es(*shown, "--show", "pool").out == pool
