"""Who says nothing is seated with bots that fit: by how the last matches ended."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from innkeeper.server import schema
from innkeeper.server.fitting import FEWEST
from tests.server.client import Api
from tests.server.running import Running


def seated(made: Any) -> list[str | None]:
    return [seat["bot"] for seat in made["table"]["seats"]]


async def lose(api: Api, bot: str | None = None, game: str = "magicduel") -> str:
    """Sit down with a bot and give up; its level."""
    made = await api.post(
        "/api/tables", {"game": game, "seats": [{"who": "you"}, {"who": "bot", "bot": bot}]}
    )
    id = made["table"]["id"]
    await api.post(f"/api/tables/{id}/start")
    await api.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
    level = seated(made)[1]
    assert level is not None
    return level


async def met(api: Api, game: str = "magicduel") -> list[str | None]:
    """Whom one would sit down with now."""
    return seated(await api.post("/api/tables", {"game": game}))[1:]


def decide(server: Running, winners: list[int]) -> None:
    """Let all matches so far have ended like this."""

    def run(connection: Connection) -> None:
        m = schema.matches.c
        for id, outcome in connection.execute(select(m.id, m.outcome).where(m.status == "over")).all():
            ended = {**json.loads(outcome), "winners": winners, "draw": not winners}
            connection.execute(update(schema.matches).where(m.id == id).values(outcome=json.dumps(ended)))

    server.call(server.inn.storage.transact(run))


def test_who_loses_meets_a_weaker_bot_and_who_wins_a_stronger_one(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as other:
            assert await met(api) == ["regular"]
            for number in range(FEWEST):
                assert await lose(api) == "regular", number  # a few matches prove nothing
            assert await met(api) == ["guest"]
            assert await met(other) == ["regular"]  # everybody's results are their own
            assert await met(api, "echo") == ["regular"]  # and each game's
            await asyncio.to_thread(decide, server, [0])
            assert await met(api) == ["veteran"]
            await asyncio.to_thread(decide, server, [])
            assert await met(api) == ["regular"]  # nothing was decided
            await asyncio.to_thread(decide, server, [1])
            for _ in range(FEWEST):
                assert await lose(api) == "guest"
            assert await met(api) == ["guest"]  # there is nobody below

    asyncio.run(scenario())


def test_old_names_count_for_the_level_that_plays_so_and_others_for_nothing(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            for _ in range(FEWEST):
                await lose(api, "random")
            assert await met(api) == ["regular"]
            for _ in range(FEWEST):
                await lose(api, "greedy")
            assert await met(api) == ["guest"]
            friends = [{"who": "you"}, {"who": "open"}, {"who": "bot"}]
            assert seated(await api.post("/api/tables", {"game": "micah", "seats": friends}))[2] == "regular"

    asyncio.run(scenario())


@pytest.mark.parametrize("outcome", ["", "{", "[]", '{"winners": 3}', "null"])
def test_a_faulty_row_is_nobodys_result(server: Running, outcome: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            for _ in range(FEWEST):
                await lose(api)

            def run(connection: Connection) -> None:
                m = schema.matches.c
                newest = select(m.id).where(m.status == "over").order_by(m.ended.desc(), m.id).limit(1)
                id = connection.execute(newest).scalar_one()
                connection.execute(update(schema.matches).where(m.id == id).values(outcome=outcome))

            await asyncio.to_thread(lambda: server.call(server.inn.storage.transact(run)))
            assert await met(api) == ["regular"]
            await lose(api)
            assert await met(api) == ["guest"]

    asyncio.run(scenario())


def test_a_game_tells_its_levels(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            told = (await api.get("/api/games/magicduel"))["levels"]
            assert [one["name"] for one in told] == ["guest", "regular", "veteran", "champion", "legend"]
            assert all(one["about"].endswith(".") for one in told)
            for level in told:
                seats = [{"who": "you"}, {"who": "bot", "bot": level["name"]}]
                made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
                assert seated(made)[1] == level["name"]
            seats = [{"who": "you"}, {"who": "bot", "bot": "search"}]
            refused = await api.post("/api/tables", {"game": "magicduel", "seats": seats}, status=409)
            assert "there are guest, regular, veteran, champion, legend, random, greedy" in refused["reason"]

    asyncio.run(scenario())
