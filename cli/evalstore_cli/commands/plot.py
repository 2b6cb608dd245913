"""`evalstore plot`: a chart as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from evalstore.errors import UsageError
from evalstore_cli import completion
from evalstore_cli.emit import emit_file
from evalstore_cli.options import DEFAULT_DB, NONE, Collection, Database, Measures, Runs, Topics
from evalstore_cli.stores import reading

app = typer.Typer()

Chart = Literal[
    "leaderboard",
    "diff",
    "precision-recall",
    "gain",
    "box",
    "heatmap",
    "pareto",
    "scatter",
    "slope",
    "agreement",
]


@app.command(
    epilog="""\b
Charts: leaderboard, diff, precision-recall, gain, box, heatmap, pareto, scatter, slope, agreement.
SVG and PNG files are reproducible byte for byte; PDF files are not.
\b
Examples:
  evalstore plot leaderboard -m nDCG@10 -o leaderboard.svg
  evalstore plot diff mine bm25 -m AP -o diff.pdf
  evalstore plot gain mine bm25 --topic 301 -o gain.png
  evalstore plot pareto --efficiency latency -o pareto.html
  evalstore plot slope -m nDCG@10 --qrels human --qrels llm -o slope.svg
  evalstore plot agreement human llm -o agreement.svg"""
)
def plot(
    name: Annotated[Chart, typer.Argument(metavar="CHART", help="Chart to draw; see below.")],
    systems: Annotated[
        list[str],
        typer.Argument(
            metavar="[SYSTEM…]",
            autocompletion=completion.systems,
            help="Systems; two for diff and scatter, two qrels sets for agreement.",
        ),
    ] = NONE,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write: .svg, .png, .pdf or .html."
        ),
    ] = None,
    measures: Measures = NONE,
    runs: Runs = NONE,
    topics: Topics = NONE,
    collection: Collection = None,
    qrels: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            autocompletion=completion.qrels,
            help="Qrels set; repeat to compare two (slope, agreement).",
        ),
    ] = NONE,
    efficiency: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Efficiency number, such as latency (pareto)."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of ranks (gain).")
    ] = None,
    z_scores: Annotated[
        bool, typer.Option("--z-scores", help="Show z-scores per topic (heatmap).")
    ] = False,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Title of the chart.")] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw for a dark background.")] = False,
    width: Annotated[
        int | None, typer.Option(metavar="PIXELS", min=50, help="Width of the plot area.")
    ] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Write a chart to a file."""
    from evalstore.charts import check_extension, file_content

    if output is None:
        raise UsageError("plot writes a file; name it with -o, such as -o chart.svg")
    check_extension(output.suffix)
    with reading(db) as store:
        chart = store.chart(
            name,
            *systems,
            measures=measures,
            title=title,
            dark=dark,
            width=width,
            runs=runs,
            topics=topics,
            collection=collection,
            qrels=qrels,
            efficiency=efficiency,
            depth=depth,
            z_scores=z_scores or None,
        )
        emit_file(file_content(chart, output.suffix), output)
