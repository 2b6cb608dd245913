"""`evalstore check`: a regression check for continuous integration."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore.errors import CheckFailedError, UsageError
from evalstore_cli import completion
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    AverageOver,
    Database,
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
  evalstore check --baseline main --run candidate --max-drop nDCG@10=0.01
  evalstore check --baseline main --max-drop nDCG@10=0.01 --max-drop AP=0.02 --significant
  evalstore check --baseline main --max-drop nDCG@10=0.01 --format markdown > summary.md"""
)
@with_output
@with_significance
@with_scope
def check(
    output: Output,
    scope: Scope,
    significance: Significance,
    baseline: Annotated[
        str,
        typer.Option(
            metavar="SYSTEM", autocompletion=completion.systems, help="System to compare with."
        ),
    ],
    max_drop: Annotated[
        list[str],
        typer.Option(
            metavar="MEASURE=DROP", help="Largest allowed drop of a measure's mean; repeatable."
        ),
    ],
    significant: Annotated[
        bool, typer.Option("--significant", help="Fail only on significant drops.")
    ] = False,
    average: AverageOver = "all",
    db: Database = DEFAULT_DB,
) -> None:
    """Fail if a run is worse than the baseline (exit code 4)."""
    with reading(db) as store:
        result = store.check(
            baseline,
            _limits(max_drop),
            significant=significant,
            average=average,
            **scope,
            **significance,
        )
        emit(result, output)
        failed = [row for row in result.dicts() if not row["passed"]]
    if failed:
        names = ", ".join(dict.fromkeys(row["system"] for row in failed))
        checks = "check" if len(failed) == 1 else "checks"
        raise CheckFailedError(f"{len(failed)} {checks} against {baseline} failed: {names}")


def _limits(given: list[str]) -> dict[str, float]:
    limits = {}
    for text in given:
        measure, _, drop = text.rpartition("=")
        try:
            limits[measure] = float(drop)
        except ValueError:
            raise UsageError(
                f"--max-drop must be MEASURE=DROP, such as nDCG@10=0.01, not {text!r}"
            ) from None
    return limits
