"""Small drawings inside tables: SVG without styles or scripts, coloured by the style sheet."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from evalstore.output.cells import shown

_POINTS = 60  # more topics than these are drawn as means of neighbours
_BAR, _HEIGHT = 2, 22
_SCALE = 120


def sparkline(values: Sequence[float], top: float, label: str) -> Markup:
    """A bar for each topic's score, in the order of the topics."""
    points = _thinned(values)
    bars = "".join(
        f"M{number * _BAR + 1} {_HEIGHT}v-{_length(value, top, _HEIGHT - 1)}"
        for number, value in enumerate(points)
    )
    width = max(1, len(points)) * _BAR
    return Markup(
        f'<svg class="spark" viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}" '
        f'role="img" aria-label="{escape(label)}"><path d="{bars}"/></svg>'
    )


def _thinned(values: Sequence[float]) -> list[float]:
    step = -(-len(values) // _POINTS)
    groups = [values[start : start + step] for start in range(0, len(values), step or 1)]
    return [sum(group) / len(group) for group in groups]


def _length(value: float, top: float, most: int) -> str:
    return f"{most * max(0.0, min(1.0, value / top)) if top > 0 else 0:.1f}"


def interval(low: float | None, value: float, high: float | None, top: float) -> Markup:
    """The value as a dot on its confidence interval, on a scale from 0 to `top`."""
    label, line = shown(value, 4), ""
    if low is not None and high is not None:
        label += f", interval {shown(low, 4)} to {shown(high, 4)}"
        start, end = _on_scale(low, top), _on_scale(high, top)
        line = f'<path d="M{start} 8H{end}M{start} 4v8M{end} 4v8"/>'
    dot = f'<circle cx="{_on_scale(value, top)}" cy="8" r="3.2"/>'
    return _scale("interval", label, line + dot)


def field(worst: float, median: float, best: float, value: float, top: float) -> Markup:
    """The system as a dot between the field's worst and best, with the median as a tick."""
    label = f"{shown(value, 4)} between {shown(worst, 4)} and {shown(best, 4)}"
    return _scale(
        "field",
        label,
        f'<path class="range" d="M{_on_scale(worst, top)} 8H{_on_scale(best, top)}"/>'
        f'<path class="median" d="M{_on_scale(median, top)} 3v10"/>'
        f'<circle cx="{_on_scale(value, top)}" cy="8" r="3.6"/>',
    )


def _scale(kind: str, label: str, marks: str) -> Markup:
    """Marks on a horizontal scale."""
    return Markup(
        f'<svg class="{kind}" viewBox="-4 0 {_SCALE} 16" width="{_SCALE}" height="16" role="img" '
        f'aria-label="{label}"><title>{label}</title>{marks}</svg>'
    )


def _on_scale(number: float, top: float) -> str:
    """Where a number is on a scale from 0 to `top`."""
    return _length(number, top, _SCALE - 8)


def share(value: float | None, label: str) -> Markup:
    """A part of a whole, such as the judged share."""
    if value is None:
        return Markup("")
    return Markup(
        '<svg class="share" viewBox="0 0 40 8" width="40" height="8" role="img" '
        f'aria-label="{escape(label)}"><rect class="whole" width="40" height="8" rx="2"/>'
        f'<rect class="part" width="{_length(value, 1, 40)}" height="8" rx="2"/></svg>'
    )


def difference(value: float, longest: float, label: str) -> Markup:
    """A bar to the right for a gain, to the left for a loss."""
    half = _SCALE / 2
    length = half * abs(value) / longest if longest else 0
    start = half if value >= 0 else half - length
    kind = "gain" if value >= 0 else "loss"
    return Markup(
        f'<svg class="difference {kind}" viewBox="0 0 {_SCALE} 14" width="{_SCALE}" height="14" '
        f'role="img" aria-label="{escape(label)}"><path class="zero" d="M{half} 0v14"/>'
        f'<rect x="{start:.1f}" y="2" width="{length:.1f}" height="10"/></svg>'
    )


def grade_class(grade: float | None, highest: float) -> str:
    """The class that colours a grade: one of five steps; unjudged is hatched."""
    if grade is None:
        return "unjudged"
    if grade <= 0:
        return "grade-0"
    return f"grade-{max(1, min(4, round(4 * grade / highest))) if highest > 0 else 1}"


def grade_text(grade: float | None) -> str:
    return "unjudged" if grade is None else f"{grade:g}"
