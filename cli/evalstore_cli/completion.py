"""Shell completion with the names in the store; errors are silently ignored."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from evalstore.result import Result
    from evalstore.store import Store


def systems(context: typer.Context, incomplete: str) -> list[str]:
    return _names(context, incomplete, "system", lambda store: store.runs(_collection(context)))


def collections(context: typer.Context, incomplete: str) -> list[str]:
    return _names(context, incomplete, "collection", lambda store: store.collections())


def qrels(context: typer.Context, incomplete: str) -> list[str]:
    return _names(context, incomplete, "qrels", lambda store: store.qrels(_collection(context)))


def topics(context: typer.Context, incomplete: str) -> list[str]:
    return _names(context, incomplete, "topic", lambda store: store.topics(_collection(context)))


def measures(incomplete: str) -> list[str]:
    """The default measures first, then all names; after a comma, the next one."""
    from evalstore.measures.catalogue import default_measures
    from evalstore.measures.definition import names

    before, comma, last = incomplete.rpartition(",")
    known = [*(measure.name for measure in default_measures()), *names()]
    return [before + comma + name for name in _starting(last, known)]


def measure_names(incomplete: str) -> list[str]:
    from evalstore.measures.definition import names

    return _starting(incomplete, names())


def views(incomplete: str) -> list[str]:
    from evalstore.views import views as all_views

    return _starting(incomplete, sorted(all_views()))


def _names(
    context: typer.Context, incomplete: str, column: str, listing: Callable[[Store], Result]
) -> list[str]:
    from evalstore_cli.stores import reading

    try:
        with reading(_database(context)) as store:
            return _starting(incomplete, (row[column] for row in listing(store).dicts()))
    except Exception:
        return []


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _collection(context: typer.Context) -> str | None:
    return context.params.get("collection")


def _database(context: typer.Context) -> Path:
    given = context.params.get("db") or context.find_root().params.get("db")
    return Path(given or os.environ.get("EVALSTORE_DB") or "evalstore.duckdb")
