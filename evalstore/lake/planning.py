"""Tasks of a job: many systems for each, and blocks of topics where one system is too large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from evalstore.selection import Selection
from evalstore.views import compose

# Ranked documents for one task. A fifth of them or less is judged, and read: about 1 GB of memory.
ROWS_PER_TASK = 20_000_000
# So that no worker waits long for the last task.
_TASKS_PER_SLOT = 2

Item = TypeVar("Item")


@dataclass(frozen=True)
class Share:
    """What one task computes: some systems of each part, on all topics or on a block."""

    systems: dict[str, list[str]]
    topics: list[str] | None = None


def grouped(sizes: Iterable[tuple[Item, int]], limit: int) -> Iterator[list[Item]]:
    """Items in their order, in groups of a bounded total size; a larger item is a group."""
    group: list[Item] = []
    total = 0
    for item, size in sizes:
        if group and total + size > limit:
            yield group
            group, total = [], 0
        group.append(item)
        total += size
    if group:
        yield group


def shares(
    selection: Selection, parts: Mapping[str, str], slots: int, rows_per_task: int
) -> list[Share]:
    """The systems of the selection, part by part, in tasks of a bounded number of rows.

    `parts` has the part of each system. Blocks of large systems come first: they take longest.
    """
    sizes = _sizes(selection)
    limit = min(rows_per_task, max(1, -(-sum(sizes.values()) // (slots * _TASKS_PER_SLOT))))
    blocks = [
        Share({parts[system]: [system]}, block)
        for system, size in sizes.items()
        if size > rows_per_task
        for block in grouped(_topics(selection, system), rows_per_task)
    ]
    small = [(system, size) for system, size in sizes.items() if size <= rows_per_task]
    small.sort(key=lambda one: (parts[one[0]], one[0]))
    topics = selection.topics or None
    return [*blocks, *(Share(_by_part(group, parts), topics) for group in grouped(small, limit))]


def _by_part(systems: Iterable[str], parts: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for system in systems:
        found.setdefault(parts[system], []).append(system)
    return found


def _sizes(selection: Selection) -> dict[str, int]:
    """The ranked documents of each system, on the selected topics."""
    select = compose(
        """
        select run.system, coalesce(sum(run_topic.documents), 0)::bigint
        from run left join run_topic using (run_id)
        group by run.system
        order by run.system
        """,
        selection.overrides(),
    )
    return dict(selection.connection.execute(select).fetchall())


def _topics(selection: Selection, system: str) -> list[tuple[str, int]]:
    """The judged topics, each with the ranked documents of a system."""
    select = compose(
        """
        select topic.name, evaluated_topic.documents
        from steps.evaluated_topic
        inner join topic using (topic_id)
        inner join run using (run_id)
        where run.system = $system
        order by topic.name
        """,
        selection.overrides(),
    )
    return selection.connection.execute(select, {"system": system}).fetchall()
