"""The only writer of standard error, and the exit codes."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evalstore.errors import EvalstoreError, FileProblems
from evalstore_cli import interrupts
from evalstore_cli.wording import of_command_line

if TYPE_CHECKING:
    from evalstore.load.report import LoadReport

DEBUG = "EVALSTORE_DEBUG"
_WRITE_ERRORS = {errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT}


class ExitCode(IntEnum):
    """The outcome, for the calling process."""

    FINE = 0
    DATA = 1  # a file, a name or some SQL cannot be right
    USAGE = 2
    UNAVAILABLE = 3  # the database cannot be opened, or written
    CHECK_FAILED = 4
    INTERRUPTED = 130
    PIPE_CLOSED = 141  # the reader of our output left early, as `head` does


def say(text: str) -> None:
    """One line, with its control characters spelt out."""
    from evalstore.output.cells import visible

    with suppress(OSError, ValueError):  # nobody reads it, or there is nowhere to write it
        print(visible(text), file=sys.stderr, flush=True)


def note(text: str) -> None:
    say(f"note: {of_command_line(text)}")


def error(failure: EvalstoreError) -> None:
    """The problems of a file one per line; any other error in one."""
    first, *others = of_command_line(str(failure)).splitlines() or [type(failure).__name__]
    say(f"evalstore: error: {first}")
    for line in others:
        say(f"evalstore: error: {line}" if isinstance(failure, FileProblems) else line)


def settle(failure: Exception) -> int:
    """Say what went wrong in a line, and give the exit code for it."""
    if interrupts.happened():
        return interrupts.exit_code()
    if isinstance(failure, EvalstoreError):
        error(failure)
        return failure.exit_code
    if isinstance(failure, typer.TyperException):
        return _misused(failure)
    if isinstance(failure, OSError) and failure.errno in _WRITE_ERRORS and not failure.filename:
        _abandon_output()
        say(f"evalstore: error: standard output cannot be written: {failure.strerror}")
        return ExitCode.DATA
    if os.environ.get(DEBUG):
        import traceback

        for line in "".join(traceback.format_exception(failure)).splitlines():
            say(line)
    else:
        text = (str(failure).strip() or "no message").splitlines()[0]
        kind = type(failure).__name__
        say(f"evalstore: error: {kind}: {text}; set {DEBUG}=1 for the traceback")
    return ExitCode.DATA


def _abandon_output() -> None:
    """Python flushes once more at exit, and would complain then."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# What Typer calls things, and plain words for them.
_TYPER_WORDS = {
    "Value error, ": "",
    "is not a valid int range.": "is not an integer.",
    "is not a valid float range.": "is not a number.",
}


def _misused(failure: typer.TyperException) -> int:
    message = " ".join(failure.format_message().split())
    for typer_words, plain in _TYPER_WORDS.items():
        message = message.replace(typer_words, plain)
    say(f"evalstore: error: {message}{_subcommands(failure)}")
    if (context := getattr(failure, "ctx", None)) is not None:
        say(f"see `{context.command_path} --help`")
    return failure.exit_code


def _subcommands(failure: typer.TyperException) -> str:
    """Where a command is missing, those that there are."""
    context = getattr(failure, "ctx", None)
    if context is None or failure.format_message() != "Missing command.":
        return ""
    return f" Available: {', '.join(context.command.list_commands(context))}."


def loaded(report: LoadReport) -> ExitCode:
    """The report of a load: notes, refusals and a summary."""
    from evalstore.load.report import compact

    for text in compact(report.files):
        note(text)
    for failure in report.refused:
        error(failure)
    say(report.summary())
    return ExitCode.DATA if report.refused else ExitCode.FINE


@contextmanager
def progress(paths: Sequence[str]) -> Iterator[Callable[[int, int, str], None] | None]:
    """A bar that moves with the files, if there are several and someone is watching."""
    if not (len(paths) > 1 or Path(paths[0]).is_dir()):
        yield None
        return
    with following("loading") as move:
        yield move


@contextmanager
def following(doing: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """A bar that moves with the steps of something, if someone is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, name="")

        def move(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, name=Path(name).name)

        yield move
