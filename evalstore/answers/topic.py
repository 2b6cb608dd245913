"""One topic: the systems on it, their ranked documents, or the gain by rank."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

from evalstore.answers.leaderboard import best_first, measure_columns
from evalstore.checks import check_count
from evalstore.database import first_row, only_value
from evalstore.errors import UsageError
from evalstore.names import Named
from evalstore.output.cells import NULL_SHOWN
from evalstore.output.columns import is_count
from evalstore.plural import counted
from evalstore.query import Fetched
from evalstore.quoting import identifier
from evalstore.result import Result
from evalstore.selection import Selection


def topic_answer(selection: Selection, runs: Sequence[str], depth: int) -> Result:
    """With runs, their documents; without, the systems in order."""
    return documents_of_topic(selection, depth) if runs else systems_on_topic(selection)


def systems_on_topic(selection: Selection) -> Result:
    """The systems in order on one topic, and how hard the topic is."""
    columns = ", ".join(identifier(row.measure) for row in selection.rows)
    select = f"""select
    rank() over (order by {best_first(selection)}) as position, system, {columns}, retrieved
from (
    select
        run.system,
        {measure_columns(selection, "topic_value")},
        any_value(coalesce(run_topic.documents, 0)) as retrieved
    from measures.topic_value
    inner join run using (run_id)
    left join run_topic using (run_id, topic_id)
    group by run.system
)
order by position, system"""
    result = Result(selection.query(select), title=topic_title(selection), best=selection.best)
    result.notes = lambda: [_judged(selection), *_difficulty(selection, result)]
    return result


def _difficulty(selection: Selection, result: Result) -> list[str]:
    """Mean, spread and best on the topic, against the mean over all topics."""
    values = [row[2] for row in result.rows]
    if len(values) < 2:
        return []
    every_topic = replace(selection, measures=selection.measures[:1], topics=[], average="all")
    [[typical]] = every_topic.fetch("select avg(value) from measures.run_value")
    here, spread = statistics.fmean(values), statistics.stdev(values)
    text = (
        f"{selection.rows[0].measure} on this topic: mean {here:.4f}, "
        f"standard deviation {spread:.4f}, best {max(values):.4f}"
    )
    if typical is not None:
        text += f"; over all topics the mean is {typical:.4f}"
        if f"{here:.4f}" != f"{typical:.4f}":
            is_low = here < typical
            is_harder = is_low == selection.rows[0].higher_is_better
            text += f", so this topic is {'harder' if is_harder else 'easier'}"
    return [text]


def documents_of_topic(selection: Selection, depth: int) -> Result:
    """The ranked documents of one run, or of several side by side, with their grades."""
    check_count("depth", depth)
    one = len(selection.runs) == 1
    select = _one_run(selection, depth) if one else _several_runs(selection, depth)
    result = Result(
        selection.query(select), title=topic_title(selection), above=_own_scores(selection)
    )
    result.notes = [_judged(selection), *_missing(selection), f"grade {NULL_SHOWN}: unjudged"]
    if one:
        result.for_people = lambda _: _without_last_column(result)
    return result


def _own_scores(selection: Selection) -> list[str]:
    """A line for each run with its scores on the topic."""
    select = f"""select run.system, {measure_columns(selection, "topic_value")}
from measures.topic_value
inner join run using (run_id)
group by run.system"""
    found = selection.fetch(select)
    scores = {system: values for system, *values in found}
    return [
        f"{run.name}: {_listed(selection, scores[run.name])}"
        for run in selection.runs
        if run.name in scores
    ]


def _listed(selection: Selection, values: Sequence[float]) -> str:
    return ", ".join(
        f"{row.measure} {value:{'g' if is_count(row.measure) else '.4f'}}"
        for row, value in zip(selection.rows, values, strict=True)
    )


def _without_last_column(result: Result) -> Result:
    """For readers: a grade that is not there says that a document is unjudged."""
    described = list(zip(result.columns, result.types, strict=True))
    return Result(Fetched(described[:-1], [row[:-1] for row in result.rows]))


def _graded(selection: Selection, run: Named, depth: int) -> str:
    """A run's documents on the topic; the grade is NULL where unjudged."""
    return f"""
    select
        ranking.rank, document.docno, ranking.score,
        judged_ranking.grade::{grade_type(selection)} as grade
    from ranking
    inner join document using (document_id)
    left join judged_ranking
        on ranking.run_id = judged_ranking.run_id
        and ranking.topic_id = judged_ranking.topic_id
        and ranking.rank = judged_ranking.rank
    where ranking.run_id = {run.number} and ranking.rank <= {depth}"""


# The views of the selection have its qrels set and topic only.
_RATIONALES = """
    select document.docno, string_agg(rationale.rationale, ' / ' order by rationale.subtopic)
        as rationale
    from rationale
    inner join document using (document_id)
    inner join steps.judged_topic using (qrels_id, topic_id)
    group by document.docno"""


def grade_type(selection: Selection) -> str:
    """Integer grades are shown without decimals, if they fit in 32 bits."""
    integers = selection.connection.execute(
        """
        select bool_and(grade = floor(grade) and abs(grade) < 2147483648)
        from judgement
        where qrels_id = ?
        """,
        [selection.qrels.number],
    )
    return "integer" if only_value(integers) else "double"


def _one_run(selection: Selection, depth: int) -> str:
    """The documents of a run, with the rationales of their grades where the judge gave some."""
    graded = _graded(selection, selection.runs[0], depth)
    if not selection.fetch(f"select 1 from ({_RATIONALES}) limit 1"):
        return f"""select rank, docno, score, grade, grade is null as unjudged
from ({graded}
)
order by rank"""
    return f"""select rank, docno, score, grade, grade is null as unjudged, rationale
from ({graded}
)
left join ({_RATIONALES}
) using (docno)
order by rank"""


def _several_runs(selection: Selection, depth: int) -> str:
    joins = "".join(
        f"\nleft join ({_graded(selection, run, depth)}\n) as run_{number} using (rank)"
        for number, run in enumerate(selection.runs)
    )
    columns = ", ".join(_pair(run, number) for number, run in enumerate(selection.runs))
    deepest = f"select least({depth}, coalesce(max(documents), 0)) from run_topic"
    return f"""select rank, {columns}
from (select unnest(range(1, ({deepest}) + 1))::integer as rank){joins}
order by rank"""


def _pair(run: Named, number: int) -> str:
    name = identifier(run.name)
    grade = identifier(f"{run.name} grade")
    return f"run_{number}.docno as {name}, run_{number}.grade as {grade}"


_CURVE = "gain, discount, cg, dcg, ideal_dcg, ndcg, precision, recall"


def gain_by_rank(selection: Selection, depth: int | None) -> Result:
    """The topic's documents with gain, discount, DCG, nDCG, precision and recall at every rank."""
    check_count("depth", depth)
    [measure, *others] = selection.rows
    if others or measure.family != "ndcg":
        names = ", ".join(row.measure for row in selection.rows)
        raise UsageError(
            f"a curve requires one measure of the nDCG family, such as nDCG or "
            f"nDCG(discount='jk'), not {names}"
        )
    several = len(selection.runs) > 1
    grade = f"grade::{grade_type(selection)} as grade"
    select = f"""select {"system, " if several else ""}rank, docno, {grade}, {_CURVE}
from gain_by_rank
{"" if depth is None else f"where rank <= {depth}"}
order by system, rank"""
    query = selection.query(select)
    title = f"{topic_title(selection)}: {measure.measure}"
    return Result(query, title=title, notes=[_judged(selection), *_missing(selection)])


def topic_title(selection: Selection) -> str:
    """The topic with its text, where a topic file was loaded."""
    [name] = selection.topics
    row = first_row(
        selection.connection.execute(
            "select title, description from topic where collection_id = ? and name = ?",
            [selection.collection.number, name],
        )
    )
    texts = [text for text in row or () if text]
    return f"topic {name}" + (f": {' — '.join(texts)}" if texts else "")


def _missing(selection: Selection) -> list[str]:
    """A note that names the selected runs without documents for the topic."""
    select = """select run.system
from run
left join run_topic using (run_id)
where run_topic.run_id is null
order by run.system"""
    names = ", ".join(system for (system,) in selection.fetch(select))
    return [f"not answered by {names}"] if names else []


def _judged(selection: Selection) -> str:
    select = "select count(*), count(*) filter (grade >= 1) from steps.graded_document"
    [[judged, relevant]] = selection.fetch(select)
    return (
        f"{counted(judged, 'judged document')} in {selection.qrels.name}, "
        f"{relevant:,} of them with grade 1 or more"
    )
