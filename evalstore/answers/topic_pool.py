"""The documents of one topic over all systems: which decide the order, and the pool by grade."""

from __future__ import annotations

from evalstore.answers.topic import grade_type, topic_title
from evalstore.checks import check_count
from evalstore.result import Result
from evalstore.selection import Selection


def deciding_documents(selection: Selection, depth: int) -> Result:
    """The documents whose presence in the first ranks goes with the systems' scores."""
    check_count("depth", depth)
    select = f"""select
    document.docno,
    graded_document.grade::{grade_type(selection)} as grade,
    count(early.run_id) as systems,
    avg(scored.value order by scored.system) filter (early.run_id is not null) as mean_with,
    avg(scored.value order by scored.system) filter (early.run_id is null) as mean_without,
    corr((early.run_id is not null)::integer, scored.value order by scored.system) as correlation
from (select distinct document_id from ranking where rank <= {depth}) as candidate
cross join (
    select run.system, topic_value.run_id, topic_value.value
    from measures.topic_value
    inner join run using (run_id)
) as scored
left join (select run_id, document_id from ranking where rank <= {depth}) as early
    on scored.run_id = early.run_id and candidate.document_id = early.document_id
inner join document on candidate.document_id = document.document_id
left join steps.graded_document on candidate.document_id = graded_document.document_id
group by all
order by if(isfinite(correlation), abs(correlation), null) desc nulls last, document.docno"""
    measure = selection.rows[0].measure
    notes = [
        f"systems: number of systems that rank the document in their first {depth:,}; "
        f"correlation: of ranking it there with {measure}; means: of {measure} over the systems "
        "with and without it"
    ]
    return Result(
        selection.query(_without_nan(select)),
        title=f"{topic_title(selection)}: deciding documents",
        notes=notes,
    )


def _without_nan(select: str) -> str:
    """Where all systems score the same, or all have the document, there is no correlation."""
    finite = "if(isfinite(correlation), correlation, null) as correlation"
    return f"select * replace ({finite})\nfrom ({select})"


def topic_pool(selection: Selection, depth: int) -> Result:
    """The topic's documents by grade: judged, retrieved, and retrieved early."""
    check_count("depth", depth)
    select = f"""select
    pooled.grade::{grade_type(selection)} as grade,
    count(pooled.judged) as judged,
    count(pooled.best_rank) as retrieved,
    count(*) filter (pooled.best_rank <= {depth}) as first_{depth},
    count(*) filter (pooled.systems = 1) as by_one_system
from (
    select
        graded_document.grade,
        graded_document.document_id as judged,
        retrieved.best_rank,
        retrieved.systems
    from steps.graded_document
    full join (
        select document_id, min(rank) as best_rank, count(*) as systems
        from ranking
        group by document_id
    ) as retrieved using (document_id)
) as pooled
group by pooled.grade
order by pooled.grade desc nulls last"""
    notes = [
        f"no grade: unjudged; first_{depth}: in the first {depth:,} of at least one "
        "system; by_one_system: retrieved by one system only"
    ]
    return Result(selection.query(select), title=f"{topic_title(selection)}: pool", notes=notes)
