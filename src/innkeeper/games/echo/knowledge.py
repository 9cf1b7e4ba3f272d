"""What was worked out beforehand: how to play the first two battles of a line-up.

`research/echo` solves a line-up as a whole and packs what matters into the folder `knowledge`, with an
index that says how it was made. Shares are bytes. Edicts stand in their order with the one that names
last, hands in the order of their masks among the living, and seat 0 is always the one that plays: for
seat 1 the match is looked at from the other side. It holds for the cards it was made from alone, and they
are asked (`fingerprint`).
"""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Final, final

from mypy_extensions import i64

import innkeeper
from innkeeper.games.echo.battle import FLOOR_TOTAL
from innkeeper.games.echo.book import CREATURES, HAND, Book
from innkeeper.games.echo.cards import count, members
from innkeeper.games.echo.state import NONE, Echo, Finished

FOLDER: Final = Path(str(innkeeper.__file__)).parent / "games" / "echo" / "knowledge"  # compiled, too
FULL: Final = 255.0
SEEN: Final = 6  # bytes that say what was seen of the first battle
HEAD: Final = 10  # with the size of what follows
STEPS: Final = 32.0  # a value from -1 to 1 is a byte from 0 to twice that
NUMBER: Final = 6  # bytes of a state's number
PARTS: Final = 4  # files with states before the third battle


def hand_places(cards: int, held: int) -> list[i64]:
    """By mask: the place of a hand among all hands of so many cards."""
    found: list[i64] = []
    place: i64 = 0
    for mask in range(1 << cards):
        found.append(place if count(mask) == held else NONE)
        if count(mask) == held:
            place += 1
    return found


FIVES: Final[list[i64]] = hand_places(CREATURES, HAND)
FOURS: Final[list[i64]] = hand_places(CREATURES - 2, HAND - 1)
THREES: Final[list[i64]] = hand_places(CREATURES - 4, HAND - 2)
VALUES: Final = 35  # hands of three among seven


def among(mask: i64, live: i64) -> i64:
    """A mask of living cards as the mask of their places among the living."""
    found: i64 = 0
    for place, card in enumerate(members(live)):
        if (mask >> card) & 1 == 1:
            found |= 1 << place
    return found


@final
class Side:
    """What is public before a battle, as the seat sees it whose play is looked up."""

    def __init__(self, book: Book, live: i64, edicts: i64, their_edicts: i64, sees: bool) -> None:
        self.live: i64 = live
        self.sees: bool = sees
        self.edicts: Final = in_order(book, edicts)
        self.across: Final = in_order(book, their_edicts)
        self.names: bool = book.edicts[self.edicts[-1]].names
        self.named: bool = book.edicts[self.across[-1]].names
        held: i64 = (count(live) - 1) // 2
        self.held: i64 = held
        self.acts: i64 = held * (held - 1) // 2 if sees else held


def in_order(book: Book, mask: i64) -> list[i64]:
    """Edicts as they stand in the tables: the one that names comes last."""
    plain = [edict for edict in members(mask) if not book.edicts[edict].names]
    return plain + [edict for edict in members(mask) if book.edicts[edict].names]


@final
class Table:
    """How every hand plays one battle."""

    def __init__(self, side: Side, data: bytes, numbered: bool) -> None:
        self.side: Final = side
        self.data: Final = data
        self.starts: Final[dict[int, int]] = {}  # by the place of the hand
        at: i64 = 0
        place: i64 = 0
        while at < len(data):
            if numbered:
                place = data[at]
                at += 1
            self.starts[place] = at
            at += self.size(at)
            place += 1
        if at != len(data):
            raise ValueError("a table of Echo's knowledge is damaged")

    def size(self, start: i64) -> i64:
        """How many bytes a hand takes."""
        side = self.side
        return self.names_at(start, side.acts) + self.returns_size(start, side.acts, 0) - start

    def names_at(self, start: i64, act: i64) -> i64:
        """Where the names for a play begin: those before it are there only if they are ever needed."""
        side = self.side
        edicts: i64 = len(side.edicts)
        at: i64 = start + side.acts * edicts
        if side.names:
            for before in range(act):
                if self.data[start + before * edicts + edicts - 1] != 0:
                    at += len(side.across) * (side.held + 1)
        return at

    def rows(self, edict: i64) -> i64:
        """In how many ways a name of one's own can turn out: with one, right or wrong."""
        return 2 if self.side.names and edict == len(self.side.edicts) - 1 else 1

    def width(self) -> i64:
        """In how many ways the other seat's edict and name can turn out, for each creature that is faced."""
        side = self.side
        return (len(side.across) + (2 if side.named else 0)) * (side.held + 1)

    def returns_size(self, start: i64, act: i64, edict: i64) -> i64:
        """How many bytes lie before what a seer takes back after this play."""
        side = self.side
        if not side.sees:
            return 0
        edicts: i64 = len(side.edicts)
        found: i64 = 0
        for place in range(act * edicts + edict):
            if self.data[start + place] != 0:
                found += self.rows(place % edicts) * self.width()
        return found

    def start(self, hand: i64) -> i64:
        """Where a hand begins; NONE: it never comes here."""
        side = self.side
        local = among(hand, side.live)
        place = FIVES[local] if side.held == HAND else FOURS[local]
        return self.starts.get(place, NONE)

    def play(self, start: i64, act: i64, edict: i64) -> float:
        """How often a hand plays so."""
        return self.data[start + act * len(self.side.edicts) + edict] / FULL

    def name(self, start: i64, act: i64, across: i64, rank: i64) -> float:
        """How often it then names the card at this place among those it does not hold."""
        at = self.names_at(start, act) + (across * (self.side.held + 1)) + rank
        return self.data[at] / FULL

    def stays(self, start: i64, act: i64, edict: i64, row: i64, across: i64, theirs: i64, rank: i64) -> float:
        """How often a seer's first creature stays. `theirs`: which of both was named, or 2."""
        at: i64 = self.names_at(start, self.side.acts) + self.returns_size(start, act, edict)
        column: i64 = across + (0 if theirs == 2 else 1 + theirs)
        held: i64 = self.side.held + 1
        return self.data[at + row * self.width() + column * held + rank] / FULL


def rank_of(card: i64, hand: i64, live: i64) -> i64:
    """The place of a card among the living that a hand does not hold."""
    return count(live & ~hand & ((1 << card) - 1))


@final
class Known:
    """Everything that is known about one line-up."""

    def __init__(self, entry: dict[str, object]) -> None:
        self.entry: Final = entry
        self.firsts: Table | None = None
        self.parts: Final[dict[int, dict[bytes, bytes]]] = {}
        self.tables: Final[dict[bytes, Table]] = {}
        self.states: Final[dict[int, bytes]] = {}

    def first(self, book: Book) -> Table:
        """How the first battle is played."""
        found = self.firsts
        if found is None:
            side = Side(book, book.every_creature, book.every_edict, book.every_edict, False)
            found = Table(side, self.read("first"), False)
            self.firsts = found
        return found

    def second(self, side: Side, seen: bytes) -> Table | None:
        """How the second is played after this first one; None: it was too unlikely to be kept."""
        known = self.tables.get(seen)
        if known is not None:
            return known
        part = self.parts.get(seen[3])
        if part is None:
            part = self.part(seen[3])
            self.parts[seen[3]] = part
        data = part.get(seen)
        if data is None:
            return None
        table = Table(side, data, True)
        self.tables[seen] = table
        return table

    def part(self, creature: int) -> dict[bytes, bytes]:
        """All second battles after a first in which this creature was faced."""
        files = self.entry["files"]
        assert isinstance(files, dict)
        found: dict[bytes, bytes] = {}
        if f"second-{creature}" not in files:
            return found
        data = self.read(f"second-{creature}")
        at: i64 = 0
        while at < len(data):
            size = int.from_bytes(data[at + SEEN : at + HEAD], "little")
            found[data[at : at + SEEN]] = data[at + HEAD : at + HEAD + size]
            at += HEAD + size
        return found

    def before_third(self, number: i64) -> bytes:
        """What each hand may expect in a state before the third battle; nothing if it was too unlikely.

        A file has the numbers of its states in order, each with its highest byte first, then their values.
        """
        part: i64 = number % PARTS
        data = self.states.get(part)
        if data is None:
            files = self.entry["files"]
            assert isinstance(files, dict)
            data = self.read(f"third-{part}") if f"third-{part}" in files else b""
            self.states[part] = data
        wanted = int(number).to_bytes(NUMBER, "big")
        states: i64 = len(data) // (NUMBER + VALUES)
        low: i64 = 0
        high: i64 = states
        while low < high:
            middle: i64 = (low + high) // 2
            if data[middle * NUMBER : (middle + 1) * NUMBER] < wanted:
                low = middle + 1
            else:
                high = middle
        if low == states or data[low * NUMBER : (low + 1) * NUMBER] != wanted:
            return b""
        at: i64 = states * NUMBER + low * VALUES
        return data[at : at + VALUES]

    def read(self, name: str) -> bytes:
        """A file of this line-up, unpacked and found whole."""
        files = self.entry["files"]
        assert isinstance(files, dict)
        packed = (FOLDER / str(files[name]["file"])).read_bytes()
        if hashlib.sha256(packed).hexdigest() != files[name]["sha256"]:
            raise ValueError(f"{files[name]['file']} of Echo's knowledge is damaged")
        return lzma.decompress(packed)


def seen_of(book: Book, first: Finished, seat: i64) -> bytes:
    """What was seen of the first battle, as a seat sees it: edicts, creatures, names."""
    clash = first.clash
    mine, theirs = clash.side(seat), clash.side(1 - seat)
    order = in_order(book, book.every_edict)
    own, other = (first.name0, first.name1) if seat == 0 else (first.name1, first.name0)
    numbers = [order.index(mine.edict), order.index(theirs.edict), mine.creature, theirs.creature, own, other]
    return bytes([int(number) & 255 for number in numbers])


def fingerprint(book: Book, fields: list[i64]) -> str:
    """What the cards do on these fields: every pair with every edict, named right and roused or neither."""
    battles = book.battles
    numbers: list[int] = [int(book.angers), int(book.barbarian), int(book.seeing), int(book.every_edict)]
    numbers += [int(creature.rousing) for creature in book.creatures]
    numbers += [int(edict.names) for edict in book.edicts]
    numbers += [int(value) for value in battles.status_strength]
    numbers += [int(value) for value in battles.status_points]
    for field in fields:
        numbers += [int(book.fields[field].winner_grants), int(book.fields[field].both_grant)]
        for one in range(len(book.creatures)):
            for two in range(len(book.creatures)):
                if one == two:
                    continue
                for edict in range(len(book.edicts) * len(book.edicts)):
                    for flags in (0, 15):
                        at, across = edict // len(book.edicts), edict % len(book.edicts)
                        clash = battles.at(field, one, two, at, across, flags)
                        a, b = clash.side0, clash.side1
                        numbers += [int(clash.instant), int(clash.tied), int(clash.gambler), int(clash.value)]
                        numbers += [int(a.strength - b.strength), int(a.grants), int(b.grants)]
                        numbers += [int(a.recovers), int(b.recovers), int(a.concedes), int(b.concedes)]
    return hashlib.sha256(" ".join([str(number) for number in numbers]).encode()).hexdigest()


INDEX: Final[dict[str, Known]] = {}
ASKED: Final[dict[int, tuple[Book, dict[str, Known | None]]]] = {}  # by book: what is known of its line-ups


def known(s: Echo) -> Known | None:
    """What is known about the line-up of this table; None: nothing, or other cards or rules are played."""
    rules, book = s.rules, s.book
    if rules.living or rules.late or rules.last_win or rules.floor != FLOOR_TOTAL:
        return None
    if len(book.creatures) != CREATURES:
        return None
    asked = ASKED.get(id(book))
    if asked is None or asked[0] is not book:
        asked = (book, {})
        ASKED[id(book)] = asked
    line_up = ",".join(book.field_ids(s.fields))
    if line_up not in asked[1]:
        asked[1][line_up] = look_up(line_up, book, s.fields)
    return asked[1][line_up]


def look_up(line_up: str, book: Book, fields: list[i64]) -> Known | None:
    if len(INDEX) == 0:
        for name, entry in json.loads((FOLDER / "index.json").read_text(encoding="utf-8")).items():
            INDEX[name] = Known(entry)
    found = INDEX.get(line_up)
    if found is None or found.entry["cards"] != fingerprint(book, fields):
        return None
    return found
