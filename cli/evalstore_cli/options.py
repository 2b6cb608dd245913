"""The options that several commands have, each with its help text."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from evalstore.errors import UsageError
from evalstore.formats.columns import parse_columns
from evalstore_cli import completion

DEFAULT_DB = Path("evalstore.duckdb")
DEFAULT_WAIT = 10.0
_SIZE = r"(?i)(\d+(?:\.\d+)?) ?([kmgt]i?b|b)"
NONE: list[str] = []  # the default of a repeatable option
NDCG = ["nDCG@10"]
NDCG_AND_AP = [*NDCG, "AP"]

Average = Literal["all", "retrieved"]
Color = Literal["auto", "always", "never"]
Format = Literal["table", "csv", "tsv", "json", "jsonl", "markdown", "latex", "html", "parquet"]
Naming = Literal["tag", "file"]
RankRule = Literal["trec_eval", "trec_eval10", "rank"]


def is_given(context: typer.Context) -> bool:
    """Whether --db is given after the command."""
    return _source(context.get_parameter_source("db")) == "COMMANDLINE"


def given_before(context: typer.Context) -> Path | None:
    """The --db given before the command."""
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
        raise typer.BadParameter(f"{value!r} is not a size; expected for example 4GB or 512MB")
    return value


def _size(value: str) -> str:
    if re.fullmatch(_SIZE, value.strip()) is None:
        raise typer.BadParameter(f"{value!r} is not a size; expected for example 4GB or 512MB")
    return value


def in_bytes(size: str) -> int:
    """64GB as a number."""
    number, unit = re.fullmatch(_SIZE, size.strip()).groups()  # type: ignore[union-attr]
    base = 1024 if "i" in unit.lower() else 1000
    return int(float(number) * base ** "bkmgt".index(unit[0].lower()))


def names(values: list[str]) -> list[str | Path]:
    """@file means the names in a file, one per line."""
    return [Path(name[1:]) if len(name) > 1 and name[0] == "@" else name for name in values]


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
        "--db",
        envvar="EVALSTORE_DB",
        metavar="PATH",
        help="Database file; also accepted by every command.",
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
        help="Database file.",
    ),
]
Measures = Annotated[
    list[str],
    typer.Option(
        "-m",
        "--measure",
        metavar="MEASURE",
        callback=names,
        autocompletion=completion.measures,
        help="Measures, such as nDCG@10, AP or ndcg_cut_10, or a group, such as official: "
        "repeatable, comma-separated, or @file with one per line.",
    ),
]
Collection = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.collections,
        help="Collection; required if there are several and none is named default.",
    ),
]
LoadCollection = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.collections,
        help="Collection to load into; created if it does not exist.",
    ),
]
Qrels = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.qrels,
        help="Qrels set; required if the collection has several.",
    ),
]
Runs = Annotated[
    list[str],
    typer.Option(
        "--run",
        metavar="SYSTEM",
        callback=names,
        autocompletion=completion.systems,
        help="Restrict to these systems: repeatable, comma-separated, globs such as 'T5*', "
        "or @file with one per line.",
    ),
]
Topics = Annotated[
    list[str],
    typer.Option(
        "--topic",
        metavar="TOPIC",
        callback=names,
        autocompletion=completion.topics,
        help="Restrict to these topics: repeatable, comma-separated, globs such as '30?', "
        "or @file with one per line.",
    ),
]
AverageOver = Annotated[
    Average,
    typer.Option(
        help="Average over all judged topics, or over the judged topics that a run answers "
        "(trec_eval's default)."
    ),
]
RankBy = Annotated[
    RankRule | None,
    typer.Option(
        help="Rank documents by score as trec_eval 9 (default) or 10, or by the rank column."
    ),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace existing data of the same name.")]
Columns = Annotated[
    Any,  # a dictionary, made of the text that is given
    typer.Option(
        "--columns",
        metavar="NAME=COLUMN,…",
        parser=parse_columns,
        help="Columns of a table with other names, such as topic=query,docno=url.",
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        callback=_memory_limit,
        help="Memory limit of DuckDB, such as 4GB; larger data spill to disk.",
    ),
]
QueryMemory = Annotated[
    str, typer.Option(metavar="SIZE", callback=_size, help="Memory limit of a query.")
]
MaxSize = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        callback=_size,
        help="Maximum size of a compressed (once unpacked) or piped file, such as 200GB; "
        "it must also fit in the temporary folder ($TMPDIR).",
    ),
]
Wait = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        min=0,
        help="Maximum time to wait for a store that another process has open.",
    ),
]
Threads = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Number of threads that DuckDB may use.")
]


Correction = Annotated[
    Literal["holm", "bonferroni", "bh", "none"],
    typer.Option(help="Correction for multiple comparisons, per measure."),
]
Alpha = Annotated[
    float,
    typer.Option(metavar="P", help="Significance level; confidence intervals cover 1 - P."),
]
Command = Callable[..., None]
Scope = dict[str, Any]  # collection, qrels, runs and topics, as the store's methods take them
Significance = dict[str, Any]  # the options of tests


@dataclass(frozen=True)
class Output:
    """Format and destination of a result; without a path, standard output."""

    format: Format = "table"
    path: Path | None = None
    places: int | None = None
    header: bool = True
    color: Color = "auto"
    footer: bool = False
    spreadsheet_safe: bool = False


def _output(
    format: Annotated[  # noqa: A002
        Format | None, typer.Option("--format", help="Output format. [default: table]")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write to a file; its extension determines the format.",
        ),
    ] = None,
    places: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="Decimal places (4 in tables, full precision in csv and json)."
        ),
    ] = None,
    no_header: Annotated[bool, typer.Option("--no-header", help="Omit the column names.")] = False,
    footer: Annotated[
        bool,
        typer.Option("--footer", help="Include the notes in csv, tsv and json output."),
    ] = False,
    spreadsheet_safe: Annotated[
        bool,
        typer.Option(
            "--spreadsheet-safe",
            help="In csv and tsv, put ' before text that a spreadsheet would run as a formula.",
        ),
    ] = False,
    color: Annotated[Color, typer.Option(help="Coloured output; auto: on a terminal.")] = "auto",
) -> Output:
    chosen = format or _format_of(output)
    if chosen == "parquet" and output is None and sys.stdout.isatty():
        raise UsageError("Parquet is a binary format; write it to a file with -o")
    return Output(chosen, output, places, not no_header, color, footer, spreadsheet_safe)


def _format_of(path: Path | None) -> Format:
    if path is None:
        return "table"
    from evalstore.output import format_of

    return format_of(path)  # type: ignore[return-value]


def _scope(
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Qrels = None,
) -> Scope:
    return {"runs": runs, "topics": topics, "collection": collection, "qrels": qrels}


def _significance(
    test: Annotated[
        Literal["t", "wilcoxon", "sign", "randomization", "bootstrap", "tukey"],
        typer.Option(help="Paired significance test."),
    ] = "t",
    correction: Correction = "holm",
    alpha: Alpha = 0.05,
    resamples: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Number of resamples. [default: randomization 100,000, bootstrap 10,000]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed of resampling.")] = 42,
) -> Significance:
    return {
        "test": test,
        "correction": correction,
        "alpha": alpha,
        "resamples": resamples,
        "seed": seed,
    }


def _shared(parameter: str, options: Callable[..., object]) -> Callable[[Command], Command]:
    """A decorator that gives a command these options, before --db; it receives what the function
    makes of them as that parameter."""
    shared = inspect.signature(options, eval_str=True).parameters

    def decorated(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True)

        @wraps(command)
        def run(**given: object) -> None:
            made = options(**{name: given.pop(name) for name in shared})
            command(**{parameter: made}, **given)

        declared = {name: one for name, one in own.parameters.items() if name != parameter}
        declared |= shared
        if "db" in declared:
            declared["db"] = declared.pop("db")
        parameters = list(declared.values())
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        return run

    return decorated


with_output = _shared("output", _output)
with_scope = _shared("scope", _scope)
with_significance = _shared("significance", _significance)
