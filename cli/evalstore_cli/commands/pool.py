"""`evalstore pool`: documents to judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit, emit_readable
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    Collection,
    Database,
    Output,
    Qrels,
    Topics,
    names,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()

Order = Literal["shuffled", "mtf", "bandit"]


@app.command(
    epilog="""\b
Examples:
  evalstore pool --depth 20 -o pool.csv
  evalstore pool --depth 20 --to-judge -o pool.txt
  evalstore pool --order bandit --run bm25 --run dense"""
)
@with_output
def pool(
    output: Output,
    depth: Annotated[
        int, typer.Option(metavar="K", min=1, help="Pool depth: number of documents per run.")
    ] = 20,
    order: Annotated[
        Order,
        typer.Option(
            help="Order of the documents: shuffled, move-to-front pooling (mtf) or max-mean bandit."
        ),
    ] = "shuffled",
    judged_too: Annotated[
        bool, typer.Option("--all", help="Include judged documents, with their grades.")
    ] = False,
    to_judge: Annotated[
        bool,
        typer.Option("--to-judge", help="Write qrels lines with grade -1 (not judged)."),
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed of the order.")] = 42,
    runs: Annotated[
        list[str],
        typer.Option(
            "--run",
            "--runs",
            metavar="SYSTEM",
            callback=names,
            autocompletion=completion.systems,
            help="Restrict to these systems: repeatable, comma-separated, globs such as 'T5*', "
            "or @file with one per line.",
        ),
    ] = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show the unjudged documents of the depth-K pool."""
    with reading(db) as store:
        result = store.pool(
            runs,
            depth=depth,
            order=order,
            judged_too=judged_too,
            to_judge=to_judge,
            seed=seed,
            topics=topics,
            collection=collection,
            qrels=qrels,
        )
        if to_judge:
            emit(result, replace(output, format="tsv", header=False))
        elif output.path is None:
            emit_readable(result, output)
        else:
            emit(result, output)
