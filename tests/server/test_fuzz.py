"""Bad input over the WebSocket: clear refusals, nothing changes, nobody else notices."""

from __future__ import annotations

import asyncio
import json
import os
import random
from typing import Any

import pytest
import websockets

from innkeeper.server.limits import MESSAGE_BYTES
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import Running

MESSAGES = int(os.environ.get("INNKEEPER_EXAMPLES", "10")) * 30

GOOD: list[dict[str, Any]] = [
    {"type": "act", "action": "magic", "seq": 0, "nonce": "n"},
    {"type": "undo", "seq": 0, "nonce": "n"},
    {"type": "answer_undo", "agree": True, "seq": 0, "nonce": "n"},
    {"type": "preview", "action": "magic", "seq": 0, "nonce": "n"},
    {"type": "sync", "seq": 0, "said": 0},
    {"type": "mute", "seat": 1, "muted": True},
    {"type": "ping", "nonce": "n"},
]
WRONG: list[Any] = [
    None, True, -1, 2**70, 1e400, -0.0, "", "x" * 5000, [], {}, [[]], {"type": "act"},
    "\u0000", "\ud83e", "resign ", "magic\n", "../../etc", "' OR 1=1 --", "NaN", {"$ref": "#"},
]  # fmt: skip


def spoiled(chance: random.Random) -> str | bytes:
    """A message with something wrong about it."""
    message = dict(chance.choice(GOOD))
    way = chance.randrange(9)
    if way == 0:
        message[chance.choice(list(message))] = chance.choice(WRONG)
    elif way == 1:
        del message[chance.choice(list(message))]
    elif way == 2:
        message[f"extra{chance.randrange(9)}"] = chance.choice(WRONG)
    elif way == 3:
        return json.dumps(message)[: chance.randrange(12)]
    elif way == 4:
        return json.dumps(message).encode()  # binary
    elif way == 5:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    elif way == 6:
        return json.dumps(chance.choice(WRONG))
    elif way == 7:
        return "[" * chance.randrange(1, 4000)
    else:
        message["type"] = chance.choice(["acts", "update", "welcome", "", None, 7])
    return json.dumps(message)


def test_spoiled_messages_change_nothing(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            other_id, other_tokens = await two_seats(api, "magicduel")
            chance = random.Random(5)
            others = [Seat(server.url, other_id, token) for token in other_tokens]
            for seat in others:
                await seat.connect()
            playing = [asyncio.create_task(play_out(seat, n)) for n, seat in enumerate(others)]
            before = await api.get(f"/api/tables/{id}/view", token=tokens[1])
            refused, codes = 0, set[int]()
            for token in (tokens[1], None):  # it is not this seat's turn, and nothing is legal for the bench
                seat = Seat(server.url, id, token)
                await seat.connect()
                for _ in range(MESSAGES):
                    try:
                        await seat.socket.send(spoiled(chance))
                        refused += (await seat.ask("ping", nonce="check"))["type"] == "pong"
                    except websockets.ConnectionClosed as closed:
                        codes.add(0 if closed.rcvd is None else closed.rcvd.code)
                        await seat.connect()
                await seat.socket.close()
            assert refused > MESSAGES
            assert codes <= {1007, 1009, 4429}
            after = await api.get(f"/api/tables/{id}/view", token=tokens[1])
            assert (after["seq"], after["view"]) == (before["seq"], before["view"])
            await asyncio.gather(*playing)  # the neighbours have not noticed
            for seat in others:
                await seat.socket.close()

    asyncio.run(scenario())
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text


def test_huge_messages_close_only_their_own_connection(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                await second.socket.send("x" * (MESSAGE_BYTES + 1))
                refused = await second.until(lambda m: m["type"] == "refused")
                assert f"at most {MESSAGE_BYTES} bytes" in refused["reason"]

                async def shout() -> None:
                    await second.socket.send("x" * 10_000_000)
                    await second.until(lambda m: False)

                with pytest.raises((websockets.ConnectionClosed, ConnectionError)):
                    await shout()
                assert (await first.act("magic"))["type"] == "update"

    asyncio.run(scenario())


def test_other_tokens_and_replayed_messages(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            _, foreign = await two_seats(api, "magicduel", preset="literal")
            for token, query, code in (
                (foreign[0], {}, 4403),
                (tokens[0], {"seat": 1}, 4403),
                ("A" * 43, {}, 4403),
                ("short", {}, 4401),
                (None, {"seat": 0}, 4401),
            ):
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await Seat(server.url, id, token, **query).connect()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == code
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await Seat(server.url, "A" * 22, tokens[0]).connect()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
            async with Seat(server.url, id, tokens[0]) as first:
                message = json.dumps({"type": "act", "action": "magic", "seq": 0, "nonce": "one"})
                for _ in range(5):
                    await first.socket.send(message)
                await first.ask("ping")
                assert first.seq == 1

    asyncio.run(scenario())


def test_cut_in_the_middle_of_everything(server: Running) -> None:
    """Clients that vanish at any moment leave the table as the log says it is."""

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            chance = random.Random(1)
            seat = Seat(server.url, id, tokens[0])
            await seat.connect()
            for _ in range(20):
                await seat.send("act", action="magic", seq=seat.seq, nonce=seat.nonce())
                if chance.random() < 0.5:
                    await asyncio.sleep(chance.random() * 0.01)
                seat.cut()
                await seat.connect()
            truth = await api.get(f"/api/tables/{id}/view", token=tokens[0])
            while seat.seq < truth["seq"]:  # what was sent before the last cut may be written down only now
                await seat.receive()
            assert seat.update is not None
            assert truth["seq"] == seat.seq
            assert truth["view"] == seat.update["view"]
            await seat.socket.close()

    asyncio.run(scenario())
