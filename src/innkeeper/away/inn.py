"""An inn as its guests know it: its REST side, and the errors one meets on the way there."""

from __future__ import annotations

import asyncio
import json
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from innkeeper.engine.errors import InnkeeperError

PATIENCE = 30.0  # seconds for an answer
MOST_BYTES = 16 << 20

Message = dict[str, Any]


class Away(InnkeeperError):
    """Something is not as it should be at the other inn."""


class TurnedAway(Away):
    """The inn refuses what was asked for, and says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Inn:
    """One guest of one inn; its cookies are the guest's."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise Away(f"{url!r} is not the address of an inn; one is http://127.0.0.1:8017")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.sockets = "ws" + self.url.removeprefix("http")
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def link(self, table: str) -> str:
        """Where people find a table in a browser."""
        return f"{self.url}/#/t/{table}"

    async def get(self, path: str, token: str | None = None) -> Any:
        return await asyncio.to_thread(self._call, "GET", path, None, token)

    async def post(self, path: str, body: Message | None = None, token: str | None = None) -> Any:
        return await asyncio.to_thread(self._call, "POST", path, body or {}, token)

    async def delete(self, path: str, token: str | None = None) -> Any:
        return await asyncio.to_thread(self._call, "DELETE", path, None, token)

    def _call(self, method: str, path: str, body: Message | None, token: str | None) -> Any:
        headers = {"content-type": "application/json"} if body is not None else {}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + "/api" + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                text = answer.read(MOST_BYTES)
            return json.loads(text) if text else None
        except HTTPError as refused:
            with refused:
                raise TurnedAway(refused.code, _reason(refused)) from None
        except (URLError, HTTPException, OSError) as wrong:
            why = getattr(wrong, "reason", wrong)
            raise Away(f"{self.url} does not answer: {getattr(why, 'strerror', None) or why}") from None
        except ValueError:
            raise Away(f"{self.url} does not answer as an inn does") from None


def _reason(refused: HTTPError) -> str:
    """What an inn said, or if it is none, what came instead."""
    try:
        said = json.loads(refused.read(MOST_BYTES))["reason"]
    except (ValueError, KeyError, TypeError, OSError):
        said = f"the server answers {refused.code} to {refused.url}, which is not what an inn says"
    return str(said)
