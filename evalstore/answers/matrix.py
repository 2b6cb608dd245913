"""Scores as an array of topics by systems, every cell found by its names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalstore.answers.leaderboard import check_judged, notes_of, title_of
from evalstore.answers.scores import topic_order
from evalstore.errors import DataError
from evalstore.query import Query, Row
from evalstore.quoting import literals
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import Matrix


@dataclass(frozen=True)
class ScoreMatrix:
    """One measure: the values of topics (in the order of their names) by systems."""

    measure: str
    higher_is_better: bool
    topics: list[str]
    systems: list[str]
    values: Matrix

    def column(self, system: str) -> int:
        return self.systems.index(system)


_SCORES = """select averaged_value.measure, topic.name, run.system, averaged_value.value
from measures.averaged_value
inner join run using (run_id)
inner join topic using (topic_id)"""


def score_matrices(selection: Selection) -> list[ScoreMatrix]:
    """A matrix for each measure, over the topics that every system is averaged over."""
    check_judged(selection)
    rows = selection.connection.execute(selection.sql(_SCORES)).fetchall()
    systems = [run.name for run in selection.runs]
    topics = sorted({row[1] for row in rows})
    values = _cube(rows, [row.measure for row in selection.rows], topics, systems)
    # With average='retrieved', only topics that all systems answer are compared.
    shared = np.flatnonzero(~np.isnan(values).any(axis=(0, 2)))
    if not len(shared):
        raise DataError("no topic is answered by all selected systems")
    names = [topics[index] for index in shared]
    return [
        ScoreMatrix(row.measure, row.higher_is_better, names, systems, of_measure[shared])
        for row, of_measure in zip(selection.rows, values, strict=True)
    ]


def _cube(rows: list[Row], measures: list[str], topics: list[str], systems: list[str]) -> Matrix:
    """The values of measures by topics by systems; NaN where there is none."""
    cube = np.full((len(measures), len(topics), len(systems)), np.nan)
    index = [
        {name: number for number, name in enumerate(axis)} for axis in (measures, topics, systems)
    ]
    for measure, topic, system, value in rows:
        if value is not None:
            cube[index[0][measure], index[1][topic], index[2][system]] = value
    return cube


def matrix(selection: Selection, *, z_scores: bool = False) -> Result:
    """One row per system and one column per topic, for the first measure; best system first."""
    measure = selection.rows[0]
    column = "z_score" if z_scores else "value"
    topics = [row[0] for row in selection.connection.execute(selection.sql(_TOPICS)).fetchall()]
    select = f"""select * exclude (mean)
from (
    pivot (
        select system, topic, {column} as score, avg(value) over of_system as mean
        from standard_score
        window of_system as (
            partition by system
            order by topic rows between unbounded preceding and unbounded following
        )
    )
    on topic in ({literals(topics)})
    using any_value(score)
    group by system, mean
)
order by mean {"desc" if measure.higher_is_better else "asc"}, system"""
    what = "z-scores per topic" if z_scores else "scores"
    title = f"{title_of(selection)}: {measure.measure}, {what}"
    notes = notes_of(selection)
    if z_scores:
        notes.insert(
            0, "z-score: distance to the systems' mean on the topic, in standard deviations"
        )
    return Result(Query(selection.connection, selection.sql(select)), title=title, notes=notes)


_TOPICS = f"select distinct topic from standard_score order by {topic_order('topic')}"
