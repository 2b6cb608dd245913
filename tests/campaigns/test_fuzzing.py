"""The corpus of the fuzzing campaign, and a few inputs made from it, in every run of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import CORPUS, SHARES, Campaign

# So many inputs of each target; those that open a store take longer.
INPUTS = {"run": 10, "qrels": 10, "command": 15}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return Campaign(tmp_path_factory.mktemp("fuzzing"), seed=17)


@pytest.mark.parametrize("target", SHARES)
def test_an_input_is_taken_or_refused(campaign: Campaign, target: str) -> None:
    campaign.failures.clear()
    campaign.give(target, campaign.seeds(target))
    campaign.run(target, INPUTS.get(target, 300))
    assert campaign.failures == []
    assert campaign.outcomes[target, "taken"] > 0
    assert campaign.outcomes[target, "refused"] > 0


def test_what_is_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = Campaign(tmp_path, seed=1)
    monkeypatch.setitem(campaign.targets, "measure", lambda path: 1 / 0)
    campaign.run("measure", 3)
    assert campaign.outcomes == {("measure", "wrong"): 3}
    assert "ZeroDivisionError" in campaign.failures[0][2]


def test_every_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {folder for folder, _ in SHARES.values()}
