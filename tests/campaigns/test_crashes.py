"""A few kills of each action of the campaign in crashes.py, and a disk that runs full."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from crashes import ACTIONS, COMMAND, Campaign, failed

import evalstore


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return Campaign(tmp_path_factory.mktemp("crashes"), seed=3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL is of Unix")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_killed_process_leaves_a_sound_store(campaign: Campaign, action: str) -> None:
    campaign.kill(action)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 12 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if mounted.returncode:
        pytest.skip(f"mounting a tmpfs needs root: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_load_that_fills_the_disk_midway_changes_nothing(
    small_disk: Path, tmp_path: Path
) -> None:
    db = small_disk / "store.duckdb"
    with evalstore.open(db) as store:
        store.load_qrels({"1": {"d1": 1}})
        store.load_run({"1": {"d1": 1.0, "d2": 0.5}}, "first")
    lines = (
        f"{topic} Q0 document-{topic * 7919}-{rank * 104729} {rank} {1 / rank!r} large\n"
        for topic in range(1, 801)
        for rank in range(1, 1001)
    )
    (tmp_path / "large.txt").write_text("".join(lines))
    done = subprocess.run(
        [*COMMAND, "load", "runs", str(tmp_path / "large.txt"), "--db", str(db)],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 3, done.stderr
    [line] = done.stderr.splitlines()
    assert str(db) in line
    assert "No space left on device" in line
    assert failed(db) == set()
    with evalstore.open(db) as store:
        assert [row["system"] for row in store.runs().dicts()] == ["first"]
        store.load_run({"1": {"d1": 1.0}}, "second")
        assert store.scores(["RR"]).rows == [("first", "1", "RR", 1.0), ("second", "1", "RR", 1.0)]
