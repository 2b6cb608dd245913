"""Stand-ins for tables and views: what the options leave of a run, and how trec_eval sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalstore.lists import listed
from evalstore.quoting import literals
from evalstore.rows import execute_on
from evalstore.trec_eval.arguments import Arguments
from evalstore.trec_eval.lines import Line
from evalstore.trec_eval.loading import PREFERENCES
from evalstore.trec_eval.misordered import ideal_gains, is_misordered
from evalstore.trec_eval.plan import Plan, form_of
from evalstore.trec_eval.reading import Judgements
from evalstore.trec_eval.rows import catalogue_rows
from evalstore.views import views

if TYPE_CHECKING:
    import duckdb


def narrowed(arguments: Arguments) -> dict[str, str]:
    """Keep to the first ranks (-M), and to judged documents (-J)."""
    depth, form = arguments.depth, form_of(arguments)
    stand_ins = {
        "judged_place": listed(f"(select * from judged_ranking where rank <= {depth})"),
        "retrieved": (
            f"select run_id, topic, least(documents, {depth})::bigint as documents from retrieved"
        ),
    }
    if form == "prefs":
        stand_ins["preference"] = f"select * from {PREFERENCES}"
    elif arguments.judged_only:
        stand_ins["judged_place"] = listed(
            "(select * replace (judged_rank as rank) from judged_ranking "
            f"where rank <= {depth} and judged_rank is not null)"
        )
        stand_ins["retrieved"] = (
            "select run_id, topic, coalesce(max(judged_ranking.rank), 0)::bigint as documents "
            "from retrieved left join judged_ranking using (run_id, topic) group by all"
        )
    return stand_ins


def misordered(
    connection: duckdb.DuckDBPyConnection,
    arguments: Arguments,
    lines: Sequence[Line],
    plan: Plan,
    judgements: Judgements,
) -> dict[str, str]:
    """The ideal rankings that come of gains in the wrong order."""
    found = [line for line in lines if is_misordered(line)]
    if not found:
        return {}
    rows = [
        (row.measure, row.family, row.discount, topic, gain, rank)
        for line in found
        for row in catalogue_rows(line, arguments)
        for topic in plan.topics
        for rank, gain in enumerate(ideal_gains(line, judgements[topic]), 1)
    ]
    _keep(connection, rows)
    ours = literals(line.label for line in found)
    usual = views()["shape_ranking"].select
    return {
        "shape_ranking": (
            f"select * from (\n{usual}\n) where measure not in ({ours})\n"
            "union all by name select * from misordered_ranking"
        ),
    }


def _keep(
    connection: duckdb.DuckDBPyConnection,
    rows: list[tuple[str, str, str | None, str, float, int]],
) -> None:
    import pyarrow as pa

    names = ("measure", "family", "discount", "topic", "value", "rank")
    kinds = (pa.string(), pa.string(), pa.string(), pa.string(), pa.float64(), pa.int64())
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    table = pa.table(
        {
            name: pa.array(column, kind)
            for name, column, kind in zip(names, columns, kinds, strict=True)
        }
    )
    shapes = views()["grade_shape"].select
    execute_on(
        connection,
        table,
        "create temp table misordered_ranking as select distinct * exclude (qrels_id, topic) "
        f"from incoming_rows inner join ({shapes}) as grade_shape using (topic)",
    )
