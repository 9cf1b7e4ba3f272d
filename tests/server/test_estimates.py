"""How likely each seat was to win: told after the end, worked out where bots think, always the same."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import innkeeper
from innkeeper.engine.frame import fingerprint
from innkeeper.server import replay
from innkeeper.server.bots import BotPool, Survey
from innkeeper.server.replay import EACH, PLAYOUTS, SURVEYED, survey
from innkeeper.server.thinker import Thinker
from tests.server.client import Api, two_seats
from tests.server.running import Running, running
from tests.server.test_afterwards import finished


async def estimated(api: Api, id: str, query: str = "") -> dict[str, Any]:
    """Ask until everything is known; what is known already never changes."""
    known: dict[int, Any] = {}
    while True:
        found: dict[str, Any] = await api.get(f"/api/tables/{id}/estimates{query}")
        steps = {step["seq"]: step for step in found["steps"]}
        assert {seq: steps[seq] for seq in known} == known
        known = steps
        if found["done"]:
            return found


def test_chances_of_a_finished_match(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "PATIENCE", 0.05)  # so that it takes more than one answer

    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await finished(api, "echo")
            found = await estimated(api, id)
            assert (found["bot"], found["playouts"], found["seat"]) == ("greedy", PLAYOUTS, None)
            table = await api.get(f"/api/tables/{id}")
            seqs = [step["seq"] for step in found["steps"]]
            assert seqs[0] == 0
            assert seqs[-1] == table["seq"]
            assert seqs == sorted(survey(table["seq"]))
            for step in found["steps"]:
                assert all(0 <= chance <= 1 for chance in step["chances"])
                assert sum(step["chances"]) <= 1  # a draw is nobody's
            end = found["steps"][-1]
            winners = table["outcome"]["winners"]
            assert end["chances"] == [float(seat in winners) for seat in range(2)]
            assert end["margins"] == [0, 0]
            assert all(margin > 0 for margin in found["steps"][0]["margins"])
            assert (await estimated(api, id, "?as=1"))["seat"] == 1
            await api.get(f"/api/tables/{id}/estimates?as=5", status=409)

    asyncio.run(scenario())


def test_one_visitor_does_not_take_the_chances_from_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for many matches is told to wait for those; whoever comes afterwards has a turn."""
    monkeypatch.setattr(replay, "PATIENCE", 0.05)

    async def scenario(server: Running) -> None:
        turn = server.inn.replays._turn
        async with Api(server.url) as greedy, Api(server.url) as late:
            greedy.http.headers["x-forwarded-for"] = "198.51.100.1"
            late.http.headers["x-forwarded-for"] = "198.51.100.2"
            tables = [(await finished(greedy, "magicduel"))[0] for _ in range(2)]
            doors = [
                f"/api/tables/{id}/estimates{query}" for id in tables for query in ("", "?as=0", "?as=1")
            ]
            server.call(turn.acquire())  # nothing gets done just now
            for door in doors[:EACH]:
                assert not (await greedy.get(door))["done"]
            for door in doors[EACH:]:
                refused = await greedy.get(door, status=429)
                assert "still being worked out" in refused["reason"]
            assert not (await greedy.get(doors[0]))["done"]  # to ask again is no new wish
            assert not (await late.get(doors[EACH]))["done"]
            turn._loop.call_soon_threadsafe(turn.release)  # type: ignore[attr-defined]
            await estimated(late, tables[1])
            await estimated(greedy, tables[0])
            await greedy.get(doors[-1])

    with running(tmp_path, proxies="127.0.0.1") as server:
        asyncio.run(scenario(server))


def test_nothing_is_told_while_the_match_runs(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            id, _ = await two_seats(api, "echo")
            for query in ("", "?as=0"):
                refused = await api.get(f"/api/tables/{id}/estimates{query}", status=409)
                assert refused["clause"] == "IN-1.7"

    asyncio.run(scenario())


def played(game: str) -> innkeeper.Match:
    match = innkeeper.new_match(game, seed=3)
    while match.outcome is None:
        for seat, decision in match.pending.items():
            match.act(seat, decision.ids[0])
            break
    return match


def asked(match: innkeeper.Match, at: int, seat: int | None) -> Survey:
    return Survey("table", match.record(), None, at, seat, "greedy", 8)


def test_the_same_position_has_the_same_chances_in_every_process() -> None:
    match = played("echo")

    async def scenario() -> list[int]:
        pool = BotPool(1, 60)
        try:
            return await pool.survey(match.record(), match.content, 1, 0, "greedy", 8)
        finally:
            await pool.stop()

    elsewhere = asyncio.run(scenario())
    thinker = Thinker()
    assert thinker.survey(asked(match, 1, 0)).wins == elsewhere
    thinker.survey(asked(match, 2, 1))
    assert thinker.survey(asked(match, 1, 0)).wins == elsewhere


def test_a_survey_leaves_the_match_as_it_was() -> None:
    match = played("echo")
    thinker = Thinker()
    for seat in (None, 0, 1):
        for at in range(match.length):
            assert sum(thinker.survey(asked(match, at, seat)).wins) <= 8
    positions = thinker.reels["table"]
    assert positions[-1].outcome is not None
    again = Thinker()
    again.survey(asked(match, 0, None))
    assert [fingerprint(one) for one in again.reels["table"]] == [fingerprint(one) for one in positions]


def test_a_long_match_is_surveyed_from_coarse_to_fine() -> None:
    assert survey(0) == [0]
    assert survey(1) == [0, 1]
    assert sorted(survey(20)) == list(range(21))
    order = survey(1000)
    assert order[:2] == [0, 1000]
    assert len(set(order)) == len(order) == SURVEYED
    assert max(abs(a - b) for a, b in zip(sorted(order), sorted(order)[1:], strict=False)) <= 17
    assert [round(at / 1000, 1) for at in order[2:5]] == [0.5, 0.3, 0.8]
