"""`evalstore trec-eval`: a drop-in for trec_eval, which parses its own arguments."""

from __future__ import annotations

import sys

import typer
from typer.core import TyperCommand

app = typer.Typer()


class _Untouched(TyperCommand):
    """A command that receives its arguments unparsed, including `--` and `--help`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        ctx.args = args
        return args


@app.command("trec-eval", cls=_Untouched, add_help_option=False, options_metavar="[OPTION]...")
def trec_eval(context: typer.Context) -> None:
    """Drop-in for trec_eval: same options, output and exit codes."""
    from evalstore_cli.trec_eval import run

    streams = (sys.stdin.buffer, sys.stdout.buffer, sys.stderr.buffer)
    raise typer.Exit(run(context.args, *streams))
