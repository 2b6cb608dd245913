"""The files behind a selection, and the meaning of its measures."""

from __future__ import annotations

from evalstore.answers.built import built
from evalstore.result import Result
from evalstore.selection import Selection


def files(selection: Selection) -> Result:
    """The qrels set and the runs: the name of each file, how it was ranked, its SHA-256."""
    select = """select kind, name, file, rank_rule, sha256
from (
    select
        0 as part, 'qrels' as kind, name, parse_filename(source) as file,
        null as rank_rule, sha256
    from qrels
    union all
    select 1, 'run', system, parse_filename(source), rank_rule, sha256
    from run
)
order by part, name"""
    return Result(selection.query(select), title=f"{selection.title}: files")


def meanings(selection: Selection) -> Result:
    """What each selected measure measures."""
    rows = [
        (measure.name, measure.definition.title, measure.definition.meaning)
        for measure in selection.measures
    ]
    result = built({"measure": "text", "name": "text", "meaning": "text"}, rows)
    result.title = "measures"
    return result
