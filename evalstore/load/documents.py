"""Documents by number: a docno is kept once in a collection, however often it is retrieved.

A docno that is a number is the document's number, and kept nowhere else. All others are numbered
from -1 down.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalstore import native
from evalstore.arrow import taken
from evalstore.columns import Array, as_array, as_column
from evalstore.engine import relation
from evalstore.load.collections import collection_id_of
from evalstore.load.docnos import Docnos
from evalstore.load.key_table import FREE, KeyTable
from evalstore.load.keys import Keys, keys_of
from evalstore.load.own_numbers import NONE, own_numbers
from evalstore.load.row_groups import in_pieces
from evalstore.load.statements import statement
from evalstore.rows import arrays, execute_on, only

if TYPE_CHECKING:
    from types import TracebackType

    import duckdb
    import pyarrow as pa

# Documents of the collection that are soon read; of more, those that are needed are looked up.
_FEW = 1_000_000


class LookedUp(NamedTuple):
    """What was known of some documents' numbers, and since when; of those in the places where
    nothing was, the names and their keys."""

    numbers: Array
    since: int
    unknown: Array
    names: pa.Array
    keys: Keys


class Documents:
    """The documents of a collection by key, to be used inside a transaction, or several in turn.

    What a load has met once it finds again without asking the store. New documents are kept when
    `keep` says so, or the `with` block ends; those of a transaction that failed are forgotten.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, collection: str, limit: int = sys.maxsize
    ) -> None:
        self.connection, self.collection = connection, collection
        self._limit = limit  # of documents that are remembered
        self._since = 0
        self._forget()

    def _forget(self) -> None:
        self._table = KeyTable()  # the numbers without their sign
        self._named = 0  # documents with a name, which is the last one's number without its sign
        self._knows_all = True
        self._new: list[pa.Table] = []
        self._since += 1  # last: who looks up in the old table has the old number

    def __enter__(self) -> Documents:
        self.collection_id = collection_id_of(self.connection, self.collection)
        self._catch_up()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.keep()
        else:
            self._forget()

    def _catch_up(self) -> None:
        """Learn what others have added."""
        named = only(self.connection.execute("select -min(document_id) from named_document")) or 0
        if named - self._named > _FEW:
            self._knows_all = False
        elif named > self._named:
            self._learn()
        self._named = named

    def _learn(self) -> None:
        select = "select docno, document_id from named_document where document_id < ?"
        asked = f"{select} and collection_id = ? order by document_id desc"
        params = [-self._named, self.collection_id]
        rows = relation(self.connection, asked, params).to_arrow_table()
        slots, _ = self._table.slots(keys_of(rows["docno"]))
        self._table.numbers[slots] = -as_array(rows["document_id"])

    def are_right(self, looked_up: LookedUp | None) -> bool:
        """Whether these are numbers that were looked up, and not forgotten since."""
        return looked_up is not None and looked_up.since == self._since

    def look_up(self, docnos: Docnos) -> LookedUp:
        """The numbers that are known without asking the store, which threads may not."""
        since = self._since  # first: before the table, which may be another a moment later
        numbers = _known_numbers(self._table, docnos)
        unknown = np.flatnonzero(numbers == NONE)
        others = docnos[unknown]
        return LookedUp(numbers, since, unknown, others.column(), others.keys)

    def numbers(self, looked_up: LookedUp) -> Array:
        """The numbers of documents that were just looked up, or are still right; a name that is new
        gets the next number."""
        numbers, _, unknown, names, keys = looked_up
        if len(unknown):
            numbers[unknown] = self._numbers_of_names(names, keys)
        return numbers

    def _numbers_of_names(self, docnos: pa.Array, keys: Keys) -> Array:
        slots, new = self._table.slots(keys)
        if len(new):
            self._table.numbers[slots[new]] = self._numbered(taken(docnos, new))
        return -self._table.numbers[slots]

    def _numbered(self, docnos: pa.Array) -> Array:
        """The numbers of documents that were not met before, without their sign."""
        import pyarrow as pa

        numbers = np.full(len(docnos), FREE, np.int32) if self._knows_all else self._known(docnos)
        new = np.flatnonzero(numbers == FREE)
        numbers[new] = np.arange(self._named + 1, self._named + 1 + len(new), dtype=np.int32)
        self._named += len(new)
        docnos = docnos if len(new) == len(docnos) else taken(docnos, new)
        self._new.append(pa.table({"document_id": as_column(-numbers[new]), "docno": docnos}))
        return numbers

    def _known(self, docnos: pa.Array) -> Array:
        import pyarrow as pa

        numbers = np.full(len(docnos), FREE, np.int32)
        placed = pa.table({"place": as_column(np.arange(len(docnos))), "docno": docnos})
        asked = {"collection_id": self.collection_id}
        found = arrays(execute_on(self.connection, placed, statement("known_document"), asked))
        numbers[found["place"]] = -found["document_id"]
        return numbers

    def keep(self) -> None:
        """Put new documents into the store; if there are too many to remember, forget them."""
        import pyarrow as pa

        if self._new:
            select = "select document_id, $collection, docno from incoming_rows"
            rows, asked = in_pieces(pa.concat_tables(self._new)), {"collection": self.collection_id}
            execute_on(self.connection, rows, f"insert into named_document {select}", asked)
        self._new = []
        if self._table.count > self._limit:
            self._table, self._knows_all = KeyTable(), False


def _known_numbers(table: KeyTable, docnos: Docnos) -> Array:
    """The numbers of documents as far as they are their own, or in the table; else NONE."""
    keys = docnos.keys
    if native.compiled:
        looked_up = native.compiled.look_up(table.content, keys.high, keys.low, *docnos.spans)
        return np.frombuffer(looked_up, np.int32)
    numbers = own_numbers(docnos)
    named = np.flatnonzero(numbers == NONE)
    found = table.numbers_of(keys[named])
    numbers[named] = np.where(found == FREE, NONE, -found)
    return numbers
