"""A stranger's program at a table far away: it sits down, is asked, answers, and is helped when it fails.

The program is told what its seat may see and nothing else, because that is all the inn sends.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from innkeeper.away.inn import Away, Inn, Message, TurnedAway
from innkeeper.away.line import Line
from innkeeper.away.program import Failed, Program

TRIES = 3  # for one decision, before the seat is given up
FAREWELL = 5.0  # seconds to get up in
RESERVE = 1.0  # seconds of a clock that the way to the inn may take

Say = Callable[[str], None]


@dataclass(frozen=True)
class Guest:
    """How a program comes to an inn."""

    command: list[str]
    name: str
    seconds: float  # for an answer
    say: Say


@dataclass(frozen=True)
class Wanted:
    """Where to play: at the table behind a code, or at one that is set, against a bot or whoever comes."""

    game: str | None
    code: str | None
    seats: int | None
    against: str | None
    preset: str | None
    options: Message


async def visit(
    server: str, guest: Guest, wanted: Wanted, games: int, account: Message | None, told: Say
) -> None:
    """Go to an inn, play there (at the table behind a code, or at tables of one's own), and tell of it."""
    inn = Inn(server)
    if account is not None:
        await inn.post("/accounts" if "program" in account else "/login", account)
    for number in range(games):
        ended = await (set_table if wanted.code is None else sit_down)(inn, guest, wanted)
        came = "won" if ended["seat"] in ended["winners"] else "a draw" if ended["draw"] else "lost"
        told(f"match {number + 1} of {games}: {came} ({ended['reason']}, {ended['clause']}), {ended['link']}")


async def set_table(inn: Inn, guest: Guest, wanted: Wanted) -> Message:
    """Set a table and sit down. The outcome of the match there."""
    info = await inn.get(f"/games/{quote(wanted.game or '', safe='')}")
    seats = wanted.seats or max(2, info["game"]["least"])
    word = secrets.token_hex(16)
    other = {"who": "open"} if wanted.against is None else {"who": "bot", "bot": wanted.against}
    own = {"who": "you", "name": guest.name, "program": True}
    if wanted.against is None:
        own["seal"] = seal_of(word)
    body: Message = {"game": wanted.game, "seats": [own, *[other] * (seats - 1)], "options": wanted.options}
    if wanted.preset is not None:
        body["preset"] = wanted.preset
    made = await inn.post("/tables", body)
    table, (key,) = made["table"], made["tokens"]
    if wanted.against is None:
        guest.say(f"The table {table['code']} waits for others: {inn.link(table['id'])}")
    else:
        await inn.post(f"/tables/{table['id']}/start", {"nonces": {"0": word}}, key["token"])
    return await play(inn, guest, table["id"], key, word)


async def sit_down(inn: Inn, guest: Guest, wanted: Wanted) -> Message:
    """Sit down at the table behind a code. The outcome of the match there."""
    table = await inn.get(f"/codes/{quote(wanted.code or '', safe='')}")
    if wanted.game not in (None, table["game"]):
        raise Away(f"at the table {wanted.code} one plays {table['game']}, not {wanted.game}")
    word = secrets.token_hex(16)
    asked = {"name": guest.name, "seal": seal_of(word), "program": True}
    made = await inn.post(f"/tables/{table['id']}/sit", asked)
    return await play(inn, guest, table["id"], made["tokens"][0], word)


def seal_of(word: str) -> str:
    """What is shown of a word for the dice until everybody is bound."""
    return sha256(f"innkeeper word:{word}".encode()).hexdigest()


async def play(inn: Inn, guest: Guest, table: str, key: Message, word: str) -> Message:
    """Play from the seat behind a key until the match is over; what came of it."""
    seat = key["seat"]
    async with Line(inn, table, key["token"]) as line:
        try:
            result = await _play_out(line, guest, seat, word)
        except (
            BaseException
        ):  # also when somebody breaks it off: nobody is to wait for a seat that nobody holds
            with suppress(Exception):
                await asyncio.wait_for(_get_up(line, seat), FAREWELL)
            raise
    return {"seat": seat, "link": inn.link(table), **result}


async def _play_out(line: Line, guest: Guest, seat: int, word: str) -> Message:
    while line.update is None:
        await _open_word(line, seat, word)
        if line.table["status"] in ("closed", "frozen"):
            raise Away(line.table["notice"] or "the table was taken away")
        await line.news()
    program = Program(guest.command, _hello(line, seat))
    try:
        while not line.update["over"]:
            if line.update["decision"] is None:
                await line.news()
            else:
                await _answer(line, guest, program, seat)
        result: Message = line.update["view"]["table"]["result"]
        await program.tell({"type": "over", "result": result, "view": line.update["view"]})
    finally:
        await program.end()
    return result


async def _get_up(line: Line, seat: int) -> None:
    """Leave the table, or resign where the match has begun."""
    if line.update is None:
        with suppress(TurnedAway):  # it has begun, and the news is still on its way
            await line.inn.delete(f"/tables/{line.id}/seats/{seat}", line.token)
            return
    await line.ask("resign")


async def _open_word(line: Line, seat: int, word: str) -> None:
    own = line.table["seats"][seat]
    if line.table["status"] == "dealing" and own["seal"] and not own["opened"]:
        await line.inn.post(f"/tables/{line.id}/words", {"words": {str(seat): word}}, line.token)


def _hello(line: Line, seat: int) -> Message:
    table = line.table
    names = [one["name"] for one in table["seats"]]
    return {
        "type": "hello",
        "version": 1,
        "game": table["game"],
        "rules": table["rules"],
        "options": table["options"],
        "seat": seat,
        "names": names,
    }


async def _answer(line: Line, guest: Guest, program: Program, seat: int) -> None:
    """One decision: the program's answer, carried out. Whoever fails too often gives the seat up."""
    update = line.update
    assert update is not None
    seq, refused = update["seq"], None
    log, line.log = line.log, []
    for attempt in range(1, TRIES + 1):
        question = _question(update, seat, log, guest.seconds, refused)
        try:
            answer = await program.ask(question, question["seconds"])
        except Failed as failed:
            guest.say(f"The program failed ({attempt} of {TRIES} tries): {failed}")
            refused = None
            continue
        legal = [*question["actions"], *question["standing"]]
        if answer["action"] not in legal:
            guest.say(
                f"The program failed ({attempt} of {TRIES} tries): {answer['action']!r} is not legal now"
            )
            refused = f"{answer['action']!r} is not one of the actions"
            continue
        heard = await line.ask("act", action=answer["action"], seq=seq)
        if heard["type"] == "refused" and heard["legal"]:
            refused = heard["reason"]
            continue
        return
    raise Away(f"the program failed {TRIES} times at one decision, so its seat was given up")


def _question(update: Message, seat: int, log: list[str], seconds: float, refused: str | None) -> Message:
    decision: Message = update["decision"]
    standing: Message = update["standing"] or {"actions": []}
    left = _left(update, seat)
    if left is not None:
        seconds = max(0.1, min(seconds, left - RESERVE))
    return {
        "type": "move",
        "decision": decision["name"],
        "actions": _ids(decision),
        "labels": [action["label"] for action in decision["actions"]],
        "standing": _ids(standing),
        "view": update["view"],
        "log": log,
        "clock": left,
        "seconds": seconds,
        "refused": refused,
    }


def _ids(question: Message) -> list[str]:
    return [action["id"] for action in question["actions"]]


def _left(update: Message, seat: int) -> float | None:
    """Seconds on the clock of a seat; None if it has none."""
    clocks: Any = update["clocks"]
    if clocks is None or clocks["left"][seat] is None:
        return None
    return float(clocks["left"][seat]) / 1000
