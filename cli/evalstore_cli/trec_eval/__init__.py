"""A drop-in for trec_eval: its options, its numbers, its output, its ways to fail.

The files are read by trec_eval's rules into a store in memory; the measures are computed by the
views in one query; Python arranges, averages and prints. Known faults of trec_eval are reproduced:
the other commands of evalstore give the right numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from evalstore_cli.trec_eval.arguments import Arguments, QuitError, parse_arguments
from evalstore_cli.trec_eval.text import from_argument, to_bytes

__all__ = ["run"]


def run(argv: Sequence[str], stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes]) -> int:
    """Do what trec_eval does with these arguments, and return its exit code."""
    try:
        arguments = parse_arguments([from_argument(word) for word in argv])
        if arguments.help_wanted:
            from evalstore_cli.trec_eval.help import help_text

            stdout.write(help_text(arguments).encode())
        else:
            _evaluate(arguments, stdin, stdout)
    except QuitError as end:
        stdout.flush()
        stderr.write(to_bytes(str(end)))
        return end.exit_code
    finally:
        stdout.flush()
        stderr.flush()
    return 0


def _evaluate(arguments: Arguments, stdin: IO[bytes], stdout: IO[bytes]) -> None:
    from evalstore_cli.trec_eval import faults, printing, reading
    from evalstore_cli.trec_eval.lines import selected_lines
    from evalstore_cli.trec_eval.plan import make_plan
    from evalstore_cli.trec_eval.values import evaluate, to_zscores

    judgements = reading.read_judgements(arguments)
    results = reading.read_results_file(arguments, stdin)
    known = reading.read_zscores(arguments.zscores) if arguments.zscores else None
    lines = selected_lines(arguments)
    plan = make_plan(arguments, lines, results, judgements)
    printer = printing.Printer(stdout, known is not None)
    if plan.topics and (arguments.by_topic or plan.end is None):
        values = evaluate(arguments, lines, plan, results, judgements)
        faults.apply(arguments, lines, plan, judgements, values)
        if known is not None:
            to_zscores(values, known)
        if arguments.by_topic:
            printing.print_topics(printer, lines, values, plan.topics)
    if plan.end:
        raise plan.end
    if arguments.summary:
        relevant = faults.complete_relevant(arguments, judgements)
        totals = printing.Totals(results.tag, plan.topics, len(judgements), relevant)
        printing.print_summary(printer, arguments, lines, values, totals)
