-- How measures tell what is relevant, other than by grade 1 and above.
select distinct
    rel,
    judged_only
from measure
where rel != 1 or (rel is not null and judged_only)
