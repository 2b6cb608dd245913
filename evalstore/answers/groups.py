"""Systems with several runs, under several seeds or folds: mean, spread, and paired tests.

A group is one system; a run without a group is a group of one. Tests compare the means over a
group's runs topic by topic: topics are the sample, and chance in training does not count as more
topics.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalstore.answers.leaderboard import best_first, notes_of
from evalstore.answers.matrix import ScoreMatrix
from evalstore.checks import check_count
from evalstore.names import Named
from evalstore.patterns import Names, resolved
from evalstore.quoting import identifier, literal
from evalstore.result import Result
from evalstore.selection import Selection

Groups = dict[str, list[str]]


def groups_of(selection: Selection, names: Names | None) -> Groups:
    """The selected runs of each group, those named or all, in the order named."""
    rows = selection.connection.execute(
        """
        select coalesce(run_group, system), list(system order by system)
        from run where collection_id = ? and run_id in (select unnest(?))
        group by 1 order by 1
        """,
        [selection.collection.number, [run.number for run in selection.runs]],
    ).fetchall()
    every = dict(rows)
    return {name: every[name] for name in resolved("group", names, list(every)) or every}


def within(selection: Selection, groups: Groups) -> Selection:
    """The selection with the runs of these groups only."""
    wanted = {name for names in groups.values() for name in names}
    runs: list[Named] = [run for run in selection.runs if run.name in wanted]
    return replace(selection, runs=runs, every_run=False)


def grouped(matrix: ScoreMatrix, groups: Groups) -> ScoreMatrix:
    """The means over each group's runs, topic by topic."""
    columns = [
        matrix.values[:, [matrix.column(name) for name in names]].mean(axis=1)
        for names in groups.values()
    ]
    return replace(matrix, systems=list(groups), values=np.column_stack(columns))


def leaderboard_of_groups(selection: Selection, top: int | None) -> Result:
    """One row per group: the mean and the standard deviation of its runs' values."""
    check_count("top", top)
    measures = [row.measure for row in selection.rows]
    values = ",\n        ".join(
        f"avg(value order by run.system) filter ({_is(name)}) as {identifier(name)},\n        "
        f"stddev_samp(value order by run.system) filter ({_is(name)}) as {_deviation(name)}"
        for name in measures
    )
    columns = ", ".join(f"{identifier(name)}, {_deviation(name)}" for name in measures)
    select = f"""select
    rank() over (order by {best_first(selection)}) as position, system, {columns},
    runs, topics, missing
from (
    select
        coalesce(run.run_group, run.system) as system,
        {values},
        count(distinct run_id) as runs,
        max(run_value.topics) as topics,
        sum(run_value.missing)::bigint // {len(measures)} as missing
    from measures.run_value
    inner join run using (run_id)
    group by all
)
order by position, system
{f"limit {top}" if top else ""}"""
    result = Result(selection.query(select), title=selection.title, best=selection.best)
    result.notes = lambda: [
        "one row per group: the mean of its runs; sd: the standard deviation of the runs' values "
        "(seeds or folds), not of topics; missing: over all of its runs",
        *notes_of(selection),
    ]
    return result


def _is(measure: str) -> str:
    return f"run_value.measure = {literal(measure)}"


def _deviation(measure: str) -> str:
    return identifier(f"{measure} sd")
