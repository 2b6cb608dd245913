"""The generated collections; each is made once and stored in the temporary folder."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path

TWO = ("nDCG@10", "AP")
FIVE = ("AP", "nDCG@10", "RR", "P@10", "R@1000")


@dataclass(frozen=True)
class Shape:
    """What one collection is like. `judged` is the mean number of judgements of a topic; the
    larger their `spread`, the fewer of them are among the documents that systems rank.
    """

    name: str
    systems: int
    topics: int
    depth: int
    judged: int
    docnos: str = "clueweb"
    pool: float = 3.0
    spread: float = 0.5
    tied: bool = False
    measures: tuple[str, ...] = TWO
    questions: bool = False
    seed: int = 4

    @property
    def rows(self) -> int:
        return self.systems * self.topics * self.depth


@dataclass(frozen=True)
class Files:
    """Where a collection lies."""

    qrels: Path
    runs: Path

    @property
    def run_files(self) -> list[Path]:
        return sorted(self.runs.iterdir())

    @property
    def bytes(self) -> int:
        return sum(path.stat().st_size for path in [self.qrels, *self.run_files])

    @property
    def systems(self) -> dict[str, str]:
        """The tag of each run, which names the system in evalstore, by the name of its file."""
        return {path.name: _tag(path) for path in self.run_files}


def _tag(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return lines.readline().split()[5]


def _marco(name: str, topics: int, depth: int) -> Shape:
    return Shape(name, 1, topics, depth, 8, "marco", 1.2, measures=FIVE)


# As TREC-COVID round 5: short names, the same documents in many topics, long scores, 69,000
# judgements, a fifth of the rows judged.
COVID = Shape("covid", 126, 50, 900, 1_386, "cord", 25.0, 3.3, questions=True)
TINY = Shape("tiny", 5, 10, 100, 50, measures=FIVE, questions=True)

SCALES = {
    "small": (
        Shape("systems", 20, 50, 200, 300, questions=True),
        _marco("passages", 500, 1_000),
        _marco("queries", 5_000, 100),
        Shape("ties", 5, 50, 200, 100, tied=True),
        Shape("deep", 5, 50, 200, 600),
        Shape("sweep", 200, 20, 50, 100),
    ),
    "short": (
        Shape("systems", 126, 50, 1_000, 300, questions=True),
        COVID,
        _marco("passages", 6_980, 1_000),
    ),
    "full": (
        Shape("systems", 126, 50, 1_000, 300, questions=True),
        COVID,
        _marco("passages", 6_980, 1_000),
        _marco("queries", 50_000, 100),
        Shape("ties", 20, 50, 1_000, 300, tied=True),
        Shape("deep", 20, 50, 1_000, 3_000),
        Shape("sweep", 1_000, 20, 50, 100),
    ),
}


def grown(shape: Shape, axis: str, factor: int) -> Shape:
    """The same collection with more systems, or with deeper rankings and as many judgements."""
    more = {axis: getattr(shape, axis) * factor}
    return replace(shape, name=f"{axis}-{factor}", **more)


def files_of(shape: Shape) -> Files:
    """The collection's files, made if they are not there."""
    folder = _cache() / f"{shape.name}-{_key(shape)}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished:
            _make(shape, Path(unfinished) / "made")
            (Path(unfinished) / "made").rename(folder)
    return Files(folder / "qrels.txt", folder / "runs")


def _make(shape: Shape, folder: Path) -> None:
    # In a process of its own: a child's peak memory is never below that of the process it was
    # started from, so the one that measures must stay small and import nothing large.
    script = Path(__file__).with_name("data.py")
    subprocess.run([sys.executable, script, json.dumps(asdict(shape)), folder], check=True)


def _key(shape: Shape) -> str:
    """Changes with any parameter, and with the generator."""
    text = json.dumps(asdict(shape)) + Path(__file__).with_name("data.py").read_text("utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _cache() -> Path:
    # gettempdir() follows TMPDIR; the user's number keeps people on one machine apart.
    return Path(tempfile.gettempdir()) / f"evalstore-benchmarks-{os.getuid()}"
