"""Did you mean …? The known names most similar to an unknown one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from evalstore.natural import natural_key

LISTED_IN_FULL = 8


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Known names that look like `name`, best first, letter case ignored."""
    by_folded: dict[str, str] = {}
    for candidate in known:
        by_folded.setdefault(candidate.casefold(), candidate)
    matches = difflib.get_close_matches(name.casefold(), by_folded, n=limit, cutoff=0.5)
    if not matches:
        matches = [folded for folded in by_folded if name.casefold() in folded][:limit]
    return [by_folded[match] for match in matches]


def suggestion(name: str, known: Iterable[str], listing: str | None = None) -> str:
    """The tail of an error message: similar names, or all if they are few.

    `listing` is the call that shows all names, for when they are many.
    """
    names = sorted(known, key=natural_key)
    close = nearest(name, names)
    if close:
        return f"; did you mean {_either(close)}?"
    if not names:
        return "; none available"
    if len(names) <= LISTED_IN_FULL:
        return f"; available: {', '.join(names)}"
    if listing:
        return f"; there are {len(names):,}; `{listing}` shows them"
    return (
        f"; available: {', '.join(names[:LISTED_IN_FULL])} and {len(names) - LISTED_IN_FULL:,} more"
    )


def _either(names: list[str]) -> str:
    quoted = [repr(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
