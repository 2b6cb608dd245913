"""`evalstore report`: the results of a collection as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from evalstore_cli.emit import emit_file
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    Database,
    Measures,
    Scope,
    Significance,
    with_scope,
    with_significance,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
The same store always gives the same file. The page works offline and without scripts.
\b
Examples:
  evalstore report -o report.html
  evalstore report -m nDCG@10,AP --title "Round 1" --test randomization -o round1.html
  evalstore report --format markdown -o report.md"""
)
@with_significance
@with_scope
def report(
    scope: Scope,
    significance: Significance,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write. [default: standard output]"
        ),
    ] = None,
    format: Annotated[  # noqa: A002
        Literal["html", "markdown"] | None,
        typer.Option(
            "--format", help="HTML with charts, or Markdown. [default: by extension, else html]"
        ),
    ] = None,
    measures: Measures = NONE,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Title of the report.")] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Write a report: leaderboard, charts, comparisons and topics."""
    is_markdown = output is not None and output.suffix.lower() in (".md", ".markdown")
    with reading(db) as store:
        text = store.report(
            measures,
            title=title,
            format=format or ("markdown" if is_markdown else "html"),
            **scope,
            **significance,
        )
        emit_file(text.encode("utf-8"), output)
