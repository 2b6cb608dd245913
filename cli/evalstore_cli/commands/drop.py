"""`evalstore drop`: delete data and everything derived from them."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.options import DEFAULT_DB, Collection, Database
from evalstore_cli.stores import changing

app = typer.Typer(name="drop", help="Delete a run, a qrels set or a collection from the store.")


@app.command()
def run(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=completion.systems, help="System.")
    ],
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Delete a run from the store."""
    with changing(db) as store:
        store.drop_run(name, collection=collection)
    diagnostics.say(f"dropped run {name}")


@app.command()
def qrels(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=completion.qrels, help="Qrels set.")
    ],
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Delete a qrels set from the store."""
    with changing(db) as store:
        store.drop_qrels(name, collection=collection)
    diagnostics.say(f"dropped qrels {name}")


@app.command()
def collection(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", autocompletion=completion.collections, help="Collection."),
    ],
    db: Database = DEFAULT_DB,
) -> None:
    """Delete a collection with its topics, runs and qrels sets."""
    with changing(db) as store:
        store.drop_collection(name)
    diagnostics.say(f"dropped collection {name}")
