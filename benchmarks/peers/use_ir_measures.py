"""ir_measures on run files: MEASURES QRELS RUN... -> system, measure, mean."""

from __future__ import annotations

import sys
from pathlib import Path

import ir_measures


def main(measures: list[str], qrels_path: str, *run_paths: str) -> None:
    asked = [ir_measures.parse_measure(name) for name in measures]
    evaluator = ir_measures.evaluator(asked, ir_measures.read_trec_qrels(qrels_path))
    for path in run_paths:
        values = evaluator.calc_aggregate(ir_measures.read_trec_run(path))
        for name, measure in zip(measures, asked, strict=True):
            print(Path(path).name, name, values[measure], sep="\t")


if __name__ == "__main__":
    main(sys.argv[1].split(","), *sys.argv[2:])
