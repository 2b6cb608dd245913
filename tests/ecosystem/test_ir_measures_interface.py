"""evalstore.ir_measures beside ir_measures: the same functions, inputs and numbers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ir_measures as theirs
import pandas as pd
import pytest
from ir_measures import AP, ERR, RR, Judged, NumRel, NumRet, P, R, Rprec, nDCG

from evalstore import ir_measures as ours

QRELS = {"1": {"a": 1, "b": 0, "c": 2, "d": 1}, "2": {"a": 1}, "3": {"x": 0}}
# Many ties, and a topic without judgements, and one that is not answered.
RUN = {
    "1": {"b": 1.0, "a": 1.0, "d": 0.5, "c": 0.5, "u": 1.0},
    "3": {"x": 1.0, "y": 1.0},
    "9": {"a": 1.0},
}
MEASURES = [
    *(nDCG @ 10, nDCG, AP, AP @ 2, AP(rel=2), RR, RR(rel=2), RR @ 2, P @ 1, P(rel=2) @ 5, R @ 2),
    *(Rprec, Judged @ 1, Judged @ 3, NumRet, NumRel),
    *(theirs.RBP(rel=1), theirs.Success @ 1, theirs.Bpref, theirs.SetF, theirs.IPrec @ 0.2),
    *(theirs.infAP, theirs.NumQ, theirs.alpha_nDCG @ 5, theirs.StRecall @ 2, theirs.Compat),
]


def forms(numbers: Any, kind: type, field: str) -> dict[str, Any]:
    rows = [kind(topic, doc, one) for topic, docs in numbers.items() for doc, one in docs.items()]
    return {
        "dictionary": numbers,
        "list": rows,
        "iterator": iter(rows),
        "data frame": pd.DataFrame(
            rows, columns=["query_id", "doc_id", field, "iteration"][: len(rows[0])]
        ),
    }


@pytest.mark.parametrize("form", ["dictionary", "list", "iterator", "data frame"])
def test_values_of_topics(form: str) -> None:
    found: list[dict[Any, float]] = []
    for module in (theirs, ours):
        qrels = forms(QRELS, theirs.Qrel, "relevance")[form]
        run = forms(RUN, theirs.ScoredDoc, "score")[form]
        metrics = module.iter_calc(MEASURES, qrels, run)
        found.append({(m.query_id, str(m.measure)): m.value for m in metrics})
    assert found[0].keys() == found[1].keys()
    assert found[1] == pytest.approx(found[0], abs=1e-9)


def test_aggregates() -> None:
    expected = theirs.calc_aggregate(MEASURES, QRELS, RUN)
    assert ours.calc_aggregate(MEASURES, QRELS, RUN) == pytest.approx(expected, abs=1e-9)
    both = ours.calc(MEASURES, QRELS, RUN)
    assert both.aggregated == pytest.approx(expected, abs=1e-9)
    assert len(both.per_query) == len(theirs.calc(MEASURES, QRELS, RUN).per_query)


def test_judged_documents_only() -> None:
    """Apart: beside it, ir_measures counts for NumRet sometimes only the judged documents."""
    measures = [P(judged_only=True) @ 2]
    assert ours.calc_aggregate(measures, QRELS, RUN) == theirs.calc_aggregate(measures, QRELS, RUN)


def test_an_evaluator_takes_several_runs() -> None:
    evaluator = ours.evaluator([nDCG @ 10], QRELS)
    first = evaluator.calc_aggregate(RUN)
    assert evaluator.calc_aggregate({"1": {"c": 1.0}}) != first
    assert evaluator.calc_aggregate(RUN) == first
    assert evaluator.calc_aggregate({}) == {nDCG @ 10: 0.0}


def test_other_names_are_those_of_ir_measures() -> None:
    assert ours.nDCG is theirs.nDCG
    assert ours.parse_measure("P@5") == P @ 5
    with pytest.raises(AttributeError):
        _ = ours.nothing


def test_a_measure_that_is_defined_by_a_function() -> None:
    measure = theirs.define_byquery(lambda qrels, run: len(run), name="Length")
    assert ours.calc_aggregate([measure], QRELS, RUN) == theirs.calc_aggregate(
        [measure], QRELS, RUN
    )


def test_the_provider_is_registered() -> None:
    provider = theirs.providers.registry["evalstore"]
    assert provider.supports(nDCG @ 10)
    assert provider.calc_aggregate([ERR @ 20], QRELS, RUN)[ERR @ 20] > 0


@pytest.fixture
def used() -> Iterator[None]:
    ours.use()
    yield
    theirs.DefaultPipeline.providers.remove(ours.evalstore)


@pytest.mark.usefixtures("used")
def test_ir_measures_itself_can_use_it() -> None:
    assert isinstance(theirs.evaluator([nDCG @ 10], QRELS), ours.EvalstoreEvaluator)


SCRIPT = """
import sys
import {module} as ir_measures
from {module} import AP, P, nDCG

qrels = list(ir_measures.read_trec_qrels(sys.argv[1]))
run = list(ir_measures.read_trec_run(sys.argv[2]))
values = ir_measures.calc_aggregate([nDCG@10, AP, P@2], qrels, run)
for measure, value in sorted(values.items(), key=str):
    print(measure, f"{{value:.4f}}")
for metric in sorted(ir_measures.iter_calc([nDCG@10], qrels, run)):
    print(metric.query_id, metric.measure, f"{{metric.value:.4f}}")
"""


def test_a_script_with_one_line_changed(tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("1 0 a 1\n1 0 b 2\n2 0 a 1\n")
    run.write_text("1 Q0 a 1 2.0 s\n1 Q0 b 2 1.0 s\n")
    printed = []
    for module in ("ir_measures", "evalstore.ir_measures"):
        script = tmp_path / "script.py"
        script.write_text(SCRIPT.format(module=module))
        command = [sys.executable, script, qrels, run]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        printed.append(done.stdout)
    assert printed[0] == printed[1]
