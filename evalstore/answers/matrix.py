"""Scores as an array of topics by systems, every cell found by its names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalstore.answers.leaderboard import check_judged, notes_of, title_of
from evalstore.arrow import encoded, unique
from evalstore.columns import as_array
from evalstore.engine import relation
from evalstore.errors import DataError
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.result import Result
from evalstore.statistics.distributions import Indexes, Matrix

if TYPE_CHECKING:
    import pyarrow as pa


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


def score_matrices(question: Question) -> list[ScoreMatrix]:
    """A matrix for each measure asked, over the topics that every system is averaged over."""
    check_judged(question)
    table = relation(question.connection, question.sql(_SCORES)).to_arrow_table()
    systems = [run.name for run in question.runs]
    topics, cubes = _placed(table, systems, [row.measure for row in question.rows])
    # Under --average retrieved, a topic counts where all the systems answer it.
    shared = np.flatnonzero(~np.isnan(cubes).any(axis=(0, 2)))
    if not len(shared):
        raise DataError("there is no topic that all these systems answer")
    kept = [topics[place] for place in shared]
    return [
        ScoreMatrix(row.measure, row.higher_is_better, kept, systems, cube[shared])
        for row, cube in zip(question.rows, cubes, strict=True)
    ]


# A score that is left out is NaN rather than NULL: pyarrow would import pandas to tell NULLs.
_SCORES = """select
    run.system,
    averaged_value.topic,
    averaged_value.measure,
    coalesce(averaged_value.value, 'nan'::double) as value
from averaged_value
inner join run using (run_id)"""


def _placed(table: pa.Table, systems: list[str], measures: list[str]) -> tuple[list[str], Matrix]:
    """The topics in order, and the values of measures by topics by systems."""
    topics = sorted(set(unique(table["topic"]).to_pylist()))
    cubes = np.full((len(measures), len(topics), len(systems)), np.nan)
    places = (
        _numbers(table["measure"], measures),
        _numbers(table["topic"], topics),
        _numbers(table["system"], systems),
    )
    cubes[places] = as_array(table["value"])
    return topics, cubes


def _numbers(column: pa.ChunkedArray, known: list[str]) -> Indexes:
    """The place of each value among the known ones."""
    place = {name: number for number, name in enumerate(known)}
    coded = encoded(column.combine_chunks())
    places = np.array([place[name] for name in coded.dictionary.to_pylist()], dtype=np.intp)
    numbers: Indexes = places[as_array(coded.indices)]
    return numbers


def matrix(question: Question, *, z_scores: bool = False) -> Result:
    """Systems down, topics across, for the first measure; best system first."""
    measure = question.rows[0]
    column = "z_score" if z_scores else "value"
    topics = [row[0] for row in question.connection.execute(question.sql(_TOPICS)).fetchall()]
    select = f"""select * exclude (mean)
from (
    pivot (
        select system, topic, {column} as score, avg(value) over (partition by system) as mean
        from standard_score
    )
    on topic in ({literals(topics)})
    using any_value(score)
    group by system, mean
)
order by mean {"desc" if measure.higher_is_better else "asc"}, system"""
    what = "z-scores per topic" if z_scores else "scores"
    title = f"{title_of(question)}: {measure.measure}, {what}"
    notes = notes_of(question)
    if z_scores:
        notes.insert(0, "z-score: distance to the systems' mean on the topic, in deviations")
    return Result(Query(question.connection, question.sql(select)), title=title, notes=notes)


_TOPICS = """select distinct topic from standard_score
order by try_cast(topic as hugeint) nulls last, topic"""
