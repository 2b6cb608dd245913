"""`evalstore export`: files for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalstore_cli import completion, diagnostics
from evalstore_cli.emit import emit
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    AverageOver,
    Collection,
    Database,
    Measures,
    Output,
    Scope,
    with_output,
    with_scope,
)
from evalstore_cli.stores import reading

if TYPE_CHECKING:
    from evalstore.export.files import Exported

app = typer.Typer(name="export", help="Write runs, judgements, topics and scores to files.")

ExportFormat = Literal["trec", "parquet", "json", "jsonl", "csv"]
Format = Annotated[
    ExportFormat | None,
    typer.Option(
        "--format", help="File format; json as read by ranx and pytrec_eval. [default: trec]"
    ),
]
Target = Annotated[
    Path,
    typer.Option(
        "-o",
        "--output",
        metavar="PATH",
        help="Folder, or a single file; its extension determines the format.",
    ),
]


@app.command(
    epilog="""\b
Examples:
  evalstore export runs -o runs/
  evalstore export runs bm25 dense -o runs/ --format parquet
  evalstore export runs bm25 -o bm25.json"""
)
def runs(
    output: Target,
    systems: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SYSTEM]...", autocompletion=completion.systems, help="Systems. [default: all]"
        ),
    ] = None,
    format: Format = None,  # noqa: A002
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Write each run to a file. Plain TREC files are reproduced byte for byte."""
    with reading(db) as store:
        _report(store.export_runs(output, systems or (), format=format, collection=collection))


@app.command()
def qrels(
    output: Target,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", autocompletion=completion.qrels, help="Qrels sets. [default: all]"
        ),
    ] = None,
    format: Format = None,  # noqa: A002
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Write each qrels set to a file."""
    with reading(db) as store:
        _report(store.export_qrels(output, names or (), format=format, collection=collection))


@app.command()
def topics(
    output: Target,
    format: Format = None,  # noqa: A002
    collection: Collection = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Write the topics. json, csv and parquet have all fields, trec identifier and title."""
    with reading(db) as store:
        _report(store.export_topics(output, format=format, collection=collection))


@app.command()
def store(output: Target, format: Format = None, db: Database = DEFAULT_DB) -> None:  # noqa: A002
    """Write all loaded data to a folder. Each collection is a subfolder."""
    with reading(db) as opened:
        _report(opened.export(output, format=format))


@app.command()
@with_output
@with_scope
def scores(
    output: Output,
    scope: Scope,
    measures: Measures = NONE,
    average: AverageOver = "all",
    db: Database = DEFAULT_DB,
) -> None:
    """Write the per-topic scores, as `evalstore scores` does."""
    with reading(db) as store:
        result = store.scores(
            measures,
            average=average,
            **scope,
        )
        emit(result, output)


@app.command()
@with_output
@with_scope
def leaderboard(
    output: Output,
    scope: Scope,
    measures: Measures = NONE,
    average: AverageOver = "all",
    db: Database = DEFAULT_DB,
) -> None:
    """Write the leaderboard, as `evalstore leaderboard` does."""
    with reading(db) as store:
        result = store.leaderboard(
            measures,
            average=average,
            **scope,
        )
        emit(result, output)


@app.command(
    epilog="""\b
Examples:
  evalstore export lake /data/lake
  evalstore leaderboard --lake /data/lake --engine spark://host:7077"""
)
def lake(
    uri: Annotated[str, typer.Argument(metavar="URI", help="New folder, as a path or URI.")],
    db: Database = DEFAULT_DB,
) -> None:
    """Write all data to a lake of Parquet files. Spark or several processes can evaluate it."""
    with reading(db) as opened:
        files = opened.export_lake(uri)
    diagnostics.say(f"wrote a lake of {files} files: {uri}")


def _report(exported: Exported) -> None:
    from evalstore.plural import counted

    if exported.changed:
        names = ", ".join(exported.changed[:3]) + (", …" if len(exported.changed) > 3 else "")
        diagnostics.note(
            f"{counted(len(exported.changed), 'file')} written in another layout than loaded, "
            f"with the same values: {names}"
        )
    others = ", …" if len(exported.paths) > 1 else ""
    diagnostics.say(f"wrote {counted(len(exported.paths), 'file')}: {exported.paths[0]}{others}")
