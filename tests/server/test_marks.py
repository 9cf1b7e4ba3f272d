"""Who is who: nobody borrows the name of an account, and a stranger's program is always known as one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Api, Seat, play_out
from tests.server.running import Running, running

PASSWORD = "a long enough word"


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scenario)


async def enter(api: Api, name: str, program: bool = False) -> None:
    await api.post("/api/accounts", {"name": name, "password": PASSWORD, "program": program})


async def set_table(api: Api, name: str = "Guest", status: int | None = None, **you: Any) -> Any:
    seats = [{"who": "you", "name": name, **you}, {"who": "open"}]
    return await api.post("/api/tables", {"game": "magicduel", "seats": seats}, status=status)


ALIKE = ["Mаrіgоld", "Μarigold", "MarigoId", "Marig0ld", "Marígold", "Mari gold.", "rnarigold"]


@pytest.mark.parametrize("name", ["Marigold", "mARIGOLD", "Ｍarigold", "Marigold\u200b", *ALIKE])
def test_a_guest_does_not_borrow_the_name_of_an_account(tmp_path: Path, name: str) -> None:
    """At no door: setting a table, sitting down, practising. Nor does anybody who is logged in as another."""

    async def scenario(server: Running) -> None:
        async with Api(server.url) as owner, Api(server.url) as guest:
            await enter(owner, "Marigold")
            refused = await set_table(guest, name, status=409)
            assert "the name of an account here: log in to it, or choose another" in refused["reason"]
            assert ("looks like Marigold" in refused["reason"]) == (name in ALIKE)
            made = await set_table(owner)
            id = made["table"]["id"]
            assert made["table"]["seats"][0]["name"] == "Marigold"
            refused = await guest.post(f"/api/tables/{id}/sit", {"name": name}, status=409)
            assert "the name of an account" in refused["reason"]
            assert (await guest.get(f"/api/tables/{id}"))["seats"][1]["who"] == "open"
            joined = await guest.post(f"/api/tables/{id}/sit", {"name": "Hanne"})
            async with Seat(server.url, id, joined["tokens"][0]["token"]) as seat:
                await seat.ask("resign")
            wish = {"at": 0, "seat": 0, "name": name}
            refused = await guest.post(f"/api/tables/{id}/practise", wish, status=409)
            assert "the name of an account" in refused["reason"]
            assert (await guest.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 0}))["tokens"]

    with running(tmp_path) as server:
        run(scenario(server))


def test_no_account_looks_like_another(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as owner, Api(server.url) as other:
            await enter(owner, "Thistledown")
            for name in ("ThistIedown", "Thist1edown", "Thistle_down", "thistledown"):
                asked = {"name": name, "password": PASSWORD}
                refused = await other.post("/api/accounts", asked, status=409)
                assert "somebody is called" in refused["reason"]
            await enter(other, "Thistledown2")

    run(scenario())


def test_guests_go_on_being_called_guest(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            refused = await api.post("/api/accounts", {"name": "GUEST", "password": PASSWORD}, status=409)
            assert "what people without an account are called" in refused["reason"]
            assert (await set_table(api))["table"]["seats"][0]["name"] == "Guest"

    run(scenario())


def test_all_seats_of_a_programs_account_are_marked(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as person:
            await enter(api, "Clockwork", program=True)
            made = await set_table(api)
            seat = made["table"]["seats"][0]
            assert (seat["name"], seat["account"], seat["program"]) == ("Clockwork", "Clockwork", True)
            assert (await person.get("/api/players/clockwork"))["program"] is True
            await enter(person, "Wilhelm")
            refused = await set_table(person, program=True, status=409)
            assert "a program plays under an account of its own" in refused["reason"]
            joined = await person.post(f"/api/tables/{made['table']['id']}/sit", {})
            assert [one["program"] for one in joined["table"]["seats"]] == [True, False]
            listed = [
                one for one in (await person.get("/api/me"))["tables"] if one["id"] == made["table"]["id"]
            ]
            assert [one["program"] for one in listed[0]["seats"]] == [True, False]

    run(scenario())


def test_a_mark_stays_through_a_rematch_and_cannot_be_logged_away(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as program, Api(server.url) as person:
            made = await set_table(program, "Cogs", program=True)
            id = made["table"]["id"]
            joined = await person.post(f"/api/tables/{id}/sit", {"name": "Hanne"})
            await enter(program, "Edeltraut")  # a person's account
            seats = (await person.get(f"/api/tables/{id}"))["seats"]
            assert (seats[0]["name"], seats[0]["account"], seats[0]["program"]) == ("Cogs", None, True)
            async with Seat(server.url, id, joined["tokens"][0]["token"]) as seat:
                await seat.ask("resign")
            next = await person.post(f"/api/tables/{id}/rematch")
            assert [one["program"] for one in next["seats"]] == [False, True]

    run(scenario())


@pytest.mark.parametrize("apart", [False, True])
def test_programs_are_rated_apart_if_the_landlord_says_so(tmp_path: Path, apart: bool) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as one, Api(server.url) as two, Api(server.url) as person:
            await enter(one, "Cog", program=True)
            await enter(two, "Wheel", program=True)
            await enter(person, "Hanne")
            assert await played(server, one, two) is None
            against = await played(server, one, person)
            assert against == ("programs are rated apart from people here" if apart else None)
            rows = (await person.get("/api/leaderboard/magicduel"))["rows"]
            marks = {row["name"]: (row["bot"], row["program"]) for row in rows}
            everybody = {"Cog": (False, True), "Wheel": (False, True), "Hanne": (False, False)}
            assert marks == {name: mark for name, mark in everybody.items() if not apart or name != "Hanne"}

    with running(tmp_path, programs_apart=apart) as server:
        run(scenario(server))


async def played(server: Running, one: Api, other: Api) -> str | None:
    """A whole match; why it does not count."""
    made = await set_table(one)
    id = made["table"]["id"]
    joined = await other.post(f"/api/tables/{id}/sit", {})
    unrated: str | None = joined["table"]["unrated"]
    async with (
        Seat(server.url, id, made["tokens"][0]["token"]) as first,
        Seat(server.url, id, joined["tokens"][0]["token"]) as second,
    ):
        await asyncio.gather(play_out(first, 1), play_out(second, 2))
    for api in (one, other):
        while id not in [match["table"] for match in (await api.get("/api/me"))["history"]]:
            await asyncio.sleep(0.01)
    assert (await one.get(f"/api/tables/{id}"))["unrated"] == unrated
    return unrated
