"""Folders that other tools make: which of their files are runs, judgements and topics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

# Beside the runs in the save_dir of PyTerrier's Experiment.
_SUMMARIES = ("aggregated.csv", "perquery.csv")


def qrels_paths(path: str | Path) -> list[str | Path]:
    """The judgements of a BEIR dataset (`qrels/test.tsv` and others), or the path itself."""
    found = sorted(Path(path, "qrels").glob("*.tsv"))
    return [*found] or [path]


def topics_path(path: str | Path) -> str | Path:
    """The topics of a BEIR dataset (`queries.jsonl`), or the path itself."""
    found = Path(path, "queries.jsonl")
    return found if found.is_file() else path


def without_summaries(files: Sequence[Path]) -> list[Path]:
    """The files without PyTerrier's summaries of the runs in their folder."""
    folders = {file.parent for file in files if file.name.endswith((".res.gz", ".res"))}
    return [file for file in files if not (file.name in _SUMMARIES and file.parent in folders)]
