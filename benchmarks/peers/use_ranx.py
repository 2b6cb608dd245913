"""ranx on run files: MEASURES QRELS RUN... -> system, measure, mean."""

from __future__ import annotations

import sys
from pathlib import Path

from ranx import Qrels, Run, evaluate

NAMES = {
    "AP": "map",
    "nDCG@10": "ndcg@10",
    "RR": "mrr",
    "P@10": "precision@10",
    "R@1000": "recall@1000",
}


def main(measures: list[str], qrels_path: str, *run_paths: str) -> None:
    qrels = Qrels.from_file(qrels_path, kind="trec")
    metrics = [NAMES[name] for name in measures]
    for path in run_paths:
        values = evaluate(qrels, Run.from_file(path, kind="trec"), metrics)
        for name in measures:
            print(Path(path).name, name, values[NAMES[name]], sep="\t")


if __name__ == "__main__":
    main(sys.argv[1].split(","), *sys.argv[2:])
