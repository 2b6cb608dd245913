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
from engines import every_measure

import evalstore
from evalstore.measures.definition import definitions
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


def run(action: str, engine: str, *folders: Path) -> str:
    """What the program prints, shown with the test."""
    result = subprocess.run(
        [sys.executable, str(PROGRAM), action, engine, *map(str, folders)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, ""), result.stderr[-2000:]
    print(f"{engine}: {' '.join(result.stdout.split())}")
    return result.stdout


def check(output: str, *expected: int) -> None:
    """So many scores, all of them equal, by two executors."""
    found = re.findall(r"compared (\d+) equal (\d+)", output)
    assert [(int(compared), int(equal)) for compared, equal in found] == [
        (number, number) for number in expected
    ]
    assert len(re.findall(r"executors \d+ \d+$", output, re.MULTILINE)) == len(expected)


@pytest.mark.fixtures
@pytest.mark.parametrize("kind", ["cluster", "server"])
def test_every_measure_of_48_real_runs_and_the_generated_collection(
    kind: str, real: Path, made: Path, request: pytest.FixtureRequest
) -> None:
    engine = CLUSTER if kind == "cluster" else request.getfixturevalue("server")
    measures = len(every_measure())
    assert measures > len(definitions()) > 70
    output = run("compare", engine, real, made)
    check(output, 48 * 30 * measures, 6 * 8 * measures)
    assert len(re.findall(r"followed up to [1-9]\d* of \d+ tasks", output)) == 2


@pytest.mark.fixtures
def test_an_executor_that_is_killed_changes_nothing(real: Path) -> None:
    output = run("kill", CLUSTER, real)
    assert re.search(r"killed \d+ after [1-9]\d* of \d+ tasks", output)
    check(output, 48 * 30 * 28)


def test_files_are_loaded_on_a_cluster(files: Path, made: Path, tmp_path: Path) -> None:
    shutil.copytree(files, tmp_path / "files")
    broken = tmp_path / "files" / "broken.run"
    broken.write_text("1 Q0 d1 1 0.5 mine\n1 Q0 d2 two 0.4 mine\n")
    runs, judgements, others = run("load", CLUSTER, tmp_path / "files").splitlines()
    assert (runs, judgements) == ("3 loaded", "1 loaded")
    assert others.startswith(f"3 loaded {broken}:2: ")
    with (
        evalstore.open(made / "store.duckdb", read_only=True) as store,
        evalstore.open_lake(tmp_path / "files" / "loaded", threads=1) as opened,
    ):
        assert opened.scores("AP").fetchall() == store.scores("AP").fetchall()


def write_pythons(folder: Path) -> None:
    """What workers cannot use: a Python of another version, one without packages, and none."""
    folder.mkdir()
    older = folder / "site"
    older.mkdir()
    (older / "sitecustomize.py").write_text(
        "import collections, sys\n"
        "kind = collections.namedtuple('kind', 'major minor micro releaselevel serial')\n"
        "sys.version_info = kind(3, 9, 0, 'final', 0)\n"
    )
    scripts = {
        "other-version": f'PYTHONPATH={older}:$PYTHONPATH exec {sys.executable} "$@"',
        "no-packages": f'exec {sys.executable} -S "$@"',
    }
    (folder / "pythons").mkdir()
    for name, script in scripts.items():
        (folder / "pythons" / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / "pythons" / name).chmod(0o755)
    (folder / "pythons" / "none").symlink_to(folder / "no-such-python")


def test_faults_are_one_line_each(made: Path, tmp_path: Path) -> None:
    write_pythons(tmp_path / "faults")
    shutil.copytree(made / "lake", tmp_path / "faults" / "lake")
    lines = run("faults", CLUSTER, tmp_path / "faults").splitlines()
    said = dict(line.split(": ", 1) for line in lines)
    assert list(said) == ["no-packages", "none", "other-version", "changed"]
    assert "the workers' Python lacks " in said["no-packages"]
    assert "the workers have no Python at " in said["none"]
    assert "the workers run another Python than this one" in said["other-version"]
    assert "has changed: judged_ranking/" in said["changed"]


@pytest.mark.parametrize("engine", ["sc://127.0.0.1:1", "spark://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_one_line(made: Path, engine: str) -> None:
    command = [sys.executable, "-m", "evalstore_cli", "leaderboard", "-m", "AP"]
    result = subprocess.run(
        [*command, "--lake", str(made / "lake"), "--engine", engine],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (result.returncode, result.stdout) == (3, "")
    [line] = result.stderr.splitlines()
    assert line.startswith(f"evalstore: error: no Spark at {engine}: ")
