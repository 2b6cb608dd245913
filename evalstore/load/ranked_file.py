"""Run files, or a part of one, ranked and met with the judgements: all that needs no store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evalstore.arrow import encoded
from evalstore.columns import Array, as_array
from evalstore.errors import FileProblems
from evalstore.load.docnos import Docnos
from evalstore.load.lines import Reading
from evalstore.load.meeting import Judgements, Lists, Met
from evalstore.load.naming import RunRequest, rule_of
from evalstore.load.ranking import RankedLists, rank_rows, repeats
from evalstore.load.run_file import RunFile
from evalstore.load.run_lines import repeated_documents
from evalstore.load.run_rows import RunRows

if TYPE_CHECKING:
    from evalstore.load.documents import Documents, LookedUp


@dataclass
class RankedFile:
    """The ranked lists of a file, or of a part of it; documents as the file has them, row by row.

    Or those of several small files, file by file: `shares` tells how many lists each has. `met` are
    the judged documents of the lists under each set of judgements, `looked_up` the numbers of
    documents as far as they are known. With both, hardly anybody needs their names, which take
    most of the memory and are let go if the file can be read again.
    """

    files: Sequence[RunFile]
    shares: Array
    lists: RankedLists
    docnos: Docnos | None
    met: dict[int, Met | None] = field(default_factory=dict)
    looked_up: LookedUp | None = None
    again: Callable[[], RankedFile] | None = None

    @property
    def size(self) -> int:
        """Bytes of text of the whole files."""
        return sum(file.source.size for file in self.files)

    def meet(self, sets: Iterable[Judgements]) -> None:
        """Meet the judgements that were not met yet."""
        unmet = self._unmet(sets)
        if not unmet:
            return
        assert self.docnos is not None
        keys = self.lists.ordered(self.docnos.keys)
        lists = Lists(self.lists.topics, self.lists.numbers, self.lists.ranks, keys)
        self.met |= {judged.qrels_id: judged.meet(lists) for judged in unmet}

    def _unmet(self, sets: Iterable[Judgements]) -> list[Judgements]:
        return [judged for judged in sets if judged.qrels_id not in self.met]

    def look_up(self, documents: Documents) -> None:
        """Look the documents up as far as they are known."""
        assert self.docnos is not None
        self.looked_up = documents.look_up(self.docnos)

    def numbers(self, documents: Documents) -> Array:
        """The numbers of the documents, in the order of the lists."""
        if not documents.are_right(self.looked_up):
            self.look_up(documents)
        assert self.looked_up is not None
        return self.lists.ordered(documents.numbers(self.looked_up))

    def let_go(self) -> None:
        """Free the names and keys of documents."""
        self.docnos = None

    def with_names(self, documents: Documents | None, sets: Iterable[Judgements]) -> RankedFile:
        """The same; read again if somebody needs the names after all."""
        is_known = documents is None or documents.are_right(self.looked_up)
        if self.docnos is not None or self.again is None or (is_known and not self._unmet(sets)):
            return self
        return self.again()


def ranked_file(file: RunFile, rows: RunRows, request: RunRequest) -> RankedFile:
    """Rank the rows of a file; one that ranks a document twice for one topic is refused."""
    lists = rank_rows(rows, rule_of(file, request))
    if name_twice(lists, rows.docnos):
        raise _problems(file, rows)
    return RankedFile([file], np.array([len(lists.topics)]), lists, rows.docnos)


def name_twice(lists: RankedLists, docnos: Docnos) -> bool:
    """Whether a list names a document twice: if keys repeat, names tell for certain."""
    if not repeats(lists, lists.ordered(docnos.keys.high)):
        return False
    exact = as_array(encoded(docnos.column()).indices)
    return repeats(lists, lists.ordered(exact))


def _problems(file: RunFile, rows: RunRows) -> FileProblems:
    reading = Reading(file.source.name)
    if file.is_frame:
        for topic, docno in _repeated_pairs(rows):
            reading.refuse(None, f"document {docno!r} is ranked twice for topic {topic!r}")
    else:
        repeated_documents(file.source.path, reading)
    return FileProblems(reading.name, reading.problems, reading.problem_count)


def _repeated_pairs(rows: RunRows) -> list[tuple[str, str]]:
    pairs = zip(rows.topics.to_pylist(), rows.docnos.column().to_pylist(), strict=True)
    return sorted(pair for pair, times in Counter(pairs).items() if times > 1)
