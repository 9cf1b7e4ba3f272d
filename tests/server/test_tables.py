"""Setting tables, sitting down, leaving, starting, watching, playing again."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

import innkeeper
from innkeeper.server import housekeeping, workshop
from tests.server.client import Api, Seat, play_out, two_seats
from tests.server.running import Process, Running, running


def test_play_now_is_a_table_with_a_bot_and_a_start(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            made = await api.post("/api/tables", {"game": "magicduel"})
            table = made["table"]
            assert table["status"] == "open"
            assert [seat["who"] for seat in table["seats"]] == ["person", "bot"]
            assert table["options"]["preset"] == "tournament"  # the recommended one
            assert len(table["commitment"]) == 64
            started = await api.post(f"/api/tables/{table['id']}/start", {"nonces": {"0": "my own luck"}})
            assert started["status"] == "playing"
            assert started["seats"][0]["nonce"] == "my own luck"
            async with Seat(server.url, table["id"], made["tokens"][0]["token"]) as seat:
                await play_out(seat, 1)
                assert seat.update is not None
                assert seat.update["over"]

    asyncio.run(scenario())


def test_private_by_default_public_when_asked(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            seats = [{"who": "you"}, {"who": "open"}]
            hidden = await api.post("/api/tables", {"game": "echo", "seats": seats})
            shown = await api.post("/api/tables", {"game": "echo", "seats": seats, "public": True})
            listed = await stranger.get("/api/tables?status=open&game=echo")
            ids = [table["id"] for table in listed["tables"]]
            assert shown["table"]["id"] in ids
            assert hidden["table"]["id"] not in ids
            # who sits there sees the code, others do not; the code leads to the table
            code = hidden["table"]["code"]
            assert re.fullmatch("[a-z]+-[0-9]{4}", code)
            found = await stranger.get(f"/api/codes/{code.upper()}")
            assert found["id"] == hidden["table"]["id"]
            assert found["code"] is None
            refused = await stranger.get("/api/codes/goose-14", status=404)
            assert refused["reason"] == "no table has the code goose-14; codes are a word and a number"
            await stranger.post(f"/api/tables/{found['id']}/sit", {"name": "Hanne"})
            await stranger.get(f"/api/codes/{code}", status=404)  # a code is for coming in

    asyncio.run(scenario())


def test_sitting_leaving_and_closing(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest, Api(server.url) as late:
            seats = [{"who": "open"}, {"who": "you", "name": "Wren"}]
            made = await host.post("/api/tables", {"game": "magicduel", "seats": seats})
            id = made["table"]["id"]
            refused = await host.post(f"/api/tables/{id}/start", status=409)
            assert refused["reason"] == "nobody sits on seat 0 yet"
            await guest.post(f"/api/tables/{id}/start", status=403)
            await guest.call("DELETE", f"/api/tables/{id}/seats/1", status=401)
            joined = await guest.post(f"/api/tables/{id}/sit", {"name": "Hanne", "seat": 0})
            assert joined["table"]["status"] == "playing"
            assert joined["table"]["yours"] == [0]
            await late.post(f"/api/tables/{id}/sit", {"name": "Late"}, status=409)
            refused = await guest.call("DELETE", f"/api/tables/{id}/seats/0", status=409)
            assert refused["reason"] == "the match has begun: resign instead"
            await guest.call("DELETE", f"/api/tables/{id}/seats/1", status=403)

            made = await host.post("/api/tables", {"game": "magicduel", "seats": seats})
            id = made["table"]["id"]
            await guest.call("DELETE", f"/api/tables/{id}", status=403)
            await host.call("DELETE", f"/api/tables/{id}/seats/1")
            assert (await host.get(f"/api/tables/{id}"))["status"] == "closed"
            await late.post(f"/api/tables/{id}/sit", {"name": "Late"}, status=409)
            made = await host.post("/api/tables", {"game": "magicduel", "seats": seats})
            await host.call("DELETE", f"/api/tables/{made['table']['id']}")
            assert (await host.get(f"/api/tables/{made['table']['id']}"))["status"] == "closed"

    asyncio.run(scenario())


def test_a_bot_on_a_chair_that_stayed_empty(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            seats = [{"who": "you", "name": "Wren"}, {"who": "open"}, {"who": "open"}]
            made = await host.post("/api/tables", {"game": "mazerunner", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            bot = {"who": "bot", "bot": "greedy"}
            await guest.call("PUT", f"{path}/seats/1", bot, status=403)
            refused = await host.call("PUT", f"{path}/seats/1", {"who": "bot", "bot": "nobody"}, status=409)
            assert "has no bot 'nobody'" in refused["reason"]
            refused = await host.call("PUT", f"{path}/seats/0", bot, status=409)
            assert refused["reason"] == "seat 0 is not open"
            await host.call("PUT", f"{path}/seats/9", bot, status=409)
            table = await host.call("PUT", f"{path}/seats/1", bot)
            assert table["status"] == "open"
            assert [(seat["who"], seat["bot"]) for seat in table["seats"]] == [
                ("person", None),
                ("bot", "greedy"),
                ("open", None),
            ]
            await guest.post(f"{path}/sit", {"name": "Hanne"})  # the last chair: it begins
            assert (await host.get(path))["status"] == "playing"
            await host.call("PUT", f"{path}/seats/2", bot, status=409)

            made = await host.post("/api/tables", {"game": "mazerunner", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            await guest.post(f"{path}/sit", {"name": "Hanne", "seat": 2})
            table = await host.call("PUT", f"{path}/seats/1", {"who": "bot"})
            assert table["status"] == "playing"

    asyncio.run(scenario())


def test_two_who_want_the_same_chair(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host:
            seats = [{"who": "you"}, {"who": "open"}]
            made = await host.post("/api/tables", {"game": "magicduel", "seats": seats})
            path = f"/api/tables/{made['table']['id']}/sit"
            others = [Api(server.url) for _ in range(6)]
            answers = await asyncio.gather(
                *(other.http.post(path, json={"name": f"P{n}"}) for n, other in enumerate(others))
            )
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
            for other in others:
                await other.http.aclose()

    asyncio.run(scenario())


def test_nobody_can_act_for_or_see_as_another(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, tokens = await two_seats(api, "echo")
            other_id, other_tokens = await two_seats(api, "echo")
            body = {"action": "resign", "seq": 0, "nonce": "n"}
            await stranger.post(f"/api/tables/{id}/act", body, status=401)
            await stranger.post(f"/api/tables/{id}/act?seat=0", body, status=401)
            await stranger.post(f"/api/tables/{id}/act", body, token="x" * 43, status=403)
            await stranger.post(f"/api/tables/{id}/act", body, token=other_tokens[0], status=403)
            await stranger.post(f"/api/tables/{id}/act?seat=1", body, token=tokens[0], status=403)
            await stranger.get(f"/api/tables/{id}/view?seat=0", status=401)
            await stranger.get(f"/api/tables/{id}/replay?as=0", status=403)
            await api.get(f"/api/tables/{id}/view?seat=1", status=403)
            watched = await stranger.get(f"/api/tables/{id}/view")
            assert watched["view"]["you"] is None
            assert watched["decision"] is None
            assert other_id != id

    asyncio.run(scenario())


def test_watching_and_not_being_watched(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, tokens = await two_seats(api, "echo")
            async with Seat(server.url, id) as bench, Seat(server.url, id, tokens[0]) as first:
                await first.until(lambda m: m["type"] == "table" and m["bench"] == 1) if first.table[
                    "bench"
                ] != 1 else None
                await first.act(first.legal[0])
                await bench.until(lambda m: m["type"] == "update" and m["seq"] == 1)
                assert bench.update is not None
                assert bench.update["decision"] is None
                refused = await bench.ask("act", action="resign", seq=1)
                assert refused["type"] == "refused"
                assert "you are watching" in refused["reason"]
            id, tokens = await two_seats(api, "echo", watchers=False)
            await stranger.get(f"/api/tables/{id}/view", status=403)
            await stranger.get(f"/api/tables/{id}/tape", status=403)

    asyncio.run(scenario())


def test_friends_at_one_screen(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            seats = [{"who": "you", "name": "Wren"}, {"who": "you", "name": "Hanne"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            id = made["table"]["id"]
            assert [key["seat"] for key in made["tokens"]] == [0, 1]
            await api.post(f"/api/tables/{id}/start")
            for seat in (0, 1):
                shown = await api.get(f"/api/tables/{id}/view?seat={seat}")
                assert shown["view"]["you"] == seat
            assert (await api.get(f"/api/tables/{id}/view"))["view"]["you"] is None
            mine = await api.get("/api/me")
            assert [table["id"] for table in mine["tables"]] == [id]
            assert mine["tables"][0]["yours"] == [0, 1]

    asyncio.run(scenario())


def test_a_rematch_rotates_the_seats_and_keeps_the_keys(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api, Api(server.url) as stranger:
            id, tokens = await two_seats(api, "magicduel")
            await api.post(f"/api/tables/{id}/rematch", token=tokens[0], status=409)
            async with Seat(server.url, id, tokens[0]) as first, Seat(server.url, id, tokens[1]) as second:
                await first.ask("resign")
                await stranger.post(f"/api/tables/{id}/rematch", status=403)
                new = await api.post(f"/api/tables/{id}/rematch", token=tokens[0])
                again = await api.post(f"/api/tables/{id}/rematch", token=tokens[1])
                assert new["id"] == again["id"]
                assert new["previous"] == id
                assert [seat["name"] for seat in new["seats"]] == ["Hanne", "Guest"]
                await second.until(lambda m: m["type"] == "table" and m["next"] == new["id"])
                assert new["status"] == "open"
                for token, nonce in zip(tokens, ("a", "b")):
                    await api.post(f"/api/tables/{new['id']}/sit", {"nonce": nonce}, token=token)
                now = await api.get(f"/api/tables/{new['id']}", token=tokens[0])
                assert now["status"] == "playing"
                assert now["yours"] == [1]
                assert [seat["nonce"] for seat in now["seats"]] == ["b", "a"]

    asyncio.run(scenario())


def test_what_cannot_be_set(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            refused = await api.post("/api/tables", {"game": "chess"}, status=404)
            assert "no game 'chess' is installed" in refused["reason"]
            for table, reason in (
                ({"game": "echo", "seats": [{"who": "you"}] * 3}, "Echo is for 2 seats, not 3"),
                ({"game": "magicduel", "options": {"max_hp": 1}}, "option max_hp: 1 is not a whole number"),
                ({"game": "magicduel", "options": {"luck": 1}}, "unknown option 'luck'"),
                ({"game": "magicduel", "preset": "none"}, "option preset: 'none' is not one of"),
                (
                    {"game": "magicduel", "seats": [{"who": "you"}, {"who": "bot", "bot": "hal"}]},
                    "no bot 'hal'",
                ),
                ({"game": "magicduel", "takeover": "hal"}, "no bot 'hal'"),
            ):
                refused = await api.post("/api/tables", table, status=409)
                assert reason in refused["reason"]
            refused = await api.post("/api/tables", {"game": "echo", "colour": "red"}, status=400)
            assert "colour" in refused["reason"]

    asyncio.run(scenario())


def test_everybody_brings_a_deck_of_their_own(server: Running) -> None:
    """The guest's deck is the guest's to choose, goes when they get up, and moves with them to a rematch."""

    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest:
            seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
            made = await host.post(
                "/api/tables",
                {"game": "adventurer", "seats": seats, "options": {"deck_0": "too-many-candles", "hand": 6}},
            )
            sit = f"/api/tables/{made['table']['id']}/sit"
            text = "# Only geese\n" + "\n".join(
                f"4 {card}"
                for card in [
                    "knight",
                    "squire",
                    "ogre",
                    "guard-goose",
                    "whetstone",
                    "silver-ring",
                    "soapbox",
                    "hot-cocoa",
                    "sensible-helmet",
                    "market-shortsword",
                ]
            )
            read = await guest.post("/api/games/adventurer/decks", {"text": text, "options": {"hand": 6}})
            assert read["deck"]["name"] == "Only geese"
            assert sum(read["deck"]["cards"].values()) == 40
            bad = await guest.post("/api/games/adventurer/decks", {"text": "41 goose"})
            assert bad["deck"] is None
            assert any("E-UNKNOWN" in problem for problem in bad["problems"])
            await guest.post("/api/games/echo/decks", {"text": "1 x"}, status=404)

            refused = await guest.post(sit, {"brings": {"deck": "no-such-deck"}}, status=409)
            assert "no-such-deck" in refused["reason"]
            refused = await guest.post(sit, {"brings": {"hand": 15}}, status=409)
            assert refused["reason"] == "to seat 1 of Adventurer Factory one brings deck, not 'hand'"
            seated = await guest.post(sit, {"name": "Hanne", "brings": {"deck": read["deck"]}})
            table = seated["table"]
            assert table["status"] == "playing"
            assert table["options"]["deck_0"] == "too-many-candles"
            assert table["options"]["deck_1"] == read["deck"]
            view = await guest.get(f"/api/tables/{table['id']}/view")
            assert [seat["deck_name"] for seat in view["view"]["seats"]] == ["Too Many Candles", "Only geese"]

            key = seated["tokens"][0]["token"]
            act = {"action": "resign", "seq": 0, "nonce": "enough"}
            await guest.post(f"/api/tables/{table['id']}/act", act, token=key)
            again = await host.post(f"/api/tables/{table['id']}/rematch")
            assert again["yours"] == [1]
            assert again["options"]["deck_0"] == read["deck"]
            assert again["options"]["deck_1"] == "too-many-candles"
            await host.post(f"/api/tables/{again['id']}/sit", {"brings": {"deck": "petty-grievances"}})
            ready = await guest.post(f"/api/tables/{again['id']}/sit")
            assert ready["table"]["status"] == "playing"
            assert ready["table"]["options"]["deck_1"] == "petty-grievances"
            record = await host.post(
                f"/api/tables/{again['id']}/act", {"action": "resign", "seq": 0, "nonce": "x"}
            )
            assert record["over"]
            kept = await host.get(f"/api/tables/{again['id']}/record")
            assert kept["options"]["deck_1"] == "petty-grievances"

    asyncio.run(scenario())


def test_what_was_brought_goes_when_somebody_gets_up(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as host, Api(server.url) as guest, Api(server.url) as late:
            seats = [{"who": "open"}, {"who": "open"}]
            made = await host.post("/api/tables", {"game": "adventurer", "seats": seats})
            path = f"/api/tables/{made['table']['id']}"
            brought = {"seat": 1, "brings": {"deck": "volatile-stock"}}
            seated = await guest.post(f"{path}/sit", brought)
            assert seated["table"]["options"]["deck_1"] == "volatile-stock"
            await late.post(f"{path}/sit", {"seat": 1}, status=409)
            await host.post(f"{path}/sit", {"seat": 1}, status=409)
            assert (await late.get(path))["options"]["deck_1"] == "volatile-stock"
            await guest.call("DELETE", f"{path}/seats/1")
            assert (await late.get(path))["options"]["deck_1"] == "velvet-revolution"

    asyncio.run(scenario())


def test_an_inn_plays_with_a_designers_cards(folder: Path) -> None:
    """New tables have them, bots too; a match that began with other cards keeps those."""
    game = innkeeper.get_game("magicduel")
    (folder / "minions.toml").write_text(
        game.content.files["minions.toml"].replace('name = "Specter"', 'name = "Spook"')
    )
    database = ("--database", str(folder / "inn.db"))

    async def names(url: str) -> tuple[str, str]:
        async with Api(url) as api:
            made = (await api.post("/api/tables", {"game": "magicduel"}))["table"]
            info = await api.get("/api/games/magicduel")
            assert info["game"]["content"] == made["content"]
            cards = await api.get(f"/api/games/magicduel/content/{made['content']}")
            await api.post(f"/api/tables/{made['id']}/start")
            assert info["names"]["specter"] == cards["minions.toml"]["minion"]["specter"]["name"]
            return made["id"], info["names"]["specter"]

    plain = Process(*database).start()
    before, name = asyncio.run(names(plain.url))
    plain.stop()
    assert name == "Specter"
    edited = Process(*database, "--content", f"magicduel={folder}").start()
    try:
        assert asyncio.run(names(edited.url))[1] == "Spook"

        async def keeps() -> None:
            async with Api(edited.url) as api:
                assert (await api.get(f"/api/tables/{before}"))["content"] == game.content.hash
                assert (await api.get(f"/api/tables/{before}/view"))["view"]["game"] == "magicduel"

        asyncio.run(keeps())
    finally:
        edited.stop()


@pytest.mark.parametrize("channels", ["memory", "redis://127.0.0.1:1/0"])  # nobody answers there
def test_a_list_costs_little_and_tells_the_truth(
    folder: Path, channels: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may ask for it, again and again: it replays nothing, and brings nothing into the hall."""
    for room in (housekeeping, workshop):  # what these look for meanwhile is not part of it
        monkeypatch.setattr(room, "LOOK_SECONDS", 600.0)
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: object) -> None:
        if statement.lstrip().startswith("SELECT"):
            asked.append(statement)

    async def empty_the_hall(server: Running) -> None:
        server.inn.hall.tables.clear()

    async def scenario(server: Running) -> None:
        async with Api(server.url) as api:
            tables = [await two_seats(api, "magicduel", public=True) for _ in range(6)]
            for id, tokens in tables:
                async with Seat(server.url, id, tokens[0]) as seat:
                    assert seat.update is not None
                    await seat.act(seat.update["decision"]["actions"][0]["id"])
                    await seat.ask("say", text="hello")
            server.call(empty_the_hall(server))
            for path in ("/api/tables?status=playing", "/api/me"):
                asked.clear()
                listed = (await api.get(path))["tables"]
                assert sorted(one["id"] for one in listed) == sorted(id for id, _ in tables)
                assert len(asked) <= 8, asked
                assert not server.inn.hall.tables
                assert {one["said"] for one in listed} == {1}
                assert {one["seq"] for one in listed} == {1}
            shown = [await api.get(f"/api/tables/{one['id']}") for one in listed]
            again = (await api.get("/api/me"))["tables"]
            assert listed == shown == again
            assert all(table.match is None for table in server.inn.hall.tables.values())

    with running(folder, channels=channels) as server:
        event.listen(server.inn.storage.engine, "before_cursor_execute", note)
        asyncio.run(scenario(server))
