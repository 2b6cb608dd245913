"""Measures that count the documents of the collection need to be told how many there are."""

from __future__ import annotations

import pytest

import evalstore
from evalstore.errors import UsageError

QRELS = {"1": {"a": 1}}
RUN = {"1": {"a": 2.0, "x": 1.0}}


@pytest.mark.parametrize("measure", ["Fallout", "Fallout@10", "Utility(d=1)"])
def test_without_the_size_nothing_is_made_up(measure: str) -> None:
    with pytest.raises(UsageError, match="needs the number of documents in the collection"):
        evalstore.evaluate(QRELS, RUN, [measure])


def test_with_the_size() -> None:
    assert evalstore.evaluate(QRELS, RUN, ["Fallout(documents=11)"]) == {
        "Fallout(documents=11)": 0.1
    }
