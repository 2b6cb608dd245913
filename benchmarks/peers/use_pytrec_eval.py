"""pytrec_eval on run files: MEASURES QRELS RUN... -> system, measure, mean."""

from __future__ import annotations

import sys
from pathlib import Path

import pytrec_eval

NAMES = {
    "AP": "map",
    "nDCG@10": "ndcg_cut_10",
    "RR": "recip_rank",
    "P@10": "P_10",
    "R@1000": "recall_1000",
}


def main(measures: list[str], qrels_path: str, *run_paths: str) -> None:
    with open(qrels_path) as file:
        qrels = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {NAMES[name] for name in measures})
    for path in run_paths:
        with open(path) as file:
            topics = evaluator.evaluate(pytrec_eval.parse_run(file)).values()
        for name in measures:  # a judged topic that the run does not answer counts 0
            mean = sum(one[NAMES[name]] for one in topics) / len(qrels)
            print(Path(path).name, name, mean, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1].split(","), *sys.argv[2:])
