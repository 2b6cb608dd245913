"""Judgements in whatever form they come: a data frame, or a file in one of trec_eval's formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError
from evalstore.load.frames import is_frame, load_qrels_frame
from evalstore.load.jg import load_groups
from evalstore.load.qrels import READERS, load_qrels
from evalstore.load.report import LoadReport
from evalstore.nearest import suggestion

if TYPE_CHECKING:
    import duckdb

BY_GROUP = "qrels_jg"
FORMATS = (*READERS, BY_GROUP)


def load_judgements(
    connection: duckdb.DuckDBPyConnection, data: Any, file_format: str, **options: Any
) -> LoadReport:
    """Load judgements; `options` are collection, name and replace."""
    if file_format not in FORMATS:
        known = suggestion(file_format, FORMATS)
        raise UsageError(f"no format of judgements {file_format!r}{known}")
    if is_frame(data):
        return load_qrels_frame(connection, data, **options)
    if file_format == BY_GROUP:
        return load_groups(connection, data, **options)
    return load_qrels(connection, data, file_format=file_format, **options)
