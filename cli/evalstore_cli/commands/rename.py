"""`evalstore rename`: other names for runs, qrels sets and collections."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.options import DEFAULT_DB, Collection, Database
from evalstore_cli.stores import changing

app = typer.Typer(name="rename", help="Rename a run, a qrels set or a collection.")

_New = Annotated[str, typer.Argument(metavar="NEW", help="New name.")]


@app.command()
def run(
    old: Annotated[
        str, typer.Argument(metavar="OLD", autocompletion=completion.systems, help="System.")
    ],
    new: _New,
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Rename a run."""
    with changing(db) as store:
        store.rename_run(old, new, collection=collection)
    diagnostics.say(f"renamed run {old} to {new}")


@app.command()
def qrels(
    old: Annotated[
        str, typer.Argument(metavar="OLD", autocompletion=completion.qrels, help="Qrels set.")
    ],
    new: _New,
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Rename a qrels set."""
    with changing(db) as store:
        store.rename_qrels(old, new, collection=collection)
    diagnostics.say(f"renamed qrels {old} to {new}")


@app.command()
def collection(
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", autocompletion=completion.collections, help="Collection."),
    ],
    new: _New,
    db: Database = DEFAULT_DB,
) -> None:
    """Rename a collection."""
    with changing(db) as store:
        store.rename_collection(old, new)
    diagnostics.say(f"renamed collection {old} to {new}")
