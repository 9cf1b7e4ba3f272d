"""What a seat may not see never leaves the process.

For random matches of every game: all bytes sent to a seat are equal for any two worlds that the seat
cannot tell apart, and a sealed choice changes neither the bytes nor the sizes that others get.
"""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import msgspec
import pytest

import innkeeper
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import IllegalAction
from innkeeper.engine.frame import State, seats_of
from innkeeper.engine.game import all_games
from innkeeper.server.leaf import Chair, Leaf
from innkeeper.server.protocol import NoClock, Refused, encode
from innkeeper.server.table import Table
from tests.server.client import Api, Seat
from tests.server.running import Running

GAMES = [game.id for game in all_games()[0]]
MATCHES = max(3, int(os.environ.get("INNKEEPER_EXAMPLES", "10")) // 10)
WORLDS = 2
# House rules under which the most is hidden.
SECRETIVE: dict[str, dict[str, Any]] = {
    "adventurer": {"open_decklists": False, "mulligan": True},
    "micah": {"ghosts": True, "pvp": True, "pvp_from_round": 1},
}
WISHES = 12  # actions, possible or not, that are tried on every occasion


def table_of(match: innkeeper.Match) -> Table:
    """A table in memory around a match, without any server."""
    record = match.record()
    chairs = [
        Chair(seat, "person", f"P{seat}", None, None, f"g{seat}", None, None, "", "", True, None, frozenset())
        for seat in range(match.seats)
    ]
    leaf = Leaf(
        id="t",
        code=None,
        game=record["game"],
        rules=record["rules"],
        content=record["content"],
        options=record["options"],
        public=False,
        watchers=True,
        bench_talks=False,
        clock=NoClock(),
        takeover=None,
        host="g0",
        status="playing",
        notice=None,
        seed=bytes.fromhex(record["chance"]["seed"]),
        commitment=record["chance"]["commitment"],
        start_hash=record["start"],
        created=1,
        started=1,
        ended=None,
        outcome=None,
        due=None,
        previous=None,
        origin=None,
        origin_at=None,
        rated=False,
        unrated=None,
        seq=0,
    )
    content: Content = match.content
    table = Table(leaf, chairs, content)
    table.build([])
    return table


def sent(table: Table, seat: int | None, wishes: list[str]) -> bytes:
    """Everything a connection of a seat would be sent about the match now, whatever it asks."""
    told = [encode(table.update(seat)), encode(table.info())]
    if seat is not None:
        told += [answer(table, seat, wish) for wish in wishes]
    return b"\n".join(told)


def answer(table: Table, seat: int, wish: str) -> bytes:
    """What a seat learns by asking for something: the preview, or why not."""
    try:
        return encode(table.preview(seat, wish, "n"))
    except IllegalAction as wrong:
        return encode(Refused(wrong.reason, wrong.clause, list(wrong.legal), "n"))


def wishes_of(states: list[State], chance: random.Random) -> list[str]:
    """Actions of all seats, now and in other worlds: what somebody might try who would like to know."""
    found = {action.id for state in states for seat in range(state.seats) for action in state.actions(seat)}
    return chance.sample(sorted(found), min(WISHES, len(found)))


def test_nobody_knows_the_worlds_in_which_a_preview_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which cards lie where in them follows from where they truly lie, and from their seeds."""
    tried: list[int] = []

    def noted(seed: int) -> FastChance:
        tried.append(seed)
        return FastChance(seed)

    monkeypatch.setattr("innkeeper.server.table.FastChance", noted)
    for number in (1, 1, 2):
        table = table_of(innkeeper.new_match("magicduel", seed=number, nonces=["", ""]))
        table.preview(0, "magic", "n")
    once, again, other = tried[:4], tried[4:8], tried[8:]
    assert once == again  # looking twice shows the same
    assert not set(once) & set(other)
    table.live.play(0, "magic")
    state = table.live.state
    seat = seats_of(state.required())[0]
    table.preview(seat, state.actions(seat)[0].id, "n")
    assert tried[12:]
    assert not set(other) & set(tried[12:])


@pytest.mark.parametrize("game", GAMES)
def test_the_bytes_are_equal_in_all_worlds_a_seat_cannot_tell_apart(game: str) -> None:
    looked = 0
    for number in range(MATCHES):
        chance = random.Random(number)
        found = innkeeper.get_game(game)
        seats = chance.choice(list(found.seats))
        options = SECRETIVE.get(game, {}) if number % 2 else {}
        match = innkeeper.new_match(game, options=options, seats=seats, seed=number, nonces=[""] * seats)
        table = table_of(match)
        stride = chance.randrange(3, 9)
        while not table.live.state.over and table.seq < 150:
            state = table.live.state
            if table.seq % stride == 0:
                for viewer in [None, *range(seats)]:
                    if table.viewer(viewer) != viewer:
                        continue  # out of the game: a spectator now, who is looked at anyway
                    worlds = [
                        state.determinize(viewer, FastChance(seed + 1000 * number)) for seed in range(WORLDS)
                    ]
                    wishes = wishes_of([state, *worlds], chance)
                    truth = sent(table, viewer, wishes)
                    for world in worlds:
                        world.chance = state.chance
                        table.live.state = world
                        told = sent(table, viewer, wishes)
                        assert told == truth, f"{game}, entry {table.seq}, seat {viewer}"
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

    async def watch(api: Api, choose: int) -> list[list[tuple[str, int]]]:
        made = await api.post("/api/tables", {"game": "echo", "seats": [{"who": "you"}, {"who": "you"}]})
        id = made["table"]["id"]
        server.set_dice(id, 7)
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
        options = SECRETIVE.get(game, {})
        match = innkeeper.new_match(game, options=options, seats=seats, seed=number, nonces=[""] * seats)
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
                    seen.add(tuple(sent(other, viewer, []) for viewer in viewers))
                    tried += 1
                assert len(seen) == 1, f"{game}, entry {table.seq}"
            seat = chance.choice(waiting)
            before = state
            table.live.act(seat, chance.choice(state.actions(seat)).id)
            table.advance(before, table.live.record_entry(table.seq - 1), 1)
    assert (tried > 3) == (game in ("adventurer", "echo", "micah"))
