"""The options that commands share, each with its one help sentence."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from pathlib import Path
from typing import Annotated, Literal

import typer

from evalstore.errors import UsageError
from evalstore_cli import completion

DEFAULT_DB = Path("evalstore.duckdb")
NONE: list[str] = []  # what a repeatable option holds when it is not given

Average = Literal["all", "retrieved"]
Color = Literal["auto", "always", "never"]
Format = Literal["table", "csv", "tsv", "json", "jsonl", "markdown", "latex", "html", "parquet"]
RankRule = Literal["trec_eval", "trec_eval10", "rank"]


def is_given(context: typer.Context) -> bool:
    """Whether --db stands after the command."""
    return _source(context.get_parameter_source("db")) == "COMMANDLINE"


def given_before(context: typer.Context) -> Path | None:
    """The --db that stands before the command."""
    root = context.find_root()
    is_there = _source(root.get_parameter_source("db")) == "COMMANDLINE"
    return root.params["db"] if is_there else None


def _source(source: Enum | None) -> str:
    return "" if source is None else source.name


def _database(context: typer.Context, value: Path) -> Path:
    """--db after the command, else before it, else $EVALSTORE_DB, else the default."""
    return value if is_given(context) else context.find_root().params.get("db", value)


def _memory_limit(value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"(?i)\d+(\.\d+)? ?([kmgt]i?)?b|\d{1,3}%", value):
        raise typer.BadParameter(f"{value!r} is not a size; write 4GB or 512MB")
    return value


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        from evalstore import __version__
        from evalstore_cli.emit import emit_text

        emit_text(f"evalstore {__version__} (DuckDB {version('duckdb')})\n")
        raise typer.Exit


AnyDatabase = Annotated[
    Path,
    typer.Option(
        "--db", envvar="EVALSTORE_DB", metavar="PATH", help="The store; any command takes it too."
    ),
]
Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version.")
]
Database = Annotated[
    Path,
    typer.Option(
        "--db",
        metavar="PATH",
        callback=_database,
        show_default="$EVALSTORE_DB, else evalstore.duckdb",
        help="The store.",
    ),
]
Measures = Annotated[
    list[str],
    typer.Option(
        "-m",
        "--measure",
        metavar="MEASURE",
        autocompletion=completion.measures,
        help="A measure, such as nDCG@10, AP or ndcg_cut_10; repeatable, or a list with commas.",
    ),
]
Collection = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.collections,
        help="The collection; needed where there are several and none is called default.",
    ),
]
LoadCollection = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.collections,
        help="The collection to load into; it is made if it is new.",
    ),
]
Qrels = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.qrels,
        help="The set of judgements; needed where the collection has several.",
    ),
]
Runs = Annotated[
    list[str],
    typer.Option(
        "--run",
        metavar="SYSTEM",
        autocompletion=completion.systems,
        help="Only this system; repeatable.",
    ),
]
Topics = Annotated[
    list[str],
    typer.Option(
        "--topic",
        metavar="TOPIC",
        autocompletion=completion.topics,
        help="Only this topic; repeatable.",
    ),
]
AverageOver = Annotated[
    Average,
    typer.Option(
        help="Average over all judged topics, or over those that the system answers (trec_eval's)."
    ),
]
RankBy = Annotated[
    RankRule | None,
    typer.Option(
        help="Order documents by score as trec_eval 9 (the default) or 10, or by the rank column."
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of what has the name.")]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        callback=_memory_limit,
        help="The memory that DuckDB may use, such as 4GB; beyond it, the disk.",
    ),
]
Threads = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="The threads that DuckDB may use.")
]


@dataclass(frozen=True)
class Output:
    """How a result is to be written, and where to; no path means standard output."""

    format: Format = "table"
    path: Path | None = None
    places: int | None = None
    header: bool = True
    color: Color = "auto"
    footer: bool = False


def _output(
    format: Annotated[  # noqa: A002
        Format | None, typer.Option("--format", help="How to write the result. [default: table]")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to a file; its extension says the format."
        ),
    ] = None,
    places: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Decimals; 4 for people, all of them for programs."),
    ] = None,
    no_header: Annotated[
        bool, typer.Option("--no-header", help="Leave out the column names.")
    ] = False,
    footer: Annotated[
        bool,
        typer.Option("--footer", help="Write the notes into csv, tsv and json too, not beside."),
    ] = False,
    color: Annotated[Color, typer.Option(help="Colour on a terminal, always, or never.")] = "auto",
) -> Output:
    chosen = format or _format_of(output)
    if chosen == "parquet" and output is None and sys.stdout.isatty():
        raise UsageError("Parquet is not for a terminal; write it to a file with -o")
    return Output(chosen, output, places, not no_header, color, footer)


def _format_of(path: Path | None) -> Format:
    if path is None:
        return "table"
    from evalstore.output import format_of

    return format_of(path)  # type: ignore[return-value]


def with_output(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the output options, and hand them to its parameter `output`."""
    own = inspect.signature(command, eval_str=True)
    shared = inspect.signature(_output, eval_str=True).parameters

    @wraps(command)
    def run(**given: object) -> None:
        chosen = _output(**{name: given.pop(name) for name in shared})  # type: ignore[arg-type]
        command(output=chosen, **given)

    kept = [one for name, one in own.parameters.items() if name != "output"]
    run.__signature__ = own.replace(parameters=[*kept, *shared.values()])  # type: ignore[attr-defined]
    return run
