"""The turn of Mazerunner, from set-up to the end of a round (MR-2, MR-4, MR-15).

The stack always has `TURN` at the bottom; a turn lays its steps on top of it, the last one first.
What each step does stands in a file of its own: `dice` (MR-5 to MR-7), `moving` (MR-8, MR-9),
`fighting` (MR-10, MR-11) and `shop` (MR-14).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.frame import Frame
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import DECKS, MOVE, SLOTS, Book
from innkeeper.games.mazerunner.dice import KEEP, PICK, heal_dice
from innkeeper.games.mazerunner.gains import can_heal, drink
from innkeeper.games.mazerunner.maze import check_shift
from innkeeper.games.mazerunner.moving import RUN
from innkeeper.games.mazerunner.refusals import waiting, why_unusable
from innkeeper.games.mazerunner.shop import SHOP, fill, restock
from innkeeper.games.mazerunner.state import EXPLORING, HEALING, NOTHING_YET, Race, Rules, new_race


def start(book: Book, rules: Rules, seats: i64, chance: Chance, log: Log | None) -> Race:
    """MR-2: shuffle, roll for the first seat, open the shop."""
    s = new_race(book, rules, seats)
    s.chance = chance
    s.log = log
    for deck, name in enumerate(DECKS):
        cards: list[i64] = list(range(book.domains[deck].size))
        chance.shuffle(name, cards, book.domains[deck])
        s.decks.append(cards)
    if seats > 1:
        die = chance.die(seats)
        s.first = die - 1
        s.tell(events.FIRST_SEAT_ROLLED, -1, die, seats)
    s.active = s.first
    for slot in range(SLOTS):
        fill(s, slot, events.SHOP_OPENED)
    if rules.late_kit:
        for place in range(seats):
            s.runners[(s.first + place) % seats].held = [place, place, place]
    s.stack = [TURN]
    begin_turn(s)
    return s


@final
class Turn(Frame[Race]):
    """MR-2.5, MR-2.7, MR-4.4: one turn is over, the next begins."""

    def proceed(self, s: Race) -> bool:
        pass_on(s)
        if not s.over:
            s.turn += 1
            begin_turn(s)
        return False


def begin_turn(s: Race) -> None:
    """MR-3.12, MR-4.1, MR-14.4: the shift, the shop, and then a plan is asked for."""
    clear_run(s)
    s.tell(events.TURN_STARTED, s.active, s.turn, s.round)
    check_shift(s)
    restock(s)
    s.stack.append(PLAN)


def pass_on(s: Race) -> None:
    """MR-2.5, MR-2.7: to the next seat still in the game; at the first seat's place a round is over."""
    seat = s.active
    while True:
        seat = (seat + 1) % s.seats
        if seat == s.first:
            s.end_round()
            if s.over:
                return
            s.round += 1
        if s.runners[seat].out < 0:
            s.active = seat
            return


def clear_run(s: Race) -> None:
    """MR-4.4: nothing of the last run is carried over."""
    s.mode = -1
    s.pool = [0, 0, 0]
    s.dice = []
    s.rolls = 0
    s.bonus = []
    s.fixed = False
    s.power = 0
    s.find = [0, 0, 0]
    s.half_steps = 0
    s.strolls = 0
    s.trail = [s.grid.base]
    s.heading = 0
    s.hunters = []
    s.chase = 0
    s.fight_bonus = 0
    s.shopped = NOTHING_YET


@final
class Plan(Frame[Race]):
    """MR-4.2, MR-4.3: heal or explore; a potion first, if one likes."""

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        actions = s.book.actions
        found = [actions.heal, actions.explore]
        if can_heal(s):
            for item in s.runner().items:
                if s.book.items[item].potion > 0:
                    found.append(actions.use.at1(item))
        return found

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        actions = s.book.actions
        if action is actions.heal:
            s.mode = HEALING
            s.pool[MOVE] = heal_dice(s)
            s.stack[-1:] = [SHOP, KEEP]
        elif action is actions.explore:
            s.mode = EXPLORING
            s.stack[-1:] = [SHOP, RUN, KEEP, PICK]
        else:
            drink(s, action.a)
            return
        s.tell(events.MODE_CHOSEN, s.active, s.mode)

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        if text.startswith("use:"):
            for item in s.runner().items:
                card = s.book.items[item]
                if text == "use:" + card.id and (card.dash > 0 or card.warp):
                    return f"{card.name} is for the way, not for the plan", "MR-4.3"
            return why_unusable(s, text)
        return "the turn begins with a plan: heal or explore", "MR-4.1"


TURN: Final = Turn("turn")
PLAN: Final = Plan("plan")
