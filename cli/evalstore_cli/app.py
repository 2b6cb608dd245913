"""The process: its signals and streams first, then the command, then the exit code.

What takes time to import is imported by `run`, when signals are taken care of.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from evalstore_cli import interrupts

if TYPE_CHECKING:
    import typer

# Importing alone allocates past Python's usual 700 again and again, and leaves nothing to collect.
ALLOCATIONS_BEFORE_COLLECTING = 100_000


def application(arguments: Sequence[str] = ()) -> typer.Typer:
    """The commands that the arguments can mean: the one they start with, or all."""
    from evalstore_cli import application

    return application.application(arguments)


def run(arguments: Sequence[str]) -> int:
    """Run one command, and give its exit code; whatever goes wrong is said in a line."""
    from evalstore_cli import diagnostics
    from evalstore_cli.defaults import configured

    try:
        app = application(arguments)
        with configured(arguments) as defaults:
            code = app(
                args=list(arguments),
                prog_name="evalstore",
                standalone_mode=False,
                default_map=defaults,
            )
    except KeyboardInterrupt:
        code = interrupts.exit_code()
    except Exception as error:
        code = diagnostics.settle(error)
    return int(code or diagnostics.ExitCode.FINE)


def main() -> None:
    """The program `evalstore`."""
    _process(sys.argv[1:])


def trec_eval() -> None:
    """The program `evalstore-trec-eval`, a replacement for trec_eval."""
    _process(["trec-eval", *sys.argv[1:]])


def _process(arguments: Sequence[str]) -> None:
    """Run the command of the arguments, and leave with the exit code."""
    _open_streams()
    interrupts.watch()
    gc.set_threshold(ALLOCATIONS_BEFORE_COLLECTING)
    # NumPy's threads for matrices are soon done with ours, and spin beside the threads that read.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    interrupts.leave(run(arguments))


def _open_streams() -> None:
    """Give closed descriptors to the null device, so that no file gets them, least the store's.

    Standard input and output are opened the wrong way round: using them is an error, as it was.
    """
    for name, number, flags in (
        ("stdin", 0, os.O_WRONLY),
        ("stdout", 1, os.O_RDONLY),
        ("stderr", 2, os.O_WRONLY),
    ):
        if getattr(sys, name) is not None:
            continue
        opened = os.open(os.devnull, flags)
        if opened != number:
            with suppress(OSError):
                os.fstat(number)
                continue  # it is open after all, for something else
            os.dup2(opened, number)
            os.close(opened)
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
