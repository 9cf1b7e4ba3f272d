"""Hints are whispered to the seat that must answer, where nothing is at stake."""

from __future__ import annotations

import asyncio
import re

import pytest

from innkeeper.server import hints
from tests.server.client import Api
from tests.server.running import Running


def test_a_hint_for_whoever_must_answer_and_for_nobody_else(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as other:
            seats = [{"who": "you"}, {"who": "bot", "bot": "regular"}]
            made = await api.post("/api/tables", {"game": "magicduel", "preset": "literal", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            refused = await api.get(f"{path}/hint", status=409)
            assert "has not begun" in refused["reason"]
            await api.post(f"{path}/start")
            first, again = await asyncio.gather(api.get(f"{path}/hint"), api.get(f"{path}/hint?seat=0"))
            assert first == again  # one thought for one question
            assert first["level"] == "champion"
            assert 0 <= first["share"] <= 1
            assert 0 <= first["chance"] <= 1
            assert first["reply"] is None or first["reply"]["seat"] == 1
            assert await api.get(f"{path}/hint") == first
            await other.get(f"{path}/hint", status=401)
            await other.post("/api/tables", {"game": "echo"})  # now it is somebody
            await other.get(f"{path}/hint", status=403)
            await api.get(f"{path}/hint?seat=1", status=403)
            await api.post(f"{path}/act", {"action": first["action"], "seq": 0, "nonce": "a"})
            later = await api.get(f"{path}/hint")
            assert re.fullmatch(r"[a-z]+(:\w+)*", later["action"])
            await api.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
            refused = await api.get(f"{path}/hint", status=409)
            assert refused["reason"] == "nobody asks you anything now"

    asyncio.run(scenario())


def test_none_in_a_match_that_counts(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            await api.post("/api/accounts", {"name": "Listener", "password": "Listener and bread"})
            seats = [{"who": "you"}, {"who": "bot", "bot": "champion"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            started = await api.post(f"{path}/start")
            assert started["unrated"] is None
            refused = await api.get(f"{path}/hint", status=409)
            assert refused["reason"] == "this match counts: hints are for matches that are not rated"

    asyncio.run(scenario())


def test_not_while_another_is_asked(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            seats = [{"who": "you", "name": "Wren"}, {"who": "you", "name": "Hanne"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            await api.post(f"{path}/start")
            assert "label" in await api.get(f"{path}/hint?seat=0")
            refused = await api.get(f"{path}/hint?seat=1", status=409)
            assert refused["reason"] == "nobody asks you anything now"

    asyncio.run(scenario())


def test_only_so_many_hints_are_thought_about_at_a_time(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            paths = []
            for _ in range(3):
                made = await api.post("/api/tables", {"game": "magicduel", "preset": "literal"})
                paths.append(f"/api/tables/{made['table']['id']}")
                await api.post(f"{paths[-1]}/start")
            with server.bots_at_rest():
                asked = [asyncio.create_task(api.http.get(f"{path}/hint")) for path in paths]
                await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            answers = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert sorted(answers) == [200, 200, 429]
            (late,) = [path for path, status in zip(paths, answers) if status == 429]
            assert "label" in await api.get(f"{late}/hint")

    monkeypatch.setattr(hints, "WAITING", 2)
    asyncio.run(scenario())
