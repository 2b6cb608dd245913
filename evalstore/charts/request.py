"""What is asked of a chart: the names, checked, and the look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypedDict

from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.store import Store

MEASURE = "nDCG@10"
Links = Callable[[str], str]  # from the name of a topic or system to an address


class Look(TypedDict, total=False):
    """The keywords of every chart that do not concern its data."""

    title: Annotated[str | None, "the title, instead of the chart's"]
    caption: Annotated[Sequence[str] | None, "the lines below the title, instead of the chart's"]
    dark: Annotated[bool, "for a dark background"]
    width: Annotated[int | None, "width of the plot, in pixels"]


def measure_names(store: Store, measures: Sequence[str]) -> list[str]:
    """The measures in their canonical spelling, or the default one."""
    from evalstore.measures.custom import custom_definitions
    from evalstore.measures.grammar import parse_all

    known = custom_definitions(store._cursor())
    return [measure.name for measure in parse_all(measures or [MEASURE], known)]


def one_measure(store: Store, measures: Sequence[str]) -> str:
    """The measure of a chart that shows one."""
    names = measure_names(store, measures)
    if len(names) > 1:
        raise UsageError(f"this chart shows one measure, not {len(names)}: {', '.join(names)}")
    return names[0]


def two_systems(systems: Sequence[str]) -> tuple[str, str]:
    """The two systems of a chart."""
    if len(systems) != 2:
        raise UsageError(f"this chart compares two systems, not {len(systems)}; name two")
    return systems[0], systems[1]
