"""Every measure's hand-worked examples, as `list measures NAME` shows them."""

from __future__ import annotations

import polars as pl
import pytest

import evalstore
from evalstore.measures.definition import Definition, Example, definitions


def judgements(text: str) -> pl.DataFrame:
    """`a=2 b=1`, or `a/1=2` where the judgement is of subtopic 1."""
    rows = []
    for item in text.split():
        judged, _, grade = item.rpartition("=")
        docno, _, subtopic = judged.partition("/")
        rows.append(("1", docno, subtopic or "0", float(grade)))
    return pl.DataFrame(rows, schema=["topic", "docno", "subtopic", "grade"], orient="row")


EXAMPLES = [example for one in definitions() for example in one.examples]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.measure)
def test_hand_worked_example(example: Example) -> None:
    qrels = judgements(example.qrels)
    ranked = example.run.split()
    run = {"1": {docno: float(-rank) for rank, docno in enumerate(ranked)}}
    [value] = evalstore.evaluate(qrels, run, [example.measure], by_topic=True)["1"].values()
    assert value == pytest.approx(example.value, abs=1e-6), example.why


@pytest.mark.parametrize("one", definitions(), ids=lambda one: one.name)
def test_every_measure_is_described_and_has_an_example(one: Definition) -> None:
    assert one.title
    assert one.meaning.endswith((".", ")"))
    assert one.formula
    assert one.citation
    assert one.reference
    assert one.examples
