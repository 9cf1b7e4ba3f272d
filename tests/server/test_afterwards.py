"""After the game: the record, the dice, any moment of it, and playing on from there."""

from __future__ import annotations

import asyncio
import copy
import json
import time
from hashlib import sha256
from typing import Any

import pytest

import innkeeper
from innkeeper import InvalidRecord
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import Running


async def finished(api: Api, game: str, **table: Any) -> tuple[str, list[str]]:
    id, tokens = await two_seats(api, game, **table)
    seats = [Seat(api.url, id, token) for token in tokens]
    for seat in seats:
        await seat.connect()
    await asyncio.gather(*(play_out(seat, number) for number, seat in enumerate(seats)))
    for seat in seats:
        await seat.socket.close()
    return id, tokens


def test_fair_dice(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as other:
            seats = [{"who": "you"}, {"who": "open"}]
            made = await api.post("/api/tables", {"game": "echo", "seats": seats})
            id, commitment = made["table"]["id"], made["table"]["commitment"]
            await api.post(f"/api/tables/{id}/sit", {"seat": 0, "nonce": "mine"})
            assert (await other.get(f"/api/tables/{id}"))["seats"][0]["nonce"] == ""  # not before the start
            await other.post(f"/api/tables/{id}/sit", {"nonce": "yours"})
            refused = await api.get(f"/api/tables/{id}/record", status=409)
            assert refused["clause"] == "IN-1.7"
            await api.post(f"/api/tables/{id}/sit", {"seat": 0, "nonce": "better"}, status=409)  # too late
            await api.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
            record = await api.get(f"/api/tables/{id}/record")
            assert record["chance"]["nonces"] == ["mine", "yours"]
            assert record["chance"]["commitment"] == commitment
            assert sha256(bytes.fromhex(record["chance"]["seed"])).hexdigest() == commitment
            verdict = await api.get(f"/api/tables/{id}/verify")
            assert verdict == {
                "good": True,
                "entries": 1,
                "commitment": commitment,
                "problem": None,
                "unpromised": None,
            }

    asyncio.run(scenario())


def test_verify_accepts_the_record_and_refuses_any_tampering(server: Running) -> None:
    async def scenario() -> dict[str, Any]:
        async with Api(server.url) as api:
            id, _ = await finished(api, "echo")
            record: dict[str, Any] = await api.get(f"/api/tables/{id}/record")
            return record

    record = asyncio.run(scenario())
    innkeeper.verify(record)
    changed = []
    for name in record:
        broken = copy.deepcopy(record)
        broken[name] = None
        changed.append(broken)
    for index, entry in enumerate(record["entries"]):
        for name in entry:
            broken = copy.deepcopy(record)
            broken["entries"][index][name] = 1 if name == "seat" and entry[name] == 0 else 0
            changed.append(broken)
    for change in ({"seed": "00" * 32}, {"nonces": ["", "x"]}, {"commitment": "0" * 64}):
        broken = copy.deepcopy(record)
        broken["chance"] |= change
        changed.append(broken)
    changed.append({**record, "entries": record["entries"][:-1]})
    for broken in changed:
        if broken["entries"] == record["entries"] and broken == record:
            continue
        with pytest.raises(InvalidRecord):
            innkeeper.verify(broken)


@pytest.mark.parametrize("game", ["magicduel", "echo", "mazerunner"])
def test_any_moment_through_any_eyes(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, _ = await finished(api, game)
            record = await api.get(f"/api/tables/{id}/record")
            count = len(record["entries"])
            tape = (await stranger.get(f"/api/tables/{id}/tape"))["entries"]
            assert [entry["action"] for entry in tape] == [entry.get("do") for entry in record["entries"]]
            for at in sorted({0, 1, count // 3, count // 2, count}):
                part = {**record, "entries": record["entries"][:at], "outcome": None}
                match = innkeeper.replay(part)
                for seat in (None, 0, 1):
                    query = f"at={at}" + ("" if seat is None else f"&as={seat}")
                    shown = await stranger.get(f"/api/tables/{id}/replay?{query}")
                    playing = seat is None or match.state.over or match.state.playing(seat)
                    eyes = seat if playing else None
                    assert shown["view"] == json.loads(json.dumps(match.view(eyes)))
                    assert [line["event"] for line in shown["lines"]] == json.loads(
                        json.dumps(match.events(eyes))
                    )
            times: list[list[float]] = [[], []]
            for at in range(0, count, max(1, count // 20)):
                for path, taken in zip(("/health", f"/api/tables/{id}/replay?at={at}&as=0"), times):
                    began = time.perf_counter()
                    await stranger.get(path)
                    taken.append(time.perf_counter() - began)
            asking, looking = (sorted(taken)[len(taken) // 4] for taken in times)
            assert looking < 0.1 + 10 * asking, times  # however busy the machine is with something else
            await stranger.get(f"/api/tables/{id}/replay?at={count + 1}", status=409)

    asyncio.run(scenario())


def test_a_running_match_is_seen_through_ones_own_eyes_only(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, tokens = await two_seats(api, "echo")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act(first.legal[0])
            mine = await api.get(f"/api/tables/{id}/replay?at=1&as=0")
            assert mine["view"]["you"] == 0
            await api.get(f"/api/tables/{id}/replay?at=1&as=1", status=403)
            tape = (await stranger.get(f"/api/tables/{id}/tape"))["entries"]
            assert tape[0]["action"] is None  # sealed
            assert tape[0]["sealed"]
            await stranger.get(f"/api/tables/{id}/verify", status=409)

    asyncio.run(scenario())


@pytest.mark.parametrize("game", ["magicduel", "echo", "mazerunner"])
def test_practise_from_a_finished_match(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, _ = await finished(api, game)
            record = await api.get(f"/api/tables/{id}/record")
            at = len(record["entries"]) // 2
            shown = await stranger.get(f"/api/tables/{id}/replay?at={at}&as=1")
            body = {"at": at, "seat": 1, "bot": "random"}
            made = await stranger.post(f"/api/tables/{id}/practise", body)
            table = made["table"]
            assert (table["origin"], table["origin_at"], table["status"]) == (id, at, "playing")
            first = await stranger.get(f"/api/tables/{table['id']}/replay?at={at + 1}&as=1")
            assert first["view"] == shown["view"]  # the same position, with new dice ahead
            async with Seat(server.url, table["id"], made["tokens"][0]["token"]) as seat:
                await play_out(seat, 5)
            practice = await stranger.get(f"/api/tables/{table['id']}/record")
            innkeeper.verify(practice)
            assert practice["entries"][:at] == record["entries"][:at]
            await stranger.post(
                f"/api/tables/{id}/practise", {"at": len(record["entries"]), "seat": 0}, status=409
            )

    asyncio.run(scenario())


def test_practise_from_ones_own_running_match_gives_nothing_away(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            seats = [{"who": "you"}, {"who": "bot", "bot": "random"}]
            made = await api.post("/api/tables", {"game": "echo", "seats": seats})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            body = {"at": 0, "seat": 0}
            await stranger.post(f"/api/tables/{id}/practise", body, status=409)
            made = await api.post(f"/api/tables/{id}/practise", body)
            other = made["table"]["id"]
            async with Seat(server.url, other, made["tokens"][0]["token"]) as seat:
                await seat.ask("resign")
            # its record would hold the seed of a match that is still being played
            await api.get(f"/api/tables/{other}/record", status=409)
            await api.get(f"/api/tables/{other}/replay?as=1", status=403)
            await api.post(f"/api/tables/{id}/act?seat=0", {"action": "resign", "seq": 0, "nonce": "n"})
            innkeeper.verify(await api.get(f"/api/tables/{other}/record"))

    asyncio.run(scenario())
