"""Features whose libraries are installed on demand: one line with the command if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from evalstore.errors import UsageError


@contextmanager
def requires(extra: str, what: str) -> Iterator[None]:
    """Within the block, an import that fails is an error that names the extra."""
    try:
        yield
    except ImportError as error:
        missing = error.name or "a library"
        raise UsageError(
            f"{what} need {missing.partition('.')[0]}, which is not installed; "
            f"run: pip install 'evalstore[{extra}]'"
        ) from error
