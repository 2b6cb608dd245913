"""nDCG with exponential gain and ERR print what gdeval prints, per topic and on average."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalstore.measures.definition import definition
from evalstore.store import Store

pytestmark = pytest.mark.fixtures

RUNS = {
    "cedr": "cedr-wt12.run",
    "ql-cata-filtered": "ql-cata-filtered.txt",
    "rm-cata-filtered": "rm-cata-filtered.txt",
}
NAMES = {"ndcg": "nDCG(gain='exp2')", "err": "ERR"}


@pytest.fixture(scope="module")
def web(fixtures: Path) -> Iterator[Store]:
    """The ad hoc judgements, grades -2 to 4, and three runs in the order of their scores."""
    with Store() as store:
        store.load_qrels(fixtures / "web2012" / "qrels.adhoc.txt")
        for name, file in RUNS.items():
            path = fixtures / "web2012" / "runs" / file
            store.load_runs(path, name=name, rank_by="trec_eval10").raise_refused()
        yield store


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cutoff", [10, 20])
@pytest.mark.parametrize("system", RUNS)
def test_every_value(fixtures: Path, web: Store, system: str, cutoff: int, name: str) -> None:
    measure = f"{NAMES[name]}@{cutoff}"
    if name == "err" and definition("ERR") is None:
        pytest.skip("there is no ERR yet")
    values = {topic: value for _, topic, _, value in web.scores([measure], runs=[system])}
    [answer] = web.leaderboard([measure], runs=[system]).dicts()
    values["amean"] = answer[measure]
    path = fixtures / "web2012" / "expected" / f"wt2012-{system}.gdeval-k{cutoff}.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        expected = {row["topic"]: row[f"{name}@{cutoff}"] for row in csv.DictReader(lines)}
    assert len(expected) == 51
    assert {topic: f"{value:.5f}" for topic, value in values.items()} == expected
