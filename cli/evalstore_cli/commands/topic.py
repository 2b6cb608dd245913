"""`evalstore topic`: one topic in detail."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG,
    NONE,
    Collection,
    Database,
    Measures,
    Output,
    Qrels,
    Runs,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore topic 301
  evalstore topic 301 --run bm25 --run dense --depth 10
  evalstore topic 301 --show deciding -m AP
  evalstore topic 301 --run bm25 --curve -m "nDCG(discount='jk')\""""
)
@with_output
def topic(
    output: Output,
    topic: Annotated[
        str,
        typer.Argument(metavar="TOPIC", autocompletion=completion.topics, help="Topic identifier."),
    ],
    runs: Runs = NONE,
    depth: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of documents per run.")
    ] = 20,
    curve: Annotated[
        bool,
        typer.Option(
            "--curve", help="Show CG, DCG, ideal DCG and nDCG at every rank; requires --run."
        ),
    ] = False,
    show: Annotated[
        Literal["systems", "deciding", "pool"],
        typer.Option(
            help="Without --run: the systems; the documents that separate good from poor systems "
            "(deciding); or the numbers of documents by grade (pool)."
        ),
    ] = "systems",
    measures: Measures = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show all systems on one topic. With --run, show the ranked documents."""
    with reading(db) as store:
        if curve:
            result = store.gain_by_rank(
                topic, runs, measures, depth=depth, collection=collection, qrels=qrels
            )
        elif show != "systems":
            result = store.topic_documents(
                topic, measures or NDCG, show=show, depth=depth, collection=collection, qrels=qrels
            )
        else:
            result = store.topic(
                topic, runs, depth=depth, measures=measures, collection=collection, qrels=qrels
            )
        emit(result, output)
