"""Submitted runs of TREC-COVID: every value that trec_eval 9.0.8 prints of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from trec_eval_files import call

pytestmark = pytest.mark.fixtures

EXPECTED = "expected.trec_eval-9.0.8.q.c.M1000.all_trec.tsv"


@pytest.mark.parametrize("system", ["BERT", "BBGhelani1"])
def test_every_value_of_a_submitted_run(system: str, fixtures: Path) -> None:
    folder = fixtures / "trec-covid-round1"
    rows = (line.split("\t") for line in (folder / EXPECTED).read_text().splitlines())
    expected = {(name.strip(), topic): value for run, name, topic, value in rows if run == system}
    options = ("-q", "-c", "-M1000", "-m", "all_trec")
    ended = call(*options, folder / "qrels-rnd1.txt", folder / "runs" / system)
    assert ended.values == expected
