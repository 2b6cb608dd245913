"""The measures of ranx, topic by topic, without ties: its order of ties is arbitrary."""

from __future__ import annotations

import random

import pytest

import evalstore
from evalstore.measures.grammar import parse

ranx = pytest.importorskip("ranx", reason="ranx is not installed")

MEASURES = {
    "hit_rate@5": "hit_rate@5",
    "f1@5": "f1@5",
    "precision@5": "P@5",
    "recall@10": "R@10",
    "mrr": "RR",
    "mrr@3": "RR@3",
    "map": "AP",
    "map@5": "AP@5",
    "r-precision": "Rprec",
    "ndcg": "nDCG",
    "ndcg@5": "nDCG@5",
    "ndcg_burges": "ndcg_burges",
    "ndcg_burges@5": "ndcg_burges@5",
    "dcg": "DCG",
    "dcg_burges@5": "dcg_burges@5",
    "rbp.80": "RBP(p=0.8,rel=1)",
}


@pytest.mark.filterwarnings("ignore")  # numba warns of its own casts
@pytest.mark.parametrize("seed", range(3))
def test_every_topic(seed: int) -> None:
    chance = random.Random(seed)
    documents = [f"d{number}" for number in range(40)]
    highest = 1 if seed == 0 else 3
    qrels = {
        f"q{topic}": {
            **{one: chance.randint(0, highest) for one in chance.sample(documents, 15)},
            "relevant": 1,
        }
        for topic in range(20)
    }
    run = {
        topic: {one: float(-rank) for rank, one in enumerate(chance.sample(documents, 30))}
        for topic in qrels
    }
    # Its RBP takes grades as gains, so that a grade of 3 counts threefold: only binary ones here.
    asked = [name for name in MEASURES if highest == 1 or not name.startswith("rbp")]
    theirs = ranx.Run(run)
    ranx.evaluate(ranx.Qrels(qrels), theirs, asked, make_comparable=True)
    ours = evalstore.evaluate(qrels, run, [MEASURES[name] for name in asked], by_topic=True)
    for name in asked:
        for topic, value in theirs.scores[name].items():
            found = ours[topic][str(parse(MEASURES[name]))]
            assert found == pytest.approx(value, abs=1e-9), (name, topic)
