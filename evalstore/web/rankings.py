"""Two rankings of one topic side by side, with lines between equal documents."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from evalstore.output.cells import visible
from evalstore.output.display import shorten
from evalstore.result import Result
from evalstore.web.drawing import grade_class, grade_text

_ROW, _TOP = 24, 34
_BOX, _BETWEEN = 310, 180
_WIDTH = 2 * _BOX + _BETWEEN
# The widths of a letter, so that the name of a document ends before its grade.
_LETTER, _SMALL_LETTER, _LARGE_LETTER = 8.6, 6.5, 9


@dataclass(frozen=True)
class _Document:
    docno: str
    grade: float | None
    rank_a: int | None
    rank_b: int | None

    def rank(self, side: int) -> int | None:
        return self.rank_b if side else self.rank_a


def side_by_side(result: Result, systems: tuple[str, str], depth: int) -> Markup:
    """From `Store.diff_topic`: the first documents of both, each document once if both have it."""
    documents = [
        _Document(row["docno"], row["grade"], row["rank_a"], row["rank_b"])
        for row in result.dicts()
    ]
    highest = max((one.grade for one in documents if one.grade is not None), default=1)
    rows = max((rank for one in documents for rank in _shown(one, depth)), default=0)
    parts = [_heading(system, side) for side, system in enumerate(systems)]
    parts += [_line(one, depth) for one in documents]
    parts += [
        _box(one, side, highest, depth)
        for side in (0, 1)
        for one in documents
        if _is_shown(one, side, depth)
    ]
    height = _TOP + rows * _ROW + 4
    return Markup(
        '<svg class="rankings" viewBox="0 0 {} {}" role="img" aria-labelledby="rankings-title">'
        '<title id="rankings-title">{}</title>{}{}</svg>'
    ).format(
        _WIDTH,
        height,
        f"The first {depth} documents of {systems[0]} and {systems[1]}; lines join equal documents",
        _HATCHING,
        Markup("").join(parts),
    )


_HATCHING = Markup(
    '<defs><pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6"/></pattern></defs>'
)


def _shown(one: _Document, depth: int) -> list[int]:
    return [rank for rank in (one.rank_a, one.rank_b) if rank is not None and rank <= depth]


def _is_shown(one: _Document, side: int, depth: int) -> bool:
    rank = one.rank(side)
    return rank is not None and rank <= depth


def _heading(system: str, side: int) -> Markup:
    x = _BOX + _BETWEEN if side else 0
    name = shorten(system, int(_BOX / _LARGE_LETTER))
    return Markup('<text class="system" x="{}" y="20">{}</text>').format(x, name)


def _y(rank: int) -> float:
    return _TOP + (rank - 0.5) * _ROW


def _line(one: _Document, depth: int) -> Markup:
    """From rank to rank; to the edge where the other rank is below the depth."""
    if one.rank_a is None or one.rank_b is None:
        return Markup("")
    if not (_is_shown(one, 0, depth) and _is_shown(one, 1, depth)):
        return Markup("")
    start, end = _y(one.rank_a), _y(one.rank_b)
    middle = _BOX + _BETWEEN / 2
    move = "up" if one.rank_a < one.rank_b else "down" if one.rank_a > one.rank_b else "same"
    drawn = Markup('<path class="move {}" d="M{} {}C{} {} {} {} {} {}"><title>{}</title></path>')
    return drawn.format(
        move, _BOX, start, middle, start, middle, end, _BOX + _BETWEEN, end,
        f"{visible(one.docno)}: rank {one.rank_a} and {one.rank_b}",
    )  # fmt: skip


def _box(one: _Document, side: int, highest: float, depth: int) -> Markup:
    rank, other = one.rank(side), one.rank(1 - side)
    assert rank is not None
    x = _BOX + _BETWEEN if side else 0
    y = _TOP + (rank - 1) * _ROW
    kind = grade_class(one.grade, highest)
    where = f"the other has it at rank {other}" if other else "the other does not have it"
    grade = _grade_beside(one, other, depth)
    letters = int((_BOX - 54 - _SMALL_LETTER * len(grade)) / _LETTER)
    text = shorten(visible(one.docno), letters)
    return Markup(
        '<g class="{}"><title>{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="3"/>'
        '<text class="rank" x="{}" y="{}">{}</text><text x="{}" y="{}">{}</text>'
        '<text class="grade" x="{}" y="{}">{}</text></g>'
    ).format(
        kind, f"{visible(one.docno)}, grade {grade_text(one.grade)}; {where}",
        x, y + 2, _BOX, _ROW - 4,
        x + 26, y + 16, rank, x + 36, y + 16, text,
        x + _BOX - 8, y + 16, grade,
    )  # fmt: skip


def _grade_beside(one: _Document, other: int | None, depth: int) -> str:
    where = " · only here" if other is None else f" · {other} there" if other > depth else ""
    return grade_text(one.grade) + where
