"""Processes killed at random moments: afterwards a store is as before or as after, and sound.

    python tests/campaigns/crashes.py --kills 300 --seed 17

Each action runs as a real process on a copy of a store, and is ended with SIGKILL: half of the
times at any moment, half of the times just after something has changed in the folder.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

import evalstore
from evalstore import resources, version

SCRIPT = Path(sys.executable).with_name("evalstore")
COMMAND = (str(SCRIPT),) if SCRIPT.exists() else (sys.executable, "-m", "evalstore_cli")
STORE, COPY = "store.duckdb", "copy.duckdb"
TOPICS, DEPTH = 20, 150

# What a migration of tomorrow may do, in a process that knows of it.
MIGRATION = f"""
from alembic import op

revision = "9999"
down_revision = "{version.REVISION}"


def upgrade() -> None:
    op.execute("alter table run add column colour varchar")
    op.execute("update run set colour = 'of ' || system")
    op.execute("create table ranking_copy as select * from ranking")
"""
MIGRATE = """
import sys
from pathlib import Path
from evalstore import resources, version
real = resources.folder
version.folder = lambda name: Path("migrations") if name == "migrations" else real(name)
version.REVISION = "9999"
version.migrate(sys.argv[1])
"""

CONTENT = (
    "from (select system, sha256 from run) order by all",
    "from (select name, sha256 from qrels) order by all",
    # By name: the numbers that a killed load took from the sequence are not given again.
    "select system, count(*), sum(rank), sum(document_id) from ranking "
    "left join run using (run_id) group by all order by all",
    "select qrels_id, system, count(*), sum(rank), sum(grade) from judged_ranking "
    "left join run using (run_id) group by all order by all",
    "select qrels_id, count(*), sum(grade) from judgement group by all order by all",
    "from alembic_version",
    "select table_name, column_name from duckdb_columns() where not internal order by all",
    "select count(*) from duckdb_tables() where table_name = 'ranking_copy'",
)


@dataclass(frozen=True)
class Action:
    """A command that is killed, and what is done to the store before."""

    command: Sequence[str]
    prepare: str = "select 1"


ACTIONS = {
    "load": Action((*COMMAND, "load", "runs", "more", "--db", STORE)),
    "first load": Action((*COMMAND, "load", "runs", "more", "--db", "new.duckdb")),
    "replace": Action((*COMMAND, "load", "runs", "other", "--replace", "--db", STORE)),
    "drop": Action((*COMMAND, "drop", "run", "s1", "--db", STORE)),
    "qrels": Action((*COMMAND, "load", "qrels", "qrels", "--replace", "--db", STORE)),
    "migrate": Action((sys.executable, "-c", MIGRATE, STORE)),
    "views": Action((*COMMAND, "migrate", "--db", STORE), "update setting set value = 'old'"),
    "backup": Action((*COMMAND, "backup", COPY, "--db", STORE)),
    "repair": Action(
        (*COMMAND, "verify", "--repair", "--db", STORE), "delete from judged_ranking where rank < 9"
    ),
}


def write_files(folder: Path) -> None:
    """A store with judgements and four runs, and the files that change it."""
    chance = random.Random(1)
    for name, systems in (("runs", range(4)), ("more", range(4, 8)), ("other", range(4))):
        (folder / name).mkdir()
        for system in systems:
            lines = (
                f"{topic} Q0 d{chance.randint(0, 4)}-{rank} {rank} {chance.random()} s{system}\n"
                for topic in range(TOPICS)
                for rank in range(DEPTH)
            )
            (folder / name / f"s{system}").write_text("".join(lines))
    for name in ("first", "qrels"):
        lines = (
            f"{topic} 0 d{chance.randint(0, 4)}-{rank} {chance.randint(-1, 3)}\n"
            for topic in range(TOPICS)
            for rank in range(60)
        )
        (folder / name).write_text("".join(lines))
    shutil.copytree(resources.folder("migrations"), folder / "migrations")
    (folder / "migrations" / "versions" / "9999_more.py").write_text(MIGRATION)
    with evalstore.open(folder / STORE) as store:
        store.load_qrels(folder / "first", name="qrels")
        store.load_runs(folder / "runs").raise_refused()


def content(path: Path) -> list[Any] | None:
    """Everything that an action can change; None where there is no store."""
    if not path.exists():
        return None
    with duckdb.connect(str(path), read_only=True) as plain:
        return [plain.execute(select).fetchall() for select in CONTENT]


class Campaign:
    """A folder in which actions are killed, each on a fresh copy of one store."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.original = folder / "original.duckdb"
        write_files(folder)
        (folder / STORE).rename(self.original)
        evalstore.open(folder / "empty.duckdb").close()
        self.empty = content(folder / "empty.duckdb")
        self.expected: dict[str, tuple[float, list[Any]]] = {}
        self.outcomes: Counter[str] = Counter()

    def kill(self, name: str) -> None:
        """Start an action, kill it, and check what it leaves behind; raises if that is wrong."""
        action = ACTIONS[name]
        if name not in self.expected:
            self.expected[name] = self._undisturbed(action)
        seconds, after = self.expected[name]
        before = self._fresh(action)
        process = subprocess.Popen(
            action.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait(process, seconds)
        process.kill()
        process.wait()
        ended = process.returncode == 0
        has_log = bool(list(self.folder.glob("*.wal")))
        found = (
            self._contents()
        )  # read by a plain client that only reads, with the log if one is left
        for part, old, new in zip(found, before, after, strict=True):
            # The first load creates an empty store, and then fills it.
            allowed = (old, new, self.empty) if name == "first load" else (old, new)
            assert part in allowed, f"{name}: neither as before nor as after: {part}"
        assert not ended or found == after, f"{name}: it ended, and its change is not there"
        self._check_sound(name, action, after)
        self.outcomes["done" if found == after else "not done"] += 1
        self.outcomes["with a log"] += has_log

    def _undisturbed(self, action: Action) -> tuple[float, list[Any]]:
        self._fresh(action)
        started = time.monotonic()
        subprocess.run(action.command, cwd=self.folder, check=True, capture_output=True)
        return time.monotonic() - started, self._contents()

    def _fresh(self, action: Action) -> list[Any]:
        """A fresh copy of the store, and what is in it."""
        for path in self.folder.glob(".*evalstore-*"):  # of a process that was killed
            shutil.rmtree(path)
        for path in self.folder.glob("*.duckdb*"):
            if path != self.original:
                path.unlink()
        shutil.copy(self.original, self.folder / STORE)
        with duckdb.connect(str(self.folder / STORE)) as plain:
            plain.execute(action.prepare)
        return self._contents()

    def _contents(self) -> list[Any]:
        return [content(self.folder / name) for name in (STORE, COPY, "new.duckdb")]

    def _wait(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        """Until any moment of the action, or until shortly after a change in the folder."""
        if self.chance.random() < 0.5:
            time.sleep(self.chance.uniform(0, seconds))
            return
        before = self._state()
        while process.poll() is None and self._state() == before:
            time.sleep(0.001)
        time.sleep(self.chance.uniform(0, 0.1))

    def _state(self) -> list[tuple[str, int]]:
        entries = []
        for entry in os.scandir(self.folder):
            try:
                entries.append((entry.name, entry.stat().st_size))
            except FileNotFoundError:
                entries.append((entry.name, -1))
        return sorted(entries)

    def _check_sound(self, name: str, action: Action, after: list[Any]) -> None:
        """Everything derived is right, and the action can be done again."""
        if name == "migrate":
            subprocess.run(action.command, cwd=self.folder, check=True, capture_output=True)
            assert self._contents() == after
            return
        unsound = {"repair": {"judged_ranking"}, "views": set[str]()}.get(name, set())
        for path in (self.folder / STORE, self.folder / COPY, self.folder / "new.duckdb"):
            if path.exists():
                assert failed(path) <= unsound, f"{name}: {path.name}: {failed(path)}"
        if name not in ("drop", "backup") or self._contents() != after:
            subprocess.run(action.command, cwd=self.folder, check=True, capture_output=True)
            assert self._contents()[1:] == after[1:]
            assert failed(self.folder / STORE) == set(), f"{name}: not sound when done again"


def failed(path: Path) -> set[str]:
    """The checks that a store fails."""
    with evalstore.open(path, read_only=True) as store:
        return {row["check"] for row in store.verify().dicts() if row["wrong"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--only", choices=list(ACTIONS))
    given = parser.parse_args()
    started, wrong = time.time(), 0
    with tempfile.TemporaryDirectory() as name:
        campaign = Campaign(Path(name), given.seed)
        names = [given.only] if given.only else list(ACTIONS)
        for number in range(given.kills):
            try:
                campaign.kill(names[number % len(names)])
            except (AssertionError, duckdb.Error, subprocess.CalledProcessError) as error:
                wrong += 1
                print(f"kill {number}: {error} {getattr(error, 'stderr', '')}", flush=True)
    print(
        f"seed {given.seed}: {given.kills:,} kills, {given.kills - wrong:,} survived; "
        f"{dict(campaign.outcomes)}; {time.time() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
