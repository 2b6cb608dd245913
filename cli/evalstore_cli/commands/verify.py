"""`evalstore verify` and `evalstore backup`: a store that can be relied on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalstore.errors import UnsoundStoreError
from evalstore_cli import diagnostics
from evalstore_cli.emit import emit
from evalstore_cli.options import DEFAULT_DB, Database, Output, with_output
from evalstore_cli.stores import changing, reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore verify --db trec.duckdb
  evalstore verify --repair"""
)
@with_output
def verify(
    output: Output,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Compute derived tables, weights and views anew first."),
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Compute everything derived anew and compare it; exit code 1 if the store is not sound."""
    with changing(db) if repair else reading(db) as store:
        result = store.verify(repair=repair)
    emit(result, output)
    if any(row["wrong"] for row in result.dicts()):
        raise UnsoundStoreError(f"{db} is not sound")


@app.command(
    epilog="""\b
Example:
  evalstore backup trec-2026-11-18.duckdb --db trec.duckdb"""
)
def backup(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace an existing database of that name.")
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Write a consistent copy of the store, also while others read it."""
    with reading(db) as store:
        store.backup(path, replace=replace)
    diagnostics.say(f"wrote {path}")
