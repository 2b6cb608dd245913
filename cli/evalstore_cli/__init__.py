"""The command line of evalstore."""

import os
import signal
import sys

# In the process of a command, a signal ends it cleanly from this first line on; until
# `interrupts.watch` takes over, nothing is open that would have to be closed.
_COMMANDS = ("evalstore", "evalstore-trec-eval", "evalstore.exe", "evalstore-trec-eval.exe", "-m")
_WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}


def _leave(number: int, frame: object) -> None:
    try:
        os.write(2, f"evalstore: {_WORDS[signal.Signals(number).name]}\n".encode())
    finally:
        os._exit(128 + number)


if os.path.basename((sys.argv or [""])[0]) in _COMMANDS:
    for _number in [getattr(signal, name) for name in _WORDS if hasattr(signal, name)]:
        if signal.getsignal(_number) is not signal.SIG_IGN:  # as nohup asks
            signal.signal(_number, _leave)
