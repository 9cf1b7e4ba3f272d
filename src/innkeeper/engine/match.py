"""A match: one table's game from the first question to the outcome.

Everything that comes from outside passes through here. A match acts on a copy of its state and
swaps it in when all went well, so that whatever goes wrong changes nothing.
"""

from __future__ import annotations

import copy
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance, FairChance, ScriptedChance, stack
from innkeeper.engine.content import Content
from innkeeper.engine.errors import (
    FaultyGame,
    IllegalAction,
    InnkeeperError,
    InvalidOptions,
    ScriptError,
    contained,
    fault,
    shown,
)
from innkeeper.engine.events import EVERYBODY, UNDONE, UNDONE_SEALED, UNSEALED, Event, Log
from innkeeper.engine.frame import Sealed, State, fingerprint, seats_of
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.outcome import Outcome
from innkeeper.engine.sentences import Line, sentences

RESIGN = "resign"
LONGEST_ID = 100  # no action id is longer; a game is not asked about texts that are


@dataclass(frozen=True)
class Decision:
    """What one seat may answer now. `timeout` is the action id the clock would choose."""

    seat: int
    name: str
    actions: tuple[Action, ...]
    timeout: str | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The action ids, in the order of the rulebook."""
        return tuple(action.id for action in self.actions)


class _Step(NamedTuple):
    """One action that could be taken back for free."""

    seat: int
    before: State
    entry: int


class Match:
    """One match. Made by `new_match` or `replay`."""

    def __init__(
        self, game: Game, content: Content, options: Any, seats: int, chance: Chance, log: bool
    ) -> None:
        self.game = game
        self.content = content
        self.options = options
        self.seats = seats
        self._chance = chance.describe()
        self._events: list[Event] = []
        self._entries: list[dict[str, Any]] = []
        self._undone: set[int] = set()
        self._past: list[_Step] = []
        self._positions: list[State] | None = None  # after every entry, while a record is replayed
        self._prepared: tuple[int, State] | None = None  # a position that was rebuilt elsewhere
        self._listens = log
        self._open(chance)

    @contained
    def _open(self, chance: Chance) -> None:
        """The opening position, settled."""
        listener = Log() if self._listens else None
        book = self.game.book_of(self.content)
        self.state: State = self.game.start(book, self.options, self.seats, chance, listener)
        self.state.settle()
        self._check_answerable(self.state)
        self._start_hash = self._hash_of_start()
        if listener is not None:
            self._events += listener.events
            self.state.log = None

    # What is asked

    @property
    @contained
    def pending(self) -> dict[int, Decision]:
        """The decisions the match waits for, by seat."""
        s = self.state
        if s.over:
            return {}
        top = s.asking
        return {
            seat: Decision(seat, top.phase, tuple(s.actions(seat)), top.timeout(s, seat).id)
            for seat in seats_of(s.required())
        }

    @property
    @contained
    def standing(self) -> dict[int, Decision]:
        """What may be done now although nobody waits for it, by seat. Resigning is never listed."""
        s = self.state
        return {
            seat: Decision(seat, "standing", tuple(s.standing(seat)))
            for seat in range(self.seats)
            if s.may(seat)
        }

    @property
    def outcome(self) -> Outcome | None:
        """None while the match runs."""
        return self.state.outcome

    @property
    def hash(self) -> str:
        """The fingerprint of the position."""
        return fingerprint(self.state)

    @property
    def unused_dice(self) -> list[int]:
        """The dice of the script that have not been rolled; only on scripted matches."""
        return self._script().unused

    # What is seen

    @contained
    def view(self, seat: int | None) -> dict[str, object]:
        """What a seat may see, JSON-ready; None is a spectator."""
        if seat is not None:
            self._seat(seat)
        seen: dict[str, object] = self.game.view(self.state, -1 if seat is None else seat)
        return seen

    def events(self, seat: int | None = None, since: int = 0) -> list[dict[str, object]]:
        """The log as a seat may see it, JSON-ready, from the `since`-th event on."""
        viewer = -1 if seat is None else self._seat(seat)
        return [event.json(viewer) for event in self._events[since:] if event.visible(viewer)]

    @property
    def told(self) -> int:
        """How many events there have been; `since` counts in them."""
        return len(self._events)

    @contained
    def lines(
        self,
        seat: int | None = None,
        names: Mapping[int, str] | None = None,
        since: int = 0,
        until: int | None = None,
    ) -> list[Line]:
        """The log as sentences for people, each with the clause that answers "why?"."""
        viewer = -1 if seat is None else self._seat(seat)
        cards = self.game.names_of(self.content)
        return sentences(self._events[since:until], viewer, names or {}, cards)

    def public(self, since: int, until: int) -> bool:
        """May everybody see all of these events in full?"""
        return all(
            event.audience == EVERYBODY and not event.kind.secret for event in self._events[since:until]
        )

    # What is done

    def act(self, seat: int, action: str) -> list[dict[str, object]]:
        """Carry out an action by its id; the events it caused, with nothing withheld."""
        began = self.told
        self.play(seat, action)
        return self._told_since(began, seat)

    @contained
    def play(self, seat: int, action: str) -> None:
        """Carry out an action by its id, for those who read the log themselves."""
        self._seat(seat)
        if action == RESIGN:
            self.resign(seat)
            return
        s = self.state
        chosen = _named(action, s.actions(seat))
        if chosen is not None:
            self._step(seat, lambda new: new.act(seat, chosen), {"do": action})
            return
        standing = s.standing(seat) if s.may(seat) else []
        chosen = _named(action, standing)
        if chosen is not None:
            self._step(seat, lambda new: new.act_standing(seat, chosen), {"do": action})
            return
        raise self._refusal(seat, action, [a.id for a in (*s.actions(seat), *standing)])

    @contained
    def time_out(self, seat: int) -> list[dict[str, object]]:
        """The seat's clock ran out: the referee answers for it (IN-1.2)."""
        self._seat(seat)
        s = self.state
        if not (s.required() >> seat) & 1:
            raise IllegalAction(f"seat {seat} owes no decision that could time out", "IN-1.2")
        top = s.asking
        chosen = top.timeout(s, seat)

        def run(new: State) -> None:
            new.tell_timed_out(seat, top.phase, chosen.id, top.secret())
            new.act(seat, chosen)

        began = self.told
        self._step(seat, run, {"do": chosen.id, "timeout": True})
        return self._told_since(began, seat)

    @contained
    def resign(self, seat: int) -> list[dict[str, object]]:
        """Leave the match; what that means is the game's clause on leaving."""
        self._seat(seat)
        if self.state.over:
            raise IllegalAction("the match is over", "IN-1.5")
        if not self.state.playing(seat):
            raise IllegalAction(f"seat {seat} is no longer in the game", "IN-1.5")
        began = self.told
        self._step(seat, lambda new: new.resign(seat), {"do": RESIGN})
        self._past.clear()
        return self._told_since(began, seat)

    # Taking back

    def can_undo(self, seat: int) -> bool:
        """May this seat take its last action back without asking? Only if nobody learned anything."""
        self._seat(seat)
        return not self.state.over and (self._can_unseal(seat) or self._last_free(seat) is not None)

    def can_ask(self, seat: int) -> bool:
        """Is there an action of this seat that it may take back if everybody consents?"""
        self._seat(seat)
        return not self.state.over and self._last_entry(seat) is not None

    @contained
    def undo(self, seat: int, agreed: bool = False) -> list[dict[str, object]]:
        """Take back the seat's last action. `agreed`: everybody consents; chance is never rewound."""
        self._seat(seat)
        if self.state.over:
            raise IllegalAction("the match is over, its result stands", "IN-1.3")
        step = self._last_free(seat)
        if step is None and self._can_unseal(seat):
            return self._unseal(seat)
        if step is not None:
            entry, before = step.entry, step.before.copy()
        elif agreed:
            last = self._last_entry(seat)
            if last is None:
                raise IllegalAction(f"seat {seat} has not acted yet", "IN-1.3")
            entry, before = last, self._rebuilt(last).copy()
        else:
            raise IllegalAction(
                f"seat {seat} can take nothing back without everybody's consent: "
                "since its last action somebody acted, or learned something",
                "IN-1.3",
            )
        taken = self._entries[entry]["do"]
        free = step is not None
        sealed = before.asking.secret() and any(action.id == taken for action in before.actions(seat))
        kind = UNDONE_SEALED if sealed else UNDONE

        def restore(new: State) -> None:
            new.tell_data(kind, seat, {"action": taken}, 0 if free else 1)

        before.chance = self.state.chance.copy()
        self._prepared = None
        past = self._past[:-1]
        gone = range(entry, len(self._entries))  # what came after it is gone as well
        began = self.told
        self._step(seat, restore, {"undo": "free" if free else "agreed", "entry": entry}, before)
        self._undone.update(gone)
        self._past = past if free else []
        return self._told_since(began, seat)

    def _unseal(self, seat: int) -> list[dict[str, object]]:
        """Take a sealed answer back, whoever answered since."""
        entry = self._sealed_entry(seat)
        assert entry is not None

        def unseal(new: State) -> None:
            new.unseal(seat)
            new.tell(UNSEALED, seat)

        began = self.told
        self._step(seat, unseal, {"undo": "sealed"})
        self._undone.add(entry)
        self._past = []
        return self._told_since(began, seat)

    def _can_unseal(self, seat: int) -> bool:
        top = self.state.asking
        return isinstance(top, Sealed) and not top.binding and self._sealed_entry(seat) is not None

    def _sealed_entry(self, seat: int) -> int | None:
        """The entry with the sealed answer of a seat, if there is one."""
        answer = _answer(self.state, seat)
        return None if answer is None else self._last_entry(seat, answer.id)

    def _last_free(self, seat: int) -> _Step | None:
        """The seat's last action if it can be restored; a sealed answer is unsealed instead."""
        if not self._past or self._past[-1].seat != seat:
            return None
        step = self._past[-1]
        return step if _answer(self.state, seat) is _answer(step.before, seat) else None

    def _last_entry(self, seat: int, action: str | None = None) -> int | None:
        for index in range(len(self._entries) - 1, -1, -1):
            entry = self._entries[index]
            if "practise" in entry:
                break
            mine = entry.get("seat") == seat and "do" in entry and index not in self._undone
            if mine and (action is None or entry["do"] == action):
                return index
        return None

    def to_rebuild(self, seat: int) -> int | None:
        """Before which entry the position is needed if this seat takes back by consent; None: it is here."""
        self._seat(seat)
        if self.state.over or self._last_free(seat) is not None or self._can_unseal(seat):
            return None
        return self._last_entry(seat)

    def prepare(self, entries: int, state: State) -> None:
        """Hand over the position after so many entries, for those who rebuild it at their own pace."""
        self._prepared = (entries, state)

    def _rebuilt(self, entries: int) -> State:
        if self._positions is not None:
            return self._positions[entries]
        if self._prepared is not None and self._prepared[0] == entries:
            return self._prepared[1]
        from innkeeper.engine.record import replay

        return replay({**self.header(), "entries": self._entries[:entries]}, self.content).state

    # Playing on from a position of another match

    @contained
    def practise(self, seed: bytes, seat: int | None = None) -> None:
        """Go on from here with new dice; with a seat, all that it cannot know is dealt anew too.

        Nothing before this can be taken back, so nobody learns what another match still hides.
        """
        if self.state.over:
            raise IllegalAction("the match is over: practise from an earlier position", "IN-1.8")
        chance = FairChance(seed)
        if seat is None:
            new = self.state.copy()
            new.chance = chance
        else:
            new = self.state.determinize(self._seat(seat), chance)
        new.legal = None
        self.state = new
        self._past = []
        self._enter({"practise": {"seed": seed.hex(), "seat": seat}, "hash": fingerprint(new)})

    # Scripts

    @contained
    def script(self, dice: Iterable[int] = (), decks: Mapping[str, list[str]] | None = None) -> None:
        """Add dice to the script and restack decks; only on scripted matches, between actions."""
        self._script()
        dice, decks = list(dice), {name: list(cards) for name, cards in (decks or {}).items()}
        new = self.state.copy()
        chance = self._script().copy()
        new.chance = chance
        chance.dice.extend(dice)
        for name, cards in decks.items():
            pile = new.pile(name)
            if pile is None:
                raise ScriptError(f"{self.game.title} has no deck {name!r}")
            stack(name, pile[0], pile[1], cards)
        new.legal = None
        self.state = new
        self._past.clear()
        self._enter({"script": {"dice": dice, "decks": decks}, "hash": fingerprint(new)})

    def _script(self) -> ScriptedChance:
        chance = self.state.chance
        if not isinstance(chance, ScriptedChance):
            raise ScriptError("this match is not scripted")
        return chance

    # Records

    def header(self) -> dict[str, Any]:
        """The record before the first entry: all that the match is a function of."""
        return {
            "innkeeper": 1,
            "game": self.game.id,
            "rules": self.game.version,
            "content": self.content.hash,
            "seats": self.seats,
            "options": self.options.json(),
            "chance": copy.deepcopy(self._chance),
            "start": self._start_hash,
            "entries": [],
            "outcome": None,
        }

    def record(self) -> dict[str, Any]:
        """The whole match as JSON: its set-up with the seed, every action with the hash after it."""
        entries = [dict(entry) if "seat" in entry else copy.deepcopy(entry) for entry in self._entries]
        outcome = None if self.outcome is None else self.outcome.json()
        return {**self.header(), "entries": entries, "outcome": outcome}

    @property
    def length(self) -> int:
        """How many entries the record has."""
        return len(self._entries)

    def record_entry(self, index: int) -> dict[str, Any]:
        """One entry of the record."""
        return self._entries[index]

    @contextmanager
    def replaying(self) -> Iterator[None]:
        """Keep every position meanwhile: or each undo by consent would replay all that came before it."""
        if self._positions is not None:  # they are being kept already, and longer
            yield
            return
        self._positions = None if self._entries else [self.state]
        try:
            yield
        finally:
            self._positions = None

    # Inside

    def _hash_of_start(self) -> str:
        """The opening position with everything that was agreed before it."""
        agreed = [self.game.id, self.game.version, self.content.hash, self.seats]
        text = json.dumps([*agreed, self.options.json(), self._chance], sort_keys=True)
        return blake2b((text + fingerprint(self.state)).encode(), digest_size=8).hexdigest()

    def _seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise IllegalAction(f"there is no seat {shown(seat)}; seats are 0 to {self.seats - 1}")
        return seat

    def _step(self, seat: int, run: Any, entry: dict[str, Any], on: State | None = None) -> None:
        """Run something on a copy, then swap it in."""
        old = self.state
        if on is None:
            new = old.copy()
            new.chance = old.chance.copy()
        else:
            new = on
        log = Log() if self._listens else None
        new.log = log
        run(new)
        new.log = None
        self._check_answerable(new)
        entry = {"seat": seat, **entry, "hash": fingerprint(new)}
        if log is not None:
            self._events += log.events
        safe = new.chance.drawn == old.chance.drawn and new.disclosed == old.disclosed and not new.over
        if not safe or (self._past and self._past[-1].seat != seat):
            self._past = []
        if safe and "do" in entry:
            self._past.append(_Step(seat, old, len(self._entries)))
        self.state = new
        self._enter(entry)

    def _check_answerable(self, s: State) -> None:
        """Somebody is asked something, or the match is over; a table must never wait for nothing."""
        asked = int(s.required())
        while asked:
            seat = (asked & -asked).bit_length() - 1
            asked &= asked - 1
            if not s.actions(seat):
                why = f"seat {seat} has no answer to {s.phase()}"
                raise FaultyGame(f"the rules of {self.game.title} failed ({why})")

    def _enter(self, entry: dict[str, Any]) -> None:
        self._entries.append(entry)
        if self._positions is not None:
            self._positions.append(self.state)

    def _told_since(self, began: int, seat: int) -> list[dict[str, object]]:
        return [event.json(seat, complete=True) for event in self._events[began:]]

    @contained
    def refusal(self, seat: int, action: str) -> IllegalAction:
        """Why a seat may not do this now, in the words `act` would refuse it with."""
        s = self.state
        standing = s.standing(seat) if not s.over and s.may(seat) else []
        return self._refusal(seat, action, [a.id for a in (*s.actions(seat), *standing)])

    def _refusal(self, seat: int, action: object, legal: list[str]) -> IllegalAction:
        s = self.state
        if s.over:
            return IllegalAction("the match is over")
        top = s.asking
        if not isinstance(action, str):
            return IllegalAction(
                f"an action is a text such as {(legal or [RESIGN])[0]!r}, not {shown(action)}", legal=legal
            )
        why = top.refusal(s, seat, action) if len(action) <= LONGEST_ID else None
        if why is not None:
            return IllegalAction(why[0], why[1], legal)
        if not (s.required() >> seat) & 1:
            waits = ", ".join(str(other) for other in seats_of(s.required()))
            return IllegalAction(
                f"seat {seat} cannot do {shown(action)} now: the match waits for seat {waits} ({top.phase})",
                legal=legal,
            )
        return IllegalAction(f"{shown(action)} is not among the answers to {top.phase!r}", legal=legal)


def _named(id: str, actions: Iterable[Action]) -> Action | None:
    for action in actions:
        if action.id == id:
            return action
    return None


def _answer(s: State, seat: int) -> Action | None:
    """The sealed answer of a seat, if one lies on the table."""
    return s.sealed[seat] if len(s.sealed) > 0 else None


def new_match(
    game: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | bytes | None = None,
    chance: Chance | None = None,
    nonces: list[str] | None = None,
    seals: list[str] | None = None,
    content: Content | None = None,
    log: bool = True,
    rules: str | None = None,
) -> Match:
    """Sit down: a new match of a game.

    `seed` keys fair dice (none: a secret one is made); `chance` replaces them, for simulation
    (`FastChance`) and tests (`ScriptedChance`). `nonces` are what the players add to the dice,
    `seals` what they showed of it before (`seal_of`, or "" for a word said openly).
    `log=False` records no events. `rules`: a version that is not the newest.
    """
    found = get_game(game, rules)
    pack = found.content if content is None else content
    count = found.check_seats(seats)
    try:
        resolved = found.options.resolve(options, found.book_of(pack))
    except InnkeeperError:
        raise
    except Exception as wrong:
        raise fault(found.title, wrong) from wrong
    if chance is None:
        chance = FairChance(_seed_bytes(seed), nonces, None, seals)
    elif seed is not None or nonces or seals:
        raise InvalidOptions("give either a seed (with nonces) or a chance, not both")
    return Match(found, pack, resolved, count, chance.copy(), log)


def _seed_bytes(seed: int | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and 1 <= len(seed) <= 64:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**256:
        return seed.to_bytes(32, "big")
    raise InnkeeperError(f"a seed is a number from 0 to 2**256 - 1 or 1 to 64 bytes, not {shown(seed)}")
