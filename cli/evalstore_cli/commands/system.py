"""`evalstore system`: one system in detail."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit_readable
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG,
    Collection,
    Database,
    Measures,
    Output,
    Qrels,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore system bm25
  evalstore system bm25 -m AP --format csv
  evalstore system bm25 --show unjudged --depth 10"""
)
@with_output
def system(
    output: Output,
    system: Annotated[
        str,
        typer.Argument(metavar="SYSTEM", autocompletion=completion.systems, help="System."),
    ],
    show: Annotated[
        Literal["topics", "unjudged", "facts"],
        typer.Option(
            help="Scores per topic with those of the best, median and worst system (topics); "
            "unjudged documents; "
            "or source, metadata and efficiency (facts)."
        ),
    ] = "topics",
    depth: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="Number of documents per topic, with --show unjudged."
        ),
    ] = 10,
    measures: Measures = NDCG,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show one system in detail. Each topic is compared with the other systems."""
    with reading(db) as store:
        result = store.system(
            system, measures, show=show, depth=depth, collection=collection, qrels=qrels
        )
        emit_readable(result, output)
