"""Spark gives the store's values: on a cluster of two executor JVMs, and by a Connect server."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import evalstore
from evalstore.store import Store

CLUSTER = "local-cluster[2,1,1024]"
PROGRAM = Path(__file__).with_name("engines.py")
TIMEOUT = 600

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed"),
    pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java"),
]


@pytest.fixture(scope="module")
def real(covid: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """48 real runs as a store and a lake."""
    folder = tmp_path_factory.mktemp("real")
    covid.backup(folder / "store.duckdb")
    covid.export_lake(folder / "lake")
    return folder


@pytest.fixture(scope="module")
def made(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated collection as a store and a lake."""
    folder = tmp_path_factory.mktemp("made")
    with evalstore.open(folder / "store.duckdb") as store:
        store.load_qrels(files / "judged.qrels")
        store.load_runs(files / "runs")
        store.export_lake(folder / "lake")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Connect server on a cluster of two executors, on a free port of this machine."""
    import pyspark

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
    }
    given = [one for name, value in settings.items() for one in ("--conf", f"{name}={value}")]
    kind = "org.apache.spark.sql.connect.service.SparkConnectServer"
    command = [str(submit), "--master", CLUSTER, *given, "--class", kind, "spark-internal"]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            command,
            stdout=file,
            stderr=file,
            env={**os.environ, "PYSPARK_PYTHON": sys.executable},
            cwd=log.parent,
        )
    try:
        _wait(port, process, log)
        yield f"sc://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, log.read_text()[-2000:]
        time.sleep(0.5)
    raise AssertionError("the Connect server does not start")


def run(action: str, folder: Path, engine: str, **environment: str) -> str:
    """What the program prints, shown with the test."""
    command = [sys.executable, str(PROGRAM), action, str(folder / "store.duckdb")]
    result = subprocess.run(
        [*command, str(folder / "lake"), engine],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env={**os.environ, **environment},
    )
    assert result.returncode == 0, result.stderr[-2000:]
    print(f"{engine}: {' '.join(result.stdout.split())}")
    return result.stdout


def check(output: str, expected: int) -> None:
    """So many scores, all of them equal, by two executors."""
    [compared, equal] = re.findall(r"compared (\d+) equal (-?\d+)", output)[0]
    assert (int(compared), int(equal)) == (expected, expected)
    assert len(re.findall(r"executors (\d+) (\d+)", output)) == 1


@pytest.mark.fixtures
def test_48_real_runs_on_a_cluster(real: Path) -> None:
    check(run("compare", real, CLUSTER), 48 * 30 * 28)


def test_the_generated_collection_on_a_cluster(made: Path) -> None:
    check(run("compare", made, CLUSTER), 6 * 8 * 28)


@pytest.mark.fixtures
def test_48_real_runs_by_a_connect_server(real: Path, server: str) -> None:
    check(run("compare", real, server), 48 * 30 * 28)


def test_the_generated_collection_by_a_connect_server(made: Path, server: str) -> None:
    check(run("compare", made, server), 6 * 8 * 28)


@pytest.mark.fixtures
def test_an_executor_that_is_killed_changes_nothing(real: Path) -> None:
    output = run("kill", real, CLUSTER)
    assert re.search(r"killed \d+ after [1-9]\d* of", output)
    check(output, 48 * 30 * 28)


def command(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "evalstore_cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env={**os.environ, **environment},
    )


def test_files_are_loaded_on_a_cluster(files: Path, made: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.run").write_text("1 Q0 d1 1 0.5 mine\n1 Q0 d2 two 0.4 mine\n")
    lake = ("--lake", tmp_path / "lake", "--engine", CLUSTER)
    assert command("lake", "load", "qrels", files / "judged.qrels", *lake).returncode == 0
    loaded = command("lake", "load", "runs", files / "runs", tmp_path / "broken.run", *lake)
    assert (loaded.returncode, "Traceback" in loaded.stderr) == (1, False)
    assert f"{tmp_path / 'broken.run'}:2: " in loaded.stderr
    with (
        evalstore.open(made / "store.duckdb", read_only=True) as store,
        evalstore.open_lake(tmp_path / "lake", threads=1) as opened,
    ):
        assert opened.scores("AP").fetchall() == store.scores("AP").fetchall()


def test_a_wrong_python_on_the_workers_is_one_line(made: Path) -> None:
    arguments = ("leaderboard", "-m", "AP", "--lake", made / "lake", "--engine", CLUSTER)
    result = command(*arguments, PYSPARK_PYTHON="/no/such/python")
    assert (result.returncode, result.stdout) == (1, "")
    assert "the workers have no Python at /no/such/python" in result.stderr
    assert len(result.stderr.splitlines()) == 1
