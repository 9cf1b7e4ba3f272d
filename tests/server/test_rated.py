"""What counts: one person, one voice."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Api, Seat
from tests.server.running import Running, running


async def _people(stack: AsyncExitStack, url: str, *names: str) -> list[Api]:
    """People with accounts."""
    found = []
    for name in names:
        api = await stack.enter_async_context(Api(url))
        await api.post("/api/accounts", {"name": name, "password": f"{name} and bread"})
        found.append(api)
    return found


async def _resign(api: Api, path: str) -> None:
    await api.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})


async def _settled(api: Api, name: str) -> dict[str, Any]:
    """A person once the last match is in the books."""
    while True:
        player: dict[str, Any] = await api.get(f"/api/players/{name}")
        if player["history"]:
            return player
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({}, None),
        ({"preset": "literal"}, None),
        ({"options": {"max_hp": 30}}, "these are not the rules of a preset"),
        (
            {"seats": [{"who": "you", "name": "wren"}, {"who": "bot", "bot": "random"}]},
            "the bot random plays without looking",
        ),
        ({"seats": [{"who": "you"}, {"who": "bot", "bot": "greedy"}]}, None),
        (
            {"seats": [{"who": "you", "name": "wren"}, {"who": "you", "name": "Both"}]},
            "wren plays more than one seat",
        ),
    ],
)
def test_what_the_lobby_says_holds_at_the_end(folder: Path, asked: dict[str, Any], why: str | None) -> None:
    async def scenario(server: Running) -> None:
        async with AsyncExitStack() as stack:
            (wren,) = await _people(stack, server.url, "wren")
            made = await wren.post("/api/tables", {"game": "magicduel", **asked})
            path = f"/api/tables/{made['table']['id']}"
            assert made["table"]["unrated"] == why
            started = await wren.post(f"{path}/start")
            assert started["unrated"] == why
            await wren.post(f"{path}/act?seat=0", {"action": "resign", "seq": 0, "nonce": "r"})
            player = await _settled(wren, "wren")
            assert [rating["matches"] for rating in player["ratings"]] == ([] if why else [1])
            assert (await wren.get(path))["unrated"] == why

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_people_are_rated_when_both_have_names_before_it_begins(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with AsyncExitStack() as stack:
            wren, hanne = await _people(stack, server.url, "wren", "hanne")
            guest = await stack.enter_async_context(Api(server.url))
            seats = [{"who": "you"}, {"who": "open"}]
            made = await wren.post("/api/tables", {"game": "echo", "seats": seats})
            assert made["table"]["unrated"] is None
            path = f"/api/tables/{made['table']['id']}"
            joined = await guest.post(f"{path}/sit", {"name": "Somebody"})
            assert joined["table"]["unrated"] == "Somebody plays without an account"
            # taking a name when one is winning does not make it count
            await guest.post("/api/accounts", {"name": "somebody", "password": "soup and bread"})
            await _resign(wren, path)
            assert (await _settled(wren, "somebody"))["ratings"] == []
            made = await wren.post("/api/tables", {"game": "echo", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            joined = await hanne.post(f"{path}/sit", {"name": "x"})
            assert joined["table"]["unrated"] is None
            assert [seat["same_as"] for seat in joined["table"]["seats"]] == [None, None]
            await _resign(wren, path)
            assert (await _settled(wren, "hanne"))["ratings"][0]["matches"] == 1

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_one_person_on_two_devices_is_one_person(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with AsyncExitStack() as stack:
            (wren,) = await _people(stack, server.url, "wren")
            phone = await stack.enter_async_context(Api(server.url))
            await phone.post("/api/login", {"name": "wren", "password": "wren and bread"})
            seats = [{"who": "you"}, {"who": "open"}]
            made = await wren.post("/api/tables", {"game": "echo", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            joined = await phone.post(f"{path}/sit", {"seat": 1})
            assert [seat["same_as"] for seat in joined["table"]["seats"]] == [None, 0]
            assert joined["table"]["unrated"] == "wren plays more than one seat"

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_taking_back_by_consent_makes_it_not_count(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with AsyncExitStack() as stack:
            wren, hanne = await _people(stack, server.url, "wren", "hanne")
            made = await wren.post(
                "/api/tables",
                {"game": "magicduel", "preset": "literal", "seats": [{"who": "you"}, {"who": "open"}]},
            )
            path = f"/api/tables/{made['table']['id']}"
            joined = await hanne.post(f"{path}/sit")
            assert joined["table"]["unrated"] is None
            keys = [made["tokens"][0]["token"], joined["tokens"][0]["token"]]
            async with (
                Seat(server.url, made["table"]["id"], keys[0]) as first,
                Seat(server.url, made["table"]["id"], keys[1]) as second,
            ):
                await first.act("magic")
                await first.ask("undo", seq=1)  # free: told nobody anything
                assert (await wren.get(path))["unrated"] is None
                await first.act("magic")
                await first.act("magic")
                await second.until(lambda m: m["type"] == "update" and m["seq"] == 4)
                await second.act("magic")
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 5)
                await first.ask("undo", seq=5)
                await second.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] == 0)
                await second.send("answer_undo", agree=True, seq=5, nonce="yes")
                await first.until(lambda m: m["type"] == "table" and m["unrated"] is not None)
                assert first.table["unrated"] == "something was taken back by consent"
                await first.ask("resign")
            assert (await _settled(wren, "hanne"))["ratings"] == []

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_deck_of_ones_own_counts_and_a_deck_for_another_does_not(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with AsyncExitStack() as stack:
            wren, hanne = await _people(stack, server.url, "wren", "hanne")
            seats = [{"who": "you"}, {"who": "open"}]
            table = {"game": "adventurer", "seats": seats}
            own = {"deck_0": "velvet-revolution"}
            made = await wren.post("/api/tables", {**table, "options": own})
            assert made["table"]["unrated"] is None
            path = f"/api/tables/{made['table']['id']}"
            joined = await hanne.post(f"{path}/sit", {"brings": {"deck": "goose-company"}})
            assert joined["table"]["unrated"] is None
            made = await wren.post("/api/tables", {**table, "options": {"deck_1": "too-many-candles"}})
            assert made["table"]["unrated"] == "these are not the rules of a preset"
            table["seats"] = [{"who": "you"}, {"who": "bot"}]
            made = await wren.post("/api/tables", {**table, "options": {"deck_1": "too-many-candles"}})
            assert made["table"]["unrated"] == "these are not the rules of a preset"

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_bot_that_is_not_here_any_more_does_not_break_the_table(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            made = await api.post("/api/tables", {"game": "echo"})
            id = made["table"]["id"]
            server.call(
                server.inn.hall.books.set_chair(server.inn.hall.tables[id], 1, bot="of-another-version")
            )
            server.call(server.inn.hall.refresh(server.inn.hall.tables[id]))
            await api.post("/api/accounts", {"name": "wren", "password": "wren and bread"})
            table = await api.get(f"/api/tables/{id}")
            assert table["unrated"] == "the bot of-another-version plays without looking"

    with running(folder) as server:
        asyncio.run(scenario(server))
