"""The door: what every request passes before anything else looks at it.

Limits per address, the origin check, security headers, and the time each request took.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from innkeeper.server.errors import HungUp
from innkeeper.server.inn import Inn
from innkeeper.server.limits import sender
from innkeeper.server.metrics import METRICS
from innkeeper.server.protocol import Refusal

SAFE = {"GET", "HEAD", "OPTIONS"}
FREE = ("/health", "/ready", "/metrics")  # an operator's tools are not rate-limited

CSP = (
    "default-src 'none'; script-src 'self'{script}; style-src 'self'{style}; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
# For pages of origins that the operator has named: what they may read, and what they may send.
VARY = (b"vary", b"origin")
SHARED = [
    (b"access-control-allow-credentials", b"true"),
    (b"access-control-expose-headers", b"retry-after, content-disposition"),
]
ALLOWED = [
    (b"access-control-allow-methods", b"GET, HEAD, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"600"),
]
_ASKS_FIRST = b"access-control-request-method"
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")


class Door:
    """An ASGI application around the real one."""

    def __init__(self, app: Any, inn: Inn, inline: Mapping[str, Sequence[str]]) -> None:
        self.app = app
        self.inn = inn
        policy = CSP.format_map({what: "".join(f" {one}" for one in some) for what, some in inline.items()})
        self.headers = [(b"content-security-policy", policy.encode()), *HEADERS]
        if inn.settings.secure:
            self.headers.append(HTTPS_ONLY)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        headers = dict(scope["headers"])
        shared = self._shared(headers.get(b"origin"))

        async def send_on(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *self.headers, *shared]
            await send(message)

        async def hear() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise HungUp("the request was not finished")
            return message

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(send_on, *refusal)
        elif len(shared) > 1 and scope["method"] == "OPTIONS" and _ASKS_FIRST in headers:
            await _allow(send_on)
        else:
            await self.app(scope, hear, send_on)
        METRICS.request_seconds.labels(scope["method"], str(status)).observe(time.perf_counter() - began)

    def _shared(self, origin: bytes | None) -> list[tuple[bytes, bytes]]:
        """What lets a page of another origin read an answer, if the operator has named that origin."""
        if not self.inn.settings.origins:
            return []
        if origin is None or origin.decode("latin-1") not in self.inn.settings.origins:
            return [VARY]
        return [VARY, (b"access-control-allow-origin", origin), *SHARED]

    def _refusal(self, scope: Any, headers: Mapping[bytes, bytes]) -> tuple[int, str] | None:
        if scope["path"] not in FREE and not self.inn.requests.take(sender(scope)):
            return 429, "slow down: too many requests from your address"
        if scope["method"] not in SAFE:
            origin, host = headers.get(b"origin"), headers.get(b"host", b"")
            if not self.inn.origin_allowed(
                None if origin is None else origin.decode("latin-1"), host.decode("latin-1")
            ):
                return 403, "pages of another origin may not use this server"
        return None


async def _allow(send: Any) -> None:
    """A browser asks what a page of a named origin may send, before it lets the page send it."""
    await send({"type": "http.response.start", "status": 204, "headers": ALLOWED})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: Any, status: int, reason: str) -> None:
    body = msgspec.json.encode(Refusal(reason))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
