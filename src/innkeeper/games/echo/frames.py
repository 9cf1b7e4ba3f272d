"""The turn of Echo, from top to bottom as in EC-2.2."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.frame import Frame, Sealed
from innkeeper.games.echo import events
from innkeeper.games.echo.battle import HIT_0, HIT_1, NOBODY
from innkeeper.games.echo.book import BATTLES, HAND, Book
from innkeeper.games.echo.cards import first
from innkeeper.games.echo.evaluation import clean_up, tell_battle, tell_points
from innkeeper.games.echo.refusals import why_not_name, why_not_play, why_not_return
from innkeeper.games.echo.state import NONE, Echo, Ruler, Rules

BOTH: Final = 3  # a mask of seats


def start(
    book: Book, rules: Rules, line_up: str, field_list: list[int], chance: Chance, log: Log | None
) -> Echo:
    """EC-1: the battlefields, then the creatures, are shuffled and laid out."""
    fields = lay_out(book, line_up, field_list, chance)
    deck: list[i64] = [creature.number for creature in book.creatures]
    chance.shuffle("creatures", deck, book.creature_domain)
    held: i64 = len(deck) // 2
    overseer = deck.pop()
    hands: list[i64] = [0, 0]
    for seat in range(2):
        for _ in range(held):
            hands[seat] |= 1 << deck.pop()
    rulers = [Ruler(hands[0], book.every_edict), Ruler(hands[1], book.every_edict)]
    s = Echo(book, rules, fields, overseer, rulers)
    s.turn += HAND - held  # EC-2.4: with fewer creatures the game begins in the turn that has so many
    s.chance = chance
    s.log = log
    if s.log is not None:
        options = dict(rules.options)
        if line_up == "custom":
            options["field_list"] = book.field_ids(fields)
        s.tell_data(events.GAME_STARTED, NOBODY, {"options": options, "fields": book.field_ids(fields)})
        for seat in range(2):
            s.tell_data(events.DEALT, seat, {"count": held, "cards": book.creature_ids(hands[seat])})
        s.tell(events.OVERSEER_SET, NOBODY)
    s.stack = [START_TURN]
    return s


def lay_out(book: Book, line_up: str, field_list: list[int], chance: Chance) -> list[i64]:
    """EC-1.6, EC-1.7: four battlefields in battle order."""
    fields: list[i64] = []
    if line_up == "custom":
        for field in field_list:
            fields.append(field)
        return fields
    found = book.line_up(line_up)
    deck = found.deck[:]
    chance.shuffle("fields", deck, book.field_domain)
    while len(fields) + len(found.last) < BATTLES:
        fields.append(deck.pop())
    return fields + found.last


@final
class StartTurn(Frame[Echo]):
    """EC-2.1: the next battlefield."""

    def proceed(self, s: Echo) -> bool:
        if s.log is not None:
            statuses = [s.book.status_ids(ruler.statuses) for ruler in s.rulers]
            s.tell_data(
                events.TURN_STARTED, NOBODY, {"field": s.book.fields[s.field()].id, "statuses": statuses}
            )
        s.stack[-1] = REVEAL_EDICTS
        s.ask_sealed(MAIN, BOTH)
        return False


@final
class Main(Sealed[Echo]):
    """EC-3: both seats commit, sealed, their creature (a seer: two) and an edict."""

    def actions(self, s: Echo, seat: i64) -> list[Action]:
        ruler = s.rulers[seat]
        return s.book.main_actions(ruler.hand, ruler.edicts, s.sees(seat))

    def answered(self, s: Echo, seat: i64, action: Action) -> None:
        if s.log is not None:
            told: dict[str, object] = {
                "creatures": s.book.creature_ids(creatures_of(s, action)),
                "edict": s.book.edict_id(edict_of(s, action)),
            }
            s.tell_data(events.COMMITTED, seat, told)

    def reveal(self, s: Echo, choices: list[Action | None]) -> None:
        for seat in range(2):
            choice = choices[seat]
            assert choice is not None
            s.rulers[seat].committed = creatures_of(s, choice)
            s.rulers[seat].edict = edict_of(s, choice)
        s.stack.pop()

    def refusal(self, s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not_play(s, seat, text)


def creatures_of(s: Echo, action: Action) -> i64:
    """The creatures of a main choice, as a mask."""
    if action.verb is s.book.play_two:
        return 1 << action.a | 1 << action.b
    return 1 << action.a


def edict_of(s: Echo, action: Action) -> i64:
    """The edict of a main choice."""
    return action.c if action.verb is s.book.play_two else action.b


@final
class RevealEdicts(Frame[Echo]):
    """EC-3.5: both edicts are shown; whoever may name a creature is asked next (EC-4.1)."""

    def proceed(self, s: Echo) -> bool:
        s.disclosed += 1
        asked: i64 = 0
        for seat in range(2):
            if s.book.edicts[s.rulers[seat].edict].names:
                asked |= 1 << seat
        if s.log is not None:
            s.tell_data(
                events.EDICTS_REVEALED,
                NOBODY,
                {"edicts": [s.book.edict_id(ruler.edict) for ruler in s.rulers]},
            )
        s.stack[-1] = REVEAL_CREATURES
        if asked != 0:
            s.ask_sealed(SABOTAGE, asked)
        return False


@final
class Sabotage(Sealed[Echo]):
    """EC-4: a saboteur writes down the creature it believes it is facing."""

    def actions(self, s: Echo, seat: i64) -> list[Action]:
        return s.book.name_actions(s.nameable(seat))

    def answered(self, s: Echo, seat: i64, action: Action) -> None:
        if s.log is not None:
            s.tell_data(events.NAME_SEALED, seat, {"name": s.book.creature_id(action.a)})

    def reveal(self, s: Echo, choices: list[Action | None]) -> None:
        for seat in range(2):
            choice = choices[seat]
            if choice is not None:
                s.rulers[seat].name = choice.a
        s.stack.pop()

    def refusal(self, s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not_name(s, seat, text)


@final
class RevealCreatures(Frame[Echo]):
    """EC-4.3: names and all creatures but a seer's are shown; a seer is asked next (EC-5.1)."""

    def proceed(self, s: Echo) -> bool:
        asked: i64 = 0
        for seat in range(2):
            if s.sees(seat):
                asked |= 1 << seat
        if asked == 0 or not s.rules.late:
            show_names(s)
        for seat in range(2):
            if (asked >> seat) & 1 == 0:
                show_creature(s, seat)
        s.stack[-1] = REVEAL_LAST
        if asked != 0:
            s.ask_sealed(SEER, asked)
        return False


@final
class Seer(Sealed[Echo]):
    """EC-5: a seer takes one of its two creatures back."""

    def actions(self, s: Echo, seat: i64) -> list[Action]:
        return s.book.return_actions(s.rulers[seat].committed)

    def answered(self, s: Echo, seat: i64, action: Action) -> None:
        if s.log is not None:
            s.tell_data(events.CREATURE_RETURNED, seat, {"creature": s.book.creature_id(action.a)})

    def reveal(self, s: Echo, choices: list[Action | None]) -> None:
        for seat in range(2):
            choice = choices[seat]
            if choice is not None:
                s.rulers[seat].committed &= ~(1 << choice.a)
        s.stack.pop()

    def refusal(self, s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not_return(s, seat, text)


@final
class RevealLast(Frame[Echo]):
    """EC-5.4: what was still hidden is shown."""

    def proceed(self, s: Echo) -> bool:
        show_names(s)
        for seat in range(2):
            show_creature(s, seat)
        s.stack[-1] = EVALUATE
        return False


def show_names(s: Echo) -> None:
    """The notes are read out, once; a name tells what its writer does not hold."""
    if s.names_shown:
        return
    s.names_shown = True
    some = False
    for ruler in s.rulers:
        if ruler.name != NONE:
            ruler.named |= 1 << ruler.name
            some = True
    if some:
        s.disclosed += 1
        if s.log is not None:
            names = [s.book.creature_id(ruler.name) for ruler in s.rulers]
            s.tell_data(events.NAMES_REVEALED, NOBODY, {"names": names})


def show_creature(s: Echo, seat: i64) -> None:
    """A seat's one committed creature is turned over, once."""
    ruler = s.rulers[seat]
    if ruler.creature != NONE:
        return
    ruler.creature = first(ruler.committed)
    s.disclosed += 1
    if s.log is not None:
        kind = events.SEER_REVEALED if s.sees(seat) else events.CREATURE_REVEALED
        s.tell_data(kind, seat, {"creature": s.book.creature_id(ruler.creature)})


@final
class Evaluate(Frame[Echo]):
    """EC-6: the battle, its points, and what it leaves behind."""

    def proceed(self, s: Echo) -> bool:
        one, two = s.rulers[0], s.rulers[1]
        battles = s.book.battles
        hits: i64 = 0
        if one.name == two.creature:
            hits |= HIT_0
        if two.name == one.creature:
            hits |= HIT_1
        flags = battles.flags(one.creature, two.creature, one.statuses, two.statuses, hits)
        clash = battles.at(s.field(), one.creature, two.creature, one.edict, two.edict, flags)
        verdict = battles.decide(clash, one.statuses, two.statuses, s.rules.floor)
        if s.log is not None:
            tell_battle(s, clash, verdict)
            tell_points(s, clash, verdict)
        one.score += verdict.points0
        two.score += verdict.points1
        clean_up(s, clash, verdict)
        if s.turn < BATTLES:
            s.turn += 1
            s.stack[-1] = START_TURN
        else:
            end_game(s)
        return False


def end_game(s: Echo) -> None:
    """EC-11.3: more points win; equal points are a draw, or go to the latest winner (`tiebreak`)."""
    lead: i64 = s.rulers[0].score - s.rulers[1].score
    if lead != 0:
        s.win(0 if lead > 0 else 1, "points", "EC-11.3")
        return
    if s.rules.last_win:
        for finished in reversed(s.history):
            if finished.verdict.winner != NOBODY:
                s.win(finished.verdict.winner, "tiebreak", "EC-11.3")
                return
    s.draw()


START_TURN: Final = StartTurn("start")
MAIN: Final = Main("main", binding=True)
REVEAL_EDICTS: Final = RevealEdicts("reveal-edicts")
SABOTAGE: Final = Sabotage("sabotage", binding=True)
REVEAL_CREATURES: Final = RevealCreatures("reveal-creatures")
SEER: Final = Seer("seer", binding=True)
REVEAL_LAST: Final = RevealLast("reveal-last")
EVALUATE: Final = Evaluate("evaluate")
