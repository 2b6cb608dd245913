"""`evalstore schema` and `evalstore sql`: tables and views, and the SQL of a view."""

from __future__ import annotations

from typing import Annotated

import typer

import evalstore
from evalstore_cli import completion
from evalstore_cli.emit import emit, emit_text
from evalstore_cli.options import DEFAULT_DB, Database, Output, with_output
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore sql ndcg
  evalstore sql ndcg --steps > ndcg.sql"""
)
def sql(
    view: Annotated[
        str,
        typer.Argument(metavar="VIEW", autocompletion=completion.views, help="View, such as ndcg."),
    ],
    steps: Annotated[
        bool,
        typer.Option(
            "--steps", help="Print one self-contained query, with the views it reads as CTEs."
        ),
    ] = False,
) -> None:
    """Print the SQL of a view; needs no store."""
    emit_text(evalstore.view_sql(view, steps=steps))


@app.command()
@with_output
def schema(
    output: Output,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            autocompletion=completion.views,
            help="Table or view whose columns to show.",
        ),
    ] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """List the tables and views, or the columns of one of them."""
    with reading(db) as store:
        emit(store.schema(name), output)
