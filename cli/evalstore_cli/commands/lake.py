"""`evalstore lake`: files become Parquet files of a lake, on many machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evalstore_cli import diagnostics
from evalstore_cli.lakes import EngineName
from evalstore_cli.options import LoadCollection, MemoryLimit, Naming, RankBy, Replace, Threads
from evalstore_cli.wording import of_command_line

if TYPE_CHECKING:
    from evalstore.load.report import LoadReport

app = typer.Typer(name="lake", help="Load files into a lake, and check one.")
load = typer.Typer(name="load", help="Load run and qrels files into a lake, on a cluster.")
app.add_typer(load)

Lake = Annotated[
    str, typer.Option("--lake", metavar="URI", help="A path or URI that all workers can write.")
]
Files = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Files, folders or globs that all workers can read."),
]


@load.command(
    epilog="""\b
Examples:
  evalstore lake load runs 'runs/*.gz' --lake /data/lake --engine local
  evalstore lake load runs runs/ --lake /data/lake --engine spark://host:7077"""
)
def runs(
    paths: Files,
    lake: Lake,
    engine: EngineName = None,
    collection: LoadCollection = "default",
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name, instead of the run tag.")
    ] = None,
    name_by: Annotated[
        Naming, typer.Option(help="Name each run by its tag (column 6) or by its file.")
    ] = "tag",
    rank_by: RankBy = None,
    replace: Replace = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
) -> None:
    """Load runs into a lake; a broken file is refused and the others are loaded."""
    from evalstore.lake import load_runs

    with diagnostics.following("loading") as progress:
        report = load_runs(
            lake,
            paths,
            engine or "local",
            collection=collection,
            name=name,
            name_by=name_by,
            rank_by=rank_by,
            replace=replace,
            memory_limit=memory_limit,
            threads=threads,
            progress=progress,
        )
    _exit(report)


@load.command(
    epilog="""\b
Examples:
  evalstore lake load qrels qrels.txt --lake /data/lake"""
)
def qrels(
    paths: Files,
    lake: Lake,
    engine: EngineName = None,
    collection: LoadCollection = "default",
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name, instead of the file name.")
    ] = None,
    replace: Replace = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
) -> None:
    """Load judgements into a lake, and join all runs of the collection with them."""
    from evalstore.lake import load_qrels

    with diagnostics.following("loading") as progress:
        report = load_qrels(
            lake,
            paths,
            engine or "local",
            collection=collection,
            name=name,
            replace=replace,
            memory_limit=memory_limit,
            threads=threads,
            progress=progress,
        )
    _exit(report)


def _exit(report: LoadReport) -> None:
    raise typer.Exit(diagnostics.loaded(report))


@app.command()
def check(
    lake: Lake,
    clean: Annotated[
        bool, typer.Option("--clean", help="Delete files that are not part of the lake.")
    ] = False,
) -> None:
    """Compare every file of a lake with its manifest; broken loads leave files beside it."""
    from evalstore.lake import check_lake

    checked = check_lake(lake, clean=clean)
    for problem in checked.problems:
        diagnostics.say(problem)
    diagnostics.say(of_command_line(checked.summary()))
    raise typer.Exit(
        diagnostics.ExitCode.CHECK_FAILED if checked.problems else diagnostics.ExitCode.FINE
    )
