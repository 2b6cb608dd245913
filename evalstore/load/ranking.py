"""Putting the rows of a run in order: topic by topic, best document first.

A file that is in order already, as most are, is only looked at; ties are ordered by document
name, downwards, and only tied documents are compared by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from evalstore import native
from evalstore.arrow import encoded
from evalstore.columns import Array, as_array
from evalstore.load.docnos import Docnos
from evalstore.load.keys import SPREAD, Keys
from evalstore.load.run_rows import RunRows

if TYPE_CHECKING:
    import pyarrow as pa

Column = TypeVar("Column", Array, Keys)

RANK_RULES = ("trec_eval", "trec_eval10", "rank")

_NO_MINUS = 0.0  # added to -0.0 it gives 0.0
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True)
class RankedLists:
    """One ranked list of documents per topic, one list below the other."""

    topics: pa.Array
    lengths: Array
    order: Array | None  # the row of the file at each place; None: the file's own order
    scores: Array | None
    file_ranks: Array | None  # None: the same as ours, or there are none
    is_tied: Array
    disordered: Array  # the lists whose rank column contradicts the scores

    @cached_property
    def numbers(self) -> Array:
        """Which list each place belongs to, counted from 0."""
        return np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)

    @cached_property
    def ranks(self) -> Array:
        above = (np.cumsum(self.lengths) - self.lengths).astype(np.int32)
        places = np.arange(1, int(self.lengths.sum()) + 1, dtype=np.int32)
        places -= np.repeat(above, self.lengths)
        return places

    @property
    def tied(self) -> Array:
        """The lists with tied documents."""
        return different(self.numbers[self.is_tied])

    def ordered(self, column: Column) -> Column:
        """A column of the file, in the order of the lists."""
        return column if self.order is None else column[self.order]


class Stretches(NamedTuple):
    """Topics, one for each list; of each stretch of rows, the number of its list and its length."""

    topics: pa.Array
    codes: Array
    lengths: Array


def rank_rows(rows: RunRows, rule: str, into: Stretches | None = None) -> RankedLists:
    """Rank the rows under a rank rule, a list for each topic; `into` are other lists than those."""
    topics, codes, stretches = stretches_of(rows.topics) if into is None else into
    lengths = np.bincount(codes, stretches, len(topics)).astype(np.int64)
    is_grouped = bool((codes[1:] >= codes[:-1]).all())
    scores = _falling_scores(rows, lengths) if is_grouped and rule == "trec_eval" else None
    if scores is not None:
        is_tied = np.zeros(len(rows), bool)
        scores = scores if scores.min() > 0 else scores + _NO_MINUS
        return RankedLists(topics, lengths, None, scores, None, is_tied, disordered=_NONE)
    key, numbers = _key(rows, rule), np.repeat(codes, stretches)
    order = None
    if not is_grouped or not _descends(key, numbers):
        order = np.lexsort((-key, numbers))
        key, numbers = key[order], numbers[order]
    is_tied = np.zeros(len(key), bool)
    is_tied[1:] = (key[1:] == key[:-1]) & (numbers[1:] == numbers[:-1])
    if is_tied.any():
        order = _untied(rows.docnos, is_tied, order)
    ranks = _ordered(rows.ranks, order)
    disordered = _NONE if ranks is None else _disordered(key, ranks, numbers)
    return _with_numbers(RankedLists(topics, lengths, order, None, None, is_tied, disordered), rows)


def _with_numbers(lists: RankedLists, rows: RunRows) -> RankedLists:
    """The lists with the file's scores, and its ranks where they are not ours."""
    scores, ranks = (_ordered(column, lists.order) for column in (rows.scores, rows.ranks))
    file_ranks = None if ranks is None else _whole(ranks)
    if file_ranks is not None and np.array_equal(file_ranks, lists.ranks):
        file_ranks = None
    scores = None if scores is None else scores + _NO_MINUS
    return replace(lists, scores=scores, file_ranks=file_ranks)


def stretches_of(column: pa.ChunkedArray) -> Stretches:
    """The topics, and the stretches of rows that have the same."""
    import pyarrow as pa

    lengths = joined([np.diff(as_array(chunk.run_ends), prepend=0) for chunk in column.chunks])
    names = encoded(pa.concat_arrays([chunk.values for chunk in column.chunks]))
    return Stretches(names.dictionary, as_array(names.indices), lengths)


def _falling_scores(rows: RunRows, lengths: Array) -> Array | None:
    """The scores of lists that are in order, without ties, and ranked 1, 2, 3, …: nothing is to be
    done. None of any others.

    Nobody asks without the compiled module: the answer would take as long as the ranking.
    """
    if native.compiled is None or rows.scores is None or rows.ranks is None:
        return None
    return rows.scores if native.compiled.fall(lengths, rows.scores, _whole(rows.ranks)) else None


def _key(rows: RunRows, rule: str) -> Array:
    """What the rows are ranked by, highest first."""
    if rule == "rank":
        assert rows.ranks is not None
        return -rows.ranks
    scores = rows.scores
    assert scores is not None
    if rule == "trec_eval10":
        return scores
    # Out of a float's range a C compiler gives infinity, and so does trec_eval.
    with np.errstate(over="ignore"):
        return scores.astype(np.float32)


def _descends(key: Array, numbers: Array) -> bool:
    return bool(((key[1:] <= key[:-1]) | (numbers[1:] != numbers[:-1])).all())


def _untied(docnos: Docnos, is_tied: Array, order: Array | None) -> Array:
    """The order with the documents of each tie by name, downwards."""
    order = np.arange(len(is_tied)) if order is None else order
    if native.compiled:
        return np.frombuffer(native.compiled.untied(*docnos.spans, is_tied, order), np.int64)
    import pyarrow.compute as pc

    groups = np.cumsum(~is_tied) - 1
    places = np.flatnonzero(np.bincount(groups)[groups] > 1)
    names = docnos[order[places]].column()
    by_name = pc.sort_indices(names, sort_keys=[("", "descending")])
    place_by_name = np.empty(len(places), np.int64)
    place_by_name[as_array(by_name)] = np.arange(len(places))
    untied = order.copy()
    untied[places] = order[places[np.lexsort((place_by_name, groups[places]))]]
    return untied


def _ordered(column: Array | None, order: Array | None) -> Array | None:
    return column if column is None or order is None else column[order]


def _whole(ranks: Array) -> Array:
    """Ranks as whole numbers; those of data frames come as any."""
    return ranks.astype(np.int64, copy=False)


def _disordered(key: Array, ranks: Array, numbers: Array) -> Array:
    falls = (ranks[1:] < ranks[:-1]) & (key[1:] < key[:-1]) & (numbers[1:] == numbers[:-1])
    return different(numbers[1:][falls])


def different(numbers: Array) -> Array:
    """Every number once, in order; of few and low ones, soonest told by counting each."""
    return np.flatnonzero(np.bincount(numbers))


def repeats(lists: RankedLists, documents: Array) -> bool:
    """Whether a list names a document twice; `documents` are numbers, in the lists' order.

    Numbers below 2³² are told apart for certain. Larger ones, of 64 bits without a sign, may seem
    to repeat where they do not, though hardly ever.
    """
    if native.compiled and documents.dtype == np.uint64:
        return native.compiled.repeat(lists.lengths, documents)
    factor = SPREAD if documents.dtype == np.uint64 else np.uint64(1 << 32)
    pairs = lists.numbers.astype(np.uint64) * factor + documents.astype(np.uint64)
    pairs.sort()
    return bool((pairs[1:] == pairs[:-1]).any())


def joined(columns: Sequence[Array]) -> Array:
    """Columns of several runs, one below the other."""
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
