"""How long a person's action takes while a study is made in the workshop, beside the same without one.

Some tables of two programs each, all acting one after another as people do, on one server of its own. Rounds
without and with a study alternate, so that other load on the machine hits both alike. The study is one that
never ends by itself: Micah's Game between Champions.

    python -m benchmarks.workshop [--tables 20] [--actions 400] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from innkeeper.server.landlords import appoint
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Process

STUDY = {"game": "micah", "players": ["champion"], "matches": 5000}


async def table(api: Api) -> list[Seat]:
    """Both seats of a match that is long enough."""
    id, tokens = await two_seats(api, "mazerunner")
    seats = [Seat(api.url, id, token) for token in tokens]
    for seat in seats:
        await seat.connect()
    return seats


async def act(seats: list[Seat], chance: random.Random) -> float | None:
    """One action at a table, and how long it took until its answer; None if the match is over."""
    asked = [seat for seat in seats if seat.update is not None and seat.update["decision"] is not None]
    if not asked or asked[0].update is None or asked[0].update["over"]:
        return None
    seat = asked[0]
    began = time.perf_counter()
    await seat.act(chance.choice(seat.legal))
    spent = time.perf_counter() - began
    for other in seats:
        while other.seq < seat.seq:
            await other.receive()
    return spent


async def measure(api: Api, tables: int, actions: int, seed: int) -> list[float]:
    """The times of so many actions, spread over all tables."""
    chance = random.Random(seed)
    open_tables = [await table(api) for _ in range(tables)]
    times: list[float] = []
    while len(times) < actions:
        place = len(times) % tables
        spent = await act(open_tables[place], chance)
        if spent is None:
            open_tables[place] = await table(api)
        else:
            times.append(spent)
    for seats in open_tables:
        for seat in seats:
            await seat.socket.close()
    return times


async def study(api: Api) -> str:
    """A study that is being made."""
    id: str = (await api.post("/api/workshop/studies", STUDY))["id"]
    while not (await api.get(f"/api/workshop/studies/{id}"))["total"]:
        await asyncio.sleep(0.1)
    return id


async def compare(url: str, database: Path, tables: int, actions: int, rounds: int) -> None:
    found: dict[str, list[float]] = {"without": [], "with": []}
    async with Api(url) as api:
        await api.post("/api/accounts", {"name": "Anna", "password": "geese are geese"})
        appoint(f"sqlite:///{database}", "Anna", True)
        for number in range(rounds):
            found["without"] += await measure(api, tables, actions, number)
            id = await study(api)
            found["with"] += await measure(api, tables, actions, number)
            await api.call("DELETE", f"/api/workshop/studies/{id}")
            while (await api.get(f"/api/workshop/studies/{id}"))["status"] == "running":
                await asyncio.sleep(0.1)
    for name, times in found.items():
        times.sort()
        half, late = (1000 * times[int(part * (len(times) - 1))] for part in (0.5, 0.99))
        print(f"{name:8} a study: {len(times)} actions, half within {half:.1f} ms, 99 % within {late:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--actions", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "inn.db"
        server = Process("--database", str(database)).start()
        try:
            asyncio.run(compare(server.url, database, asked.tables, asked.actions, asked.rounds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
