"""`/sql`: a console over the tables and views."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from evalstore.errors import EvalstoreError, UnknownNameError, UsageError
from evalstore.output.columns import is_number
from evalstore.query import Fetched
from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.console import SHOWN_ROWS, Answer, Console, parameters_of
from evalstore.web.page import Page, Shown, addresses
from evalstore.web.pictures import NARROW
from evalstore.web.saved import SavedQuery, examples, in_folder
from evalstore.web.tables import Shape, Table, table

_SCHEMA = """
    select
        if(schema_name = 'main', '', schema_name || '.') || table_name as name,
        column_name, data_type, comment
    from duckdb_columns()
    where not internal and database_name = current_database() and table_name != 'alembic_version'
    order by schema_name != 'main', table_name, column_index
"""
# Of the address itself; those with a dot cannot be names of parameters.
_CONTROLS = ("q", "query", "sort", "page", "filter", "dark")
_X, _Y = "chart.x", "chart.y"


@dataclass(frozen=True)
class Request:
    """A query with the values of its parameters."""

    sql: str
    parameters: dict[str, str]


class SqlPage:
    """The console's page and data; `folder` has the queries that the user saved."""

    def __init__(self, console: Console, folder: Path | None) -> None:
        self._console = console
        self._folder = folder

    def queries(self) -> list[SavedQuery]:
        return [*in_folder(self._folder), *examples()]

    def request(self, ask: Ask) -> Request | None:
        """The query of the address: its text in `q`, or the name of a saved one in `query`."""
        name, sql = ask.one("query"), ask.one("q")
        chosen = self._chosen(name) if name else None
        if sql is None:
            sql = chosen.sql if chosen else None
        if sql is None:
            return None
        defaults = chosen.defaults if chosen else {}
        values = {one: _value(ask, one, defaults) for one in parameters_of(sql)}
        return Request(sql, values)

    def _chosen(self, name: str) -> SavedQuery:
        queries = {query.name: query for query in self.queries()}
        if name not in queries:
            raise UnknownNameError("saved query", name, queries)
        return queries[name]

    def answer(self, ask: Ask, request: Request, suffix: str, most: int | None = None) -> Answer:
        missing = [f"${name}" for name, value in request.parameters.items() if not value]
        if missing:
            raise UsageError(f"the query needs a value for {', '.join(missing)}")
        path = Path(ask.snapshot.store.path)

        def compute() -> Answer:
            return self._console.answer(
                path, request.sql, request.parameters, suffix=suffix, most=most
            )

        return ask.cached(("query", request.sql, request.parameters, suffix, most), compute)

    def data(self, ask: Ask, suffix: str) -> bytes:
        request = self.request(ask)
        if request is None:
            raise UsageError("no SQL; use /sql.json?q=select…")
        return self.answer(ask, request, suffix).data

    def page(self, ask: Ask) -> tuple[Page, int]:
        """The page, and its status: a query that fails is shown with its error."""
        request, status = self.request(ask), 200
        shown: dict[str, Any] = {"answer": None, "error": None, "request": request, "chart": None}
        if request is not None:
            try:
                result = _result(self.answer(ask, request, "json", SHOWN_ROWS))
                shown |= {"answer": _table(ask, result), "result": result}
                shown["chart"] = chart_of(ask, result)
            except EvalstoreError as error:
                shown["error"], status = str(error), 400
        page = Page("SQL", "sql.html", context=lambda: shown | self._beside(ask))
        return page, status

    def picture(self, ask: Ask) -> str:
        """The quick chart as SVG."""
        request = self.request(ask)
        if request is None:
            raise UsageError("there is no SQL")
        result = _result(self.answer(ask, request, "json", SHOWN_ROWS))
        chart = chart_of(ask, result)
        if chart is None:
            raise UsageError("a chart needs two columns, one of them of numbers")
        from evalstore.web.quick_chart import quick_chart

        width = NARROW if ask.flag("narrow") else None
        return quick_chart(result, chart.x, chart.y, dark=ask.flag("dark"), width=width)

    def _beside(self, ask: Ask) -> dict[str, Any]:
        saved = {"examples": examples(), "saved": in_folder(self._folder)}
        schema = ask.answer("sql", _SCHEMA).rows
        columns = {name: list(rows) for name, rows in groupby(schema, key=lambda row: row[0])}
        listed = [row for row in ask.answer("schema").rows if row[1] in columns]
        groups = [
            (group, [(name, kind, meaning, columns[name]) for kind, name, meaning, _ in rows])
            for group, rows in groupby(listed, key=lambda row: _group(row[0], row[1]))
        ]
        limits = {"seconds": self._console.seconds, "memory": self._console.memory}
        return saved | {"schema": groups, "limits": limits}


def _group(kind: str, name: str) -> str:
    """The heading of a part of the schema; the views to query first need none."""
    if "." in name:
        return {"steps": "steps of measures", "measures": "measures"}[name.partition(".")[0]]
    return "" if kind == "view" else "tables"


def _value(ask: Ask, name: str, defaults: dict[str, str]) -> str:
    if name in _CONTROLS:
        raise UsageError(f"${name} cannot be a parameter here; choose another name")
    given = ask.one(name) or defaults.get(name)
    return given or _system(ask, name) or ""


def _system(ask: Ask, name: str) -> str | None:
    """Some system for parameters that are usually one, so that an example answers at once."""
    place = {"system": 0, "a": 0, "b": 1}.get(name)
    systems = [record["system"] for record in ask.answer("runs").dicts()]
    return systems[place] if place is not None and place < len(systems) else None


def _result(answer: Answer) -> Result:
    found = json.loads(answer.data)
    rows = [tuple(row.values()) for row in found["rows"]]
    notes = list(answer.notes)
    if answer.is_cut:
        notes.append(f"only the first {SHOWN_ROWS:,} rows are shown; CSV and JSON have all of them")
    described = list(zip(found["columns"], answer.types, strict=True))
    return Result(Fetched(described, rows), notes=notes)


def _table(ask: Ask, result: Result) -> Table:
    labels = {column: column for column in result.columns}
    return table(ask, result, Shape("Result", labels=labels))


@dataclass(frozen=True)
class QuickChart:
    """Which columns a quick chart can show, which it shows, and its addresses."""

    columns: list[str]
    numbers: list[str]
    x: str
    y: str
    picture: Shown


def chart_of(ask: Ask, result: Result) -> QuickChart | None:
    """The first column against the first number; None for a result without numbers."""
    kinds = zip(result.columns, result.types, strict=True)
    numbers = [name for name, kind in kinds if is_number(kind)]
    if not numbers or len(result.columns) < 2 or not result.rows:
        return None
    x = ask.one(_X, result.columns[0])
    others = [name for name in numbers if name != x]
    y = ask.one(_Y, (others or numbers)[0])
    for name, known in ((x, result.columns), (y, numbers)):
        if name not in known:
            raise UnknownNameError("column", str(name), known)

    def at(**look: str) -> str:
        return ask.here("svg", **{_X: x, _Y: y}, **look)

    return QuickChart(result.columns, numbers, str(x), str(y), addresses(f"{y} by {x}", at))
