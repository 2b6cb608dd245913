"""Options of the commands that can ask a lake instead of a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalstore.errors import UsageError
from evalstore_cli import diagnostics, interrupts
from evalstore_cli.stores import reading

if TYPE_CHECKING:
    from evalstore.lake.lake import Lake
    from evalstore.store import Store

LakeUri = Annotated[
    str | None,
    typer.Option(
        "--lake",
        metavar="URI",
        help="Read this lake (see export lake and lake load) instead of a store.",
    ),
]
EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="Engine that computes on a lake: local, local-cluster[2,1,1024], spark://… or sc://…",
    ),
]
Save = Annotated[
    bool, typer.Option("--save", help="Save the scores of the lake in the store (--db).")
]


@contextmanager
def asking(
    db: Path,
    lake: str | None,
    engine: str | None,
    save: bool = False,
    *,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Iterator[Store | Lake]:
    """The store, or the lake; with `save`, its scores are in the store afterwards."""
    if lake is None:
        if engine is not None or save:
            raise UsageError("--engine and --save are for a lake; name it with --lake")
        with reading(db, memory_limit=memory_limit, threads=threads) as store:
            yield store
        return
    from evalstore.lake.lake import Lake

    with (
        diagnostics.following("scoring") as progress,
        Lake(
            lake, engine or "local", threads=threads, memory_limit=memory_limit, progress=progress
        ) as opened,
    ):
        interrupts.stoppable(opened.store)
        yield opened
        if save:
            with interrupts.opening():
                opened.save(db)
