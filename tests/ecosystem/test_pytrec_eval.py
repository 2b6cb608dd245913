"""evalstore.pytrec_eval beside pytrec_eval: the same names, numbers and errors."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval as theirs
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore import pytrec_eval as ours

QREL = {"1": {"a": 1, "b": 0, "c": 2, "n": -1}, "2": {"a": 1}, "3": {"x": 0}, "4": {}}
RUN = {"1": {"a": 1.0, "b": 1.0, "d": 0.5, "n": 0.25}, "3": {"x": 1}, "9": {"a": 1.0}, "2": {}}
MEASURES: list[set[str]] = [
    {"map"},
    {"map", "ndcg_cut.5,10", "P_5", "recip_rank", "bpref", "num_rel_ret"},
    {"P", "P.3,7", "recall_3", "iprec_at_recall.0.25,0.5", "Rprec_mult.0.35"},
    {"official"},
    {"all_trec"},
    {"set", "ndcg"},
    {"success.3", "map_cut.100,5", "gm_map", "num_q", "runid"},
]


def differences(qrel: Any, run: Any, measures: set[str], **options: Any) -> list[object]:
    expected = theirs.RelevanceEvaluator(qrel, measures, **options).evaluate(run)
    found = ours.RelevanceEvaluator(qrel, measures, **options).evaluate(run)
    assert list(found) == list(expected)
    return [
        (topic, name, found[topic].get(name), value)
        for topic, values in expected.items()
        for name, value in {**dict.fromkeys(found[topic]), **values}.items()
        if not _is_same(name, found[topic].get(name), value)
    ]


def _is_same(name: str, found: float | None, value: float | None) -> bool:
    """Interpolated precision is 0/0 in trec_eval where nothing counts."""
    if found is None or value is None:
        return False
    if math.isnan(value):
        return name.startswith(("iprec", "11pt")) and found == 0
    return abs(found - value) <= 1e-9


@pytest.mark.parametrize("measures", MEASURES, ids=lambda names: " ".join(sorted(names)))
def test_names_and_numbers(measures: set[str]) -> None:
    assert differences(QREL, RUN, measures) == []


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("judged_only", [False, True])
def test_levels_and_judged_documents(level: int, judged_only: bool) -> None:
    options = {"relevance_level": level, "judged_docs_only_flag": judged_only}
    assert differences(QREL, RUN, {"all_trec"}, **options) == []


DOCUMENTS = [f"d{number}" for number in range(8)]


@settings(max_examples=15, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from("abc"),
        st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(0, 3), min_size=1),
        min_size=1,
    ),
    st.dictionaries(
        st.sampled_from("abcd"), st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(1, 3))
    ),
)
def test_generated(qrel: Any, run: Any) -> None:
    assert differences(qrel, run, {"map", "ndcg_cut", "P", "bpref", "recip_rank", "set"}) == []


def test_a_topic_without_documents() -> None:
    assert differences({"a": {"d0": 0}}, {"a": {}}, {"map", "set", "num_rel"}) == []


def test_several_runs_and_none() -> None:
    evaluator = ours.RelevanceEvaluator(QREL, {"map"})
    assert evaluator.evaluate({}) == {}
    first = evaluator.evaluate(RUN)
    evaluator.evaluate({"1": {"b": 1.0}})
    assert evaluator.evaluate(RUN) == first


WRONG: list[tuple[Any, Any, Any]] = [
    (QREL, {"map"}, {"1": {"a": "x"}}),
    (QREL, {"map"}, {1: {"a": 1.0}}),
    (QREL, {"map"}, {"1": ["a"]}),
    ({"1": {"a": 1.0}}, {"map"}, RUN),
    ({"1": {1: 1}}, {"map"}, RUN),
    ({"1": 1}, {"map"}, RUN),
    ([], {"map"}, RUN),
    (QREL, {"foo"}, RUN),
]


@pytest.mark.parametrize(("qrel", "measures", "run"), WRONG)
def test_errors(qrel: Any, measures: Any, run: Any) -> None:
    raised = []
    for module in (theirs, ours):
        with pytest.raises(Exception) as caught:  # noqa: PT011
            module.RelevanceEvaluator(qrel, measures).evaluate(run)
        raised.append((type(caught.value), str(caught.value)))
    assert raised[0] == raised[1]


def test_scores_that_are_not_finite() -> None:
    with pytest.raises(ValueError, match="the score of document 'a' of topic '1' is not finite"):
        ours.RelevanceEvaluator(QREL, {"map"}).evaluate({"1": {"a": math.nan}})


def test_what_is_supported() -> None:
    assert set(theirs.supported_measures) == ours.supported_measures
    for name in ("official", "set", "all_trec"):
        assert set(theirs.supported_nicknames[name]) == ours.supported_nicknames[name]


@pytest.mark.parametrize("name", ["map", "num_ret", "gm_map"])
def test_aggregation(name: str) -> None:
    values = [0.5, -1.25, 0.75]
    assert ours.compute_aggregated_measure(name, values) == theirs.compute_aggregated_measure(
        name, values
    )


def test_files() -> None:
    run, qrel = ["1 Q0 a 1 2.5 s\n", "2 Q0 a 1 1 s\n"], ["1 0 a 1\n", "1 0 b 0\n"]
    assert ours.parse_run(run) == theirs.parse_run(run)
    assert ours.parse_qrel(qrel) == theirs.parse_qrel(qrel)


# As in the README of pytrec_eval.
SCRIPT = """
import json
import {module} as pytrec_eval

qrel = {{'q1': {{'d1': 0, 'd2': 1, 'd3': 0}}, 'q2': {{'d2': 1, 'd3': 1}}}}
run = {{'q1': {{'d1': 1.0, 'd2': 0.0, 'd3': 1.5}}, 'q2': {{'d1': 1.5, 'd2': 0.2, 'd3': 0.5}}}}
evaluator = pytrec_eval.RelevanceEvaluator(qrel, {{'map', 'ndcg'}})
print(json.dumps(evaluator.evaluate(run), indent=1))
"""


def test_a_script_with_one_line_changed(tmp_path: Path) -> None:
    printed = []
    for module in ("pytrec_eval", "evalstore.pytrec_eval"):
        script = tmp_path / "script.py"
        script.write_text(SCRIPT.format(module=module))
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        printed.append(done.stdout)
    assert printed[0] == printed[1]
