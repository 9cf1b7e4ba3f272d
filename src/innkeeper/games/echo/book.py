"""The book of Echo: all its cards, the battles they can fight, and the actions they offer."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain, Verbs
from innkeeper.games.echo.battle import Battles
from innkeeper.games.echo.cards import Battlefield, Creature, Edict, Status, members

HAND: Final = 5  # creatures dealt to each seat
BATTLES: Final = 4
CREATURES: Final = 2 * HAND + 1


@final
class LineUp:
    """How four battlefields are found: from the top of a shuffled deck, then some fixed ones."""

    def __init__(self, id: str, deck: list[i64], last: list[i64]) -> None:
        self.id: Final = id
        self.deck: Final = deck
        self.last: Final = last


@final
class Book:
    """Everything that is printed."""

    def __init__(
        self,
        creatures: list[Creature],
        edicts: list[Edict],
        fields: list[Battlefield],
        statuses: list[Status],
        line_ups: list[LineUp],
        barbarian: i64,
        angers: i64,
    ) -> None:
        self.creatures: Final = creatures
        self.edicts: Final = edicts
        self.fields: Final = fields
        self.statuses: Final = statuses
        self.line_ups: Final = line_ups
        self.barbarian: i64 = barbarian  # the creature that a loser's status waits for (EC-10.4)
        self.angers: i64 = angers  # that status, as a mask
        self.battles: Final = Battles(creatures, edicts, fields, statuses)
        self.every_creature: i64 = (1 << len(creatures)) - 1
        self.every_edict: i64 = (1 << len(edicts)) - 1
        self.seeing: i64 = 0  # the statuses that commit two creatures, as a mask
        for status in statuses:
            if status.commits_two:
                self.seeing |= 1 << status.number
        self.creature_domain: Final = Domain(
            "creature", [c.id for c in creatures], [c.name for c in creatures]
        )
        self.field_domain: Final = Domain("field", [f.id for f in fields], [f.name for f in fields])
        edict_domain = Domain("edict", [e.id for e in edicts], [e.name for e in edicts])
        self.verbs: Final = Verbs()
        one = [self.creature_domain, edict_domain]
        two = [self.creature_domain, self.creature_domain, edict_domain]
        self.play: Final = self.verbs.add("play", "EC-3.2", "{0} with {1}", one)
        self.play_two: Final = self.verbs.add("play", "EC-3.3", "{0} and {1} with {2}", two)
        self.name: Final = self.verbs.add("name", "EC-4.1", "Name the {0}", [self.creature_domain])
        self.take_back: Final = self.verbs.add(
            "return", "EC-5.1", "Take the {0} back", [self.creature_domain]
        )
        # Lists of answers by what is held, made on first use.
        self.plays: Final[dict[int, list[Action]]] = {}
        self.names: Final[dict[int, list[Action]]] = {}
        self.returns: Final[dict[int, list[Action]]] = {}

    def line_up(self, id: str) -> LineUp:
        """A line-up by its id."""
        for line_up in self.line_ups:
            if line_up.id == id:
                return line_up
        raise KeyError(id)

    # Answers in canonical order

    def main_actions(self, hand: i64, edicts: i64, two: bool) -> list[Action]:
        """EC-3: every creature, or pair of creatures, with every held edict."""
        key: i64 = (hand << 6 | edicts) << 1 | (1 if two else 0)
        known = self.plays.get(key)
        if known is None:
            known = self.list_plays(members(hand), members(edicts), two)
            self.plays[key] = known
        return known

    def list_plays(self, hand: list[i64], edicts: list[i64], two: bool) -> list[Action]:
        found: list[Action] = []
        for place, creature in enumerate(hand):
            if two:
                for other in hand[place + 1 :]:
                    for edict in edicts:
                        found.append(self.play_two.at3(creature, other, edict))
            else:
                for edict in edicts:
                    found.append(self.play.at2(creature, edict))
        return found

    def name_actions(self, pool: i64) -> list[Action]:
        """EC-4: every creature of the pool."""
        known = self.names.get(pool)
        if known is None:
            known = [self.name.at1(creature) for creature in members(pool)]
            self.names[pool] = known
        return known

    def return_actions(self, committed: i64) -> list[Action]:
        """EC-5: either of the committed creatures."""
        known = self.returns.get(committed)
        if known is None:
            known = [self.take_back.at1(creature) for creature in members(committed)]
            self.returns[committed] = known
        return known

    # Ids for views and events

    def creature_ids(self, mask: i64) -> list[str]:
        return [creature.id for creature in self.creatures if (mask >> creature.number) & 1 == 1]

    def edict_ids(self, mask: i64) -> list[str]:
        return [edict.id for edict in self.edicts if (mask >> edict.number) & 1 == 1]

    def status_ids(self, mask: i64) -> list[str]:
        return [status.id for status in self.statuses if (mask >> status.number) & 1 == 1]

    def creature_id(self, number: i64) -> str | None:
        return None if number < 0 else self.creatures[number].id

    def edict_id(self, number: i64) -> str | None:
        return None if number < 0 else self.edicts[number].id

    def field_ids(self, fields: list[i64]) -> list[str]:
        return [self.fields[field].id for field in fields]
