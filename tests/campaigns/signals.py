"""Ctrl-C, SIGTERM and SIGHUP at random moments of a load: one line, the exit code, nothing left.

    python tests/campaigns/signals.py --signals 500 --seed 17

Until Python itself has started, no program of it can catch a signal; a process that ends before it
reaches evalstore is counted separately, and must leave nothing behind either.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from crashes import COMMAND, failed, write_files

WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
LONGEST_SECONDS = 8.0


def signalled(folder: Path, number: signal.Signals, after: float) -> str:
    """How a load ended that got a signal: done, stopped, or before it could catch one."""
    scratch, db = folder / "tmp", folder / "new.duckdb"
    scratch.mkdir(exist_ok=True)
    db.unlink(missing_ok=True)
    running = subprocess.Popen(
        [*COMMAND, "load", "runs", "more", "other", "--db", db.name],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    time.sleep(after)
    asked = time.monotonic()
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    assert time.monotonic() - asked < LONGEST_SECONDS, "it took too long"
    assert list(scratch.iterdir()) == [], "temporary files"
    assert not list(folder.glob("*.wal")), "a log"
    assert not list(folder.glob(".*evalstore-*")), "a temporary folder"
    assert not db.exists() or failed(db) == set(), "the store is not sound"
    if running.returncode == 0:
        return "done"
    assert not db.exists(), "a store without runs"
    if running.returncode == 128 + number and err == f"evalstore: {WORDS[number]}\n":
        return "stopped"
    assert "evalstore" not in err, f"exit {running.returncode}: {err}"
    return "while Python started"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--signals", type=int, default=500)
    given = parser.parse_args()
    chance, outcomes, started = random.Random(given.seed), Counter[str](), time.time()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder)
        for count in range(given.signals):
            number, after = chance.choice(list(WORDS)), chance.uniform(0.02, 1.5)
            try:
                outcomes[signalled(folder, number, after)] += 1
            except AssertionError as error:
                outcomes["wrong"] += 1
                print(f"signal {count}, {number.name} after {after:.2f} s: {error}", flush=True)
    print(
        f"seed {given.seed}: {given.signals:,} signals, {dict(outcomes)}, "
        f"{time.time() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
