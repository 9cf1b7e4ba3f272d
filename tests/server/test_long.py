"""Long matches hold nobody up: looking back, rebuilding, taking back, coming in late."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, update

import innkeeper
from innkeeper.engine.record import replay
from innkeeper.server import referee, schema, tables
from innkeeper.server.errors import TooFast
from innkeeper.server.pace import SLICE_SECONDS, Pace
from innkeeper.server.readings import EACH, WAITING, ReadingRoom, Who
from tests.patience import PATIENCE
from tests.server.client import Api, Seat
from tests.server.conftest import Standing
from tests.server.long import long_match, write
from tests.server.running import Running, running

LENGTH = 6000
AT_A_TIME = 0.1  # seconds of work that the server's loop may do in one go


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("long")) as found:
        yield found


@pytest.fixture(scope="module")
def finished(inn: Running) -> str:
    """So long that a replay in one go is noticed on a fast machine, too."""
    return asyncio.run(long_match(inn, 2 * LENGTH, over=True))[0]


@pytest.fixture(scope="module")
def going(inn: Running) -> tuple[str, list[str]]:
    return asyncio.run(long_match(inn, LENGTH, over=False))


@asynccontextmanager
async def watched(inn: Running) -> AsyncIterator[list[float]]:
    """How long the server's loop worked at a time, in seconds, while something went on.

    Its own work alone is counted (`thread_time`): not what a busy machine, or the test, keeps it from.
    """
    late: list[float] = []
    stop = False

    async def watch() -> None:
        while not stop:
            began = time.thread_time()
            await asyncio.sleep(0.001)
            late.append(time.thread_time() - began)

    task = asyncio.run_coroutine_threadsafe(watch(), inn.loop)
    yield late
    stop = True
    await asyncio.wrap_future(task)


def held_up(inn: Running, work: Callable[[Api], Awaitable[Any]]) -> float:
    """The longest the loop worked at something without a pause."""

    async def scenario() -> float:
        async with Api(inn.url) as api, watched(inn) as late:
            await work(api)
        return max(late)

    return asyncio.run(scenario())


@pytest.mark.parametrize("door", ["verify", "replay", "replay?at=100&as=0", "tape", "record"])
def test_looking_back_is_done_elsewhere(inn: Running, finished: str, door: str) -> None:
    """One replay of this match takes longer than this, wherever it is done."""
    record = json.loads(httpx.get(f"{inn.url}/api/tables/{finished}/record", timeout=60).text)
    began = time.thread_time()
    replay(record)
    assert time.thread_time() - began > AT_A_TIME
    assert held_up(inn, lambda api: api.get(f"/api/tables/{finished}/{door}")) < AT_A_TIME
    assert innkeeper.verify(record).length == len(record["entries"]) >= LENGTH


def test_what_is_read_is_what_was_played(inn: Running, finished: str) -> None:
    with httpx.Client(base_url=f"{inn.url}/api/tables/{finished}", timeout=60) as http:
        match = replay(http.get("/record").json())
        tape = http.get("/tape").json()["entries"]
        assert [entry["action"] for entry in tape] == [
            match.record_entry(index).get("do") for index in range(match.length)
        ]
        last = http.get("/replay", params={"as": 1}).json()
        assert (last["seq"], last["over"], last["view"]) == (match.length, True, match.view(1))
        assert http.get("/replay", params={"at": 10}).json()["seq"] == 10
        assert http.get("/replay", params={"at": 10**6}).status_code == 409
        assert http.get("/verify").json()["good"] is True


def test_a_running_match_is_read_as_far_as_it_is(inn: Running) -> None:
    async def scenario() -> None:
        async with Api(inn.url) as api:
            id, tokens = await long_match(inn, 10, over=False)
            async with Seat(inn.url, id, tokens[0]) as one, Seat(inn.url, id, tokens[1]) as two:
                for _ in range(3):
                    assert (await api.get(f"/api/tables/{id}/replay"))["seq"] == one.seq
                    tape = await api.get(f"/api/tables/{id}/tape", token=tokens[0])
                    shown = {entry["seat"]: entry["action"] is not None for entry in tape["entries"][::2]}
                    assert shown.get(0, True)
                    assert not shown.get(1, False)
                    assert len(tape["entries"]) == one.seq
                    await _any(one, two)
                await one.ask("resign")
            inn.call(inn.inn.replays.room.worker.stop())  # it forgets all
            assert (await api.get(f"/api/tables/{id}/replay"))["over"] is True

    asyncio.run(scenario())


async def _any(one: Seat, two: Seat) -> None:
    """Whoever is asked does the first thing."""
    seat, other = (one, two) if one.update and one.update["decision"] else (two, one)
    await seat.act(seat.legal[0])
    while other.seq < seat.seq:
        await other.receive()


def test_rebuilding_and_seeing_a_long_match(inn: Running, going: tuple[str, list[str]]) -> None:
    id, tokens = going

    async def look(api: Api) -> None:
        inn.inn.hall.tables[id].forget()
        seen = await api.get(f"/api/tables/{id}/view")
        assert seen["seq"] == LENGTH
        async with Seat(inn.url, id, tokens[0]) as seat:
            assert seat.lines[0]["seq"] == 0
            assert seat.lines == (await api.get(f"/api/tables/{id}/view", token=tokens[0]))["lines"]
            await seat.send("sync", seq=0, said=0)
            again = await seat.until(lambda message: message["type"] == "update")
            assert again["lines"] == [line for line in seat.lines if line["seq"] > 0]

    assert held_up(inn, look) < AT_A_TIME


def test_the_log_of_a_long_match_goes_on(inn: Running) -> None:
    async def scenario() -> None:
        id, tokens = await long_match(inn, 400, over=False)
        async with (
            Api(inn.url) as api,
            Seat(inn.url, id, tokens[0]) as one,
            Seat(inn.url, id, tokens[1]) as two,
        ):
            await _any(one, two)
            told = (await api.get(f"/api/tables/{id}/view", token=tokens[0]))["lines"]
            assert told == one.lines
            half = (await api.get(f"/api/tables/{id}/view?since=100", token=tokens[0]))["lines"]
            assert half == [line for line in one.lines if line["seq"] > 100]
            table = inn.inn.hall.tables[id]
            assert table.scrolls
            table.forget()
            assert not table.scrolls

    asyncio.run(scenario())


def test_taking_back_by_consent(inn: Running) -> None:
    async def scenario(api: Api) -> None:
        id, tokens = await long_match(inn, LENGTH, over=False)
        async with Seat(inn.url, id, tokens[0]) as one, Seat(inn.url, id, tokens[1]) as two:
            seats = [one, two]
            acted = 0 if one.update and one.update["decision"] else 1
            before = seats[acted].update
            await seats[acted].act("end" if "end" in seats[acted].legal else seats[acted].legal[-1])
            asker, other = seats[acted], seats[1 - acted]
            while other.seq < asker.seq:
                await other.receive()
            await other.act(other.legal[0])
            while asker.seq < other.seq:
                await asker.receive()
            await asker.ask("undo", seq=asker.seq)
            while not (other.update and other.update["undo"]["asked_by"] is not None):
                await other.receive()
            await other.ask("answer_undo", agree=True, seq=other.seq)
            while asker.seq < other.seq:
                await asker.receive()
            assert before is not None
            assert asker.update is not None
            assert asker.update["decision"] == before["decision"]
            record = inn.inn.hall.tables[id].live.record()
            assert record["entries"][-1]["undo"] == "agreed"
            assert replay(record).hash == inn.inn.hall.tables[id].live.hash

    assert held_up(inn, scenario) < AT_A_TIME


def test_an_agreed_undo_that_comes_from_another_process(
    inn: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follower goes back without replaying all of it in one go."""

    async def scenario() -> None:
        id, _ = await long_match(inn, 100, over=False)
        table = inn.inn.hall.tables[id]
        match = replay(table.live.record(), table.content)
        acted = next(iter(match.pending))
        while acted in match.pending:
            match.play(acted, match.pending[acted].ids[-1])
        other = next(iter(match.pending))
        match.play(other, match.pending[other].ids[0])
        match.undo(acted, agreed=True)
        write(inn, id, match, after=100)
        monkeypatch.setattr("innkeeper.engine.record.replay", _not_at_once)
        inn.call(inn.inn.hall.refresh(table))
        assert table.live.hash == match.hash

    asyncio.run(scenario())


def _not_at_once(*_: object) -> None:
    raise AssertionError("all of it was replayed in one go")


def test_a_match_has_an_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "MOST_ENTRIES", 20)
    with running(folder) as server:

        async def scenario() -> None:
            id, tokens = await long_match(server, 20, over=False)
            async with Seat(server.url, id, tokens[0]) as one, Seat(server.url, id, tokens[1]) as two:
                seat = one if one.update and one.update["decision"] else two
                assert "resign it" in (await seat.act(seat.legal[0]))["reason"]
                assert "resign it" in (await seat.ask("undo", seq=seat.seq))["reason"]
                assert (await seat.ask("resign"))["over"] is True

        asyncio.run(scenario())


def test_practise_from_a_long_match(inn: Running, finished: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def practise(api: Api) -> None:
        made = await api.post(f"/api/tables/{finished}/practise", {"at": 3000, "seat": 0})
        assert made["table"]["origin_at"] == 3000

    assert held_up(inn, practise) < AT_A_TIME
    monkeypatch.setattr(tables, "MOST_ENTRIES", 100)
    body = {"at": 101, "seat": 0}
    refused = httpx.post(f"{inn.url}/api/tables/{finished}/practise", json=body, timeout=60)
    assert (refused.status_code, "first 100 entries" in refused.json()["reason"]) == (409, True)


def test_a_long_log_counts_for_many_requests(folder: Path, refilling: Standing) -> None:
    with running(folder, requests_per_second=5.0) as server:
        id, _ = asyncio.run(long_match(server, 3000, over=False))
        path = f"{server.url}/api/tables/{id}/view"
        codes = [httpx.get(path, timeout=60).status_code for _ in range(4)]
        assert codes[0] == 200
        assert codes[-1] == 429
        refilling.now += 0.5
        assert httpx.get(path + "?since=3000").status_code == 200


# The reading room


def test_who_waits_for_a_reading(inn: Running) -> None:
    async def scenario() -> list[str]:
        room = ReadingRoom(inn.inn.storage, Pace())
        order: list[str] = []

        async def read(name: str, who: Who) -> None:
            async with room._turn(who):
                order.append(name)
                await asyncio.sleep(0)

        async with room._turn(Who("first")):
            waiting = [asyncio.create_task(read(f"stranger {n}", Who(f"s{n}"))) for n in range(3)]
            waiting += [asyncio.create_task(read("player", Who("p", sits=True)))]
            greedy = [asyncio.create_task(read("greedy", Who("g"))) for _ in range(EACH + 3)]
            await asyncio.sleep(0)
            late = asyncio.create_task(read("gone", Who("l")))
            await asyncio.sleep(0)
            late.cancel()
            await asyncio.sleep(0)
            crowd = [asyncio.create_task(read("crowd", Who(f"c{n}"))) for n in range(WAITING)]
            await asyncio.sleep(0)
        done = await asyncio.gather(*greedy, *crowd, return_exceptions=True)
        await asyncio.gather(*waiting)
        assert sum(isinstance(one, TooFast) for one in done[: len(greedy)]) == 3
        assert any(isinstance(one, TooFast) for one in done[len(greedy) :])
        assert not room._inside
        assert not room._busy
        return order

    order = asyncio.run(scenario())
    assert order[:4] == ["player", "stranger 0", "stranger 1", "stranger 2"]
    assert "gone" not in order


def test_one_address_cannot_fill_the_room(inn: Running, finished: str) -> None:
    async def scenario() -> None:
        room = inn.inn.replays.room
        turn = room._turn(Who("somebody else"))
        inn.call(turn.__aenter__())
        async with Api(inn.url) as api:
            path = f"/api/tables/{finished}/replay?at=1"
            asked = [asyncio.create_task(api.http.get(path)) for _ in range(EACH + 4)]
            deadline = time.monotonic() + PATIENCE
            while sum(one.done() for one in asked) < 4:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.01)
            inn.call(turn.__aexit__(None, None, None))
            codes = sorted([(await one).status_code for one in asked])
        assert codes == [200] * EACH + [429] * 4

    asyncio.run(scenario())


def test_a_reader_that_dies_or_takes_too_long_is_replaced(folder: Path) -> None:
    with running(folder) as server:
        id, _ = asyncio.run(long_match(server, 50, over=True))
        path = f"{server.url}/api/tables/{id}/replay"
        assert httpx.get(path, timeout=60).status_code == 200
        worker = server.inn.replays.room.worker
        assert worker.process is not None
        worker.process.kill()
        first = httpx.get(path, timeout=60)
        assert first.status_code in (200, 409)
        assert httpx.get(path, timeout=60).status_code == 200
        worker.seconds = 0.0  # however long this machine stands still before it looks at the time
        assert "in time" in httpx.get(path, timeout=60).json()["reason"]
        worker.seconds = 30
        assert httpx.get(path, timeout=60).status_code == 200


def test_a_log_that_does_not_replay(folder: Path) -> None:
    with running(folder) as server:
        id, _ = asyncio.run(long_match(server, 50, over=True))
        e = schema.entries.c

        def damage(connection: Connection) -> None:
            here = (e.match_id == id) & (e.seq == 7)
            body = msgspec.json.encode({"seat": 0, "do": "nonsense", "hash": "x"}).decode()
            connection.execute(update(schema.entries).where(here).values(body=body))

        server.call(server.inn.storage.transact(damage))
        get = f"{server.url}/api/tables/{id}"
        refused = httpx.get(f"{get}/replay", timeout=60)
        assert (refused.status_code, "does not replay" in refused.json()["reason"]) == (409, True)
        assert "nonsense" not in refused.text
        verdict = httpx.get(f"{get}/verify", timeout=60).json()
        assert (verdict["good"], "entry 6" in verdict["problem"]) == (False, True)


def test_slices() -> None:
    async def scenario() -> None:
        pace, spent, late = Pace(), [0.0], [0.0]

        def work(_: int) -> None:
            end = time.thread_time() + 0.001
            while time.thread_time() < end:
                pass
            spent[0] += 0.001

        async def watch() -> None:
            while True:
                began = time.thread_time()
                await asyncio.sleep(0)
                late.append(time.thread_time() - began)

        watching = asyncio.create_task(watch())
        await asyncio.gather(*(pace.through(range(40), work) for _ in range(4)))
        watching.cancel()
        late.sort()
        assert spent[0] >= 0.1
        assert late[len(late) * 99 // 100] < SLICE_SECONDS * 4

    asyncio.run(scenario())
