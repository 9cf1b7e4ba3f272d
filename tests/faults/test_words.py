"""Words for the dice at two processes, one of which is killed: bound once, dealt once."""

from __future__ import annotations

import asyncio
import secrets

import innkeeper
from innkeeper.engine.chance import seal_of
from tests.faults.services import Services
from tests.server.client import Api
from tests.server.running import Process

SEATS = [{"who": "you", "name": "Wren"}, {"who": "open"}]


async def _bound(host: Api, guest: Api) -> tuple[str, list[str]]:
    words = [secrets.token_hex(16) for _ in range(2)]
    seats = [{**SEATS[0], "seal": seal_of(words[0])}, SEATS[1]]
    made = await host.post("/api/tables", {"game": "echo", "seats": seats})
    path = f"/api/tables/{made['table']['id']}"
    joined = await guest.post(f"{path}/sit", {"name": "Hanne", "seal": seal_of(words[1])})
    assert joined["table"]["status"] == "dealing"
    return path, words


def test_two_processes_deal_one_match_and_a_kill_loses_no_word(services: Services) -> None:
    async def together(urls: list[str]) -> None:
        async with Api(urls[0]) as host, Api(urls[1]) as guest:
            for _ in range(10):
                path, words = await _bound(host, guest)
                answers = await asyncio.gather(
                    host.post(f"{path}/words", {"words": {"0": words[0]}}),
                    guest.post(f"{path}/words", {"words": {"1": words[1]}}),
                )
                assert "playing" in {answer["status"] for answer in answers}
                for person in (host, guest):
                    assert (await person.get(f"{path}/view"))["seq"] == 0
                await host.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
                record = await guest.get(f"{path}/record")
                assert record["chance"]["nonces"] == words
                innkeeper.verify(record)

    async def killed(servers: list[Process]) -> None:
        async with Api(servers[0].url) as host, Api(servers[1].url) as guest:
            path, words = await _bound(host, guest)
            await host.post(f"{path}/words", {"words": {"0": words[0]}})
            servers[0].kill()
            dealt = await guest.post(f"{path}/words", {"words": {"1": words[1]}})
            assert dealt["status"] == "playing"
            assert [seat["nonce"] for seat in dealt["seats"]] == words

    database = services.database()
    servers = [Process("--database", database, "--channels", services.redis).start() for _ in range(2)]
    try:
        asyncio.run(together([server.url for server in servers]))
        asyncio.run(killed(servers))
    finally:
        for server in servers:
            server.stop()
