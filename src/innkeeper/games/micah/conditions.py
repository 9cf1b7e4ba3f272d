"""When a clause holds: the conditions of the card language. A new one is a class and a line, here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.words import Vocabulary
from innkeeper.games.micah.clauses import Condition
from innkeeper.games.micah.fields import CLASS, COINS, KIND, LEAST, TAG, WEATHER
from innkeeper.games.micah.state import Micah


@final
class WeatherIs(Condition):
    """That weather is felt."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.felt == self.value


@final
class ClassIs(Condition):
    """The owner is of that class."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.heroes[seat].job == self.value

    def likely(self, s: Micah, seat: i64) -> float:
        return 1.0 if self.holds(s, seat) else 0.0


@final
class KindIs(Condition):
    """The Encounter is of that kind."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.facing_kind() == self.value


@final
class TagIs(Condition):
    """The Encounter has that tag."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return (s.facing_tags() >> self.value) & 1 == 1


@final
class HasCompanion(Condition):
    """Somebody walks along."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.heroes[seat].companion >= 0

    def likely(self, s: Micah, seat: i64) -> float:
        return 0.8


@final
class CoinFrom(Condition):
    """The owner is rich enough."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.heroes[seat].coin >= self.value


@final
class CoinTo(Condition):
    """The owner is poor enough."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.heroes[seat].coin <= self.value


@final
class DockHas(Condition):
    """The owner's Dock holds enough creatures with that tag."""

    def holds(self, s: Micah, seat: i64) -> bool:
        return s.docked(seat, self.value) >= self.least


def weather_says(it: WeatherIs, names: Mapping[str, str]) -> str:
    return f"while it feels {names.get(it.id, it.id).lower()}"


TAGGED: Final = "against anything with the tag {it.id}"
DOCKED: Final = "with at least {it.least} {it.id} creatures in your Dock"

CONDITIONS: Final = Vocabulary("Conditions", Condition, ["holds"], "condition", notation=True)
CONDITIONS.add("weather", WeatherIs, [WEATHER], weather_says, "that weather is felt", form="weather=X")
CONDITIONS.add("class", ClassIs, [CLASS], "for the {name}", "the owner is of that class", form="class=X")
CONDITIONS.add("kind", KindIs, [KIND], "against a {it.id}", "the Encounter is of that kind", form="kind=X")
CONDITIONS.add("tag", TagIs, [TAG], TAGGED, "the Encounter has that tag", form="tag=TAG")
CONDITIONS.add("comp", HasCompanion, [], "with a Companion", "the owner has a Companion")
CONDITIONS.add(
    "coin>=", CoinFrom, [COINS], "if you have {it.id} Coin or more", "so much Coin", form="coin>=N"
)
CONDITIONS.add("coin<=", CoinTo, [COINS], "if you have {it.id} Coin or less", "no more Coin", form="coin<=N")
CONDITIONS.add("dock", DockHas, [TAG, LEAST], DOCKED, "N docked creatures have it", form="dock.TAG>=N")
