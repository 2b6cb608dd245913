"""Small drawings inside tables: SVG without styles or scripts, coloured by the style sheet."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

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
        '<svg class="spark" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">'
        '<path d="{}"/></svg>'
    ).format(width, _HEIGHT, width, _HEIGHT, label, bars)


def _thinned(values: Sequence[float]) -> list[float]:
    step = -(-len(values) // _POINTS)
    groups = [values[start : start + step] for start in range(0, len(values), step or 1)]
    return [sum(group) / len(group) for group in groups]


def _length(value: float, top: float, most: int) -> str:
    return f"{most * max(0.0, min(1.0, value / top)) if top > 0 else 0:.1f}"


def interval(low: float | None, value: float, high: float | None, top: float) -> Markup:
    """The value as a dot on its confidence interval, on a scale from 0 to `top`."""

    def at(number: float) -> str:
        return f"{_length(number, top, _SCALE - 8)}"

    label = f"{shown(value, 4)}"
    line = Markup("")
    if low is not None and high is not None:
        label += f", interval {shown(low, 4)} to {shown(high, 4)}"
        line = Markup('<path d="M{} 8H{}M{} 4v8M{} 4v8"/>').format(
            at(low), at(high), at(low), at(high)
        )
    return Markup(
        '<svg class="interval" viewBox="-4 0 {} 16" width="{}" height="16" role="img" '
        'aria-label="{}"><title>{}</title>{}<circle cx="{}" cy="8" r="3.2"/></svg>'
    ).format(_SCALE, _SCALE, label, label, line, at(value))


def field(worst: float, median: float, best: float, value: float, top: float) -> Markup:
    """The system as a dot between the field's worst and best, with the median as a tick."""

    def at(number: float) -> str:
        return _length(number, top, _SCALE - 8)

    label = f"{shown(value, 4)} between {shown(worst, 4)} and {shown(best, 4)}"
    return Markup(
        '<svg class="field" viewBox="-4 0 {} 16" width="{}" height="16" role="img" '
        'aria-label="{}"><title>{}</title><path class="range" d="M{} 8H{}"/>'
        '<path class="median" d="M{} 3v10"/><circle cx="{}" cy="8" r="3.6"/></svg>'
    ).format(_SCALE, _SCALE, label, label, at(worst), at(best), at(median), at(value))


def share(value: float | None, label: str) -> Markup:
    """A part of a whole, such as the judged share."""
    if value is None:
        return Markup("")
    return Markup(
        '<svg class="share" viewBox="0 0 40 8" width="40" height="8" role="img" aria-label="{}">'
        '<rect class="whole" width="40" height="8" rx="2"/>'
        '<rect class="part" width="{}" height="8" rx="2"/></svg>'
    ).format(label, f"{40 * max(0.0, min(1.0, value)):.1f}")


def difference(value: float, longest: float, label: str) -> Markup:
    """A bar to the right for a gain, to the left for a loss."""
    half = _SCALE / 2
    length = half * abs(value) / longest if longest else 0
    start = half if value >= 0 else half - length
    return Markup(
        '<svg class="difference {}" viewBox="0 0 {} 14" width="{}" height="14" role="img" '
        'aria-label="{}"><path class="zero" d="M{} 0v14"/>'
        '<rect x="{}" y="2" width="{}" height="10"/></svg>'
    ).format(
        "gain" if value >= 0 else "loss",
        _SCALE,
        _SCALE,
        label,
        half,
        f"{start:.1f}",
        f"{length:.1f}",
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
