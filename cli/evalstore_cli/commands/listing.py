"""`evalstore list`: the contents of the store, and the available measures."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    DEFAULT_WAIT,
    Collection,
    Database,
    Output,
    Qrels,
    with_output,
)
from evalstore_cli.stores import reading, waiting

app = typer.Typer(name="list")

_MORE = (
    "more: `evalstore list runs`, `evalstore list qrels`, `evalstore list topics`, "
    "`evalstore list measures`",
)


@app.callback(invoke_without_command=True)
def overview(context: typer.Context, db: Database = DEFAULT_DB) -> None:
    """List collections, runs, qrels sets, topics or measures. Alone, show the number of each."""
    if context.invoked_subcommand is not None:
        context.find_root().params["db"] = db
        return
    with waiting(DEFAULT_WAIT), reading(db) as store:
        result = store.collections()
        if result.rows:
            result.notes = _MORE
        emit(result, Output())


@app.command()
@with_output
def collections(output: Output, db: Database = DEFAULT_DB) -> None:
    """List the collections and their sizes."""
    with reading(db) as store:
        emit(store.collections(), output)


@app.command()
@with_output
def runs(output: Output, collection: Collection = None, db: Database = DEFAULT_DB) -> None:
    """List the runs and their source files."""
    with reading(db) as store:
        emit(store.runs(collection), output)


@app.command()
@with_output
def qrels(output: Output, collection: Collection = None, db: Database = DEFAULT_DB) -> None:
    """List the qrels sets and their source files."""
    with reading(db) as store:
        emit(store.qrels(collection), output)


@app.command()
@with_output
def topics(
    output: Output,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """List the topics with their numbers of judgements and systems."""
    with reading(db) as store:
        emit(store.topics(collection, qrels), output)


@app.command(
    epilog="""\b
Examples:
  evalstore list measures
  evalstore list measures nDCG"""
)
@with_output
def measures(
    output: Output,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", autocompletion=completion.measure_names, help="Describe this measure."
        ),
    ] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """List the available measures with their meaning. Custom measures of the store are included."""
    import evalstore

    if not db.exists():
        emit(evalstore.list_measures(name), output)
        return
    with reading(db) as store:
        emit(store.measures(name), output)
