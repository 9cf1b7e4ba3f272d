"""What cards can do: the vocabulary of the card language, one class for each verb that happens once.

Continuous effects (`die`, `mod`, `atk`, …) are `Change`s of a clause; see clauses.py.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.games.micah import decks, events
from innkeeper.games.micah.clauses import Amount, Deed, Effect
from innkeeper.games.micah.encounter import strike
from innkeeper.games.micah.rolls import NO_TARGET, roll_dice, tell_rolled
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ALIVE, MOST_ENCOUNTERS
from innkeeper.games.micah.weather import change_weather

# Whom `hp` and `coin` reach.
OWNER: Final = 0
ALL: Final = 1
OTHERS: Final = 2

RANDOM_WEATHER: Final = -1


def tell_effect(
    s: Micah, deed: Deed, verb: str, target: i64, amount: i64, value: i64, cards: list[i64]
) -> None:
    if s.log is not None and not deed.quiet:
        about: dict[str, object] = {
            "source": deed.source,
            "verb": verb,
            "trigger": deed.rule,
            "cards": [s.book.treasures[card].id for card in cards],
        }
        kinds = events.LOSSES if amount < 0 and verb in events.LOSSES else events.EFFECTS
        s.tell_data(kinds[verb], deed.actor, about, target, b=amount, c=value)


def tell_found(s: Micah, deed: Deed, verb: str, found: list[i64]) -> None:
    """Treasures that came to the pack."""
    tell_effect(s, deed, verb, deed.seat, len(found), len(s.heroes[deed.seat].pack), found)


class Measured(Effect):
    """An effect of a certain amount, the `A` of the card language."""

    def __init__(self, verb: str, amount: Amount) -> None:
        super().__init__(verb)
        self.amount: Final = amount

    def measure(self, s: Micah, seat: i64) -> i64:
        """The amount now, told if dice were needed."""
        amount = self.amount
        if len(amount.sides) == 0:
            return amount.roll(s, seat, None)
        noted: list[list[int]] | None = None if s.log is None else []
        total = amount.roll(s, seat, noted)
        tell_rolled(s, events.ROLLED_DICE, seat, "amount", noted, amount.plus, total, NO_TARGET)
        return total


class Reaching(Measured):
    """An effect that may reach further than its owner: `@all` who are alive, or the `@others`."""

    def __init__(self, verb: str, amount: Amount, reach: i64) -> None:
        super().__init__(verb, amount)
        self.reach: i64 = reach

    def do(self, s: Micah, deed: Deed) -> None:
        if self.reach == OWNER:
            self.change(s, deed, deed.seat, self.measure(s, deed.seat))
            return
        for seat in range(s.seats):
            if s.alive(seat) and (self.reach == ALL or seat != deed.actor):
                self.change(s, deed, seat, self.measure(s, seat))

    def change(self, s: Micah, deed: Deed, seat: i64, amount: i64) -> None:
        """What it does to one of those it reaches."""
        raise NotImplementedError


@final
class Health(Reaching):
    """`hp A`: change HP between 0 and the maximum; a ghost never takes the last one (MG-18.5)."""

    def change(self, s: Micah, deed: Deed, seat: i64, amount: i64) -> None:
        hero = s.heroes[seat]
        before = hero.hp
        hero.hp = max(min(1, before) if deed.haunting else 0, min(s.max_hp(seat), before + amount))
        tell_effect(s, deed, "hp", seat, hero.hp - before, hero.hp, [])

    def matters(self, s: Micah, seat: i64) -> bool:
        if len(self.amount.sides) > 0 or self.amount.plus < 0 or self.reach != OWNER:
            return True
        return s.heroes[seat].hp < s.max_hp(seat)


@final
class Coin(Reaching):
    """`coin A`: change Coin, never below 0."""

    def change(self, s: Micah, deed: Deed, seat: i64, amount: i64) -> None:
        hero = s.heroes[seat]
        before = hero.coin
        hero.coin = max(0, before + amount)
        tell_effect(s, deed, "coin", seat, hero.coin - before, hero.coin, [])


@final
class Treasures(Measured):
    """`treasure A`: cards from the Treasure deck to the pack."""

    def do(self, s: Micah, deed: Deed) -> None:
        found = decks.give_treasures(s, deed.seat, self.measure(s, deed.seat))
        tell_found(s, deed, "treasure", found)

    def matters(self, s: Micah, seat: i64) -> bool:
        return len(s.treasures) + len(s.used) > 0


@final
class Gain(Effect):
    """`gain CARD`: a reserve treasure; `treasure 1` if it is gone."""

    def __init__(self, card: i64) -> None:
        super().__init__("gain")
        self.card: i64 = card

    def do(self, s: Micah, deed: Deed) -> None:
        tell_found(s, deed, "gain", gain(s, deed.seat, self.card))


def gain(s: Micah, seat: i64, card: i64) -> list[i64]:
    """A reserve treasure to the pack, or the next one of the deck."""
    if card not in s.reserve:
        return decks.give_treasures(s, seat, 1)
    s.reserve.remove(card)
    s.heroes[seat].pack.append(card)
    return [card]


@final
class Lose(Measured):
    """`lose A`: cards from the pack at random, one after another (MG-20.2)."""

    def do(self, s: Micah, deed: Deed) -> None:
        hero = s.heroes[deed.seat]
        lost: list[i64] = []
        for _ in range(self.measure(s, deed.seat)):
            count: i64 = len(hero.pack)
            if count == 0:
                break
            place: i64 = s.chance.die(count) - 1 if count > 1 else 0
            lost.append(hero.pack.pop(place))
        s.used += lost
        if s.log is not None:
            s.tell_data(events.ITEMS_LOST, deed.seat, {"cards": [s.book.treasures[card].id for card in lost]})


@final
class TurnWeather(Effect):
    """`weather X`: change the weather; `random` rolls among all but clear."""

    def __init__(self, to: i64) -> None:
        super().__init__("weather")
        self.to: i64 = to

    def do(self, s: Micah, deed: Deed) -> None:
        to = self.to
        if to == RANDOM_WEATHER:
            to = roll_dice(s, deed.actor, Dice([len(s.weathers) - 1]), "weather") - 1
            if to >= s.book.clear:
                to += 1
        change_weather(s, to, deed.haunting)

    def matters(self, s: Micah, seat: i64) -> bool:
        return self.to != s.weather


@final
class DrawAnother(Effect):
    """`draw`: draw another Encounter afterwards; ignored once the turn has had its most (MG-7.9)."""

    def do(self, s: Micah, deed: Deed) -> None:
        if s.drawn < MOST_ENCOUNTERS:
            deed.draws += 1
            tell_effect(s, deed, "draw", deed.seat, 1, deed.draws, [])


@final
class Strike(Effect):
    """`strike`: the Encounter strikes (MG-7.6)."""

    def do(self, s: Micah, deed: Deed) -> None:
        strike(s, deed.seat)


@final
class GoTo(Effect):
    """`to Z`: where the Encounter card goes (MG-7.5)."""

    def __init__(self, zone: i64) -> None:
        super().__init__("to")
        self.zone: i64 = zone

    def do(self, s: Micah, deed: Deed) -> None:
        deed.zone = self.zone


@final
class Odds(Effect):
    """`odds DICE<=n EFFECT`: roll; on n or less the effect happens."""

    def __init__(self, dice: Dice, most: i64, then: Effect) -> None:
        super().__init__("odds")
        self.dice: Final = dice
        self.most: i64 = most
        self.then: Final = then

    def do(self, s: Micah, deed: Deed) -> None:
        if roll_dice(s, deed.seat, self.dice, "odds") <= self.most:
            self.then.do(s, deed)


@final
class Peek(Measured):
    """`peek A`: privately see the top Encounter cards (MG-5.8)."""

    def do(self, s: Micah, deed: Deed) -> None:
        decks.peek(s, deed.seat, self.measure(s, deed.seat))


@final
class Bury(Effect):
    """`bury`: the top Encounter card goes to the bottom, unseen."""

    def do(self, s: Micah, deed: Deed) -> None:
        decks.bury(s)
        tell_effect(s, deed, "bury", deed.seat, 1, len(s.deck), [])


@final
class Omen(Measured):
    """`omen +n`: changes the next rolled check (MG-18.6)."""

    def do(self, s: Micah, deed: Deed) -> None:
        hero = s.heroes[deed.seat]
        amount = self.measure(s, deed.seat)
        if hero.status == ALIVE:
            hero.omen += amount
        tell_effect(s, deed, "omen", deed.seat, amount, hero.omen, [])


@final
class Nothing(Effect):
    """`none`: nothing, in place of the strike."""

    def do(self, s: Micah, deed: Deed) -> None:
        pass
