"""The sign test: wins and losses alone."""

from __future__ import annotations

import pytest
import scipy.stats
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, SIZES, coarse, columns, p_values

from evalstore.statistics.pairs import every_pair


def test_worked_by_hand() -> None:
    """Four wins and one loss: 2 · (1 + 5) / 32; the tie is left out."""
    pairs = columns([1, 1, 1, 1, 0, 0.5], [0, 0, 0, 0, 1, 0.5])
    assert p_values("sign", pairs) == [12 / 32]


@pytest.mark.parametrize("topics", SIZES)
def test_p_values_are_those_of_the_binomial_distribution(topics: int) -> None:
    pairs = every_pair(coarse(topics))
    theirs = []
    for column in pairs.differences.T:
        won, lost = int((column > 0).sum()), int((column < 0).sum())
        theirs.append(scipy.stats.binomtest(won, won + lost).pvalue if won + lost else 1.0)
    assert p_values("sign", pairs) == pytest.approx(theirs, abs=1e-12)


def test_little_to_go_by() -> None:
    assert p_values("sign", IDENTICAL) == [1]
    assert p_values("sign", ONE_TOPIC) == [1]
    assert p_values("sign", CONSTANT) == [2 / 16]
