"""Closed descriptors, full disks and folders that nobody may write to: a line, and its code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from outcome import COMMAND, Es, Outcome

import evalstore


def shell(command: str, redirection: str, **environment: str) -> Outcome:
    line = f"exec {shlex.join(COMMAND)} {command} {redirection}"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("redirection", "code", "message"),
    [
        (">&-", 1, "evalstore: error: standard output cannot be written: Bad file descriptor\n"),
        (
            ">/dev/full",
            1,
            "evalstore: error: standard output cannot be written: No space left on device\n",
        ),
        ("2>&-", 0, ""),
        ("2>/dev/full", 0, ""),
        ("<&-", 0, ""),
        ("<&- >&- 2>&-", 1, ""),
    ],
)
def test_streams_that_are_closed_or_full(
    db: str, redirection: str, code: int, message: str
) -> None:
    before = Path(db).read_bytes()
    done = shell(f"leaderboard --db {db}", redirection)
    assert (done.code, done.err) == (code, message)
    assert bool(done.out) == (code == 0)
    assert Path(db).read_bytes() == before


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_the_program_of_trec_eval_says_so_too(demo_files: Path, redirection: str) -> None:
    [program] = entry_points(group="console_scripts", name="evalstore-trec-eval")
    code = f"import {program.module} as module; module.{program.attr}()"
    files = [str(demo_files / "qrels.txt"), str(demo_files / "runs" / "bm25.txt")]
    line = f"exec {shlex.join([sys.executable, '-c', code, *files])} {redirection}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("evalstore: error: standard output cannot be written: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_load_without_streams_writes_to_the_store_only(
    demo_files: Path, redirection: str
) -> None:
    """A file that is opened gets the lowest free number: 2 would have had the messages."""
    done = shell(f"load runs {demo_files}/runs --db new.duckdb", redirection)
    assert done.code == 0
    with evalstore.open("new.duckdb", read_only=True) as store:
        assert len(store.runs().rows) == 3


def test_closed_standard_input_is_no_empty_file() -> None:
    done = shell("load runs - --db new.duckdb", "<&-")
    assert done.code == 1
    assert done.err.startswith("evalstore: error: <stdin>: Bad file descriptor\n")
    assert not Path("new.duckdb").exists()


@pytest.mark.parametrize(
    "arguments",
    ["load runs nothing", "load runs bad", "load runs /dev/zero", "load qrels bad"],
)
def test_a_first_load_that_fails_makes_no_store(es: Es, arguments: str) -> None:
    Path("bad").write_text("neither run nor qrels\n")
    before = set(os.listdir())
    done = es(*arguments.split(), "--db", "new.duckdb")
    assert done.code == 1
    assert set(os.listdir()) == before


def test_the_size_of_files_can_be_limited(es: Es) -> None:
    Path("run").write_text("1 Q0 d 1 1.0 s\n" * 100)
    subprocess.run(["gzip", "run"], check=True)
    done = es("load", "runs", "run.gz", "--max-size", "1kB", "--db", "new.duckdb")
    assert done.code == 1
    assert "run.gz: more than 1 kB of content; " in done.err
    assert es("load", "runs", "run.gz", "--max-size", "much").code == 2


def mounted(folder: Path, *options: str) -> None:
    folder.mkdir()
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip("only root may mount a small disk")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """4 MB."""
    folder = tmp_path / "small"
    mounted(folder, "-t", "tmpfs", "-o", "size=4m", "tmpfs")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def large() -> str:
    lines = (
        f"{topic} Q0 doc{topic}-{rank} {rank} {1000 - rank}.25 big\n"
        for topic in range(500)
        for rank in range(1000)
    )
    Path("large").write_text("".join(lines))
    return "large"


def test_a_disk_that_is_full_before_a_store_is_created(es: Es, small_disk: Path) -> None:
    filler = small_disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    Path("run").write_text("1 Q0 d 1 1.0 s\n")
    done = es("load", "runs", "run", "--db", small_disk / "new.duckdb")
    assert done.code == 3
    assert done.err == (
        f"evalstore: error: {small_disk}/new.duckdb cannot be created: No space left on device\n"
    )
    assert os.listdir(small_disk) == ["filler"]


def test_a_disk_that_fills_up_during_a_load(process: Es, small_disk: Path, large: str) -> None:
    db = small_disk / "new.duckdb"
    done = process("load", "runs", large, "--db", db)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert f"{db} cannot be written: No space left on device; " in done.err
    assert os.listdir(small_disk) == []
    Path("run").write_text("1 Q0 d 1 1.0 s\n")
    assert process("load", "runs", "run", "--db", db).code == 0
    assert process("load", "runs", large, "--db", db).code == 3
    assert [
        row["system"] for row in process("list", "runs", "--format", "csv", "--db", db).records
    ] == ["s"]


def test_a_temporary_folder_that_is_full_refuses_only_what_needs_it(
    process: Es, small_disk: Path, large: str
) -> None:
    subprocess.run(["bzip2", large], check=True)
    Path("good").write_text("1 Q0 d 1 1.0 good\n")
    done = process(
        "load", "runs", "large.bz2", "good", "--db", "new.duckdb", TMPDIR=str(small_disk)
    )
    assert done.code == 1
    assert f"large.bz2: no space left in {small_disk} to unpack it; set TMPDIR" in done.err
    assert "loaded 1 run, " in done.err
    assert os.listdir(small_disk) == []


def test_a_folder_that_cannot_be_written_to(process: Es, own: str, tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    mounted(folder, "-t", "tmpfs", "tmpfs")
    try:
        (folder / "s.duckdb").write_bytes(Path(own).read_bytes())
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        Path("run").write_text("1 Q0 d 1 1.0 s\n")
        reading = process("leaderboard", "--db", folder / "s.duckdb")
        writing = process("load", "runs", "run", "--db", folder / "s.duckdb")
        creating = process("load", "runs", "run", "--db", folder / "new.duckdb")
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
    assert (reading.code, reading.err) == (0, "")
    assert (writing.code, writing.err) == (
        3,
        f"evalstore: error: {folder}/s.duckdb cannot be opened: Read-only file system\n",
    )
    assert (creating.code, creating.err) == (
        3,
        f"evalstore: error: {folder}/new.duckdb cannot be created: Read-only file system\n",
    )


def test_loads_from_a_parallel_shell_loop_all_arrive(process: Es) -> None:
    for number in range(8):
        Path(f"run{number}").write_text(f"1 Q0 d 1 1.0 s{number}\n")

    def load(number: int) -> int:
        return process("load", "runs", f"run{number}", "--db", "new.duckdb", "--wait", "60").code

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(load, range(8))) == [0] * 8
    with evalstore.open("new.duckdb", read_only=True) as store:
        assert len(store.runs().rows) == 8
