"""`evalstore fuse`: a new run of several."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.options import DEFAULT_DB, Collection, Database, RankBy, Replace
from evalstore_cli.stores import changing

app = typer.Typer()


@app.command(
    epilog="""\b
Methods, by rank: rrf, isr, borda; by score: combsum, combmnz, combanz, combmax, combmin, combmed.

\b
Examples:
  evalstore fuse rrf bm25 dense splade --name hybrid
  evalstore fuse combmnz bm25 dense --norm z --depth 100 --name hybrid-z"""
)
def fuse(
    method: Annotated[str, typer.Argument(metavar="METHOD", help="Fusion method; see below.")],
    systems: Annotated[
        list[str],
        typer.Argument(
            metavar="SYSTEM...", autocompletion=completion.systems, help="Two systems or more."
        ),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the new run.")],
    norm: Annotated[
        Literal["none", "min-max", "z", "rank", "sum"] | None,
        typer.Option(help="Normalisation of scores. [default: min-max; none for ranks]"),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Use the first N documents of each ranking."),
    ] = None,
    k: Annotated[int, typer.Option("--k", metavar="K", min=0, help="Constant of rrf.")] = 60,
    rank_by: RankBy = None,
    replace: Replace = False,
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Fuse runs into a new run. Its metadata record the method and the fused runs."""
    with changing(db) as store:
        report = store.fuse(
            method,
            systems,
            name,
            norm=norm,
            depth=depth,
            k=k,
            rank_by=rank_by,
            replace=replace,
            collection=collection,
        )
    raise typer.Exit(diagnostics.loaded(report))
