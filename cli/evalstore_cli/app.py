"""The application: the commands together, and the way out for everything that goes wrong."""

from __future__ import annotations

import sys

import typer

from evalstore_cli import diagnostics, interrupts
from evalstore_cli.commands import COMMANDS
from evalstore_cli.emit import emit_text
from evalstore_cli.options import DEFAULT_DB, AnyDatabase, Version

app = typer.Typer(
    name="evalstore",
    rich_markup_mode=None,  # plain help starts in a third of the time
    pretty_exceptions_enable=False,
    epilog="Start with `evalstore demo`; every command has its own --help.",
)
for command in COMMANDS:
    app.add_typer(command.app)


@app.callback(invoke_without_command=True)
def evalstore(
    context: typer.Context, db: AnyDatabase = DEFAULT_DB, version: Version = False
) -> None:
    """Search evaluation in DuckDB: load runs and judgements once, ask anything in SQL."""
    if context.invoked_subcommand is None:
        emit_text(context.get_help() + "\n")


def main() -> None:
    """Run the command of this process, and leave with its exit code."""
    interrupts.watch()
    try:
        code = app(prog_name="evalstore", standalone_mode=False)
    except Exception as error:
        code = diagnostics.settle(error)
    sys.exit(code)
