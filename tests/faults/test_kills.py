"""Nothing is lost: servers, or what they stand on, are killed under load at random moments.

`INNKEEPER_KILLS` sets how often; `make faults` asks for 1,000. PostgreSQL and Redis, which take longer to
come back, are taken away a fifth as often.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, create_engine, select

import innkeeper
from innkeeper.engine.content import Content
from innkeeper.engine.game import all_games
from innkeeper.server import schema
from tests.faults.load import Witness, check, pair
from tests.faults.servers import Killable
from tests.faults.services import Services

KILLS = int(os.environ.get("INNKEEPER_KILLS", "12"))
OUTAGES = max(1, KILLS // 5)
PAIRS = 10
GAMES = [game.id for game in all_games()[0] if 2 in game.seats]


Blow = Callable[[Witness, random.Random], Awaitable[None]]


def killing(servers: Sequence[Killable]) -> Blow:
    """Kill one of the servers, and start it again."""

    async def blow(witness: Witness, chance: random.Random) -> None:
        victim = chance.choice(servers)
        witness.up[victim.url].clear()
        victim.kill()
        await asyncio.to_thread(victim.start)
        witness.up[victim.url].set()

    return blow


def cutting_off(services: Services) -> Blow:
    """Take PostgreSQL or Redis away for a moment: stopped, crashed, or hanging."""

    async def blow(witness: Witness, chance: random.Random) -> None:
        victim = chance.choice([services.postgres_service, services.redis_service])
        how = chance.choice([signal.SIGINT, signal.SIGQUIT, None])
        if how is None:
            victim.pause()
        else:
            await asyncio.to_thread(victim.stop, how)
        await asyncio.sleep(chance.random())
        if how is None:
            victim.resume()
        else:
            victim.start()
        await asyncio.to_thread(services.wait)

    return blow


async def torture(servers: Sequence[Killable], blow: Blow, blows: int, seed: int) -> Witness:
    """Load on all servers while one blow after another falls."""
    witness = Witness()
    chance = random.Random(seed)
    urls = [server.url for server in servers]
    for url in urls:
        witness.up[url] = asyncio.Event()
        witness.up[url].set()
    players = [
        asyncio.create_task(pair(urls, GAMES[number % len(GAMES)], witness, seed * 1000 + number))
        for number in range(PAIRS)
    ]
    done = 0
    while done < blows:
        # under load: only when something was acknowledged since the last time
        before = len(witness.acknowledged)
        while len(witness.acknowledged) < before + 5:
            for player in players:
                if player.done():
                    player.result()
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random() * 0.25)
        await blow(witness, chance)
        done += 1
    before = len(witness.acknowledged)
    while len(witness.acknowledged) < before + 5:
        await asyncio.sleep(0.01)
    witness.stop.set()
    await asyncio.wait_for(asyncio.gather(*players), 60)
    return witness


def check_book(engine: Engine, witness: Witness) -> dict[str, int]:
    """Everything acknowledged is there once, and every match replays to its hashes."""
    e, m, c = schema.entries.c, schema.matches.c, schema.chairs.c
    with engine.connect() as book:
        rows = book.execute(select(e.match_id, e.seq, e.seat, e.body, e.nonce)).all()
        found = check(witness, rows)
        packs = {
            row.hash: Content.of(msgspec.json.decode(row.files)) for row in book.execute(select(schema.packs))
        }
        replayed = 0
        for match in book.execute(select(schema.matches).where(m.status.in_(("playing", "over")))).mappings():
            bodies = book.execute(select(e.body).where(e.match_id == match["id"]).order_by(e.seq)).scalars()
            nonces = book.execute(select(c.nonce).where(c.match_id == match["id"]).order_by(c.seat)).scalars()
            record: dict[str, Any] = {
                "innkeeper": 1,
                "game": match["game"],
                "rules": match["rules"],
                "content": match["content"],
                "seats": 2,
                "options": msgspec.json.decode(match["options"]),
                "chance": {
                    "kind": "fair",
                    "seed": match["seed"].hex(),
                    "nonces": list(nonces),
                    "commitment": match["commitment"],
                },
                "start": match["start_hash"],
                "entries": [msgspec.json.decode(body) for body in bodies],
                "outcome": None if match["outcome"] is None else msgspec.json.decode(match["outcome"]),
            }
            innkeeper.verify(record, packs[match["content"]])
            replayed += 1
        assert book.execute(select(m.id).where(m.status == "frozen")).all() == []
        return {**found, "replayed": replayed}


@pytest.mark.timeout(60 + 20 * KILLS)
def test_killing_a_server_on_sqlite(tmp_path: Path) -> None:
    server = Killable(database=str(tmp_path / "inn.db")).start()
    try:
        witness = asyncio.run(torture([server], killing([server]), KILLS, seed=1))
    finally:
        server.stop()
    engine = create_engine(f"sqlite:///{tmp_path / 'inn.db'}")
    found = check_book(engine, witness)
    engine.dispose()
    print(f"\nSQLite, {server.kills} kills: {found}, 0 lost, 0 doubled, all hashes equal")
    assert found["acknowledged"] > 5 * KILLS


@pytest.mark.timeout(120 + 20 * KILLS)
def test_killing_either_of_two_servers_on_postgresql_and_redis(services: Services) -> None:
    database = services.database()
    servers = [Killable(database=database, channels=services.redis).start() for _ in range(2)]
    try:
        witness = asyncio.run(torture(servers, killing(servers), KILLS, seed=2))
    finally:
        for server in servers:
            server.stop()
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    found = check_book(engine, witness)
    engine.dispose()
    kills = sum(server.kills for server in servers)
    print(f"\nPostgreSQL and Redis, {kills} kills: {found}, 0 lost, 0 doubled, all hashes equal")
    assert found["acknowledged"] > 5 * KILLS


@pytest.mark.timeout(120 + 60 * OUTAGES)
def test_taking_postgresql_or_redis_away_under_load(own_services: Services) -> None:
    database = own_services.database()
    servers = [Killable(database=database, channels=own_services.redis).start() for _ in range(2)]
    try:
        witness = asyncio.run(torture(servers, cutting_off(own_services), OUTAGES, seed=3))
        assert sum(server.kills for server in servers) == 0  # none had to be started again
    finally:
        for server in servers:
            server.stop()
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    found = check_book(engine, witness)
    engine.dispose()
    print(f"\nPostgreSQL or Redis away, {OUTAGES} times: {found}, 0 lost, 0 doubled, all hashes equal")
    assert found["acknowledged"] > 5 * OUTAGES
