"""Leaving early: what goes to standard error, and the exit code."""

from __future__ import annotations

from evalstore.errors import EvalstoreError


class QuitError(EvalstoreError):
    """The end of a drop-in run; the message is written as it is."""

    def __init__(self, exit_code: int, message: str = "") -> None:
        self.exit_code = exit_code
        super().__init__(message)
