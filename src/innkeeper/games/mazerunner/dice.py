"""MR-5 to MR-7: picking dice, rolling and keeping them, and what they are worth."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import ANY, ATTACK, DICE, MOVE, RESOURCE, Face
from innkeeper.games.mazerunner.gains import bundle, heal
from innkeeper.games.mazerunner.refusals import waiting
from innkeeper.games.mazerunner.state import HEALING, Race
from innkeeper.games.mazerunner.view_types import PoolDie

MOST_ROLLS: Final = 3
MOST_EXTRA: Final = 2  # dice of items in the pool (MR-5.2)
LEAST: Final = [1, 2, 1]  # MR-5.1, MR-5.3
MOST: Final = [2, 4, 2]
VALUES: Final = 32  # a bonus die is kind * VALUES + value


def extra_dice(s: Race) -> list[i64]:
    """The dice the runner's items offer, by kind, ANY last."""
    extra: list[i64] = [0, 0, 0, 0]
    for item in s.runner().items:
        dice = s.book.items[item].dice
        for kind in range(4):
            extra[kind] += dice[kind]
    return extra


def heal_dice(s: Race) -> i64:
    """MR-5.6: the dice of a healing turn."""
    extra = extra_dice(s)
    return min(MOST[MOVE], LEAST[MOVE] + extra[MOVE] + extra[ANY])


def picks(s: Race) -> list[Action]:
    """MR-5.4: every largest pool that the items allow, ascending."""
    extra = extra_dice(s)
    found: list[Action] = []
    largest: i64 = -1
    for attack in range(MOST[ATTACK] - LEAST[ATTACK] + 1):
        for move in range(MOST[MOVE] - LEAST[MOVE] + 1):
            for resource in range(MOST[RESOURCE] - LEAST[RESOURCE] + 1):
                size: i64 = attack + move + resource
                if size > MOST_EXTRA or size < largest:
                    continue
                lacking: i64 = (
                    max(0, attack - extra[ATTACK])
                    + max(0, move - extra[MOVE])
                    + max(0, resource - extra[RESOURCE])
                )
                if lacking > extra[ANY]:
                    continue
                if size > largest:
                    largest = size
                    found = []
                found.append(
                    s.book.actions.pick.at3(
                        LEAST[ATTACK] + attack, LEAST[MOVE] + move, LEAST[RESOURCE] + resource
                    )
                )
    return found


@final
class Pick(Frame[Race]):
    """MR-5.4, MR-5.5: which dice to take along."""

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        return picks(s)

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        s.pool = [action.a, action.b, action.c]
        s.tell(events.PICKED, s.active, action.a, action.b, action.c)
        s.stack.pop()

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        if text.startswith("pick:"):
            return "take the largest pool your items allow: 1-2 attack, 2-4 movement, 1-2 resource", "MR-5.4"
        return "pick your dice first", "MR-4.1"


def kind_of(s: Race, index: i64) -> i64:
    """MR-6.1: the kind of the die with that index in the pool."""
    if index < s.pool[ATTACK]:
        return ATTACK
    return MOVE if index < s.pool[ATTACK] + s.pool[MOVE] else RESOURCE


@final
class Keep(Frame[Race]):
    """MR-6.1 to MR-6.5: up to three rolls, keeping what one likes."""

    def proceed(self, s: Race) -> bool:
        if s.rolls == 0:
            s.dice = [0] * (s.pool[ATTACK] + s.pool[MOVE] + s.pool[RESOURCE])
            roll(s, 0)
        return True

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        return s.book.actions.keeps[len(s.dice)]

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        s.tell(events.KEPT, s.active, action.a)
        kept_all = action.a == (1 << len(s.dice)) - 1
        if not kept_all:
            roll(s, action.a)
        if kept_all or s.rolls == MOST_ROLLS:
            s.stack.pop()
            if s.mode == HEALING:
                rest(s)
            else:
                fix_totals(s)

    def timeout(self, s: Race, seat: i64) -> Action:
        return s.book.actions.keeps[len(s.dice)][-1]

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        if text.startswith("keep:"):
            return f"name the dice to keep as a number from 0 to {(1 << len(s.dice)) - 1}", "MR-6.3"
        return "the dice are rolled: say which to keep", "MR-6.3"


def roll(s: Race, kept: i64) -> None:
    """All dice that are not kept, in index order."""
    s.rolls += 1
    for index in range(len(s.dice)):
        if (kept >> index) & 1 == 0:
            s.dice[index] = s.chance.die(s.book.dice[kind_of(s, index)].sides)
    kind = events.ROLLED if s.rolls == 1 else events.REROLLED
    if s.listens(kind):
        shown: list[object] = []
        faces: list[object] = []
        thrown: list[object] = []
        for index in range(len(s.dice)):
            if (kept >> index) & 1 == 0:
                die = shown_die(s, index)
                shown.append(die)
                faces.append(die["face"])
                thrown.append([s.book.dice[kind_of(s, index)].sides, die["value"]])
        s.tell_data(kind, s.active, {"roll": s.rolls, "dice": shown, "faces": faces, "thrown": thrown})


def shown_die(s: Race, index: i64) -> PoolDie:
    """A die of the pool as views and events show it."""
    kind = kind_of(s, index)
    value = s.dice[index]
    face = s.book.dice[kind].faces[value - 1]
    return {"index": index, "kind": DICE.ids[kind], "value": value, "face": face.id}


def rest(s: Race) -> None:
    """MR-7.1: the numbers on the dice, and what mends."""
    amount: i64 = 0
    for value in s.dice:
        amount += s.book.dice[MOVE].faces[value - 1].steps
    amount *= s.rules.heal_per_pip
    for item in s.runner().items:
        amount += s.book.items[item].mend
    heal(s, amount, events.RESTED)


def fix_totals(s: Race) -> None:
    """MR-6.6 to MR-6.11: extra dice, then power, yield and movement for the whole turn."""
    steps: i64 = 0
    power: i64 = 0
    find: list[i64] = [0, 0, 0]
    more: list[i64] = [0, 0, 0]  # extra dice by kind
    two_stages = s.rules.two_stages
    for index, value in enumerate(s.dice):
        face = s.book.dice[kind_of(s, index)].faces[value - 1]
        steps += face.steps
        adds = face.counts if two_stages else face.bonus
        if adds >= 0:
            more[adds] += 1
        if not two_stages:
            power += face.power
            add(find, face.gives)
    if two_stages:
        more[ATTACK] += LEAST[ATTACK]
        more[RESOURCE] += LEAST[RESOURCE]
    kind = events.STAGE_ROLLED if two_stages else events.BONUS_ROLLED
    for _ in range(more[ATTACK]):
        face = roll_extra(s, ATTACK, kind)
        power += face.power
    for _ in range(more[RESOURCE]):
        face = roll_extra(s, RESOURCE, kind)
        add(find, face.gives)
    strolls: i64 = 0
    for item in s.runner().items:
        card = s.book.items[item]
        power += card.power
        steps += card.steps
        strolls += card.strolls
        add(find, card.yields)
    s.power = power
    s.find = find
    s.half_steps = 2 * steps
    s.strolls = strolls
    s.fixed = True
    if s.listens(events.TOTALS_FIXED):
        s.tell_data(
            events.TOTALS_FIXED,
            s.active,
            {
                "half_steps": s.half_steps,
                "steps": events.steps(s.half_steps),
                "strolls": strolls,
                "power": power,
                "yield": bundle(find),
            },
        )


def roll_extra(s: Race, kind: i64, told: Kind) -> Face:
    """One die that is rolled once and stands."""
    die = s.book.dice[kind]
    value = s.chance.die(die.sides)
    face = die.faces[value - 1]
    s.bonus.append(kind * VALUES + value)
    if s.listens(told):
        s.tell_data(told, s.active, {"die": DICE.ids[kind], "value": value, "face": face.id}, die.sides)
    return face


def add(total: list[i64], more: list[i64]) -> None:
    for kind in range(3):
        total[kind] += more[kind]


PICK: Final = Pick("pick", auto=True)
KEEP: Final = Keep("keep")
