"""How a file ordered its documents, where our ranking does not tell: its ties and other ranks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalstore.columns import Array
from evalstore.load.ranking import RankedLists


class FileOrder(NamedTuple):
    """The rows of all lists that have ties, or other ranks in the file."""

    lists: Array  # the list of each row, counted from 0
    places: Array  # among the rows of all lists, counted from 0
    is_tied: Array
    file_ranks: Array | None  # None: ours
    is_ours: Array | None  # where the file's rank is ours


def file_order(ranked: RankedLists) -> FileOrder | None:
    """None where there is nothing to tell."""
    is_tied, file_ranks = ranked.is_tied, ranked.file_ranks
    is_ours = None if file_ranks is None else file_ranks == ranked.ranks
    odd = is_tied if is_ours is None else is_tied | ~is_ours
    if not odd.any():
        return None
    is_uneven = np.bincount(ranked.numbers[odd], minlength=len(ranked.lengths)) > 0
    rows = slice(None) if is_uneven.all() else np.flatnonzero(is_uneven[ranked.numbers])
    return FileOrder(
        ranked.numbers[rows],
        np.arange(len(is_tied))[rows],
        is_tied[rows],
        None if file_ranks is None else file_ranks[rows],
        None if is_ours is None else is_ours[rows],
    )
