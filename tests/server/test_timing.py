"""Time tells nothing: neither how soon others hear of a sealed choice, nor how long a bot takes.

Two choices are tried in random order, many times, and the times that others measure are compared by rank. If
the choice made no difference, any order of the ranks would be as likely as any other. Each test also
slows one of the choices down on purpose, to show that such a difference would have been noticed.
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import selectors
import time
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.frame import seats_of
from innkeeper.server import bots
from innkeeper.server.bots import Answer, BotPool, Job, Reading, Study, knows_more
from tests.server.client import Api, Seat, play_out
from tests.server.running import Running

TRIALS = 40  # of each choice at a table
TABLES = max(1, int(os.environ.get("INNKEEPER_EXAMPLES", "10")) // 10)
UNLIKELY = 1e-5
SLOWED = 0.02  # at least: more than what the machine adds by itself
SEALED: dict[str, tuple[int, dict[str, Any]]] = {
    "echo": (2, {}),
    "adventurer": (2, {"mulligan": True}),
    "micah": (3, {}),
}


def by_rank(first: Sequence[float], second: Sequence[float]) -> float:
    """How likely ranks that differ at least so much are by chance alone (Mann and Whitney, both sides)."""
    n, m = len(first), len(second)
    order = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    ranks = sum(place for place, (_, which) in enumerate(order, 1) if which == 0)
    distance = abs(ranks - n * (n + m + 1) / 2) / math.sqrt(n * m * (n + m + 1) / 12)
    return math.erfc(distance / math.sqrt(2))


def test_the_ranks_of_equal_times_differ_by_chance_only() -> None:
    chance = random.Random(3)
    found = []
    for _ in range(400):
        times = [chance.expovariate(1) for _ in range(80)]
        found.append(by_rank(times[:40], times[40:]))
    assert 0.02 < sum(p < 0.05 for p in found) / len(found) < 0.09
    assert by_rank([1.0 + n / 1000 for n in range(40)], [2.0 + n / 1000 for n in range(40)]) < UNLIKELY


class Sealing:
    """A table at which several seats choose at once, and what the others of them hear."""

    def __init__(self, seats: list[Seat], bench: Seat, chooser: Seat) -> None:
        self.seats = seats
        self.chooser = chooser
        self.others = [seat for seat in [*seats, bench] if seat is not chooser]
        self.sizes: dict[tuple[int, int], list[list[list[int]]]] = {}

    async def heard(self, entry: int) -> list[tuple[float, list[int]]]:
        """When the others know of an entry, and the sizes of all they got until then."""

        async def listen(seat: Seat) -> tuple[float, list[int]]:
            known = len(seat.received)
            while seat.seq < entry:
                await seat.receive()
            return time.perf_counter(), [len(data) for data in seat.received[known:]]

        return list(await asyncio.gather(*(listen(seat) for seat in self.others)))

    async def choose(self, action: str) -> list[float]:
        """Seal an answer and take it back; the seconds until each of the others heard."""
        began = time.perf_counter()
        entry = self.chooser.seq + 1
        asked = asyncio.create_task(self.chooser.act(action))
        heard = await self.heard(entry)
        assert (await asked)["entry"] == entry
        assert (await self.chooser.ask("undo", seq=self.chooser.seq))["type"] == "update"
        await self.heard(entry + 1)
        sizes = [sizes for _, sizes in heard]
        numbers = len(str(entry - 1)), len(str(entry))  # the digits of the entry's number are in there
        self.sizes.setdefault(numbers, []).append(sizes)
        return [at - began for at, _ in heard]


async def sealing(server: Running, api: Api, game: str, seed: int = 1) -> Sealing:
    """Play at random until several seats choose at once, in secret, one of them among several answers."""
    count, options = SEALED[game]
    made = await api.post(
        "/api/tables", {"game": game, "seats": [{"who": "you"}] * count, "options": options}
    )
    id = made["table"]["id"]
    server.set_dice(id, seed)
    await api.post(f"/api/tables/{id}/start")
    seats = [Seat(server.url, id, key["token"]) for key in made["tokens"]]
    bench = Seat(server.url, id)
    for seat in [*seats, bench]:
        await seat.connect()
    live = server.inn.hall.tables[id].live
    chance = random.Random(seed)
    while True:
        assert not live.state.over, "no secret choice came up"
        waiting = seats_of(live.state.required())
        if live.state.asking.secret() and len(waiting) > 1:
            free = [seat for seat in waiting if len(live.state.actions(seat)) > 1]
            if free:
                return Sealing(seats, bench, seats[free[0]])
        acting = seats[chance.choice(waiting)]
        await acting.act(chance.choice(acting.legal))
        for seat in [*seats, bench]:
            while seat.seq < acting.seq:
                await seat.receive()


@pytest.mark.parametrize("game", SEALED)
def test_a_sealed_choice_shows_neither_in_sizes_nor_in_times(
    server: Running, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = server.inn.hall.referee.act
    slowed: list[str] = []
    seconds = SLOWED

    async def slow(table: Any, caller: Any, seat: int, action: str, *more: Any) -> int:
        if action in slowed:
            await asyncio.sleep(seconds)
        return await act(table, caller, seat, action, *more)

    monkeypatch.setattr(server.inn.hall.referee, "act", slow)

    async def look(api: Api) -> list[list[list[float]]]:
        table = await sealing(server, api, game)
        choices = [table.chooser.legal[0], table.chooser.legal[-1]]
        slowed[:] = choices[1:] if slowed else []
        await trials(table, choices, 3)  # whatever is slow, or said, only once: who came, for one
        table.sizes.clear()
        times = await trials(table, choices, TRIALS)
        for known in table.sizes.values():
            assert all(sizes == known[0] for sizes in known), (game, choices)
        for seat in [table.chooser, *table.others]:
            await seat.socket.close()
        return times

    async def scenario() -> None:
        nonlocal seconds
        async with Api(server.url) as api:
            found = [await look(api) for _ in range(TABLES)]
            every = sorted(t for times in found for which in times for place in which for t in place)
            seconds = max(SLOWED, every[len(every) * 9 // 10])
            for place in range(len(found[0][0])):
                first, second = ([t for times in found for t in times[which][place]] for which in (0, 1))
                print(f"{game}, listener {place}: p = {by_rank(first, second):.3f}, {len(first)} trials each")
                assert by_rank(first, second) > UNLIKELY, game
            slowed.append("the second choice")
            for _ in range(4):
                if all(by_rank(first, second) < UNLIKELY for first, second in zip(*await look(api))):
                    break
                seconds *= 2  # the machine itself takes as long meanwhile
            else:
                pytest.fail("the test notices nothing")

    asyncio.run(scenario())


async def trials(table: Sealing, choices: list[str], count: int) -> list[list[list[float]]]:
    """By choice and listener, the seconds until it was heard of. Sizes are equal to the byte."""
    chance = random.Random(count)
    order = [0, 1] * count
    chance.shuffle(order)
    times: list[list[list[float]]] = [[[] for _ in table.others] for _ in choices]
    for which in order:
        for place, seconds in enumerate(await table.choose(choices[which])):
            times[which][place].append(seconds)
    return times


class Pondering(bots.Worker):
    """A bot that thinks the longer the higher its seat."""

    async def ask(self, job: Job | Study | Reading) -> Answer:
        assert isinstance(job, Job)
        await asyncio.sleep(0.002 + 0.02 * job.seat)
        return Answer("magic")


class Leaping(selectors.DefaultSelector):
    """Time that goes on where everybody sleeps, and there at once: a busy machine adds nothing to it."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)

    def perf_counter(self) -> float:
        return self.now

    def run(self, scenario: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=lambda: Leap(self)) as runner:
            runner.run(scenario)


class Leap(asyncio.SelectorEventLoop):
    """A loop that lives in such a time."""

    def __init__(self, leaping: Leaping) -> None:
        self.leaping = leaping
        super().__init__(leaping)

    def time(self) -> float:
        return self.leaping.now


@pytest.fixture
def leaping(monkeypatch: pytest.MonkeyPatch) -> Leaping:
    found = Leaping()
    monkeypatch.setattr(bots, "time", found)
    return found


@pytest.mark.parametrize("beat", [0.0, 0.3])
def test_bots_with_secrets_answer_on_the_beat(leaping: Leaping, beat: float) -> None:
    match = innkeeper.new_match("magicduel", seed=1)
    times: list[list[float]] = [[], []]
    order = [0, 1] * 25
    random.Random(1).shuffle(order)

    async def scenario() -> None:
        pool = BotPool(1, 20, beat)
        pool.workers = [Pondering(20)]

        async def question(number: int, seat: int) -> None:
            await asyncio.sleep(number * 0.01)
            began = leaping.now
            await pool.choose(f"t{number}", match, seat, "any", masked=True)
            times[seat].append(leaping.now - began)

        await asyncio.gather(*(question(number, seat) for number, seat in enumerate(order)))

    leaping.run(scenario())
    if beat:
        assert [*times[0], *times[1]] == pytest.approx([beat] * 50)
    else:
        assert by_rank(*times) < UNLIKELY


def test_who_may_think_long_answers_on_a_beat_after_that(leaping: Leaping) -> None:
    """A search that is soon sure would tell so: it is not heard before it could have been unsure."""
    match = innkeeper.new_match("echo", seed=1)

    async def scenario() -> None:
        pool = BotPool(1, 20, 0.03)
        pool.workers = [Pondering(20)]
        for bot, least in (("regular", 0.03), ("champion", 0.12), ("legend", 1.02)):
            for seat in (0, 1):
                began = leaping.now
                await pool.choose(f"t{seat}", match, seat, bot, masked=True)
                assert leaping.now - began > least - 0.001, (bot, seat)
        began = leaping.now
        await pool.choose("t", match, 0, "legend")  # nothing is hidden: as soon as it knows
        assert leaping.now - began == pytest.approx(0.002)

    leaping.run(scenario())


def test_only_bots_that_know_more_than_the_bench_keep_the_beat() -> None:
    for game, hides in (("echo", True), ("adventurer", True), ("magicduel", False), ("mazerunner", False)):
        match = innkeeper.new_match(game, seed=1)
        assert all(knows_more(match, seat) == hides for seat in range(match.seats)), game


@pytest.mark.parametrize(("game", "hides"), [("echo", True), ("magicduel", False)])
def test_a_table_has_its_bots_keep_the_beat(
    server: Running, game: str, hides: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = server.inn.hall.bots.choose
    kept: list[tuple[str, bool]] = []

    async def noted(table: str, match: Any, seat: int, bot: str, masked: bool = False) -> str | None:
        kept.append((table, masked))
        return await choose(table, match, seat, bot, masked)

    monkeypatch.setattr(server.inn.hall.bots, "choose", noted)

    async def scenario() -> str:
        async with Api(server.url) as api:
            seats = [{"who": "you"}, {"who": "bot", "bot": "random"}]
            made = await api.post("/api/tables", {"game": game, "seats": seats})
            id = str(made["table"]["id"])
            await api.post(f"/api/tables/{id}/start")
            async with Seat(server.url, id, made["tokens"][0]["token"]) as seat:
                await play_out(seat, 1)
            return id

    id = asyncio.run(scenario())
    assert {masked for table, masked in kept if table == id} == {hides}
