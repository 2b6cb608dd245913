"""The studentised range, against SciPy, Student's t and its own quantiles."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from evalstore.statistics.distributions import t_tails
from evalstore.statistics.studentised_range import range_quantile, range_tails

VALUES = np.array([0, 1e-6, 0.01, 0.3, 1, 2, 3.5, 5, 8, 20, 100])
SIZES = [(2, 1), (2, 30), (3, 4), (10, 5), (48, 1363), (126, 125), (126, 6125), (300, 20_000)]


@pytest.mark.parametrize(("systems", "df"), SIZES)
def test_tails_are_scipys(systems: int, df: int) -> None:
    theirs = scipy.stats.studentized_range.sf(VALUES, systems, df)
    assert range_tails(VALUES, systems, df) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("df", [2, 5, 29, 1000])
def test_of_two_systems_it_is_students_t(df: int) -> None:
    theirs = t_tails(VALUES / np.sqrt(2), df)
    assert range_tails(VALUES, 2, df) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(("systems", "df"), SIZES)
def test_a_quantile_is_scipys_and_gives_its_tail_back(systems: int, df: int) -> None:
    found = range_quantile(0.05, systems, df)
    assert range_tails(np.array([found]), systems, df) == pytest.approx([0.05], abs=1e-11)
    theirs = scipy.stats.studentized_range.isf(0.05, systems, df)
    assert found == pytest.approx(theirs, abs=1e-8)


def test_published_quantiles() -> None:
    """Harter, Annals of Mathematical Statistics 1960: three decimals of the 5 % points."""
    published = {(3, 10): 3.877, (5, 20): 4.232, (10, 60): 4.646, (20, 120): 5.126}
    for (systems, df), quantile in published.items():
        assert round(range_quantile(0.05, systems, df), 3) == quantile


def test_it_falls_from_1_to_0_and_others_do_not_matter() -> None:
    values = np.linspace(0, 12, 2_001)
    tails = range_tails(values, 20, 600)
    assert tails[0] == 1
    assert tails[-1] == pytest.approx(0, abs=1e-12)
    assert (np.diff(tails) < 1e-14).all()
    assert range_tails(values[700:701], 20, 600) == pytest.approx(tails[700:701], abs=1e-15)
