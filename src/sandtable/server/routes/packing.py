"""Long replies, written and squeezed beside the loop: on it that would keep everybody waiting."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from litestar import Request, Response

LEVEL = 4
"""How hard a reply is squeezed; more takes twice the time for a tenth of the length."""
GZIP = "gzip"
BY_HAND = ["/stream$", "/replays$", "/reports?(/page)?$", "/record$", "/sheet$"]
"""The addresses whose replies nobody else squeezes."""


class Packed(msgspec.Struct, frozen=True):
    """A reply as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]

    def response(self) -> Response[Any]:
        """What the framework sends."""
        return Response(self.body, media_type=self.media_type, headers=self.headers)


def packed(
    content: Any, accepted: str, media_type: str = "application/json", headers: dict[str, str] | None = None
) -> Packed:
    """A reply for somebody who accepts these encodings: text and bytes as they are, anything else as JSON."""
    if isinstance(content, str):
        content = content.encode()
    body = content if isinstance(content, bytes) else msgspec.json.encode(content)
    told = {**(headers or {}), "vary": "accept-encoding"}
    if GZIP not in accepted:
        return Packed(body, media_type, told)
    return Packed(gzip.compress(body, LEVEL), media_type, {**told, "content-encoding": GZIP})


def accepted_by(request: Request[Any, Any, Any]) -> str:
    """The encodings that the caller accepts."""
    return str(request.headers.get("accept-encoding", ""))
