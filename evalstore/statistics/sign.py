"""The sign test: wins and losses alone, by the binomial distribution."""

from __future__ import annotations

import numpy as np

from evalstore.statistics.distributions import coin_tails
from evalstore.statistics.paired_t import t_interval
from evalstore.statistics.pairs import Outcome, Pairs, Settings


def sign(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided; topics without a difference are left out."""
    wins = (pairs.differences > 0).sum(axis=0)
    losses = (pairs.differences < 0).sum(axis=0)
    p_values = [
        coin_tails(int(won), int(won + lost)) for won, lost in zip(wins, losses, strict=True)
    ]
    return Outcome(np.array(p_values, dtype=float), *t_interval(pairs, settings))
