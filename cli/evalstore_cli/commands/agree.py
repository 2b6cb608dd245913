"""`evalstore agree`: agreement of two qrels sets."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    Collection,
    Database,
    Output,
    Topics,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore agree human llm
  evalstore agree human llm --matrix
  evalstore agree human llm --rel 2 --by-topic -o agreement.csv"""
)
@with_output
def agree(
    output: Output,
    first: Annotated[
        str,
        typer.Argument(metavar="A", autocompletion=completion.qrels, help="First qrels set."),
    ],
    second: Annotated[
        str,
        typer.Argument(metavar="B", autocompletion=completion.qrels, help="Second qrels set."),
    ],
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Show the confusion matrix of the grades.")
    ] = False,
    per_topic: Annotated[
        bool,
        typer.Option(
            "--by-topic", "--per-topic", help="Show the statistics per topic and overall."
        ),
    ] = False,
    rel: Annotated[
        float | None,
        typer.Option(metavar="GRADE", help="Binarise at this grade."),
    ] = None,
    topics: Topics = NONE,
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show the agreement of two qrels sets. Only documents judged in both sets count."""
    with reading(db) as store:
        result = store.agree(
            first,
            second,
            show="matrix" if matrix else "topics" if per_topic else "statistics",
            rel=rel,
            topics=topics,
            collection=collection,
        )
        emit(result, output)
