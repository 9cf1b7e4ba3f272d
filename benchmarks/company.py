"""How long people wait for their own moves while bots think: `make bench-company TABLES=200`.

People play MagicDuel with each other at a few tables, unhurried, and every action is timed until it is
answered. Then champions sit down at 200 further tables, each across from a program that answers at once, so
that all of them have something to think about all the time; and the people are timed again, on the same
server. What counts is the ratio of the two: the machine's other work hits both alike.

    python -m benchmarks.company [--tables 200] [--bot champion] [--actions 500] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.server import OurMatch, open_all, our_server

PEOPLE = 20  # tables of people
PACE = 0.02  # seconds between two actions anywhere among them


class BotMatch(OurMatch):
    """A match with a bot; its rival answers whatever it is asked, at once."""

    def __init__(self, address: str, http: Any, chance: random.Random, bot: str) -> None:
        super().__init__(address, http, chance)
        self.seats = [{"who": "you"}, {"who": "bot", "bot": bot}]
        self.answers = 0  # of the bot

    async def play(self) -> None:
        """Until somebody breaks it off; a match that is over is followed by another."""
        while True:
            update = self.updates[0]
            if update["over"]:
                await self.close()
                await self.open()
            elif 0 in update["view"]["to_act"]:
                await self.answer(0)
            else:
                self.updates[0] = await self._read(self.sockets[0], lambda m: m["type"] == "update")
                self.answers += 1


async def timed(address: str, http: Any, actions: int, seed: int) -> list[float]:
    """Milliseconds of so many actions of people, the slowest last."""
    chance = random.Random(seed)
    matches = [OurMatch(address, http, chance) for _ in range(PEOPLE)]
    await open_all(matches)
    times: list[float] = []
    while len(times) < actions:
        match = chance.choice(matches)
        if match.over:
            await match.close()
            await match.open()
        times.append(await match.act())
        await asyncio.sleep(PACE)
    await asyncio.gather(*(match.close() for match in matches))
    return sorted(times)


async def both(
    address: str, tables: int, bot: str, actions: int, seed: int
) -> tuple[list[float], list[float], int]:
    """Times without bots and with them, and how many answers the bots gave meanwhile."""
    import httpx

    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        alone = await timed(address, http, actions, seed)
        company = [BotMatch(address, http, random.Random(seed + place), bot) for place in range(tables)]
        await open_all(list(company))
        playing = [asyncio.create_task(match.play()) for match in company]
        while sum(match.answers > 0 for match in company) < tables:  # everybody has sat down and thought once
            await asyncio.sleep(0.1)
            for task in playing:
                if task.done():
                    task.result()
        before = sum(match.answers for match in company)
        among = await timed(address, http, actions, seed)
        answers = sum(match.answers for match in company) - before
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(match.close() for match in company))
    return alone, among, answers


def p99(times: list[float]) -> float:
    return times[len(times) * 99 // 100]


def measure(tables: int, bot: str, actions: int, seed: int) -> tuple[float, float, int]:
    """On a fresh server: p99 without bots and with them in milliseconds, and the answers of the bots."""
    with tempfile.TemporaryDirectory() as folder, our_server(Path(folder)) as (_, address):
        alone, among, answers = uvloop.run(both(address, tables, bot, actions, seed))
    return p99(alone), p99(among), answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--bot", default="champion")
    parser.add_argument("--actions", type=int, default=500, help="of people, in each phase")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print("p99 of people's actions, ms")
    print("without bots   with bots   ratio   answers of the bots")
    ratios = []
    for seed in range(given.rounds):
        alone, among, answers = measure(given.tables, given.bot, given.actions, seed)
        ratios.append(among / alone)
        print(f"{alone:12.1f}{among:12.1f}{ratios[-1]:8.2f}{answers:10}", flush=True)
    print(
        f"{given.tables} tables with a {given.bot}: {statistics.median(ratios):.2f} times (wanted: 2 at most)"
    )


if __name__ == "__main__":
    main()
