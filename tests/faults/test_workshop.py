"""One workshop for an inn of several processes: they make one study at a time, and either gives it up."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from innkeeper.server.landlords import appoint
from tests.faults.services import Services
from tests.server.client import Api
from tests.server.running import Process

ACCOUNT = {"name": "Anna", "password": "geese are geese"}
QUICK = {"game": "magicduel", "players": ["random"], "matches": 100}
LONG = {"game": "micah", "players": ["champion"], "matches": 5000}
PATIENCE = 120.0


async def until(api: Api, id: str, status: str, running: list[int]) -> None:
    """Ask until a study is as far; how many were worked on at each look is noted."""
    end = time.monotonic() + PATIENCE
    while True:
        studies = (await api.get("/api/workshop"))["studies"]
        running.append(sum(one["status"] == "running" for one in studies))
        if next(one["status"] for one in studies if one["id"] == id) == status:
            return
        assert time.monotonic() < end, studies
        await asyncio.sleep(0.05)


def test_two_servers_share_one_bench(services: Services) -> None:
    database = services.database()

    def server() -> Process:
        return Process("--database", database, "--channels", services.redis).start()

    async def scenario(one: Process, two: Process) -> None:
        async with Api(one.url) as here, Api(two.url) as there:
            await here.post("/api/accounts", ACCOUNT)
            await there.post("/api/login", ACCOUNT)
            appoint(database.replace("postgresql://", "postgresql+psycopg://"), "Anna", True)
            made: list[Any] = [
                await api.post("/api/workshop/studies", QUICK) for api in (here, there, here, there)
            ]
            running: list[int] = []
            for study in made:
                await until(there, study["id"], "done", running)
            assert set(running) <= {0, 1}
            long = await here.post("/api/workshop/studies", LONG)
            await until(there, long["id"], "running", running)
            await there.call("DELETE", f"/api/workshop/studies/{long['id']}")
            after = await there.post("/api/workshop/studies", QUICK)
            await until(here, after["id"], "done", running)
            assert set(running) <= {0, 1}

    one, two = server(), server()
    try:
        asyncio.run(scenario(one, two))
    finally:
        one.stop()
        two.stop()
