"""Ctrl-C, SIGTERM and SIGHUP at random moments: a line, the exit code, nothing left or half-done.

    python tests/campaigns/signals.py --signals 500 --seed 17

A quarter of the signals come twice, within a tenth of a second. Until Python itself has started, no
program of it can catch a signal; a process that ends before it reaches the first line of evalstore
is counted separately, and must leave nothing behind either.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import crashes
from crashes import COMMAND, STORE, Action, Campaign, failed
from evalstore_cli.interrupts import GRACE_SECONDS

import evalstore

WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
LONGEST_SECONDS = 8.0
START_SECONDS = 0.15  # in which a process starts; a quarter of the signals arrive within it
SLOW = "select sum(a.range * b.range) from range(1000000) as a, range(100000) as b"
OURS = re.compile(r"evalstore_cli/(?!__init__)|evalstore/|evalstore: ")

WRITING = ("load", "first load", "replace", "drop", "qrels", "views", "backup", "repair")
ACTIONS = {
    **{name: crashes.ACTIONS[name] for name in WRITING},
    "query": Action((*COMMAND, "query", SLOW, "--db", STORE)),
    "leaderboard": Action((*COMMAND, "leaderboard", "--db", STORE)),
    "serve": Action((*COMMAND, "serve", "--port", "0", "--db", STORE)),
}
ENDLESS = {"query": 2.0, "serve": 3.0}  # the seconds within which a signal arrives


class Signals(Campaign):
    """A folder in which actions get a signal, each on a fresh copy of one store."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.scratch = folder / "tmp"
        self.latest_start, self.logs = 0.0, 0
        for number in WORDS:
            # nohup, and a shell's `&`, ignore some of them, and so would the processes.
            if signal.getsignal(number) == signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)

    def send(self, name: str) -> str:
        """Start an action, send a signal, and check how it ends; raises if that is wrong."""
        seconds, after = self._expected(name)
        before = self._fresh(ACTIONS[name])
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        store = (self.folder / STORE).read_bytes()
        number = self.chance.choice(list(WORDS))
        within = START_SECONDS if self.chance.random() < 0.25 else seconds
        moment = self.chance.uniform(0, within)
        try:
            code, err, took = self._signalled(ACTIONS[name], number, moment)
            self._check_nothing_left(took)
            ending = self._ending(number, code, err)
            found = self._contents()
            if ending == "stopped":
                assert found in (before, after), f"neither as before nor as after: {found}"
            else:
                assert found == (after if ending == "done" else before), f"{ending}: {found}"
            assert name != "query" or ending != "done", "an endless query ended"
            if found != before or (self.folder / STORE).read_bytes() != store:
                self._check_stores("judged_ranking" if name == "repair" else None)
            self._check_logs(found)
        except AssertionError as error:
            raise AssertionError(f"{name}, {number.name} after {moment:.3f} s: {error}") from None
        if ending == "while Python started":
            self.latest_start = max(self.latest_start, moment)
        self.outcomes[ending] += 1
        return ending

    def _expected(self, name: str) -> tuple[float, list[Any]]:
        if name not in self.expected:
            self.expected[name] = (
                (ENDLESS[name], self._fresh(ACTIONS[name]))
                if name in ENDLESS
                else self._undisturbed(ACTIONS[name])
            )
        return self.expected[name]

    def _signalled(self, action: Action, number: int, moment: float) -> tuple[int, str, float]:
        """Exit code and standard error of a process, and its seconds from the signal on."""
        process = subprocess.Popen(
            action.command,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(self.scratch)},
        )
        time.sleep(moment)
        asked = time.monotonic()
        process.send_signal(number)
        if self.chance.random() < 0.25:  # as `timeout` does: to the process, and to its group
            time.sleep(self.chance.uniform(0, 0.1))
            process.send_signal(number)
        try:
            _, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise AssertionError("it hangs") from None
        took = time.monotonic() - asked
        assert took < LONGEST_SECONDS, "it took too long"
        return process.returncode, err, took

    def _ending(self, number: signal.Signals, code: int, err: str) -> str:
        if code == 0:
            assert "Traceback" not in err, err
            return "done"
        if (code, err) == (128 + number, f"evalstore: {WORDS[number]}\n"):
            return "stopped"
        # Python prints where a KeyboardInterrupt found it: before any module but `__init__`.
        by_python = code == -number or "Fatal Python error" in err
        assert by_python, f"exit {code}: {err}"
        assert not OURS.search(err), f"exit {code}: {err}"
        return "while Python started"

    def _check_nothing_left(self, took: float) -> None:
        assert list(self.scratch.iterdir()) == [], "temporary files"
        # Where closing the store takes longer, DuckDB reads its log when it is opened again.
        assert took >= GRACE_SECONDS or not list(self.folder.glob("*.wal")), "a log"
        assert not list(self.folder.glob(".*evalstore-*")), "a temporary folder"

    def _check_logs(self, found: list[Any]) -> None:
        """A log that is left has been read by a client that only reads; a writer merges it."""
        for log in list(self.folder.glob("*.wal")):
            self.logs += 1
            evalstore.open(log.with_suffix("")).close()
            assert not log.exists(), "a log after the next writer"
            assert self._contents() == found, "another content after the next writer"

    def _check_stores(self, unsound: str | None) -> None:
        for path in map(self.folder.joinpath, (STORE, crashes.COPY, "new.duckdb")):
            if path.exists():
                assert failed(path) <= {unsound}, f"{path.name}: {failed(path)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--signals", type=int, default=500)
    parser.add_argument("--only", choices=list(ACTIONS))
    given = parser.parse_args()
    started, wrong = time.time(), 0
    by_action: dict[str, Counter[str]] = {name: Counter() for name in ACTIONS}
    with tempfile.TemporaryDirectory() as folder:
        campaign = Signals(Path(folder), given.seed)
        names = [given.only] if given.only else list(ACTIONS)
        for count in range(given.signals):
            name = names[count % len(names)]
            try:
                by_action[name][campaign.send(name)] += 1
            except AssertionError as error:
                wrong += 1
                print(f"signal {count}: {error}", flush=True)
            if count % 50 == 49:
                print(f"{count + 1:,} signals, {wrong} wrong", flush=True)
    for name in names:
        print(f"{name}: {dict(by_action[name])}")
    print(
        f"seed {given.seed}: {given.signals:,} signals, {wrong} wrong, {dict(campaign.outcomes)}, "
        f"the last while Python started after {campaign.latest_start * 1000:.0f} ms; "
        f"{campaign.logs} logs left; "
        f"{time.time() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
