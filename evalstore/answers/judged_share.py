"""How much of what a score looks at was judged, beside the score."""

from __future__ import annotations

from collections.abc import Sequence

from evalstore.errors import UsageError
from evalstore.question import DEFAULT_MEASURES


def with_judged_share(measures: Sequence[str], depth: int | None) -> list[str]:
    """The measures, and after them Judged@k and Unjudged@k."""
    if depth is None:
        return list(measures)
    if depth < 1:
        raise UsageError(f"--judged is a whole number from 1, not {depth}")
    return [*(measures or DEFAULT_MEASURES), f"Judged@{depth}", f"Unjudged@{depth}"]
