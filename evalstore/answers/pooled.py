"""The pool: who ranked which documents near the top, and what only one of them brought."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalstore.answers.built import counted
from evalstore.errors import UsageError
from evalstore.question import Question
from evalstore.quoting import literal, literals

if TYPE_CHECKING:
    from evalstore.names import Named

# topic, document_id, run_id, rank: the documents that the runs in question rank within the depth.
POOLED = "pooled_document"


def check_depth(depth: int) -> None:
    if depth < 1:
        raise UsageError(f"--depth is a whole number from 1, not {depth}")


def pool_documents(question: Question, depth: int) -> None:
    """Make the temporary table of pooled documents; only judged topics count."""
    check_depth(depth)
    runs = ", ".join(str(run.number) for run in question.runs)
    topics = f"and topic in ({literals(question.topics)})" if question.topics else ""
    question.connection.execute(
        f"""
        create or replace temp table {POOLED} as
        select topic, document_id, run_id, rank
        from ranking
        where run_id in ({runs}) and rank <= {depth} {topics}
        """
    )


def pool_note(question: Question, depth: int) -> str:
    """How far the supposed pool was really judged: what a reader must know before the rest."""
    shares = question.connection.execute(
        f"""
        with judged as (
            select distinct topic, document_id from judgement
            where qrels_id = {question.qrels.number} and grade >= 0
        )
        select system, count(judged.document_id) / count(*) as share
        from {POOLED} as pooled
        inner join run using (run_id)
        inner join (select distinct topic from judged) using (topic)
        left join judged using (topic, document_id)
        group by system order by share, system
        """
    ).fetchall()
    if not shares:
        return f"no system retrieves anything for the judged topics to depth {depth}"
    whole = sum(share == 1 for _, share in shares)
    mean = 100 * sum(share for _, share in shares) / len(shares)
    text = f"of the first {depth} documents of a system, {mean:.0f} % are judged"
    if whole == len(shares):
        return text
    return (
        f"{text} on average ({whole} of {counted(len(shares), 'system')} wholly, "
        f"{shares[0][0]} only {100 * shares[0][1]:.0f} %): the pool was shallower, or these were "
        "not all in it"
    )


def team_of(system: str, pattern: str | None) -> str:
    """The team by a regular expression: its first group, else its match, else the system itself."""
    if pattern is None:
        return system
    found = _compiled(pattern).search(system)
    if found is None:
        return system
    return str(found[1] if found.re.groups else found[0]) or system


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UsageError(f"--by-team {pattern!r} is not a regular expression: {error}") from error


def teams(question: Question, pattern: str | None) -> dict[str, list[Named]]:
    """The runs of each team, teams in the order of their names."""
    found: dict[str, list[Named]] = {}
    for run in question.runs:
        found.setdefault(team_of(run.name, pattern), []).append(run)
    return dict(sorted(found.items()))


def team_rows(by_team: dict[str, list[Named]]) -> str:
    """(run_id, team number) as the inside of `values`."""
    return ", ".join(
        f"({literal(run.number)}, {number})"
        for number, runs in enumerate(by_team.values())
        for run in runs
    )
