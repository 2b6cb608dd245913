"""The command line of evalstore: parse, one library call, one output."""

import _signal  # type: ignore[import-not-found]  # `signal` itself takes a while to import
import os
import sys

# In the process of a command, a signal ends it cleanly from this first line on; until
# `interrupts.watch` takes over, nothing is open that would have to be closed.
_COMMANDS = ("evalstore", "evalstore-trec-eval", "-m")
_WORDS = {
    getattr(_signal, name): word
    for name, word in (("SIGINT", "interrupted"), ("SIGTERM", "terminated"), ("SIGHUP", "hung up"))
    if hasattr(_signal, name)
}


def _leave(number: int, frame: object) -> None:
    for one in _WORDS:  # the same signal may come twice, and is one line
        _signal.signal(one, _signal.SIG_IGN)
    try:
        os.write(2, f"evalstore: {_WORDS[number]}\n".encode())
    finally:
        os._exit(128 + number)


if os.path.basename((sys.argv or [""])[0]) in _COMMANDS:
    for _number in _WORDS:
        if _signal.getsignal(_number) != _signal.SIG_IGN:  # as nohup asks
            _signal.signal(_number, _leave)
