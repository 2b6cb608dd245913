"""`evalstore leaderboard`: one row per system, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.lakes import EngineName, LakeUri, Save, asking
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Database,
    Measures,
    MemoryLimit,
    Output,
    Scope,
    Significance,
    Threads,
    with_output,
    with_scope,
    with_significance,
)

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore leaderboard
  evalstore leaderboard -m nDCG@10,AP -m 'P(rel=2)@5' --top 10
  evalstore leaderboard -m AP --baseline bm25 --tiers
  evalstore leaderboard --judged 10 --efficiency latency
  evalstore leaderboard --collection robust04 --qrels llm -o table.tex"""
)
@with_output
@with_significance
@with_scope
def leaderboard(
    output: Output,
    scope: Scope,
    significance: Significance,
    measures: Measures = NONE,
    top: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Show only the first N systems.")
    ] = None,
    baselines: Annotated[
        list[str],
        typer.Option(
            "--baseline",
            metavar="SYSTEM",
            autocompletion=completion.systems,
            help="Show the difference to this system and its significance; repeatable.",
        ),
    ] = NONE,
    tiers: Annotated[
        bool, typer.Option("--tiers", help="Group systems that do not differ significantly.")
    ] = False,
    ties: Annotated[
        bool,
        typer.Option(
            "--ties", help="Show expected score and range over all orders of tied documents."
        ),
    ] = False,
    ci: Annotated[
        bool,
        typer.Option("--ci", help="Show the confidence interval of each mean (Student's t)."),
    ] = False,
    groups: Annotated[
        bool,
        typer.Option(
            "--groups",
            help="Show one row per group of runs (load runs --group): mean and deviation.",
        ),
    ] = False,
    judged: Annotated[
        int | None,
        typer.Option(metavar="K", min=1, help="Show the judged share of the first K documents."),
    ] = None,
    efficiency: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Show this efficiency number, such as latency, and the Pareto front.",
        ),
    ] = None,
    average: AverageOver = "all",
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    lake: LakeUri = None,
    engine: EngineName = None,
    save: Save = False,
    db: Database = DEFAULT_DB,
) -> None:
    """Show one row per system, best first by the first measure."""
    with asking(db, lake, engine, save, memory_limit=memory_limit, threads=threads) as store:
        result = store.leaderboard(
            measures,
            top=top,
            baselines=baselines,
            tiers=tiers,
            ties=ties,
            ci=ci,
            groups=groups,
            judged=judged,
            efficiency=efficiency,
            average=average,
            **scope,
            **significance,
        )
        emit(result, output)
