"""Two systems topic by topic."""

from __future__ import annotations

from evalstore.answers.built import BLANK, built, signed
from evalstore.answers.leaderboard import topic_notes
from evalstore.answers.matrix import ScoreMatrix, score_matrices
from evalstore.errors import UsageError
from evalstore.natural import natural_key
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection

COLUMNS = {
    "topic": "text",
    "measure": "text",
    "a": "number",
    "b": "number",
    "difference": "number",
}

_BAR = 12


def diff(selection: Selection) -> Result:
    """A against B: difference = a - b, the topics that A wins by most first."""
    if len(selection.runs) != 2:
        raise UsageError("a diff requires two different systems")
    matrices = score_matrices(selection)
    parts = [(matrix, _rows(matrix)) for matrix in matrices]
    a, b = (run.name for run in selection.runs)
    result = built(COLUMNS, [row for _, rows in parts for row in rows])
    result.title = f"{a} against {b}: {selection.title}"
    result.notes = [*(_counts(matrix, a, b) for matrix in matrices), *topic_notes(selection)]
    result.for_people = lambda places: _for_people(selection, parts, places)
    return result


def _rows(matrix: ScoreMatrix) -> list[Row]:
    scored = zip(matrix.topics, matrix.values.tolist(), strict=True)
    rows = [(topic, matrix.measure, a, b, a - b) for topic, (a, b) in scored]
    sign = -1 if matrix.higher_is_better else 1
    return sorted(rows, key=lambda row: (sign * row[4], natural_key(row[0])))


def _counts(matrix: ScoreMatrix, a: str, b: str) -> str:
    gains = matrix.values[:, 0] - matrix.values[:, 1]
    if not matrix.higher_is_better:
        gains = -gains
    improved, hurt = int((gains > 0).sum()), int((gains < 0).sum())
    return (
        f"{matrix.measure}: against {b}, {a} improved {counted(improved, 'topic')}, hurt {hurt:,}, "
        f"left {len(gains) - improved - hurt:,} unchanged"
    )


def _for_people(
    selection: Selection, parts: list[tuple[ScoreMatrix, list[Row]]], places: int
) -> Result:
    a, b = (run.name for run in selection.runs)
    columns = {"topic": "text", "measure": "text", a: "number", b: "number", "difference": "text"}
    columns[BLANK * (_BAR - len("hurt")) + "hurt│improved"] = "text"
    shown = []
    for matrix, rows in parts:
        longest = max(abs(row[4]) for row in rows)
        sign = 1 if matrix.higher_is_better else -1
        shown += [(*row[:4], signed(row[4], places), bar(sign * row[4], longest)) for row in rows]
    return built(columns, shown)


def bar(gain: float, longest: float) -> str:
    """A bar to the right for a gain, to the left for a loss."""
    length = round(_BAR * abs(gain) / longest) if longest else 0
    left, right = (0, length) if gain > 0 else (length, 0)
    return BLANK * (_BAR - left) + "█" * left + "│" + "█" * right
