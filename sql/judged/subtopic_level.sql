-- The lowest relevant grades of the measures that know subtopics, and how deep these look.
select
    rel,
    max(coalesce(cutoff, 2147483647)) as depth
from measure
where family in ('novelty', 'average_precision_ia', 'precision_ia', 'subtopic_recall')
group by all
