"""The hand-worked examples of the diversity measures: `a/1=2` grades document a for subtopic 1."""

from __future__ import annotations

import pyarrow as pa
import pytest

import evalstore
from evalstore.measures.definition import Example, definitions

EXAMPLES = [example for one in definitions() for example in one.examples if "/" in example.qrels]


def judgements(text: str) -> pa.Table:
    rows = [item.replace("/", "=").split("=") for item in text.split()]
    docnos, subtopics, grades = zip(*rows, strict=True)
    columns = {"docno": docnos, "subtopic": subtopics, "grade": [float(grade) for grade in grades]}
    return pa.table({"topic": ["1"] * len(rows), **columns})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.measure)
def test_hand_worked_example(example: Example) -> None:
    run = {"1": {docno: float(-rank) for rank, docno in enumerate(example.run.split())}}
    scores = evalstore.evaluate(judgements(example.qrels), run, [example.measure], by_topic=True)
    [value] = scores["1"].values()
    assert value == pytest.approx(example.value, abs=1e-12), example.why
