"""Results for programs: JSON, CSV and Parquet with the numbers of the command line."""

from __future__ import annotations

from evalstore.output import render
from evalstore.output.cells import json_text
from evalstore.output.columns import unique_names
from evalstore.result import Result

MEDIA = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "svg": "image/svg+xml",
}


def written(result: Result, suffix: str) -> bytes:
    """The result in a format; JSON is an object of columns, rows and notes."""
    if suffix != "json":
        return render(result, suffix)
    columns = json_text(unique_names(result.columns))
    rows = render(result, "json").decode("utf-8").strip()
    notes = json_text(result.notes)
    return f'{{"columns": {columns}, "rows": {rows}, "notes": {notes}}}\n'.encode()
