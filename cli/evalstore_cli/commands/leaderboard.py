"""`evalstore leaderboard`: one row per system, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Collection,
    Database,
    Measures,
    MemoryLimit,
    Output,
    Qrels,
    Runs,
    Threads,
    Topics,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore leaderboard
  evalstore leaderboard -m nDCG@10,AP -m 'P(rel=2)@5' --top 10
  evalstore leaderboard --collection robust04 --qrels llm -o table.tex"""
)
@with_output
def leaderboard(
    output: Output,
    measures: Measures = NONE,
    top: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only the first N systems.")
    ] = None,
    collection: Collection = None,
    qrels: Qrels = None,
    runs: Runs = NONE,
    topics: Topics = NONE,
    average: AverageOver = "all",
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show one row per system, best first by the first measure."""
    with reading(db, memory_limit=memory_limit, threads=threads) as store:
        result = store.leaderboard(
            measures,
            top=top,
            collection=collection,
            qrels=qrels,
            runs=runs,
            topics=topics,
            average=average,
        )
        emit(result, output)
