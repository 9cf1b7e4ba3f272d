"""Dice that everybody can trust: all are bound before any word is opened."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, update

import innkeeper
from innkeeper.engine.chance import seal_of
from innkeeper.server import dealing, schema
from innkeeper.server.protocol import BankClock, DecisionClock, NoClock
from innkeeper.testing.table import rule
from tests.server.client import Api
from tests.server.running import Running, running

SEATS = [{"who": "you", "name": "Wren"}, {"who": "open"}]


def new_word() -> str:
    return secrets.token_hex(16)


async def sealed_table(host: Api, game: str = "echo", **more: Any) -> tuple[str, str]:
    """A table whose host has sealed a word; its path and the word."""
    word = new_word()
    seats = [{**SEATS[0], "seal": seal_of(word)}, SEATS[1]]
    made = await host.post("/api/tables", {"game": game, "seats": seats, **more})
    return f"/api/tables/{made['table']['id']}", word


@rule("IN-1.7")
def test_words_are_sealed_then_opened_then_dealt(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            path, first = await sealed_table(host)
            before = await host.get(path)
            assert before["seats"][0]["seal"] == ""  # shown when everybody is bound
            refused = await host.post(f"{path}/words", {"words": {"0": first}}, status=409)
            assert refused["reason"] == "words are opened when every chair is taken and everybody is bound"
            second = new_word()
            joined = (await guest.post(f"{path}/sit", {"name": "Hanne", "seal": seal_of(second)}))["table"]
            assert joined["status"] == "dealing"
            assert joined["open_by"] is not None
            assert [seat["seal"] for seat in joined["seats"]] == [seal_of(first), seal_of(second)]
            assert [seat["opened"] for seat in joined["seats"]] == [False, False]
            for words, status, reason in (
                ({"1": first}, 409, "that is not the word under the seal of seat 1"),
                ({"1": second + " "}, 409, "that is not the word under the seal of seat 1"),
                ({"0": first}, 403, "seat 0 is not yours"),
                ({"7": first}, 403, "seat 7 is not yours"),
                ({"٠": first}, 403, "seat ٠ is not yours"),
            ):
                refused = await guest.post(f"{path}/words", {"words": words}, status=status)
                assert refused["reason"] == reason
            await guest.post(f"{path}/words", {"words": {"1": second + "\n"}}, status=400)
            opened = await guest.post(f"{path}/words", {"words": {"1": second}})
            assert opened["status"] == "dealing"
            assert [seat["opened"] for seat in opened["seats"]] == [False, True]
            assert [seat["nonce"] for seat in opened["seats"]] == ["", ""]
            dealt = await host.post(f"{path}/words", {"words": {"0": first}})
            assert dealt["status"] == "playing"
            assert [seat["nonce"] for seat in dealt["seats"]] == [first, second]
            again = await host.post(f"{path}/words", {"words": {"0": first}})  # a lost reply
            assert (again["status"], again["seq"]) == ("playing", 0)
            await host.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
            record = await host.get(f"{path}/record")
            assert record["chance"]["nonces"] == [first, second]
            assert record["chance"]["seals"] == [seal_of(first), seal_of(second)]
            assert record["chance"]["commitment"] == before["commitment"]
            innkeeper.verify(record)
            assert (await guest.get(f"{path}/verify"))["good"]

    asyncio.run(scenario())


@rule("IN-1.7")
def test_words_said_openly_are_shown_before_any_is_opened(server: Running) -> None:
    """Or whoever opens theirs could be told afterwards of another word than the one that was said."""

    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            path, word = await sealed_table(host)
            joined = (await guest.post(f"{path}/sit", {"name": "Hanne", "nonce": "said openly"}))["table"]
            assert joined["status"] == "dealing"
            assert [seat["nonce"] for seat in joined["seats"]] == ["", "said openly"]
            dealt = await host.post(f"{path}/words", {"words": {"0": word}})
            assert [seat["nonce"] for seat in dealt["seats"]] == [word, "said openly"]

    asyncio.run(scenario())


def _deal(table: dict[str, Any], seed: bytes, words: list[str]) -> str:
    """What would be dealt, for somebody who knows the seed."""
    match = innkeeper.new_match("echo", 2, table["options"], seed=seed, nonces=words)
    return str(match.view(0))


@rule("IN-1.7")
def test_whoever_knows_the_seed_and_sits_last_cannot_pick_a_deal(server: Running) -> None:
    """With a host who added nothing, 795 tries were enough for the deal of one's choice."""

    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as cheat:
            path, word = await sealed_table(host)
            table = await cheat.get(path)
            leaf = server.inn.hall.tables[table["id"]].leaf
            assert word not in str(leaf)
            seed = leaf.seed  # the server tells its friend
            wished = _deal(table, seed, ["", "wish-795"])
            assert _deal(table, seed, ["", "wish-794"]) != wished
            joined = (await cheat.post(f"{path}/sit", {"name": "Cheat", "nonce": "wish-795"}))["table"]
            assert joined["status"] == "dealing"
            assert word not in str(joined)
            # bound: neither another word, nor another seal, nor the host's word is to be had before the deal
            for body in ({"nonce": "wish-1"}, {"seat": 1, "nonce": "wish-1"}, {"seal": seal_of("wish-1")}):
                await cheat.post(f"{path}/sit", body, status=409)
            await cheat.post(f"{path}/start", {"nonces": {"1": "wish-1"}}, status=409)
            await cheat.post(f"{path}/words", {"words": {"1": "wish-1"}}, status=409)
            dealt = await host.post(f"{path}/words", {"words": {"0": word}})
            assert dealt["status"] == "playing"
            shown = await host.get(f"{path}/view")
            expected = innkeeper.new_match("echo", 2, table["options"], seed=seed, nonces=[word, "wish-795"])
            assert shown["view"] == expected.view(0)
            assert str(shown["view"]) != wished

    asyncio.run(scenario())


def let_run_out(server: Running, id: str) -> None:
    """The time in which words may be opened is over."""
    m = schema.matches

    def run(connection: Connection) -> None:
        connection.execute(update(m).where(m.c.id == id).values(due=1))

    async def change() -> None:
        await server.inn.storage.transact(run)
        await server.inn.hall.refresh(server.inn.hall.tables[id])

    server.call(change())


def test_who_keeps_a_word_back_loses_the_seat_and_nothing_begins(folder: Path, quick: None) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as host, Api(server.url) as cheat, Api(server.url) as guest:
            path, word = await sealed_table(host)
            await cheat.post(f"{path}/sit", {"name": "Cheat", "seal": seal_of(new_word())})
            await host.post(f"{path}/words", {"words": {"0": word}})
            let_run_out(server, path.rpartition("/")[2])
            while (table := await host.get(path))["status"] == "dealing":
                await asyncio.sleep(0.02)
            assert table["status"] == "open"
            assert table["notice"] == (
                "Cheat kept the word for the dice back and lost the seat. Everybody else seals a new one."
            )
            assert [(seat["who"], seat["ready"]) for seat in table["seats"]] == [
                ("person", False),
                ("open", False),
            ]
            assert table["code"] is not None
            # what was opened is worth nothing; a new word is sealed, and somebody else sits down
            second, third = new_word(), new_word()
            await host.post(f"{path}/sit", {"seal": seal_of(second)})
            joined = await guest.post(f"{path}/sit", {"name": "Hanne", "seal": seal_of(third)})
            assert joined["table"]["notice"] is None
            await host.post(f"{path}/words", {"words": {"0": word}}, status=409)
            await host.post(f"{path}/words", {"words": {"0": second}})
            dealt = await guest.post(f"{path}/words", {"words": {"1": third}})
            assert dealt["status"] == "playing"

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_getting_up_and_clearing_away_while_words_are_opened(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            path, _ = await sealed_table(host)
            await guest.post(f"{path}/sit", {"name": "Hanne", "seal": seal_of(new_word())})
            await host.call("DELETE", f"{path}/seats/1", status=403)
            await guest.call("DELETE", f"{path}/seats/1")
            table = await host.get(path)
            assert table["status"] == "open"
            assert table["notice"].startswith("Hanne got up while the words")
            assert [seat["ready"] for seat in table["seats"]] == [False, False]
            await host.post(f"{path}/sit", {"seal": seal_of(new_word())})
            await guest.post(f"{path}/sit", {"name": "Hanne", "seal": seal_of(new_word())})
            await host.call("DELETE", path)
            assert (await guest.get(path))["status"] == "closed"

    asyncio.run(scenario())


def test_words_said_openly_and_no_words_at_all_are_possible(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            made = await host.post("/api/tables", {"game": "echo", "seats": SEATS})
            path = f"/api/tables/{made['table']['id']}"
            both = {"nonce": "goose", "seal": seal_of("goose")}
            refused = await guest.post(f"{path}/sit", both, status=409)
            assert refused["reason"] == "a word is either said now or sealed, not both"
            await guest.post(f"{path}/sit", {"seal": "no seal"}, status=400)
            joined = await guest.post(f"{path}/sit", {"nonce": "goose"})
            assert joined["table"]["status"] == "playing"
            await guest.post(f"{path}/words", {"words": {"1": "goose"}}, status=409)
            await host.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
            record = await host.get(f"{path}/record")
            assert "seals" not in record["chance"]

    asyncio.run(scenario())


def test_a_sealed_word_is_not_said_at_the_start(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host:
            path, word = await sealed_table(host)
            await host.call("PUT", f"{path}/seats/1", {"who": "bot"})
            refused = await host.post(f"{path}/start", {"nonces": {"0": word}}, status=409)
            assert refused["reason"] == "seat 0 has sealed its word: it is opened when everybody is bound"
            assert (await host.post(f"{path}/start"))["status"] == "dealing"
            dealt = await host.post(f"{path}/words", {"words": {"0": word}})
            assert dealt["status"] == "playing"

    asyncio.run(scenario())


def test_a_rematch_has_new_words(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            path, word = await sealed_table(host)
            await guest.post(f"{path}/sit", {"nonce": ""})
            await host.post(f"{path}/words", {"words": {"0": word}})
            await host.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
            again = f"/api/tables/{(await host.post(f'{path}/rematch'))['id']}"
            assert [seat["opened"] for seat in (await host.get(again))["seats"]] == [False, False]
            words = [new_word(), new_word()]
            await guest.post(f"{again}/sit", {"seal": seal_of(words[0])})
            table = await host.post(f"{again}/sit", {"seal": seal_of(words[1])})
            assert table["table"]["status"] == "dealing"
            await guest.post(f"{again}/words", {"words": {"0": words[0]}})
            dealt = await host.post(f"{again}/words", {"words": {"1": words[1]}})
            assert [seat["nonce"] for seat in dealt["seats"]] == words

    asyncio.run(scenario())


def test_practice_from_a_match_with_seals(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            path, word = await sealed_table(host)
            await guest.post(f"{path}/sit", {"nonce": "goose"})
            await host.post(f"{path}/words", {"words": {"0": word}})
            await host.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "r"})
            made = await host.post(f"{path}/practise", {"at": 0, "seat": 0})
            table = f"/api/tables/{made['table']['id']}"
            await host.post(f"{table}/act", {"action": "resign", "seq": 1, "nonce": "r"})
            verdict = await host.get(f"{table}/verify")
            assert verdict["good"]
            assert verdict["unpromised"] == "entry 0 put others in their place"

    asyncio.run(scenario())


def test_everybody_opens_at_once_and_it_is_dealt_once(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host:
            seats = [{**SEATS[0], "seal": seal_of("w0")}, *[SEATS[1]] * 3]
            made = await host.post("/api/tables", {"game": "mazerunner", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            people = [host, *[Api(server.url) for _ in range(3)]]
            for seat, person in enumerate(people[1:], 1):
                await person.post(f"{path}/sit", {"seat": seat, "seal": seal_of(f"w{seat}")})
            answers = await asyncio.gather(
                *(
                    person.http.post(f"{path}/words", json={"words": {str(seat): f"w{seat}"}})
                    for seat, person in enumerate(people)
                    for _ in range(3)
                )
            )
            assert {answer.status_code for answer in answers} == {200}
            table = await host.get(path)
            assert table["status"] == "playing"
            assert [seat["nonce"] for seat in table["seats"]] == ["w0", "w1", "w2", "w3"]
            for person in people[1:]:
                await person.http.aclose()

    asyncio.run(scenario())


def test_a_crash_between_the_last_word_and_the_deal(folder: Path, quick: None) -> None:
    """All words are in the book before the deal: whoever looks next deals, without being asked."""

    async def until_the_last_word(server: Running) -> str:
        async with Api(server.url) as host:
            path, word = await sealed_table(host)
            async with Api(server.url) as guest:
                await guest.post(f"{path}/sit", {"nonce": "goose"})

            async def crash(table: Any) -> None:
                raise RuntimeError("the power is gone")

            server.inn.tables.dealer._deal = crash  # type: ignore[method-assign]
            await host.post(f"{path}/words", {"words": {"0": word}}, status=500)
            assert (await host.get(path))["status"] == "dealing"
            return path

    async def afterwards(url: str, path: str) -> None:
        async with Api(url) as anybody:
            while (table := await anybody.get(path))["status"] == "dealing":
                await asyncio.sleep(0.02)
            assert table["status"] == "playing"

    with running(folder) as server:
        path = asyncio.run(until_the_last_word(server))
    with running(folder) as server:
        asyncio.run(afterwards(server.url, path))


def test_how_long_words_may_take() -> None:
    assert dealing.patience(NoClock()) == 86_400_000
    assert dealing.patience(BankClock(seconds=300)) == 120_000
    assert dealing.patience(DecisionClock(seconds=30)) == 120_000
    assert dealing.patience(DecisionClock(seconds=3600)) == 3_600_000
    assert dealing.patience(DecisionClock(seconds=1_209_600)) == 86_400_000
