"""`evalstore eval`: evaluate files without a store."""

from __future__ import annotations

from typing import Annotated

import typer

from evalstore_cli.emit import emit
from evalstore_cli.options import (
    NONE,
    AverageOver,
    Measures,
    MemoryLimit,
    Naming,
    Output,
    RankBy,
    Threads,
    with_output,
)

app = typer.Typer()


@app.command(
    "eval",
    epilog="""\b
Examples:
  evalstore eval qrels.txt bm25.run -m nDCG@10 -m AP
  evalstore eval qrels.txt runs/ -m P@5 -q --format csv""",
)
@with_output
def evaluate(
    output: Output,
    qrels: Annotated[str, typer.Argument(metavar="QRELS", help="Qrels file.")],
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN...", help="Run files, folders or globs, or - for standard input."
        ),
    ],
    measures: Measures = NONE,
    by_topic: Annotated[
        bool, typer.Option("-q", "--by-topic", help="Show per-topic scores.")
    ] = False,
    average: AverageOver = "all",
    rank_by: RankBy = None,
    name_by: Annotated[
        Naming | None,
        typer.Option(
            help="Name each run by its tag (column 6) or by its file. "
            "[default: tag, or file if two runs have the same tag]"
        ),
    ] = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
) -> None:
    """Evaluate run files in memory, without storing anything."""
    import evalstore

    result = evalstore.evaluate_files(
        qrels,
        runs,
        measures,
        by_topic=by_topic,
        average=average,
        rank_by=rank_by,
        name_by=name_by,
        memory_limit=memory_limit,
        threads=threads,
    )
    emit(result, output)
