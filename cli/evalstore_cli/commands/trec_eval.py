"""`evalstore trec-eval`: a drop-in for trec_eval, whose arguments are not ours to read."""

from __future__ import annotations

import sys

import typer
from typer.core import TyperCommand

app = typer.Typer()


class _Untouched(TyperCommand):
    """A command that takes its arguments as they stand, `--` and `--help` among them."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        ctx.args = args
        return args


@app.command("trec-eval", cls=_Untouched, add_help_option=False, options_metavar="[OPTION]...")
def trec_eval(context: typer.Context) -> None:
    """Evaluate as trec_eval does: its options, its output, its exit codes (-h tells them)."""
    raise typer.Exit(_run(context.args))


def main() -> None:
    """The script evalstore-trec-eval, to stand in wherever trec_eval is called."""
    sys.exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    from evalstore.trec_eval import run

    return run(arguments, sys.stdin.buffer, sys.stdout.buffer, sys.stderr.buffer)
