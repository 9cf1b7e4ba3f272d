"""What a seat may not see never leaves the process.

For random matches of every game: all bytes sent to a seat are equal for any two worlds that the seat
cannot tell apart, and a sealed choice changes neither the bytes nor the sizes that others get.
"""

from __future__ import annotations

import asyncio
import random
from hashlib import sha256

import msgspec
import pytest
from sqlalchemy import Connection, update

import innkeeper
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.frame import seats_of
from innkeeper.engine.game import all_games
from innkeeper.server import schema
from innkeeper.server.protocol import encode
from innkeeper.server.table import Chair, Table
from tests.server.client import Api, Seat
from tests.server.running import Running

GAMES = [game.id for game in all_games()[0]]
MATCHES = 3
WORLDS = 2


def table_of(match: innkeeper.Match) -> Table:
    """A table in memory around a match, without any server."""
    record = match.record()
    chairs = [
        Chair(seat, "person", f"P{seat}", None, None, f"g{seat}", None, None, "", True, None, frozenset())
        for seat in range(match.seats)
    ]
    row = {
        "id": "t",
        "status": "playing",
        "notice": None,
        "clock": '{"kind":"none"}',
        "game": record["game"],
        "rules": record["rules"],
        "content": record["content"],
        "options": msgspec.json.encode(record["options"]).decode(),
        "seed": bytes.fromhex(record["chance"]["seed"]),
        "commitment": record["chance"]["commitment"],
        "start_hash": record["start"],
        "started": 1,
        "outcome": None,
        "public": False,
        "watchers": True,
        "takeover": None,
        "created": 1,
        "ended": None,
        "previous": None,
        "origin": None,
        "origin_at": None,
        "code": None,
    }
    content: Content = match.content
    table = Table(row, chairs, content)
    table.build([])
    return table


def sent(table: Table, seat: int | None) -> bytes:
    """Everything a connection of a seat would be sent about the match now."""
    return encode(table.update(seat)) + encode(table.info())


@pytest.mark.parametrize("game", GAMES)
def test_the_bytes_are_equal_in_all_worlds_a_seat_cannot_tell_apart(game: str) -> None:
    looked = 0
    for number in range(MATCHES):
        chance = random.Random(number)
        found = innkeeper.get_game(game)
        seats = chance.choice(list(found.seats))
        match = innkeeper.new_match(game, seats=seats, seed=number, nonces=[""] * seats)
        table = table_of(match)
        stride = chance.randrange(3, 9)
        while not table.live.state.over and table.seq < 150:
            state = table.live.state
            if table.seq % stride == 0:
                for viewer in [None, *range(seats)]:
                    if table.viewer(viewer) != viewer:
                        continue  # out of the game: a spectator now, who is looked at anyway
                    truth = sent(table, viewer)
                    for seed in range(WORLDS):
                        table.live.state = state.determinize(viewer, FastChance(seed + 1000 * number))
                        table.live.state.chance = state.chance
                        assert sent(table, viewer) == truth, f"{game}, entry {table.seq}, seat {viewer}"
                        looked += 1
                    table.live.state = state
            seat = chance.choice(seats_of(state.required()))
            action = chance.choice(state.actions(seat)).id
            before = table.live.state
            table.live.act(seat, action)
            table.advance(before, table.live.record_entry(table.seq - 1), 1)
    assert looked > 20


def test_a_sealed_choice_changes_no_size_and_no_order_that_others_get(server: Running) -> None:
    """The same table three times over the wire, another sealed choice each time."""

    async def same_dice(id: str) -> None:
        seed = b"the same dice for all of them..."

        def run(connection: Connection) -> None:
            m = schema.matches
            values = {"seed": seed, "commitment": sha256(seed).hexdigest()}
            connection.execute(update(m).where(m.c.id == id).values(**values))

        await server.inn.storage.transact(run)
        await server.inn.hall.refresh(server.inn.hall.tables[id])

    async def watch(api: Api, choose: int) -> list[list[tuple[str, int]]]:
        made = await api.post("/api/tables", {"game": "echo", "seats": [{"who": "you"}, {"who": "you"}]})
        id = made["table"]["id"]
        server.call(same_dice(id))
        await api.post(f"/api/tables/{id}/start")
        tokens = [key["token"] for key in made["tokens"]]
        first, second, bench = (Seat(server.url, id, token) for token in (*tokens, None))
        async with first, second, bench:
            for seat in (second, bench):
                await seat.ask("ping", nonce="settled")
                seat.received.clear()
            await first.act(first.legal[choose])
            got = []
            for seat in (second, bench):
                await seat.until(lambda m: m["type"] == "update" and m["seq"] == 1)
                await seat.ask("ping", nonce="end")
                messages = [(msgspec.json.decode(data), len(data)) for data in seat.received]
                got.append([(m["type"], size) for m, size in messages if m["type"] != "table"])
            return got

    async def scenario() -> None:
        async with Api(server.url) as api:
            seen = [await watch(api, choose) for choose in (0, 5, 17)]
            assert seen[0] == seen[1] == seen[2]

    asyncio.run(scenario())


@pytest.mark.parametrize("game", GAMES)
def test_sealed_answers_leave_no_trace_in_anybody_elses_bytes(game: str) -> None:
    """Wherever several seats choose at once: every choice of one seat looks the same to all others."""
    tried = 0
    for number in range(2):
        chance = random.Random(100 + number)
        seats = innkeeper.get_game(game).seats[-1]
        match = innkeeper.new_match(game, seats=seats, seed=number, nonces=[""] * seats)
        table = table_of(match)
        while not table.live.state.over and table.seq < 60 and tried < 60:
            state = table.live.state
            waiting = seats_of(state.required())
            if len(waiting) > 1 and state.asking.secret():
                seat = waiting[0]
                seen: set[tuple[bytes, ...]] = set()
                for action in state.actions(seat)[:6]:
                    other = table_of(match)
                    for index in range(table.seq):
                        entry = table.live.record_entry(index)
                        other.apply(index + 1, msgspec.json.encode(entry).decode(), 1)
                    before = other.live.state
                    other.live.act(seat, action.id)
                    other.advance(before, other.live.record_entry(other.seq - 1), 1)
                    viewers = [None, *(v for v in range(seats) if v != seat)]
                    seen.add(tuple(sent(other, viewer) for viewer in viewers))
                    tried += 1
                assert len(seen) == 1, f"{game}, entry {table.seq}"
            seat = chance.choice(waiting)
            before = state
            table.live.act(seat, chance.choice(state.actions(seat)).id)
            table.advance(before, table.live.record_entry(table.seq - 1), 1)
    if game == "echo":
        assert tried > 10
