"""The truth of one duel: two duelists, their minions, whose turn it is."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.frame import State, Writer
from innkeeper.engine.outcome import Outcome
from innkeeper.games.magicduel import events
from innkeeper.games.magicduel.book import Book, MinionCard
from innkeeper.games.magicduel.legal import Lists

SOMETIME: Final = 0x7FFFFFFF


@final
class Rules:
    """The house rules of this table, native, with the lists of moves that depend on nothing else."""

    def __init__(self, book: Book, options: dict[str, object], numbers: dict[str, int]) -> None:
        self.options: Final = options  # as views show them
        self.max_hp: i64 = numbers["max_hp"]
        self.starting_magic: i64 = numbers["starting_magic"]
        self.second_magic: i64 = numbers["second_magic"]
        self.moves_per_turn: i64 = numbers["moves_per_turn"]
        self.first_turn_moves: i64 = numbers["first_turn_moves"]
        self.heal_limit: i64 = numbers["heal_limit"]
        self.shield_max_cast: i64 = numbers["shield_max_cast"]
        self.shield_cap: i64 = numbers["shield_cap"]
        self.magic_cap: i64 = numbers["magic_cap"]
        self.burn_cap: i64 = numbers["burn_cap"]
        self.burn_fade: i64 = numbers["burn_fade"]
        self.bubble_fuse: i64 = numbers["bubble_fuse"]
        self.storm_round: i64 = numbers["storm_round"]
        self.round_limit: i64 = numbers["round_limit"]
        self.repetition_limit: i64 = 0 if self.storm_round > 0 else numbers["repetition_limit"]
        self.distinct_moves: bool = numbers["distinct_moves"] == 1
        self.shield_armour: bool = numbers["shield_armour"] == 1
        self.bubble_final_drip: bool = numbers["bubble_final_drip"] == 1
        self.summoning_sickness: bool = numbers["summoning_sickness"] == 1
        self.attack_minions: bool = numbers["attack_minions"] == 1
        self.burn_ticks: bool = options["burn_mode"] == "tick"
        self.higher_hp_wins: bool = options["limit_result"] == "higher_hp"
        self.moves: Final = [move for move in book.moves if move.option == "" or numbers[move.option] == 1]
        free: i64 = 0
        for move in self.moves:
            if move.needs_nothing:
                free += 1
        # Can a seat be left with one kind of move (MD-1.8), and so perhaps with one answer?
        self.may_leave_one: bool = self.distinct_moves and free - self.moves_per_turn < 1
        self.lists: Final = Lists(book, self.moves, self.shield_max_cast)


@mypyc_attr(free_list_len=1)
@final
class Minion:
    """A Bubble or a Specter on its pedestal."""

    def __init__(self, uid: i64, card: MinionCard, hp: i64, attack: i64, age: i64, ready: bool) -> None:
        self.uid: i64 = uid
        self.card: Final = card
        self.hp: i64 = hp
        self.attack: i64 = attack
        self.age: i64 = age
        self.ready: bool = ready

    def copy(self) -> Minion:
        return Minion(self.uid, self.card, self.hp, self.attack, self.age, self.ready)


@mypyc_attr(free_list_len=1)
@final
class Duelist:
    """One player's values (MD-2)."""

    def __init__(self, hp: i64, magic: i64, burn: i64, shield: i64, minions: list[Minion]) -> None:
        self.hp: i64 = hp
        self.magic: i64 = magic
        self.burn: i64 = burn
        self.shield: i64 = shield
        self.minions: list[Minion] = minions

    def copy(self) -> Duelist:
        return Duelist(
            self.hp, self.magic, self.burn, self.shield, [minion.copy() for minion in self.minions]
        )

    def minion(self, uid: i64) -> Minion:
        """The minion with that uid, which must be there."""
        for minion in self.minions:
            if minion.uid == uid:
                return minion
        raise KeyError(uid)


@final
class Position:
    """A position at the opening of a turn, linked to the one before: MD-9.5 counts equal ones."""

    def __init__(self, numbers: list[i64], before: Position | None) -> None:
        self.numbers: Final = numbers
        self.before: Final = before
        self.times: i64 = 1
        mixed: i64 = 7
        for number in numbers:
            mixed = (mixed * 1_000_003 + number) & SOMETIME
        self.mixed: i64 = mixed
        self.trail: i64 = mixed if before is None else (before.trail * 31 + mixed) & SOMETIME
        earlier = before
        while earlier is not None:
            if earlier.mixed == mixed and earlier.numbers == numbers:
                self.times = earlier.times + 1
                break
            earlier = earlier.before


@final
class Duel(State):
    """The whole match. Nothing in it is hidden."""

    def __init__(self, book: Book, rules: Rules, duelists: list[Duelist]) -> None:
        super().__init__("magicduel", 2)
        self.book: Final = book
        self.rules: Final = rules
        self.duelists: Final = duelists
        self.first: i64 = 0
        self.active: i64 = 0
        self.moves_left: i64 = 0
        self.used: i64 = 0  # kinds of move used this turn, one hexadecimal digit each (kind + 1)
        self.aimed: i64 = 0  # uid of the last Specter that attacked this turn
        self.next_uid: i64 = 1
        self.position: Position | None = None

    def copy(self) -> Duel:
        duelists = self.duelists
        new = Duel(self.book, self.rules, [duelists[0].copy(), duelists[1].copy()])
        self.copy_base(new)
        new.first = self.first
        new.active = self.active
        new.moves_left = self.moves_left
        new.used = self.used
        new.aimed = self.aimed
        new.next_uid = self.next_uid
        new.position = self.position
        return new

    def times_used(self, kind: i64) -> i64:
        """How often a kind of move was used this turn."""
        times: i64 = 0
        rest = self.used
        while rest > 0:
            if (rest & 15) == kind + 1:
                times += 1
            rest >>= 4
        return times

    def specter(self) -> Minion | None:
        """The next ready Specter of the active seat that has not attacked yet (MD-3.8)."""
        for minion in self.duelists[self.active].minions:
            if minion.uid > self.aimed and minion.card.attacks and minion.ready:
                return minion
        return None

    def open_position(self) -> None:
        """MD-9.5: remember the position as a turn's first move decision opens."""
        numbers: list[i64] = [self.active, self.moves_left]
        for duelist in self.duelists:
            numbers.append(duelist.hp)
            numbers.append(duelist.magic)
            numbers.append(duelist.burn)
            numbers.append(duelist.shield)
            numbers.append(len(duelist.minions))
            for minion in duelist.minions:
                numbers.append(minion.card.number)
                numbers.append(minion.hp)
                numbers.append(minion.attack)
                numbers.append(minion.age)
                numbers.append(1 if minion.ready else 0)
        self.position = Position(numbers, self.position)

    # Ends (MD-9)

    def check_fallen(self, reason: str) -> bool:
        """MD-9.1, MD-9.3: whoever has no health left has lost; both at once is a tie."""
        fallen0 = self.duelists[0].hp <= 0
        fallen1 = self.duelists[1].hp <= 0
        if fallen0 and fallen1:
            self.tie(reason, "MD-9.3")
        elif fallen0:
            self.win(1, reason, "MD-9.1")
        elif fallen1:
            self.win(0, reason, "MD-9.1")
        return self.over

    def win(self, seat: i64, reason: str, clause: str) -> None:
        self.finish(Outcome((seat,), False, (1, 2) if seat == 0 else (2, 1), reason, clause))

    def tie(self, reason: str, clause: str) -> None:
        self.finish(Outcome((), True, (1, 1), reason, clause))

    def finish(self, outcome: Outcome) -> None:
        self.end(outcome)
        if self.log is not None:
            self.tell_data(events.GAME_OVER[outcome.clause], -1, outcome.json())

    def leave(self, seat: i64) -> None:
        """MD-9.4: the rival wins at once."""
        self.tell(events.RESIGNED, seat)
        self.win(1 - seat, "resign", "MD-9.4")

    def tell_timed_out(self, seat: i64, decision: str, action: str, secret: bool) -> None:
        self.tell_data(events.TIMED_OUT, seat, {"decision": decision, "action": action})

    def write(self, w: Writer) -> None:
        w.put(self.first)
        w.put(self.active)
        w.put(self.moves_left)
        w.put(self.used)
        w.put(self.aimed)
        w.put(self.next_uid)
        position = self.position
        w.put(0 if position is None else position.trail)
        w.put(0 if position is None else position.times)
        for duelist in self.duelists:
            w.put(duelist.hp)
            w.put(duelist.magic)
            w.put(duelist.burn)
            w.put(duelist.shield)
            w.put(len(duelist.minions))
            for minion in duelist.minions:
                w.put(minion.uid)
                w.put(minion.card.number)
                w.put(minion.hp)
                w.put(minion.attack)
                w.put(minion.age)
                w.flag(minion.ready)
