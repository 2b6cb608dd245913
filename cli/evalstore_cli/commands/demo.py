"""`evalstore demo`: a first look with bundled data."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalstore.errors import UsageError
from evalstore_cli.emit import emit, emit_text
from evalstore_cli.options import Output, given_before, is_given
from evalstore_cli.stores import writing

if TYPE_CHECKING:
    from evalstore.store import Store

app = typer.Typer()

DEMO_DB = Path("evalstore-demo.duckdb")
MEASURES = ("nDCG@10", "AP", "P@5", "RR")


def _demo_database(context: typer.Context, value: Path) -> Path:
    """--db, but never $EVALSTORE_DB: the demonstration must not change a real store."""
    return value if is_given(context) else given_before(context) or value


@app.command()
def demo(
    db: Annotated[
        Path,
        typer.Option(
            "--db", metavar="PATH", callback=_demo_database, help="Database file to create."
        ),
    ] = DEMO_DB,
) -> None:
    """Create a small example store and show some results."""
    import evalstore
    from evalstore.demo import COLLECTION, TOPIC, build

    path = shlex.quote(str(db))
    with writing(db) as store:
        _check_contents(db, store)
        build(store)
        emit_text(f"$ evalstore leaderboard -m {','.join(MEASURES)} --db {path}\n\n")
        emit(store.leaderboard(MEASURES, collection=COLLECTION), Output())
        emit_text(f"\n$ evalstore topic {TOPIC} --run bm25 --run hybrid --depth 5 --db {path}\n\n")
        emit(store.topic(TOPIC, ["bm25", "hybrid"], depth=5, collection=COLLECTION), Output())
    emit_text(f"\n$ evalstore sql ndcg\n\n{evalstore.view_sql('ndcg')}{_next(path)}")


def _check_contents(db: Path, store: Store) -> None:
    """Refuse to add the demonstration to a store of other data."""
    from evalstore.demo import COLLECTION

    others = [row["collection"] for row in store.collections().dicts()]
    if any(name != COLLECTION for name in others):
        raise UsageError(
            f"{db} is a store with other data, which the demo does not change; "
            "give --db a new file, or leave it out"
        )


def _next(path: str) -> str:
    return f"""
The store is {path}. Try next:

  evalstore scores -m nDCG@10 --run dense --db {path}
  evalstore query "from topic_score where measure = 'AP' and value = 0" --db {path}
  evalstore list measures nDCG

Any DuckDB client opens it too:

  duckdb {path} "from leaderboard where measure = 'nDCG@10'"
"""
