"""The workshop: who gets in, what may be brought, how studies are made, and that nobody waits for them."""

from __future__ import annotations

import asyncio
import base64
import io
import os
import signal
import stat
import struct
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from litestar.routes import HTTPRoute
from sqlalchemy import Connection, func, insert, select, update

import innkeeper
from innkeeper.cli import main
from innkeeper.engine.errors import InvalidContent
from innkeeper.server import schema, workshop
from innkeeper.server.clocks import now_ms
from innkeeper.server.landlords import appoint
from innkeeper.server.parcels import opened
from innkeeper.server.protocol import NewStudy
from innkeeper.server.tasks import Task, Word
from innkeeper.server.workbench import GENTLY, PROMPTLY, Bench
from innkeeper.server.workbench import main as workbench
from tests.server.client import Api
from tests.server.running import Running, running

PASSWORD = "geese are geese"
QUICK = {"game": "magicduel", "players": ["random"], "matches": 20}
LONG = {"game": "micah", "players": ["champion"], "matches": 5000}
PATIENCE = 120.0


async def landlord(server: Running, api: Api, name: str) -> None:
    """An account with the right to the workshop."""
    await api.post("/api/accounts", {"name": name, "password": PASSWORD})
    appoint(server.inn.settings.database_url, name, True)


async def until(api: Api, id: str, *statuses: str) -> Any:
    """Ask until a study is as far."""
    end = time.monotonic() + PATIENCE
    while (study := await api.get(f"/api/workshop/studies/{id}"))["status"] not in statuses:
        assert time.monotonic() < end, study
        assert study["status"] in ("waiting", "running"), study
        await asyncio.sleep(0.05)
    return study


def benches() -> list[int]:
    """The processes in which studies are made for this one."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if b"innkeeper.server.workbench" in words and parent == os.getpid():
            found.append(int(entry.name))
    return found


async def bench_of(api: Api, id: str) -> int:
    """The process that works on a study: it has said how much there is to do."""
    end = time.monotonic() + PATIENCE
    while not (await until(api, id, "running"))["total"]:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    (number,) = benches()
    return number


def zipped(files: dict[str, bytes], **more: Any) -> str:
    """A zip file in Base64."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, **more) as parcel:
        for name, data in files.items():
            parcel.writestr(name, data)
    return base64.b64encode(file.getvalue()).decode()


def rows(server: Running) -> int:
    found = server.call(server.inn.storage.rows(select(func.count().label("n")).select_from(schema.studies)))
    return int(found[0]["n"])


# Who gets in


def doors(server: Running) -> list[tuple[str, str]]:
    """Every method and path of the workshop, as the application has them."""
    app: Any = server.door.app
    found = [
        (method, route.path.replace("{study_id:str}", "x" * 22))
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/workshop")
        for method in sorted(map(str, route.methods))
        if method != "OPTIONS"
    ]
    assert len(found) >= 6
    return found


def test_nobody_without_the_right_gets_through_any_door(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as stranger, Api(server.url) as guest, Api(server.url) as person:
            made = await guest.post("/api/tables", {"game": "magicduel"})
            seat = made["tokens"][0]["token"]
            await person.post("/api/accounts", {"name": "Plain-Person", "password": PASSWORD})
            before = rows(server)
            for method, path in doors(server):
                body = QUICK if method == "POST" else None
                for api, token, status in (
                    (stranger, None, 401),
                    (guest, None, 401),
                    (guest, seat, 401),
                    (stranger, "x" * 43, 401),
                    (person, None, 403),
                ):
                    said = await api.call(method, path, body, token=token, status=status)
                    assert "landlord" in said["reason"], (method, path, said)
                    # nothing is read of what they send, either
                    broken = await api.http.request(method, path, content=b"{", headers=_bearer(token))
                    assert broken.status_code == status, (method, path)
            assert rows(server) == before
            assert (await person.get("/api/me"))["landlord"] is False

    asyncio.run(scenario())


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


def test_the_right_is_asked_for_now_and_can_be_taken_away(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as anna, Api(server.url) as again:
            await landlord(server, anna, "Anna-Inn")
            assert (await anna.get("/api/me"))["landlord"] is True
            assert (await anna.get("/api/workshop"))["seconds"] == 300
            entered = await again.post("/api/login", {"name": "anna-inn", "password": PASSWORD})
            assert entered["landlord"] is True
            appoint(server.inn.settings.database_url, "ANNA-INN", False)
            for api in (anna, again):
                await api.get("/api/workshop", status=403)
            appoint(server.inn.settings.database_url, "anna-inn", True)
            await again.get("/api/workshop")
            await again.post("/api/logout")
            await again.get("/api/workshop", status=401)

    asyncio.run(scenario())


def test_the_command_appoints_who_is_there_and_nobody_else(server: Running) -> None:
    database = server.inn.settings.database

    async def scenario() -> None:
        async with Api(server.url) as bess:
            await bess.post("/api/accounts", {"name": "Bess", "password": PASSWORD})
            for words, told in (
                (["Bess"], "Bess is a landlord."),
                (["bess", "--no-more"], "Bess is no landlord any more."),
            ):
                done = CliRunner().invoke(main, ["landlord", *words, "--database", database])
                assert (done.exit_code, done.output.strip()) == (0, told)
                assert (await bess.get("/api/me"))["landlord"] is told.endswith("is a landlord.")

    asyncio.run(scenario())
    nobody = CliRunner().invoke(main, ["landlord", "nobody-at-all", "--database", database])
    assert nobody.exit_code == 1
    assert "nobody here is called nobody-at-all" in nobody.output


def test_a_closed_workshop_has_no_doors(folder: Path) -> None:
    async def scenario(server: Running) -> None:
        async with Api(server.url) as anna:
            await landlord(server, anna, "Anna")
            said = await anna.get("/api/workshop", status=404)
            assert said["reason"] == "the workshop of this inn is closed"

    with running(folder, workshop_seconds=0.0) as server:
        asyncio.run(scenario(server))


# What may be brought


MOVES = innkeeper.get_game("magicduel").content.files["moves.toml"]


def test_files_and_zip_files_come_to_the_same() -> None:
    wanted = {"moves.toml": "a", "notes.txt": ""}
    assert opened({"moves.toml": "a", "notes.txt": "b"}, "") == wanted
    assert opened({}, zipped({"moves.toml": b"a", "notes.txt": b"b"})) == wanted
    packed = {"cards/moves.toml": b"\xef\xbb\xbfa", "cards/notes.txt": b"\xff", "cards/.DS_Store": b""}
    assert opened({}, zipped({**packed, "__MACOSX/cards/._moves.toml": b"x"})) == wanted


def link() -> str:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parcel:
        entry = zipfile.ZipInfo("moves.toml")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        parcel.writestr(entry, "/etc/passwd")
    return base64.b64encode(file.getvalue()).decode()


def locked() -> str:
    data = bytearray(base64.b64decode(zipped({"moves.toml": b"a"})))
    for head, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(head) + place] |= 1
    return base64.b64encode(data).decode()


def lying() -> str:
    """A megabyte and more that says it is a few bytes."""
    data = bytearray(base64.b64decode(zipped({"moves.toml": b" " * (3 << 20)})))
    for head, place in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        at = data.index(head) + place
        data[at : at + 4] = (100).to_bytes(4, "little")
    return base64.b64encode(data).decode()


BAD_PARCELS: dict[str, tuple[dict[str, str], str, str]] = {
    "up": ({}, zipped({"../moves.toml": b"a"}), "leads out of its folder"),
    "up-inside": ({}, zipped({"cards/../../moves.toml": b"a"}), "leads out of its folder"),
    "root": ({}, zipped({"/etc/moves.toml": b"a"}), "leads out of its folder"),
    "drive": ({}, zipped({"c:/moves.toml": b"a"}), "leads out of its folder"),
    "link": ({}, link(), "is a link"),
    "locked": ({}, locked(), "locked with a password"),
    "bomb": ({}, zipped({"moves.toml": b" " * (30 << 20)}), "at most 1024 KiB"),
    "bombs": ({}, zipped({f"{n}.toml": b" " * 60_000 for n in range(40)}), "at most 1024 KiB"),
    "lying": ({}, lying(), "damaged one"),
    "crowd": ({}, zipped({f"{n}.toml": b"" for n in range(101)}), "at most 100 files"),
    "folders": ({}, zipped({"a/moves.toml": b"", "b/minions.toml": b""}), "lie in one folder"),
    "empty": ({}, zipped({}), "is empty"),
    "no-zip": ({}, base64.b64encode(b"PK nothing of the kind").decode(), "no zip file"),
    "no-base": ({}, "A", "Base64"),
    "no-text": ({}, zipped({"moves.toml": b"\xff\xfe"}), "not UTF-8"),
    "both": ({"moves.toml": "a"}, zipped({"moves.toml": b"a"}), "not both"),
    "name": ({"../../moves.toml": "a"}, "", "no name of a file"),
    "null": ({"moves\0.toml": "a"}, "", "no name of a file"),
    "large": ({"moves.toml": " " * (1 << 20) + "a"}, "", "at most 1024 KiB"),
}


@pytest.mark.parametrize("name", BAD_PARCELS)
def test_bad_parcels_are_refused_in_a_sentence(name: str) -> None:
    files, archive, why = BAD_PARCELS[name]
    began = time.process_time()
    with pytest.raises(InvalidContent, match=why):
        opened(files, archive)
    assert time.process_time() - began < 2


def test_a_bad_parcel_changes_nothing(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as anna:
            await landlord(server, anna, "Anna-Parcel")
            before = rows(server)
            for name in ("up", "link", "bomb"):
                files, archive, why = BAD_PARCELS[name]
                body = {**QUICK, "files": files, "archive": archive}
                checked = await anna.post("/api/workshop/check", body)
                assert why in checked["refused"]
                refused = await anna.post("/api/workshop/studies", body, status=409)
                assert why in refused["reason"]
            huge = {**QUICK, "files": {"moves.toml": " " * 70_000}}
            await anna.post("/api/workshop/studies", huge, status=413)
            assert rows(server) == before

    asyncio.run(scenario())


def test_cards_are_proofread_as_by_the_command(server: Running, tmp_path: Path) -> None:
    broken = MOVES.replace('do = "pierce"', 'do = "pearce"').replace('name = "Heal + Shield"\n', "")
    (tmp_path / "moves.toml").write_text(broken)
    (tmp_path / "notes.txt").write_text("mine")
    told = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert told.exit_code == 1

    async def scenario() -> None:
        async with Api(server.url) as anna:
            await landlord(server, anna, "Anna-Proof")
            body = {**QUICK, "files": {"moves.toml": broken, "notes.txt": "mine"}}
            checked = await anna.post("/api/workshop/check", body)
            for one in checked["remarks"]:
                if not one["odd"]:
                    assert f"{one['file']}:{one['line']}: {one['place']}: {one['said']}" in told.output
            assert [one["file"] for one in checked["remarks"] if one["odd"]] == ["notes.txt"]
            assert len(checked["remarks"]) > 1
            refused = await anna.post("/api/workshop/studies", body, status=409)
            assert "did you mean" in refused["reason"]
            king = innkeeper.get_game("micah").content.files["encounters.toml"]
            odd = {
                "game": "micah",
                "files": {"encounters.toml": king.replace("defense = 14", "defense = -14")},
            }
            checked = await anna.post("/api/workshop/check", odd)
            assert checked["refused"] is None
            assert any("unusual" in one["said"] for one in checked["remarks"])

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"options": {"heal_limit": "many"}}, "heal_limit"),
        ({"options": {"no_such_rule": 1}}, "no_such_rule"),
        ({"preset": "nowhere"}, "nowhere"),
        ({"players": ["nobody"]}, "nobody"),
        ({"players": ["random", "random"]}, "twice"),
        ({"seats": 5}, "seats"),
        ({"kind": "compare"}, "nothing is changed"),
        ({"files": {"moves.toml": ""}}, "cannot be played with"),
        ({"files": {"notes.txt": "mine"}}, "no TOML files"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_a_study_that_cannot_be_made_is_refused_before_it_is_queued(more: dict[str, Any], why: str) -> None:
    asked = NewStudy(**{**QUICK, **more})
    word = Bench(Task(asked, None, 5.0, True), lambda word: None).work()
    assert word.refused is not None
    assert why in word.refused


# How studies are made


def test_from_a_changed_number_to_the_report(server: Running) -> None:
    edited = MOVES.replace("amount = 5", "amount = 6", 1)

    async def scenario() -> None:
        async with Api(server.url) as anna:
            await landlord(server, anna, "Anna-Study")
            archive = zipped({"cards/moves.toml": edited.encode()})
            asked = {
                **QUICK,
                "players": ["random", "guest"],
                "archive": archive,
                "options": {"heal_limit": 1},
            }
            made = await anna.post("/api/workshop/studies", asked)
            assert (made["status"], made["by"], made["files"]) == ("waiting", "Anna-Study", ["moves.toml"])
            study = await until(anna, made["id"], "done")
            report = study["report"]
            assert report["figures"][0]["question"] == "Is it fair to every seat?"
            assert [bar["name"] for bar in report["figures"][1]["bars"]] == ["random", "guest"]
            facts = dict(report["facts"])
            assert "heal_limit = 1" in facts["house rules"]
            content = innkeeper.get_game("magicduel").content.edited({"moves.toml": edited})
            assert content.hash in facts["game"]
            listed = (await anna.get("/api/workshop"))["studies"]
            assert [one["report"] for one in listed if one["id"] == made["id"]] == [None]
            page = await anna.http.get(f"/api/workshop/studies/{made['id']}/page")
            assert page.headers["content-disposition"].startswith("attachment")
            assert "Is it fair to every seat?" in page.text
            await anna.call("DELETE", f"/api/workshop/studies/{made['id']}")
            await anna.get(f"/api/workshop/studies/{made['id']}", status=404)
            await anna.call("DELETE", f"/api/workshop/studies/{made['id']}", status=404)

    asyncio.run(scenario())


def test_a_comparison_gives_a_verdict() -> None:
    said: list[Word] = []
    asked = NewStudy("magicduel", "compare", options={"max_hp": 6}, players=["random"], matches=300)
    word = Bench(Task(asked, None, 60.0, False), said.append).work()
    assert word.refused is None
    assert word.report is not None
    assert word.report.verdict.startswith("Changed: ")
    assert word.report.figures[0].lines
    assert word.report.figures[1].bars
    assert word.report.again == (
        "innkeeper compare - max_hp=6 --game magicduel --players random --seats 2 -n 600 --margin 2"
    )
    assert said[0].total == 600


def test_the_cards_of_this_inn_are_what_is_changed() -> None:
    base = {
        **innkeeper.get_game("magicduel").content.files,
        "moves.toml": MOVES.replace("amount = 5", "amount = 6"),
    }
    word = Bench(Task(NewStudy(**QUICK), base, 60.0, False), lambda word: None).work()  # type: ignore[arg-type]
    assert word.report is not None
    hash = innkeeper.get_game("magicduel").content.edited(base).hash
    assert hash in dict(word.report.facts)["game"]


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no gentleness")
@pytest.mark.parametrize(("only_check", "gentleness"), [(True, PROMPTLY), (False, GENTLY)])
def test_a_study_gives_way_to_all_and_proofreading_does_not_wait_for_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch, only_check: bool, gentleness: int
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(os, "nice", steps.append)
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    data = msgspec.msgpack.encode(Task(NewStudy(**QUICK), None, 20.0, only_check))  # type: ignore[arg-type]
    told = io.BytesIO()
    workbench(io.BytesIO(struct.pack("<I", len(data)) + data), told)
    assert steps == [gentleness]
    assert told.getvalue()


def test_when_the_time_is_over_what_is_known_is_told() -> None:
    asked = NewStudy("magicduel", players=["random", "guest"], matches=5000)
    word = Bench(Task(asked, None, 0.0, False), lambda word: None).work()
    assert word.report is not None
    assert dict(word.report.facts)["players"] == "random (25 matches)"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("workshop")) as server:
        yield server


def test_studies_are_given_up_queued_bounded_and_survive_their_process(house: Running) -> None:
    async def scenario() -> None:
        async with Api(house.url) as anna:
            await landlord(house, anna, "Anna")
            long = await anna.post("/api/workshop/studies", LONG)
            number = await bench_of(anna, long["id"])
            assert os.getpriority(os.PRIO_PROCESS, number) == 19
            queued = [await anna.post("/api/workshop/studies", QUICK) for _ in range(workshop.EACH - 1)]
            assert [one["ahead"] for one in queued] == [1, 2, 3]
            assert all(one["status"] == "waiting" for one in queued)
            await anna.post("/api/workshop/studies", QUICK, status=429)
            await anna.call("DELETE", f"/api/workshop/studies/{queued[0]['id']}")
            os.kill(number, signal.SIGKILL)
            failed = await until(anna, long["id"], "failed")
            assert failed["said"] == "its process ended"
            for one in queued[1:]:
                await until(anna, one["id"], "done")
            assert (await anna.get(f"/api/workshop/studies/{queued[0]['id']}"))["status"] == "cancelled"
            again = await anna.post("/api/workshop/studies", LONG)
            number = await bench_of(anna, again["id"])
            await anna.call("DELETE", f"/api/workshop/studies/{again['id']}")
            after = await anna.post("/api/workshop/studies", QUICK)
            await until(anna, after["id"], "done")
            assert not Path(f"/proc/{number}").exists()
            assert (await anna.get(f"/api/workshop/studies/{again['id']}"))["status"] == "cancelled"

    asyncio.run(scenario())


def test_a_study_goes_on_after_a_restart_and_only_one_is_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(workshop, "SILENT_MS", 600_000)
    ids = []

    async def begin(server: Running) -> None:
        async with Api(server.url) as anna:
            await landlord(server, anna, "Anna")
            ids.append(
                (await anna.post("/api/workshop/studies", {**LONG, "matches": 60, "players": ["random"]}))[
                    "id"
                ]
            )
            await until(anna, ids[0], "running", "done")

    async def end(server: Running) -> None:
        async with Api(server.url) as anna:
            await anna.post("/api/login", {"name": "Anna", "password": PASSWORD})
            await until(anna, ids[0], "done")
            # somebody elsewhere is at the bench: nothing is begun here until nobody hears of them any more
            elsewhere = await anna.post("/api/workshop/studies", QUICK)
            await until(anna, elsewhere["id"], "done")
            await until_left(server)
            claim(server, elsewhere["id"], now_ms())
            waits = await anna.post("/api/workshop/studies", QUICK)
            await asyncio.sleep(0.5)  # five looks
            assert (await anna.get(f"/api/workshop/studies/{waits['id']}"))["status"] == "waiting"
            claim(server, elsewhere["id"], now_ms() - workshop.SILENT_MS - 1)
            await until(anna, waits["id"], "done")
            await until(anna, elsewhere["id"], "done")

    with running(tmp_path) as server:
        asyncio.run(begin(server))
    assert benches() == []
    with running(tmp_path) as server:
        asyncio.run(end(server))


async def until_left(server: Running) -> None:
    """Who has told a report is at the bench for a moment still."""
    end = time.monotonic() + PATIENCE
    taken = select(schema.studies.c.id).where(schema.studies.c.bench == 1)
    while server.call(server.inn.storage.rows(taken)):
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def claim(server: Running, id: str, beat: int) -> None:
    """Another process works on a study, and was last heard of then."""
    s = schema.studies

    def run(connection: Connection) -> None:
        values = {"status": "running", "bench": 1, "beat": beat, "body": None}
        connection.execute(update(s).where(s.c.id == id).values(**values))

    server.call(server.inn.storage.transact(run))


def test_only_the_last_are_kept(house: Running) -> None:
    async def scenario() -> None:
        async with Api(house.url) as anna:
            await landlord(house, anna, "Anna")
            fill(house, workshop.KEPT + 5)
            made = await anna.post("/api/workshop/studies", QUICK)
            listed = (await anna.get("/api/workshop"))["studies"]
            assert len(listed) == workshop.KEPT + 1
            assert listed[0]["id"] == made["id"]
            assert f"{4:022}" not in [one["id"] for one in listed]

    asyncio.run(scenario())


def fill(server: Running, many: int) -> None:
    """Old studies that are over."""
    asked = schema.encoded(NewStudy(**QUICK))  # type: ignore[arg-type]
    row = {"account": 1, "asked": asked, "files": "{}", "status": "done", "tries": 1, "done": 0, "total": 0}

    def run(connection: Connection) -> None:
        for number in range(many):
            connection.execute(insert(schema.studies).values(id=f"{number:022}", made=number, **row))

    server.call(server.inn.storage.transact(run))
