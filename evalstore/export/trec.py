"""Runs and judgements as the text of TREC files."""

from __future__ import annotations

from collections.abc import Sequence

from evalstore.errors import DataError
from evalstore.export.layouts import (
    Numbers,
    Order,
    Row,
    bare,
    fixed,
    layouts,
    natural,
    shortest,
    six_places,
    text_of,
)

_SPACE = "white space, which separates the columns of a TREC file; export it as parquet or json"


def run_text(rows: Sequence[Row], tag: str, sha256: str | None) -> tuple[bytes, bool]:
    """A run of rows (topic, docno, rank, rank of the file, score), and whether it is as loaded.

    A run without scores has the three columns of MS MARCO.
    """
    _check_names(rows, tag)
    scores = [row[4] for row in rows]
    if None in scores:
        return text_of(layouts(rows, _run_orders(), [shortest], _msmarco_line), sha256)

    def line(row: Row, number: Numbers) -> tuple[str, ...]:
        topic, docno, rank, file_rank, score = row
        shown = rank if file_rank is None else file_rank
        return (topic, "Q0", docno, str(shown), number(score), tag)

    numbers = [shortest, bare, fixed(scores), six_places]
    return text_of(layouts(rows, _run_orders(), numbers, line), sha256)


def _msmarco_line(row: Row, _: Numbers) -> tuple[str, ...]:
    topic, docno, rank, file_rank, _score = row
    return (topic, docno, str(rank if file_rank is None else file_rank))


def _run_orders() -> list[Order]:
    """By rank; by the file's ranks; by score and name, as NIST sorts what it distributes."""
    by_line: list[Order] = [
        lambda row: row[2],
        lambda row: (row[2] if row[3] is None else row[3], row[2]),
        lambda row: (-(row[4] or 0), row[1].encode()),
    ]
    by_topic: list[Order] = [natural, str.encode]
    return [_order(topic, line) for line in by_line for topic in by_topic]


def _order(topic: Order, line: Order) -> Order:
    return lambda row: (topic(row[0]), line(row))


def qrels_text(rows: Sequence[Row], sha256: str | None) -> tuple[bytes, bool]:
    """Judgements of rows (topic, subtopic, docno, grade), and whether they are as loaded."""
    _check_names(rows, "")
    orders: list[Order] = [
        lambda row: (natural(row[0]), row[2].encode(), natural(row[1])),
        lambda row: (row[0].encode(), row[2].encode(), natural(row[1])),
        lambda row: (natural(row[0]), natural(row[1]), row[2].encode()),
    ]

    def line(row: Row, number: Numbers) -> tuple[str, ...]:
        return (row[0], row[1], row[2], number(row[3]))

    return text_of(layouts(rows, orders, [bare, shortest], line), sha256)


def _check_names(rows: Sequence[Row], tag: str) -> None:
    for row in rows:
        for kind, name in (("topic", row[0]), ("document", row[1])):
            if name.split() != [name]:
                raise DataError(f"{kind} {name!r} has {_SPACE}")
    if tag and tag.split() != [tag]:
        raise DataError(f"run {tag!r} has {_SPACE}")
