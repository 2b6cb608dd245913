"""Scores as an array of topics by systems, every cell found by its names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalstore.answers.leaderboard import check_judged, topic_notes
from evalstore.answers.scores import topic_order
from evalstore.errors import DataError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.names import find_runs
from evalstore.query import Fetched, Row
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


def score_matrices(
    selection: Selection, measures: Sequence[CatalogueRow] | None = None
) -> list[ScoreMatrix]:
    """A matrix for each measure, or for these, over the topics that all are averaged over."""
    check_judged(selection)
    wanted = selection.rows if measures is None else measures
    names = [row.measure for row in wanted]
    select = f"{_SCORES}\nwhere averaged_value.measure in ({literals(names)})"
    rows = selection.fetch(select)
    systems = [run.name for run in selection.runs]
    topics = sorted({row[1] for row in rows})
    values = _cube(rows, names, topics, systems)
    # With average='retrieved', only topics that all systems answer are compared.
    shared = np.flatnonzero(~np.isnan(values).any(axis=(0, 2)))
    if not len(shared):
        raise DataError("no topic is answered by all selected systems")
    answered = [topics[index] for index in shared]
    return [
        ScoreMatrix(row.measure, row.higher_is_better, answered, systems, of_measure[shared])
        for row, of_measure in zip(wanted, values, strict=True)
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


def matrix(selection: Selection, *, z_scores: bool) -> Result:
    """One row per system and one column per topic, for the first measure; best system first."""
    measure = selection.rows[0]
    every = of_all_systems(selection).evaluated()
    topics = [row[0] for row in every.fetch(_TOPICS)]
    # Not a pivot: planning one of thousands of columns takes seconds.
    select = f"""select
    standard_score.system,
    list(standard_score.{"z_score" if z_scores else "value"} order by listed.place) as scores
from standard_score
inner join (select topic, row_number() over () as place from ({_TOPICS})) as listed using (topic)
where {of_systems(selection)}
group by standard_score.system
order by
    avg(standard_score.value order by standard_score.topic)
        {"desc" if measure.higher_is_better else "asc"},
    standard_score.system"""
    found = every.fetch(select)
    columns = [("system", "VARCHAR"), *((topic, "DOUBLE") for topic in topics)]
    what = "z-scores per topic" if z_scores else "scores"
    title = f"{selection.title}: {measure.measure}, {what}"
    notes = topic_notes(selection)
    if z_scores:
        notes.insert(
            0, "z-score: distance to the mean of all systems on the topic, in standard deviations"
        )
    rows = [(system, *scores) for system, scores in found]
    return Result(Fetched(columns, rows), title=title, notes=notes)


def of_all_systems(selection: Selection) -> Selection:
    """The selection with every system of the collection: z-scores do not depend on the others
    that are shown."""
    if selection.every_run:
        return selection
    runs = find_runs(selection.connection, selection.collection, ())
    return replace(selection, runs=runs, every_run=True)


def of_systems(selection: Selection) -> str:
    """The selected systems as an SQL condition on `system`."""
    if selection.every_run:
        return "true"
    return f"system in ({literals(run.name for run in selection.runs)})"


_TOPICS = f"select distinct topic from standard_score order by {topic_order('topic')}"
