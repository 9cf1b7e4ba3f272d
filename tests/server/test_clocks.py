"""Clocks: kept by the server, derived from the log, stopped while no server runs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import innkeeper
from innkeeper.server import clocks
from innkeeper.server.clocks import TableClock
from innkeeper.server.protocol import BankClock, DecisionClock
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running

DECISION = {"kind": "decision", "seconds": 60}
BANK = {"kind": "bank", "seconds": 60, "increment": 5}


class Time:
    """A clock that stands until it is put forward, or is let go."""

    def __init__(self) -> None:
        self.ahead = 0
        self.began = clocks.now_ms()
        self.goes = False

    def __call__(self) -> int:
        return (clocks.now_ms() if self.goes else self.began) + self.ahead


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    moved = Time()
    for name, module in [*sys.modules.items()]:
        if name.startswith("innkeeper.server.") and module is not clocks and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", moved)
    return moved


@pytest.fixture
def inn(folder: Path, time: Time) -> Iterator[Running]:
    with running(folder) as found:
        yield found


def test_a_clock_per_decision_starts_anew_with_every_question() -> None:
    clock = TableClock(DecisionClock(seconds=60), 2, [0, 1], [])
    clock.begin(1000, [0])
    assert clock.deadline(1000) == 61_000
    clock.step(31_000, [0], 0, answered=True)
    assert clock.deadline(31_000) == 91_000
    clock.step(41_000, [0], 0, answered=False)  # a standing action wins no time
    assert clock.deadline(41_000) == 91_000
    clock.step(51_000, [0, 1], 0, answered=True)
    clock.step(60_000, [1], 0, answered=True)  # seat 1 still thinks
    assert clock.deadline(60_000) == 111_000
    assert clock.expired(111_000) == [1]
    assert clock.shown(81_000).left == [60_000 - 9_000, 30_000]


def test_a_bank_with_increment_and_outages() -> None:
    clock = TableClock(BankClock(seconds=60, increment=5), 2, [0, 1], [(10_000, 40_000)])
    clock.begin(0, [0])
    clock.step(50_000, [1], 0, answered=True)  # 50 s went by, 30 of them without a server
    assert clock.shown(50_000).left == [45_000, 60_000]
    assert clock.expired(109_999) == []
    assert clock.expired(110_000) == [1]


def test_bots_have_no_clock() -> None:
    clock = TableClock(DecisionClock(seconds=60), 2, [0], [])
    clock.begin(0, [1])
    assert clock.deadline(0) is None
    assert clock.shown(5).left == [60_000, None]


def test_the_time_out_answer_is_applied_and_logged(inn: Running, time: Time) -> None:
    async def scenario() -> None:
        async with Api(inn.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal", clock=DECISION)
            async with Seat(inn.url, id, tokens[0]) as first, Seat(inn.url, id, tokens[1]) as second:
                assert first.update is not None
                assert first.update["clocks"]["running"] == [0]
                assert first.update["clocks"]["left"][0] == 60_000
                expected = first.update["decision"]["timeout"]
                time.ahead += 61_000
                await second.ask("ping")
                # whoever looks makes the server look at the clock
                late = await first.act("magic")
                assert late["type"] == "stale"
                truth = await api.get(f"/api/tables/{id}/view", token=tokens[1])
                kinds = [line["event"]["kind"] for line in truth["lines"]]
                assert "timed_out" in kinds
                line = truth["lines"][kinds.index("timed_out")]
                assert (line["event"]["action"], line["clause"]) == (expected, "IN-1.2")
                await second.ask("resign")
            innkeeper.verify(await api.get(f"/api/tables/{id}/record"))

    asyncio.run(scenario())


def test_clocks_go_on_after_a_restart_without_the_time_between(folder: Path, time: Time) -> None:
    async def sit_down(url: str) -> tuple[str, list[str]]:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal", clock=BANK)
            async with Seat(url, id, tokens[0]) as first:
                time.ahead += 20_000
                await first.act("magic")
            return id, tokens

    async def come_back(url: str, id: str, token: str) -> None:
        async with Seat(url, id, token) as first:
            assert first.update is not None
            assert first.update["clocks"]["left"][0] == 45_000  # 60 - 20 + 5
            time.ahead += 46_000
            assert (await first.act("magic"))["type"] == "stale"  # the clock was faster

    with running(folder) as before:
        id, tokens = asyncio.run(sit_down(before.url))
    time.ahead += 3_600_000
    with running(folder) as after:
        asyncio.run(come_back(after.url, id, tokens[0]))


def test_a_clock_runs_out_by_itself_even_in_a_server_that_was_just_started(
    folder: Path, time: Time, quick: None
) -> None:
    time.goes = True

    async def sit_down(url: str) -> tuple[str, list[str]]:
        async with Api(url) as api:
            return await two_seats(
                api, "magicduel", preset="literal", clock={"kind": "decision", "seconds": 5}
            )

    async def wait(url: str, id: str, token: str) -> None:
        async with Seat(url, id, token) as first:
            await first.until(lambda m: m["type"] == "update" and m["seq"] >= 1) if first.seq < 1 else None

    with running(folder) as before:
        id, tokens = asyncio.run(sit_down(before.url))
        time.ahead += 4_000
    with running(folder) as after:
        asyncio.run(wait(after.url, id, tokens[1]))


def test_a_bot_takes_over_an_absent_seat_and_gives_it_back(inn: Running, time: Time) -> None:
    async def scenario() -> None:
        async with Api(inn.url) as api:
            id, tokens = await two_seats(
                api, "magicduel", preset="literal", clock=DECISION, takeover="random"
            )
            async with Seat(inn.url, id, tokens[1]) as second:
                time.ahead += 61_000
                refused = await second.act("magic")  # not the turn of seat 1, but the server looks
                assert refused["type"] in ("refused", "stale", "update")
                if not second.table["seats"][0]["stand_in"]:
                    await second.until(
                        lambda m: m["type"] == "table" and m["seats"][0]["stand_in"] == "random"
                    )
                await second.turn()  # the bot plays on for seat 0
                first = Seat(inn.url, id, tokens[0])
                await first.connect()
                await second.until(lambda m: m["type"] == "table" and not m["seats"][0]["stand_in"])
                await first.socket.close()

    asyncio.run(scenario())
