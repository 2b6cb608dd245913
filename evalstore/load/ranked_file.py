"""Run files, or a part of one, ranked and met with the judgements: all that needs no store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evalstore.arrow import encoded
from evalstore.columns import Array, as_array
from evalstore.errors import FileProblems
from evalstore.load.keys import Keys, keys_of
from evalstore.load.lines import Reading
from evalstore.load.meeting import Judgements, Lists, Met
from evalstore.load.naming import RunRequest, rule_of
from evalstore.load.ranking import RankedLists, rank_rows, repeats
from evalstore.load.run_file import RunFile
from evalstore.load.run_lines import repeated_documents

if TYPE_CHECKING:
    import pyarrow as pa

    from evalstore.load.documents import Documents, LookedUp


@dataclass
class RankedFile:
    """The ranked lists of a file, or of a part of it; documents as the file has them, row by row.

    Or those of several small files, file by file: `shares` tells how many lists each has. `met` are
    the judged documents of the lists under each set of judgements, `looked_up` the numbers of
    documents as far as they are known.
    """

    files: Sequence[RunFile]
    shares: Array
    lists: RankedLists
    docnos: pa.ChunkedArray
    keys: Keys
    met: dict[int, Met | None] = field(default_factory=dict)
    looked_up: LookedUp | None = None

    @property
    def size(self) -> int:
        """Bytes of text of the whole files."""
        return sum(file.source.size for file in self.files)

    def meet(self, sets: Iterable[Judgements]) -> None:
        """Meet the judgements that were not met yet."""
        unmet = [judged for judged in sets if judged.qrels_id not in self.met]
        if not unmet:
            return
        keys = self.lists.ordered(self.keys)
        lists = Lists(self.lists.topics, self.lists.numbers, self.lists.ranks, keys)
        self.met |= {judged.qrels_id: judged.meet(lists) for judged in unmet}

    def look_up(self, documents: Documents) -> None:
        """Look the documents up as far as they are known."""
        self.looked_up = documents.look_up(self.docnos, self.keys)

    def numbers(self, documents: Documents) -> Array:
        """The numbers of the documents, in the order of the lists."""
        return self.lists.ordered(documents.numbers(self.docnos, self.keys, self.looked_up))

    def let_go(self) -> None:
        """Free the names and keys of documents, once nobody needs them."""
        self.docnos, self.keys = self.docnos.slice(0, 0), self.keys[:0]


def ranked_file(file: RunFile, rows: pa.Table, request: RunRequest) -> RankedFile:
    """Rank the rows of a file; one that ranks a document twice for one topic is refused."""
    docnos, lists = rows["docno"], rank_rows(rows, rule_of(file, request))
    shares = np.array([len(lists.topics)])
    ranked = RankedFile([file], shares, lists, docnos, keys_of(docnos))
    if names_twice(ranked):
        raise _problems(file, rows)
    return ranked


def names_twice(ranked: RankedFile) -> bool:
    """Whether a list names a document twice: if keys repeat, names tell for certain."""
    if not repeats(ranked.lists, ranked.lists.ordered(ranked.keys.high)):
        return False
    exact = as_array(encoded(ranked.docnos.combine_chunks()).indices)
    return repeats(ranked.lists, ranked.lists.ordered(exact))


def _problems(file: RunFile, rows: pa.Table) -> FileProblems:
    reading = Reading(file.source.name)
    if file.is_frame:
        for topic, docno in _repeated_pairs(rows):
            reading.refuse(None, f"document {docno!r} is ranked twice for topic {topic!r}")
    else:
        repeated_documents(file.source.path, reading)
    return FileProblems(reading.name, reading.problems, reading.problem_count)


def _repeated_pairs(rows: pa.Table) -> list[tuple[str, str]]:
    import pyarrow.compute as pc

    plain = rows.set_column(0, "topic", pc.run_end_decode(rows["topic"]))
    counts = plain.group_by(["topic", "docno"]).aggregate([([], "count_all")])
    repeated = counts.filter(pc.field("count_all") > 1)
    return sorted((row["topic"], row["docno"]) for row in repeated.to_pylist())
