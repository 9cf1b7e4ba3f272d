"""Two programs play whole matches of every game, and come back after every cut."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import innkeeper
from innkeeper.engine.game import all_games
from tests.server.client import Api, Seat, play_out
from tests.server.running import Running

GAMES = [game.id for game in all_games()[0]]
CUTS = 20


async def start(api: Api, game: str) -> tuple[str, list[str]]:
    """A started table with as few seats as the game allows; all tokens but the first are strangers'."""
    least = innkeeper.get_game(game).seats.start
    seats = [{"who": "you"}, *[{"who": "open"}] * (least - 1)]
    made = await api.post("/api/tables", {"game": game, "seats": seats})
    id, tokens = made["table"]["id"], [made["tokens"][0]["token"]]
    for number in range(1, least):
        async with Api(api.url) as other:
            joined = await other.post(f"/api/tables/{id}/sit", {"name": f"P{number}", "nonce": f"n{number}"})
            tokens.append(joined["tokens"][0]["token"])
    if least == 1:
        await api.post(f"/api/tables/{id}/start")
    return id, tokens


@pytest.mark.parametrize("game", GAMES)
def test_two_programs_play_a_whole_match_and_one_is_cut_off_twenty_times(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await start(api, game)
            cuts = 0

            async def cut(seat: Seat) -> None:
                nonlocal cuts
                if cuts < CUTS:
                    cuts += 1
                    lines, seq = len(seat.lines), seat.seq
                    seat.cut()
                    await seat.connect()
                    truth = await api.get(f"/api/tables/{id}/view", token=seat.token)
                    assert seat.update is not None
                    if truth["seq"] == seat.seq:
                        assert seat.update["view"] == truth["view"]
                        assert seat.update["decision"] == truth["decision"]
                        assert seat.lines == truth["lines"]
                    assert len(seat.lines) >= lines
                    assert seat.seq >= seq

            seats = [Seat(server.url, id, token) for token in tokens]
            for seat in seats:
                await seat.connect()
            await asyncio.gather(
                *(play_out(seat, number, cut if number == 0 else None) for number, seat in enumerate(seats))
            )
            record = await api.get(f"/api/tables/{id}/record")
            match = innkeeper.verify(record)
            assert match.outcome is not None
            for number, seat in enumerate(seats):
                assert seat.update is not None
                assert seat.update["view"] == json.loads(json.dumps(match.view(number)))
                assert [line["event"] for line in seat.lines] == json.loads(json.dumps(match.events(number)))
                await seat.socket.close()
            if sum(entry.get("seat") == 0 for entry in record["entries"]) >= CUTS:
                assert cuts == CUTS

    asyncio.run(scenario())


async def play_and_cut(seat: Seat, chance: random.Random) -> list[str]:
    """Answer at random; the line is often cut before the answer comes, and the same message sent again."""
    carried_out: list[str] = []
    while await seat.turn():
        action, seq, nonce = chance.choice(seat.legal), seat.seq, seat.nonce()
        await seat.send("act", action=action, seq=seq, nonce=nonce)
        while chance.random() < 0.3:
            await asyncio.sleep(chance.choice([0.0, 0.001, 0.01]))
            seat.cut()
            await seat.connect()
            await seat.send("act", action=action, seq=seq, nonce=nonce)
        while (answer := await seat.receive()).get("answers") != nonce:
            pass
        assert answer["type"] in ("update", "stale"), answer
        if answer["type"] == "update":
            assert answer["entry"] is not None
            carried_out.append(action)
    return carried_out


@pytest.mark.parametrize("game", GAMES)
def test_cut_off_in_the_middle_of_actions_nothing_is_lost_or_doubled(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await start(api, game)
            seats = [Seat(server.url, id, token) for token in tokens]
            for seat in seats:
                await seat.connect()
            done = await asyncio.gather(
                *(play_and_cut(seat, random.Random(number)) for number, seat in enumerate(seats))
            )
            record = await api.get(f"/api/tables/{id}/record")
            match = innkeeper.verify(record)
            for number, seat in enumerate(seats):
                own = [entry["do"] for entry in record["entries"] if entry.get("seat") == number]
                assert own == done[number]
                assert seat.update is not None
                assert seat.update["view"] == json.loads(json.dumps(match.view(number)))
                assert [line["event"] for line in seat.lines] == json.loads(json.dumps(match.events(number)))
                await seat.socket.close()

    asyncio.run(scenario())
