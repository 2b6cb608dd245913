"""A file that changes while it is loaded is refused; it is never stored as a mixture."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalstore.errors import DataError
from evalstore.load import runs, source
from evalstore.store import Store

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gz": gzip.compress,
    "zst": zstd.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}
CHANGED = "changed while it was being loaded; load it again"


def run_text(docno: str, end: str = "\n", topics: int = 3) -> bytes:
    return b"".join(
        f"{topic} Q0 {docno}{rank} {rank} {9 - rank}.5 s{end}".encode()
        for topic in range(1, topics + 1)
        for rank in range(1, 6)
    )


def overwrite(path: Path, other: bytes) -> None:
    with path.open("r+b") as file:
        file.write(other)


def truncate(path: Path, _: bytes) -> None:
    os.truncate(path, path.stat().st_size // 2)


def append(path: Path, _: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"4 Q0 late 1 1.0 s\n")


def rename(path: Path, other: bytes) -> None:
    beside = path.with_suffix(".new")
    beside.write_bytes(other)
    beside.rename(path)


def delete(path: Path, _: bytes) -> None:
    path.unlink()


WAYS = [overwrite, truncate, append, rename, delete]
Change = Callable[[Path, bytes], None]


def during(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[[], None]
) -> None:
    """Have the change happen once, right after a step of the load."""
    real, done = getattr(owner, name), list[bool]()

    def step(*arguments: Any, **options: Any) -> Any:
        answer = real(*arguments, **options)
        if not done:
            done.append(True)
            change()
        return answer

    monkeypatch.setattr(owner, name, step)


@pytest.mark.parametrize("change", WAYS)
@pytest.mark.parametrize("packing", ["plain", "gz", "zst"])
@pytest.mark.parametrize("end", ["\n", " trailing words\n"], ids=["duckdb", "line reader"])
def test_a_run_that_changes_after_its_digest_is_refused_and_the_others_are_loaded(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    packing: str,
    end: str,
    change: Change,
) -> None:
    pack = PACKERS[packing]
    path, good = tmp_path / "run.txt", tmp_path / "good.txt"
    path.write_bytes(pack(run_text("old", end)))
    good.write_bytes(run_text("good").replace(b" s\n", b" good\n"))
    other = pack(run_text("new", end))
    during(monkeypatch, runs, "reserve_numbers", lambda: change(path, other))

    report = store.load_runs(path, good)

    assert [str(error) for error in report.refused] == [f"{path}: {CHANGED}"]
    assert [row["system"] for row in store.runs().dicts()] == ["good"]


@pytest.mark.parametrize("packing", PACKERS)
def test_a_run_that_changes_while_its_digest_is_made(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packing: str
) -> None:
    path = tmp_path / "run"
    path.write_bytes(PACKERS[packing](run_text("old")))
    other = PACKERS[packing](run_text("new"))
    during(monkeypatch, source._Checked, "__init__", lambda: overwrite(path, other))

    [error] = store.load_runs(path).refused
    assert str(error) == f"{path}: {CHANGED}"


LOADS: dict[str, tuple[bytes, bytes, Callable[[Store, Path], Any]]] = {
    "qrels": (b"1 0 a 1\n", b"1 0 a 2\n", lambda store, path: store.load_qrels(path)),
    "qrels by line": (b"1 0 a\t1\n", b"1 0 a\t2\n", lambda store, path: store.load_qrels(path)),
    "groups": (
        b"1 0 a 1\n",
        b"1 0 a 2\n",
        lambda store, path: store.load_qrels(path, file_format="qrels_jg"),
    ),
    "topics": (b"1\told text\n", b"1\tnew text\n", lambda store, path: store.load_topics(path)),
    "efficiency": (
        b"system,latency\ns,1\n",
        b"system,latency\ns,2\n",
        lambda store, path: store.load_efficiency(path),
    ),
}


@pytest.mark.parametrize("kind", LOADS)
@pytest.mark.parametrize("packing", ["plain", "gz"])
def test_every_other_kind_of_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, packing: str
) -> None:
    old, new, load = LOADS[kind]
    store.load_run({"1": {"a": 1.0}}, "s")
    path = tmp_path / "file"
    path.write_bytes(PACKERS[packing](old))
    other = PACKERS[packing](new)
    during(monkeypatch, source._Checked, "__init__", lambda: overwrite(path, other))

    with pytest.raises(DataError, match=CHANGED):
        load(store, path)
    for table in ("qrels", "judgement", "efficiency"):
        assert store.sql(f"select count(*) from {table}").rows == [(0,)]
    load(store, path)


def test_a_file_that_was_just_written_is_given_a_moment(tmp_path: Path) -> None:
    """Within one tick of the file system's clock, two writes have the same time."""
    path = tmp_path / "run"
    path.write_bytes(run_text("old"))
    with source.open_source(path) as opened:
        assert time.time_ns() - max(opened.stamp[2:]) >= 20_000_000


def test_a_writer_that_never_rests(store: Store, tmp_path: Path) -> None:
    """For real: whatever is stored is one version, with the digest of that version."""
    path = tmp_path / "run"
    versions = [run_text(name, topics=20_000) for name in ("old", "new")]
    digests = {
        hashlib.sha256(text).hexdigest(): name
        for text, name in zip(versions, ("old", "new"), strict=True)
    }
    path.write_bytes(versions[0])
    stop = threading.Event()

    def write() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            overwrite(path, versions[turn % 2])
            time.sleep(0.15)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(6):
            report = store.load_runs(path, replace=True)
            assert all(str(error).endswith(CHANGED) for error in report.refused)
            for (digest,) in store.sql("select sha256 from run").rows:
                select = "select distinct docno[:3] from ranked"
                assert store.sql(select).rows == [(digests[digest],)]
    finally:
        stop.set()
        writer.join()
    store.load_runs(path, replace=True).raise_refused()
