"""Tables, views and catalogue, compared with those of a new store of this version."""

from __future__ import annotations

import re
from collections.abc import Iterable

import duckdb

from evalstore import version
from evalstore.errors import EvalstoreError
from evalstore.measures import catalogue
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import Measure, parse_all
from evalstore.verification.check import Check, counted
from evalstore.views import compose

_COLUMNS = """
    select table_name || '.' || column_name, [data_type, is_nullable::text, comment]
    from duckdb_columns()
    where database_name = current_database() and not internal
"""
_VIEWS = """
    select schema_name || '.' || view_name, sql || coalesce(comment, '')
    from duckdb_views()
    where database_name = current_database() and not internal
"""
_SPELLINGS = {
    r"cast\('t' as boolean\)": "true",
    r"cast\('f' as boolean\)": "false",
    r"(?<=\d)e-0+": "e-",
    r"\bmain\.": "",
}
_WORD = re.compile(r"\w+|[^\w\s()\"]")


def schema(connection: duckdb.DuckDBPyConnection) -> Check:
    """Tables and views, with their comments; a user's additional ones do not matter."""
    check = Check("schema")
    with duckdb.connect() as new:
        version.create(new)
        _copy(connection, new, "measure", "custom_measure")
        version.create_views(new)
        _compare(check, new.execute(_COLUMNS), connection.execute(_COLUMNS), "column")
        _compare(check, new.execute(_VIEWS), connection.execute(_VIEWS), "view")
    return check


def _copy(
    connection: duckdb.DuckDBPyConnection, new: duckdb.DuckDBPyConnection, *tables: str
) -> None:
    """What decides which views there are: measures and user-defined measures."""
    for table in tables:
        rows = connection.sql(f"select * from {table}").to_arrow_table()
        new.register("copied", rows)
        new.execute(f"insert into {table} select * from copied")
        new.unregister("copied")


def _compare(
    check: Check,
    expected: duckdb.DuckDBPyConnection,
    found: duckdb.DuckDBPyConnection,
    kind: str,
) -> None:
    stored = {name: _words(text) for name, text in found.fetchall()}
    for name, text in sorted(expected.fetchall()):
        check.checked += 1
        if name not in stored:
            check.fail(f"{kind} {name} is missing")
        elif stored[name] != _words(text):
            check.fail(f"{kind} {name} differs from that of this version of evalstore")


def _words(text: object) -> list[str]:
    """The words of a definition, sorted.

    DuckDB prints the names of an `exclude` in any order; and some words are spelt differently by
    other versions, or in a view that was just created and not read from a file.
    """
    plain = str(text).lower()
    for spelling, word in _SPELLINGS.items():
        plain = re.sub(spelling, word, plain)
    return sorted(_WORD.findall(plain))


def measures(connection: duckdb.DuckDBPyConnection) -> Check:
    """The rows of the catalogue, against what their names mean, and the descriptions."""
    check = Check("measures")
    rows = [catalogue.catalogue_row(one) for one in _registered(check, connection)]
    if rows:
        computed = {"computed": catalogue.values_of(rows)}
        counted(check, connection, compose(_WRONG_MEASURES, computed))
    described = catalogue.descriptions()
    select = f"select {', '.join(catalogue.DESCRIPTION)} from measure_description"
    missing = set(described) - set(connection.execute(select).fetchall())
    example = f"the description of {min(missing)[0]}" if missing else None
    check.add(len(described), len(missing), example)
    return check


_WRONG_MEASURES = """
    select
        (select count(*) from measure),
        count(*),
        min(measure) || ' has other parameters than its name says'
    from (select * from computed except select * from measure) as wrong
"""


def _registered(check: Check, connection: duckdb.DuckDBPyConnection) -> Iterable[Measure]:
    custom = custom_definitions(connection)
    for (name,) in connection.execute("select measure from measure order by all").fetchall():
        try:
            yield from parse_all([name], custom)
        except EvalstoreError as error:
            check.fail(str(error))
