"""Records: a match as a small JSON document from which it can be replayed and verified."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from innkeeper.engine.chance import Chance, FairChance, FastChance, ScriptedChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InnkeeperError, InvalidRecord, UnknownGame, shown
from innkeeper.engine.game import get_game
from innkeeper.engine.match import Match

FORMAT = 1
_FIELDS = {
    "innkeeper",
    "game",
    "rules",
    "content",
    "seats",
    "options",
    "chance",
    "start",
    "entries",
    "outcome",
}


def positions(record: Mapping[str, Any], content: Content | None = None) -> Iterator[Match]:
    """Play a recorded match again: the match at its opening, and after every entry.

    It is one and the same match; who wants to keep a position keeps its `state`.
    """
    match = begin(record, content)
    entries = record["entries"]
    if not isinstance(entries, list):
        raise InvalidRecord("entries: not a list")
    yield match
    yield from follow(match, entries)


def follow(match: Match, entries: Iterable[object]) -> Iterator[Match]:
    """Play more entries of a match's record, checking the hash after each."""
    with match.replaying():
        for entry in entries:
            repeat(match, entry)
            yield match


def replay(record: Mapping[str, Any], content: Content | None = None) -> Match:
    """Play a recorded match again, checking the hash after every entry."""
    (match,) = deque(positions(record, content), maxlen=1)
    return match


def verify(record: Mapping[str, Any], content: Content | None = None) -> Match:
    """Replay, and check that the outcome is the recorded one; InvalidRecord names the first bad entry."""
    match = replay(record, content)
    outcome = None if match.outcome is None else match.outcome.json()
    if not _same(record["outcome"], outcome):
        raise InvalidRecord(
            f"outcome: the record says {shown(record['outcome'])}, the match says {shown(outcome)}"
        )
    return match


@dataclass(frozen=True)
class Promise:
    """What a record that holds says of its dice. `unpromised`: why nobody bound themselves to them."""

    commitment: str | None
    words: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()
    unpromised: str | None = None

    def sealed(self, seat: int) -> bool:
        """Was this seat's word bound before any was opened?"""
        return seat < len(self.seals) and self.seals[seat] != ""


def promise_of(record: Mapping[str, Any]) -> Promise:
    """The dice of a record that was verified."""
    chance = record["chance"]
    if chance["kind"] != "fair":
        made = "written down beforehand" if chance["kind"] == "scripted" else "made fast, from a small number"
        return Promise(None, unpromised=f"they were {made}")
    unpromised = None
    for index, entry in enumerate(record["entries"]):
        if "script" in entry or "practise" in entry:
            unpromised = f"entry {index} put others in their place"
            break
    return Promise(chance["commitment"], tuple(chance["nonces"]), tuple(chance.get("seals", ())), unpromised)


def _same(one: object, other: object) -> bool:
    """Equal as JSON: 1, 1.0 and true are three different things."""
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False


def begin(record: Mapping[str, Any], content: Content | None = None) -> Match:
    """The match of a record before its first entry."""
    if not isinstance(record, Mapping):
        raise InvalidRecord(f"a record is a JSON object, not {type(record).__name__}")
    if not _same(record.get("innkeeper"), FORMAT):
        raise InvalidRecord(f"innkeeper: this is not a record of format {FORMAT}")
    for name in sorted(_FIELDS - set(record)):
        raise InvalidRecord(f"{name}: missing; the record is truncated")
    for name in record:
        if name not in _FIELDS:
            raise InvalidRecord(f"{shown(name)}: a record has no such field")
    try:
        game = get_game(record["game"])
    except (InnkeeperError, TypeError) as wrong:
        raise InvalidRecord(f"game: {wrong}") from None
    rules = record["rules"]
    try:
        game = get_game(game.id, rules if isinstance(rules, str) else "")
    except UnknownGame:
        raise InvalidRecord(f"rules: played under version {shown(rules)}, here is {game.version!r}") from None
    pack = game.content if content is None else content
    if record["content"] != pack.hash:
        raise InvalidRecord(f"content: played with cards {shown(record['content'])}, here are {pack.hash!r}")
    if record["seats"] is None:
        raise InvalidRecord("seats: missing")
    try:
        seats = game.check_seats(record["seats"])
        options = game.options.resolve(record["options"], game.book_of(pack))
        match = Match(game, pack, options, seats, _chance(record["chance"]), log=True)
    except InvalidRecord:
        raise
    except (InnkeeperError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise InvalidRecord(f"set-up: {wrong}") from None
    made = match.record()
    if not _same(record["options"], made["options"]):
        raise InvalidRecord("options: not complete, or not in their resolved form")
    if not _same(record["chance"], made["chance"]):
        raise InvalidRecord("chance: not written as this format writes it")
    if not _same(record["start"], made["start"]):
        raise InvalidRecord("start: this set-up, or its opening position, has another hash")
    return match


def _chance(described: Any) -> Chance:
    """The chance a record describes."""
    try:
        match described:
            case {"kind": "fair", "seed": str(seed), "nonces": list(nonces), "commitment": str(commitment)}:
                seals = _seals(described)
                if not all(isinstance(text, str) for text in [*nonces, *seals]):
                    raise InvalidRecord("chance: nonces and seals are texts")
                fair = FairChance(bytes.fromhex(seed), nonces, None, seals)
                if fair.commitment != commitment:
                    raise InvalidRecord("chance: the seed is not the one that was committed to")
                return fair
            case {"kind": "fast", "seed": int(number)}:
                return FastChance(number)
            case {"kind": "scripted", "dice": list(dice), "decks": dict(decks), "seed": int(number)}:
                return ScriptedChance(dice, decks, number)
    except (ValueError, TypeError, OverflowError, RecursionError) as wrong:
        raise InvalidRecord(f"chance: {wrong}") from None
    raise InvalidRecord(f"chance: {shown(described)} is no chance of this format")


def _seals(described: Mapping[str, object]) -> list[str]:
    """What was shown of the players' words before; records of words said openly have none."""
    match described.get("seals", []):
        case list(seals):
            return seals
    raise InvalidRecord("chance: seals are a list")


def repeat(match: Match, entry: object) -> None:
    """Play the next entry of a record again."""
    index = match.length
    where = f"entry {index}"
    try:
        match entry:
            case {"seat": int(seat), "do": str(action), "timeout": True, "hash": str(), **more} if not more:
                match_timeout = match.pending.get(seat)
                if match_timeout is None or match_timeout.timeout != action:
                    raise InvalidRecord(f"{where}: the clock would not have chosen {shown(action)}", index)
                match.time_out(seat)
            case {"seat": int(seat), "do": str(action), "hash": str(), **more} if not more:
                match.act(seat, action)
            case {
                "seat": int(seat),
                "undo": "free" | "agreed" as how,
                "entry": int(),
                "hash": str(),
                **more,
            } if not more:
                if how == "free" and not match.can_undo(seat):
                    raise InvalidRecord(f"{where}: this undo was not free", index)
                match.undo(seat, agreed=how == "agreed")
            case {"seat": int(seat), "undo": "sealed", "hash": str(), **more} if not more:
                match.undo(seat)
            case {
                "practise": {"seed": str(key), "seat": int() | None as whose, **rest},
                "hash": str(),
                **more,
            } if not (more or rest):
                match.practise(bytes.fromhex(key), whose)
            case {
                "script": {"dice": list(dice), "decks": dict(decks), **rest},
                "hash": str(),
                **more,
            } if not (more or rest):
                match.script(dice, decks)
            case _:
                raise InvalidRecord(f"{where}: {shown(entry)} is no entry of this format", index)
    except InvalidRecord:
        raise
    except InnkeeperError as wrong:
        raise InvalidRecord(f"{where}: {wrong}", index) from None
    except (TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise InvalidRecord(f"{where}: {wrong}", index) from None
    if not _same(entry, match.record_entry(index)):
        raise InvalidRecord(f"{where}: the position after it has another hash", index)
