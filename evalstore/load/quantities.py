"""Named numbers of a run: read from a table, from JSON, or from a run's own header."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evalstore.load.lines import Reading, finite

SYSTEM = ("system", "run", "run_id", "tag")
TOPIC = ("topic", "query", "query_id", "qid")
NAME = ("name", "quantity", "metric")
VALUE = ("value",)
UNIT = ("unit",)
WHOLE_RUN = ("", "all")

_WITH_UNIT = re.compile(r"^\s*([+-]?[\d.,]+(?:[eE][+-]?\d+)?)\s*([^\d\s].*?)?\s*$")
_NAMED_UNIT = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]+)[)\]]$")


@dataclass(frozen=True)
class Quantity:
    """One number: of which system, on which topic if on one, and where it stood."""

    line: int
    system: str
    topic: str | None
    name: str
    value: float
    unit: str | None


def read_quantities(text: str, reading: Reading) -> list[Quantity]:
    """The quantities of a file: a table with a header, JSON or JSON lines, long or wide."""
    if text.lstrip()[:1] in ("{", "["):
        records = _json_records(text, reading)
    else:
        records = _table_records(text, reading)
    found = [item for line, record in records for item in _of_record(line, record, reading)]
    if not found and not reading.problems:
        reading.refuse(None, "no quantities; a header such as system,topic,name,value,unit starts")
    return found


def _table_records(text: str, reading: Reading) -> Iterator[tuple[int, dict[str, Any]]]:
    header = text.partition("\n")[0]
    delimiter = next((one for one in ("\t", ";") if one in header), ",")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [name.strip() for name in next(rows, [])]
    if not _has(SYSTEM, names):
        reading.refuse(1, "no column called system; the first line names the columns")
        return
    if len({name.casefold() for name in names}) < len(names):
        reading.refuse(1, "two columns have the same name")
        return
    for row in rows:
        if len(row) == len(names):
            yield rows.line_num, dict(zip(names, (cell.strip() for cell in row), strict=True))
        elif any(cell.strip() for cell in row):
            reading.refuse(rows.line_num, f"{len(row)} columns, where the header has {len(names)}")


def _has(wanted: tuple[str, ...], names: list[str]) -> bool:
    return any(name.strip().casefold() in wanted for name in names)


def _json_records(text: str, reading: Reading) -> Iterator[tuple[int, dict[str, Any]]]:
    """An array of objects, objects one after another, or one object of a system each."""
    for line, value in _json_values(text, reading):
        if not isinstance(value, dict):
            reading.refuse(line, "not an object with a system and its numbers")
        elif _has(SYSTEM, list(value)):
            yield line, value
        else:
            for system, numbers in value.items():
                if isinstance(numbers, dict):
                    yield line, {"system": system, **numbers}
                else:
                    reading.refuse(line, f"no system; {system!r} holds no object of numbers")


def _json_values(text: str, reading: Reading) -> Iterator[tuple[int, Any]]:
    """Every value with its line; an array's elements one by one."""
    decoder = json.JSONDecoder()
    place = len(text) - len(text.lstrip())
    is_array = text[place : place + 1] == "["
    place += is_array
    while (place := _next(text, place)) < len(text):
        if is_array and text[place] == "]":
            return
        line = text.count("\n", 0, place) + 1
        try:
            value, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            reading.refuse(text.count("\n", 0, error.pos) + 1, f"not JSON: {error.msg}")
            return
        yield line, value


def _next(text: str, place: int) -> int:
    """The start of the next value, beyond blanks and commas."""
    while place < len(text) and text[place] in " \t\r\n,":
        place += 1
    return place


def _of_record(line: int, record: Mapping[str, Any], reading: Reading) -> Iterator[Quantity]:
    system, topic = _text(_given(record, SYSTEM)), _text(_given(record, TOPIC))
    if not system:
        reading.refuse(line, "no system")
        return
    where = system, None if topic in WHOLE_RUN else topic
    for name, value, unit in _numbers(record):
        quantity = _quantity(line, where, name, value, unit, reading)
        if quantity:
            yield quantity


def _given(record: Mapping[str, Any], wanted: tuple[str, ...]) -> Any:
    return next((record[key] for key in record if key.strip().casefold() in wanted), None)


def _numbers(record: Mapping[str, Any]) -> list[tuple[Any, Any, Any]]:
    """Name, value and unit: one of a long record, one per column of a wide one."""
    names = list(record)
    if _has(NAME, names) and _has(VALUE, names):
        return [(_given(record, NAME), _given(record, VALUE), _given(record, UNIT))]
    columns = [key for key in record if key.strip().casefold() not in (*SYSTEM, *TOPIC)]
    split = {key: _name_and_unit(key) for key in columns if not _is_empty(record[key])}
    return [(name, record[key], unit) for key, (name, unit) in split.items()]


def _name_and_unit(column: str) -> tuple[str, str | None]:
    """`latency (ms)` is latency, in ms."""
    found = _NAMED_UNIT.match(column.strip())
    return (found[1], found[2].strip()) if found else (column.strip(), None)


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def _is_empty(value: Any) -> bool:
    return not _text(value)


def _quantity(
    line: int,
    where: tuple[str, str | None],
    name: Any,
    value: Any,
    unit: Any,
    reading: Reading,
) -> Quantity | None:
    if _is_empty(name):
        reading.refuse(line, "no name of what was measured")
        return None
    if isinstance(value, dict):
        value, unit = value.get("value"), value.get("unit", unit)
    number = amount(value)
    if number is None:
        reading.refuse(line, f"{_text(name)} {value!r} is not a finite number")
        return None
    given = _text(unit) or number[1]
    return Quantity(line, *where, _text(name), number[0], given)


def amount(value: Any) -> tuple[float, str | None] | None:
    """The number, and the unit that stands behind it, as in `12.5 ms`; None if it is none."""
    if isinstance(value, bool) or value is None:
        return None
    found = _WITH_UNIT.match(str(value))
    number = finite(found[1].encode()) if found else None
    return None if found is None or number is None else (number + 0.0, found[2])


def header_quantities(metadata: Mapping[str, Any]) -> list[tuple[str, float, str | None]]:
    """Name, value and unit of the numbers under `resources` and its kin in ir_metadata."""
    found: list[tuple[str, float, str | None]] = []
    for key, value in metadata.items():
        if str(key).casefold() in _MEASURED:
            prefix = () if str(key).casefold() in _MERE_HEADINGS else (str(key),)
            found += _leaves(prefix, value)
    return found


_MERE_HEADINGS = {"resources", "efficiency", "measures", "measurements"}
_MEASURED = _MERE_HEADINGS | {
    *("runtime", "energy", "latency", "throughput", "emissions", "memory"),
    *("index time", "index size", "index_time", "index_size", "cpu", "gpu", "ram", "vram"),
}


def _leaves(path: tuple[str, ...], value: Any) -> Iterator[tuple[str, float, str | None]]:
    """Time series are left out: a list is no single number."""
    if isinstance(value, Mapping):
        if set(value) <= {"value", "unit"} and amount(value.get("value")):
            number = amount(value["value"])
            assert number is not None
            yield " ".join(path), number[0], value.get("unit") or number[1]
            return
        for key, item in value.items():
            yield from _leaves((*path, str(key)), item)
    elif path and (number := amount(value)) is not None:
        yield " ".join(path), *number
