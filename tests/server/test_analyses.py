"""What a strong player makes of a match: told after the end, worked out apart from all play, and kept."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import innkeeper
from benchmarks.echo import RECOMMENDED
from innkeeper import FastChance
from innkeeper.bots import make_bot
from innkeeper.bots.analysis import Chances, Judged, Reel
from innkeeper.engine.frame import fingerprint
from innkeeper.engine.playout import ask
from innkeeper.server import analyses, schema
from innkeeper.server.analyses import EACH, POSITIONS, Findings, survey
from innkeeper.server.bots import Study
from innkeeper.server.thinker import Thinker
from tests.server.client import Api, two_seats
from tests.server.running import Running, running
from tests.server.test_afterwards import finished


async def analysed(api: Api, id: str, query: str = "") -> dict[str, Any]:
    """Ask until everything is known; what is known already never changes."""
    known: dict[int, Any] = {}
    while True:
        found: dict[str, Any] = await api.get(f"/api/tables/{id}/analysis{query}")
        steps = {step["seq"]: step for step in found["steps"]}
        assert {seq: steps[seq] for seq in known} == known
        known = steps
        if found["done"]:
            return found


def test_a_finished_match_is_analysed_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "PATIENCE", 0.05)  # so that it takes more than one answer
    monkeypatch.setattr(analyses, "POSITIONS", 4)

    async def scenario(server: Running) -> tuple[str, Any]:
        async with Api(server.url) as api:
            id, _ = await finished(api, "echo", options={"fields": "custom", "field_list": RECOMMENDED})
            found = await analysed(api, id)
            table = await api.get(f"/api/tables/{id}")
            assert (found["level"], found["seat"]) == ("champion", None)
            assert found["looked"] == found["positions"] == 4
            assert [step["seq"] for step in found["steps"]] == sorted(survey(table["seq"]))
            for step in found["steps"]:
                assert all(0 <= chance <= 1 for chance in step["chances"])
                assert sum(step["chances"]) == pytest.approx(1, abs=0.01)
            winners = table["outcome"]["winners"] or [0, 1]
            shares = [(seat in winners) / len(winners) for seat in range(2)]
            assert found["steps"][-1] == {"seq": table["seq"], "chances": shares, "margins": [0, 0]}
            assert all(margin > 0 for margin in found["steps"][0]["margins"])
            for missed in found["missed"]:
                assert 0 <= missed["at"] < table["seq"]
                assert missed["played"] != missed["better"]
                assert 0 < missed["cost"] <= missed["chance"] <= 1
            assert found["mixed"], "of a game whose equilibrium is known, choices are told with it"
            for mixed in found["mixed"]:
                assert 0 <= mixed["at"] < table["seq"]
                assert mixed["played"] in [weight["answer"] for weight in mixed["weights"]]
                assert sum(weight["share"] for weight in mixed["weights"]) == pytest.approx(1, abs=0.05)
            assert (await analysed(api, id, "?as=1"))["missed"] == found["missed"]
            await api.get(f"/api/tables/{id}/analysis?as=5", status=409)
            return id, found

    async def once_more(server: Running, id: str) -> None:
        async with Api(server.url) as api:
            assert (await analysed(api, id))["looked"] == 2  # a faulty row is as good as none

    async def later(server: Running, id: str, found: Any) -> None:
        async with Api(server.url) as api:
            assert await api.get(f"/api/tables/{id}/analysis") == found
        assert server.inn.replays.analyses.worker.process is None, "nobody thinks about it again"

    with running(tmp_path) as server:
        id, found = asyncio.run(scenario(server))
        kept = server.call(server.inn.storage.rows(select(schema.analyses.c.match_id)))
        assert [row["match_id"] for row in kept] == [id]
    with running(tmp_path) as server:
        asyncio.run(later(server, id, found))
    with closing(sqlite3.connect(tmp_path / "inn.db")) as book, book:
        book.execute("UPDATE analyses SET body = x'00'")
    monkeypatch.setattr(analyses, "POSITIONS", 2)
    with running(tmp_path) as server:
        asyncio.run(once_more(server, id))


def test_one_visitor_does_not_take_the_analyses_from_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for many matches is told to wait for those; whoever comes afterwards has a turn."""
    monkeypatch.setattr(analyses, "PATIENCE", 0.05)
    monkeypatch.setattr(analyses, "POSITIONS", 2)

    async def scenario(server: Running) -> None:
        lock = server.inn.replays.analyses.worker.lock
        async with Api(server.url) as greedy, Api(server.url) as late:
            greedy.http.headers["x-forwarded-for"] = "198.51.100.1"
            late.http.headers["x-forwarded-for"] = "198.51.100.2"
            tables = [(await finished(greedy, "echo"))[0] for _ in range(EACH + 1)]
            doors = [f"/api/tables/{id}/analysis" for id in tables]
            server.call(lock.acquire())  # nothing gets done just now
            for door in doors[:EACH]:
                assert not (await greedy.get(door))["done"]
            refused = await greedy.get(doors[EACH], status=429)
            assert "still being analysed" in refused["reason"]
            assert not (await greedy.get(doors[0]))["done"]  # to ask again is no new wish
            assert not (await late.get(doors[EACH]))["done"]
            lock._loop.call_soon_threadsafe(lock.release)  # type: ignore[attr-defined]
            await analysed(late, tables[EACH])
            await analysed(greedy, tables[0])

    with running(tmp_path, proxies="127.0.0.1") as server:
        asyncio.run(scenario(server))


def test_the_work_rests_when_nobody_asks_and_goes_on_when_somebody_does(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "PATIENCE", 0.01)
    monkeypatch.setattr(analyses, "POSITIONS", 2)

    async def scenario() -> None:
        room = server.inn.replays.analyses
        async with Api(server.url) as api:
            id, _ = await finished(api, "echo")
            door = f"/api/tables/{id}/analysis"
            monkeypatch.setattr(analyses, "FORGOTTEN", -1.0)  # everybody has gone before the first position
            assert (await api.get(door))["looked"] == 0
            assert not room._works[id].busy
            monkeypatch.setattr(analyses, "FORGOTTEN", 600.0)
            assert (await analysed(api, id))["looked"] > 0

    asyncio.run(scenario())


@pytest.mark.parametrize("stands", [None, {"body": b"\0"}], ids=["nothing", "a faulty row"])
def test_what_becomes_whole_while_somebody_asks_is_not_begun_anew(
    server: Running, monkeypatch: pytest.MonkeyPatch, stands: dict[str, bytes] | None
) -> None:
    """The last position is looked at while the book is read in which nothing of use stands yet."""
    room = server.inn.replays.analyses
    read = server.inn.storage.row
    whole = Findings("champion", 1, {0: Judged([Chances([0.5, 0.5], [0.1, 0.1])] * 3, None)})

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await finished(api, "echo")

            async def row(query: Any, **values: Any) -> Any:
                found = await read(query, **values)
                if "analyses" in str(query):
                    assert found is None
                    room._remember(id, whole)
                    return stands
                return found

            monkeypatch.setattr(server.inn.storage, "row", row)
            found = await api.get(f"/api/tables/{id}/analysis")
            assert (found["done"], found["looked"]) == (True, 1)
            assert id not in room._works

    asyncio.run(scenario())


def test_nothing_is_told_while_the_match_runs(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await two_seats(api, "echo")
            for query in ("", "?as=0"):
                refused = await api.get(f"/api/tables/{id}/analysis{query}", status=409)
                assert refused["clause"] == "IN-1.7"

    asyncio.run(scenario())


def played(game: str) -> innkeeper.Match:
    match = innkeeper.new_match(game, seed=3)
    while match.outcome is None:
        for seat, decision in match.pending.items():
            match.act(seat, decision.ids[0])
            break
    return match


def test_a_study_leaves_the_match_as_it_was_and_asks_for_what_it_forgot() -> None:
    match = played("echo")
    thinker = Thinker()
    assert thinker.study(Study("table", None, None, 2)).missing
    for at, record in ((0, match.record()), (match.length, None)):
        judged = thinker.study(Study("table", record, None, at)).judged
        assert judged is not None
        assert len(judged.known) == 3
    positions = thinker.reels["table"].states
    assert [fingerprint(one) for one in Reel(match.record(), None).states] == [
        fingerprint(one) for one in positions
    ]


def test_what_a_strong_player_does_is_no_miss_and_a_blunder_is() -> None:
    """MagicDuel is thought through by the level itself: no dice, no doubt."""
    match = innkeeper.new_match("magicduel", seed=3)
    reel = Reel({**match.record(), "entries": []}, None)
    opening = reel.states[0]
    seat = int(opening.decider())
    best = ask(make_bot(match.game, "champion"), opening, seat, FastChance(0))
    assert reel.analyst.judged(opening, seat, best, 0).missed is None
    costs = []
    for action in opening.actions(seat)[:4]:
        judged = reel.analyst.judged(opening, seat, action, 0)
        assert judged.known[0].margins == [0.0, 0.0]
        if judged.missed is not None:
            costs.append(judged.missed.cost)
            assert judged.missed.played == action.label
    assert costs


def test_what_was_taken_back_or_left_to_the_clock_is_nobodys_choice() -> None:
    match = innkeeper.new_match("magicduel", seed=3)
    seat = int(match.state.decider())
    match.act(seat, match.pending[seat].ids[0])
    match.undo(seat)
    match.time_out(seat)
    reel = Reel(match.record(), None)
    assert reel.answer(0) == (seat, None)
    assert reel.answer(1) == (None, None)
    assert reel.answer(2) == (seat, None)
    assert reel.answer(3) == (None, None)


def test_a_long_match_is_surveyed_from_coarse_to_fine() -> None:
    assert survey(0) == [0]
    assert survey(1) == [0, 1]
    assert sorted(survey(20)) == list(range(21))
    order = survey(1000)
    assert order[:2] == [0, 1000]
    assert len(set(order)) == len(order) == POSITIONS
    assert max(abs(a - b) for a, b in zip(sorted(order), sorted(order)[1:], strict=False)) <= 6
    assert [round(at / 1000, 1) for at in order[2:5]] == [0.6, 0.3, 1.0]
