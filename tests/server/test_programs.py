"""Programs of strangers at a real inn: in any language, slow, broken or crashed, and always marked."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from innkeeper.away.program import Failed, Program, command_of, read_answer
from innkeeper.server.fastwire import FastWire
from tests.server.client import Api, Seat, play_out
from tests.server.running import Running, free_port

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
LONG = 120  # seconds that nobody needs


class Visit:
    """`innkeeper bot` as somebody starts it, and what it says."""

    def __init__(self, url: str, *arguments: str, **environment: str) -> None:
        self.command = [sys.executable, "-m", "innkeeper", "bot", "--server", url, *arguments]
        self.environment = {**os.environ, **environment}
        self.process: asyncio.subprocess.Process

    async def start(self) -> Visit:
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            cwd=ROOT,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        return self

    async def says(self) -> str:
        """The next line of what it tells on the side."""
        assert self.process.stderr is not None
        return (await asyncio.wait_for(self.process.stderr.readline(), LONG)).decode()

    async def end(self) -> tuple[int | None, str, str]:
        out, err = await asyncio.wait_for(self.process.communicate(), LONG)
        assert "Traceback" not in err.decode(), err.decode()
        return self.process.returncode, out.decode(), err.decode()


async def visit(url: str, *arguments: str, **environment: str) -> tuple[int | None, str, str]:
    return await (await Visit(url, *arguments, **environment).start()).end()


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scenario)


def written(folder: Path, text: str) -> str:
    file = folder / "mine.py"
    file.write_text("import json, sys, time, os\n" + text)
    return str(file)


ANSWERS = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        print(json.dumps({"action": message["actions"][0]}), flush=True)
"""


@pytest.mark.parametrize("program", ["examples/bots/duelist.py", "sh examples/bots/chance.sh"])
def test_an_example_plays_a_bot_of_the_inn(server: Running, program: str) -> None:
    async def scenario() -> None:
        code, out, err = await visit(
            server.url, "--game", "magicduel", "--against", "greedy", "--program", program, "-n", "2"
        )
        assert code == 0, err
        assert out.count("match ") == 2
        assert f"{server.url}/#/t/" in out

    run(scenario())


def test_examples_are_short() -> None:
    for file in EXAMPLES.iterdir():
        assert len(file.read_text().splitlines()) <= 40, file


def test_the_duelist_is_better_than_chance() -> None:
    """What the example says it does: played on the kernel, both ways round."""
    import importlib.util
    import io

    import innkeeper

    spec = importlib.util.spec_from_file_location("duelist", EXAMPLES / "duelist.py")
    assert spec is not None
    assert spec.loader is not None
    duelist = importlib.util.module_from_spec(spec)
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        spec.loader.exec_module(duelist)
    finally:
        sys.stdin = before
    won = 0
    for seed in range(20):
        match = innkeeper.new_match("magicduel", options={"preset": "tournament"}, seed=seed)
        chance = innkeeper.FastChance(seed)
        while match.outcome is None:
            ((seat, decision),) = match.pending.items()
            ids = [action.id for action in decision.actions]
            mine = seat == seed % 2
            match.act(seat, duelist.choose(match.view(seat), ids) if mine else ids[chance.below(len(ids))])
        won += seed % 2 in match.outcome.winners
    assert won >= 16


def test_a_program_and_a_person_play_in_a_room_of_their_own(server: Running, tmp_path: Path) -> None:
    """The program sets a table, a person comes by its code; both are bound to their words for the dice."""

    async def scenario() -> None:
        guest = await Visit(server.url, "--game", "echo", "--program", "sh examples/bots/chance.sh").start()
        said = await guest.says()
        assert said.startswith("The table ")
        code = said.split()[2]
        async with Api(server.url) as api:
            table = await api.get(f"/api/codes/{code}")
            joined = await api.post(f"/api/tables/{table['id']}/sit", {"name": "Hanne"})
            async with Seat(server.url, table["id"], joined["tokens"][0]["token"]) as person:
                await play_out(person, 1)
            ended = await api.get(f"/api/tables/{table['id']}")
            assert [(one["name"], one["program"]) for one in ended["seats"]] == [
                ("chance", True),
                ("Hanne", False),
            ]
            assert ended["seats"][0]["seal"]
            assert ended["unrated"] == "chance plays without an account"
        assert (await guest.end())[0] == 0

    run(scenario())


def test_a_program_comes_to_a_persons_table(server: Running) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            id, code = made["table"]["id"], made["table"]["code"]
            wrong = await visit(
                server.url, "--table", code, "--game", "echo", "--program", "examples/bots/duelist.py"
            )
            assert wrong[0] == 1
            assert "one plays magicduel, not echo" in wrong[2]
            guest = await Visit(
                server.url, "--table", code, "--program", "sh examples/bots/chance.sh"
            ).start()
            async with Seat(server.url, id, made["tokens"][0]["token"]) as person:
                while person.table["status"] != "playing":
                    await person.receive()
                await play_out(person, 1)
            code_, out, err = await guest.end()
            assert code_ == 0, err
            assert "match 1 of 1:" in out

    run(scenario())


def test_a_program_is_told_its_seat_its_choices_and_its_clock(server: Running, tmp_path: Path) -> None:
    kept = tmp_path / "heard.jsonl"
    program = written(
        tmp_path,
        f"heard = open({str(kept)!r}, 'a', buffering=1)\n"
        + ANSWERS.replace("    message =", "    heard.write(line)\n    message ="),
    )

    async def scenario() -> None:
        async with Api(server.url) as api:
            clock = {"kind": "bank", "seconds": 600}
            seats = [{"who": "open"}, {"who": "bot", "bot": "greedy"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats, "clock": clock})
            code, _, err = await visit(
                server.url, "--table", made["table"]["code"], "--program", program, "--seconds", "50"
            )
            assert code == 0, err

    run(scenario())
    import json

    hello, *moves, over = [json.loads(line) for line in kept.read_text().splitlines()]
    assert (hello["type"], hello["game"], hello["seat"], hello["names"][0]) == (
        "hello",
        "magicduel",
        0,
        "mine",
    )
    assert hello["options"]["preset"] == "tournament"
    for move in moves:
        assert move["type"] == "move"
        assert move["view"]["you"] == 0
        assert len(move["labels"]) == len(move["actions"]) > 0
        assert 0 < move["clock"] <= 600
        assert 0 < move["seconds"] <= 50
    assert any(move["log"] for move in moves)
    assert over["type"] == "over"
    assert over["result"]["reason"]


CRASHES = """
mark = {mark!r}
started = len(open(mark).read()) if os.path.exists(mark) else 0
open(mark, "a").write("x")
for n, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "move":
        if started % 2 == 0 and n == 2:
            {trouble}
        print(json.dumps({{"action": message["actions"][0]}}), flush=True)
"""


@pytest.mark.parametrize(
    ("trouble", "said", "seconds"),
    [
        ("sys.exit(3)", "ended with exit code 3", LONG),
        ("os.kill(os.getpid(), 9)", "ended with exit code -9", LONG),
        ("time.sleep(600)", "no answer within 5 seconds", 5),
        ("print('[' * 100000, flush=True)", "more than 65536 bytes", LONG),
        ("print('{}', flush=True)", "which is not", LONG),
    ],
)
def test_a_program_that_fails_is_started_again(
    server: Running, tmp_path: Path, trouble: str, said: str, seconds: int
) -> None:
    program = written(tmp_path, CRASHES.format(mark=str(tmp_path / "mark"), trouble=trouble))

    async def scenario() -> None:
        plays = ["--game", "magicduel", "--against", "greedy", "--program", program]
        code, out, err = await visit(server.url, *plays, "--seconds", str(seconds))
        assert code == 0, err
        assert "The program failed (1 of 3 tries): " in err
        assert said in err
        assert "match 1 of 1" in out

    run(scenario())


def test_a_program_that_always_fails_gives_up_its_seat(server: Running, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Api(server.url) as api:
            seats = [{"who": "you", "name": "Wren"}, {"who": "open"}]
            made = await api.post("/api/tables", {"game": "magicduel", "seats": seats})
            program = written(tmp_path, ANSWERS.replace('message["actions"][0]', '"fly"'))
            guest = await Visit(server.url, "--table", made["table"]["code"], "--program", program).start()
            async with Seat(server.url, made["table"]["id"], made["tokens"][0]["token"]) as person:
                while person.table["status"] != "playing":
                    await person.receive()
                await play_out(person, 1)
                assert person.update is not None
                assert person.update["view"]["table"]["result"]["reason"] == "resign"
            code, _, err = await guest.end()
            assert code == 1
            assert err.count("'fly' is not legal now") == 3
            assert "failed 3 times at one decision, so its seat was given up" in err

    run(scenario())


def test_breaking_it_off_leaves_nobody_waiting(server: Running) -> None:
    """In the middle of a match it resigns; before, it gets up."""

    async def scenario() -> None:
        plays = ["--game", "magicduel", "--program", "sleep 600"]
        guest = await Visit(server.url, *plays).start()
        code = (await guest.says()).split()[2]
        alone = await Visit(server.url, *plays).start()
        lonely = (await alone.says()).split()[2]
        async with Api(server.url) as api:
            table = await api.get(f"/api/codes/{code}")
            joined = await api.post(f"/api/tables/{table['id']}/sit", {"name": "Hanne"})
            async with Seat(server.url, table["id"], joined["tokens"][0]["token"]) as person:
                while person.update is None:
                    await person.receive()
                guest.process.send_signal(signal.SIGINT)
                await person.until(lambda message: message["type"] == "update" and message["over"])
                assert person.update["view"]["table"]["result"]["winners"] == [1]
            other = await api.get(f"/api/codes/{lonely}")
            alone.process.send_signal(signal.SIGINT)
            for visit in (guest, alone):
                exit_code, _, err = await visit.end()
                assert exit_code == 1
                assert "broken off: the program has got up, or resigned" in err
            assert (await api.get(f"/api/tables/{other['id']}"))["status"] == "closed"

    run(scenario())


def test_clear_words_for_what_cannot_be(server: Running, tmp_path: Path) -> None:
    async def refused(*arguments: str, url: str = server.url, **environment: str) -> str:
        code, _, err = await visit(url, *arguments, **environment)
        assert code in (1, 2)
        return err

    duelist = ["--program", "examples/bots/duelist.py"]
    (tmp_path / "plain").write_text("")

    async def scenario() -> None:
        nobody = f"http://127.0.0.1:{free_port()}"
        said = await asyncio.gather(
            refused("--game", "magicduel", "--program", "nowhere.py"),
            refused("--game", "magicduel", "--program", str(tmp_path / "plain")),
            refused("--game", "magicduel", "--program", "no-such-program"),
            refused("--game", "magicduel", "--program", "'"),
            refused(*duelist),
            refused("--game", "chess", *duelist),
            refused("--game", "magicduel", "--against", "oracle", *duelist),
            refused("--game", "magicduel", "-o", "max_hp=1", *duelist),
            refused("--table", "goose-1", *duelist),
            refused("--table", "goose-1", "--against", "greedy", *duelist),
            refused("--game", "magicduel", *duelist, url=nobody),
            refused("--game", "magicduel", *duelist, url="gopher://inn"),
            refused("--game", "magicduel", "--account", "Wren", *duelist, INNKEEPER_PASSWORD=""),
            refused("--game", "magicduel", "--account", "Wren", *duelist, INNKEEPER_PASSWORD="wrong-word"),
        )
        for text, part in zip(
            said,
            (
                "there is no program nowhere.py",
                "cannot be executed (chmod +x it)",
                "no-such-program is not there",
                "No closing quotation",
                "say --game, to set a table of it",
                "no game 'chess'",
                "has no bot 'oracle'",
                "option max_hp: 1 is not",
                "no table has the code goose-1",
                "--table is a table that is set already",
                "does not answer: Connection refused",
                "is not the address of an inn",
                "must be in INNKEEPER_PASSWORD",
                "name and password do not fit",
            ),
            strict=True,
        ):
            assert part in text

    run(scenario())


def test_the_line_is_cut_in_the_middle_and_nothing_is_lost(server: Running) -> None:
    """Every connection of the program is cut again and again while it plays."""

    async def scenario() -> None:
        plays = ["--game", "magicduel", "-o", "max_hp=60"]  # a match of 25 may be over in a few turns
        guest = await Visit(server.url, *plays, "--program", "sh examples/bots/chance.sh").start()
        code = (await guest.says()).split()[2]
        async with Api(server.url) as api:
            table = await api.get(f"/api/codes/{code}")
            joined = await api.post(f"/api/tables/{table['id']}/sit", {"name": "Hanne"})
            cuts = 0

            async def cut(person: Seat) -> None:
                nonlocal cuts
                if cuts < 10:
                    cuts += server.call(cut_programs(server, table["id"]))

            async with Seat(server.url, table["id"], joined["tokens"][0]["token"]) as person:
                await play_out(person, 1, cut)
            assert cuts >= 3
        exit_code, out, err = await guest.end()
        assert exit_code == 0, err
        assert "match 1 of 1" in out

    run(scenario())


def test_a_program_makes_an_account_and_is_rated(server: Running) -> None:
    async def scenario() -> None:
        plays = ["--game", "magicduel", "--against", "greedy", "--account", "Cuckoo"]
        plays += ["--program", "examples/bots/duelist.py"]
        first = await visit(server.url, *plays, "--register", INNKEEPER_PASSWORD="a wooden bird")
        assert first[0] == 0, first[2]
        again = await visit(server.url, *plays, INNKEEPER_PASSWORD="a wooden bird")
        assert again[0] == 0, again[2]
        async with Api(server.url) as api:
            while len((player := await api.get("/api/players/Cuckoo"))["history"]) < 2:
                await asyncio.sleep(0.01)
            assert player["program"] is True
            assert player["ratings"][0]["matches"] == 2
            await api.post("/api/accounts", {"name": "Person", "password": "flesh and blood"})
        plays[plays.index("Cuckoo")] = "Person"
        refused = await visit(server.url, *plays, INNKEEPER_PASSWORD="flesh and blood")
        assert refused[0] == 1
        assert "a program plays under an account of its own" in refused[2]

    run(scenario())


async def cut_programs(server: Running, table: str) -> int:
    found = [one for one in server.inn.hall.tables[table].connections if one.seat == 0]
    for one in found:
        assert isinstance(one.wire, FastWire)
        one.wire.transport.abort()
    return len(found)


@pytest.mark.parametrize(
    ("line", "action"),
    [(b'{"action": "magic"}\n', "magic"), (b"magic\n", "magic"), (b'"magic"\r\n', "magic")],
)
def test_answers(line: bytes, action: str) -> None:
    assert read_answer(line) == {"action": action}


@pytest.mark.parametrize("line", [b"{}\n", b"[]\n", b"7\n", b'{"action": 7}\n', b"[" * 60_000 + b"\n"])
def test_what_is_no_answer(line: bytes) -> None:
    if line.startswith(b"[["):
        assert read_answer(line)["action"].startswith("[["), "it is no action, and said to be illegal"
        return
    with pytest.raises(Failed, match="which is not"):
        read_answer(line)


def test_a_program_that_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    """Nor does it, or what it has started, outlive the match."""
    pid = tmp_path / "pid"
    program = Program(["sh", "-c", f"sleep 600 & echo $! > {pid}; sleep 600"], {"type": "hello"})

    async def scenario() -> None:
        await program._start()
        while not (pid.exists() and pid.read_text().endswith("\n")):  # it has started something
            await asyncio.sleep(0.01)
        with pytest.raises(Failed, match=r"no answer within 0\.5 seconds"):
            await program.ask({"view": "x" * 5_000_000}, 0.5)

    run(scenario())
    deadline = time.monotonic() + 60
    while _lives(int(pid.read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _lives(pid: int) -> bool:
    """Is there such a process? One that has ended may wait for whoever looks after orphans."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(found.strip()) and not found.startswith("Z")


def test_commands() -> None:
    assert command_of("examples/bots/duelist.py --hard") == [
        sys.executable,
        "examples/bots/duelist.py",
        "--hard",
    ]
    assert command_of("sh 'a file.sh'") == ["sh", "a file.sh"]
