"""The stability of the leaderboard with fewer judgements.

Buckley and Voorhees, SIGIR 2004: of every topic's relevant and non-relevant judgements a random
share remains (at least one of each), and all systems are measured again. The order of a topic's
documents is drawn once per repeat, so that a smaller sample is a part of a larger one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalstore.answers.built import built
from evalstore.answers.leaderboard import check_judged, notes_of
from evalstore.answers.rejudged import LEFT_OUT, values_of_variants
from evalstore.checks import check_count
from evalstore.errors import UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import Matrix, Vector
from evalstore.statistics.kendall import tau_b
from evalstore.statistics.rbo import positions
from evalstore.statistics.tau_ap import tau_ap_b

_COLUMNS = {
    "measure": "text",
    "share": "number",
    "judged": "count",
    "relevant": "count",
    "tau": "number",
    "tau_low": "number",
    "tau_high": "number",
    "tau_ap_b": "number",
    "mean_value": "number",
    "first_unchanged": "number",
    "largest_move": "count",
}


def sample_judgements(
    selection: Selection,
    shares: Sequence[float],
    repeats: int,
    seed: int,
) -> Result:
    """How the leaderboard correlates with the full one, for each share (in %) of judgements."""
    _check(shares, repeats)
    check_judged(selection)
    sizes = _left_out(selection, shares, repeats, seed)
    cube = values_of_variants(selection, len(shares) * repeats)
    rows = [
        row
        for number, measure in enumerate(selection.rows)
        for row in _rows(measure, cube[number], shares, repeats, sizes)
    ]
    are_integers = all(share == int(share) for share in shares)
    columns = _COLUMNS | ({"share": "count"} if are_integers else {})
    result = built(columns, rows)
    result.title = f"{selection.title}: with a share of the judgements"
    result.notes = [*_about(selection, cube[:, -1], repeats, seed), *notes_of(selection)]
    named = columns | {"share": "text", "first_unchanged": "text"}
    result.for_people = lambda _: _shown(named, _for_people(rows, repeats))
    return result


def _shown(columns: dict[str, str], rows: list[Row]) -> Result:
    result = built(columns, rows)
    result.optional = ["mean_value", "tau_ap_b"]
    return result


def _for_people(rows: Sequence[Row], repeats: int) -> list[Row]:
    return [
        (row[0], f"{row[1]:g} %", *row[2:-2], f"{round(row[-2] * repeats)} of {repeats}", row[-1])
        for row in rows
    ]


def _check(shares: Sequence[float], repeats: int) -> None:
    if not shares or not all(0 < share <= 100 for share in shares):
        raise UsageError("shares must be percentages above 0 and up to 100, such as 100,50,20,10")
    check_count("the number of repeats", repeats)


def _left_out(
    selection: Selection, shares: Sequence[float], repeats: int, seed: int
) -> list[tuple[int, int]]:
    """Store what each variant leaves out; per share, how many judged and relevant remain."""
    connection = selection.connection
    drawn = _drawn(selection, shares, repeats, seed)
    connection.execute(f"create or replace temp table drawn_judgement as {drawn}")
    connection.execute(
        f"""
        create or replace temp table {LEFT_OUT} as
        select variant, topic_id, document_id from drawn_judgement where not is_drawn
        """
    )
    return connection.execute(
        f"""
        select count(*) // {repeats}, count(*) filter (is_relevant) // {repeats}
        from drawn_judgement where is_drawn group by number order by number
        """
    ).fetchall()


def _drawn(selection: Selection, shares: Sequence[float], repeats: int, seed: int) -> str:
    """Every judgement of every variant: repeat * number of shares + the share's number."""
    numbered = ", ".join(
        f"({number}, {literal(share / 100)})" for number, share in enumerate(shares)
    )
    return selection.sql(f"""select
    topic_id,
    document_id,
    is_relevant,
    repeat * {len(shares)} + number as variant,
    number,
    drawn_rank <= ceil(share * documents - 1e-9) as is_drawn
from (
    select
        graded.topic_id,
        graded.document_id,
        graded.grade >= 1 as is_relevant,
        repeat,
        row_number() over (
            partition by repeat, topic.name, is_relevant
            order by
                md5(concat_ws('/', {literal(seed)}, repeat, topic.name, document.docno)),
                document.docno
        ) as drawn_rank,
        count(*) over (partition by repeat, topic.name, is_relevant) as documents
    from steps.graded_document as graded
    inner join topic using (topic_id)
    inner join document using (document_id)
    cross join range({repeats}) as repeats (repeat)
)
cross join (values {numbered}) as shares (number, share)""")


def _rows(
    measure: CatalogueRow,
    values: Matrix,
    shares: Sequence[float],
    repeats: int,
    sizes: list[tuple[int, int]],
) -> list[Row]:
    merits = values if measure.higher_is_better else -values
    rows = []
    for number, share in enumerate(shares):
        drawn = [repeat * len(shares) + number for repeat in range(repeats)]
        taus = np.array([tau_b(merits[-1], merits[variant]) for variant in drawn])
        top_heavy = np.array([tau_ap_b(merits[-1], merits[variant]) for variant in drawn])
        firsts, moves = zip(
            *(_stability(merits[-1], merits[variant]) for variant in drawn), strict=True
        )
        rows.append(
            (
                *(measure.measure, int(share) if share == int(share) else share, *sizes[number]),
                *(_mean(taus), *_range(taus)),
                *(_mean(top_heavy), float(values[drawn].mean())),
                *(float(np.mean(firsts)), int(max(moves))),
            )
        )
    return rows


def _mean(values: Vector) -> float:
    """Of the samples in which the systems do not all tie."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else math.nan


def _range(values: Vector) -> tuple[float, float]:
    defined = values[~np.isnan(values)]
    return (float(defined.min()), float(defined.max())) if len(defined) else (math.nan, math.nan)


def _stability(full: Vector, sampled: Vector) -> tuple[bool, int]:
    """Whether a first of the full leaderboard is first, and the furthest that a system moves."""
    is_first = sampled[full == full.max()].max() == sampled.max()
    return bool(is_first), int(np.abs(positions(full) - positions(sampled)).max())


def _about(selection: Selection, full: Matrix, repeats: int, seed: int) -> list[str]:
    firsts = []
    for measure, values in zip(selection.rows, full, strict=True):
        merits = values if measure.higher_is_better else -values
        firsts.append(f"{selection.runs[int(merits.argmax())].name} ({measure.measure})")
    return [
        f"share: % of the judgements of each topic, sampled separately by relevance; "
        f"{counted(repeats, 'sample')} each, seed {seed}",
        f"tau (tau_b: mean, low, high) and tau_ap_b (mean): against the leaderboard of all "
        f"judgements, {counted(len(selection.runs), 'system')}; first_unchanged: samples in which "
        f"{', '.join(firsts)} stays first; largest_move: the largest change of position",
    ]
