"""Calling the drop-in, and writing small files for it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from evalstore_cli.trec_eval import run


@dataclass(frozen=True)
class Ended:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def values(self) -> dict[tuple[str, str], str]:
        """Value by measure and topic."""
        lines = (line.split("\t") for line in self.out.splitlines())
        return {(name.strip(), topic): value for name, topic, value in lines}


def call(*arguments: str | Path, stdin: bytes = b"") -> Ended:
    out, err = io.BytesIO(), io.BytesIO()
    code = run(list(map(str, arguments)), io.BytesIO(stdin), out, err)
    return Ended(code, out.getvalue().decode("latin-1"), err.getvalue().decode("latin-1"))


def qrels_of(**topics: str) -> str:
    """`t1="a=1 b=0"` as lines of judgements."""
    return "".join(
        f"{topic} 0 {docno} {grade}\n"
        for topic, judged in topics.items()
        for docno, grade in (pair.split("=") for pair in judged.split())
    )


def results_of(**topics: str) -> str:
    """`t1="b a"` as lines of results, in falling order of score."""
    return "".join(
        f"{topic} Q0 {docno} 0 {100 - rank} tag\n"
        for topic, ranking in topics.items()
        for rank, docno in enumerate(ranking.split())
    )
