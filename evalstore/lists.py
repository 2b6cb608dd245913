"""Lists of judged documents, made of other rows than those of the store."""

from __future__ import annotations

from collections.abc import Mapping

from evalstore.views import compose

_LISTS = """select
    run_id,
    qrels_id,
    topic,
    0 as before,
    list(rank order by rank) as places,
    list(judged_rank order by rank) as judged_ranks,
    list(document_id order by rank) as document_ids,
    list(grade order by rank) as grades,
    coalesce(list(rank order by rank) filter (grade >= 1), []) as hits
from {rows}
group by all"""


def listed(rows: str, stand_ins: Mapping[str, str] | None = None) -> str:
    """A stand-in for `judged_place`, made of rows as `judged_ranking` has them.

    `rows` names a view or is a select in brackets; it may read any view.
    """
    return compose(_LISTS.format(rows=rows), stand_ins or {})
