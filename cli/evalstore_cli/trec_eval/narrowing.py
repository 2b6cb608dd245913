"""Overrides of tables and views: what the options leave of a run, and wrong ideal rankings."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from evalstore.database import execute_on, numbers, texts
from evalstore.quoting import literals
from evalstore.views import views
from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.loading import PREFERENCES
from evalstore_cli.trec_eval.misordered import ideal_gains, is_misordered
from evalstore_cli.trec_eval.plan import Plan, form_of
from evalstore_cli.trec_eval.reading import Judgements
from evalstore_cli.trec_eval.rows import catalogue_rows


def narrowed(arguments: Arguments) -> dict[str, str]:
    """Only the first ranks (-M), only judged documents (-J)."""
    depth, form = arguments.depth, form_of(arguments)
    overrides = {
        "judged_ranking": f"select * from judged_ranking where rank <= {depth}",
        "run_topic": f"""select run_id, topic_id, least(documents, {depth})::bigint as documents
from run_topic""",
    }
    if form == "prefs":
        overrides["preference"] = f"select * from {PREFERENCES}"
    elif arguments.judged_only:
        overrides["judged_ranking"] = f"""select * replace (judged_rank as rank)
from judged_ranking
where rank <= {depth} and judged_rank is not null"""
        overrides["run_topic"] = """select
    run_id,
    topic_id,
    coalesce(max(judged_ranking.rank), 0)::bigint as documents
from run_topic
left join judged_ranking using (run_id, topic_id)
group by all"""
    return overrides


def misordered(
    connection: duckdb.DuckDBPyConnection,
    arguments: Arguments,
    lines: Sequence[Line],
    plan: Plan,
    judgements: Judgements,
) -> dict[str, str]:
    """Ideal rankings as trec_eval sorts them, for the lines that it sorts wrongly."""
    found = [line for line in lines if is_misordered(line)]
    if not found:
        return {}
    rows = [
        (row.measure, row.family, row.discount, topic, rank, gain)
        for line in found
        for row in catalogue_rows(line, arguments)
        for topic in plan.topics
        for rank, gain in enumerate(ideal_gains(line, judgements[topic]), 1)
    ]
    _store(connection, rows)
    return {
        "ideal_ranking": f"""select *
from (
{views()["ideal_ranking"].select}
)
where measure not in ({literals(line.label for line in found)})
union all by name
select * from misordered_ranking""",
    }


def _store(
    connection: duckdb.DuckDBPyConnection,
    rows: list[tuple[str, str, str | None, str, int, float]],
) -> None:
    measures, families, discounts, names, ranks, gains = list(zip(*rows, strict=True)) or [()] * 6
    columns = {
        "measure": texts(measures),
        "family": texts(families),
        "discount": texts([discount or "" for discount in discounts]),
        "name": texts(names),
        "rank": numbers(ranks),
        "gain": numbers(gains),
    }
    execute_on(
        connection,
        columns,
        """
        create temp table misordered_ranking as
        select
            measure::varchar as measure, family::varchar as family,
            nullif(discount::varchar, '') as discount,
            qrels_id, topic_id, rank::bigint as rank, gain
        from incoming_rows
        inner join topic on incoming_rows.name::varchar = topic.name
        cross join qrels
        """,
    )
