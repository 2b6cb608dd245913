"""The application: the commands together, and the way out for everything that goes wrong."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import typer

from evalstore_cli import diagnostics, interrupts
from evalstore_cli.commands import commands_of, modules_for
from evalstore_cli.emit import emit_text
from evalstore_cli.options import DEFAULT_DB, AnyDatabase, Version

# Importing alone allocates past Python's usual 700 again and again, and leaves nothing to collect.
ALLOCATIONS_BEFORE_COLLECTING = 100_000


def application(arguments: Sequence[str] = ()) -> typer.Typer:
    """The commands that the arguments can mean: the one they start with, or all."""
    app = typer.Typer(
        name="evalstore",
        rich_markup_mode=None,  # plain help starts in a third of the time
        pretty_exceptions_enable=False,
        epilog="Start with `evalstore demo`; every command has its own --help.",
    )
    app.callback(invoke_without_command=True)(evalstore)
    for module in modules_for(arguments):
        app.add_typer(commands_of(module))
    return app


def evalstore(
    context: typer.Context, db: AnyDatabase = DEFAULT_DB, version: Version = False
) -> None:
    """Search evaluation in DuckDB: load runs and judgements once, ask anything in SQL."""
    if context.invoked_subcommand is None:
        emit_text(context.get_help() + "\n")


def run(arguments: Sequence[str]) -> int:
    """Run one command, and give its exit code; whatever goes wrong is said in a line."""
    try:
        app = application(arguments)
        code = app(args=list(arguments), prog_name="evalstore", standalone_mode=False)
    except KeyboardInterrupt:
        code = diagnostics.ExitCode.INTERRUPTED
    except Exception as error:
        code = diagnostics.settle(error)
    return int(code or diagnostics.ExitCode.FINE)


def main() -> None:
    """The process: run the command of its arguments, and leave with the exit code."""
    gc.set_threshold(ALLOCATIONS_BEFORE_COLLECTING)
    # NumPy's threads for matrices are soon done with ours, and spin beside the threads that read.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    interrupts.watch()
    interrupts.leave(run(sys.argv[1:]))
