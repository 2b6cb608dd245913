"""`evalstore config`: the project's defaults."""

from __future__ import annotations

import typer

from evalstore.config import CURRENT
from evalstore.query import Fetched
from evalstore.result import Result
from evalstore_cli.emit import emit
from evalstore_cli.options import Output, with_output

app = typer.Typer(name="config", help="Show the settings of evalstore.toml and the environment.")


@app.command()
@with_output
def show(output: Output) -> None:
    """Show every setting with its value and its source (file or variable)."""
    columns = [(name, "VARCHAR") for name in ("setting", "value", "source")]
    emit(Result(Fetched(columns, CURRENT.get().rows())), output)
