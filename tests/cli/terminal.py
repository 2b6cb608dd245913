"""A terminal of so many columns, and what a command shows in it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Sequence

from outcome import COMMAND

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def shown(arguments: Sequence[object], columns: int) -> str:
    """Standard output of a command in a terminal, without escape codes."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env={**environment, "TERM": "xterm"},
    )
    os.close(terminal)
    written = b"".join(_chunks(reader))
    process.wait()
    os.close(reader)
    return _ESCAPE.sub("", written.decode()).replace("\r", "")


def _chunks(reader: int) -> list[bytes]:
    chunks = []
    while True:
        try:
            chunk = os.read(reader, 65536)
        except OSError:  # Linux: the last process has closed the other end
            return chunks
        if not chunk:
            return chunks
        chunks.append(chunk)
