"""Named numbers of a run: read from a table, from JSON, or from the header of a run file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evalstore.formats.lines import Reading, finite
from evalstore.formats.texts import json_values
from evalstore.plural import counted

_COLUMNS = {
    **dict.fromkeys(("system", "run", "run_id", "tag"), "system"),
    **dict.fromkeys(("topic", "query", "query_id", "qid"), "topic"),
    **dict.fromkeys(("name", "quantity", "metric"), "name"),
    **{"value": "value", "unit": "unit"},
}
_OF_THE_RUN = ("", "all")  # in the column `topic`

_WITH_UNIT = re.compile(r"^\s*([+-]?[\d.,]+(?:[eE][+-]?\d+)?)\s*([^\d\s].*?)?\s*$")
_NAMED_UNIT = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]+)[)\]]$")

Records = Iterable[tuple[int, dict[str, Any]]]


@dataclass(frozen=True)
class Quantity:
    """A number of a system, on one topic or on all, and the line that gives it."""

    line: int
    system: str
    topic: str | None
    name: str
    value: float
    unit: str | None


def read_quantities(text: str, reading: Reading) -> list[Quantity]:
    """The quantities of a file: a table with a header, JSON or JSON lines, long or wide."""
    is_json = text.lstrip()[:1] in ("{", "[")
    records = _json_records(text, reading) if is_json else _table_records(text, reading)
    return record_quantities(records, reading)


def record_quantities(records: Records, reading: Reading) -> list[Quantity]:
    """The quantities of records of named values, such as the rows of a table."""
    found = [item for line, record in records for item in _of_record(line, record, reading)]
    if not found and not reading.problems:
        reading.refuse(
            None, "no quantities; expected a header such as system,topic,name,value,unit"
        )
    return found


def _table_records(text: str, reading: Reading) -> Records:
    header = text.partition("\n")[0]
    delimiter = next((one for one in ("\t", ";") if one in header), ",")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [name.strip() for name in next(rows, [])]
    if "system" not in _renamed(dict.fromkeys(names)):
        reading.refuse(1, "no column called system; the first line names the columns")
        return
    if len({name.casefold() for name in names}) < len(names):
        reading.refuse(1, "two columns have the same name")
        return
    for row in rows:
        if len(row) == len(names):
            yield rows.line_num, dict(zip(names, (cell.strip() for cell in row), strict=True))
        elif any(cell.strip() for cell in row):
            reading.refuse(
                rows.line_num, f"{counted(len(row), 'column')}, where the header has {len(names)}"
            )


def _renamed(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record under our names of the columns; the first of several counts."""
    renamed: dict[str, Any] = {}
    for name, value in record.items():
        renamed.setdefault(_COLUMNS.get(name.strip().casefold(), name.strip()), value)
    return renamed


def _json_records(text: str, reading: Reading) -> Records:
    """Objects with a system each, or objects of numbers by system."""
    for line, value in json_values(text, reading):
        if not isinstance(value, dict):
            reading.refuse(line, "not an object with a system and its numbers")
        elif "system" in _renamed(value):
            yield line, value
        else:
            for system, numbers in value.items():
                if isinstance(numbers, dict):
                    yield line, {"system": system, **numbers}
                else:
                    reading.refuse(line, f"no system; {system!r} is not an object of numbers")


def _of_record(line: int, record: Mapping[str, Any], reading: Reading) -> Iterator[Quantity]:
    cells = _renamed(record)
    system, topic = _text(cells.pop("system", None)), _text(cells.pop("topic", None))
    if not system:
        reading.refuse(line, "no system")
        return
    if {"name", "value"} <= cells.keys():
        numbers = [(_text(cells["name"]), _text(cells.get("unit")), cells["value"])]
    else:
        numbers = [(*_name_and_unit(column), cell) for column, cell in cells.items() if _text(cell)]
    for name, unit, cell in numbers:
        number = amount(cell)
        if not name:
            reading.refuse(line, "no name of the quantity")
        elif number is None:
            reading.refuse(line, f"{name} {cell!r} is not a finite number")
        else:
            on_topic = None if topic in _OF_THE_RUN else topic
            yield Quantity(line, system, on_topic, name, number[0], unit or number[1])


def _name_and_unit(column: str) -> tuple[str, str]:
    """`latency (ms)` is latency, in ms."""
    found = _NAMED_UNIT.match(column)
    return (found[1], found[2].strip()) if found else (column, "")


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def amount(value: Any) -> tuple[float, str | None] | None:
    """The number and its unit, from 12.5, `12.5 ms` or {value, unit}; None if there is none."""
    unit = None
    if isinstance(value, Mapping):
        value, unit = value.get("value"), _text(value.get("unit"))
    found = None if isinstance(value, bool) else _WITH_UNIT.match(_text(value))
    number = finite(found[1].encode()) if found else None
    return None if found is None or number is None else (number + 0.0, unit or found[2])


_MERE_HEADINGS = {"resources", "efficiency", "measures", "measurements"}
_MEASURED = _MERE_HEADINGS | {
    *("runtime", "energy", "latency", "throughput", "emissions", "memory"),
    *("index time", "index size", "index_time", "index_size", "cpu", "gpu", "ram", "vram"),
}


def header_quantities(metadata: Mapping[str, Any]) -> Iterator[tuple[str, float, str | None]]:
    """Name, value and unit of the numbers under `resources` and the like in ir_metadata."""
    for key, value in metadata.items():
        if key.casefold() in _MEASURED:
            yield from _leaves(() if key.casefold() in _MERE_HEADINGS else (key,), value)


def _leaves(path: tuple[str, ...], value: Any) -> Iterator[tuple[str, float, str | None]]:
    """The single numbers below a key; lists, which are time series, are left out."""
    if isinstance(value, Mapping) and not value.keys() <= {"value", "unit"}:
        for key, item in value.items():
            yield from _leaves((*path, key), item)
    elif path and (number := amount(value)) is not None:
        yield " ".join(path), *number
