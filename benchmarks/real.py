"""Real collections: the shared fixtures, where they are present, and files given by the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shapes import Files, Shape

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "fixtures"
KNOWN = {
    "trec-covid-round1": "qrels-rnd1.txt",
    "robust03": "qrels.robust2003.txt",
    "dl20-doc": "qrels.dl20-doc.txt",
}


@dataclass(frozen=True)
class RealShape(Shape):
    """A collection whose rows were counted."""

    counted: int = 0

    @property
    def rows(self) -> int:
        return self.counted


def real_collections(given: Sequence[Sequence[Path]]) -> list[tuple[Shape, Files]]:
    """The fixtures, then each pair of a qrels file and a folder of runs."""
    known = [
        Files(FIXTURES / name / qrels, FIXTURES / name / "runs") for name, qrels in KNOWN.items()
    ]
    files = [one for one in known if one.qrels.is_file()]
    files += [Files(qrels, runs) for qrels, runs in given]
    return [(shape_of(one), one) for one in files]


def shape_of(files: Files) -> Shape:
    judged = [line.split()[0] for line in _lines(files.qrels)]
    topics = len(set(judged))
    systems = len(files.run_files)
    rows = sum(len(_lines(path)) for path in files.run_files)
    return RealShape(
        name=files.qrels.parent.name,
        systems=systems,
        topics=topics,
        depth=round(rows / systems / topics),
        judged=round(len(judged) / topics),
        questions=True,
        counted=rows,
    )


def _lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    return [line for line in text.splitlines() if line.strip()]
