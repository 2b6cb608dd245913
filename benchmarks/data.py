"""Makes a collection: `python benchmarks/data.py SHAPE FOLDER` (the shape as JSON).

Every topic has a pool of candidate documents with a hidden relevance. A system sees it through
noise and ranks what it sees, so that systems overlap as real ones do; the assessors judge the
documents that are most relevant, with some noise too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv
from shapes import Shape

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MARCO_PASSAGES = 8_841_823
CLUEWEB_PAGES = 134 * 100 * 40_000
CORD_ARTICLES = 191_160
CORD_NAMES = 36**8
# The judged documents of a topic from the most relevant down: 5 % with grade 3, 10 % with 2, …
GRADES = ((0.05, 3), (0.15, 2), (0.35, 1))


class Collection:
    """The pools of all topics, as matrices with a row for each topic."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.random = np.random.default_rng(shape.seed)
        self.pool = int(shape.depth * shape.pool) + 20
        self.relevance: Floats = self.random.exponential(size=(shape.topics, self.pool))
        self.topics: Integers = self._topic_numbers()
        self.docnos = self._docnos()

    def _topic_numbers(self) -> Integers:
        first, step = (1_000, 21) if self.shape.docnos == "marco" else (301, 1)
        return first + step * np.arange(self.shape.topics)

    def _docnos(self) -> pa.Array:
        size, name = DOCNOS[self.shape.docnos]
        drawn = [self._distinct(size) for _ in range(self.shape.topics)]
        return pa.array([name(number) for number in np.concatenate(drawn).tolist()])

    def _distinct(self, size: int) -> Integers:
        drawn = np.unique(self.random.integers(0, size, self.pool * 2))
        return self.random.permutation(drawn)[: self.pool]

    def qrels(self) -> pa.Table:
        seen = self.relevance + self.random.normal(0, self.shape.spread, self.relevance.shape)
        order = np.argsort(-seen, axis=1)
        rows, grades = [], []
        for topic, judged in enumerate(self._judged_counts().tolist()):
            rows.append(topic * self.pool + order[topic, :judged])
            grades.append(_grades(judged))
        chosen = np.concatenate(rows)
        return pa.table(
            {
                "topic": self.topics[chosen // self.pool],
                "subtopic": np.zeros(len(chosen), dtype=np.int64),
                "docno": self.docnos.take(pa.array(chosen)),
                "grade": np.concatenate(grades),
            }
        )

    def _judged_counts(self) -> Integers:
        shares = self.random.uniform(0.5, 1.5, self.shape.topics)
        return np.clip(np.rint(shares * self.shape.judged), 1, self.pool).astype(np.int64)

    def run(self, number: int, tag: str) -> pa.Table:
        """A system's rankings, in the order that they are written: topic by topic, best first."""
        shape = self.shape
        random = np.random.default_rng([shape.seed, number])
        noise = random.normal(0, random.uniform(0.3, 2.0), self.relevance.shape)
        order = np.argsort(-(self.relevance + noise), axis=1)[:, : shape.depth]
        chosen = order + np.arange(shape.topics)[:, None] * self.pool
        count = shape.topics * shape.depth
        return pa.table(
            {
                "topic": np.repeat(self.topics, shape.depth),
                "Q0": pa.repeat("Q0", count),
                "docno": self.docnos.take(pa.array(chosen.ravel())),
                "rank": np.tile(np.arange(1, shape.depth + 1), shape.topics),
                "score": _scores(random, shape).ravel(),
                "tag": pa.repeat(tag, count),
            }
        )


def _clueweb(number: int) -> str:
    directory, rest = divmod(number, 100 * 40_000)
    file, page = divmod(rest, 40_000)
    return f"clueweb09-en{directory:04d}-{file:02d}-{page:05d}"


def _cord(number: int) -> str:
    """Eight letters and digits: numbers in turn get names that are far apart."""
    return np.base_repr((number + 1) * 1_000_003_000_017 % CORD_NAMES, 36).lower().zfill(8)


# How many documents there are to draw from, and how a number is written as a name.
DOCNOS: dict[str, tuple[int, Callable[[int], str]]] = {
    "clueweb": (CLUEWEB_PAGES, _clueweb),
    "cord": (CORD_ARTICLES, _cord),
    "marco": (MARCO_PASSAGES, str),
}


def _grades(judged: int) -> Integers:
    grades = np.zeros(judged, dtype=np.int64)
    for share, grade in reversed(GRADES):
        grades[: int(np.ceil(share * judged))] = grade
    return grades


def _scores(random: np.random.Generator, shape: Shape) -> Floats:
    """Falling scores. Untied ones differ as 32-bit floats too, in which some tools compare them."""
    gaps = 0.001 + random.exponential(0.02, (shape.topics, shape.depth))
    falls = np.cumsum(gaps, axis=1)
    scores: Floats = falls[:, -1:] - falls + random.uniform(1, 9, (shape.topics, 1))
    if shape.tied:
        return np.floor(scores * 2) / 2
    return scores if shape.docnos == "cord" else np.round(scores, 6)


def make(shape: Shape, folder: Path) -> None:
    (folder / "runs").mkdir(parents=True)
    collection = Collection(shape)
    _write(collection.qrels(), folder / "qrels.txt")
    for number in range(shape.systems):
        tag = f"system{number + 1:04d}"
        _write(collection.run(number, tag), folder / "runs" / f"{tag}.run")


def _write(table: pa.Table, path: Path) -> None:
    options = csv.WriteOptions(include_header=False, delimiter=" ", quoting_style="none")
    csv.write_csv(table, path, options)


if __name__ == "__main__":
    fields = json.loads(sys.argv[1])
    make(Shape(**{**fields, "measures": tuple(fields["measures"])}), Path(sys.argv[2]))
