"""The printed lines as rows of the catalogue, which the views compute."""

from __future__ import annotations

from dataclasses import replace

from evalstore.measures.catalogue import CatalogueRow, catalogue_row
from evalstore.measures.grammar import parse
from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.numbers import atol
from evalstore_cli.trec_eval.table import Kind

# Lines that no view computes: they are read off the run.
UNMEASURED = ("runid", "num_q", "relstring")

_OF_GROUPS = "_avgjg"
_UTILITY = ("a", "b", "c", "d")


def catalogue_rows(line: Line, arguments: Arguments) -> list[CatalogueRow]:
    """What a line needs computed: one row, or one for each point that it averages."""
    if line.entry.name in UNMEASURED:
        return []
    if line.entry.name == "11pt_avg" and line.numbers != line.entry.defaults:
        rows = [_interpolated(line.label, point) for point in line.numbers]
    else:
        rows = [_row(line)]
    return [_under_options(row, arguments) for row in rows]


def point_label(label: str, point: float) -> str:
    """What the precision at one point of an average is called."""
    return f"{label} at {point!r}"


def _row(line: Line) -> CatalogueRow:
    name = line.entry.name.removesuffix(_OF_GROUPS) if line.entry.needs == "qrels_jg" else None
    name = name or line.entry.name
    match line.entry.kind:
        case Kind.RANKS:
            row = replace(_base(f"{name}_1"), cutoff=int(line.number or 0))
        case Kind.SHARES:
            row = _at_share(_base(f"{name}_0.5"), line.number or 0.0)
        case Kind.NUMBERS:
            row = _with_numbers(_base(name), name, line.numbers)
        case Kind.PAIRS:
            row = _with_pairs(_base(name), line.pairs)
        case _:
            row = _base(name)
    return replace(row, measure=line.label)


def _base(name: str) -> CatalogueRow:
    return catalogue_row(parse(name))


def _at_share(row: CatalogueRow, share: float) -> CatalogueRow:
    parameter = {
        name: share if name in ("recall", "mult") else value
        for name, value in row.parameter.items()
    }
    return replace(row, parameter=parameter)


def _with_numbers(row: CatalogueRow, name: str, numbers: tuple[float, ...]) -> CatalogueRow:
    if name == "utility":
        values = dict(zip(_UTILITY, numbers, strict=True))
        return replace(row, parameter=row.parameter | values)
    if name == "set_F":
        return replace(row, parameter=row.parameter | {"beta": numbers[0]})
    return row


def _with_pairs(row: CatalogueRow, pairs: tuple[tuple[str, float], ...]) -> CatalogueRow:
    """Gains by grade, of which the first counts; and `p`, of which the last does."""
    parameter = dict(row.parameter)
    parameter |= {name: number for name, number in pairs if name == "p" and name in parameter}
    if gains := gains_of(pairs):
        spelt = ",".join(f"{grade}:{gain!r}" for grade, gain in sorted(gains.items()))
        row = replace(row, gain=f"{{{spelt}}}")
    return replace(row, parameter=parameter)


def gains_of(pairs: tuple[tuple[str, float], ...]) -> dict[int, float]:
    """The gains that parameters give to grades; of two for one grade, the first counts."""
    gains: dict[int, float] = {}
    for name, number in pairs:
        if _is_integer(name):
            gains.setdefault(atol(name), number)
    return gains


def _is_integer(name: str) -> bool:
    digits = name[1:] if name[:1] in ("-", "+") else name
    return digits.isascii() and digits.isdigit()


def _interpolated(label: str, point: float) -> CatalogueRow:
    row = _at_share(_base("iprec_at_recall_0.5"), point)
    return replace(row, measure=point_label(label, point))


def _under_options(row: CatalogueRow, arguments: Arguments) -> CatalogueRow:
    """The row under -l, and with the rounding of the version."""
    rounding = {"rounding": f"trec_eval{arguments.compat}"} if "rounding" in row.option else {}
    rel = None if row.rel is None else float(max(arguments.level, 0))
    return replace(row, rel=rel, option=row.option | rounding)
