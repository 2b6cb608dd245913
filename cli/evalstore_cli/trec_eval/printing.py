"""Averaging in trec_eval's order, and printing in its form."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.numbers import fixed
from evalstore_cli.trec_eval.text import to_bytes
from evalstore_cli.trec_eval.values import Values

SMALLEST = 0.00001  # below it, a geometric mean counts a topic as this much


@dataclass(frozen=True)
class Totals:
    """What the summary needs to know beside the values."""

    tag: str
    topics: Sequence[str]
    judged_topics: int
    relevant: int | None


class Printer:
    """Writes lines of name, topic and value."""

    def __init__(self, stream: IO[bytes], is_zscore: bool) -> None:
        self._stream = stream
        self._mark = "Z" if is_zscore else ""

    def text(self, label: str, topic: str, value: str) -> None:
        self._stream.write(to_bytes(f"{label:<22}\t{topic}\t{value}\n"))

    def number(self, line: Line, topic: str, value: float) -> None:
        is_count = line.entry.is_count and not self._mark
        shown = str(int(value)) if is_count else fixed(value)
        self._stream.write(to_bytes(f"{self._mark}{line.label:<22}\t{topic}\t{shown}\n"))


def print_topics(
    printer: Printer, lines: Sequence[Line], values: Values, topics: Sequence[str]
) -> None:
    """Every topic's values, topic by topic."""
    for topic in topics:
        for line in lines:
            if line.label in values.strings:
                printer.text(line.label, topic, f"'{values.strings[line.label][topic]}'")
            elif line.entry.by_topic:
                printer.number(line, topic, values.numbers[line.label][topic])


def print_summary(
    printer: Printer, arguments: Arguments, lines: Sequence[Line], values: Values, totals: Totals
) -> None:
    """One value of each measure over all topics."""
    for line in lines:
        if line.entry.name == "runid":
            printer.text(line.label, "all", totals.tag)
        elif line.entry.average is not None:
            summary = _summary(arguments, line, values.numbers[line.label], totals)
            printer.number(line, "all", summary)


def _summary(
    arguments: Arguments, line: Line, by_topic: Mapping[str, float], totals: Totals
) -> float:
    topics = totals.judged_topics if arguments.complete else len(totals.topics)
    total = 0.0
    for topic in totals.topics:
        total += by_topic[topic]
    match line.entry.average:
        case "topics":
            return topics
        case "sum":
            is_relevant = line.entry.name == "num_rel" and totals.relevant is not None
            return float(totals.relevant or 0) if is_relevant else total
        case "geometric":
            total += (topics - len(totals.topics)) * math.log(SMALLEST)
            return _exp(total / topics)
        case _:
            return total / topics


def _exp(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf
