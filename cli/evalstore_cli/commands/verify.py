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
        typer.Option("--repair", help="Recompute derived tables, weights and views first."),
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Recompute all derived data and compare it with the store. Exit code 1 if they differ."""
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
    path: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace an existing database file.")
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Write a consistent copy of the store. Other processes may read the store meanwhile."""
    with reading(db) as store:
        store.backup(path, replace=replace)
    diagnostics.say(f"wrote {path}")
