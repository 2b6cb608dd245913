"""Fisher's randomisation test: exact for few topics, sampled for many."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, columns, p_values, smooth

from evalstore.statistics.pairs import Pairs, every_pair


def test_worked_by_hand() -> None:
    """Differences 1, 2, 3 and -1: of 16 sums, 5 and 7 and their negatives are as far as 5."""
    sums = [a + b + c + d for a in (1, -1) for b in (2, -2) for c in (3, -3) for d in (1, -1)]
    expected = sum(abs(value) >= 5 for value in sums) / 16
    assert expected == 6 / 16
    assert p_values("randomization", columns([1, 2, 3, 0], [0, 0, 0, 1])) == [expected]


@pytest.mark.parametrize("topics", [2, 5, 10])
def test_few_topics_are_exact_as_scipys(topics: int) -> None:
    pairs = every_pair(smooth(topics))
    assert p_values("randomization", pairs) == pytest.approx(scipys(pairs), abs=1e-12)


def test_many_topics_are_near_scipys_and_the_t_test() -> None:
    pairs = every_pair(smooth(50, 4))
    sampled = p_values("randomization", pairs)
    assert sampled == pytest.approx(scipys(pairs, n_resamples=99_999), abs=0.008)
    assert sampled == pytest.approx(p_values("t", pairs), abs=0.02)


def scipys(pairs: Pairs, **options: object) -> list[float]:
    return [
        scipy.stats.permutation_test(
            (column,), np.mean, permutation_type="samples", axis=-1, rng=7, **options
        ).pvalue
        for column in pairs.differences.T
    ]


def test_the_seed_decides() -> None:
    pairs = every_pair(smooth(40, 3))
    once, again = p_values("randomization", pairs), p_values("randomization", pairs)
    other = p_values("randomization", pairs, seed=1)
    assert once == again
    assert once != other
    assert once == pytest.approx(other, abs=0.01)


def test_a_pair_is_not_moved_by_what_else_is_compared() -> None:
    scores = smooth(40, 6)
    together = p_values("randomization", every_pair(scores), resamples=5_000)
    alone = p_values("randomization", every_pair(scores[:, :2]), resamples=5_000)
    assert together[0] == alone[0]


def test_no_p_value_is_0() -> None:
    pairs = columns([1.0 + value for value in smooth(30)[:, 0]], [0.0] * 30)
    assert p_values("randomization", pairs, resamples=999) == [1 / 1000]


def test_little_to_go_by() -> None:
    assert p_values("randomization", IDENTICAL) == [1]
    assert p_values("randomization", ONE_TOPIC) == [1]
    assert p_values("randomization", CONSTANT) == [2 / 16]
