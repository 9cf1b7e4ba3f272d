"""What cards can do: the words of the card language that happen once.

A new word is a class and a line of `DEEDS`, here and nowhere else. What is in force for a while (`die`,
`mod`, `atk`, …) is in changes.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.dice import Dice
from innkeeper.engine.events import Kind
from innkeeper.engine.words import Field, Vocabulary
from innkeeper.games.micah import decks, events
from innkeeper.games.micah.clauses import ALWAYS, FELT, LATER, NOW, USED, Amount, Deed, Effect
from innkeeper.games.micah.encounter import strike
from innkeeper.games.micah.fields import AMOUNT, ANY_WEATHER, CARD, DICE, MOST, WHO, ZONE
from innkeeper.games.micah.rolls import NO_TARGET, roll_dice, tell_rolled
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ALIVE, ALL, MOST_ENCOUNTERS, OTHERS, OWNER, RANDOM_WEATHER
from innkeeper.games.micah.values import (
    COIN,
    EARNER,
    TREASURE,
    hurting,
    mean_amount,
    strike_cost,
    weather_value,
)
from innkeeper.games.micah.weather import change_weather


def tell_effect(
    s: Micah, deed: Deed, word: str, kind: Kind, target: i64, amount: i64, value: i64, cards: list[i64]
) -> None:
    if s.log is not None and not deed.quiet:
        about: dict[str, object] = {
            "source": deed.source,
            "verb": word,
            "trigger": deed.rule,
            "cards": [s.book.treasures[card].id for card in cards],
        }
        s.tell_data(kind, deed.actor, about, target, b=amount, c=value)


def tell_found(s: Micah, deed: Deed, word: str, found: list[i64]) -> None:
    """Treasures that came to the pack."""
    held = len(s.heroes[deed.seat].pack)
    tell_effect(s, deed, word, events.TREASURE_GAINED, deed.seat, len(found), held, found)


class Worthless(Effect):
    """An effect that the greedy traveller neither seeks nor fears."""

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return 0.0


class Measured(Effect):
    """An effect of a certain amount, the `A` of the card language."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def measure(self, s: Micah, seat: i64) -> i64:
        """The amount now, told if dice were needed."""
        amount = self.amount
        if len(amount.sides) == 0:
            return amount.roll(s, seat, None)
        noted: list[list[int]] | None = None if s.log is None else []
        total = amount.roll(s, seat, noted)
        tell_rolled(s, events.ROLLED_DICE["amount"], seat, "amount", noted, amount.plus, total, NO_TARGET)
        return total


class Reaching(Measured):
    """An effect that may reach further than its owner: `@all` who are alive, or the `@others`."""

    def __init__(self, amount: Amount, reach: i64) -> None:
        super().__init__(amount)
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
        kind = events.HP_LOST if hero.hp < before else events.HP_GAINED
        tell_effect(s, deed, "hp", kind, seat, hero.hp - before, hero.hp, [])

    def matters(self, s: Micah, seat: i64) -> bool:
        if len(self.amount.sides) > 0 or self.amount.plus < 0 or self.reach != OWNER:
            return True
        return s.heroes[seat].hp < s.max_hp(seat)

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        gained = mean_amount(s, self.amount, seat)
        room = float(s.max_hp(seat) - s.heroes[seat].hp)
        if when == NOW:
            return min(gained, room) * hurting(s, seat)
        if when == ALWAYS:
            return gained * EARNER * 1.3
        if when == LATER:
            return gained * (0.7 + 0.5 * (hurting(s, seat) - 0.5))
        if when == FELT:
            return gained * 2.0
        risky = self.amount.plus < 0 and s.heroes[seat].hp <= 3
        return 8.0 if room >= gained and not risky else 0.0


@final
class Coin(Reaching):
    """`coin A`: change Coin, never below 0."""

    def change(self, s: Micah, deed: Deed, seat: i64, amount: i64) -> None:
        hero = s.heroes[seat]
        before = hero.coin
        hero.coin = max(0, before + amount)
        kind = events.COIN_LOST if hero.coin < before else events.COIN_GAINED
        tell_effect(s, deed, "coin", kind, seat, hero.coin - before, hero.coin, [])

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        gained = mean_amount(s, self.amount, seat)
        if when == NOW:
            return max(gained, -float(s.heroes[seat].coin)) * COIN
        if when == ALWAYS:
            return gained * EARNER
        if when == FELT or self.reach == OTHERS:
            return 0.0
        return gained if when == LATER else 15.0


@final
class Treasures(Measured):
    """`treasure A`: cards from the Treasure deck to the pack."""

    def do(self, s: Micah, deed: Deed) -> None:
        found = decks.give_treasures(s, deed.seat, self.measure(s, deed.seat))
        tell_found(s, deed, "treasure", found)

    def matters(self, s: Micah, seat: i64) -> bool:
        return len(s.treasures) + len(s.used) > 0

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        found = mean_amount(s, self.amount, seat)
        if when == NOW:
            return found * TREASURE
        return found * 5.0 if when == LATER else 15.0 if when == USED else 0.0


@final
class Gain(Effect):
    """`gain CARD`: a reserve treasure; `treasure 1` if it is gone."""

    def __init__(self, card: tuple[int, str]) -> None:
        super().__init__()
        self.card: i64 = card[0]
        self.id: Final = card[1]

    def do(self, s: Micah, deed: Deed) -> None:
        tell_found(s, deed, "gain", gain(s, deed.seat, self.card))

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return 12.0 if when == NOW else 0.0


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

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        lost = min(mean_amount(s, self.amount, seat), float(len(s.heroes[seat].pack)))
        return -lost * 3.0 if when == NOW else 0.0


@final
class TurnWeather(Effect):
    """`weather X`: change the weather; `random` rolls among all but clear."""

    def __init__(self, to: tuple[int, str]) -> None:
        super().__init__()
        self.to: i64 = to[0]
        self.id: Final = to[1]

    def do(self, s: Micah, deed: Deed) -> None:
        to = self.to
        if to == RANDOM_WEATHER:
            to = roll_dice(s, deed.actor, Dice([len(s.weathers) - 1]), "weather") - 1
            if to >= s.book.clear:
                to += 1
        change_weather(s, to, deed.haunting)

    def matters(self, s: Micah, seat: i64) -> bool:
        return self.to != s.weather

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        if when != USED or self.to < 0 or self.to == s.weather or len(s.weathers[self.to].turns) == 0:
            return 0.0
        return weather_value(s, seat, self.to) - weather_value(s, seat, s.weather)


@final
class DrawAnother(Worthless):
    """`draw`: draw another Encounter afterwards; ignored once the turn has had its most (MG-7.9)."""

    def do(self, s: Micah, deed: Deed) -> None:
        if s.drawn < MOST_ENCOUNTERS:
            deed.draws += 1
            tell_effect(s, deed, "draw", events.ANOTHER_DRAWN, deed.seat, 1, deed.draws, [])


@final
class Strike(Effect):
    """`strike`: the Encounter strikes (MG-7.6)."""

    def do(self, s: Micah, deed: Deed) -> None:
        strike(s, deed.seat)

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return -strike_cost(s, seat, s.book.encounters[s.encounter]) if when == NOW else 0.0


@final
class GoTo(Worthless):
    """`to Z`: where the Encounter card goes (MG-7.5)."""

    def __init__(self, zone: i64) -> None:
        super().__init__()
        self.zone = zone

    def do(self, s: Micah, deed: Deed) -> None:
        deed.zone = self.zone


@final
class Odds(Effect):
    """`odds DICE<=n EFFECT`: roll; on n or less the effect happens."""

    def __init__(self, dice: Dice, most: i64, then: Effect) -> None:
        super().__init__()
        self.dice: Final = dice
        self.most: i64 = most
        self.then: Final = then

    def do(self, s: Micah, deed: Deed) -> None:
        if roll_dice(s, deed.seat, self.dice, "odds") <= self.most:
            self.then.do(s, deed)

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return (1.0 - float(self.dice.odds(self.most + 1))) * self.then.worth(s, seat, when)


@final
class Peek(Measured):
    """`peek A`: privately see the top Encounter cards (MG-5.8)."""

    def do(self, s: Micah, deed: Deed) -> None:
        decks.peek(s, deed.seat, self.measure(s, deed.seat))

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return 0.5 if when == NOW else 0.0


@final
class Bury(Worthless):
    """`bury`: the top Encounter card goes to the bottom, unseen."""

    def do(self, s: Micah, deed: Deed) -> None:
        decks.bury(s)
        tell_effect(s, deed, "bury", events.BURIED, deed.seat, 1, len(s.deck), [])


@final
class Omen(Measured):
    """`omen +n`: changes the next rolled check (MG-18.6)."""

    def do(self, s: Micah, deed: Deed) -> None:
        hero = s.heroes[deed.seat]
        amount = self.measure(s, deed.seat)
        if hero.status == ALIVE:
            hero.omen += amount
        tell_effect(s, deed, "omen", events.OMEN_LAID, deed.seat, amount, hero.omen, [])

    def worth(self, s: Micah, seat: i64, when: i64) -> float:
        return 0.0


@final
class Nothing(Worthless):
    """`none`: nothing, in place of the strike."""

    def do(self, s: Micah, deed: Deed) -> None:
        pass


def reach_says(it: Reaching, names: Mapping[str, str]) -> str:
    who = ["you", "everybody alive", "everybody else"][it.reach]
    does = ("lose" if it.amount.text.startswith("-") else "gain") + ("" if it.reach == OWNER else "s")
    return f"{who} {does} {it.amount.text.lstrip('+-')} {'HP' if it.word == 'hp' else 'Coin'}"


def weather_says(it: TurnWeather, names: Mapping[str, str]) -> str:
    return f"the weather turns {'at random' if it.to < 0 else 'to ' + names.get(it.id, it.id)}"


def odds_say(it: Odds, names: Mapping[str, str]) -> str:
    return f"on a {it.most} or less with {it.dice} {DEEDS.says(it.then, names)}"


def peek_says(it: Peek, names: Mapping[str, str]) -> str:
    count = it.amount.text
    return f"you see the top {'Encounter card' if count == '1' else count + ' Encounter cards'}"


def to_says(it: GoTo, names: Mapping[str, str]) -> str:
    zones = ["the card goes to the Graveyard", "the card is shuffled back", "it joins your Dock"]
    return zones[it.zone]


OUTCOME: Final = "outcome"  # only after an Intention
EFFECT: Final = Field("EFFECT", "another effect", lambda written, ids: DEEDS.parse(written, ids))
FOUND: Final = "you find {it.amount.text} treasure card{it.amount.s}"
LOST: Final = "you lose {it.amount.text} card{it.amount.s} of your pack at random"
OMENS: Final = "you get {it.amount.text} on your next throw of a stat"
BURIES: Final = "the top Encounter card goes to the bottom, unseen"
ANOTHER: Final = "you draw another Encounter"
PARTS: Final = ["do", "worth"]

DEEDS: Final[Vocabulary[Effect]] = Vocabulary("Effects that happen once", Effect, PARTS, "effect", True)
DEEDS.add("hp", Health, [AMOUNT, WHO], reach_says, "HP go up or down", form="hp A[ @WHO]", seen="verb=hp")
DEEDS.add(
    "coin", Coin, [AMOUNT, WHO], reach_says, "Coin goes up or down", form="coin A[ @WHO]", seen="verb=coin"
)
DEEDS.add("treasure", Treasures, [AMOUNT], FOUND, "cards from the Treasure deck", seen="verb=treasure")
DEEDS.add("gain", Gain, [CARD], "you gain the {name}", "a reserve treasure, or one of the deck if it is gone")
DEEDS.add("lose", Lose, [AMOUNT], LOST, "cards of the pack at random")
DEEDS.add("weather", TurnWeather, [ANY_WEATHER], weather_says, "the weather changes, or turns at random")
DEEDS.add(
    "odds", Odds, [DICE, MOST, EFFECT], odds_say, "if the dice show n or less", form="odds DICE<=n EFFECT"
)
DEEDS.add("peek", Peek, [AMOUNT], peek_says, "a look at the top Encounters")
DEEDS.add("bury", Bury, [], BURIES, "the top Encounter goes to the bottom", seen="verb=bury")
DEEDS.add("omen", Omen, [AMOUNT], OMENS, "added to the next throw", seen="verb=omen")
DEEDS.add("none", Nothing, [], "nothing happens", "nothing, in place of the strike")
DEEDS.add(
    "draw", DrawAnother, [], ANOTHER, "one more Encounter, after an Intention", (), OUTCOME, seen="verb=draw"
)
DEEDS.add("strike", Strike, [], "it strikes", "the Encounter strikes, after an Intention", (), OUTCOME)
DEEDS.add("to", GoTo, [ZONE], to_says, "where the card goes, after an Intention", (), OUTCOME)
