"""`evalstore load`: files become rows of the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from evalstore_cli import diagnostics
from evalstore_cli.options import (
    DEFAULT_DB,
    Collection,
    Columns,
    Database,
    LoadCollection,
    MaxSize,
    MemoryLimit,
    Naming,
    RankBy,
    Replace,
    Threads,
    in_bytes,
)
from evalstore_cli.stores import changing, writing

app = typer.Typer(name="load", help="Load runs, judgements, topics and efficiency into the store.")

_LARGE, _SMALL = "64GB", "1GB"  # topics and tables are read into memory


@app.command(
    epilog="""\b
Examples:
  evalstore load runs runs/ --db trec.duckdb
  evalstore load runs 'runs/*.gz' --collection robust04
  evalstore load runs seeds/*.run --group monoT5
  zcat bm25.gz | evalstore load runs - --name bm25"""
)
def runs(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, folders, globs, or - for standard input."),
    ],
    collection: LoadCollection = "default",
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name of the system, instead of the tag or file name."),
    ] = None,
    name_by: Annotated[
        Naming | None,
        typer.Option(
            help="Name each run by its tag (column 6) or by its file. "
            "[default: tag, or file with --group]"
        ),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Group that these runs belong to, such as one system with several seeds or folds; "
            "see leaderboard --groups and compare --groups.",
        ),
    ] = None,
    rank_by: RankBy = None,
    duplicates: Annotated[
        Literal["refuse", "first"],
        typer.Option(
            help="Refuse a run that ranks a document twice for a topic, or use the first line."
        ),
    ] = "refuse",
    replace: Replace = False,
    columns: Columns = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    max_size: MaxSize = _LARGE,
    db: Database = DEFAULT_DB,
) -> None:
    """Load runs, plain or compressed. A malformed file is refused; the others are loaded."""
    with (
        _limits(max_size, db, paths),
        writing(db, memory_limit=memory_limit, threads=threads) as store,
        diagnostics.progress(paths) as progress,
    ):
        report = store.load_runs(
            *paths,
            collection=collection,
            name=name,
            name_by=name_by,
            group=group,
            duplicates=duplicates,
            rank_by=rank_by,
            replace=replace,
            columns=columns,
            progress=progress,
        )
    raise typer.Exit(diagnostics.loaded(report))


@app.command(
    epilog="""\b
Examples:
  evalstore load qrels qrels.robust04.txt
  evalstore load qrels human.qrels llm.qrels
  evalstore load qrels llm.qrels --name llm --collection robust04"""
)
def qrels(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Qrels files, folders (also BEIR's), globs, irds:ID, or - for standard input.",
        ),
    ],
    collection: LoadCollection = "default",
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name of the qrels set, instead of the file name."),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="qrels; preferences (prefs, qrels_prefs); a set per group (qrels_jg); or sampled "
            "judgements, with probabilities for statAP (prels) or strata for infNDCG (strata).",
        ),
    ] = "qrels",
    replace: Replace = False,
    columns: Columns = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    max_size: MaxSize = _LARGE,
    db: Database = DEFAULT_DB,
) -> None:
    """Load qrels (judgements), one set per file."""
    with (
        _limits(max_size, db, paths),
        writing(db, memory_limit=memory_limit, threads=threads) as store,
    ):
        report = store.load_qrels(
            paths,
            collection=collection,
            name=name,
            replace=replace,
            columns=columns,
            file_format=file_format,
        )
    raise typer.Exit(diagnostics.loaded(report))


@app.command()
def topics(
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Topic file (TSV, TREC, XML, JSON, Parquet), irds:ID, or - for standard input.",
        ),
    ],
    collection: LoadCollection = "default",
    replace: Replace = False,
    columns: Columns = None,
    max_size: MaxSize = _SMALL,
    db: Database = DEFAULT_DB,
) -> None:
    """Load topics: title, description, narrative and other fields."""
    with _limits(max_size, db, [path]), writing(db) as store:
        report = store.load_topics(path, collection=collection, replace=replace, columns=columns)
    raise typer.Exit(diagnostics.loaded(report))


@app.command(
    epilog="""\b
A table (CSV, TSV) or JSON, long or wide:
  system,topic,name,value,unit     system,latency (ms),index size (GB)
  bm25,301,latency,12.5,ms         bm25,12.5,3.1
  bm25,,index size,3.1,GB          dense,48,21.7

\b
Examples:
  evalstore load efficiency latency.csv
  evalstore leaderboard --efficiency latency"""
)
def efficiency(
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Table or JSON file (see below), or - for standard input."
        ),
    ],
    collection: Collection = None,
    replace: Replace = False,
    columns: Columns = None,
    max_size: MaxSize = _SMALL,
    db: Database = DEFAULT_DB,
) -> None:
    """Load efficiency numbers. Latency, throughput, index size, index time, energy or others."""
    with _limits(max_size, db, []), changing(db) as store:
        report = store.load_efficiency(
            path, collection=collection, replace=replace, columns=columns
        )
    raise typer.Exit(diagnostics.loaded(report))


@contextmanager
def _limits(max_size: str, db: Path, paths: list[str]) -> Iterator[None]:
    """Limit the content of each file; where there is nothing to load, create no store."""
    from evalstore.load.source import Limits, find_sources, limited
    from evalstore.tables.datasets import is_dataset

    if not db.exists():
        find_sources([path for path in paths if not is_dataset(path)])
    with limited(Limits(in_bytes(max_size), diagnostics.note)):
        yield
