"""Many readers of the leaderboard page while runs are loaded: errors, latency, memory.

python benchmarks/serve_load.py QRELS RUNS [--readers 50] [--seconds 30]

A store with half of the runs is served on a free port of loopback. The readers ask for the page
over and over, each on a connection of its own; after a third of the time the command line loads
all runs. Prints one line for each figure.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

PAGE = "/default/leaderboard?m=nDCG@10&m=AP&tiers=1&judged=10"


@dataclass
class Seen:
    """What the readers saw."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def read(address: str, until: float, seen: Seen) -> None:
    """Ask for the page on one connection until then."""
    connection = http.client.HTTPConnection(address, timeout=60)
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            connection.request("GET", PAGE)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200 or b"</html>" not in body:
                seen.errors.append(f"status {answer.status}")
        except OSError as error:
            seen.errors.append(f"{type(error).__name__}: {error}")
            connection.close()
        seen.times.append(time.monotonic() - began)
    connection.close()


def memory_of(process: int) -> float:
    """The megabytes that a process has, on Linux."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def evalstore(store: Path, *arguments: object) -> list[str]:
    command = [sys.executable, "-m", "evalstore_cli", *map(str, arguments)]
    return [*command, "--db", str(store)]


def systems(address: str) -> int:
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/default/leaderboard.json?m=nDCG@10")
    return len(json.loads(connection.getresponse().read())["rows"])


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> float:
    """For how many seconds it was not so."""
    began = time.monotonic()
    while not condition() and time.monotonic() < began + seconds:
        time.sleep(0.1)
    return time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("qrels", type=Path)
    parser.add_argument("runs", type=Path)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    runs = sorted(given.runs.iterdir())
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "load.duckdb")
        subprocess.run(evalstore(store, "load", "qrels", given.qrels), check=True)
        first = evalstore(store, "load", "runs", *runs[: len(runs) // 2])
        subprocess.run(first, check=True, stderr=subprocess.DEVNULL)
        server = subprocess.Popen(evalstore(store, "serve", "--port", 0), stdout=subprocess.PIPE)
        try:
            measure(server, store, runs, given.readers, given.seconds)
        finally:
            server.terminate()
            print(f"exit code of the server: {server.wait(20)}")


def measure(
    server: subprocess.Popen[bytes], store: Path, runs: list[Path], readers: int, seconds: float
) -> None:
    assert server.stdout is not None
    address = urlsplit(server.stdout.readline().decode()).netloc
    seen = Seen()
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=read, args=(address, until, seen)) for _ in range(readers)]
    for thread in threads:
        thread.start()
    time.sleep(seconds / 3)
    before = memory_of(server.pid)
    began = time.monotonic()
    load = subprocess.run(
        evalstore(store, "load", "runs", *runs), capture_output=True, text=True, check=False
    )
    took = time.monotonic() - began
    late = wait_for(lambda: systems(address) == len(runs))
    shown = memory_of(server.pid)
    for thread in threads:
        thread.join()
    times = sorted(seen.times)
    print(f"requests: {len(times):,} by {readers} readers, {len(times) / seconds:.0f} per second")
    print(f"errors: {len(seen.errors)} {sorted(set(seen.errors))[:3]}")
    print(f"latency: median {median(times):.3f} s, 99 % {times[int(len(times) * 0.99)]:.3f} s")
    print(
        f"load of {len(runs)} runs: exit {load.returncode}, {took:.1f} s, shown {late:.1f} s later"
    )
    sizes = (before, shown, memory_of(server.pid))
    named = zip(("before the load", "after it", "at the end"), sizes, strict=True)
    print("memory of the server:", ", ".join(f"{size:.0f} MB {when}" for when, size in named))


def median(values: list[float]) -> float:
    return values[len(values) // 2]


if __name__ == "__main__":
    main()
