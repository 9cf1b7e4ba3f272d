"""docs/PROTOCOL.md is executed from top to bottom."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.client import Api, Seat
from tests.server.running import Running

DOCUMENT = Path(__file__).parents[2] / "docs" / "PROTOCOL.md"
ANYTHING = "…"


def agrees(wanted: Any, found: Any, where: str = "answer") -> None:
    """Is this what the document shows? `…` is anything, also as the rest of a list or an object."""
    if wanted == ANYTHING:
        return
    if isinstance(wanted, dict):
        assert isinstance(found, dict), where
        for name, value in wanted.items():
            if name != ANYTHING:
                assert name in found, f"{where} has no {name}: {found}"
                agrees(value, found[name], f"{where}.{name}")
        if ANYTHING not in wanted:
            missing = found.keys() - wanted.keys()
            assert not missing, f"{where} also has {missing}"
    elif isinstance(wanted, list) and wanted and wanted[-1] == ANYTHING:
        for index, value in enumerate(wanted[:-1]):
            agrees(value, found[index], f"{where}[{index}]")
    elif isinstance(wanted, list):
        assert len(wanted) == len(found), f"{where}: {found}"
        for index, value in enumerate(wanted):
            agrees(value, found[index], f"{where}[{index}]")
    else:
        assert wanted == found, f"{where}: {found!r} is not {wanted!r}"


class Reader:
    """Does what the blocks of the document say."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people = {"you": Api(url), "somebody else": Api(url)}
        self.table = ""
        self.tokens: dict[int, str] = {}
        self.seats: dict[int, Seat] = {}
        self.answer: Any = None

    async def http(self, text: str) -> None:
        head, _, body = text.partition("\n")
        found = re.match(r"(\w+) (\S+)\s*(?:\((.*)\))?", head)
        assert found is not None
        method, path, note = found.groups()
        who = self.people["somebody else" if note == "as somebody else" else "you"]
        refused = re.match("is refused with ([0-9]+)", note or "")
        asked = path.replace("{table}", self.table)
        sent = json.loads(body) if body.strip() else None
        self.answer = await who.call(method, asked, sent, status=int(refused[1]) if refused else None)
        if "/analysis" in path:  # nothing may be there after the two seconds that it waits: one asks again
            for _ in range(60):
                if self.answer["steps"]:
                    break
                self.answer = await who.call(method, asked)
        if path in ("/api/tables", "/api/tables/{table}/sit") and not refused:
            self.table = self.answer["table"]["id"]
            self.tokens |= {key["seat"]: key["token"] for key in self.answer["tokens"]}

    async def ws(self, text: str) -> None:
        for step in re.split(r"^(?=seat )", text, flags=re.M):
            if not step.strip():
                continue
            head, _, body = step.partition("\n")
            found = re.match(r"seat ([0-9]+) (\w+) ?(.*)", head)
            assert found is not None, step
            number, verb, query = int(found[1]), found[2], found[3]
            if verb == "connects":
                more = dict(part.split("=") for part in query.split("&") if part)
                await self.connect(number, more)
            elif verb == "leaves":
                await self.seats[number].socket.close()
            elif verb == "sends":
                await self.seats[number].socket.send(body)
            else:
                wanted = json.loads(body)
                message = await self.seats[number].until(lambda m: m["type"] != "table")
                agrees(wanted, message, f"{wanted['type']} to seat {number}")

    async def connect(self, number: int, query: dict[str, str]) -> None:
        import websockets

        seat = self.seats[number] = Seat(self.url, self.table, self.tokens[number])
        address = seat.url + "?" + "&".join(f"{name}={value}" for name, value in query.items())
        seat.seq, seat.said = int(query.get("seq", -1)), int(query.get("said", 0))
        headers = {"authorization": f"Bearer {seat.token}"}
        seat.socket = await websockets.connect(address, additional_headers=headers)


def test_every_example_is_true(server: Running) -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) > 20

    async def scenario() -> None:
        reader = Reader(server.url)
        for kind, text in blocks:
            if kind == "http":
                await reader.http(text)
            elif kind == "ws":
                await reader.ws(text)
            else:
                assert kind == "json"
                agrees(json.loads(text), reader.answer)
        for seat in reader.seats.values():
            await seat.socket.close()
        for person in reader.people.values():
            await person.http.aclose()

    asyncio.run(scenario())


def test_its_tables_are_those_of_the_declared_views() -> None:
    tool = DOCUMENT.parents[1] / "web" / "tools" / "view_types.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_message_and_path_is_in_the_document(server: Running) -> None:
    import httpx
    import msgspec

    from innkeeper.server import protocol

    text = DOCUMENT.read_text(encoding="utf-8")
    for union in (protocol.ClientMessage, protocol.ServerMessage):
        for struct in msgspec.inspect.type_info(union).types:  # type: ignore[attr-defined]
            assert f'"type": "{struct.tag}"' in text or f"`{struct.tag}`" in text, struct.tag
    raw = httpx.get(server.url + "/api/schema/openapi.json").json()
    for path in raw["paths"]:
        last = [part for part in path.split("/") if part and not part.startswith("{")][-1]
        assert last in text or path in ("/health", "/ready"), path
