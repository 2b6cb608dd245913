"""What goes with a task: user-defined measures, discounts and gains, as rows of their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalstore.database import only_value
from evalstore.measures.weights import (
    discount_select,
    gain_select,
    has_function,
    is_built_in,
    register_functions,
)
from evalstore.quoting import literal, literals
from evalstore.selection import Selection


@dataclass(frozen=True)
class Shipped:
    """Rows of `custom_measure`, `discount` and `gain`; and measures that are computed already."""

    custom: list[list[Any]]
    discount: list[list[Any]]
    gain: list[list[Any]]
    computed: set[str]


def shipped_rows(selection: Selection) -> Shipped:
    """The rows for the measures of a selection; workers know what is built in."""
    names = literals(row.measure for row in selection.rows)
    custom = _rows(selection, f"select * from custom_measure where name in ({names})")
    discounts = {row.discount for row in selection.rows if row.discount}
    gains = {row.gain for row in selection.rows if row.gain}
    return Shipped(
        [row for row in custom if not row[3]],
        _weights(selection, "discount", discounts),
        _weights(selection, "gain", gains),
        {row[0] for row in custom if row[3]},
    )


def _weights(selection: Selection, table: str, names: set[str]) -> list[list[Any]]:
    """The weights of user-defined functions: called here, or as the lake has them."""
    rows: list[list[Any]] = []
    for name in sorted(names):
        if is_built_in(name):
            continue
        select = f"select * from {table} where {table} = {literal(name)}"
        if has_function(table, name):
            register_functions(selection.connection)
            depth = _depth(selection)
            select = discount_select(name, depth) if table == "discount" else gain_select(name)
        rows += _rows(selection, select)
    return rows


def _depth(selection: Selection) -> int:
    """The deepest rank of any run, or of an ideal ranking."""
    ranks = only_value(selection.connection.execute("select max(documents) from run_topic"))
    judged = """
        select max(documents)
        from (select count(*) as documents from judgement group by qrels_id, topic_id)
    """
    return max(1, ranks or 0, only_value(selection.connection.execute(judged)) or 0)


def _rows(selection: Selection, select: str) -> list[list[Any]]:
    return [list(row) for row in selection.connection.execute(select).fetchall()]
