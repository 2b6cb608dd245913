"""Several groups of assessors: the store's values against the output of trec_eval."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalstore.measures.grammar import parse
from evalstore.store import Store

pytestmark = pytest.mark.fixtures


def test_every_value_of_trec_evals_own_test(fixtures: Path) -> None:
    folder = fixtures / "trec_eval-9.0.8-test"
    printed = [line.split() for line in (folder / "out.test.qrels_jg").read_text().splitlines()]
    wanted = [(name, topic, value) for name, topic, value in printed if topic != "all"]
    names = list(dict.fromkeys(name for name, _, _ in wanted))
    with Store() as store:
        store.load_qrels(folder / "qrels.123")
        store.load_runs(folder / "results.test", name="run").raise_refused()
        rows = store.scores(names, average="retrieved").rows
    found = {(measure, topic): value for _, topic, measure, value in rows}
    wrong = [
        (name, topic, value, found[parse(name).name, topic])
        for name, topic, value in wanted
        if f"{found[parse(name).name, topic]:.4f}" != value
    ]
    assert len(wanted) > 50
    assert wrong == []
