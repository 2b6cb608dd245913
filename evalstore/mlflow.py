"""Scores of a system as metrics of the active MLflow run.

    with mlflow.start_run():
        evalstore.mlflow.log(store, "bm25", ["nDCG@10", "AP"])

MLflow refuses `@`, brackets and `=` in names: nDCG@10 becomes nDCG:10, RBP(p=0.5)@20 becomes
RBP.p_0.5:20.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from evalstore.store import Store

_NAMES = str.maketrans({"@": ":", "(": ".", ",": ".", "=": "_", ")": "", "'": "", " ": ""})
_REFUSED = re.compile(r"[^\w\-. :/]", re.ASCII)
_NOT_MEASURES = ("position", "system")


def metric_name(measure: str) -> str:
    """The name that MLflow accepts for a measure."""
    return _REFUSED.sub("_", measure.translate(_NAMES))


def log(
    store: Store,
    system: str,
    measures: Sequence[str] = (),
    *,
    step: int | None = None,
    **scope: Any,
) -> dict[str, float]:
    """Log a system's means, and which judgements they are of; what was logged as metrics.

    `scope` takes collection, qrels, topics and average.
    """
    try:
        import mlflow
    except ImportError as error:
        raise ImportError(
            "evalstore.mlflow needs mlflow; pip install 'evalstore[mlflow]'"
        ) from error
    result = store.leaderboard(measures, runs=[system], **scope)
    [row] = result.dicts()
    metrics = {
        metric_name(name): float(value)
        for name, value in row.items()
        if name not in _NOT_MEASURES and value is not None
    }
    mlflow.log_metrics(metrics, step=step)
    mlflow.set_tags({"evalstore.system": system, "evalstore.scores": str(result.title or "")})
    return metrics
