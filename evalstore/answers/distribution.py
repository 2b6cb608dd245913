"""How each system's topic scores are distributed: the mean with its interval, and the quartiles."""

from __future__ import annotations

from evalstore.answers.baselines import Tiers, tiers_of
from evalstore.answers.built import built
from evalstore.answers.leaderboard import check_judged, notes_of
from evalstore.answers.matrix import score_matrices
from evalstore.answers.scores import measure_order
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import t_margin
from evalstore.statistics.significance import How

COLUMNS = {
    "position": "count",
    "system": "text",
    "measure": "text",
    "value": "number",
    "ci_low": "number",
    "ci_high": "number",
    "minimum": "number",
    "q1": "number",
    "median": "number",
    "q3": "number",
    "maximum": "number",
    "topics": "count",
}


def distribution(selection: Selection, how: How, *, tiers: bool) -> Result:
    """One row per measure and system, in the order of the leaderboard."""
    check_judged(selection)
    selection = selection.evaluated() if tiers else selection
    rows = selection.fetch(_select(selection))
    found = [_with_interval(row, how.settings.alpha) for row in rows]
    grouped = _tiers(selection, found, how) if tiers else None
    result = _tiered(found, grouped)
    result.title = selection.title
    covered = f"{100 * (1 - how.settings.alpha):g} %"
    result.notes = [
        f"interval: {covered} confidence of the mean over topics, by Student's t",
        *(grouped.notes if grouped else ()),
        *notes_of(selection),
    ]
    result.best = {}
    return result


def _select(selection: Selection) -> str:
    first = selection.rows[0]
    direction = "desc" if first.higher_is_better else "asc"
    return f"""select
    rank() over (partition by measure order by value {direction}) as position,
    run.system, measure, run_value.value,
    case when measure.aggregate = 'mean' then spread.deviation end as deviation,
    spread.minimum, spread.quartiles[1], spread.quartiles[2], spread.quartiles[3], spread.maximum,
    run_value.topics
from measures.run_value
inner join measure using (measure)
inner join run using (run_id)
inner join (
    select
        averaged_value.measure,
        averaged_value.run_id,
        stddev_samp(averaged_value.value order by topic.name) as deviation,
        min(averaged_value.value) as minimum,
        quantile_cont(averaged_value.value, [0.25, 0.5, 0.75]) as quartiles,
        max(averaged_value.value) as maximum
    from measures.averaged_value
    inner join topic using (topic_id)
    group by all
) as spread using (measure, run_id)
order by
    {measure_order(selection)},
    first_value(value) over (partition by system order by {measure_order(selection)}) {direction},
    system"""


def _with_interval(row: Row, alpha: float) -> Row:
    """The margin of the mean instead of the standard deviation; none for one topic, or a sum."""
    position, system, measure, value, deviation, *quartiles, topics = row
    margin = t_margin(deviation, topics, alpha)
    ends = (None, None) if margin is None else (value - margin, value + margin)
    return (position, system, measure, value, *ends, *quartiles, topics)


def _tiers(selection: Selection, rows: list[Row], how: How) -> Tiers:
    first = selection.rows[0].measure
    ranked = [row[1] for row in rows if row[2] == first]
    return tiers_of(score_matrices(selection)[0], ranked, how)


def _tiered(rows: list[Row], tiers: Tiers | None) -> Result:
    if tiers is None:
        return built(COLUMNS, rows)
    return built(COLUMNS | {"tier": "text"}, [(*row, tiers.labels[row[1]]) for row in rows])
