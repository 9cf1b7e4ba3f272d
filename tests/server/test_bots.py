"""Bots think in processes of their own, see only their seat, and may crash."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

import innkeeper
from innkeeper.engine.game import all_games
from innkeeper.server import thinker as thinking
from innkeeper.server.bots import (
    GENTLY,
    REMEMBERED,
    Answer,
    BotFailed,
    BotPool,
    Job,
    Reading,
    Study,
    Worker,
)
from innkeeper.server.thinker import Thinker
from tests.server.client import Api, Seat, play_out
from tests.server.running import Running, running
from tests.wide import wide

GAMES = [game.id for game in all_games()[0]]


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_whole_matches_by_themselves(server: Running, game: str) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            least = innkeeper.get_game(game).seats.start
            seats = [{"who": "you"}, *[{"who": "bot"}] * (max(2, least) - 1)]
            if len(seats) not in innkeeper.get_game(game).seats:
                seats = seats[:least]
            made = await api.post("/api/tables", {"game": game, "seats": seats})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(server.url, id, made["tokens"][0]["token"]) as seat:
                await play_out(seat, 2)
            match = innkeeper.verify(await api.get(f"/api/tables/{id}/record"))
            assert match.outcome is not None

    asyncio.run(scenario())


def job(match: innkeeper.Match, seat: int, bot: str, first: int = 0) -> Job:
    """A question that leaves out the first entries of a match."""
    entries = match.record()["entries"]
    after = entries[first - 1]["hash"] if first else ""
    return Job("table", None if first else match.header(), None, first, after, entries[first:], seat, bot, 7)


def test_a_thinker_remembers_the_match_and_notices_another_one() -> None:
    thinker = Thinker()
    match = innkeeper.new_match("magicduel", seed=1)
    first = thinker.answer(job(match, 0, "greedy"))
    assert first.action in match.pending[0].ids
    remembered = thinker.matches["table"]
    match.act(0, "magic")
    match.act(0, "magic")
    thinker.answer(job(match, 1, "greedy"))
    match.act(1, match.pending[1].ids[0])
    thinker.answer(job(match, 1, "greedy", first=2))
    remembered = thinker.matches["table"]
    assert remembered.length == 3
    thinker.answer(job(match, 1, "greedy", first=3))
    assert thinker.matches["table"] is remembered
    other = innkeeper.new_match("magicduel", seed=1)
    other.act(0, "heal:1")
    other.act(0, "magic")
    assert thinker.answer(job(other, 1, "random", first=2)) == Answer(missing=True)
    assert thinker.answer(job(other, 1, "random", first=1)) == Answer(missing=True)  # it is forgotten now
    assert thinker.answer(job(other, 1, "random")).action in other.pending[1].ids
    assert thinker.answer(job(other, 0, "random", first=2)) == Answer()  # it is not asked anything


class Told(Worker):
    """A worker that notes what is sent to its process."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.jobs: list[Job] = []

    async def ask(self, job: Job | Study | Reading) -> Answer:
        assert isinstance(job, Job)
        self.jobs.append(job)
        return await super().ask(job)


async def play_on(pool: BotPool, match: innkeeper.Match, table: str = "t", bot: str = "greedy") -> None:
    """One decision of whoever is asked."""
    seat = next(iter(match.pending))
    action = await pool.choose(table, match, seat, bot)
    assert action is not None
    match.act(seat, action)


def test_a_process_is_sent_what_is_new_only() -> None:
    async def scenario() -> None:
        told = Told(60)
        pool = BotPool(1, 60)
        pool.workers = [told]
        match = innkeeper.new_match("mazerunner", seats=2, seed=1)
        try:
            for _ in range(40):
                await play_on(pool, match)
            assert [job.header is not None for job in told.jobs] == [True] + [False] * 39
            assert [len(job.entries) for job in told.jobs] == [0] + [1] * 39
            sizes = [len(msgspec.msgpack.encode(job)) for job in told.jobs[1:]]
            assert max(sizes) < 400  # however long the match is
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_what_a_process_forgot_is_told_again() -> None:
    async def scenario() -> None:
        told = Told(60)
        pool = BotPool(1, 60)
        pool.workers = [told]
        matches = [innkeeper.new_match("magicduel", seed=seed) for seed in range(REMEMBERED + 1)]
        try:
            for number, match in enumerate(matches):
                await play_on(pool, match, str(number))
            await play_on(pool, matches[0], "0")  # the process has forgotten it, and so have we
            assert told.jobs[-1].header is not None
            told.given["1"] = 1  # that one too, but we do not know
            await play_on(pool, matches[1], "1")
            before, after = told.jobs[-2:]
            assert (before.header, before.first, after.first) == (None, 1, 0)
            assert after.header is not None
            await play_on(pool, matches[1], "1")
            last = told.jobs[-1]
            assert (last.header, last.first) == (None, 1)
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_people_come_before_bots() -> None:
    """A bot's process is less urgent than the server that carries people's moves."""

    async def scenario() -> None:
        pool = BotPool(1, 60)
        try:
            await play_on(pool, innkeeper.new_match("magicduel", seed=1))
            process = pool.workers[0].process
            assert process is not None
            urgent = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, urgent + GENTLY)
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_ctrl_c_is_for_the_server_alone() -> None:
    """A terminal sends it to every process of the group."""

    async def scenario() -> None:
        pool = BotPool(1, 60)
        match = innkeeper.new_match("magicduel", seed=3)
        try:
            await play_on(pool, match)
            before = pool.workers[0].process
            assert before is not None
            os.kill(before.pid, signal.SIGINT)
            await play_on(pool, match)
            assert pool.workers[0].process is before
        finally:
            await pool.stop()

    asyncio.run(scenario())


@pytest.mark.parametrize("bot", ["champion", *wide("greedy")])
def test_a_process_that_is_killed_between_decisions_ten_times(bot: str) -> None:
    async def scenario() -> None:
        pool = BotPool(1, 60)
        match = innkeeper.new_match("magicduel", seed=3)
        try:
            for number in range(10):
                await play_on(pool, match, bot=bot)
                await play_on(pool, match, bot=bot)
                process = pool.workers[0].process
                assert process is not None
                os.kill(process.pid, signal.SIGKILL)
                if number % 2:  # noticed before the next question, or only when it is put
                    await process.wait()
            await play_on(pool, match, bot=bot)
        finally:
            await pool.stop()
        assert match.length == 21
        innkeeper.verify(match.record())

    asyncio.run(scenario())


@pytest.mark.parametrize("bot", ["champion", "legend"])
def test_a_process_that_is_killed_in_the_middle_of_a_thought_delays_that_move_only(bot: str) -> None:
    async def scenario() -> None:
        pool = BotPool(2, 60)
        slow, quick = pool.workers[1], pool.workers[0]
        match = innkeeper.new_match("adventurer", seed=3)
        other = innkeeper.new_match("magicduel", seed=3)
        try:
            while match.length < 4:
                await play_on(pool, match)
            async with quick.lock:  # so that there is no choice where it is thought
                await play_on(pool, match, bot=bot)
                killed = slow.process
                assert killed is not None
                os.kill(killed.pid, signal.SIGSTOP)  # so that it cannot be faster than we are
                thought = asyncio.create_task(play_on(pool, match, bot=bot))
                while not slow.lock.locked():
                    await asyncio.sleep(0)
                os.kill(killed.pid, signal.SIGKILL)
            await play_on(pool, other, "other")  # nobody else waits for it
            await thought
            assert slow.process is not killed
        finally:
            await pool.stop()
        innkeeper.verify(match.record())

    asyncio.run(scenario())


def test_who_takes_their_time_holds_up_no_more_than_one_answer() -> None:
    """Of many slow questions one is at work and one in line: what is answered at once comes next."""

    async def scenario() -> None:
        pool = BotPool(1, 60)
        order: list[str] = []
        match = innkeeper.new_match("echo", seed=3)

        async def ask(table: str, bot: str) -> None:
            await pool.choose(table, match, 0, bot)
            order.append(bot)

        try:
            await ask("first", "regular")
            tasks = [asyncio.create_task(ask(f"slow {number}", "champion")) for number in range(5)]
            await asyncio.sleep(0)
            tasks.append(asyncio.create_task(ask("quick", "regular")))
            await asyncio.gather(*tasks)
        finally:
            await pool.stop()
        assert order.index("regular", 1) <= 3
        assert order.count("champion") == 5

    asyncio.run(scenario())


def test_who_may_take_long_is_asked_beside_the_first_process() -> None:
    pool = BotPool(3, 60)
    assert {pool._worker(f"table {number}", long=True) for number in range(40)} == set(pool.workers[1:])
    assert {pool._worker(f"table {number}") for number in range(40)} == set(pool.workers)
    only = BotPool(1, 60)
    assert only._worker("table", long=True) is only.workers[0]


def asked_at(table: str, match: innkeeper.Match, seat: int, bot: str) -> Job:
    """A whole question from one of many tables."""
    return Job(table, match.header(), None, 0, "", match.record()["entries"], seat, bot, 7)


def test_every_seat_of_every_match_has_a_search_of_its_own() -> None:
    thinker = Thinker()
    echo = [innkeeper.new_match("echo", seed=seed) for seed in range(2)]
    for number, match in enumerate(echo):
        for seat in (0, 1):
            assert thinker.answer(asked_at(f"table {number}", match, seat, "search:20")).action is not None
    minds = dict(thinker.minds)
    assert [(table, seat) for table, seat, _ in minds] == [
        (f"table {number}", seat) for number in range(2) for seat in (0, 1)
    ]
    assert len({id(mind) for mind in minds.values()}) == 4
    thinker.answer(asked_at("table 0", echo[0], 0, "search:20"))
    assert thinker.minds["table 0", 0, "search:20"] is minds["table 0", 0, "search:20"]
    assert minds["table 0", 0, "search:20"].size() > 0
    thinker.answer(asked_at("table 0", echo[0], 0, "greedy"))  # remembers nothing: one for all
    assert len(thinker.minds) == 4


def test_searches_that_nobody_asks_any_more_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ROOMY", 100)
    thinker = Thinker()
    match = innkeeper.new_match("echo", seed=1)
    for number in range(12):
        thinker.answer(asked_at(f"table {number}", match, 0, "search:40"))
        sizes = [mind.size() for mind in thinker.minds.values()]
        assert sum(sizes) <= 100 or len(sizes) == 1
    assert ("table 11", 0, "search:40") in thinker.minds
    assert ("table 0", 0, "search:40") not in thinker.minds
    assert thinker.answer(asked_at("table 0", match, 0, "search:40")).action is not None


def test_a_worker_that_dies_is_replaced_and_the_question_put_again() -> None:
    async def scenario() -> None:
        pool = BotPool(1, 20)
        match = innkeeper.new_match("magicduel", seed=1)
        try:
            assert await pool.choose("t", match, 0, "random") in match.pending[0].ids
            process = pool.workers[0].process
            assert process is not None
            os.kill(process.pid, signal.SIGKILL)
            assert await pool.choose("t", match, 0, "greedy") in match.pending[0].ids
            assert pool.workers[0].process is not process
            with pytest.raises(BotFailed, match="has no bot 'hal'"):
                await pool.choose("t", match, 0, "hal")
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_a_worker_that_answers_nonsense_is_replaced_and_the_question_put_again() -> None:
    async def scenario() -> None:
        pool = BotPool(1, 20)
        match = innkeeper.new_match("magicduel", seed=1)
        rubbish = "import os, time; os.write(1, bytes([4, 0, 0, 0, 1, 2, 3, 4])); time.sleep(60)"
        pipe = asyncio.subprocess.PIPE
        mad = await asyncio.create_subprocess_exec(sys.executable, "-c", rubbish, stdin=pipe, stdout=pipe)
        pool.workers[0].process = mad
        try:
            assert await pool.choose("t", match, 0, "greedy") in match.pending[0].ids
            assert pool.workers[0].process is not mad
            assert mad.returncode is not None
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_a_bot_that_takes_too_long_is_stopped() -> None:
    async def scenario() -> None:
        pool = BotPool(1, 0.0)
        match = innkeeper.new_match("magicduel", seed=1)
        try:
            with pytest.raises(BotFailed, match="took too long"):
                await pool.choose("t", match, 0, "greedy")
        finally:
            await pool.stop()

    asyncio.run(scenario())


def test_when_a_bot_fails_the_referee_answers_for_it(folder: Path) -> None:
    async def scenario(url: str) -> None:
        async with Api(url) as api:
            made = await api.post("/api/tables", {"game": "magicduel", "preset": "literal"})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            async with Seat(url, id, made["tokens"][0]["token"]) as seat:
                await seat.act("magic")
                await seat.act("magic")
                await seat.turn()
                kinds = [line["event"]["kind"] for line in seat.lines]
                assert kinds.count("timed_out") == 2

    with running(folder, bots=1) as server:
        server.inn.bots.workers[0].seconds = 0.0
        asyncio.run(scenario(server.url))


def test_a_bot_that_was_to_move_when_the_server_stopped_moves_after_the_restart(
    folder: Path, quick: None
) -> None:
    async def begin(url: str) -> tuple[str, str]:
        async with Api(url) as api:
            made = await api.post("/api/tables", {"game": "magicduel", "preset": "literal"})
            id = made["table"]["id"]
            await api.post(f"/api/tables/{id}/start")
            token = made["tokens"][0]["token"]
            async with Seat(url, id, token) as seat:
                await seat.act("magic")
                await seat.act("magic")
            return id, token

    async def wait(url: str, id: str, token: str) -> None:
        async with Seat(url, id, token) as seat:
            assert await seat.turn()

    with running(folder) as before:
        before.inn.bots.workers[0].seconds = before.inn.bots.workers[1].seconds = 100
        id, token = asyncio.run(begin(before.url))
    with running(folder) as after:
        asyncio.run(wait(after.url, id, token))
