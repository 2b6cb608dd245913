"""What the tests of the command line pass around."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "evalstore_cli"]


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, str]]:
        """The rows of a CSV output."""
        return list(csv.DictReader(io.StringIO(self.out)))


Es = Callable[..., Outcome]
