"""What goes with a task: user-defined measures, discounts and gains, as rows of their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalstore.database import only_value
from evalstore.measures.weights import (
    discount_select,
    gain_select,
    has_function,
    ideal_depth,
    is_built_in,
    register_functions,
)
from evalstore.quoting import literal, literals
from evalstore.selection import Selection

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Shipped:
    """Rows by table, none of them empty; and measures whose values the lake has."""

    rows: dict[str, Rows]
    computed: set[str]


def shipped_rows(selection: Selection) -> Shipped:
    """The rows for the measures of a selection; workers know what is built in."""
    names = literals(row.measure for row in selection.rows)
    custom = _rows(selection, f"select * from custom_measure where name in ({names})")
    discounts = {row.discount for row in selection.rows if row.discount}
    gains = {row.gain for row in selection.rows if row.gain}
    rows = {
        "custom_measure": [row for row in custom if not row[3]],
        "discount": _weights(selection, "discount", discounts),
        "gain": _weights(selection, "gain", gains),
    }
    return Shipped(
        {table: found for table, found in rows.items() if found},
        {row[0] for row in custom if row[3]},
    )


def _weights(selection: Selection, table: str, names: set[str]) -> Rows:
    """The weights of user-defined functions: called here, or as the lake has them."""
    rows: Rows = []
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
    return max(1, ranks or 0, ideal_depth(selection.connection))


def _rows(selection: Selection, select: str) -> Rows:
    return selection.connection.execute(select).fetchall()
