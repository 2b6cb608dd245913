"""How large a difference is."""

from __future__ import annotations

import math

import numpy as np
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, columns

from evalstore.statistics.effect import effect, ordered_means


def test_wins_ties_and_losses() -> None:
    found = effect(columns([0.9, 0.5, 0.1, 0.2], [0.1, 0.5, 0.2, 0.1]))
    assert (found.wins[0], found.ties[0], found.losses[0]) == (2, 1, 1)


def test_where_low_is_best_a_win_is_the_lower_score() -> None:
    found = effect(columns([3, 1, 1], [1, 1, 2]), higher_is_better=False)
    assert (found.wins[0], found.ties[0], found.losses[0]) == (1, 1, 1)


def test_cohens_d_is_the_mean_difference_in_standard_deviations() -> None:
    """Differences 1, 2, 3: mean 2, deviation 1."""
    assert effect(columns([1, 2, 3], [0, 0, 0])).sizes.tolist() == [2]


def test_no_spread_no_effect_size() -> None:
    assert effect(IDENTICAL).sizes.tolist() == [0]
    assert math.isnan(effect(CONSTANT).sizes[0])
    assert math.isnan(effect(ONE_TOPIC).sizes[0])


def test_means_are_summed_in_the_order_of_topics() -> None:
    values = np.random.default_rng(3).random((1000, 1))
    total = 0.0
    for value in values[:, 0].tolist():
        total += value
    assert ordered_means(values).tolist() == [total / 1000]
