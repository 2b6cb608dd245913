"""Headers of every answer, and which names of this machine a request may use."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Guard:
    """Refuses names that are not this machine's, against DNS rebinding; adds the headers."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._is_everywhere = host in EVERYWHERE
        self._names = {*LOOPBACK, host.casefold()}
        if self._is_everywhere:
            self._names |= {name.casefold() for name in (socket.gethostname(), socket.getfqdn())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        name = _host(scope["headers"])
        if not self._is_allowed(name):
            refusal = PlainTextResponse(f"{name!r} is not a name of this server\n", 421)
            return await refusal(scope, receive, guarded)
        await self._app(scope, receive, guarded)

    def _is_allowed(self, name: str) -> bool:
        return name in self._names or (self._is_everywhere and _is_address(name))


def _host(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The name of the Host header without its port."""
    given = next((value.decode("latin-1") for key, value in headers if key == b"host"), "")
    name = given[1:].partition("]")[0] if given.startswith("[") else given.partition(":")[0]
    return name.casefold()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
