"""The ratios as a picture: how many times as long as evalstore each tool takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from table import Section, peer_task, ratio
from tools import OURS

WIDTH, LEFT, LINE, BAR = 900, 330, 18, 12
COLOURS = ("#1b6ca8", "#e07b39", "#5a9367", "#9d4edd", "#888888")
# What is drawn: evalstore's task, and how it reads.
TASKS = {
    "eval": "one-shot eval",
    "cold": "files to leaderboard",
    "leaderboard": "warm leaderboard, process",
    "call: leaderboard": "warm leaderboard, call",
}


@dataclass(frozen=True)
class Bar:
    """A peer's time for a task, as a multiple of evalstore's."""

    task: str
    peer: str
    value: float


def bars(sections: Sequence[Section], peers: Sequence[str]) -> list[Bar]:
    return [
        Bar(f"{section.shape.name}: {label}", peer, value)
        for section in sections
        for task, label in TASKS.items()
        for peer in peers
        if (value := _ratio(section, task, peer)) is not None
    ]


def _ratio(section: Section, task: str, peer: str) -> float | None:
    ours, theirs = section.find(OURS, task), section.find(peer, peer_task(peer, task))
    if ours is None or theirs is None or ours.problem or theirs.problem:
        return None
    return theirs.seconds / ours.seconds


def svg(found: Sequence[Bar], peers: Sequence[str]) -> str:
    """Bars on a logarithmic scale: to the right of 1 evalstore is faster."""
    lowest = min(0, math.floor(math.log10(min((one.value for one in found), default=1))))
    highest = max(1, math.ceil(math.log10(max((one.value for one in found), default=10))))
    scale = _Scale(lowest, highest)
    height = LINE * (len(found) + len({one.task for one in found}) + 4)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        *_legend(peers),
        *_axis(scale, height),
        *_drawn(found, peers, scale),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Scale:
    lowest: int
    highest: int

    def x(self, value: float) -> float:
        share = (math.log10(value) - self.lowest) / (self.highest - self.lowest)
        return LEFT + share * (WIDTH - LEFT - 60)


def _legend(peers: Sequence[str]) -> Iterator[str]:
    yield _text(10, LINE, "how many times as long as evalstore:")
    for number, peer in enumerate(peers):
        yield _text(LEFT + number * 130, LINE, f"■ {peer}", COLOURS[number])


def _axis(scale: _Scale, height: int) -> Iterator[str]:
    for power in range(scale.lowest, scale.highest + 1):
        x = scale.x(10.0**power)
        width = 2 if power == 0 else 0.5
        yield (
            f'<line x1="{x:.1f}" y1="{LINE * 2}" x2="{x:.1f}" y2="{height - LINE}" '
            f'stroke="#888" stroke-width="{width}"/>'
        )
        yield _text(x - 8, height - 4, f"{10.0**power:g}")


def _drawn(found: Sequence[Bar], peers: Sequence[str], scale: _Scale) -> Iterator[str]:
    y, above = LINE * 2, ""
    for one in found:
        if one.task != above:
            y += LINE
            above = one.task
            yield _text(10, y + BAR - 1, one.task)
        x, start = scale.x(one.value), scale.x(1.0)
        yield (
            f'<rect x="{min(x, start):.1f}" y="{y}" width="{max(abs(x - start), 1):.1f}" '
            f'height="{BAR}" fill="{COLOURS[peers.index(one.peer)]}"/>'
        )
        yield _text(max(x, start) + 4, y + BAR - 1, ratio(one.value))
        y += LINE


def _text(x: float, y: float, text: str, colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{escape(text)}</text>'
