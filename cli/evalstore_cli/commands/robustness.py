"""`evalstore robustness`: how the leaderboard depends on the pool and the judgements."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore.errors import UsageError
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NDCG,
    Database,
    Measures,
    Output,
    Scope,
    with_output,
    with_scope,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore robustness --leave-out --depth 7 -m AP
  evalstore robustness --leave-out --by-team '^[^_-]+'
  evalstore robustness --sample 100,50,20,10 -m nDCG@10,Bpref
  evalstore robustness --relevant"""
)
@with_output
@with_scope
def robustness(
    output: Output,
    scope: Scope,
    leave_out: Annotated[
        bool,
        typer.Option(
            "--leave-out", help="Re-evaluate each system without its unique pool contributions."
        ),
    ] = False,
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="SHARES",
            help="Evaluate with samples of the judgements: percentages, such as 50,20,10.",
        ),
    ] = None,
    relevant: Annotated[
        bool, typer.Option("--relevant", help="Estimate the number of relevant documents.")
    ] = False,
    measures: Measures = NDCG,
    depth: Annotated[int, typer.Option(metavar="K", min=1, help="Depth of the judged pool.")] = 10,
    by_team: Annotated[
        str | None,
        typer.Option(
            metavar="REGEX",
            help="Part of the system name that identifies its team; teams are left out together.",
        ),
    ] = None,
    repeats: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of samples of each size.")
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed of sampling.")] = 42,
    db: Database = DEFAULT_DB,
) -> None:
    """Show how much the leaderboard depends on the judgements."""
    if leave_out + (sample is not None) + relevant != 1:
        raise UsageError("choose one of --leave-out, --sample 100,50,20,10 and --relevant")
    with reading(db) as store:
        if leave_out:
            result = store.leave_one_out(measures, depth=depth, by_team=by_team, **scope)
        elif sample is not None:
            shares = _shares(sample)
            result = store.sample_judgements(shares, measures, repeats=repeats, seed=seed, **scope)
        else:
            result = store.estimate_relevant(depth=depth, by_team=by_team, **scope)
        emit(result, output)


def _shares(text: str) -> list[float]:
    try:
        return [float(part.strip().removesuffix("%")) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"--sample must be percentages such as 100,50,20,10, not {text!r}"
        ) from None
