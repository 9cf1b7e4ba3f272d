"""A faulty row in any table of the database hurts whom it is about and nobody else; the log stays short."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.client import Api, Seat, two_seats
from tests.server.running import running

PASSWORD = "a long enough word"


class House(NamedTuple):
    """A running match, one that is over and counted, and one that nobody will touch; all of them listed."""

    bad: str
    over: str
    good: str
    token: str


def change(folder: Path, statement: str, house: House) -> None:
    """Change what the statement finds, whatever the database would say to that."""
    book = sqlite3.connect(folder / "inn.db")
    with book:
        assert book.execute(statement, {"bad": house.bad, "over": house.over}).rowcount != 0
    book.close()


async def furnish(url: str) -> House:
    async with Api(url) as wren, Api(url) as osgood:
        await wren.post("/api/accounts", {"name": "Wren", "password": PASSWORD})
        await osgood.post("/api/accounts", {"name": "Osgood", "password": PASSWORD})
        made = await wren.post(
            "/api/tables", {"game": "magicduel", "public": True, "seats": [{"who": "you"}, {"who": "open"}]}
        )
        over = made["table"]["id"]
        joined = await osgood.post(f"/api/tables/{over}/sit")
        async with Seat(url, over, joined["tokens"][0]["token"]) as seat:
            await seat.ask("resign")
        while not (await wren.get("/api/me"))["ratings"]:
            await asyncio.sleep(0.02)
    async with Api(url) as api:
        bad, _ = await two_seats(api, "magicduel", preset="literal", public=True)
        async with Seat(url, bad, _[0]) as seat:
            await seat.act(seat.legal[0])
            await seat.ask("say", text="Good evening.")
        good, tokens = await two_seats(api, "magicduel", preset="literal", public=True)
    return House(bad, over, good, tokens[0])


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, House]:
    """A house to be damaged, as its server left it."""
    folder = tmp_path_factory.mktemp("house")
    with running(folder) as server:
        house = asyncio.run(furnish(server.url))
    return folder / "inn.db", house


class Listener(logging.Handler):
    """Remembers what an operator would have read."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


DAMAGE = [
    "UPDATE entries SET at = 'noon' WHERE match_id = :bad",
    "UPDATE entries SET body = '[' WHERE match_id = :bad",
    "UPDATE entries SET body = x'ff00' WHERE match_id = :bad",
    "UPDATE entries SET seat = 'first' WHERE match_id = :bad",
    "UPDATE notes SET at = 'noon', seq = 'soon', text = x'ff' WHERE match_id = :bad",
    "UPDATE notes SET kind = 'song', seat = 99 WHERE match_id = :bad",
    "UPDATE matches SET created = 'long ago' WHERE id = :bad",
    "UPDATE matches SET started = NULL WHERE id = :bad",
    "UPDATE matches SET seed = 'text' WHERE id = :bad",
    "UPDATE matches SET due = 'noon' WHERE id = :bad",
    "UPDATE matches SET clock = 'no clock' WHERE id = :bad",
    "UPDATE matches SET status = 'asleep' WHERE id = :bad",
    "UPDATE matches SET options = '[]' WHERE id = :bad",
    "UPDATE matches SET origin = id WHERE id = :bad",
    "UPDATE matches SET previous = id WHERE id = :bad",
    "UPDATE matches SET outcome = '5' WHERE id = :bad",
    "DELETE FROM chairs WHERE match_id = :bad AND seat = 0",
    "UPDATE chairs SET seat = 7 WHERE match_id = :bad AND seat = 0",
    "UPDATE chairs SET who = 'nobody', ready = 'yes' WHERE match_id = :bad",
    "UPDATE chairs SET brings = '{\"deck\": 5}' WHERE match_id = :bad",
    "UPDATE chairs SET account = 99 WHERE match_id = :bad",
    "UPDATE matches SET rated = 0 WHERE id = :over",
    "UPDATE matches SET rated = 0, ended = NULL, outcome = '{}' WHERE id = :over",
    "UPDATE matches SET ended = 'noon' WHERE id = :over",
    "UPDATE matches SET outcome = '{' WHERE id = :over",
    "INSERT INTO endings VALUES (:over, x'00')",
    "UPDATE results SET place = 'x', at = 'noon', won = 'maybe' WHERE match_id = :over AND seat = 0",
    "INSERT INTO ratings VALUES ('magicduel', 'account:none', 1.0, 1.0, 1)",
    "INSERT INTO ratings VALUES ('magicduel', 'account:99', 1.0, 1.0, 1)",
    "INSERT INTO ratings VALUES ('magicduel', 'bot:hal', 'much', 1.0, 'many')",
    "INSERT INTO ratings VALUES ('magicduel', 'nobody', 1e999, 1.0, 1)",
    "UPDATE accounts SET password = 'open' WHERE name = 'Wren'",
    "UPDATE guests SET account = 99, created = 'noon'",
    "UPDATE packs SET files = '[' WHERE hash = (SELECT content FROM matches WHERE id = :bad)",
    "UPDATE pulse SET beat = 'now'",
    "INSERT INTO pulse VALUES (2, 5)",
    "DELETE FROM pulse",
    "INSERT INTO outages VALUES (5, 'noon')",
    "INSERT INTO outages VALUES ('dawn', 'noon')",
]
EVERYBODY = 4  # times that all who come look at everything


@pytest.mark.parametrize("statement", DAMAGE)
def test_one_faulty_row(folder: Path, quick: None, furnished: tuple[Path, House], statement: str) -> None:
    async def look(url: str, house: House) -> None:
        async with Api(url) as api:
            statuses: dict[str, int] = {}
            for _ in range(EVERYBODY):
                for address in (
                    "/api/tables?status=playing",
                    "/api/tables?status=over",
                    "/api/leaderboard/magicduel",
                    "/api/players/Osgood",
                    "/api/me",
                    "/ready",
                ):
                    statuses[address] = (await api.http.get(address)).status_code
                for table in (house.bad, house.over):
                    for door in ("", "/view", "/tape", "/replay", "/verify", "/record"):
                        address = f"/api/tables/{table}{door}"
                        statuses[address.replace(table, "T")] = (await api.http.get(address)).status_code
                        assert statuses[address.replace(table, "T")] != 500, address
            lists = {address: status for address, status in statuses.items() if "/T" not in address}
            if "packs" not in statement:
                assert set(lists.values()) == {200}, lists
            await api.post("/api/login", {"name": "Osgood", "password": PASSWORD})
            await api.post("/api/login", {"name": "Wren", "password": "a wrong one"}, status=401)
            listed = (await api.get("/api/tables?status=playing"))["tables"]
            if "packs" not in statement:
                assert house.good in [one["id"] for one in listed]
                async with Seat(url, house.good, house.token) as seat:
                    await seat.act(seat.legal[0])

    book, house = furnished
    shutil.copy(book, folder)
    change(folder, statement, house)
    listener = Listener()
    with running(folder) as after:
        logging.getLogger("innkeeper").addHandler(listener)
        try:
            asyncio.run(look(after.url, house))
        finally:
            logging.getLogger("innkeeper").removeHandler(listener)
    assert len(listener.said) < EVERYBODY, listener.said
