"""`evalstore compare`: paired comparisons of systems."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.lakes import EngineName, LakeUri, Save, asking
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Collection,
    Database,
    Measures,
    Output,
    Qrels,
    Significance,
    Topics,
    names,
    with_output,
    with_significance,
)

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore compare mine bm25 -m nDCG@10
  evalstore compare mine bm25 dense -m nDCG@10,AP --test randomization
  evalstore compare --baseline bm25 -m nDCG@10
  evalstore compare --pairs all -m AP --correction bh --format csv"""
)
@with_output
@with_significance
def compare(
    output: Output,
    significance: Significance,
    systems: Annotated[
        list[str],
        typer.Argument(
            metavar="[A B…]",
            callback=names,
            autocompletion=completion.systems,
            help="Systems, names or globs; the first is compared with each of the others.",
        ),
    ] = NONE,
    measures: Measures = NONE,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            autocompletion=completion.systems,
            help="Compare each system, by default all others, with this one.",
        ),
    ] = None,
    pairs: Annotated[
        Literal["first", "all"],
        typer.Option(help="The first system against each of the others, or every pair."),
    ] = "first",
    groups: Annotated[
        bool,
        typer.Option(
            "--groups",
            help="Compare groups of runs (load runs --group), each the mean of its runs per topic.",
        ),
    ] = False,
    collection: Collection = None,
    qrels: Qrels = None,
    topics: Topics = NONE,
    average: AverageOver = "all",
    lake: LakeUri = None,
    engine: EngineName = None,
    save: Save = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Compare systems with a paired test, topic by topic."""
    with asking(db, lake, engine, save) as store:
        result = store.compare(
            systems,
            measures,
            baseline=baseline,
            pairs=pairs,
            groups=groups,
            collection=collection,
            qrels=qrels,
            topics=topics,
            average=average,
            **significance,
        )
        emit(result, output)
