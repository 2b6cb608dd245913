"""The pool: the documents that runs rank near the top, by run and by team."""

from __future__ import annotations

import re

from evalstore.checks import check_count
from evalstore.errors import UsageError
from evalstore.names import Named
from evalstore.plural import counted
from evalstore.selection import Selection

# topic_id, document_id, run_id: the documents that the selected runs rank within the depth.
POOLED = "pooled_document"


def pool_documents(selection: Selection, depth: int) -> None:
    """Create the temporary table of pooled documents."""
    check_count("depth", depth)
    select = f"select topic_id, document_id, run_id from ranking where rank <= {depth}"
    selection.connection.execute(
        f"create or replace temp table {POOLED} as {selection.sql(select)}"
    )


def pool_note(selection: Selection, depth: int) -> str:
    """The share of the assumed pool that is judged."""
    judged = "select topic_id, document_id from steps.graded_document where grade >= 0"
    select = f"""select run.system, count(judged.document_id) / count(*) as share
from {POOLED} as pooled
inner join run using (run_id)
semi join ({judged}) as judged_topic on pooled.topic_id = judged_topic.topic_id
left join ({judged}) as judged
    on pooled.topic_id = judged.topic_id
    and pooled.document_id = judged.document_id
group by run.system
order by share, run.system"""
    shares = selection.fetch(select)
    if not shares:
        return f"no system retrieves documents for the judged topics to depth {depth}"
    complete = sum(share == 1 for _, share in shares)
    mean = 100 * sum(share for _, share in shares) / len(shares)
    text = f"of the first {depth} documents of a system, {mean:.0f} % are judged"
    if complete == len(shares):
        return text
    return (
        f"{text} on average ({complete} of {counted(len(shares), 'system')} completely, "
        f"{shares[0][0]} only {100 * shares[0][1]:.0f} %): the pool was shallower, or some "
        "were not pooled"
    )


def teams(selection: Selection, pattern: str | None) -> dict[str, list[Named]]:
    """The runs of each team, teams in the order of their names; without a pattern, one per run."""
    found: dict[str, list[Named]] = {}
    for run in selection.runs:
        found.setdefault(team_of(run.name, pattern), []).append(run)
    return dict(sorted(found.items()))


def team_of(system: str, pattern: str | None) -> str:
    """The team by a regular expression: its first group, else its match, else the system."""
    if pattern is None:
        return system
    try:
        found = re.search(pattern, system)
    except re.error as error:
        raise UsageError(
            f"the team pattern {pattern!r} is not a regular expression: {error}"
        ) from error
    if found is None:
        return system
    return str(found[1] if found.re.groups else found[0]) or system


def team_rows(by_team: dict[str, list[Named]]) -> str:
    """(run_id, team number) as the inside of `values`."""
    return ", ".join(
        f"({run.number}, {number})" for number, runs in enumerate(by_team.values()) for run in runs
    )
