"""Taking back: free where nobody learned anything, by consent otherwise."""

from __future__ import annotations

import asyncio

from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running


def test_taking_back_freely(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                before = first.update
                assert before is not None
                assert before["undo"] == {"free": False, "ask": False, "asked_by": None, "waits_for": []}
                done = await first.act("magic")
                assert done["undo"]["free"]
                undone = await first.ask("undo", seq=1, nonce="back")
                assert (undone["seq"], undone["entry"]) == (2, 2)
                assert undone["view"]["seats"] == before["view"]["seats"]
                assert undone["lines"][-1]["event"]["kind"] == "undone"
                again = await first.ask("undo", seq=1, nonce="back")
                assert (again["type"], again["entry"]) == ("update", 2)
                await second.until(lambda m: m["type"] == "update" and m["seq"] == 2)

    asyncio.run(scenario())


def test_a_sealed_choice_may_be_changed_unless_it_binds(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "echo")
            async with Seat(server.url, id, tokens[0]) as first:
                done = await first.act(first.legal[0])
                assert not done["undo"]["free"]  # Echo's choices bind
                asked = await first.ask("undo", seq=1)
                assert asked["type"] == "update"
                assert asked["undo"]["asked_by"] == 0

    asyncio.run(scenario())


def test_taking_back_by_consent(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                await first.act("magic")
                await first.act("magic")
                assert first.update is not None
                view = first.update["view"]
                await second.until(lambda m: m["type"] == "update" and m["seq"] == 2)
                await second.act("magic")
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 3)
                assert first.update["undo"] == {
                    "free": False,
                    "ask": True,
                    "asked_by": None,
                    "waits_for": [],
                }
                asked = await first.ask("undo", seq=3)
                assert (asked["seq"], asked["entry"]) == (3, None)
                told = await second.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] == 0)
                assert told["undo"]["waits_for"] == [1]
                refused = await first.ask("answer_undo", agree=True, seq=3)
                assert refused["type"] == "refused"  # nobody agrees with themselves
                # no: nothing happens, and it may be asked again
                said_no = await second.ask("answer_undo", agree=False, seq=3)
                assert said_no["undo"]["asked_by"] is None
                await first.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] is None)
                await first.ask("undo", seq=3)
                await second.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] == 0)
                said_yes = await second.ask("answer_undo", agree=True, seq=3)
                assert said_yes["seq"] == 4
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 4)
                assert first.update["view"]["seats"][1]["magic"] == 0
                assert first.update["view"]["to_act"] == [0]
                assert first.update["lines"][-1]["event"]["agreed"] is True
                assert view["seats"][0]["magic"] != first.update["view"]["seats"][0]["magic"]

    asyncio.run(scenario())


def test_a_wish_lapses_when_the_table_moves_on(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                await first.act("magic")
                await first.act("magic")
                await second.until(lambda m: m["type"] == "update" and m["seq"] == 2)
                await second.act("magic")
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 3)
                await first.ask("undo", seq=3)
                await second.until(lambda m: m["type"] == "update" and m["undo"]["asked_by"] == 0)
                await second.act("magic")
                stale = await second.ask("answer_undo", agree=True, seq=3)
                assert stale["type"] == "stale"
                refused = await second.ask("answer_undo", agree=True, seq=4)
                assert refused["reason"] == "nobody asks to take anything back"

    asyncio.run(scenario())


def test_against_bots_and_at_one_screen_nobody_else_need_agree(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            seats = [{"who": "you"}, {"who": "you"}]
            made = await api.post("/api/tables", {"game": "magicduel", "preset": "literal", "seats": seats})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(server.url, id, made["tokens"][0]["token"]) as first:
                await first.act("magic")
                await first.act("magic")
                async with Seat(server.url, id, made["tokens"][1]["token"]) as second:
                    await second.act("magic")
                await first.until(lambda m: m["type"] == "update" and m["seq"] == 3)
                undone = await first.ask("undo", seq=3)
                assert undone["seq"] == 4
                assert undone["view"]["to_act"] == [0]

    asyncio.run(scenario())


def test_many_agreed_undos_cost_no_more_than_their_number(server: Running) -> None:
    """Each is rebuilt from the log, and the log holds all undos before it: that must not multiply."""

    async def scenario() -> None:
        async with Api(server.url) as api:
            made = await api.post("/api/tables", {"game": "echo", "seats": [{"who": "you"}, {"who": "you"}]})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(server.url, id, made["tokens"][0]["token"]) as first:
                for _ in range(30):
                    await first.act(first.legal[0])
                    assert (await first.ask("undo", seq=first.seq))["type"] == "update"
                await first.ask("resign")
            assert (await api.get(f"/api/tables/{id}/verify"))["entries"] == 61

    asyncio.run(scenario())
