"""Writes docs/conformance.md: how near each measure comes to the tool that defines it.

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

DISAGREEMENTS = """
## Known disagreements

| with | on | why |
|---|---|---|
| trec_eval, all | decimal grades | trec_eval cuts 0.7 to 0 without a word; ours are decimal |
| trec_eval, all | `-c -l2` num_rel | it counts every grade above 0; the drop-in does as well |
| trec_eval, all | gains closer than 1 apart | its sort compares them as whole numbers; the drop-in does as well |
| trec_eval 9 | iprec_at_recall, 11pt_avg | version 10 rounds the recall point otherwise: `rounding='trec_eval10'`; IAP is exact by default |
| trec_eval 9 | interpolated precision, judged documents only, none retrieved | 0/0 there, 0 here |
| trec_eval 9 | Rndcg under `-l` | it ignores the level, yet is 0 where nothing reaches it |
| trec_eval 10 | scores as doubles | load with `--rank-by trec_eval10` |
| ir_measures | tied scores | its providers order ties in four ways; one rule here, and `leaderboard --ties` shows the range |
| ir_measures | Accuracy where all retrieved is relevant | it divides by zero; 1 here |
| ir_measures | diversity measures asked together | it returns 0 for all but one; compared one at a time |
| gdeval, ir_measures | ERR, nDCG with exponential gain | gdeval rounds to five decimals; the largest difference is that rounding |
| ndeval | ERR-IA, alpha-DCG at cutoff 1 | ndeval does not divide there, so its values can exceed 1 |
| ndeval | nNRBP without relevant documents | 0/0 there, 0 here |
"""


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
    asked = [*by_ir_measures.VIEWED, *by_ir_measures.OTHERS]
    rounded = [] if name == "cast21" else ["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@10"]
    ordered = by_ir_measures.in_trec_evals_order(run)
    for reference, names in (("ir_measures", asked), ("gdeval (ir_measures)", rounded)):
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
    return "\n".join([*lines, "", f"{total:,} values in all."]) + "\n" + DISAGREEMENTS


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
