"""`evalstore difficulty`, `matrix`, `outliers`, `curves`, `distribution`: topics by systems."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG,
    Database,
    Measures,
    Output,
    Scope,
    Significance,
    with_output,
    with_scope,
    with_significance,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore difficulty
  evalstore difficulty -m AP --format csv
  evalstore difficulty --by-separation"""
)
@with_output
@with_scope
def difficulty(
    output: Output,
    scope: Scope,
    measures: Measures = NDCG,
    by_separation: Annotated[
        bool, typer.Option("--by-separation", help="Sort by separation, best first.")
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Show topics by difficulty. Columns: mean, spread, best system, separation."""
    with reading(db) as store:
        emit(store.difficulty(measures, by_separation=by_separation, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore matrix -m AP --format csv
  evalstore matrix --z-scores --run bm25 --run dense"""
)
@with_output
@with_scope
def matrix(
    output: Output,
    scope: Scope,
    measure: Annotated[
        str, typer.Option("-m", "--measure", metavar="MEASURE", help="Measure.")
    ] = NDCG[0],
    z_scores: Annotated[
        bool,
        typer.Option("--z-scores", help="Show z-scores per topic instead of scores."),
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """System × topic score matrix."""  # noqa: RUF002
    with reading(db) as store:
        emit(store.matrix(measure, z_scores=z_scores, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore outliers
  evalstore outliers -m AP --limit 3"""
)
@with_output
@with_scope
def outliers(
    output: Output,
    scope: Scope,
    measures: Measures = NDCG,
    limit: Annotated[
        float, typer.Option(metavar="Z", help="Smallest absolute z-score of an outlier.")
    ] = 2.5,
    db: Database = DEFAULT_DB,
) -> None:
    """Show scores far from the topic's mean over all systems."""
    with reading(db) as store:
        emit(store.outliers(measures, limit=limit, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore curves
  evalstore curves --run bm25 --run dense --format csv"""
)
@with_output
@with_scope
def curves(
    output: Output,
    scope: Scope,
    db: Database = DEFAULT_DB,
) -> None:
    """Show interpolated precision at eleven recall points."""
    with reading(db) as store:
        emit(store.precision_recall(**scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore distribution -m AP
  evalstore distribution --tiers --test randomization --format csv"""
)
@with_output
@with_significance
@with_scope
def distribution(
    output: Output,
    scope: Scope,
    significance: Significance,
    measures: Measures = NDCG,
    tiers: Annotated[
        bool, typer.Option("--tiers", help="Group systems that do not differ significantly.")
    ] = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Show mean, confidence interval and quartiles of each system."""
    with reading(db) as store:
        result = store.distribution(
            measures,
            tiers=tiers,
            **scope,
            **significance,
        )
        emit(result, output)
