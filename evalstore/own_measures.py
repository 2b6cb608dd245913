"""Registering discounts, gains and whole measures of one's own, as methods of a store."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from evalstore.result import Result
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb

    from evalstore.measures.own import Function


class OwnMeasures:
    """The part of a store that takes measures from its users."""

    _connection: duckdb.DuckDBPyConnection
    _functions: dict[str, Function]

    if TYPE_CHECKING:

        def _make_views(self) -> None: ...

    def add_measures(self, *measures: str) -> None:
        """Put measures into the catalogue, so that the views hold them for every SQL client."""
        from evalstore.measures.catalogue import catalogue_row
        from evalstore.measures.filling import fill_catalogue, fill_weights
        from evalstore.measures.grammar import parse_all
        from evalstore.refresh import make_union

        self._make_views()
        rows = [catalogue_row(measure) for measure in parse_all(measures)]
        with transaction(self._connection):
            fill_catalogue(self._connection, rows)
            fill_weights(self._connection)
            make_union(self._connection)

    def register_discount(self, name: str, function: Callable[..., Any]) -> None:
        """Make `discount='name'` a choice: a vectorised function of rank, or of rank and base."""
        from evalstore.measures import weights

        weights.add_discount(name, function)
        self._forget(weights.discount_function(name), "discount", name)

    def register_gain(self, name: str, function: Callable[..., Any]) -> None:
        """Make `gain='name'` a choice: a vectorised function of grade."""
        from evalstore.measures import weights

        weights.add_gain(name, function)
        self._forget(f"{name}_gain", "gain", name)

    def _forget(self, function: str, table: str, name: str) -> None:
        """Take out what an earlier function of that name left behind."""
        from evalstore.measures.filling import fill_weights
        from evalstore.rows import only

        known = "select count(*) from duckdb_functions() where function_name = ?"
        if only(self._connection.execute(known, [function])):
            self._connection.remove_function(function)
        held = f"select count(*) from {table} where {table} = ?"
        if only(self._connection.execute(held, [name])):
            with transaction(self._connection):
                self._connection.execute(f"delete from {table} where {table} = ?", [name])
                fill_weights(self._connection)

    def register_measure(
        self, name: str, definition: str | Function, *, meaning: str, **options: Any
    ) -> None:
        """Make a measure of your own: SQL over the views, or a function of a TopicRanking.

        `options`: aggregate ("mean", "sum", "median") and higher_is_better.
        """
        from evalstore.measures import own
        from evalstore.measures.catalogue import catalogue_row
        from evalstore.measures.filling import fill_catalogue
        from evalstore.measures.grammar import parse_all
        from evalstore.refresh import make_views

        self._make_views()
        with transaction(self._connection):
            if isinstance(definition, str):
                own.register_select(self._connection, name, definition, meaning=meaning, **options)
            else:
                own.register_function(
                    self._connection, name, definition, meaning=meaning, **options
                )
                self._functions[name] = definition
            [measure] = parse_all([name], own.own_definitions(self._connection))
            fill_catalogue(self._connection, [catalogue_row(measure)])
            make_views(self._connection)

    def measures(self, name: str | None = None) -> Result:
        """All measures with their meaning, this store's own among them."""
        from evalstore.answers.listing import measures
        from evalstore.measures.own import own_definitions

        return measures(self._connection, name, own_definitions(self._connection))

    def _compute_own(self) -> None:
        """Give the Python measures registered here their values on what is new."""
        from evalstore.measures.own import compute

        if self._functions:
            with transaction(self._connection):
                compute(self._connection, self._functions)
