"""`evalstore measure`: the catalogue of measures that the views compute."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.emit import emit
from evalstore_cli.options import DEFAULT_DB, Database, Output, with_output
from evalstore_cli.stores import changing, reading

app = typer.Typer(
    name="measure", help="Add, remove or list the measures that the SQL views compute."
)

_Names = Annotated[
    list[str],
    typer.Argument(
        metavar="MEASURE...", autocompletion=completion.measures, help="Measure, such as nDCG@7."
    ),
]


@app.command(
    epilog="""\b
Examples:
  evalstore measure add nDCG@7
  evalstore query "from leaderboard where measure = 'nDCG@7'\""""
)
def add(measures: _Names, db: Database = DEFAULT_DB) -> None:
    """Register measures for the views topic_score and leaderboard."""
    with changing(db) as store:
        added = store.add_measures(measures)
    diagnostics.say(f"registered {', '.join(added)}")


@app.command()
def remove(measures: _Names, db: Database = DEFAULT_DB) -> None:
    """Remove measures from the views; -m still accepts built-in ones."""
    with changing(db) as store:
        removed = store.remove_measures(measures)
    diagnostics.say(f"removed {', '.join(removed)}")


@app.command(name="list")
@with_output
def listed(output: Output, db: Database = DEFAULT_DB) -> None:
    """List the registered measures."""
    with reading(db) as store:
        emit(store.registered_measures(), output)
