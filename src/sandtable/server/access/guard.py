"""The doorkeeper: who may call this server by which name, and what every reply carries."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

BETWEEN_LOOKS = 10.0
"""Seconds between two looks for the names of this machine, while it is called by an unknown one."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d+)?")
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may load from this server alone, and nothing inline runs; style attributes only place things."""

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


def own_addresses() -> list[str]:
    """The addresses of this machine on its networks, the likeliest first."""
    # An extra: needed on networks alone.
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            if isinstance(one.ip, str) and not one.ip.startswith(("127.", "169.254.")):
                found.append(one.ip)
    return found


def own_names(extra: Iterable[str] = ()) -> frozenset[str]:
    """Every name by which machines of the local network call this one."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    return frozenset({*LOCAL_NAMES, host, short, f"{short}.local", *own_addresses(), *extra})


class Guard:
    """Refuses calls by a foreign name (DNS rebinding) and from foreign pages, and dresses every reply."""

    def __init__(self, app: ASGIApp, names: Callable[[], Iterable[str]]) -> None:
        self._app = app
        self._ask = names
        self._names: frozenset[str] = frozenset()
        self._asked = -BETWEEN_LOOKS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The server's start and stop come this way too, without headers.
        is_call = "headers" in scope
        why = self._objection(scope) if is_call else None
        if not is_call:
            await self._app(scope, receive, send)
        elif why is None:
            await self._app(scope, receive, _dressed(send))
        else:
            await _refuse(scope, send, why)

    def _objection(self, scope: Scope) -> str | None:
        hosts, origins = _values(scope, b"host"), _values(scope, b"origin")
        # Of two names one reader takes the first and another the last.
        if len(hosts) != 1 or not self._is_own(_name_of(hosts[0])):
            return "This server is not called by that name."
        if any(_host_of(origin) != hosts[0].lower() for origin in origins):
            return "Pages of other servers may not call this one."
        return None

    def _is_own(self, name: str) -> bool:
        """Whether this server is called so; on another network a machine has another address."""
        now = time.monotonic()
        if name not in self._names and now - self._asked >= BETWEEN_LOOKS:
            self._asked = now
            self._names = frozenset(one.lower() for one in self._ask())
        return name in self._names


def _values(scope: Scope, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == header]


def _name_of(host: str) -> str:
    """A Host header without its port; nothing where it is none, since links are made of it."""
    found = HOST.fullmatch(host.lower())
    return "" if found is None else found[1]


def _host_of(origin: str) -> str | None:
    """The host that an Origin header names, with its port."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            carried = {name.lower() for name, _ in message["headers"]}
            own = [(name, value) for name, value in HEADERS if name not in carried]
            message["headers"] = [*message["headers"], *own]
        await send(message)

    return dressed


async def _refuse(scope: Scope, send: Send, why: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    body = b'{"reasons":[{"rule":"","reason":"%s","remedy":"Use the address that the server has printed."}]}'
    body %= why.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": [*headers, *HEADERS]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
