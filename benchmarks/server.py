"""Measures the server under load, side by side with the boardgame.io server playing the same MagicDuel.

Matches of two programs each on one worker, up to a hundred of them acting at the same moment: actions per
second, latency, memory at several numbers of open matches, CPU per action. Ours writes every action durably
to SQLite before it answers; theirs keeps everything in memory. What counts is the CPU time of the server
process, because other load on the machine changes everything else. Servers alternate, round by round, so
that such load hits both alike; a match that ends is not played on, so that rounds measure actions alone.
The programs that play are as light as they can be made: they share the machine with the server, and what
they take from its caches would be counted as its own.

    python -m benchmarks.server [--matches 100 1000 5000] [--actions 2000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / "benchmarks" / "peers" / "boardgameio_server.cjs"
RESULTS = ROOT / "benchmarks" / "RESULTS-server.md"
COMPILED = ROOT / "build" / "compiled"
AT_ONCE = 100
CONNECTING = 16
WARM = 16  # matches opened and played before the memory is looked at: a thread's stack is no match's
WARM_ACTIONS = 400
TICKS = os.sysconf("SC_CLK_TCK")
KILOBYTE = 1024

Figures = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, all its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    """Memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * KILOBYTE
    raise RuntimeError("no VmRSS")


# Ours


@contextmanager
def our_server(folder: Path) -> Iterator[tuple[int, str]]:
    port = free_port()
    environment = {
        **os.environ,
        "INNKEEPER_REQUESTS_PER_SECOND": "0",
        "INNKEEPER_MESSAGES_PER_SECOND": "0",
        "INNKEEPER_SOCKETS_PER_ADDRESS": "0",
        "INNKEEPER_CONNECTIONS_PER_ADDRESS": "0",
        "INNKEEPER_TABLES_PER_GUEST": "0",
        "INNKEEPER_TABLES_PER_MINUTE": "0",
        "INNKEEPER_IDLE_SECONDS": "86400",
    }
    if COMPILED.exists():
        environment["PYTHONPATH"] = str(COMPILED)
    command = [sys.executable, "-m", "innkeeper", "serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", str(folder / "inn.db")], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(port, process)
        yield process.pid, f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[Any]) -> None:
    deadline = time.monotonic() + 60
    while True:
        assert process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


class OurMatch:
    """One match with both its players connected."""

    def __init__(self, address: str, http: Any, chance: random.Random) -> None:
        self.address = address
        self.http = http
        self.chance = chance
        self.seats = [{"who": "you"}, {"who": "you"}]
        self.sockets: list[Any] = []
        self.updates: list[dict[str, Any]] = []
        self.nonce = 0

    async def open(self) -> None:
        import websockets

        self.http.cookies.clear()
        asked = {"game": "magicduel", "preset": "tournament", "seats": self.seats}
        made = (await self.http.post("/api/tables", json=asked)).json()
        id = made["table"]["id"]
        token = made["tokens"][0]["token"]
        headers = {"authorization": f"Bearer {token}"}
        (await self.http.post(f"/api/tables/{id}/start", json={}, headers=headers)).raise_for_status()
        self.sockets, self.updates = [], []
        for key in made["tokens"]:
            connection = await websockets.connect(
                f"ws://{self.address}/api/tables/{id}/socket",
                additional_headers={"authorization": f"Bearer {key['token']}"},
                compression=None,
                ping_interval=None,
                max_size=None,
            )
            self.sockets.append(connection)
            self.updates.append(await self._read(connection, lambda m: m["type"] == "update"))

    @staticmethod
    async def _read(connection: Any, fits: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = msgspec.json.decode(await connection.recv())
            assert message["type"] != "refused", message
            if fits(message):
                return message

    @property
    def over(self) -> bool:
        return bool(self.updates[0]["over"])

    async def answer(self, seat: int) -> float:
        """Take any of a seat's actions; milliseconds until the server has answered."""
        update = self.updates[seat]
        action = self.chance.choice(update["decision"]["actions"])["id"]
        self.nonce += 1
        message = {"type": "act", "action": action, "seq": update["seq"], "nonce": str(self.nonce)}
        began = time.perf_counter()
        await self.sockets[seat].send(msgspec.json.encode(message), text=True)
        self.updates[seat] = await self._read(
            self.sockets[seat], lambda m: m.get("answers") == message["nonce"]
        )
        return (time.perf_counter() - began) * 1000

    async def act(self) -> float:
        """The same for whoever is to act, until the other has heard of it, too."""
        seat = self.updates[0]["view"]["to_act"][0]
        took = await self.answer(seat)
        seq = self.updates[seat]["seq"]
        self.updates[1 - seat] = await self._read(
            self.sockets[1 - seat], lambda m: m["type"] == "update" and m["seq"] >= seq
        )
        return took

    async def close(self) -> None:
        for connection in self.sockets:
            await connection.close()


def our_round(count: int, actions: int, rounds: int, seed: int) -> Figures:
    """A fresh server of ours and its load."""
    with tempfile.TemporaryDirectory() as folder, our_server(Path(folder)) as (pid, address):
        return uvloop.run(our_load(address, pid, count, actions, rounds, seed))


async def our_load(address: str, pid: int, count: int, actions: int, rounds: int, seed: int) -> Figures:
    """Open so many matches more than a few, look at the memory, then let all of them act in turn."""
    import httpx

    chance = random.Random(seed)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        warm = [OurMatch(address, http, chance) for _ in range(WARM)]
        await open_all(warm)
        await _our_round(warm, WARM_ACTIONS)
        base = resident(pid)
        matches = [OurMatch(address, http, chance) for _ in range(count)]
        began = cpu_seconds(pid)
        await open_all(matches)
        opening = cpu_seconds(pid) - began
        memory = resident(pid)
        gc.collect()
        gc.freeze()  # or pauses of the programs that play would be taken for the server's
        times: list[float] = []
        per_action: list[float] = []
        seconds = 0.0
        for _ in range(rounds):
            spent, clock = cpu_seconds(pid), time.perf_counter()
            found = await _our_round(matches, actions)
            seconds += time.perf_counter() - clock
            per_action.append((cpu_seconds(pid) - spent) / len(found))
            times += found
        after = resident(pid)
        await asyncio.gather(*(match.close() for match in [*warm, *matches]))
    return _figures(times, seconds, per_action) | {
        "matches": count,
        "kB per match": (memory - base) / count / KILOBYTE,
        "resident MiB": after / KILOBYTE**2,
        "CPU to open, ms": opening / count * 1000,
    }


async def open_all(matches: list[OurMatch]) -> None:
    queue = list(matches)

    async def opener() -> None:
        while queue:
            await queue.pop().open()

    await asyncio.gather(*(opener() for _ in range(CONNECTING)))


async def _our_round(matches: list[OurMatch], actions: int) -> list[float]:
    times: list[float] = []
    idle = deque(match for match in matches if not match.over)
    left = actions

    async def player() -> None:
        nonlocal left
        while left > 0 and idle:
            left -= 1
            match = idle.popleft()
            times.append(await match.act())
            if not match.over:
                idle.append(match)

    await asyncio.gather(*(player() for _ in range(min(AT_ONCE, len(matches)))))
    return times


# Theirs


def their_round(count: int, actions: int, seed: int) -> Figures:
    """A fresh boardgame.io server and its load, once."""
    node = shutil.which("node")
    if node is None or not (PEER.parent / "node_modules" / "boardgame.io").exists():
        raise SystemExit("needs node and: npm ci --prefix benchmarks/peers")
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        [node, PEER, "serve", str(port)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n", "boardgame.io did not start"
        warm = _their_load(node, port, WARM, WARM_ACTIONS, seed)
        _go(warm)
        warm.wait(20)
        base = resident(server.pid)
        load = _their_load(node, port, count, actions, seed)
        memory = resident(server.pid)
        spent = cpu_seconds(server.pid)
        found = _go(load)
        used = cpu_seconds(server.pid) - spent
        load.wait(20)
    finally:
        server.terminate()
        server.wait(20)
    return _figures(found["milliseconds"], found["seconds"], [used / found["actions"]]) | {
        "matches": count,
        "kB per match": (memory - base) / count / KILOBYTE,
    }


def _their_load(node: str, port: int, count: int, actions: int, seed: int) -> subprocess.Popen[bytes]:
    """So many matches, opened."""
    load = subprocess.Popen(
        [node, PEER, "load", *map(str, (port, count, actions, AT_ONCE, seed))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert load.stdout is not None
    assert load.stdout.readline() == b"open\n", "the load did not start"
    return load


def _go(load: subprocess.Popen[bytes]) -> Any:
    """Let them act."""
    assert load.stdin is not None
    assert load.stdout is not None
    load.stdin.write(b"go\n")
    load.stdin.flush()
    return json.loads(load.stdout.readline())


# Report


def _figures(times: list[float], seconds: float, per_action: list[float]) -> Figures:
    ordered = sorted(times)
    return {
        "actions/s": len(times) / seconds,
        "p50 ms": statistics.median(ordered),
        "p99 ms": ordered[int(len(ordered) * 0.99)],
        "CPU/action, µs": statistics.median(per_action) * 1e6,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[100, 1000, 5000])
    parser.add_argument("--actions", type=int, default=2000, help="per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="write RESULTS-server.md")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, max(soft, 4 * max(given.matches) + 1000))
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    fewest = min(given.matches)
    pairs = []
    for seed in range(given.rounds):
        pairs.append((our_round(fewest, given.actions, 1, seed), their_round(fewest, given.actions, seed)))
        print(*(f"{found['CPU/action, µs']:.0f}" for found in pairs[-1]), file=sys.stderr)
    rows = [_middle([ours for ours, _ in pairs])]
    peer = _middle([theirs for _, theirs in pairs])
    ratios = [ours["CPU/action, µs"] / theirs["CPU/action, µs"] for ours, theirs in pairs]
    for count in given.matches:
        if count != fewest:
            rows.append(our_round(count, given.actions, given.rounds, seed=count))
            print(json.dumps(rows[-1], default=str), file=sys.stderr)
    text = report(rows, peer, ratios)
    print(text)
    if given.write:
        RESULTS.write_text(text, encoding="utf-8")


def _middle(rounds: list[Figures]) -> Figures:
    return sorted(rounds, key=lambda found: float(found["CPU/action, µs"]))[len(rounds) // 2]


def report(rows: list[Figures], peer: Figures, ratios: list[float]) -> str:
    """The figures as Markdown."""
    build = "compiled" if COMPILED.exists() else "plain"
    names = ["CPU/action, µs", "kB per match", "resident MiB", "actions/s", "p50 ms", "p99 ms"]
    lines = [
        "# The server under load",
        "",
        "Made by `python -m benchmarks.server --write`. Two programs per match over WebSockets, MagicDuel, "
        f"one worker, up to {AT_ONCE} of them acting at once.",
        "CPU is that of the server process alone, the middle one of the rounds; rates and latencies depend "
        "on what else the machine does.",
        f"Memory is what a match takes once {WARM} have been opened and played, so that no code, cache or "
        "thread is counted.",
        "",
        "| server | open matches | " + " | ".join(names) + " |",
        "|---|---" + "|---" * len(names) + "|",
    ]
    for row in rows:
        lines.append(
            f"| Innkeeper ({build}), durable SQLite | {row['matches']} | "
            + " | ".join(f"{row[name]:.1f}" for name in names)
            + " |"
        )
    lines.append(
        f"| boardgame.io, in memory | {peer['matches']} | "
        + " | ".join(f"{peer[name]:.1f}" if name in peer else "" for name in names)
        + " |"
    )
    ours = rows[0]["CPU/action, µs"]
    lines += [
        "",
        f"CPU per action against boardgame.io: {statistics.median(ratios):.2f} of it, the median of "
        f"{len(ratios)} rounds side by side ({min(ratios):.2f} to {max(ratios):.2f}). "
        f"From {rows[0]['matches']} to {rows[-1]['matches']} open matches: "
        f"{rows[-1]['CPU/action, µs'] / ours:.2f} times.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
