"""A Parquet file with the values as they are; its schema's metadata has title and notes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.output.cells import json_text
from evalstore.output.columns import unique_names

if TYPE_CHECKING:
    import pyarrow as pa

    from evalstore.output.options import Options
    from evalstore.result import Result

METADATA_KEY = "evalstore"


def write(result: Result, options: Options) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = io.BytesIO()
    try:
        pq.write_table(_described(result), file)
    except pa.ArrowNotImplementedError as error:
        raise UsageError(f"Parquet cannot store a column, cast it to text: {error}") from error
    return file.getvalue()


def _described(result: Result) -> pa.Table:
    table = result.arrow().rename_columns(unique_names(result.columns))
    description = json_text({"title": result.title, "notes": [*result.above, *result.notes]})
    # A title can name a file, and a file's name need not be valid Unicode.
    encoded = description.encode("utf-8", errors="backslashreplace")
    return table.replace_schema_metadata({METADATA_KEY: encoded})
