"""A store is the same whether the compiled module helped to fill it or not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evalstore
from evalstore import native

pytestmark = pytest.mark.skipif(native.compiled is None, reason="no compiled module here")

TABLES = ("named_document", "judgement", "retrieved", "retrieved_stretch")


def write_collection(folder: Path) -> None:
    """Runs in and out of order, with ties, of named and of numbered documents, some judged."""
    drawn = np.random.default_rng(4)
    documents = [f"doc-{number}" if number % 3 else str(number) for number in range(300)]
    grades = drawn.integers(-1, 3, (4, 300))
    folder.joinpath("qrels.txt").write_text(
        "".join(
            f"{topic} 0 {documents[document]} {grades[topic, document]}\n"
            for topic in range(4)
            for document in range(0, 300, 2)
        )
    )
    for system in range(3):
        lines = [
            f"{topic} Q0 {documents[document]} {rank} {drawn.integers(0, 40) / 8} s{system}\n"
            for topic in range(5)
            for rank, document in enumerate(drawn.permutation(300)[:80], 1)
        ]
        folder.joinpath(f"s{system}.run").write_text("".join(lines))


def filled(folder: Path) -> dict[str, Any]:
    with evalstore.open(":memory:") as store:
        store.load_qrels(folder / "qrels.txt")
        store.load_runs(*sorted(folder.glob("*.run"))).raise_refused()
        answers = {table: store.sql(f"from {table}").fetchall() for table in TABLES}
        lists = store.sql("from judged_list order by run_id, topic").fetchall()
        board = store.leaderboard(["nDCG@10", "AP", "P@5"]).fetchall()
        return answers | {"judged_list": lists, "leaderboard": board}


def test_a_store_is_filled_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_collection(tmp_path)
    compiled = filled(tmp_path)
    monkeypatch.setattr(native, "compiled", None)
    assert compiled == filled(tmp_path)
    assert any(row[-1] for row in compiled["retrieved_stretch"])
    assert compiled["leaderboard"]


def test_reading_files_imports_nothing_large_in_vain(tmp_path: Path) -> None:
    """Arrow itself would import pandas to look whether it was handed any of it."""
    write_collection(tmp_path)
    code = f"""
import sys, evalstore
with evalstore.open() as store:
    store.load_qrels("{tmp_path}/qrels.txt")
    store.load_runs("{tmp_path}/s0.run", "{tmp_path}/s1.run").raise_refused()
    store.leaderboard(["AP"]).fetchall()
print({{"pandas", "pyarrow.compute"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
