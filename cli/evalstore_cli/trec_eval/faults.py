"""Faults of trec_eval that are reproduced, so that a drop-in gives the same numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.plan import Plan, form_of
from evalstore_cli.trec_eval.reading import Judged, Judgements
from evalstore_cli.trec_eval.rows import gains_of
from evalstore_cli.trec_eval.values import Values

# Printed as -nan, which is what 0/0 is on most processors.
NAN = math.copysign(math.nan, -1.0)


def apply(
    arguments: Arguments,
    lines: Sequence[Line],
    plan: Plan,
    judgements: Judgements,
    values: Values,
) -> None:
    """Change the values where trec_eval departs from the measures' definitions."""
    for line in lines:
        _clean_missing(line, plan, values)
        _divide_by_nothing(arguments, line, values)
        _leave_at_zero(arguments, line, plan, judgements, values)


def _clean_missing(line: Line, plan: Plan, values: Values) -> None:
    """Version 10 sets some values of a missing topic to 0, by their names without parameters."""
    for topic in plan.missing:
        if line.label == "relstring":
            values.strings[line.label][topic] = ""
        elif line.label in ("num_ret", "utility", "rbp_resid") or line.label.startswith("unj"):
            values.numbers[line.label][topic] = 0.0


def _divide_by_nothing(arguments: Arguments, line: Line, values: Values) -> None:
    """Interpolated precision divides by the number retrieved, even if -J or -M leave none."""
    points = {"iprec_at_recall": (line.number or 0.0,), "11pt_avg": line.numbers}
    for topic, relevant in values.empty.items():
        for point in points.get(line.entry.name, ()):
            if _needed(point, relevant, arguments.compat) == 0:
                values.numbers[line.label][topic] = NAN


def _leave_at_zero(
    arguments: Arguments, line: Line, plan: Plan, judgements: Judgements, values: Values
) -> None:
    """Rndcg is 0 without relevant documents (-l), rbp_resid if -J or -M leave no document.

    Rndcg is 0/0 where documents count as relevant and none of them gains anything.
    """
    numbers = values.numbers[line.label]
    if line.entry.name == "Rndcg":
        lowest = max(arguments.level, 0)
        without = (
            topic for topic in plan.topics if all(one.grade < lowest for one in judgements[topic])
        )
        nothing = {topic for topic in plan.topics if not _has_gain(line, judgements[topic])}
        numbers.update(dict.fromkeys(nothing, NAN))
        numbers.update(dict.fromkeys(without, 0.0))
    elif line.entry.name == "rbp_resid":
        numbers.update(dict.fromkeys(values.empty, 0.0))


def _has_gain(line: Line, judged: Sequence[Judged]) -> bool:
    """Whether a judged document has a gain above 0: its grade, or what a parameter says."""
    gains = gains_of(line.pairs)
    return any(gains.get(int(one.grade), one.grade) > 0 for one in judged if one.grade >= 0)


def _needed(recall: float, relevant: float, compat: int) -> int:
    return int(recall * relevant + (0.9 if compat < 10 else 0.5))


def complete_relevant(arguments: Arguments, judgements: Judgements) -> int | None:
    """Under -c the sum of num_rel counts every grade above 0 as relevant, whatever -l is."""
    if not arguments.complete or form_of(arguments) != "qrels":
        return None
    return sum(one.grade > 0 for rows in judgements.values() for one in rows)
