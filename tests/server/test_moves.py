"""Play: every answer says what happened or why not; a lost reply is neither a lost nor a doubled move."""

from __future__ import annotations

import asyncio

import innkeeper
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running


def test_the_answer_holds_the_new_view_and_what_happened(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                assert first.update is not None
                assert first.update["decision"]["name"] == "move"
                assert first.update["decision"]["actions"][0].keys() == {"id", "label", "clause", "of"}
                answer = await first.act("magic")
                assert (answer["type"], answer["seq"], answer["entry"]) == ("update", 1, 1)
                assert answer["view"]["seats"][0]["magic"] > 0
                assert answer["lines"][0]["event"]["kind"] == "magic_gained"
                assert all(line["clause"].startswith(("MD-", "IN-")) for line in answer["lines"])
                told = await second.until(lambda m: m["type"] == "update" and m["seq"] == 1)
                assert told["lines"] == answer["lines"]
                assert told["view"]["seats"] == answer["view"]["seats"]

    asyncio.run(scenario())


def test_a_refusal_says_why_by_which_clause_and_what_is_legal(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                refused = await first.act("summon:bubble")
                assert refused["type"] == "refused"
                assert refused["clause"].startswith("MD-")
                assert refused["legal"] == first.legal
                refused = await second.act("magic")
                assert refused["type"] == "refused"
                truth = await api.get(f"/api/tables/{id}/view", token=tokens[0])
                assert truth["seq"] == 0

    asyncio.run(scenario())


def test_repeating_a_nonce_returns_the_stored_answer(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act("magic", nonce="once", seq=0)
                for seq in (0, 1):  # as it was sent, and by a client that has seen the update already
                    again = await first.act("magic", nonce="once", seq=seq)
                    assert (again["type"], again["entry"], again["seq"]) == ("update", 1, 1)
                path, body = f"/api/tables/{id}/act", {"action": "magic", "seq": 0, "nonce": "once"}
                again = await api.post(path, body, token=tokens[0])
                assert (again["entry"], again["seq"]) == (1, 1)
                assert len(again["lines"]) > 0
            # the same nonce of another seat is another nonce
            async with Seat(server.url, id, tokens[1]) as second:
                refused = await second.act("magic", nonce="once")
                assert refused["type"] == "refused"

    asyncio.run(scenario())


def test_ten_copies_of_one_message_are_one_move(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            path, body = f"/api/tables/{id}/act", {"action": "magic", "seq": 0, "nonce": "same"}
            answers = await asyncio.gather(*(api.post(path, body, token=tokens[0]) for _ in range(10)))
            assert {answer["entry"] for answer in answers} == {1}
            assert {answer["seq"] for answer in answers} == {1}

    asyncio.run(scenario())


def test_a_stale_seq_is_answered_with_what_is_missing(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act("magic")
                stale = await first.act("magic", seq=0)
                assert stale == {"type": "stale", "answers": stale["answers"], "seq": 1}
                path, body = f"/api/tables/{id}/act", {"action": "magic", "seq": 0, "nonce": "late"}
                answer = await api.post(path, body, token=tokens[0])
                assert (answer["entry"], answer["since"], answer["seq"]) == (None, 0, 1)
                assert answer["lines"]

    asyncio.run(scenario())


def test_sealed_choices_do_not_get_in_each_others_way(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "echo")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                # both answer what they saw at seq 0
                one, two = await asyncio.gather(first.act(first.legal[0]), second.act(second.legal[0]))
                assert {one["type"], two["type"]} == {"update"}
                assert {one["entry"], two["entry"]} == {1, 2}

    asyncio.run(scenario())


def test_resigning_needs_no_turn(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                gone = await second.ask("resign", nonce="bye")
                assert gone["over"]
                assert gone["view"]["table"]["result"]["winners"] == [0]
                await first.until(lambda m: m["type"] == "update" and m["over"])
                again = await second.ask("resign", nonce="bye")
                assert (again["type"], again["entry"]) == ("update", 1)
                refused = await second.ask("resign")
                assert (refused["type"], refused["clause"]) == ("refused", "IN-1.5")

    asyncio.run(scenario())


def test_a_preview_is_what_then_happens(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first:
                promised = await first.ask("preview", action="magic", seq=0)
                assert promised["certain"]
                unknown = await first.ask("preview", action="nonsense", seq=0)
                assert (unknown["type"], unknown["legal"]) == ("refused", first.legal)
                answer = await first.act("magic")
                assert promised["view"] == answer["view"]
            id, tokens = await two_seats(api, "echo")
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                await first.act(first.legal[0])
                await second.until(lambda m: m["type"] == "update" and m["seq"] == 1)
                # the last seal opens both: what comes of it, nobody can know
                unknown = await second.ask("preview", action=second.legal[0], seq=1)
                assert not unknown["certain"]

    asyncio.run(scenario())


def test_sync_and_ping(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act("magic")
                pong = await first.ask("ping")
                assert pong["type"] == "pong"
                await first.send("sync", seq=0, said=0)
                update = await first.until(lambda m: m["type"] == "update")
                assert (update["since"], update["seq"]) == (0, 1)

    asyncio.run(scenario())


def test_the_outcome_is_the_kernels(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", preset="literal", options={"max_hp": 5})
            async with Seat(server.url, id, tokens[0]) as first:
                await first.act("attack:pierce:player")
                await first.act("attack:pierce:player") if not first.update or not first.update[
                    "over"
                ] else None
            record = await api.get(f"/api/tables/{id}/record")
            match = innkeeper.verify(record)
            assert match.outcome is not None
            shown = await api.get(f"/api/tables/{id}")
            assert shown["status"] == "over"
            assert shown["outcome"] == match.outcome.json()

    asyncio.run(scenario())
