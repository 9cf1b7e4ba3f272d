"""One table in memory: the kernel's match, who sits there, and what each of them is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidRecord, UnknownGame, contained
from innkeeper.engine.frame import State, seats_of
from innkeeper.engine.game import Game, all_games, game_ids, get_game
from innkeeper.engine.match import RESIGN, Match
from innkeeper.engine.record import begin, repeat
from innkeeper.server.clocks import Outages, TableClock, now_ms
from innkeeper.server.endings import Ending
from innkeeper.server.errors import Denied
from innkeeper.server.leaf import Chair, Leaf, Talk
from innkeeper.server.limits import Bucket
from innkeeper.server.protocol import (
    Choice,
    LogLine,
    NoClock,
    Note,
    Previewed,
    Question,
    Rolled,
    SeatInfo,
    TableInfo,
    UndoState,
    Update,
)
from innkeeper.server.rated import why_unrated

if TYPE_CHECKING:
    from innkeeper.server.scrolls import Scroll
    from innkeeper.server.socket import Connection

_WORLDS = 4  # a preview is certain if it comes out alike in so many worlds the seat could be in
NOTES_KEPT = 200  # lines of chat, in memory and in the database


class _Choices(dict[Action, Choice]):
    """Actions as clients see them; actions are interned, so each is made once."""

    def __missing__(self, action: Action) -> Choice:
        made = self[action] = Choice(action.id, action.label, action.clause, action.verb.kinds)
        return made


_CHOICES = _Choices()


def choices(actions: Sequence[Action]) -> list[Choice]:
    """A hundred choices are nothing rare, so they are looked up without a step of Python for each."""
    return list(map(_CHOICES.__getitem__, actions))


class Table:
    """One table. Everything that reads or changes `match` holds `lock`."""

    def __init__(
        self,
        leaf: Leaf,
        chairs: list[Chair],
        content: Content,
        tell: Callable[[Table, bool], None] = lambda table, info: None,
        apart: bool = False,
    ) -> None:
        self._tell = tell  # the other processes
        self.apart = apart  # does it not count here what people and strangers' programs make of each other?
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.version = 0  # of what `info` shows
        self.touched = time.monotonic()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: dict[int, int] = {}  # seat: the seq its bot thinks about
        self.elsewhere: dict[tuple[str, int | None], float] = {}  # presence in other processes
        self.seen: dict[int, int] = {}
        self.match: Match | None = None
        self.ending: Ending | None = None  # of a match that is over and cannot be replayed here
        self.notes: list[Talk] = []  # the last ones
        self._talking: dict[int | None, Bucket] = {}
        self.next: str | None = None
        self.scrolls: dict[int | None, Scroll] = {}  # of long logs
        self.names: dict[int, str] = {}
        self.content = content
        self.set(leaf, chairs)
        self.doubted = leaf.status == "frozen"  # it may replay again: that is tried once

    def set(self, leaf: Leaf, chairs: list[Chair]) -> None:
        """Take over what the book says of the table."""
        self.leaf = leaf
        self.id = leaf.id
        self.chairs = chairs
        names = {chair.seat: chair.name for chair in chairs}
        if names != self.names:
            self.names = names
            self.scrolls.clear()
        self._find_game(leaf.game, leaf.rules)
        self.fault = self.absent if leaf.status != "closed" else None  # why it cannot be replayed here
        self.options = {**leaf.options}
        if self.absent is None:
            for chair in chairs:
                self.options |= self.with_brought(chair.seat, chair.brings)
        self._judged = why_unrated(self) if self.waiting else None
        self.version += 1
        self.count_bots()

    def _find_game(self, id: str, rules: str) -> None:
        """The rules the table was set with. If they are not here, it is shown and left alone."""
        self._game: Game | None = None
        self.absent: str | None = None
        try:
            self._game = get_game(id, rules)
        except UnknownGame:
            here = next((game.version for game in all_games()[0] if game.id == id), None)
            if here is None:
                broken = id in game_ids()
                self.absent = f"the game {id!r} {'cannot be loaded' if broken else 'is not installed'} here"
            else:
                self.absent = f"it was begun under rules version {rules}, and here is {here}"

    @property
    def game(self) -> Game:
        """The game, for all that needs its rules."""
        if self._game is None:
            raise Denied(self.notice or "the rules of this table are not here")
        return self._game

    @property
    def status(self) -> str:
        """As it is shown: as in the book, unless it cannot be replayed here. What is over stays over."""
        if self.fault is None:
            return self.leaf.status
        return "frozen" if self.leaf.outcome is None else "over"

    @property
    def notice(self) -> str | None:
        """What everybody at the table should know."""
        if self.fault is None:
            return self.leaf.notice
        if self.leaf.outcome is None:
            return (
                f"This match is frozen: {self.fault}. "
                "Its log is kept; it is played on as soon as it replays again."
            )
        return f"This match cannot be replayed: {self.fault}. Its end and its record are kept."

    @property
    def unrated(self) -> str | None:
        """Why the match does not, or would not, count; None if it does."""
        return self._judged if self.waiting else self.leaf.unrated

    @property
    def waiting(self) -> bool:
        """Has the match not begun yet?"""
        return self.status in ("open", "dealing")

    def same_as(self, chair: Chair) -> int | None:
        """The first seat of the person on a chair, if that is another."""
        first = next(other.seat for other in self.chairs if other is chair or other.same_person(chair))
        return None if first == chair.seat else first

    def with_brought(self, seat: int, brings: Mapping[str, Any]) -> dict[str, Any]:
        """What a seat brings, by the names of the options."""
        names = self.game.options.brought(seat)
        return {names[what]: value for what, value in brings.items()}

    def count_bots(self) -> None:
        """Note which seats are played by bots now."""
        self.bots = [chair.seat for chair in self.chairs if chair.plays_itself is not None]

    # The match

    @property
    def seq(self) -> int:
        """How many entries there are; needs the match in memory."""
        if self.match is None:
            return 0 if self.ending is None else self.ending.length
        return self.match.length

    def header(self) -> dict[str, Any]:
        """The record without its entries: all that the match is a function of."""
        return {
            "innkeeper": 1,
            "game": self.leaf.game,
            "rules": self.leaf.rules,
            "content": self.leaf.content,
            "seats": len(self.chairs),
            "options": self.options,
            "chance": self._chance(),
            "start": self.leaf.start_hash,
            "entries": [],
            "outcome": None,
        }

    def _chance(self) -> dict[str, Any]:
        chance = {
            "kind": "fair",
            "seed": self.leaf.seed.hex(),
            "nonces": [chair.nonce for chair in self.chairs],
            "commitment": self.leaf.commitment,
        }
        seals = [chair.seal for chair in self.chairs]
        return {**chance, "seals": seals} if any(seals) else chance

    def build(self, outages: Outages) -> None:
        """Set up the opening position; `apply` adds the entries."""
        match = begin(self.header(), self.content)
        self.match = match
        self.marks = [match.told]  # events told after each entry
        self._last: tuple[int, list[LogLine]] = (-1, [])
        self._nonces: set[int] = set()
        self.asked = [0] * match.seats  # since which seq each seat has had its present question
        assert self.leaf.started is not None
        self.last_at = self.leaf.started
        timed = [chair.seat for chair in self.chairs if chair.who == "person"]
        self.clock: TableClock | None = None
        if not isinstance(self.leaf.clock, NoClock):
            self.clock = TableClock(self.leaf.clock, match.seats, timed, outages)
            self.clock.begin(self.last_at, seats_of(match.state.required()))

    def apply(self, seq: int, body: str, at: int, nonce: str | None = None) -> None:
        """One more entry from the log; InvalidRecord when it no longer fits."""
        match = self.live
        if seq != match.length + 1:
            raise InvalidRecord(f"entry {seq} follows entry {match.length}", seq)
        try:
            entry = msgspec.json.decode(body)
        except (msgspec.DecodeError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise InvalidRecord(f"entry {seq} cannot be read", seq)
        before = match.state
        try:
            repeat(match, entry)
        except Exception as wrong:  # a bug in a game's own code is damage too
            raise InvalidRecord(f"entry {seq} does not replay: {type(wrong).__name__}", seq) from wrong
        self.note_nonce(entry.get("seat"), nonce)
        self.advance(before, entry, at)

    def check_end(self) -> None:
        """InvalidRecord when the log does not come as far as the row says."""
        if self.leaf.outcome is not None and self.live.outcome is None:
            raise InvalidRecord(
                f"the log ends at entry {self.live.length}, before the match does", self.live.length
            )

    def note_nonce(self, seat: int | None, nonce: str | None) -> None:
        """Remember that a seat has used a nonce, in a few bytes; the log knows for what."""
        if nonce is not None:
            self._nonces.add(hash((seat, nonce)))

    def maybe_known(self, seat: int, nonce: str | None) -> bool:
        """Could this be a message that was carried out before?"""
        return hash((seat, nonce)) in self._nonces

    @contained
    def advance(self, before: State, entry: Mapping[str, Any], at: int) -> None:
        """Keep the books after an entry: log marks, who was asked when, clocks."""
        match = self.live
        after = match.state
        self.marks.append(match.told)
        seat = entry.get("seat")
        same = (
            not after.over
            and not before.over
            and before.asking is after.asking
            and after.asking.secret()
            and "undo" not in entry
        )
        for other in range(match.seats):
            if not (same and other != seat):
                self.asked[other] = match.length
        self.last_at = max(at, self.last_at)
        if self.clock is not None:
            action = entry.get("do")
            answered = (
                seat is not None
                and action is not None
                and action != RESIGN
                and any(known.id == action for known in before.actions(seat))
            )
            self.clock.step(self.last_at, seats_of(after.required()), seat, answered)

    def forget(self) -> None:
        """Put the match out of memory; it is rebuilt from the log when needed."""
        self.match = None
        self.marks = []
        self.clock = None
        self._nonces = set()
        self._last = (-1, [])
        self.scrolls.clear()

    @property
    def in_memory(self) -> bool:
        """Is all here that can be shown? A match that has begun may have been put out of memory."""
        return self.match is not None or self.ending is not None or self.status not in ("playing", "over")

    @property
    def shows(self) -> bool:
        """Is there anything of the match to be seen?"""
        return self.match is not None or (self.ending is not None and bool(self.ending.views))

    @property
    def live(self) -> Match:
        """The match, which must be in memory."""
        assert self.match is not None
        return self.match

    # Who is who

    def viewer(self, seat: int | None) -> int | None:
        """Whose eyes a seat has: its own, or a spectator's once it is out of the game."""
        if seat is None:
            return None
        state = self.live.state
        return seat if state.over or state.playing(seat) else None

    def bots_to_ask(self) -> list[int]:
        """Seats of bots that owe an answer or may do something."""
        match = self.live
        state = match.state
        if not self.bots or state.over:
            return []
        required = state.required()
        last = match.record_entry(match.length - 1).get("seat") if match.length else None
        return [seat for seat in self.bots if (required >> seat) & 1 or (last != seat and state.may(seat))]

    def owes_bot(self) -> bool:
        """Does the match wait for a bot?"""
        required = self.live.state.required()
        return any((required >> seat) & 1 for seat in self.bots)

    def due(self, now: int, patience: int) -> int | None:
        """When some server must look at this match if nothing happens."""
        deadline = None if self.clock is None else self.clock.deadline(now)
        if self.live.state.over or not self.owes_bot():
            return deadline
        return now + patience if deadline is None else min(deadline, now + patience)

    def here(self, seat: int | None) -> int:
        """How many connections a seat (null: the bench) has, in all processes."""
        now = time.monotonic()
        far = sum(1 for (_, who), until in self.elsewhere.items() if who == seat and until > now)
        return far + sum(1 for connection in self.connections if connection.seat == seat)

    @property
    def attended(self) -> bool:
        """Is anybody here in this process who keeps the table: on a seat, or as its host?"""
        return any(one.seat is not None or one.caller.hosts(self) for one in self.connections)

    # Talk

    @property
    def said(self) -> int:
        """The number of the last line."""
        return self.notes[-1].n if self.notes else 0

    def hear(self, notes: Sequence[Talk]) -> None:
        """More lines; those long past are forgotten."""
        self.notes = [*self.notes, *notes][-NOTES_KEPT:]

    def may_say(self, seat: int | None) -> bool:
        """Every seat has its own pace, however many connections it has, and the whole bench has one."""
        return self._talking.setdefault(seat, Bucket(0.5, 5)).take()

    # Taking back by consent

    def undo_asked(self) -> tuple[int | None, list[int], bool]:
        """Who asks to take back, whose answers are missing, and whether somebody said no."""
        if not self.notes:
            return None, [], False
        asked_by: int | None = None
        agreed: set[int | None] = set()
        for note in self.notes:
            if note.kind == "chat" or note.seq != self.seq:
                continue
            if note.kind == "ask":
                asked_by, agreed = note.seat, set()
            elif note.kind == "agree":
                agreed.add(note.seat)
            elif note.kind == "refuse":
                asked_by = None
        if asked_by is None or not self.live.can_ask(asked_by):
            return None, [], False
        state = self.live.state
        waits = [
            chair.seat
            for chair in self.chairs
            if chair.who == "person"
            and chair.seat != asked_by
            and chair.seat not in agreed
            and not chair.same_person(self.chairs[asked_by])
            and state.playing(chair.seat)
        ]
        return asked_by, waits, not waits

    def undo_state(self, viewer: int | None) -> UndoState:
        """What a seat may take back, freely or by asking, and who is asking now."""
        asked_by, waits, _ = self.undo_asked()
        free = viewer is not None and self.live.can_undo(viewer)
        ask = not free and viewer is not None and asked_by is None and self.live.can_ask(viewer)
        return UndoState(free=free, ask=ask, asked_by=asked_by, waits_for=waits)

    # What is sent

    @contained
    def update(
        self, seat: int | None, since: int = -1, answers: str | None = None, entry: int | None = None
    ) -> Update:
        """The table as a seat (null: the bench) may see it, with the log after entry `since`."""
        if self.match is None and self.ending is not None:
            return self.ending.update(seat, since, answers, entry)
        match = self.live
        state = match.state
        viewer = self.viewer(seat)
        length = match.length
        since = min(since, length)
        return Update(
            seq=length,
            since=since,
            view=match.view(viewer),
            decision=_decision(state, viewer),
            standing=_standing(state, viewer),
            lines=self.lines(viewer, since),
            clocks=None if self.clock is None else self.clock.shown(now_ms()),
            undo=self.undo_state(viewer),
            over=state.over,
            answers=answers,
            entry=entry,
        )

    def lines(self, viewer: int | None, since: int) -> list[LogLine]:
        """The log lines after an entry; 0 is the opening, so -1 asks for all of them."""
        seq = self.seq
        if since + 1 == seq:
            return self._last_lines(viewer)
        first, kept = since + 1, []
        scroll = self.scrolls.get(viewer)
        if scroll is not None and scroll.until > first:
            first, kept = scroll.until, scroll.since(first)
        return kept + log_lines(self.live, self.marks, viewer, self.names, first, seq)

    def _last_lines(self, viewer: int | None) -> list[LogLine]:
        """The lines of the last entry: made once for everybody when everybody may see all of them."""
        match, seq = self.live, self.seq
        if self._last[0] == seq:
            return self._last[1]
        found = log_lines(match, self.marks, viewer, self.names, seq, seq)
        if match.public(self.marks[seq - 1] if seq else 0, self.marks[seq]):
            self._last = (seq, found)
        return found

    @contained
    def preview(self, seat: int, action: str, answers: str) -> Previewed:
        """What an action would do, tried in a world as the seat knows it; no view if chance decides.

        An action that is not offered is refused with the reason, as `act` would, and nothing changes.
        """
        game, state = self.live.game, self.live.state
        found = next((known for known in state.actions(seat) if known.id == action), None)
        if found is None:
            raise self.live.refusal(seat, action)
        seen = game.foreseen(state, seat, found)
        said = (seen.about, seen.changes, seen.notes, seen.beware)
        views = []
        for seed in self._worlds():
            world = state.determinize(seat, FastChance(seed))
            world.chance = _Untouched()
            try:
                world.act(seat, found)
            except _ChanceUsed:
                return Previewed(answers, False, None, *said)
            views.append(game.view(world, seat))
        certain = all(view == views[0] for view in views)
        return Previewed(answers, certain, views[0] if certain else None, *said)

    def _worlds(self) -> list[int]:
        """The seeds of the worlds in which this position is tried, which nobody knows: one who did could
        tell such worlds from the truth.
        """
        secret = blake2b(self.seq.to_bytes(8), digest_size=8 * _WORLDS, key=self.leaf.seed, person=b"looks")
        numbers = memoryview(secret.digest()).cast("Q")
        return [number >> 1 for number in numbers]

    def info(self, seats: Sequence[int] = (), host: bool = False) -> TableInfo:
        """The table as everybody with the link may see it; more for those who sit there.

        Where it leads (a rematch, the match before it, the one it was practised from) is known to those who
        sit there, or to everybody if the table is public: an id is all one needs to come and look.
        """
        leaf = self.leaf
        inside = bool(seats) or host
        told = inside or leaf.public
        outcome = leaf.outcome
        return TableInfo(
            id=self.id,
            game=leaf.game,
            title=leaf.game if self._game is None else self._game.title,
            rules=leaf.rules,
            content=leaf.content,
            status=self.status,  # type: ignore[arg-type]
            notice=self.notice,
            options=self._options_for(seats),
            seats=[
                SeatInfo(
                    seat=chair.seat,
                    who=chair.who,  # type: ignore[arg-type]
                    name=chair.name,
                    bot=chair.bot,
                    ready=chair.ready,
                    here=chair.who == "bot" or self.here(chair.seat) > 0,
                    seen=self.seen.get(chair.seat),
                    stand_in=chair.stand_in,
                    account=chair.account_name,
                    program=bool(chair.program),
                    same_as=self.same_as(chair),
                    seal="" if self.status == "open" else chair.seal,
                    opened=chair.seal != "" and chair.nonce != "",
                    nonce=self._word(chair),
                )
                for chair in self.chairs
            ],
            clock=self.leaf.clock,
            public=leaf.public,
            watchers=leaf.watchers,
            bench_talks=leaf.bench_talks,
            takeover=leaf.takeover,
            commitment=leaf.commitment,
            open_by=leaf.due if self.status == "dealing" else None,
            created=leaf.created,
            started=leaf.started,
            ended=leaf.ended,
            seq=leaf.seq if self.match is None else self.seq,
            said=self.said,
            outcome=None if outcome is None else msgspec.json.decode(outcome),
            previous=leaf.previous if told else None,
            next=self.next if told else None,
            origin=leaf.origin if told else None,
            origin_at=leaf.origin_at if told else None,
            bench=self.here(None),
            unrated=self.unrated,
            code=leaf.code if inside else None,
            yours=list(seats),
            host=host,
        )

    def _word(self, chair: Chair) -> str:
        """A word for the dice as everybody may see it. What is said openly is shown with the seals: whoever
        opens a word knows by then what all others are bound by.
        """
        hidden = self.status == "open" or (self.status == "dealing" and chair.seal)
        return "" if hidden else chair.nonce

    def _options_for(self, seats: Sequence[int]) -> dict[str, Any]:
        """The house rules without other seats' secrets. Without the game nobody knows which are secret."""
        if self._game is None:
            return {"preset": self.options["preset"]}
        return self._game.options.seen_by(self.options, seats)

    def heard(self, seat: int | None, after: int) -> list[Note]:
        """The chat after line `after`, without those the seat has muted."""
        mutes = frozenset() if seat is None else self.chairs[seat].mutes
        return [
            Note(note.n, note.at, note.seat, note.name, note.text)
            for note in self.notes
            if note.n > after and note.kind == "chat" and note.seat not in mutes
        ]

    def changed(self, info: bool = True, ours: bool = True, settled: bool = False) -> None:
        """Something is new: whoever is here is sent it.

        `info`: it is in what `info` tells of the table. `ours`: it was done in this process, so the others
        are told to look. `settled`: the match is in memory, and durable.
        """
        if info:
            self.version += 1
        self.wake(settled)
        if ours:
            self._tell(self, info)

    def wake(self, settled: bool = False) -> None:
        """Let every connection of this process send what it has not sent yet."""
        for connection in self.connections:
            connection.wake(settled)


def log_lines(
    match: Match, marks: Sequence[int], viewer: int | None, names: Mapping[int, str], first: int, last: int
) -> list[LogLine]:
    """The log of entries `first` to `last` as sentences; entry 0 is the opening."""
    return [
        LogLine(entry, line.text, line.clause, line.event, [Rolled(*die) for die in line.dice])
        for entry in range(first, last + 1)
        for line in match.lines(viewer, names, marks[entry - 1] if entry else 0, marks[entry])
    ]


def _decision(state: State, seat: int | None) -> Question | None:
    if seat is None or state.over or not (state.required() >> seat) & 1:
        return None
    top = state.asking
    return Question(top.phase, choices(state.actions(seat)), top.timeout(state, seat).id)


def _standing(state: State, seat: int | None) -> Question | None:
    if seat is None or state.over or not state.may(seat):
        return None
    return Question("standing", choices(state.standing(seat)))


class _ChanceUsed(Exception):
    """A preview would have rolled dice."""


class _Untouched(Chance):
    """A chance that nobody may use."""

    def word(self) -> int:
        raise _ChanceUsed
