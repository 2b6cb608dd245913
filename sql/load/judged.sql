-- Where rankings and judgements meet: the judged documents of each run, a list for each topic.
with

pairs as (
    select
        incoming_pair.run_id,
        incoming_pair.qrels_id
    from incoming_pair
),

graded as (
    select
        judgement.qrels_id,
        judgement.topic,
        judgement.document_id,
        max(judgement.grade) as grade
    from judgement
    where judgement.qrels_id in (select pairs.qrels_id from pairs)
    group by all
),

met as (
    select
        retrieved.run_id,
        graded.qrels_id,
        retrieved.topic,
        list_sort(
            list((retrieved_document.rank, retrieved_document.document_id, graded.grade))
        ) as documents
    from retrieved_document
    inner join retrieved using (list_id)
    inner join graded
        on retrieved.topic = graded.topic
        and retrieved_document.document_id = graded.document_id
    inner join pairs
        on retrieved.run_id = pairs.run_id
        and graded.qrels_id = pairs.qrels_id
    group by all
),

lists as (
    select
        run_id,
        qrels_id,
        topic,
        [document[1] for document in documents] as ranks,
        [document[2] for document in documents] as document_ids,
        [document[3] for document in documents] as grades
    from met
),

-- Where the documents graded 0 or more would stand if the others came last.
placed as (
    select
        *,
        case
            when list_min(grades) >= 0 then range(1, len(grades) + 1)
            else list_grade_up(list_grade_up([
                if(grade >= 0, place, place + len(grades)) for grade, place in grades
            ]))
        end as places
    from lists
)

select
    run_id,
    qrels_id,
    topic,
    ranks,
    [if(grades[i] >= 0, place, null) for place, i in places]::integer[] as judged_ranks,
    document_ids,
    grades,
    list_where(ranks, [grade >= 1 for grade in grades]) as hits
from placed
order by qrels_id, run_id, topic
