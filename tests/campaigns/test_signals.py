"""A signal for each action of the campaign in signals.py."""

from __future__ import annotations

import os

import pytest
from signals import ACTIONS, Signals


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Signals:
    return Signals(tmp_path_factory.mktemp("signals"), seed=5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGHUP is of Unix")
@pytest.mark.parametrize("action", ACTIONS)
def test_a_signal_leaves_nothing_half_done(campaign: Signals, action: str) -> None:
    if action == "serve":
        pytest.importorskip("uvicorn", reason="the extra web is not installed")
    campaign.send(action)
