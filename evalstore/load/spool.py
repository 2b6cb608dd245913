"""Copying what can be read only once, or must be unpacked, into a temporary file: within limits.

A pipe may have no writer, and a small packed file may unpack to more than a disk's size.
"""

from __future__ import annotations

import os
import select
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from evalstore.errors import DataError
from evalstore.scratch import check_stopped

GB = 10**9

_CHUNK = 1 << 20
_SPACE_CHECKED_EVERY = 32  # chunks
_RESERVE = GB  # left free in the temporary folder, or a twentieth of a small one
_POLL_SECONDS = 0.1
_PATIENCE_SECONDS = 1.0  # before saying what is waited for
_NULL = os.makedev(1, 3)


@dataclass(frozen=True)
class Limits:
    """How much one file may unpack to, in bytes, and what to call when a pipe has no writer yet."""

    max_size: int = 64 * GB
    waiting: Callable[[str], None] | None = None


LIMITS: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039  (it is frozen)


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Within the block, files are read under these limits."""
    token = LIMITS.set(limits)
    try:
        yield
    finally:
        LIMITS.reset(token)


class TooLargeError(DataError):
    """A file is larger, unpacked, than the limit."""

    def __init__(self, limit: int, name: str) -> None:
        super().__init__(
            f"{name}: more than {_size(limit)} of content; "
            "raise the limit with `max_size` if this is expected"
        )


def copy(stream: IO[bytes], target: Path, name: str) -> Path:
    """Copy a stream to a file; refuses more than the limits allow, or the disk has."""
    limits, size = LIMITS.get(), 0
    with target.open("wb") as file:
        for number, chunk in enumerate(_chunks(stream, limits, name)):
            check_stopped()
            size += len(chunk)
            if size > limits.max_size:
                raise TooLargeError(limits.max_size, name)
            if number == 0 and _is_binary(chunk):
                raise DataError(f"{name}: a megabyte without a line end; this is not a text file")
            if number % _SPACE_CHECKED_EVERY == 0:
                _check_space(target.parent, name)
            file.write(chunk)
    return target


def _refuse_device(number: int, name: str) -> None:
    """Refuse what has no end, or is no file; pipes, terminals and /dev/null are read."""
    status = os.fstat(number)
    is_endless = stat.S_ISCHR(status.st_mode) and status.st_rdev != _NULL
    if stat.S_ISBLK(status.st_mode) or (is_endless and not os.isatty(number)):
        raise DataError(f"{name}: a device; expected a file")


def _is_binary(chunk: bytes) -> bool:
    return len(chunk) == _CHUNK and b"\0" in chunk and b"\n" not in chunk and b"\r" not in chunk


def _check_space(folder: Path, name: str) -> None:
    space = shutil.disk_usage(folder)
    if space.free < min(_RESERVE, space.total // 20):
        raise DataError(
            f"{name}: no space left in {folder.parent} to unpack it; "
            "set TMPDIR to a folder with more space"
        )


def _chunks(stream: IO[bytes], limits: Limits, name: str) -> Iterator[bytes]:
    """The stream in chunks of a megabyte; of a pipe, in what arrives."""
    number = _pipe_number(stream)
    if number is None:
        while chunk := stream.read(_CHUNK):
            yield chunk
        return
    _refuse_device(number, name)
    _wait(number, limits, name)
    pending = bytearray()
    while True:
        _wait(number, Limits(), name)
        try:
            read = os.read(number, _CHUNK)
        except BlockingIOError:
            continue
        pending += read
        if len(pending) >= _CHUNK or not read:
            yield from (bytes(pending[at : at + _CHUNK]) for at in range(0, len(pending), _CHUNK))
            pending.clear()
        if not read:
            return


def _pipe_number(stream: IO[bytes]) -> int | None:
    """The descriptor of anything but a file: reading it may wait for others."""
    try:
        number = stream.fileno()
        return None if stat.S_ISREG(os.fstat(number).st_mode) else number
    except (OSError, AttributeError):
        return None


def _wait(number: int, limits: Limits, name: str) -> None:
    """Wait until there is something to read, or the end of it; say so if that takes long."""
    poll = select.poll()
    poll.register(number, select.POLLIN | select.POLLHUP | select.POLLERR)
    started, waiting = time.monotonic(), limits.waiting
    while not poll.poll(_POLL_SECONDS * 1000):
        check_stopped()
        if waiting is not None and time.monotonic() - started > _PATIENCE_SECONDS:
            waiting(f"waiting for {name}: nothing has been written to it yet")
            waiting = None


def _size(limit: int) -> str:
    for unit, name in ((GB, "GB"), (10**6, "MB"), (10**3, "kB")):
        if limit >= unit:
            return f"{limit / unit:g} {name}"
    return f"{limit} bytes"
