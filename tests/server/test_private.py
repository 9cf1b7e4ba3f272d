"""What is not everybody's business: closed decks, private matches, where a table leads, practice."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.chance import seal_of
from innkeeper.engine.game import all_games
from tests.server.client import Api, Seat, two_seats
from tests.server.running import Running, running
from tests.server.test_rights import NO_LONGER, shut

LOOKS = ("view", "replay", "tape", "analysis", "record", "verify")
CLOSED: dict[str, Any] = {"game": "adventurer", "options": {"open_decklists": False}}
DECKS = ("goose-company", "velvet-revolution")


async def against_bots(api: Api, game: str, **table: Any) -> tuple[str, str]:
    """A running match of one person against a bot; its id and the token."""
    seats = [{"who": "you"}, {"who": "bot", "bot": "random"}]
    made = await api.post("/api/tables", {"game": game, "seats": seats, **table})
    await api.post(f"/api/tables/{made['table']['id']}/start")
    return made["table"]["id"], made["tokens"][0]["token"]


# Practice (IN-1.8)


@pytest.mark.parametrize("game", ["echo", "adventurer"])
def test_practise_from_a_running_match_is_for_ones_own_seat(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, token = await against_bots(api, game)
            refused = await api.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 1}, status=409)
            assert "your own seat" in refused["reason"]
            async with Seat(server.url, id, token) as seat:
                await seat.turn()
                await seat.act(seat.legal[0])
                await seat.turn()
                now = seat.seq
            for at in (0, 1, now):
                made = await api.post(f"/api/tables/{id}/practise", {"at": at, "seat": 0})
                other = made["table"]["id"]
                entry = server.inn.hall.tables[other].live.record_entry(at)
                assert entry["practise"]["seat"] == 0  # dealt anew with what this seat knew
                mine = await api.get(f"/api/tables/{id}/replay?at={at}&as=0")
                same = await api.get(f"/api/tables/{other}/replay?at={at + 1}&as=0")
                assert same["view"]["seats"] == mine["view"]["seats"]

    asyncio.run(scenario())


def test_practice_tells_nothing_of_the_match_it_came_from(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, token = await against_bots(api, "echo", watchers=False)
            async with Seat(server.url, id, token) as seat:
                for _ in range(3):
                    await seat.turn()
                    await seat.act(seat.legal[0])
                await seat.turn()
            made = await api.post(f"/api/tables/{id}/practise", {"at": 3, "seat": 0})
            first = made["table"]["id"]
            made = await api.post(
                f"/api/tables/{first}/practise", {"at": 2, "seat": 0}
            )  # practice of practice
            second = made["table"]["id"]
            await api.post(f"/api/tables/{first}/practise", {"at": 2, "seat": 1}, status=409)
            for other in (first, second):
                for over in (False, True):
                    if over:
                        key = made["tokens"][0]["token"] if other == second else None
                        body = {"action": "resign", "seq": 0, "nonce": "n"}
                        await api.post(f"/api/tables/{other}/act", body, token=key)
                    for what in ("record", "verify", "analysis"):
                        await api.get(f"/api/tables/{other}/{what}", status=409)
                    await api.get(f"/api/tables/{other}/replay?as=1", status=403)
                    await api.post(f"/api/tables/{other}/practise", {"at": 1, "seat": 1}, status=409)
                    tape = (await api.get(f"/api/tables/{other}/tape"))["entries"]
                    assert all(entry["action"] is None for entry in tape if entry["seat"] == 1)
                    for what in LOOKS:  # it is no more for watching than the match it came from
                        await stranger.get(f"/api/tables/{other}/{what}", status=403)
            # a practice that is over is no way round the match that is not
            await api.post(f"/api/tables/{first}/practise", {"at": 1, "seat": 0}, status=409)
            await api.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
            innkeeper.verify(await api.get(f"/api/tables/{second}/record"))

    asyncio.run(scenario())


def test_nobody_practises_from_a_running_match_of_bots(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            made = await api.post("/api/tables", {"game": "micah", "seats": [{"who": "bot"}] * 4})
            id = made["table"]["id"]
            with server.bots_at_rest():  # or it may be over before anybody has asked
                started = await api.post(f"/api/tables/{id}/start")
                assert started["status"] == "playing"
                for somebody in (api, stranger):
                    await somebody.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 1}, status=409)
                assert (await api.get(f"/api/tables/{id}"))["status"] == "playing"

    with running(folder) as server:
        asyncio.run(scenario(server))


# Options that are a seat's secret


def test_options_have_an_audience() -> None:
    options = innkeeper.get_game("adventurer").options
    values = {"open_decklists": False, "deck_0": "a", "deck_1": "b", "hand": 5}
    assert options.seen_by(values, []) == {**values, "deck_0": None, "deck_1": None}
    assert options.seen_by(values, [1]) == {**values, "deck_0": None}
    assert options.seen_by(values, [0, 1]) == values
    assert options.seen_by({**values, "open_decklists": True}, []) == {**values, "open_decklists": True}
    for game in all_games()[0]:
        plain = game.options.resolve({}, game.book_of(game.content)).json()
        assert game.options.seen_by(plain, []) == plain


def test_a_closed_deck_is_never_named_to_anybody_but_its_owner(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne, Api(server.url) as stranger:
            heard: dict[str, list[bytes]] = {"wren": [], "hanne": [], "stranger": []}
            people = {"wren": wren, "hanne": hanne, "stranger": stranger}

            async def ask(
                who: str, method: str, path: str, body: Any = None, status: int | None = None
            ) -> Any:
                response = await people[who].http.request(method, path, json=body)
                assert response.status_code == status or (status is None and response.is_success), (
                    response.text
                )
                heard[who].append(response.content)
                return response.json()

            seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
            made = await wren.post("/api/tables", {**CLOSED, "seats": seats, "public": True})
            id = made["table"]["id"]
            assert made["table"]["options"]["deck_0"] == DECKS[0]
            code = made["table"]["code"]
            await ask("stranger", "GET", f"/api/codes/{code}")
            bench = Seat(server.url, id)
            await bench.connect()
            joined = await ask("hanne", "POST", f"/api/tables/{id}/sit", {"name": "Hanne"})
            assert (joined["table"]["options"]["deck_0"], joined["table"]["options"]["deck_1"]) == (
                None,
                DECKS[1],
            )
            first = Seat(server.url, id, made["tokens"][0]["token"])
            second = Seat(server.url, id, joined["tokens"][0]["token"])
            await first.connect()
            await second.connect()
            for who in heard:
                info = await ask(who, "GET", f"/api/tables/{id}")
                assert info["options"]["deck_size"] == 40
                await ask(who, "GET", "/api/tables?status=playing")
                await ask(who, "GET", "/api/me")
                await ask(who, "GET", f"/api/tables/{id}/view")
                await ask(who, "GET", f"/api/tables/{id}/tape")
                await ask(who, "GET", f"/api/tables/{id}/record", status=409)
            await second.act(second.legal[0] if second.update and second.update["decision"] else "resign")
            for seat in (first, second, bench):
                await seat.socket.close()
            heard["wren"] += first.received
            heard["hanne"] += second.received
            heard["stranger"] += bench.received
            everything = {who: b"".join(parts) for who, parts in heard.items()}
            assert DECKS[1].encode() in everything["hanne"]
            for who, secrets in (("wren", DECKS[1:]), ("hanne", DECKS[:1]), ("stranger", DECKS)):
                for deck in secrets:
                    assert deck.encode() not in everything[who], f"{who} was told of {deck}"

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_practice_hides_the_closed_deck_of_the_match_it_came_from(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await against_bots(api, CLOSED["game"], options=CLOSED["options"])
            made = await api.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 0})
            assert made["table"]["options"]["deck_0"] == DECKS[0]
            assert made["table"]["options"]["deck_1"] is None
            assert DECKS[1] not in json.dumps(await api.get(f"/api/tables/{made['table']['id']}"))

    asyncio.run(scenario())


def test_who_comes_instead_to_a_rematch_does_not_learn_the_others_closed_deck(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as wren, Api(server.url) as stranger:
            options = {"open_decklists": False, "deck_0": DECKS[1], "deck_1": DECKS[0]}
            id, tokens = await two_seats(wren, "adventurer", options=options, watchers=False)
            await wren.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
            new = await wren.post(f"/api/tables/{id}/rematch")
            assert (new["yours"], new["options"]["deck_1"]) == ([1], DECKS[1])  # people keep their decks
            path = f"/api/tables/{new['id']}"
            await stranger.call("DELETE", f"{path}/seats/0", token=tokens[1])
            joined = await stranger.post(f"{path}/sit", {"name": "Osk"})
            assert joined["table"]["options"]["deck_0"] == DECKS[0]
            assert DECKS[1] not in json.dumps(joined)

    asyncio.run(scenario())


def test_a_closed_deck_goes_with_whoever_brought_it(server: Running) -> None:
    """To the table that was set with it, and to a rematch."""

    async def scenario() -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne, Api(server.url) as stranger:
            options = {"open_decklists": False, "deck_0": DECKS[1]}
            seats = [{"who": "you", "seal": seal_of("a word")}, {"who": "open"}]
            body = {"game": "adventurer", "seats": seats, "options": options, "watchers": False}
            made = (await wren.post("/api/tables", body))["table"]
            assert made["options"]["deck_0"] == DECKS[1]
            path = f"/api/tables/{made['id']}"
            await hanne.post(f"{path}/sit", {"name": "Hanne", "brings": {"deck": DECKS[0]}})
            await wren.call("DELETE", f"{path}/seats/0")
            joined = await stranger.post(f"{path}/sit", {"name": "Osk"})
            assert joined["table"]["yours"] == [0]
            assert DECKS[1] not in json.dumps(joined)
            await hanne.post(f"{path}/sit")
            await hanne.post(f"{path}/act", {"action": "resign", "seq": 0, "nonce": "n"})
            new = await hanne.post(f"{path}/rematch")
            assert (new["yours"], new["options"]["deck_0"]) == ([0], DECKS[0])
            path = f"/api/tables/{new['id']}"
            await stranger.post(f"{path}/sit")
            await hanne.call("DELETE", f"{path}/seats/0")
            joined = await wren.post(f"{path}/sit", {"name": "Wren"})
            assert joined["table"]["yours"] == [0]
            assert DECKS[0] not in json.dumps(joined)

    asyncio.run(scenario())


# Private matches


def test_a_private_match_is_found_in_nobody_elses_history(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as wren, Api(server.url) as hanne, Api(server.url) as stranger:
            await wren.post("/api/accounts", {"name": "Wren", "password": "birdbirdbird"})
            await hanne.post("/api/accounts", {"name": "Hanne", "password": "geese are geese"})
            played = []
            for public in (False, True):
                seats = [{"who": "you"}, {"who": "open"}]
                made = await wren.post("/api/tables", {"game": "magicduel", "seats": seats, "public": public})
                id = made["table"]["id"]
                await hanne.post(f"/api/tables/{id}/sit")
                await wren.post(f"/api/tables/{id}/act", {"action": "resign", "seq": 0, "nonce": "n"})
                played.append(id)
            while len((me := await wren.get("/api/me"))["history"]) < 2:
                await asyncio.sleep(0.01)
            assert {past["table"] for past in me["history"]} == set(played)
            assert [past["against"] for past in me["history"]] == [["Hanne"], ["Hanne"]]
            shown = (await hanne.get("/api/players/wren"))["history"]  # she sat there too
            assert {past["table"] for past in shown} == set(played)
            shown = (await stranger.get("/api/players/wren"))["history"]
            assert {past["table"]: past["against"] for past in shown} == {None: [], played[1]: ["Hanne"]}
            assert [past["won"] for past in shown] == [False, False]

    with running(folder) as server:
        asyncio.run(scenario(server))


def test_a_match_that_is_not_for_watching_is_closed_at_every_door(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, tokens = await two_seats(api, "magicduel", watchers=False, public=True)
            for over in (False, True):
                if over:
                    async with Seat(server.url, id, tokens[0]) as first:
                        await first.ask("resign")
                for what in LOOKS:
                    await stranger.get(f"/api/tables/{id}/{what}", status=403)
                await stranger.get(f"/api/tables/{id}", status=403)
                await stranger.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 0}, status=403)
                listed = await stranger.get(f"/api/tables?status={'over' if over else 'playing'}")
                assert id not in [table["id"] for table in listed["tables"]]
                bench = Seat(server.url, id)
                with pytest.raises(Exception, match="4403"):
                    await bench.connect()
            for what in LOOKS:  # those who sat there may look
                await api.get(f"/api/tables/{id}/{what}", token=tokens[1])
                await api.get(f"/api/tables/{id}/{what}")

    asyncio.run(scenario())


def test_who_has_the_link_comes_as_far_as_the_lobby(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as hanne, Api(server.url) as stranger:
            seats = [{"who": "you"}, {"who": "open"}]
            made = await api.post("/api/tables", {"game": "echo", "seats": seats, "watchers": False})
            id = made["table"]["id"]
            bench = Seat(server.url, id)
            await bench.connect()
            assert (await stranger.get(f"/api/tables/{id}"))["status"] == "open"
            await hanne.post(f"/api/tables/{id}/sit")
            code, reason, said = await shut(bench)
            assert (code, reason) == (NO_LONGER, "this table is not for watching")
            assert not [message for message in said if message["type"] == "update"]

    asyncio.run(scenario())


def test_where_a_table_leads_is_told_to_those_who_sit_there(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            for public in (False, True):
                id, tokens = await two_seats(api, "magicduel", public=public)
                async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id) as bench:
                    await first.ask("resign")
                    await bench.until(lambda message: message["type"] == "update" and message["over"])
                    new = await api.post(f"/api/tables/{id}/rematch", token=tokens[0])
                    await first.until(
                        lambda message: message["type"] == "table" and message["next"] is not None
                    )
                    assert first.table["next"] == new["id"]
                    shown = await stranger.get(f"/api/tables/{id}")
                    assert shown["next"] == (new["id"] if public else None)
                    shown = await stranger.get(f"/api/tables/{new['id']}")
                    assert shown["previous"] == (id if public else None)
                    await bench.ask("ping")
                    assert public or new["id"].encode() not in b"".join(bench.received)
                made = await api.post(f"/api/tables/{id}/practise", {"at": 0, "seat": 0})
                assert (made["table"]["origin"], made["table"]["origin_at"]) == (id, 0)
                shown = await stranger.get(f"/api/tables/{made['table']['id']}")
                assert (shown["origin"], shown["origin_at"]) == (None, None)

    asyncio.run(scenario())


def test_whoever_set_a_table_says_who_watches(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            seats = [{"who": "you"}, {"who": "you"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            await stranger.call("PATCH", path, {"watchers": False}, status=403)
            assert not (await api.call("PATCH", path, {"watchers": False}))["watchers"]
            assert (await api.call("PATCH", path, {"watchers": True}))["watchers"]
            await api.post(f"{path}/start")
            await stranger.get(f"{path}/view")
            assert not (await api.call("PATCH", path, {"watchers": False}))["watchers"]
            await stranger.get(f"{path}/view", status=403)
            refused = await api.call("PATCH", path, {"watchers": True}, status=409)
            assert "nobody watches" in refused["reason"]
            await stranger.get(f"{path}/view", status=403)

    asyncio.run(scenario())
