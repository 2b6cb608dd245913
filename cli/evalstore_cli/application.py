"""The application: the commands together, and what all of them take."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from evalstore_cli.commands import commands_of, modules_for
from evalstore_cli.emit import emit_text
from evalstore_cli.options import DEFAULT_DB, AnyDatabase, Version
from evalstore_cli.waiting import give_wait


def application(arguments: Sequence[str] = ()) -> typer.Typer:
    """The commands that the arguments can mean: the one they start with, or all."""
    app = typer.Typer(
        name="evalstore",
        rich_markup_mode=None,  # plain help starts in a third of the time
        pretty_exceptions_enable=False,
        epilog="Start with `evalstore demo`; `evalstore COMMAND --help` describes a command.",
    )
    app.callback(invoke_without_command=True)(evalstore)
    for module in modules_for(arguments):
        app.add_typer(give_wait(commands_of(module)))
    return app


def evalstore(
    context: typer.Context, db: AnyDatabase = DEFAULT_DB, version: Version = False
) -> None:
    """Search evaluation in DuckDB: load runs and judgements once, ask anything in SQL."""
    if context.invoked_subcommand is None:
        emit_text(context.get_help() + "\n")
