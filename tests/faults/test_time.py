"""Somebody sets the wall clock: no player wins or loses time by it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Api, Seat, two_seats
from tests.server.running import Process
from tests.wide import wide

BANK = {"kind": "bank", "seconds": 60, "increment": 0}
SHORT = {"kind": "decision", "seconds": 5}


class Wall:
    """A server whose wall clock we can set."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "wall"
        self.set(0)
        self.server = Process(
            "--database", str(folder / "inn.db"), program="tests.faults.shifted", WALL_CLOCK=str(self.file)
        )

    def set(self, seconds: int) -> None:
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.replace(self.file)


@pytest.fixture
def wall(tmp_path: Path) -> Wall:
    return Wall(tmp_path)


async def _left(url: str, id: str, token: str) -> float:
    async with Api(url) as api:
        update: Any = await api.get(f"/api/tables/{id}/view", token=token)
        return float(update["clocks"]["left"][0]) / 1000


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seconds", [-3600, *wide(120)])
def test_a_wall_clock_that_jumps_takes_no_time_and_gives_none(wall: Wall, seconds: int) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal", clock=BANK)
            began = time.monotonic()
            before = await _left(url, id, tokens[0])
            wall.set(seconds)
            await asyncio.sleep(2)  # time is what is measured here
            after = await _left(url, id, tokens[0])
            spent = time.monotonic() - began
            assert 1.9 < before - after < spent + 0.1
            async with Seat(url, id, tokens[0]) as seat:
                assert (await seat.act("magic"))["entry"] == 1  # its clock has not run out
            again = await _left(url, id, tokens[0])
            assert before - again < time.monotonic() - began + 0.1
            # and a clock still runs out when it should
            asked = time.monotonic()
            id, tokens = await two_seats(api, "magicduel", preset="literal", clock=SHORT)
            began = time.monotonic()
            wall.set(-seconds)
            async with Seat(url, id, tokens[0]) as seat:
                await seat.until(lambda m: m["type"] == "update" and m["seq"] >= 1)
            assert time.monotonic() - asked > 4.9
            assert time.monotonic() - began < 15

    server = wall.server.start()
    try:
        asyncio.run(scenario(server.url))
    finally:
        server.stop()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seconds", [-3600, *wide(120)])
def test_a_wall_clock_set_while_no_server_runs_is_nobodys_time(wall: Wall, seconds: int) -> None:
    async def begin(url: str) -> tuple[str, str, float, float]:
        async with Api(url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal", clock=BANK)
            async with Seat(url, id, tokens[0]) as seat:
                await asyncio.sleep(1)  # so that the answer is later than the first beat of the pulse
                at = time.monotonic()
                await seat.act("magic")
        left = await _left(url, id, tokens[0])
        return id, tokens[0], left, time.monotonic() - at

    async def go_on(url: str, id: str, token: str) -> tuple[float, float, float]:
        began = time.monotonic()
        one = await _left(url, id, token)
        await asyncio.sleep(2)  # time is what is measured here
        other = await _left(url, id, token)
        return one, other, time.monotonic() - began

    server = wall.server.start()
    began = time.monotonic()
    try:
        id, token, before, answered = asyncio.run(begin(server.url))
        server.kill()
        wall.set(seconds)
        server.start()
        one, other, spent = asyncio.run(go_on(server.url, id, token))
    finally:
        server.stop()
    gone = time.monotonic() - began
    assert -answered < before - one < gone + 1  # time goes on from the last answer
    assert 1.9 < one - other < spent + 0.1  # and the clock at once
