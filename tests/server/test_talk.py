"""Chat, muting, presence."""

from __future__ import annotations

import asyncio

from sqlalchemy import func, select

from innkeeper.server import schema
from innkeeper.server.protocol import plain
from innkeeper.server.seats import Caller, fingerprint
from innkeeper.server.table import NOTES_KEPT
from tests.server.client import Api, Seat, two_seats
from tests.server.conftest import Standing
from tests.server.running import Running

UNSEEN = (
    "\x00\x1b\x7f\x85\x9b\xad\u061c\u180e\u200b\u200f\u2028\u2029\u202e\u2060\u2064\u2069\ufeff\ufff9"
    "\ue000\U000e0041\u115f\u1160\u2800\u3164\uffa0"
)


def test_texts_of_people_hold_nothing_that_is_not_seen() -> None:
    for sign in UNSEEN:
        assert plain(f"An{sign}n") == "Ann", f"U+{ord(sign):04X}"
        assert plain(sign) == ""
    assert plain("Åse Müller-Ó Briain, 王 🦆\tq\u0301") == "Åse Müller-Ó Briain, 王 🦆\tq\u0301"


def test_chat_reaches_everybody_once_and_late_comers_too(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", bench_talks=True)
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                assert (await first.ask("say", text="Well played.", nonce="a"))["type"] == "done"
                await first.ask("say", text="Well played.", nonce="a")  # said once
                await first.ask("say", text="One moment,\u202e soup.\n", nonce="b")
                await second.until(lambda m: m["type"] == "said" and m["n"] == 2)
                assert [(line["seat"], line["text"]) for line in second.chat] == [
                    (0, "Well played."),
                    (0, "One moment, soup."),
                ]
                async with Seat(server.url, id) as bench:
                    await bench.until(lambda m: m["type"] == "said" and m["n"] == 2)
                    await bench.ask("say", text="Ooh.")
                    heard = await second.until(lambda m: m["type"] == "said" and m["n"] == 3)
                    assert (heard["seat"], heard["name"]) == (None, "from the bench")
                second.cut()
                second.chat.clear()
                await second.connect()
                await second.ask("ping")
                assert second.chat == []  # nothing was missing

    asyncio.run(scenario())


def test_limits_on_chat(server: Running, refilling: Standing) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            async with Seat(server.url, id, tokens[0]) as first:
                await first.send("say", text="x" * 401, nonce="n")
                refused = await first.until(lambda m: m["type"] == "refused")
                assert "length <= 400" in refused["reason"]
                answers = [await first.ask("say", text=f"line {n}") for n in range(8)]
                assert [answer["type"] for answer in answers[:5]] == ["done"] * 5
                assert answers[-1]["reason"] == "slow down: a line of chat every two seconds"

    asyncio.run(scenario())


def test_only_those_who_sit_talk_unless_the_bench_is_let_in(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", public=True)
            async with Seat(server.url, id) as bench, Seat(server.url, id, tokens[0]) as first:
                refused = await bench.ask("say", text="Buy my boots!")
                assert refused["reason"] == "only those who sit at this table talk here"
                await first.ask("say", text="Good evening.")
                assert [line["text"] for line in first.chat] == ["Good evening."]
                assert not first.table["bench_talks"]

    asyncio.run(scenario())


def test_a_seat_and_the_bench_have_one_pace_each_however_many_connections(
    server: Running, refilling: Standing
) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", bench_talks=True)
            for token in (tokens[0], None):
                several = [Seat(server.url, id, token) for _ in range(8)]
                for seat in several:
                    await seat.connect()
                answers = [await seat.ask("say", text="Boo!") for seat in several]
                assert [answer["type"] for answer in answers[:5]] == ["done"] * 5
                assert answers[-1]["reason"] == "slow down: a line of chat every two seconds"
                for seat in several:
                    await seat.socket.close()
            async with Seat(server.url, id, tokens[1]) as second:  # whom that does not silence
                assert (await second.ask("say", text="Good evening."))["type"] == "done"

    asyncio.run(scenario())


def test_only_the_last_lines_are_kept(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            table, hall = server.inn.hall.tables[id], server.inn.hall
            wren = Caller(key=fingerprint(tokens[0]))
            for n in range(NOTES_KEPT + 7):
                server.call(hall.chat.say(table, wren, 0, "Wren", f"line {n + 1}", f"n{n}"))
            assert len(table.notes) == NOTES_KEPT
            stored = server.call(
                server.inn.storage.row(
                    select(func.count().label("lines")).where(schema.notes.c.match_id == id)
                )
            )
            assert stored is not None
            assert stored["lines"] == NOTES_KEPT
            async with Seat(server.url, id, tokens[1]) as second:
                await second.until(lambda m: m["type"] == "said" and m["n"] == NOTES_KEPT + 7)
                assert [line["text"] for line in second.chat] == [
                    f"line {n}" for n in range(8, NOTES_KEPT + 8)
                ]
                await second.ask("say", text="Good evening.")
                assert second.chat[-1]["n"] == NOTES_KEPT + 8

    asyncio.run(scenario())


def test_muting_is_per_person(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel", bench_talks=True)
            first, second, bench = (Seat(server.url, id, token) for token in (*tokens, None))
            async with first, second, bench:
                await second.send("mute", seat=0, muted=True)
                await second.send("mute", seat=None, muted=True)
                await second.ask("ping")
                await bench.ask("say", text="boo")
                await first.ask("say", text="psst")
                await bench.until(lambda m: m["type"] == "said" and m["seat"] == 0)
                await second.ask("ping")
                assert second.chat == []
                await second.send("mute", seat=0, muted=False)
                await second.ask("ping")
                await first.ask("say", text="hello?")
                heard = await second.until(lambda m: m["type"] == "said")
                assert heard["text"] == "hello?"
                await second.send("mute", seat=1, muted=True)
                refused = await second.until(lambda m: m["type"] == "refused")
                assert refused["reason"] == "nobody can mute themselves here"

    asyncio.run(scenario())


def test_presence(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            async with Seat(server.url, id, tokens[0]) as first:
                second = Seat(server.url, id, tokens[1])
                await second.connect()
                await first.until(lambda m: m["type"] == "table" and m["seats"][1]["here"])
                second.cut()
                away = await first.until(lambda m: m["type"] == "table" and not m["seats"][1]["here"])
                assert away["seats"][1]["seen"] is not None

    asyncio.run(scenario())
