"""Serving: the socket, the server, and its end."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from evalstore.errors import UsageError
from evalstore.scratch import is_stopped
from evalstore.web.application import application
from evalstore.web.console import MEMORY, SECONDS, Console
from evalstore.web.snapshot import Snapshots

# Open connections have so many seconds to end.
_GRACE = 2
_STOPPED_EVERY_SECONDS = 0.1


class _Server(uvicorn.Server):
    """A server that says when it answers, and ends when evalstore is stopped.

    Signals are those of the command line, or of the caller's program: this class takes none.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        threading.Thread(target=self._watch, daemon=True).start()
        self._ready()

    def _watch(self) -> None:
        while not is_stopped(_STOPPED_EVERY_SECONDS) and not self.should_exit:
            pass
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def serve(
    path: str | Path,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    ready: Callable[[str], None] = lambda address: None,
    wait: float = 0,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    queries: Path | None = None,
) -> None:
    """Serve a store until the process is stopped; `ready` is called with the address.

    `seconds` and `memory` limit each query of a visitor; `queries` is a folder of saved ones.
    """
    with _listening(host, port) as listening:
        snapshots = Snapshots(Path(path), wait=wait)
        try:
            console = Console(seconds, memory)
            app = application(snapshots, host=host, console=console, queries=queries)
            config = uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                timeout_graceful_shutdown=_GRACE,
            )
            address = _address(host, listening.getsockname()[1])
            _Server(config, lambda: ready(address)).run(sockets=[listening])
        finally:
            snapshots.close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot listen on {host} port {port}: {reason}; choose another `port`, or 0 for any"
        ) from error


def _address(host: str, port: int) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
