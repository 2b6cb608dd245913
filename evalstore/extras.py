"""Features whose libraries are installed on demand: one line with the command if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from evalstore.errors import UsageError


def requires_package(package: str, what: str) -> None:
    """An error that names the package, where it is not installed."""
    if find_spec(package) is None:
        raise UsageError(
            f"{what} need {package}, which is not installed; run: pip install {package}"
        )


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
