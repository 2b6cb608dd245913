"""`evalstore scores`: per-topic scores of every system."""

from __future__ import annotations

import typer

from evalstore_cli.emit import emit
from evalstore_cli.lakes import EngineName, LakeUri, Save, asking
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Collection,
    Database,
    Measures,
    Output,
    Qrels,
    Runs,
    Topics,
    with_output,
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
def scores(
    output: Output,
    measures: Measures = NONE,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
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
            collection=collection,
            qrels=qrels,
            runs=runs,
            topics=topics,
            average=average,
        )
        emit(result, output)
