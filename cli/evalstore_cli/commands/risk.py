"""`evalstore risk`: gains and losses against a baseline, losses counted more."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore.keywords import Scope
from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
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
  evalstore risk bm25 -m nDCG@10
  evalstore risk bm25 -m ERR_IA@20 --weight 1 --by-topic --format csv"""
)
@with_output
def risk(
    output: Output,
    baseline: Annotated[
        str,
        typer.Argument(
            metavar="BASELINE", autocompletion=completion.systems, help="Baseline system."
        ),
    ],
    measures: Measures = NONE,
    weight: Annotated[
        float,
        typer.Option(
            metavar="A", help="Weight of losses: a loss counts 1 + A times (alpha of ndeval)."
        ),
    ] = 5.0,
    by_topic: Annotated[bool, typer.Option("--by-topic", help="Show per-topic values.")] = False,
    runs: Runs = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show risk-sensitive gains and losses against a baseline."""
    with reading(db) as store:
        scope: Scope = {"collection": collection, "qrels": qrels, "runs": runs}
        emit(store.risk(baseline, measures, weight=weight, by_topic=by_topic, **scope), output)
