"""What can be wrong with a lake or an engine, each in one clear line."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import (
    ConflictError,
    DataError,
    StoreUnavailableError,
    StoreVersionError,
    UsageError,
)
from evalstore.lake import check_lake, spark
from evalstore.store import Store


@pytest.fixture
def own(lake_path: Path, tmp_path: Path) -> Path:
    """A lake to spoil."""
    return Path(shutil.copytree(lake_path, tmp_path / "lake"))


def board(lake: Path, engine: str = "local") -> None:
    with evalstore.open_lake(lake, engine, threads=1) as opened:
        opened.leaderboard("AP")


def test_no_lake(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no lake at .*export_lake"):
        board(tmp_path / "none")


def test_a_lake_that_is_half_written(own: Path) -> None:
    (own / "manifest.json").unlink()
    with pytest.raises(DataError, match=r"incomplete.*no manifest"):
        board(own)
    assert "incomplete" in check_lake(own).problems[0]


def test_a_lake_of_another_version(own: Path) -> None:
    manifest = own / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "layout": 99}))
    with pytest.raises(StoreVersionError, match="layout 99"):
        board(own)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"layout": 1}'])
def test_a_manifest_that_is_none(own: Path, content: str) -> None:
    (own / "manifest.json").write_text(content)
    with pytest.raises(DataError, match="not the manifest"):
        board(own)


@pytest.mark.parametrize("table", ["judged_ranking", "judgement", "run_topic"])
@pytest.mark.parametrize("how", ["changed", "longer", "gone"])
def test_a_lake_that_changed_under_the_job(own: Path, table: str, how: str) -> None:
    [part] = (own / table).iterdir()
    content = part.read_bytes()
    with evalstore.open_lake(own, threads=1) as opened:
        if table == "judged_ranking":
            opened.select("AP")  # what the driver reads is read
        if how == "gone":
            part.unlink()
        else:
            longer = content + b"x"
            part.write_bytes(longer if how == "longer" else content[:50] + b"\xff" + content[51:])
        with pytest.raises(DataError, match=rf"has changed: {table}/"):
            opened.leaderboard("AP")


def test_a_lake_is_not_overwritten(generated: Store, lake_path: Path) -> None:
    with pytest.raises(ConflictError, match="a lake exists"):
        generated.export_lake(lake_path)


def test_no_such_engine(lake_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no engine 'ray'.*local-cluster"):
        board(lake_path, "ray")


def test_a_place_that_arrow_does_not_know() -> None:
    with pytest.raises(StoreUnavailableError, match="cannot be reached"):
        evalstore.open_lake("gopher://host/lake")


def test_no_extra_installed(lake_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(UsageError, match=r"pip install 'evalstore\[spark\]'"):
        board(lake_path, "local-cluster[2,1,1024]")


@pytest.mark.parametrize("engine", ["sc://127.0.0.1:1", "spark://127.0.0.1:1", "sc://no.invalid"])
def test_a_cluster_that_is_not_there(engine: str) -> None:
    with pytest.raises(StoreUnavailableError, match=f"no Spark at {engine}"):
        spark.check_reachable(engine)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("[PYTHON_VERSION_MISMATCH] Python in worker has different version: 3.9", "another Python"),
        ("x\nModuleNotFoundError: No module named 'evalstore'\n", "lacks evalstore"),
        (
            'java.io.IOException: Cannot run program "/no/python": error=2',
            "no Python at /no/python",
        ),
        (
            "y\nduckdb.OutOfMemoryException: Out of Memory Error: failed",
            "ran out of memory or disk space",
        ),
        ("Job aborted\nValueError: strange\n", "ValueError: strange"),
        ("", "without a message"),
    ],
)
def test_what_spark_says_in_one_line(message: str, expected: str) -> None:
    line = spark.explained("spark://host:7077", message)
    assert line.startswith("spark://host:7077: ")
    assert expected in line
    assert "\n" not in line
