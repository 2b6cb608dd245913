"""JSON: an array with one object per line, or the same objects as JSON Lines.

With the footer, JSON is an object of title, notes and rows; JSON Lines end with title and notes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from evalstore.output.cells import json_text, json_value
from evalstore.output.columns import unique_names

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result


def write_json(result: Result, options: Options) -> str:
    objects = ",\n".join(f"  {line}" for line in _objects(result, options))
    rows = f"[\n{objects}\n]" if objects else "[]"
    if not options.footer:
        return f"{rows}\n"
    described = json_text(_description(result)).removesuffix("}")
    return f'{described}, "rows": {rows}}}\n'


def write_jsonl(result: Result, options: Options) -> str:
    lines = [*_objects(result, options)]
    if options.footer:
        lines.append(json_text(_description(result)))
    return "".join(f"{line}\n" for line in lines)


def _description(result: Result) -> dict[str, Any]:
    return {"title": result.title, "notes": [*result.above, *result.notes]}


def _objects(result: Result, options: Options) -> Iterator[str]:
    names, types = unique_names(result.columns), result.types
    for row in result.rows:
        values = [
            _member(value, sql_type, options.places)
            for value, sql_type in zip(row, types, strict=True)
        ]
        yield json_text(dict(zip(names, values, strict=True)))


def _member(value: Any, sql_type: str, places: int | None) -> Any:
    # DuckDB returns a JSON column as text; quoted again, jq could not read its members.
    is_document = sql_type == "JSON" and value is not None
    return json_value(json.loads(value) if is_document else value, places)
