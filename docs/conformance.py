"""Writes docs/conformance.md: the largest difference of each measure from the tool that defines it.

    python docs/conformance.py

Needs the shared fixture collections and the test tools; the comparisons are those of
tests/conformance, on the same collections.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT.parent / "shared" / "fixtures"
sys.path.insert(0, str(ROOT / "tests" / "conformance"))

import test_ir_measures as by_ir_measures  # noqa: E402
import test_ndeval as by_ndeval  # noqa: E402
import test_trec_eval_measures as by_trec_eval  # noqa: E402
from references import COLLECTIONS, ours, read_collection, where  # noqa: E402

Tally = dict[tuple[str, str], list[float]]

DISAGREEMENTS = (ROOT / "docs" / "disagreements.md").read_text(encoding="utf-8")


def compare(tally: Tally, reference: str, found: Any, expected: Any) -> None:
    for topic, values in expected.items():
        for measure, value in values.items():
            if not math.isnan(value):
                name = measure.split("(")[0].split("@")[0]
                tally[name, reference].append(abs(found[topic][measure] - value))


def with_trec_eval(tally: Tally, qrels: Any, run: Any) -> None:
    expected = by_trec_eval.theirs(qrels, run)
    names = {name for values in expected.values() for name in values}
    measures = {name: where(name) for name in names}
    renamed = {
        topic: {str(measures[name]): value for name, value in values.items()}
        for topic, values in expected.items()
    }
    found = ours(qrels, run, measures.values())
    compare(tally, "trec_eval 9.0.8 (pytrec_eval)", found, renamed)


def with_ir_measures(tally: Tally, name: str, qrels: Any, run: Any) -> None:
    selected = [*by_ir_measures.VIEWED, *by_ir_measures.OTHERS]
    rounded = [] if name == "cast21" else ["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@10"]
    ordered = by_ir_measures.in_trec_evals_order(run)
    for reference, names in (("ir_measures", selected), ("gdeval (ir_measures)", rounded)):
        if names:
            expected = by_ir_measures.theirs(qrels, ordered, names)
            compare(tally, reference, ours(qrels, run, names), expected)


def with_ndeval(tally: Tally) -> None:
    folder = FIXTURES / "legaldiv"
    rows = by_ndeval.printed(folder / "expected.ndeval-c.csv")
    columns = [column for column in rows[0] if column not in ("runid", "topic")]
    values = by_ndeval.legal.__wrapped__(FIXTURES)  # type: ignore[attr-defined]
    for row in rows:
        for column in columns:
            found = values.get((row["runid"], row["topic"], column))
            if found is not None:
                name = by_ndeval.measure(column).split("@")[0]
                tally[name, "ndeval -c, six decimals"].append(abs(found - float(row[column])))


def page(tally: Tally) -> str:
    lines = [
        "# Conformance",
        "",
        "Every measure against the tool that defines it, topic by topic, on real runs of",
        f"{', '.join(COLLECTIONS)} and legaldiv.",
        "Written by `python docs/conformance.py`; the tests in `tests/conformance` make the same",
        "comparisons, and more on generated runs (ties, missing topics, unjudged documents,",
        "negative grades, nothing relevant).",
        "",
        "| measure | reference | values compared | largest difference |",
        "|---|---|---:|---:|",
    ]
    for (measure, reference), differences in sorted(tally.items()):
        lines.append(f"| {measure} | {reference} | {len(differences):,} | {max(differences):.1e} |")
    total = sum(map(len, tally.values()))
    return "\n".join([*lines, "", f"{total:,} values in total.", "", DISAGREEMENTS])


def main() -> None:
    tally: Tally = defaultdict(list)
    for name in COLLECTIONS:
        qrels, run = read_collection(FIXTURES, name)
        with_trec_eval(tally, qrels, run)
        with_ir_measures(tally, name, qrels, run)
    with_ndeval(tally)
    (ROOT / "docs" / "conformance.md").write_text(page(tally), encoding="utf-8")


if __name__ == "__main__":
    main()
