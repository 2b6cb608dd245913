"""Documents by number: a docno is kept once in a collection, however often it is retrieved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalstore.columns import Array, as_array, as_column
from evalstore.load.statements import statement
from evalstore.rows import arrays, execute_on, only

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

UNKNOWN = 0  # no document has this number
_SIEVE_BITS = 24


class Coded(NamedTuple):
    """The different docnos of some columns, and of each column its rows' places among them."""

    docnos: pa.Array
    codes: list[Array]


def coded(columns: Sequence[pa.ChunkedArray]) -> Coded:
    encoded = _joined(columns).combine_chunks().dictionary_encode()
    return Coded(encoded.dictionary, _split(as_array(encoded.indices), columns))


def numbers_of(
    connection: duckdb.DuckDBPyConnection, collection_id: int, documents: Coded
) -> list[Array]:
    """The documents' numbers, column by column; a docno that is new gets the next number."""
    import pyarrow as pa

    numbers = _known(connection, collection_id, documents.docnos)
    new = np.flatnonzero(numbers == UNKNOWN)
    if len(new):
        highest = only(connection.execute("select coalesce(max(document_id), 0) from document"))
        numbers[new] = np.arange(highest + 1, highest + 1 + len(new), dtype=np.int32)
        docnos = documents.docnos.take(as_column(new))
        rows = pa.table({"document_id": as_column(numbers[new]), "docno": docnos})
        insert = "insert into document select document_id, $collection_id, docno from incoming_rows"
        execute_on(connection, rows, insert, {"collection_id": collection_id})
    return [numbers[codes] for codes in documents.codes]


def known_numbers(
    connection: duckdb.DuckDBPyConnection,
    collection_id: int,
    columns: Sequence[pa.ChunkedArray],
    places: Array,
) -> list[Array]:
    """The numbers of the documents in these places; of all others, UNKNOWN."""
    docnos = _joined(columns).take(as_column(places))
    numbers = np.full(sum(map(len, columns)), UNKNOWN, np.int32)
    numbers[places] = _known(connection, collection_id, docnos)
    return _split(numbers, columns)


def _known(
    connection: duckdb.DuckDBPyConnection, collection_id: int, docnos: pa.Array | pa.ChunkedArray
) -> Array:
    numbers = np.full(len(docnos), UNKNOWN, np.int32)
    known = statement("known_document")
    found = arrays(execute_on(connection, _placed(docnos), known, {"collection_id": collection_id}))
    numbers[found["place"]] = found["document_id"]
    return numbers


def digests(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[pa.ChunkedArray]
) -> list[Array]:
    """A number for each docno, column by column; rarely, two docnos have the same."""
    docnos = _joined(columns)
    select = "select place, hash(docno) as digest from incoming_rows"
    found = arrays(execute_on(connection, _placed(docnos), select))
    in_order = np.empty(len(docnos), np.uint64)
    in_order[found["place"]] = found["digest"]
    return _split(in_order, columns)


class Sieve:
    """Tells of most docnos at a glance that the collection does not have them."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
        select = "select hash(docno) as digest from document where collection_id = ?"
        held = arrays(connection.execute(select, [collection_id]))["digest"]
        self._holds = np.zeros(1 << _SIEVE_BITS, bool)
        self._holds[_sieved(held)] = True

    def places(self, digests: Sequence[Array]) -> Array:
        """Where documents may be that the collection has."""
        return np.flatnonzero(self._holds[_sieved(np.concatenate(digests))])


def _sieved(digests: Array) -> Array:
    return digests >> np.uint64(64 - _SIEVE_BITS)


def _placed(docnos: pa.Array | pa.ChunkedArray) -> pa.Table:
    import pyarrow as pa

    return pa.table({"place": as_column(np.arange(len(docnos))), "docno": docnos})


def _joined(columns: Sequence[pa.ChunkedArray]) -> pa.ChunkedArray:
    import pyarrow as pa

    return pa.chunked_array([chunk for column in columns for chunk in column.chunks])


def _split(rows: Array, columns: Sequence[pa.ChunkedArray]) -> list[Array]:
    return np.split(rows, np.cumsum([len(column) for column in columns])[:-1])
