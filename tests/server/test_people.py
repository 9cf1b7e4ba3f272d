"""Accounts, history, ratings, the leaderboard."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
from sqlalchemy import select

from innkeeper.server import schema
from innkeeper.server.accounts import key_of
from innkeeper.server.seats import COOKIE
from tests.server.client import Api, Seat, play_out
from tests.server.conftest import Standing
from tests.server.running import running

SECRET = {"name": "Hanne", "password": "soup and bread"}


def test_figures_name_the_deck_of_the_house_or_say_that_it_was_ones_own(folder: Path) -> None:
    cards = ["knight", "squire", "ogre", "guard-goose", "whetstone", "silver-ring", "soapbox", "hot-cocoa"]
    own = {"name": "Mine", "cards": dict.fromkeys([*cards, "sensible-helmet", "grappling-hook"], 4)}

    async def scenario(url: str) -> None:
        async with Api(url) as home:
            await home.post("/api/accounts", SECRET)
            seats = [{"who": "you"}, {"who": "bot", "bot": "random"}]
            for place, deck in enumerate(("goose-company", {"game": "adventurer", **own})):
                rules = {"game": "adventurer", "seats": seats, "options": {"deck_0": deck}}
                id = (await home.post("/api/tables", rules))["table"]["id"]
                await home.post(f"/api/tables/{id}/start")
                resign = {"action": "resign", "seq": 0, "nonce": "n"}
                await home.post(f"/api/tables/{id}/act?seat=0", resign)
                while len(figures := (await home.get("/api/me"))["figures"]) < place + 2:
                    await asyncio.sleep(0.02)
            assert {one["of"] for one in figures} == {None, "Goose Company", ""}

    with running(folder) as server:
        asyncio.run(scenario(server.url))


def test_an_account_keeps_seats_history_and_ratings(folder: Path) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as home, Api(url) as phone, Api(url) as rival:
            seats = [{"who": "you", "name": "wren"}, {"who": "open"}]  # guests call themselves as they like
            made = await home.post("/api/tables", {"game": "magicduel", "seats": seats})
            id = made["table"]["id"]
            assert made["table"]["seats"][0]["name"] == "wren"
            before = home.http.cookies[COOKIE]
            me = await home.post("/api/accounts", SECRET)
            assert me["account"] == "Hanne"
            assert [(table["id"], table["yours"]) for table in me["tables"]] == [(id, [0])]  # it comes along
            assert (await home.get(f"/api/tables/{id}"))["host"]
            # the key from before the login opens nothing any more
            old = await home.http.get("/api/me", headers={"cookie": f"{COOKIE}={before}"})
            assert old.json() == {
                "account": None,
                "tables": [],
                "ratings": [],
                "history": [],
                "figures": [],
                "landlord": False,
            }
            await rival.post("/api/accounts", {"name": "wren", "password": "birdbirdbird"})
            await rival.post(f"/api/tables/{id}/sit", {"name": "whatever"})
            # the same account from another device: the seat is there
            await phone.post("/api/login", SECRET)
            shown = await phone.get(f"/api/tables/{id}/view")
            assert shown["view"]["you"] == 0
            table = await phone.get(f"/api/tables/{id}")
            assert [seat["name"] for seat in table["seats"]] == ["Hanne", "wren"]
            await phone.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
            while not (me := await home.get("/api/me"))["history"]:
                await asyncio.sleep(0.02)
            assert me["history"][0]["against"] == ["wren"]
            assert not me["history"][0]["won"]
            assert me["ratings"][0]["matches"] == 1
            board = await rival.get("/api/leaderboard/magicduel")
            assert [(row["name"], row["bot"]) for row in board["rows"]] == [("wren", False), ("Hanne", False)]
            assert board["rows"][0]["mu"] > 25 > board["rows"][1]["mu"]
            assert board["rows"][0]["sigma"] < 25 / 3
            player = await rival.get("/api/players/hanne")
            assert player["name"] == "Hanne"
            await rival.get("/api/players/nobody", status=404)
            key = home.http.cookies[COOKIE]
            await home.post("/api/logout")
            gone = await home.http.get("/api/me", headers={"cookie": f"{COOKIE}={key}"})
            assert gone.json()["account"] is None
            assert (await home.get("/api/me"))["account"] is None
            await home.get(f"/api/tables/{id}/view?seat=0", status=401)

    with running(folder) as server:
        asyncio.run(scenario(server.url))


def test_bots_are_rated_and_labelled(folder: Path) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api:
            await api.post("/api/accounts", SECRET)
            made = await api.post("/api/tables", {"game": "echo"})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(url, id, made["tokens"][0]["token"]) as seat:
                await play_out(seat, 1)
            while not (board := await api.get("/api/leaderboard/echo"))["rows"]:
                await asyncio.sleep(0.02)
            assert {row["bot"] for row in board["rows"]} == {True, False}

    with running(folder) as server:
        asyncio.run(scenario(server.url))


def test_results_are_written_after_a_crash_in_between(folder: Path) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api:
            await api.post("/api/accounts", SECRET)
            made = await api.post("/api/tables", {"game": "echo"})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            await api.post(f"/api/tables/{id}/act?seat=0", {"action": "resign", "seq": 0, "nonce": "n"})

    with running(folder) as server:
        server.inn.hall.finished = None  # the crash
        asyncio.run(scenario(server.url))
    with running(folder), closing(sqlite3.connect(folder / "inn.db")) as book:
        while not (found := book.execute("SELECT count(*) FROM results").fetchone()[0]):
            time.sleep(0.02)
        assert found == 2


def test_passwords_and_keys_are_not_kept(folder: Path) -> None:
    async def scenario(url: str) -> tuple[str, str]:
        async with Api(url) as api:
            await api.post("/api/accounts", SECRET)
            made = await api.post("/api/tables", {"game": "echo"})
            cookie = api.http.cookies[COOKIE]
            return made["tokens"][0]["token"], cookie

    with running(folder) as server:
        token, cookie = asyncio.run(scenario(server.url))
        stored = server.call(server.inn.storage.row(select(schema.accounts.c.password)))
        assert stored is not None
        assert stored["password"].startswith("$argon2id$")
    kept = b"".join(path.read_bytes() for path in folder.iterdir())
    for secret in (token, cookie, SECRET["password"]):
        assert secret.encode() not in kept


def test_names_are_taken_once_and_guessing_is_slow(folder: Path, refilling: Standing) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api, Api(url) as other:
            await api.post("/api/accounts", SECRET)
            refused = await other.post("/api/accounts", {**SECRET, "name": "hanne"}, status=409)
            assert refused["reason"] == "somebody is called hanne already"
            wrong = {**SECRET, "password": "not this one"}
            refused = await other.post("/api/login", wrong, status=401)
            assert refused["reason"] == "that name and password do not fit"
            codes = []
            for _ in range(6):
                response = await other.http.post("/api/login", json=wrong)
                codes.append(response.status_code)
            assert codes[-1] == 429
            await other.post("/api/logout", status=401)

    with running(folder) as server:
        asyncio.run(scenario(server.url))
    with running(folder, registration=False) as server:
        refused = httpx.post(server.url + "/api/accounts", json={**SECRET, "name": "Wren"})
        assert refused.status_code == 409


def test_a_newline_makes_no_second_person(folder: Path) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api, Api(url) as other:
            await api.post("/api/accounts", SECRET)
            for name in ("Hanne\n", " Hanne", "Hanne ", "Ｈanne"):
                await other.post("/api/accounts", {**SECRET, "name": name}, status=400)
                await other.post("/api/login", {**SECRET, "name": name}, status=400)
            await other.get("/api/players/Hanne%0A", status=400)

    with running(folder) as server:
        asyncio.run(scenario(server.url))
    assert key_of(" Ｈanne\n") == key_of("HANNE") == "hanne"


def test_wrong_passwords_from_one_address_do_not_lock_the_owner_out_at_another(
    folder: Path, refilling: Standing
) -> None:
    def log_in(address: str, **guess: str) -> int:
        headers = {"x-forwarded-for": address}
        return httpx.post(server.url + "/api/login", json={**SECRET, **guess}, headers=headers).status_code

    def until_refused(guess: Callable[[int], int]) -> list[int]:
        codes: list[int] = []
        while 429 not in codes and len(codes) < 20:
            codes.append(guess(len(codes)))
        return codes

    with running(folder, proxies="127.0.0.1") as server:
        httpx.post(server.url + "/api/accounts", json=SECRET).raise_for_status()
        # the next address of the same house is the same guesser
        codes = until_refused(lambda n: log_in(f"2001:db8:1:2::{n:x}", password="not this one"))
        assert codes == [401] * 5 + [429]
        assert log_in("2001:db8:1:3::1") == 200
        assert log_in("198.51.100.7") == 200
        # many names from one address are limited together
        codes = until_refused(lambda n: log_in("198.51.100.8", name=f"Hanne{n}"))
        assert codes == [401] * 15 + [429]
