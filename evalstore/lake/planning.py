"""Tasks of a job: many systems for each, and blocks of topics where one system is too large."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evalstore.selection import Selection
from evalstore.views import compose

# Ranked documents for one task. A fifth of them or less is judged, and read: about 1 GB of memory.
ROWS_PER_TASK = 20_000_000
# So that no worker waits long for the last task.
_TASKS_PER_SLOT = 2


@dataclass(frozen=True)
class Share:
    """What one task computes: some systems of each part, on all topics or on a block."""

    systems: dict[str, list[str]]
    topics: list[str] | None = None


def shares(
    selection: Selection, parts: Mapping[str, str], slots: int, rows_per_task: int
) -> list[Share]:
    """The systems of the selection, part by part, in tasks of a bounded number of rows.

    `parts` has the part of each system.
    """
    sizes = _sizes(selection)
    limit = min(rows_per_task, max(1, -(-sum(sizes.values()) // (slots * _TASKS_PER_SLOT))))
    blocks: list[Share] = []
    groups: list[Share] = []
    rows = limit + 1
    for system in sorted(sizes, key=lambda system: (parts[system], system)):
        part = parts[system]
        if sizes[system] > rows_per_task:
            found = _blocks(selection, system, rows_per_task)
            blocks += [Share({part: [system]}, block) for block in found]
            continue
        if rows + sizes[system] > limit:
            groups.append(Share({}, selection.topics or None))
            rows = 0
        groups[-1].systems.setdefault(part, []).append(system)
        rows += sizes[system]
    return [*blocks, *groups]


def _sizes(selection: Selection) -> dict[str, int]:
    """The ranked documents of each system, on the selected topics."""
    select = compose(
        """
        select run.system, coalesce(sum(run_topic.documents), 0)::bigint
        from run left join run_topic using (run_id)
        group by run.system
        """,
        selection.overrides(),
    )
    return dict(selection.connection.execute(select).fetchall())


def _blocks(selection: Selection, system: str, limit: int) -> Iterator[list[str]]:
    """The judged topics in blocks, each of so many rows of the system, or of one topic."""
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
    block: list[str] = []
    rows = 0
    for topic, documents in selection.connection.execute(select, {"system": system}).fetchall():
        if block and rows + documents > limit:
            yield block
            block, rows = [], 0
        block.append(topic)
        rows += documents
    if block:
        yield block
