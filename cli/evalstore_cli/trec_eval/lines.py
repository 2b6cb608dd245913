"""The lines to print for each selected measure, from its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from evalstore_cli.trec_eval.arguments import Arguments, QuitError
from evalstore_cli.trec_eval.numbers import atof, atol
from evalstore_cli.trec_eval.table import COUNTING_UNJUDGED, Entry, Kind, entries, meant_by


@dataclass(frozen=True)
class Line:
    """One named value: a measure with one cutoff, or with all its parameters."""

    label: str
    entry: Entry
    number: float | None = None
    numbers: tuple[float, ...] = ()
    pairs: tuple[tuple[str, float], ...] = ()


class _UnusableError(Exception):
    """Parameters that a measure cannot start with."""


def selected_lines(arguments: Arguments) -> list[Line]:
    """Every line of the output, in the order of the table."""
    marked = arguments.marked or set(meant_by("official", arguments.compat))
    lines: list[Line] = []
    for name, entry in entries(arguments.compat).items():
        if name in marked:
            try:
                lines += _lines(entry, arguments.parameters.get(name))
            except _UnusableError as error:
                cannot = f"trec_eval: Cannot initialize measure '{name}'\n"
                raise QuitError(2, f"trec_eval: {error}\n{cannot}") from None
    _check_level(arguments, lines)
    return lines


def _check_level(arguments: Arguments, lines: list[Line]) -> None:
    """Refuse what is not reproduced; without unjudged documents, a level below 0 is as 0."""
    if arguments.level >= 0 or arguments.judged_only:
        return
    for line in lines:
        if line.entry.name in COUNTING_UNJUDGED:
            problem = f"{line.entry.name} would count unjudged documents as relevant"
            remedy = "which evalstore does not reproduce; use -l 0, or -J"
            raise QuitError(1, f"trec_eval: -l {arguments.level}: {problem}, {remedy}\n")


def _lines(entry: Entry, given: str | None) -> list[Line]:
    match entry.kind:
        case Kind.PLAIN:
            return [Line(entry.name, entry)]
        case Kind.RANKS:
            ranks = entry.defaults if given is None else _ranks(given)
            return [Line(f"{entry.name}_{int(rank)}", entry, rank) for rank in ranks]
        case Kind.SHARES:
            shares = entry.defaults if given is None else _shares(given)
            return [Line(_share_label(entry.name, share), entry, share) for share in shares]
        case Kind.NUMBERS:
            numbers = entry.defaults if given is None else tuple(map(atof, given.split(",")))
            return [Line(_label(entry.name, given), entry, numbers=numbers)]
        case Kind.PAIRS:
            pairs = () if given is None else _pairs(given)
            return [Line(_label(entry.name, given), entry, pairs=pairs)]


def _label(name: str, given: str | None) -> str:
    return name if given is None else f"{name}_{given}"


def _share_label(name: str, share: float) -> str:
    # trec_eval's buffer has eight characters after the underscore.
    return f"{name}_{share:3.2f}"[: len(name) + 9]


def _ranks(given: str) -> tuple[int, ...]:
    ranks = sorted(map(atol, given.split(",")))
    if ranks[0] <= 0:
        raise _UnusableError("Negative cutoff detected")
    _refuse_twice(ranks)
    return tuple(ranks)


def _shares(given: str) -> tuple[float, ...]:
    shares = sorted(map(atof, given.split(",")))
    _refuse_twice(shares)
    return tuple(shares)


def _refuse_twice(cutoffs: list[int] | list[float]) -> None:
    if len(set(cutoffs)) < len(cutoffs):
        raise _UnusableError("duplicate cutoffs detected")


def _pairs(given: str) -> tuple[tuple[str, float], ...]:
    """Names and numbers; the same signs of disorder count as an error as in trec_eval."""
    seen = ","
    for sign in (character for character in given if character in ",="):
        if sign == seen:
            seen = ","
            break
        seen = sign
    if seen != "=":
        raise _UnusableError(f"malformed pair parameters in '{given}'")
    return tuple(
        (name, atof(number))
        for name, _, number in (part.partition("=") for part in given.split(","))
    )
