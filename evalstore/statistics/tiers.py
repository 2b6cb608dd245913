"""Tiers: contiguous groups of a ranking; systems without a common group differ significantly.

Every group is a run of neighbours in the ranking. It reaches from its first system down to the
last one that does not differ significantly from some system up to there. So systems without a
common group are always significantly different; within a group, some may be. (The compact letter
display would show both, but needs dozens of letters for 50 systems, and dozens per system.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Group = tuple[int, int]


def groups(significant: NDArray[np.bool_]) -> list[Group]:
    """The first and last position of each group, for systems in the order of the ranking."""
    count = len(significant)
    alike = ~(significant | significant.T)
    np.fill_diagonal(alike, True)
    furthest = count - 1 - np.argmax(alike[:, ::-1], axis=1)
    reach = np.maximum.accumulate(furthest)
    starts = [
        position
        for position in range(count)
        if position == 0 or reach[position] > reach[position - 1]
    ]
    return [(start, int(reach[start])) for start in starts]


def letters(number: int) -> str:
    """a, b, …, z, aa, ab, … for 0, 1, …"""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("a") + letter) + text
    return text


def members(label: str) -> range:
    """The numbers of the groups in a label: 2 to 5 for `c-f`."""
    first, _, last = label.partition("-")
    return range(_number(first), _number(last or first) + 1)


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def labels(found: Sequence[Group], count: int) -> list[str]:
    """The groups of each system, always neighbours: `c` alone, or from `c` to `f` as `c-f`."""
    return [
        _label([one for one, group in enumerate(found) if _contains(group, position)])
        for position in range(count)
    ]


def _label(members: list[int]) -> str:
    first, last = letters(members[0]), letters(members[-1])
    return first if first == last else f"{first}-{last}"


def _contains(group: Group, position: int) -> bool:
    return group[0] <= position <= group[1]


def lines(found: Sequence[Group], count: int, blank: str = " ") -> list[str]:
    """Each group as a vertical line beside its systems."""
    columns = side_by_side(found)
    return [_line(columns, position, blank) for position in range(count)]


def side_by_side(found: Sequence[Group]) -> list[list[Group]]:
    """Columns for the lines of the groups; lines that do not touch share a column."""
    columns: list[list[Group]] = []
    for group in found:
        free = [column for column in columns if column[-1][1] + 1 < group[0]]
        if free:
            free[0].append(group)
        else:
            columns.append([group])
    return columns


def _line(columns: Sequence[Sequence[Group]], position: int, blank: str) -> str:
    present = [any(_contains(group, position) for group in column) for column in columns]
    return "".join("│" if is_present else blank for is_present in present).rstrip(blank)
