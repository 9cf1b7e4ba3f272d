"""MR-10 and MR-11: fights, retreat and pursuit."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import MONSTER_DECK
from innkeeper.games.mazerunner.gains import check_health, hurt, spend_item
from innkeeper.games.mazerunner.maze import leads, steps_to
from innkeeper.games.mazerunner.refusals import waiting
from innkeeper.games.mazerunner.state import KILL, REPEL, Monster, Race

WON: Final = 0
TIED: Final = 1
LOST: Final = 2
TO_BASE: Final = 0
TO_FALLBACK: Final = 1


def call_monster(s: Race, modifier: i64, kind: Kind) -> None:
    """MR-9.3, MR-12.3: the top monster card comes to this block; MR-12.10: if there is one."""
    number = s.draw(MONSTER_DECK)
    cell = s.here()
    if number < 0:
        if s.log is not None:
            s.tell_data(kind, s.active, {**_spot(s, cell), "card": None})
        return
    card = s.book.monsters[number]
    s.monsters.append(Monster(card, cell, card.health))
    if s.log is not None:
        s.tell_data(kind, s.active, {**_spot(s, cell), "card": card.id})
    start_fight(s, modifier)


def start_fight(s: Race, modifier: i64) -> None:
    """MR-10.1: the monster on the runner's block is fought."""
    s.fight_bonus = modifier
    s.stack.append(FIGHT)


def foe(s: Race) -> Monster:
    """The monster on the runner's block."""
    monster = s.monster_at(s.here())
    assert monster is not None
    return monster


def blow(s: Race, damage: i64) -> i64:
    """MR-10.7: what a monster's damage costs the runner after all guard."""
    for item in s.runner().items:
        damage -= s.book.items[item].guard
    return max(1, damage)


@final
class Fight(Frame[Race]):
    """MR-10.2: whoever holds something for fights may use it first."""

    def proceed(self, s: Race) -> bool:
        for item in s.runner().items:
            if s.book.items[item].fights:
                return True
        resolve(s)
        return False

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        found = [s.book.actions.fight]
        for item in s.runner().items:
            if s.book.items[item].fights:
                found.append(s.book.actions.use.at1(item))
        return found

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        if action is s.book.actions.fight:
            resolve(s)
            return
        card = s.book.items[action.a]
        spend_item(s, card.number)
        if card.vanish:
            s.stack.pop()
            s.fight_bonus = 0
            remove(s, foe(s), events.MONSTER_VANISHED)
        else:
            s.fight_bonus += card.strike

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        if text.startswith("use:"):
            return "only a strike or vanish item you hold can be used in a fight", "MR-10.2"
        return "a monster stands here: the fight comes first", "MR-10.1"


def resolve(s: Race) -> None:
    """MR-10.3 to MR-10.6: the comparison, and what it does to both."""
    monster = foe(s)
    power: i64 = max(0, s.power + s.fight_bonus)
    s.stack.pop()
    s.fight_bonus = 0
    outcome: i64 = WON
    if power < monster.health:
        outcome = LOST
    elif power == monster.health and s.rules.tie_rule != KILL:
        outcome = LOST if s.rules.tie_rule == REPEL else TIED
    s.tell(events.FOUGHT[outcome], s.active, power, monster.health, outcome)
    if outcome != WON:
        hurt(s, blow(s, monster.card.damage), events.DAMAGED)
    if outcome == LOST:
        if s.rules.wounds_stay and power < monster.health:
            wound(s, monster, power)
        check_health(s)
        if not s.stopped():
            s.stack.append(RETREAT)
        return
    remove(s, monster, events.MONSTER_KILLED if outcome == WON else events.MONSTER_FELLED)
    check_health(s)
    for effect in monster.card.loot:
        if s.stopped():
            return
        effect.do(s, events.LOOT)


def wound(s: Race, monster: Monster, power: i64) -> None:
    """MR-10.5, MR-10.8: the monster stays, weaker by the blow."""
    wounded = Monster(monster.card, monster.cell, monster.health - power)
    s.replace(monster, wounded)
    tell_monster(s, events.MONSTER_WOUNDED, wounded, wounded.health)


def remove(s: Race, monster: Monster, kind: Kind) -> None:
    """The monster goes to the discard pile, its wounds forgotten."""
    s.replace(monster, None)
    s.discards[MONSTER_DECK].append(monster.card.number)
    tell_monster(s, kind, monster, monster.health if kind is events.MONSTER_VANISHED else 0)


def tell_monster(s: Race, kind: Kind, monster: Monster, health: i64) -> None:
    if s.log is not None:
        place = s.grid.place(monster.cell)
        s.tell_data(kind, s.active, {"cell": place, "card": monster.card.id, "health": health})


@final
class Retreat(Frame[Race]):
    """MR-11.1 to MR-11.3: home, or back one place to try another way."""

    def proceed(self, s: Race) -> bool:
        if s.half_steps > 0 and s.monster_at(s.trail[-2]) is None:
            return True
        go_home(s, True)
        return False

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        return s.book.actions.retreats

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        if action is s.book.actions.base:
            go_home(s, False)
        else:
            fall_back(s)

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        return "the fight is lost: choose base or fallback", "MR-11.1"


def go_home(s: Race, forced: bool) -> None:
    """MR-11.4: through the shop, unless the table is stricter."""
    tell_retreat(s, TO_BASE, forced, s.grid.base)
    s.come_home(not s.rules.retreat_ends_turn)


def fall_back(s: Race) -> None:
    """MR-11.2, MR-11.5, MR-11.6: one place back for nothing, and the monster hunts."""
    cell = s.trail.pop()
    if cell not in s.hunters:
        s.hunters.append(cell)
    s.chase = 0
    s.stack.pop()
    tell_retreat(s, TO_FALLBACK, False, s.here())


def _spot(s: Race, cell: i64) -> dict[str, object]:
    """Where something is, for programs and for people."""
    return {"cell": s.grid.place(cell), "where": s.grid.spoken(cell)}


def tell_retreat(s: Race, choice: i64, forced: bool, to: i64) -> None:
    if s.log is not None:
        s.tell_data(
            events.RETREATED,
            s.active,
            {
                "choice": events.RETREATS.ids[choice],
                "forced": forced,
                "to": s.grid.place(to),
                "where": s.grid.spoken(to),
            },
        )


def pursue(s: Race) -> None:
    """MR-11.7 to MR-11.9: every hunter comes one block closer; one that reaches the runner fights."""
    s.chase = 0
    here = s.here()
    for cell in s.hunters[:]:
        steps = steps_to(s, here, cell)
        if steps[cell] < 0:
            continue
        for side in range(4):
            there = leads(s, cell, side)
            if there >= 0 and s.blocks[there] != 0 and steps[there] == steps[cell] - 1:
                follow(s, cell, there)
                break
        if s.monster_at(here) is not None:
            start_fight(s, 0)
            return


def follow(s: Race, cell: i64, there: i64) -> None:
    """One monster moves one block."""
    monster = s.monster_at(cell)
    assert monster is not None
    s.replace(monster, Monster(monster.card, there, monster.health))
    if s.log is not None:
        s.tell_data(
            events.FOLLOWED,
            s.active,
            {
                "card": monster.card.id,
                "from": s.grid.place(cell),
                "to": s.grid.place(there),
                "way": s.grid.way(cell, there),
                "caught": there == s.here(),
            },
        )


FIGHT: Final = Fight("fight")
RETREAT: Final = Retreat("retreat")
