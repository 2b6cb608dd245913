"""`evalstore difficulty`, `matrix`, `outliers`, `curves`, `distribution`: topics by systems."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore.keywords import Scope
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
    Topics,
    with_output,
)
from evalstore_cli.significance import Significance, with_significance
from evalstore_cli.stores import reading

app = typer.Typer()

_DEFAULT = ["nDCG@10"]


@app.command(
    epilog="""\b
Examples:
  evalstore difficulty
  evalstore difficulty -m AP --format csv
  evalstore difficulty --by-separation"""
)
@with_output
def difficulty(
    output: Output,
    measures: Measures = NONE,
    by_separation: Annotated[
        bool, typer.Option("--by-separation", help="Sort by separation, best first.")
    ] = False,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show topics by difficulty. Columns: mean, spread, best system, separation."""
    with reading(db) as store:
        chosen = measures or _DEFAULT
        scope: Scope = {"collection": collection, "qrels": qrels, "runs": runs, "topics": topics}
        emit(store.difficulty(chosen, by_separation=by_separation, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore matrix -m AP --format csv
  evalstore matrix --z-scores --run bm25 --run dense"""
)
@with_output
def matrix(
    output: Output,
    measure: Annotated[
        str, typer.Option("-m", "--measure", metavar="MEASURE", help="Measure.")
    ] = _DEFAULT[0],
    z_scores: Annotated[
        bool,
        typer.Option("--z-scores", help="Show z-scores per topic instead of scores."),
    ] = False,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """System × topic score matrix."""  # noqa: RUF002
    with reading(db) as store:
        scope: Scope = {"collection": collection, "qrels": qrels, "runs": runs, "topics": topics}
        emit(store.matrix(measure, z_scores=z_scores, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore outliers
  evalstore outliers -m AP --limit 3"""
)
@with_output
def outliers(
    output: Output,
    measures: Measures = NONE,
    limit: Annotated[
        float, typer.Option(metavar="Z", help="Smallest absolute z-score of an outlier.")
    ] = 2.5,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show scores far from the topic's mean over all systems."""
    with reading(db) as store:
        chosen = measures or _DEFAULT
        scope: Scope = {"collection": collection, "qrels": qrels, "runs": runs, "topics": topics}
        emit(store.outliers(chosen, limit=limit, **scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore curves
  evalstore curves --run bm25 --run dense --format csv"""
)
@with_output
def curves(
    output: Output,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show interpolated precision at eleven recall points."""
    with reading(db) as store:
        scope: Scope = {"collection": collection, "qrels": qrels, "runs": runs, "topics": topics}
        emit(store.precision_recall(**scope), output)


@app.command(
    epilog="""\b
Examples:
  evalstore distribution -m AP
  evalstore distribution --tiers --test randomization --format csv"""
)
@with_output
@with_significance
def distribution(
    output: Output,
    significance: Significance,
    measures: Measures = NONE,
    tiers: Annotated[
        bool, typer.Option("--tiers", help="Group systems that do not differ significantly.")
    ] = False,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Show mean, confidence interval and quartiles of each system."""
    with reading(db) as store:
        result = store.distribution(
            measures or _DEFAULT,
            tiers=tiers,
            collection=collection,
            qrels=qrels,
            runs=runs,
            topics=topics,
            **significance,
        )
        emit(result, output)
