"""What cards can do: the vocabulary that their language is made of.

An effect is made once from the text on a card and carried out with `do`. A running list is a
frame; an effect that needs a choice pushes one, and the rest of the list waits below it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.frame import Frame, Writer
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.book import Die
from innkeeper.games.adventurer.sides import Adventurer, Temp
from innkeeper.games.adventurer.state import Adventure

KEEPS: Final = 2  # XP that `tax` and `steal` never touch

# Amounts
CONSTANT: Final = 0
DICE: Final = 1
PER: Final = 2

# Conditions
DEALT_AT_LEAST: Final = 0
ROLLED_AT_LEAST: Final = 1
ROLLED_AT_MOST: Final = 2
HURT: Final = 3
SHAKEN: Final = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One thing a card does; `words` say it for people."""

    def __init__(self) -> None:
        self.words: str = ""

    def do(self, s: Adventure, r: Resolve) -> None:
        raise NotImplementedError

    def can(self, s: Adventure, seat: i64) -> bool:
        """AF-6.5: could it do something right now?"""
        return True


@final
class EffectList:
    """Effects joined by +, with the number that frames know them by."""

    def __init__(self, number: i64, effects: list[Effect]) -> None:
        self.number: i64 = number
        self.effects: Final = effects

    def can(self, s: Adventure, seat: i64) -> bool:
        """AF-6.5: at least one effect that could do something."""
        return any(effect.can(s, seat) for effect in self.effects)


@final
class Resolve(Frame[Adventure]):
    """A list that is being carried out, left to right (AF-6.6, AF-5.8)."""

    def __init__(self, list: EffectList, index: i64, seat: i64, source: i64, via: i64) -> None:
        super().__init__("resolve")
        self.list: Final = list
        self.index: i64 = index
        self.seat: i64 = seat
        self.source: i64 = source  # the ref of the card; 0 for a Simple Attack or Parley
        self.via: i64 = via  # an action, or on play

    def proceed(self, s: Adventure) -> bool:
        effects = self.list.effects
        here = len(s.stack)
        i = self.index
        if i == 0:
            s.dealt = 0
            s.rolled = 0
        while i < len(effects):
            effects[i].do(s, self)
            i += 1
            if len(s.stack) != here:
                s.stack[here - 1] = Resolve(self.list, i, self.seat, self.source, self.via)
                return False
        s.stack.pop()
        if s.rules.immediate:  # AF-12.4
            s.check_beaten(False)
        return False

    def write(self, w: Writer) -> None:
        w.text("resolve")
        w.put(self.list.number)
        w.put(self.index)
        w.put(self.seat)
        w.put(self.source)
        w.put(self.via)


# Dice and amounts


def roll(s: Adventure, seat: i64, count: i64, sides: i64, plus: i64, purpose: str) -> i64:
    """AF-8.10: dice one by one; a d1 is the constant 1 and no roll at all (AF-1.2). Without `plus`."""
    if sides == 1:
        return count
    total: i64 = 0
    dice: list[i64] = []
    for _ in range(count):
        result = s.chance.die(sides)
        dice.append(result)
        total += result
        if s.log is not None:
            s.tell_data(
                events.ROLLED, seat, {"die": f"d{sides}", "result": int(result), "purpose": purpose}, sides
            )
    s.roll_seat = seat
    s.roll_count = count
    s.roll_sides = sides
    s.roll_plus = plus
    s.roll_dice = dice
    return total


@final
class Amount:
    """How much: a number, dice rolled when reached, or cards in play counted."""

    def __init__(self, kind: i64, plus: i64, die: Die | None, type_bit: i64) -> None:
        self.kind: i64 = kind
        self.plus: i64 = plus  # the number itself, or the most that `per` counts
        self.die: Final = die
        self.type_bit: i64 = type_bit

    def get(self, s: Adventure, seat: i64, purpose: str) -> i64:
        die = self.die
        if die is not None:
            total = roll(s, seat, die.count, die.sides, die.plus, purpose) + die.plus
            return total if total > 0 else 0
        if self.kind == CONSTANT:
            return self.plus
        count: i64 = 0
        for placed in s.sides[seat].in_play:
            if placed.card.type_bits & self.type_bit != 0:
                count += 1
        return min(count, self.plus)

    def twice_average(self, side: Adventurer) -> i64:
        """Twice what to expect, for those who plan ahead."""
        die = self.die
        if die is not None:
            return die.twice
        if self.kind == CONSTANT:
            return 2 * self.plus
        count: i64 = 0
        for placed in side.in_play:
            if placed.card.type_bits & self.type_bit != 0:
                count += 1
        return 2 * min(count, self.plus)


# Scores


def change_health(s: Adventure, target: i64, by: i64, r: Resolve) -> None:
    """Health by so much, never below 0 (AF-2.1) nor above the cap."""
    side = s.sides[target]
    if by >= 0:
        by = s.raise_health(target, by)
    else:
        by = max(by, -side.health)
        side.health += by
    if by != 0:
        s.tell(events.STAT_CHANGED[r.via], r.seat, target, events.HEALTH, by, side.health, r.source)


def change_willpower(s: Adventure, target: i64, by: i64, r: Resolve) -> None:
    side = s.sides[target]
    if by >= 0:
        by = s.raise_willpower(target, by)
    else:
        by = max(by, -side.willpower)
        side.willpower += by
    if by != 0:
        s.tell(events.STAT_CHANGED[r.via], r.seat, target, events.WILLPOWER, by, side.willpower, r.source)


def change_xp(s: Adventure, target: i64, by: i64, r: Resolve) -> None:
    side = s.sides[target]
    side.xp += by
    if by != 0:
        s.tell(events.STAT_CHANGED[r.via], r.seat, target, events.XP, by, side.xp, r.source)


@final
class Heal(Effect):
    """You gain n Health."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        change_health(s, r.seat, self.amount.get(s, r.seat, "heal"), r)


@final
class Rally(Effect):
    """You gain n Willpower."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        change_willpower(s, r.seat, self.amount.get(s, r.seat, "rally"), r)


@final
class Learn(Effect):
    """You gain n XP."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        change_xp(s, r.seat, self.amount.get(s, r.seat, "xp"), r)


@final
class Harm(Effect):
    """Foe loses n Health; neither Attack nor Defense counts, and nothing of it can be mended."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        change_health(s, 1 - r.seat, -self.amount.get(s, r.seat, "harm"), r)


@final
class Daunt(Effect):
    """Foe loses n Willpower; Charisma does not count, and nothing of it can be mended."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        change_willpower(s, 1 - r.seat, -self.amount.get(s, r.seat, "daunt"), r)


@final
class Tax(Effect):
    """Foe loses n XP but keeps 2; with `steal` you gain what was lost."""

    def __init__(self, amount: Amount, steal: bool) -> None:
        super().__init__()
        self.amount: Final = amount
        self.steal: Final = steal

    def do(self, s: Adventure, r: Resolve) -> None:
        foe = 1 - r.seat
        wanted = self.amount.get(s, r.seat, "steal" if self.steal else "tax")
        lost = max(0, min(wanted, s.sides[foe].xp - KEEPS))
        change_xp(s, foe, -lost, r)
        if self.steal:
            change_xp(s, r.seat, lost, r)

    def can(self, s: Adventure, seat: i64) -> bool:
        return s.sides[1 - seat].xp > KEEPS


# Attack and parley


@final
class Strike(Effect):
    """A Simple Attack or Parley (AF-8.2 to AF-8.7) with modifiers."""

    def __init__(self, parley: bool, die: Die | None, extras: list[Amount], pierce: bool) -> None:
        super().__init__()
        self.parley: Final = parley
        self.die: Final = die
        self.extras: Final = extras
        self.pierce: Final = pierce

    def do(self, s: Adventure, r: Resolve) -> None:
        me = s.sides[r.seat]
        foe = s.sides[1 - r.seat]
        what = "parley" if self.parley else "attack"
        die = self.die
        if die is not None:
            sides = die.sides
        elif self.parley:
            die = me.diplomacy
            sides = me.diplomacy_sides()
        else:
            die = me.violence
            sides = me.violence_sides()
        rolled = roll(s, r.seat, die.count, sides, die.plus, what)
        s.rolled = rolled
        extra: i64 = 0
        for amount in self.extras:
            extra += amount.get(s, r.seat, "extra")
        bonus = me.charisma if self.parley else me.attack
        against = foe.charisma if self.parley else foe.defense
        if self.pierce and against > 0:
            against = 0
        total = rolled + die.plus + extra + bonus - against
        dealt: i64 = 0
        if total > 0:
            dealt = min(total, foe.willpower if self.parley else foe.health)
            if self.parley:
                foe.willpower -= dealt
                foe.lost_willpower += dealt
            else:
                foe.health -= dealt
                foe.lost_health += dealt
        elif total < 0 and s.rules.negative_damage:
            if self.parley:
                s.raise_willpower(1 - r.seat, -total)
            else:
                s.raise_health(1 - r.seat, -total)
        s.dealt = dealt
        if s.log is not None:
            self.tell(s, r.seat, what, rolled + die.plus, extra, bonus, against, total, dealt)

    def tell(
        self,
        s: Adventure,
        seat: i64,
        what: str,
        rolled: i64,
        extra: i64,
        bonus: i64,
        against: i64,
        total: i64,
        dealt: i64,
    ) -> None:
        foe = s.sides[1 - seat]
        kind = events.PARLEYED if self.parley else events.ATTACKED
        if total < 0:
            kind = events.SHRUGGED_OFF
        told: dict[str, object] = {
            "what": what,
            "roll": int(rolled),
            "extra": int(extra),
            "bonus": int(bonus),
            "against": int(against),
            "amount": int(total),
            "dealt": int(dealt),
            "new": int(foe.willpower if self.parley else foe.health),
        }
        s.tell_data(kind, seat, told, 1 - seat)


# Temporary changes


@final
class Shift(Effect):
    """boost, weaken, step, foe-step: a number or a die changes for a while (AF-2.3, AF-2.5)."""

    def __init__(self, verb: str, what: i64, amount: Amount, foe: bool, turns: i64) -> None:
        super().__init__()
        self.verb: Final = verb
        self.what: i64 = what
        self.amount: Final = amount
        self.foe: Final = foe
        self.turns: i64 = turns  # Clean-ups it survives: 0 for `turn`, 1 for `round`

    def do(self, s: Adventure, r: Resolve) -> None:
        target = 1 - r.seat if self.foe else r.seat
        side = s.sides[target]
        by = self.amount.get(s, r.seat, self.verb)
        if self.foe:
            by = -by
        until = s.turn + self.turns
        side.temps = [*side.temps, Temp(self.what, by, until, r.source)]
        side.change(self.what, by)
        kind = events.STEP_STARTED if self.what >= events.VIOLENCE else events.TEMP_STARTED
        s.tell(kind, r.seat, target, self.what, by, until, r.source)


@final
class Mend(Effect):
    """You regain up to n of what attacks or parleys took this turn; the counter goes down by that."""

    def __init__(self, willpower: bool, amount: Amount) -> None:
        super().__init__()
        self.willpower: Final = willpower
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        side = s.sides[r.seat]
        most = self.amount.get(s, r.seat, "mend")
        if self.willpower:
            gained = s.raise_willpower(r.seat, min(most, side.lost_willpower))
            side.lost_willpower -= gained
            if gained > 0:
                kind = events.STAT_CHANGED[r.via]
                s.tell(kind, r.seat, r.seat, events.WILLPOWER, gained, side.willpower, r.source)
        else:
            gained = s.raise_health(r.seat, min(most, side.lost_health))
            side.lost_health -= gained
            if gained > 0:
                kind = events.STAT_CHANGED[r.via]
                s.tell(kind, r.seat, r.seat, events.HEALTH, gained, side.health, r.source)

    def can(self, s: Adventure, seat: i64) -> bool:
        side = s.sides[seat]
        return (side.lost_willpower if self.willpower else side.lost_health) > 0


# Hands


@final
class Draw(Effect):
    """Draw n cards, as far as the deck lasts."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        drawn = s.draw(r.seat, self.amount.get(s, r.seat, "draw"))
        if drawn > 0 and s.log is not None:
            s.tell_data(events.DRAWN_BY[r.via], r.seat, {"cards": s.newest(r.seat, drawn)}, drawn)

    def can(self, s: Adventure, seat: i64) -> bool:
        return s.sides[seat].top > 0


@final
class Discard(Effect):
    """Foe discards n random cards: for each a die over the hand, counted from the oldest."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        foe = 1 - r.seat
        side = s.sides[foe]
        left = self.amount.get(s, r.seat, "discard")
        while left > 0 and len(side.hand) > 0:
            left -= 1
            place: i64 = 0
            size: i64 = len(side.hand)
            if size > 1:
                place = s.chance.die(size) - 1
                s.roll_seat = r.seat
                s.roll_count = 1
                s.roll_sides = size
                s.roll_plus = 0
                s.roll_dice = [place + 1]
                if s.log is not None:
                    s.tell_data(
                        events.PICKED,
                        r.seat,
                        {"die": f"d{size}", "result": int(place + 1), "purpose": "discard"},
                        size,
                    )
            card = s.leave_hand(foe, place)
            side.toss(card)
            if s.log is not None:
                s.tell_data(events.HAND_DISCARDED[r.via], r.seat, {"card": s.book.domain.ids[card]}, foe)

    def can(self, s: Adventure, seat: i64) -> bool:
        return len(s.sides[1 - seat].hand) > 0


@final
class Reveal(Effect):
    """Foe's hand is shown to everybody (AF-11.2)."""

    def do(self, s: Adventure, r: Resolve) -> None:
        foe = 1 - r.seat
        side = s.sides[foe]
        if len(side.hand) == 0:
            return
        side.known = side.hand
        s.disclosed += 1
        if s.log is not None:
            shown = [s.book.domain.ids[card] for card in side.hand]
            s.tell_data(events.HAND_REVEALED, r.seat, {"cards": shown}, foe)

    def can(self, s: Adventure, seat: i64) -> bool:
        return len(s.sides[1 - seat].hand) > 0


# Conditions


@final
class If(Effect):
    """One effect that only happens if a condition holds when it is reached."""

    def __init__(self, condition: i64, number: i64, inner: Effect) -> None:
        super().__init__()
        self.condition: i64 = condition
        self.number: i64 = number
        self.inner: Final = inner

    def holds(self, s: Adventure, seat: i64) -> bool:
        if self.condition == DEALT_AT_LEAST:
            return s.dealt >= self.number
        if self.condition == ROLLED_AT_LEAST:
            return s.rolled >= self.number
        if self.condition == ROLLED_AT_MOST:
            return s.rolled <= self.number
        if self.condition == HURT:
            return s.sides[seat].lost_health > 0
        return s.sides[seat].lost_willpower > 0

    def do(self, s: Adventure, r: Resolve) -> None:
        if self.holds(s, r.seat):
            self.inner.do(s, r)

    def can(self, s: Adventure, seat: i64) -> bool:
        """Only `hurt` and `shaken` can be known beforehand."""
        return self.condition >= HURT and self.holds(s, seat) and self.inner.can(s, seat)
