"""The options of significance, which several commands share."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

TestName = Literal["t", "wilcoxon", "sign", "randomization", "bootstrap", "tukey"]
CorrectionName = Literal["holm", "bonferroni", "bh", "none"]

Test = Annotated[TestName, typer.Option(help="The paired test of significance.")]
Correction = Annotated[
    CorrectionName, typer.Option(help="The correction for many comparisons, per measure.")
]
Alpha = Annotated[
    float,
    typer.Option(
        metavar="P", help="What p-values must be below; a confidence interval covers 1 - P."
    ),
]
Resamples = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="How often to resample. [default: randomization 100000, bootstrap 10000]",
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", min=0, help="The seed of resampling.")]
