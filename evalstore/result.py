"""The result of every request: rows with named columns, and their notes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.query import Fetched, Preview, Query, Row

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

# A longer result is shown to readers by its first and last rows.
SHOWN, ENDS = 60, 10

Notes = Sequence[str] | Callable[[], Sequence[str]]


class Result:
    """A result, read once from DuckDB and converted to any format.

    `notes` are the lines under a table: averaging, missing topics, judged documents. A function
    that returns them is called on first access.
    `best` has the columns whose best value is marked; True if higher is better.
    `for_people` makes the result that is shown to readers, with so many decimals.
    `above` are lines between the title and the table.
    `optional` names the columns that a narrow terminal leaves out, the first one first.
    """

    def __init__(
        self,
        relation: Query | Fetched,
        *,
        title: str | None = None,
        notes: Notes = (),
        best: dict[str, bool] | None = None,
        for_people: Callable[[int], Result] | None = None,
        optional: Sequence[str] = (),
        above: Sequence[str] = (),
    ) -> None:
        self._relation = relation
        self._turn = threading.RLock()
        self.title = title
        self._notes = notes
        self.best = best or {}
        self.for_people = for_people
        self.optional = list(optional)
        self.above = list(above)

    @property
    def notes(self) -> list[str]:
        with self._turn:
            if not isinstance(self._notes, list):
                self._notes = list(self._notes() if callable(self._notes) else self._notes)
            return self._notes

    @notes.setter
    def notes(self, notes: Notes) -> None:
        self._notes = notes

    @property
    def columns(self) -> list[str]:
        with self._turn:
            return list(self._relation.columns)

    @property
    def types(self) -> list[str]:
        """DuckDB's type of each column, as SQL spells it."""
        with self._turn:
            return list(self._relation.types)

    @property
    def rows(self) -> list[Row]:
        with self._turn:
            return self._relation.fetchall()

    def fetchall(self) -> list[Row]:
        return self.rows

    def detached(self) -> Result:
        """The same result with its rows read, usable after the store is closed."""
        described = list(zip(self.columns, self.types, strict=True))
        fetched = Fetched(described, self.rows)
        return Result(
            fetched,
            title=self.title,
            notes=self.notes,
            best=self.best,
            for_people=self.for_people,
            optional=self.optional,
            above=self.above,
        )

    def dicts(self) -> list[dict[str, Any]]:
        """One dictionary per row."""
        columns = self.columns
        return [dict(zip(columns, row, strict=True)) for row in self.rows]

    def df(self) -> pd.DataFrame:
        """A pandas data frame."""
        with self._turn:
            return self._relation.df()

    def pl(self) -> pl.DataFrame:
        """A polars data frame."""
        from evalstore.extras import requires_package

        requires_package("polars", "polars data frames")
        with self._turn:
            return self._relation.pl()

    def arrow(self) -> pa.Table:
        """An Arrow table."""
        with self._turn:
            return self._relation.to_arrow_table()

    def to(self, format: str = "table", places: int | None = None, footer: bool = False) -> str:  # noqa: A002
        """The result as text in one of the output formats; Parquet is bytes: use `save`.

        Tables, Markdown, LaTeX and HTML include the notes; csv, tsv and json with `footer`.
        """
        from evalstore.errors import UsageError
        from evalstore.output import render

        if format == "parquet":
            raise UsageError("Parquet is a binary format; save it to a file")
        return render(self, format, places=places, footer=footer).decode("utf-8")

    def save(
        self,
        path: str | Path,
        format: str | None = None,  # noqa: A002
        places: int | None = None,
        footer: bool = False,
    ) -> None:
        """Write the result to a file; without `format`, the extension determines it."""
        from evalstore.output import format_of, render

        chosen = format or format_of(Path(path))
        Path(path).write_bytes(render(self, chosen, places=places, footer=footer))

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def preview(self, shown: int = SHOWN, ends: int = ENDS) -> Preview:
        """All rows if there are few, else the first and the last ones, without reading the rest."""
        with self._turn:
            return self._relation.preview(shown, ends)

    def __repr__(self) -> str:
        return self._brief("table")

    def _repr_html_(self) -> str:
        return self._brief("html")

    def _brief(self, format: str) -> str:  # noqa: A002
        """For a prompt or a notebook: as wide as the terminal, and never long."""
        import shutil

        from evalstore.output import render

        width = shutil.get_terminal_size((0, 0)).columns or None
        return render(self, format, width=width, brief=True).decode("utf-8").rstrip("\n")
