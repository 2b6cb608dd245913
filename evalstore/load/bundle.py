"""Small files ranked together: what a file takes by itself is more than what its rows take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from evalstore.arrow import taken
from evalstore.columns import Array
from evalstore.load.naming import RunRequest, rule_of
from evalstore.load.plain import Odd
from evalstore.load.ranked_file import RankedFile, name_twice
from evalstore.load.ranking import Stretches, different, rank_rows, stretches_of
from evalstore.load.run_file import RunFile

if TYPE_CHECKING:
    import pyarrow as pa


def bundled(files: Sequence[RunFile], contents: Sequence[bytes], request: RunRequest) -> RankedFile:
    """The lists of plain files with the same separator; raises Odd where each asks for a look."""
    whole = [one if one.endswith(b"\n") else one + b"\n" for one in contents]
    rows = files[0].plain_rows(b"".join(whole))
    ends = np.cumsum([one.count(b"\n") for one in whole])
    if ends[-1] != len(rows):
        raise Odd
    _note_tags(files, rows.tags, ends)
    lists, shares = _lists(rows.topics, ends)
    ranked = rank_rows(rows, rule_of(files[0], request), lists)
    if name_twice(ranked, rows.docnos):
        raise Odd
    return RankedFile(files, shares, ranked, rows.docnos)


def _cut(column: pa.ChunkedArray, ends: Array) -> tuple[Stretches, Array]:
    """The stretches of a column, none of them beyond a file's end; and the file of each."""
    values, codes, lengths = stretches_of(column)
    stretch_ends = np.cumsum(lengths)
    cut_ends = different(np.concatenate((stretch_ends, ends)))
    codes = codes[np.searchsorted(stretch_ends, cut_ends)]
    cut = Stretches(values, codes, np.diff(cut_ends, prepend=0))
    return cut, np.searchsorted(ends, cut_ends)


def _note_tags(files: Sequence[RunFile], column: pa.ChunkedArray, ends: Array) -> None:
    (tags, codes, _), of_files = _cut(column, ends)
    names = tags.to_pylist()
    for file, code in zip(of_files.tolist(), codes.tolist(), strict=True):
        files[file].tags.add(names[code])


def _lists(column: pa.ChunkedArray, ends: Array) -> tuple[Stretches, Array]:
    """A list for each topic of each file, and how many each file has; raises Odd for a topic
    whose rows stand in several places of a file."""
    (topics, codes, lengths), of_files = _cut(column, ends)
    pairs = np.sort(of_files * len(topics) + codes)
    if (pairs[1:] == pairs[:-1]).any():
        raise Odd
    lists = Stretches(taken(topics, codes), np.arange(len(codes)), lengths)
    return lists, np.bincount(of_files, minlength=len(ends))
