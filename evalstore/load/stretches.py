"""Ranked lists cut into stretches, as the store keeps them: a row of lists for each.

A row for each document would have to say of every one which list it is of, and where in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalstore.arrow import taken
from evalstore.columns import Array, as_array, as_column, as_lists
from evalstore.load.ranking import RankedLists, joined

if TYPE_CHECKING:
    import pyarrow as pa

# Documents of a stretch: few, since DuckDB reads 2,048 rows to get at one.
LENGTH = 128

_NONE = np.empty(0)


class Told(NamedTuple):
    """The stretches of which something is told, and a value for each of their documents."""

    stretches: Array
    values: Array


class Cut(NamedTuple):
    """Of each stretch its list, how many documents of that stand above it, and its length."""

    lists: Array
    above: Array
    lengths: Array

    def nothing(self) -> Told:
        return Told(np.zeros(len(self.lists), bool), _NONE)

    def all(self, values: Array) -> Told:
        """A value for each document, told of all stretches."""
        return Told(np.ones(len(self.lists), bool), values)

    def some(self, values: Array, marked: Array) -> Told:
        """A value for each document, told of those stretches that have marked documents."""
        if not marked.any():
            return self.nothing()
        starts = np.cumsum(self.lengths) - self.lengths
        stretches = np.logical_or.reduceat(marked, starts)
        return Told(stretches, values[np.repeat(stretches, self.lengths)])


def cut(lengths: Array) -> Cut:
    """Cut lists of these lengths; they are counted from 0."""
    counts = -(-lengths // LENGTH)
    lists = np.repeat(np.arange(len(lengths), dtype=np.int32), counts)
    first = np.cumsum(counts) - counts
    above = (np.arange(len(lists)) - first[lists]) * LENGTH
    return Cut(lists, above.astype(np.int32), np.minimum(lengths[lists] - above, LENGTH))


def stretches_of(
    ranked: Sequence[RankedLists], documents: Sequence[Array], lists: pa.Table
) -> pa.Table:
    """The stretches of ranked lists, given their documents' numbers and their runs and topics."""
    import pyarrow as pa

    cuts = [cut(one.lengths) for one in ranked]
    whole = cuts[0] if len(cuts) == 1 else cut(joined([one.lengths for one in ranked]))
    columns = {
        "run_id": as_column(as_array(lists["run_id"])[whole.lists]),
        "topic": taken(lists["topic"], whole.lists),
        "above": as_column(whole.above),
        "document_ids": as_lists(as_column(joined(documents)), _ends(whole.lengths)),
    }
    for name, told_of in _TOLD.items():
        told = [told_of(one, its_cut) for one, its_cut in zip(ranked, cuts, strict=True)]
        if any(len(part.values) for part in told):
            columns[name] = _lists(told, whole.lengths)
    return pa.table(columns)


def _scores(ranked: RankedLists, cut: Cut) -> Told:
    return cut.nothing() if ranked.scores is None else cut.all(ranked.scores)


def _file_ranks(ranked: RankedLists, cut: Cut) -> Told:
    ranks = ranked.file_ranks
    return cut.nothing() if ranks is None else cut.some(ranks, ranks != ranked.ranks)


def _are_tied(ranked: RankedLists, cut: Cut) -> Told:
    return cut.some(ranked.is_tied, ranked.is_tied)


_TOLD: dict[str, Callable[[RankedLists, Cut], Told]] = {
    "scores": _scores,
    "file_ranks": _file_ranks,
    "are_tied": _are_tied,
}


def _lists(told: Sequence[Told], lengths: Array) -> pa.Array:
    """What is told of stretches of these lengths; none for a stretch of which nothing is."""
    stretches = joined([part.stretches for part in told])
    values = joined([part.values for part in told if len(part.values)])
    return as_lists(as_column(values), _ends(np.where(stretches, lengths, 0)), none=~stretches)


def _ends(lengths: Array) -> Array:
    return np.append(0, np.cumsum(lengths))
