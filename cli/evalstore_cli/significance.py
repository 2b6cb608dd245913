"""The options of significance tests, which several commands have."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal

import typer

Significance = dict[str, Any]

Correction = Annotated[
    Literal["holm", "bonferroni", "bh", "none"],
    typer.Option(help="Correction for multiple comparisons, per measure."),
]
Alpha = Annotated[
    float,
    typer.Option(metavar="P", help="Significance level; confidence intervals cover 1 - P."),
]


def _significance(
    test: Annotated[
        Literal["t", "wilcoxon", "sign", "randomization", "bootstrap", "tukey"],
        typer.Option(help="Paired significance test."),
    ] = "t",
    correction: Correction = "holm",
    alpha: Alpha = 0.05,
    resamples: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Number of resamples. [default: randomization 100,000, bootstrap 10,000]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed of resampling.")] = 42,
) -> None:
    """Never called: its parameters are the options."""


def with_significance(command: Callable[..., None]) -> Callable[..., None]:
    """Add these options to a command; it receives them as its parameter `significance`."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_significance, eval_str=True).parameters

    @wraps(command)
    def run(**given: object) -> None:
        command(significance={name: given.pop(name) for name in shared}, **given)

    kept = [one for name, one in own.parameters.items() if name != "significance"]
    run.__signature__ = own.replace(parameters=[*kept, *shared.values()])  # type: ignore[attr-defined]
    return run
