"""The range of each score over all orders of tied documents."""

from __future__ import annotations

from dataclasses import replace

from evalstore.answers.leaderboard import leaderboard_select, notes_of
from evalstore.measures.catalogue import CatalogueRow
from evalstore.query import Query
from evalstore.quoting import identifier, literal
from evalstore.result import Result
from evalstore.selection import Selection

# What the view `expected_value` computes.
_EXPECTED = (
    "average_precision",
    "bpref",
    "counts",
    "dcg",
    "expected_reciprocal_rank",
    "f_measure",
    "inferred_ap",
    "judged",
    "ndcg",
    "precision",
    "r_precision",
    "rank_biased_precision",
    "rank_biased_residual",
    "recall",
    "reciprocal_rank",
    "relative_precision",
    "success",
    "unjudged",
)

# Without a cutoff these measure the set of retrieved documents, whatever its order.
_OF_A_SET = ("counts", "f_measure", "fallout", "judged", "set_measure", "utility")

# Moving a document of higher grade up never lowers (or never raises) these, so that the two orders
# by grade give the exact range. For others they give two attainable values.
_BY_GRADE = (
    *(family for family in _EXPECTED if family != "inferred_ap"),
    *_OF_A_SET,
    "accuracy",
    "binary_gain",
    "compatibility",
    "first_rank",
    "ideal_dcg",
    "interpolated_precision",
    "log_average_precision",
    "ndcg_at_levels",
    "ndcg_at_relevant",
    "normalised_gain",
)

# How the expected values of topics become that of the system: the mean of a median is not known.
_SUMMARY = {"mean": "expected.{name} / stored.topics", "sum": "expected.{name}"}


def leaderboard_with_ties(selection: Selection, top: int | None) -> Result:
    """The leaderboard, with the lowest and highest value of each score over all orders of ties."""
    columns = ["stored.position", "stored.system"]
    for row in selection.rows:
        name = identifier(row.measure)
        orders = f"(worst.{name}, best.{name}, stored.{name})"
        low, high = f"least{orders}", f"greatest{orders}"
        # Where all orders give one value, that is their mean, whatever the measure.
        certain = f"{low} = {high}" if row.family in _BY_GRADE else "false"
        mean = _SUMMARY[row.aggregate].format(name=name) if is_expected(row) else "null::double"
        columns += [
            f"stored.{name}",
            f"if({certain}, stored.{name}, {mean}) as {identifier(row.measure + ' expected')}",
            f"{low} as {identifier(row.measure + ' low')}",
            f"{high} as {identifier(row.measure + ' high')}",
        ]
    columns += ["stored.topics", "stored.missing", "coalesce(ties.tied, 0) as tied"]
    joined = f"""select {", ".join(columns)}
from ({_board(selection)}) as stored
inner join ({_board(replace(selection, ties="worst"))}) as worst using (system)
inner join ({_board(replace(selection, ties="best"))}) as best using (system)
left join ({_tied_topics(selection)}) as ties using (system)
left join ({_expected(selection)}) as expected using (system)
order by stored.position, stored.system
{f"limit {top}" if top else ""}"""
    result = Result(Query(selection.connection, joined), title=selection.title, best=selection.best)
    result.notes = [*notes_of(selection), *_explained(selection)]
    return result


def _board(selection: Selection) -> str:
    return selection.sql(leaderboard_select(selection, None))


def is_expected(row: CatalogueRow) -> bool:
    """Whether the mean over all orders of ties is known."""
    if row.cutoff is None and row.family in _OF_A_SET:
        return True
    return (
        row.family in _EXPECTED
        and row.aggregate in _SUMMARY
        and not row.judged_only
        and row.option.get("ideal") != "run"
    )


def _expected(selection: Selection) -> str:
    """The sums over topics of the expected values, one row per system."""
    sums = [
        f"coalesce(sum(expected_value.value order by topic.name) "
        f"filter (expected_value.measure = {literal(row.measure)}), 0) as {identifier(row.measure)}"
        for row in selection.rows
    ]
    return selection.sql(
        f"""select run.system, {", ".join(sums)}
from run
left join measures.expected_value using (run_id)
left join topic using (topic_id)
group by run.system"""
    )


def _tied_topics(selection: Selection) -> str:
    return f"""
    select run.system, count(distinct ranking.topic_id) as tied
    from ranking
    inner join run using (run_id)
    where
        ranking.is_tied
        and run.collection_id = {selection.collection.number}
        and ranking.topic_id in (
            select topic_id from judgement where qrels_id = {selection.qrels.number}
        )
    group by run.system"""


def _explained(selection: Selection) -> list[str]:
    notes = [
        "expected, low and high: the mean, lowest and highest score over all orders of tied "
        "documents; tied: judged topics with tied scores"
    ]
    unknown = [row.measure for row in selection.rows if not is_expected(row)]
    if unknown:
        notes.append(
            f"{', '.join(unknown)}: no exact formula for the expected score; it is shown only "
            "where ties change nothing"
        )
    loose = [row.measure for row in selection.rows if row.family not in _BY_GRADE]
    if loose:
        notes.append(f"{', '.join(loose)}: ties are ordered by grade only; the range may be wider")
    return notes
