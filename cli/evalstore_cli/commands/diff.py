"""`evalstore diff`: two systems topic by topic."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG,
    AverageOver,
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
  evalstore diff mine bm25 -m AP
  evalstore diff mine bm25 --topic 301 --depth 10"""
)
@with_output
def diff(
    output: Output,
    a: Annotated[
        str, typer.Argument(metavar="A", autocompletion=completion.systems, help="First system.")
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", autocompletion=completion.systems, help="Second system.")
    ],
    measures: Measures = NDCG,
    topic: Annotated[
        str | None,
        typer.Option(
            metavar="TOPIC",
            autocompletion=completion.topics,
            help="Show both rankings of this topic side by side; needs no judgements.",
        ),
    ] = None,
    depth: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of documents, with --topic.")
    ] = 20,
    collection: Collection = None,
    qrels: Qrels = None,
    average: AverageOver = "all",
    db: Database = DEFAULT_DB,
) -> None:
    """Show the differences of two systems per topic. With --topic, show both rankings."""
    with reading(db) as store:
        if topic is None:
            result = store.diff(a, b, measures, collection=collection, qrels=qrels, average=average)
        else:
            result = store.diff_topic(a, b, topic, depth=depth, collection=collection, qrels=qrels)
        emit(result, output)
