"""`evalstore drop`: take something out of the store, with all that was derived from it."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.options import DEFAULT_DB, Collection, Database
from evalstore_cli.stores import changing

app = typer.Typer(name="drop", help="Take a run or a set of judgements out of the store.")


@app.command()
def run(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=completion.systems, help="The system.")
    ],
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Take a run out of the store."""
    with changing(db) as store:
        store.drop_run(name, collection=collection)
    diagnostics.say(f"dropped run {name}")


@app.command()
def qrels(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=completion.qrels, help="The set.")
    ],
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Take a set of judgements out of the store."""
    with changing(db) as store:
        store.drop_qrels(name, collection=collection)
    diagnostics.say(f"dropped qrels {name}")
