"""`evalstore correlate`: rank correlation of two leaderboards."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit_readable
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    Alpha,
    Correction,
    Database,
    Measures,
    Output,
    Runs,
    Topics,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore correlate -m nDCG@10 -m AP
  evalstore correlate -m nDCG@10,AP,RR,Bpref
  evalstore correlate -m nDCG@10 --qrels human --qrels llm --movers
  evalstore correlate --collection dl19 --collection dl20 -m nDCG@10
  evalstore correlate -m AP --as-of 2026-05-31
  evalstore correlate -m AP --file last-month.csv"""
)
@with_output
def correlate(
    output: Output,
    measures: Measures = NONE,
    qrels: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            autocompletion=completion.qrels,
            help="Qrels set; repeat to compare two.",
        ),
    ] = NONE,
    collection: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            autocompletion=completion.collections,
            help="Collection; repeat to compare two.",
        ),
    ] = NONE,
    file: Annotated[
        list[str],
        typer.Option(
            metavar="FILE",
            help="Saved leaderboard to compare with the store; repeat to compare two files.",
        ),
    ] = NONE,
    as_of: Annotated[
        list[str],
        typer.Option(
            metavar="DATE",
            help="Compare the state at this date with now; repeat to compare two dates.",
        ),
    ] = NONE,
    movers: Annotated[
        bool, typer.Option("--movers", help="Show the change of position of each system.")
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Show pairs of systems, reversed differences first.")
    ] = False,
    statistic: Annotated[
        Literal["tau_b", "tau_ap", "tau_ap_b", "spearman", "rbo"],
        typer.Option(help="Correlation coefficient of the matrix, with more than two measures."),
    ] = "tau_b",
    rbo_p: Annotated[
        float, typer.Option(metavar="P", help="Persistence of rank-biased overlap.")
    ] = 0.9,
    alpha: Alpha = 0.05,
    correction: Correction = "holm",
    runs: Runs = NONE,
    topics: Topics = NONE,
    db: Database = DEFAULT_DB,
) -> None:
    """Correlate two leaderboards. They differ in measure, qrels set, collection or date.

    With more than two measures, show a matrix of correlations.
    """
    import evalstore

    with evalstore.open() if len(file) > 1 else reading(db) as store:
        result = store.correlate(
            measures,
            show="pairs" if pairs else "movers" if movers else "statistics",
            statistic=statistic,
            p=rbo_p,
            alpha=alpha,
            correction=correction,
            qrels=qrels,
            collections=collection,
            files=file,
            as_of=as_of,
            runs=runs,
            topics=topics,
        )
        emit_readable(result, output)
