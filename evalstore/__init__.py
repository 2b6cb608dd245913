"""evalstore: load runs and judgements once, ask anything in SQL.

import evalstore

with evalstore.open("trec.duckdb") as store:
    store.load_qrels("qrels.txt")
    store.load_runs("runs/")
    print(store.leaderboard(["nDCG@10", "AP"]))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# Where each public name lives; it is imported when it is first used, so that start-up is fast.
_HOMES = {
    "EvalstoreError": "evalstore.errors",
    "Measure": "evalstore.measures.grammar",
    "Result": "evalstore.result",
    "Store": "evalstore.store",
    "evaluate": "evalstore.evaluation",
    "evaluate_files": "evalstore.evaluation",
    "list_measures": "evalstore.evaluation",
    "open": "evalstore.store",
    "open_lake": "evalstore.lake.lake",
    "parse_measure": "evalstore.measures.grammar",
    "view_sql": "evalstore.answers.adhoc",
}
_NAMED_OTHERWISE = {"open": "open_store", "open_lake": "Lake", "parse_measure": "parse"}

__all__ = [
    "EvalstoreError",
    "Measure",
    "Result",
    "Store",
    "evaluate",
    "evaluate_files",
    "list_measures",
    "open",
    "open_lake",
    "parse_measure",
    "view_sql",
]

if TYPE_CHECKING:
    from evalstore.answers.adhoc import view_sql
    from evalstore.errors import EvalstoreError
    from evalstore.evaluation import evaluate, evaluate_files, list_measures
    from evalstore.lake.lake import Lake as open_lake  # noqa: N813
    from evalstore.measures.grammar import Measure
    from evalstore.measures.grammar import parse as parse_measure
    from evalstore.result import Result
    from evalstore.store import Store
    from evalstore.store import open_store as open  # noqa: A004


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'evalstore' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), _NAMED_OTHERWISE.get(name, name))
