"""Load from many matches, by clients that write down what the server acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets

from tests.server.client import Api, Seat

PAUSE = 0.02  # after trouble: twenty players who try again at once would be all that a server does
BROKEN = (OSError, httpx.HTTPError, websockets.WebSocketException, TimeoutError, asyncio.IncompleteReadError)


@dataclass
class Witness:
    """What was sent, and what was acknowledged: table, nonce -> seat, action, entry.

    `up`: the servers that run, by address. Nobody knocks at a server that is known to be down: twenty
    players who did would keep it from starting.
    """

    sent: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    finished: int = 0
    tables: set[str] = field(default_factory=set)
    up: dict[str, asyncio.Event] = field(default_factory=dict)
    stop: asyncio.Event = field(default_factory=asyncio.Event)


async def pair(urls: Sequence[str], game: str, witness: Witness, seed: int) -> None:
    """Two programs, each at its own server, that play one match after another until told to stop."""
    number = 0
    while not witness.stop.is_set():
        number += 1
        made = await _table(urls[0], game, witness)
        if made is None:
            return
        id, tokens = made
        witness.tables.add(id)
        await asyncio.gather(
            *(
                _player(urls[seat % len(urls)], id, seat, token, witness, random.Random(seed + number + seat))
                for seat, token in enumerate(tokens)
            )
        )


async def _table(url: str, game: str, witness: Witness) -> tuple[str, list[str]] | None:
    while not witness.stop.is_set():
        try:
            async with Api(url) as api:
                seats = [{"who": "you"}, {"who": "you"}]
                made = await api.post("/api/tables", {"game": game, "seats": seats})
                id = made["table"]["id"]
                await api.post(f"/api/tables/{id}/start")
                return id, [key["token"] for key in made["tokens"]]
        except (*BROKEN, AssertionError):
            await witness.up[url].wait()
            await asyncio.sleep(PAUSE)
    return None


async def _player(
    url: str, id: str, number: int, token: str, witness: Witness, chance: random.Random
) -> None:
    """Play; after every cut come back and send what was not acknowledged again, with its nonce."""
    open_act: dict[str, Any] | None = None
    seat = Seat(url, id, token)
    while not witness.stop.is_set():
        try:
            await seat.connect()
            while not witness.stop.is_set():
                if open_act is None:
                    assert seat.update is not None
                    if seat.update["over"]:
                        witness.finished += number == 0
                        await seat.socket.close()
                        return
                    if seat.update["decision"] is None:
                        await _news(seat, witness)
                        continue
                    action = chance.choice(seat.legal)
                    open_act = {"action": action, "seq": seat.seq, "nonce": seat.nonce()}
                    witness.sent[id, open_act["nonce"]] = (number, action)
                answer = await seat.ask("act", **open_act)
                if answer["type"] == "update" and answer["entry"] is not None:
                    witness.acknowledged[id, open_act["nonce"]] = answer["entry"]
                elif answer["type"] == "refused":
                    assert "fell over" in answer["reason"], answer
                    await asyncio.sleep(PAUSE)
                    continue
                open_act = None
        except BROKEN:
            if seat.socket is not None:
                seat.cut()  # a patience that ran out leaves the line open
            await witness.up[url].wait()
            await asyncio.sleep(PAUSE)
    if seat.socket is not None:
        await seat.socket.close()


async def _news(seat: Seat, witness: Witness) -> None:
    """Wait for the other's move, unless it is told to stop: then none comes any more."""
    news, stop = asyncio.create_task(seat.receive()), asyncio.create_task(witness.stop.wait())
    await asyncio.wait({news, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not news.done():
        news.cancel()
        return
    news.result()


def check(witness: Witness, rows: Sequence[Any]) -> dict[str, int]:
    """Compare what was acknowledged with what is there. Rows: match, seq, seat, body, nonce."""
    stored: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        if row.nonce is not None:
            stored.setdefault((row.match_id, row.nonce), []).append(row)
    lost = [
        key for key, entry in witness.acknowledged.items() if [r.seq for r in stored.get(key, [])] != [entry]
    ]
    doubled = [key for key, found in stored.items() if len(found) > 1]
    strange = []
    for key, found in stored.items():
        seat, action = witness.sent.get(key, (None, None))
        if (found[0].seat, json.loads(found[0].body)["do"]) != (seat, action):
            strange.append(key)
    assert not lost, f"{len(lost)} acknowledged actions lost, the first {lost[0]}"
    assert not doubled, f"{len(doubled)} actions doubled"
    assert not strange, f"{len(strange)} actions that nobody sent"
    return {"acknowledged": len(witness.acknowledged), "stored": len(rows), "tables": len(witness.tables)}
