"""`evalstore reproduce`: a reproduced run against its original."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore.errors import UsageError
from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG_AND_AP,
    NONE,
    Collection,
    Database,
    Measures,
    Output,
    Qrels,
    Topics,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore reproduce bm25-2019 bm25-mine
  evalstore reproduce dense dense-mine --original-baseline bm25 --reproduced-baseline bm25-mine
  evalstore reproduce bm25-2019 bm25-mine --by-topic -m AP"""
)
@with_output
def reproduce(
    output: Output,
    original: Annotated[
        str,
        typer.Argument(
            metavar="ORIGINAL", autocompletion=completion.systems, help="Original system."
        ),
    ],
    reproduced: Annotated[
        str,
        typer.Argument(
            metavar="REPRODUCED", autocompletion=completion.systems, help="Reproduced system."
        ),
    ],
    measures: Measures = NDCG_AND_AP,
    original_baseline: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            autocompletion=completion.systems,
            help="Baseline of the original system.",
        ),
    ] = None,
    reproduced_baseline: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            autocompletion=completion.systems,
            help="Baseline of the reproduced system.",
        ),
    ] = None,
    per_topic: Annotated[
        bool, typer.Option("--by-topic", "--per-topic", help="Show the statistics per topic.")
    ] = False,
    depth: Annotated[
        int, typer.Option(metavar="K", min=1, help="Number of documents to compare.")
    ] = 1000,
    rbo_p: Annotated[
        float, typer.Option(metavar="P", help="Persistence of rank-biased overlap.")
    ] = 0.95,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Compare a reproduced run with its original."""
    if (original_baseline is None) != (reproduced_baseline is None):
        raise UsageError("effect measures need both --original-baseline and --reproduced-baseline")
    with reading(db) as store:
        result = store.reproduce(
            original,
            reproduced,
            measures,
            baselines=(original_baseline, reproduced_baseline)
            if original_baseline is not None and reproduced_baseline is not None
            else None,
            by_topic=per_topic,
            depth=depth,
            p=rbo_p,
            topics=topics,
            collection=collection,
            qrels=qrels,
        )
        emit(result, output)
