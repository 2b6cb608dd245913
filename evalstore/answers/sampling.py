"""Fewer judgements: would the leaderboard still stand?

Buckley and Voorhees, SIGIR 2004: of every topic's relevant and non-relevant judgements a random
share is kept (at least one of each), and all systems are measured again. The order of a topic's
documents is drawn once per repeat, so that a smaller sample is a part of a larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evalstore.answers.built import built
from evalstore.answers.leaderboard import notes_of, title_of
from evalstore.answers.rejudged import LEFT_OUT, values_of_variants
from evalstore.errors import UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.question import Question
from evalstore.quoting import literal, literals
from evalstore.result import Result
from evalstore.statistics.distributions import Matrix
from evalstore.statistics.kendall import tau_b
from evalstore.statistics.pairs import SEED
from evalstore.statistics.tau_ap import tau_ap_b

SHARES = (100.0, 50.0, 20.0, 10.0)
REPEATS = 10

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
}


def sample_judgements(
    question: Question,
    shares: Sequence[float] = SHARES,
    repeats: int = REPEATS,
    seed: int = SEED,
) -> Result:
    """How the leaderboard correlates with the full one, for each share (in %) of judgements."""
    _check(shares, repeats)
    sizes = _left_out(question, shares, repeats, seed)
    cube = _cube(question, len(shares) * repeats)
    rows = [
        row
        for number, measure in enumerate(question.rows)
        for row in _rows(measure, cube[number], shares, repeats, sizes)
    ]
    whole = all(share == int(share) for share in shares)
    columns = _COLUMNS | ({"share": "count"} if whole else {})
    result = built(question.connection, columns, rows)
    result.title = f"{title_of(question)}: with a share of the judgements"
    result.notes = [_note(question, repeats, seed), *notes_of(question)]
    return result


def _check(shares: Sequence[float], repeats: int) -> None:
    if not shares or not all(0 < share <= 100 for share in shares):
        raise UsageError("--sample is percentages above 0 and up to 100, such as 100,50,20,10")
    if repeats < 1:
        raise UsageError(f"--repeats is a whole number from 1, not {repeats}")


def _left_out(
    question: Question, shares: Sequence[float], repeats: int, seed: int
) -> list[tuple[int, int]]:
    """Note what each variant leaves out; per share, how many judged and relevant stay."""
    connection = question.connection
    drawn = _drawn(question, shares, repeats, seed)
    connection.execute(f"create or replace temp table drawn_judgement as {drawn}")
    connection.execute(
        f"""
        create or replace temp table {LEFT_OUT} as
        select variant, topic, document_id from drawn_judgement where not is_kept
        """
    )
    return connection.execute(
        f"""
        select count(*) // {repeats}, count(*) filter (is_relevant) // {repeats}
        from drawn_judgement where is_kept group by number order by number
        """
    ).fetchall()


def _drawn(question: Question, shares: Sequence[float], repeats: int, seed: int) -> str:
    """Every judgement of every variant, which is repeat * number of shares + the share's number."""
    numbered = ", ".join(f"({number}, {share / 100!r})" for number, share in enumerate(shares))
    of_topics = f"and topic in ({literals(question.topics)})" if question.topics else ""
    return f"""
        with graded as (
            select topic, document_id, max(grade) >= 1 as is_relevant
            from judgement where qrels_id = {question.qrels.number} {of_topics} group by all
        ),
        ordered as (
            select topic, document_id, is_relevant, repeat,
                row_number() over (
                    partition by repeat, topic, is_relevant
                    order by md5(concat_ws('/', {literal(seed)}, repeat, topic, docno)), docno
                ) as place,
                count(*) over (partition by repeat, topic, is_relevant) as documents
            from graded
            inner join document using (document_id)
            cross join range({repeats}) as repeats (repeat)
        )
        select topic, document_id, is_relevant, repeat * {len(shares)} + number as variant,
            number, place <= ceil(share * documents - 1e-9) as is_kept
        from ordered cross join (values {numbered}) as shares (number, share)"""


def _cube(question: Question, variants: int) -> Matrix:
    """The values of measures by variants by systems; the last variant leaves nothing out."""
    table = values_of_variants(question, variants + 1).to_pydict()
    measures = {row.measure: number for number, row in enumerate(question.rows)}
    runs = {run.number: number for number, run in enumerate(question.runs)}
    cube = np.full((len(measures), variants + 1, len(runs)), np.nan)
    for measure, run, variant, value in zip(*table.values(), strict=True):
        cube[measures[measure], variant, runs[run]] = value
    return cube


def _rows(
    measure: CatalogueRow,
    values: Matrix,
    shares: Sequence[float],
    repeats: int,
    sizes: list[tuple[int, int]],
) -> list[tuple[Any, ...]]:
    merits = values if measure.higher_is_better else -values
    rows = []
    for number, share in enumerate(shares):
        drawn = [repeat * len(shares) + number for repeat in range(repeats)]
        taus = np.array([tau_b(merits[-1], merits[variant]) for variant in drawn])
        top_heavy = np.array([tau_ap_b(merits[-1], merits[variant]) for variant in drawn])
        rows.append(
            (
                *(measure.measure, int(share) if share == int(share) else share, *sizes[number]),
                *(float(taus.mean()), float(taus.min()), float(taus.max())),
                *(float(top_heavy.mean()), float(values[drawn].mean())),
            )
        )
    return rows


def _note(question: Question, repeats: int, seed: int) -> str:
    return (
        f"share: % of the judgements kept of each topic, relevant and not apart; {repeats} "
        f"samples each, seed {seed}; tau (mean, lowest, highest) and tau_ap_b (mean) against the "
        f"leaderboard of all judgements, {len(question.runs)} systems"
    )
