"""Documents by name in SQL: a name that is a number is the document's number, others are kept."""

from __future__ import annotations

WITH_NAMES = "left join named_document using (document_id)"


def docno_of(table: str) -> str:
    """The docno of a row's document, where the table is joined `WITH_NAMES`."""
    return f"coalesce(named_document.docno, {table}.document_id::varchar)"
