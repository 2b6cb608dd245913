"""`evalstore agree`: two sets of judgements."""

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

_SET = "A set of judgements."


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
        str, typer.Argument(metavar="QRELS", autocompletion=completion.qrels, help=_SET)
    ],
    second: Annotated[
        str, typer.Argument(metavar="QRELS", autocompletion=completion.qrels, help=_SET)
    ],
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Show how often each grade met each.")
    ] = False,
    per_topic: Annotated[
        bool, typer.Option("--by-topic", "--per-topic", help="Show every topic, and all of them.")
    ] = False,
    rel: Annotated[
        float | None,
        typer.Option(metavar="GRADE", help="Relevant from this grade on, and only two grades."),
    ] = None,
    topics: Topics = NONE,
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show how far two sets of judgements agree, where both judged."""
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
