"""What each adventurer can do to the other: per turn, in the next Encounter, and how long that takes.

All amounts are hundredths: of a point, of a turn, of a card.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from innkeeper.games.adventurer import effects, events
from innkeeper.games.adventurer.book import IN_ENCOUNTER, IN_MAIN, IN_RESPONSE, CardAction, Die, stepped
from innkeeper.games.adventurer.effects import Amount, Effect
from innkeeper.games.adventurer.frames import CLEAN_UP
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer
from innkeeper.games.adventurer.state import ENCOUNTER, Adventure
from innkeeper.games.adventurer.weighing import Weights


@final
class Outlook:
    """What one seat can do to the other: per turn, in the next Encounter, and with what lies ready."""

    def __init__(self) -> None:
        self.attack: i64 = 0  # expected Health per turn
        self.parley: i64 = 0  # expected Willpower per turn
        self.attack_extra: i64 = 0  # once: temporary changes, and Consumables in play
        self.parley_extra: i64 = 0
        self.heal: i64 = 0  # Health it could still gain from Consumables in play
        self.rally: i64 = 0
        self.mend_health: i64 = 0  # what it could take back per turn
        self.mend_willpower: i64 = 0
        self.cards: i64 = 0  # in play to stay
        self.levels: i64 = 0


def expected(die: Die, sides: i64, plus: i64) -> i64:
    """The expected amount of a die with a bonus, never below 0."""
    count = die.count
    plus += die.plus
    if plus >= -count:
        return 50 * count * (sides + 1) + 100 * plus
    if count == 1:
        most = sides + plus
        return 0 if most <= 0 else 50 * most * (most + 1) // sides
    mean = 50 * count * (sides + 1) + 100 * plus
    return max(mean, 100 * max(0, count * sides + plus) // 6)


def strike_value(strike: effects.Strike, me: Adventurer, foe: Adventurer) -> i64:
    """What an attack or parley of a card takes, on average."""
    if strike.parley:
        against = foe.charisma
        plus = me.charisma
        die = me.diplomacy
        sides = me.diplomacy_sides()
    else:
        against = foe.defense
        plus = me.attack
        die = me.violence
        sides = me.violence_sides()
    own = strike.die
    if own is not None:
        die = own
        sides = own.sides
    if strike.pierce and against > 0:
        against = 0
    twice: i64 = 0
    for amount in strike.extras:
        twice += amount.twice_average(me)
    return expected(die, sides, plus - against + twice // 2) + 50 * (twice & 1)


def fifty(amount: Amount, side: Adventurer) -> i64:
    """The expected amount."""
    return 50 * amount.twice_average(side)


def harms(list: list[Effect], me: Adventurer, foe: Adventurer) -> i64:
    """Expected Health that an effect list takes from foe."""
    total: i64 = 0
    for effect in list:
        if isinstance(effect, effects.Strike):
            if not effect.parley:
                total += strike_value(effect, me, foe)
        elif isinstance(effect, effects.Harm):
            total += fifty(effect.amount, me)
    return total


def daunts(list: list[Effect], me: Adventurer, foe: Adventurer) -> i64:
    """Expected Willpower that an effect list takes from foe."""
    total: i64 = 0
    for effect in list:
        if isinstance(effect, effects.Strike):
            if effect.parley:
                total += strike_value(effect, me, foe)
        elif isinstance(effect, effects.Daunt):
            total += fifty(effect.amount, me)
    return total


def look(s: Adventure, seat: i64, w: Weights) -> Outlook:
    """Everything a seat has on the table, as damage and relief."""
    me = s.sides[seat]
    foe = s.sides[1 - seat]
    out = Outlook()
    attack = expected(me.violence, me.violence_sides(), me.attack - foe.defense)
    parley = expected(me.diplomacy, me.diplomacy_sides(), me.charisma - foe.charisma)
    out.attack = attack
    out.parley = parley
    for place in range(len(me.in_play)):
        if me.flags[place] & CONSUMED == 0:
            out.cards += 1
    budget: i64 = out.cards + me.xp // 3
    best_attack = attack
    best_parley = parley
    more_attack: i64 = 0
    more_parley: i64 = 0
    for place in range(len(me.in_play)):
        placed = me.in_play[place]
        if me.flags[place] & CONSUMED != 0:
            continue
        for action in placed.card.actions:
            list = action.list().effects
            if placed.card.consumable:
                ready(out, action, list, me, foe, w)
            elif action.moments == IN_ENCOUNTER:
                if action.xp <= budget:
                    best_attack = max(best_attack, harms(list, me, foe) - w.price * action.xp)
                    best_parley = max(best_parley, daunts(list, me, foe) - w.price * action.xp)
            elif action.moments & IN_MAIN != 0:
                if action.xp <= budget:
                    hurt = harms(list, me, foe)
                    shake = daunts(list, me, foe)
                    if hurt + shake > 0:
                        budget -= action.xp
                        more_attack += hurt
                        more_parley += shake
            elif action.xp <= budget:
                soothe(out, list, me)
    out.attack = best_attack + more_attack
    out.parley = best_parley + more_parley
    for level in me.levels:
        out.levels += min(level, 3)
    settle_temps(s, seat, out)
    return out


def ready(
    out: Outlook, action: CardAction, list: list[Effect], me: Adventurer, foe: Adventurer, w: Weights
) -> None:
    """A Consumable that waits to be used."""
    out.attack_extra += harms(list, me, foe) * w.ready // 100
    out.parley_extra += daunts(list, me, foe) * w.ready // 100
    for effect in list:
        if isinstance(effect, effects.Heal):
            out.heal += fifty(effect.amount, me) * w.ready // 100
        elif isinstance(effect, effects.Rally):
            out.rally += fifty(effect.amount, me) * w.ready // 100
        elif isinstance(effect, effects.Mend):
            if effect.willpower:
                out.rally += fifty(effect.amount, me) // 3
            else:
                out.heal += fifty(effect.amount, me) // 3
        elif isinstance(effect, effects.Shift) and action.moments & IN_RESPONSE == 0:
            if effect.what == events.ATTACK and not effect.foe:
                out.attack_extra += fifty(effect.amount, me) // 2
            elif effect.what == events.CHARISMA and not effect.foe:
                out.parley_extra += fifty(effect.amount, me) // 2


def soothe(out: Outlook, list: list[Effect], me: Adventurer) -> None:
    """A reply that can be used turn after turn."""
    for effect in list:
        if isinstance(effect, effects.Mend):
            if effect.willpower:
                out.mend_willpower += fifty(effect.amount, me) // 2
            else:
                out.mend_health += fifty(effect.amount, me) // 2


def next_encounter(s: Adventure, seat: i64) -> i64:
    """The turn of a seat's next Encounter."""
    if s.active != seat:
        return s.turn + 1
    if s.step == ENCOUNTER and s.stack[0] is CLEAN_UP:
        return s.turn + 2
    return s.turn


def settle_temps(s: Adventure, seat: i64, out: Outlook) -> None:
    """Temporary changes count for the next Encounter if they last so long, and never for the long run."""
    me = s.sides[seat]
    foe = s.sides[1 - seat]
    if len(me.temps) == 0 and len(foe.temps) == 0:
        return
    when = next_encounter(s, seat)
    attack: i64 = 0
    parley: i64 = 0
    attack_now: i64 = 0
    parley_now: i64 = 0
    for temp in me.temps:
        lasts = temp.until >= when
        if temp.what == events.ATTACK:
            attack += 100 * temp.by
            attack_now += 100 * temp.by if lasts else 0
        elif temp.what == events.CHARISMA:
            parley += 100 * temp.by
            parley_now += 100 * temp.by if lasts else 0
        elif temp.what == events.VIOLENCE:
            by = step_value(me.violence, me.violence_steps, temp.by)
            attack += by
            attack_now += by if lasts else 0
        elif temp.what == events.DIPLOMACY:
            by = step_value(me.diplomacy, me.diplomacy_steps, temp.by)
            parley += by
            parley_now += by if lasts else 0
    for temp in foe.temps:
        lasts = temp.until >= when
        if temp.what == events.DEFENSE:
            attack -= 100 * temp.by
            attack_now -= 100 * temp.by if lasts else 0
        elif temp.what == events.CHARISMA:
            parley -= 100 * temp.by
            parley_now -= 100 * temp.by if lasts else 0
    out.attack = max(0, out.attack - attack)
    out.parley = max(0, out.parley - parley)
    out.attack_extra += attack_now
    out.parley_extra += parley_now


def step_value(die: Die, steps: i64, by: i64) -> i64:
    """What so many of the running steps are worth."""
    return 50 * die.count * (stepped(die.sides, steps) - stepped(die.sides, steps - by))


def clock(mine: Outlook, theirs: Outlook, foe: Adventurer, w: Weights) -> i64:
    """Hundredths of turns until foe is beaten, by the shorter way."""
    health: i64 = max(0, 100 * foe.health + theirs.heal - mine.attack_extra)
    willpower: i64 = max(0, 100 * foe.willpower + theirs.rally - mine.parley_extra)
    attack: i64 = w.growth + max(0, mine.attack - min(theirs.mend_health, mine.attack // 2))
    parley: i64 = w.growth + max(0, mine.parley - min(theirs.mend_willpower, mine.parley // 2))
    return 100 + min(100 * health // attack, 100 * willpower // parley)
