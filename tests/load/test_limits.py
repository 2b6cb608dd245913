"""How much is unpacked and spooled, and what pipes and devices are."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import DataError
from evalstore.load import spool
from evalstore.load.source import Limits, limited, open_source
from evalstore.store import Store

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstd.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}
LINES = b"1 Q0 d 1 1.0 s\n" * 200_000
GOOD = b"1 Q0 d 1 1.0 good\n"


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("packing", PACKERS)
def test_a_file_that_unpacks_to_more_is_refused_and_the_others_are_loaded(
    store: Store, tmp_path: Path, scratch: Path, packing: str
) -> None:
    bomb, good = tmp_path / "bomb", tmp_path / "good.txt"
    bomb.write_bytes(PACKERS[packing](LINES))
    good.write_bytes(GOOD)
    with limited(Limits(1_500_000)):
        report = store.load_runs(bomb, good)
    what = "more than 1.5 MB of content; raise the limit with `max_size` if this is expected"
    assert [str(error) for error in report.refused] == [f"{bomb}: {what}"]
    assert [file.name for file in report.files] == ["good"]
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("kind", ["qrels", "topics"])
def test_the_limit_is_for_every_kind_of_file(store: Store, tmp_path: Path, kind: str) -> None:
    bomb = tmp_path / "bomb"
    bomb.write_bytes(gzip.compress(LINES))
    load = store.load_qrels if kind == "qrels" else store.load_topics
    with limited(Limits(1_500_000)), pytest.raises(DataError, match=r"more than 1\.5 MB"):
        load(bomb)


@pytest.mark.parametrize("packing", PACKERS)
def test_a_line_without_end_is_no_text(store: Store, tmp_path: Path, packing: str) -> None:
    bomb = tmp_path / "bomb"
    bomb.write_bytes(PACKERS[packing](bytes(5_000_000)))
    [error] = store.load_runs(bomb).refused
    assert "this is not a text file" in str(error)


def test_a_full_temporary_folder(
    store: Store, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.bz2"
    path.write_bytes(bz2.compress(GOOD))
    usage = type("usage", (), {"total": 10**12, "free": 10**6})
    monkeypatch.setattr(spool.shutil, "disk_usage", lambda _: usage)
    [error] = store.load_runs(path).refused
    where = f"no space left in {scratch} to unpack it; set TMPDIR to a folder with more space"
    assert str(error) == f"{path}: {where}"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
def test_a_device_is_refused_at_once(store: Store, device: str) -> None:
    [error] = store.load_runs(device).refused
    assert str(error) == f"{device}: a device; expected a file"


def test_the_null_device_is_an_empty_file(store: Store) -> None:
    [error] = store.load_runs("/dev/null").refused
    assert "no rows" in str(error)


def test_a_pipe_without_a_writer_says_what_it_waits_for(tmp_path: Path) -> None:
    pipe, said = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)

    def write(text: str) -> None:
        said.append(text)
        threading.Thread(target=pipe.write_bytes, args=(GOOD,)).start()

    with limited(Limits(waiting=write)), open_source(pipe) as source, source.open() as stream:
        assert stream.read() == GOOD
    assert said == [f"waiting for {pipe}: nothing has been written to it yet"]
