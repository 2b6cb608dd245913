"""Every measure's hand-worked examples, as `list measures NAME` shows them."""

from __future__ import annotations

import pytest

import evalstore
from evalstore.measures.definition import Definition, Example, definitions

EXAMPLES = [example for one in definitions() for example in one.examples]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.measure)
def test_hand_worked_example(example: Example) -> None:
    judged = (item.rpartition("=") for item in example.qrels.split())
    qrels = {"1": {docno: float(grade) for docno, _, grade in judged}}
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
