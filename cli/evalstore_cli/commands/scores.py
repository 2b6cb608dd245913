"""`evalstore scores`: per-topic scores of every system."""

from __future__ import annotations

import typer

from evalstore_cli.emit import emit
from evalstore_cli.lakes import EngineName, LakeUri, Save, asking
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Database,
    Measures,
    Output,
    Scope,
    with_output,
    with_scope,
)

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore scores -m nDCG@10 --run bm25 --format csv
  evalstore scores -m AP --topic 301 --topic 302
  evalstore scores -m nDCG@10,AP -o scores.parquet"""
)
@with_output
@with_scope
def scores(
    output: Output,
    scope: Scope,
    measures: Measures = NONE,
    average: AverageOver = "all",
    lake: LakeUri = None,
    engine: EngineName = None,
    save: Save = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Show the per-topic scores of every system."""
    with asking(db, lake, engine, save) as store:
        result = store.scores(
            measures,
            average=average,
            **scope,
        )
        emit(result, output)
