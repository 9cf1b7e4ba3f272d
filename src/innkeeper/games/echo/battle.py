"""One battle, in the exact order of EC-6.

A clash is everything that the cards alone decide; there are few enough to make each only once
(`Battles`), so referee and bots look them up. The verdict adds the statuses of the two seats.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.games.echo.cards import FIELD_BONUS, Battlefield, Creature, Edict, Status
from innkeeper.games.echo.effects import Side

# What a clash depends on besides its cards, as a mask.
HIT_0: Final = 1
HIT_1: Final = 2
ROUSED_0: Final = 4
ROUSED_1: Final = 8
FLAGS: Final = 16

NOBODY: Final = -1

# How a battle is decided.
INSTANT: Final = 0
STRENGTH: Final = 1
LEVEL: Final = 2
WALL: Final = 3
LEVEL_GAMBIT: Final = 4
WALL_GAMBIT: Final = 5

# Where the worth of a battle stops falling (option `value_floor`).
FLOOR_TOTAL: Final = 0
FLOOR_FIELD: Final = 1
FLOOR_NONE: Final = 2


@final
class Clash:
    """What the cards of a battle decide, whatever statuses the seats have."""

    def __init__(self, field: Battlefield, side0: Side, side1: Side) -> None:
        self.field: Final = field
        self.side0: Final = side0
        self.side1: Final = side1
        self.instant: i64 = NOBODY  # who wins instantly
        self.tied: bool = False  # two instant wins at once (R9), or a wall
        self.wall: i64 = NOBODY  # whose wall ties the battle
        self.gambler: i64 = NOBODY  # the only seat that loses ties
        self.value: i64 = 0  # the field's reward and what the edicts change about it

    def side(self, seat: i64) -> Side:
        return self.side0 if seat == 0 else self.side1


@final
class Verdict:
    """How a battle ended."""

    def __init__(
        self,
        winner: i64,
        how: i64,
        strength0: i64,
        strength1: i64,
        value: i64,
        points0: i64,
        points1: i64,
    ) -> None:
        self.winner: i64 = winner
        self.how: i64 = how
        self.strength0: i64 = strength0
        self.strength1: i64 = strength1
        self.value: i64 = value  # what the winner scores
        self.points0: i64 = points0  # with what a monarch concedes
        self.points1: i64 = points1


@final
class Battles:
    """All battles that these cards can fight, each computed once."""

    def __init__(
        self,
        creatures: list[Creature],
        edicts: list[Edict],
        fields: list[Battlefield],
        statuses: list[Status],
    ) -> None:
        self.creatures: Final = creatures
        self.edicts: Final = edicts
        self.fields: Final = fields
        self.statuses: Final = statuses
        self.beasts: i64 = len(creatures)
        self.decrees: i64 = len(edicts)
        size: i64 = len(fields) * self.beasts * self.beasts * self.decrees * self.decrees * FLAGS
        self.known: Final[list[Clash | None]] = [None] * size
        # What the statuses of a mask add up to.
        self.status_strength: Final[list[i64]] = [0] * (1 << len(statuses))
        self.status_points: Final[list[i64]] = [0] * (1 << len(statuses))
        for mask in range(1 << len(statuses)):
            for status in statuses:
                if (mask >> status.number) & 1 == 1:
                    self.status_strength[mask] += status.strength
                    self.status_points[mask] += status.points

    def at(self, field: i64, creature0: i64, creature1: i64, edict0: i64, edict1: i64, flags: i64) -> Clash:
        """The clash of these cards, made on first use."""
        pair: i64 = (field * self.beasts + creature0) * self.beasts + creature1
        place: i64 = ((pair * self.decrees + edict0) * self.decrees + edict1) * FLAGS + flags
        known = self.known[place]
        if known is not None:
            return known
        made = self.fight(field, creature0, creature1, edict0, edict1, flags)
        self.known[place] = made
        return made

    def flags(self, creature0: i64, creature1: i64, statuses0: i64, statuses1: i64, hits: i64) -> i64:
        """The flags of a clash between seats with these statuses; `hits` are the right names."""
        flags: i64 = hits
        if self.creatures[creature0].rousing & statuses0 != 0:
            flags |= ROUSED_0
        if self.creatures[creature1].rousing & statuses1 != 0:
            flags |= ROUSED_1
        return flags

    # EC-6.1 to EC-6.6: what the cards decide

    def fight(
        self, field: i64, creature0: i64, creature1: i64, edict0: i64, edict1: i64, flags: i64
    ) -> Clash:
        """The clash of these cards, from the rules."""
        ground = self.fields[field]
        one = Side(
            creature0, edict0, flags & HIT_0 != 0, flags & ROUSED_0 != 0, (ground.bonus >> creature0) & 1 == 1
        )
        two = Side(
            creature1, edict1, flags & HIT_1 != 0, flags & ROUSED_1 != 0, (ground.bonus >> creature1) & 1 == 1
        )
        clash = Clash(ground, one, two)
        self.negate(one, two)
        self.negate(two, one)
        self.ready(ground, one, two)
        self.ready(ground, two, one)
        if one.wins != two.wins:
            clash.instant = 0 if one.wins else 1
        elif one.wins:
            clash.tied = True
        elif one.forces_tie or two.forces_tie:
            clash.tied = True
            clash.wall = 0 if one.forces_tie else 1
        one.strength = self.strength(one, two, None)
        two.strength = self.strength(two, one, None)
        if one.loses_ties != two.loses_ties:
            clash.gambler = 0 if one.loses_ties else 1
        clash.value = ground.reward + self.worth(one, two) + self.worth(two, one)
        return clash

    def negate(self, mine: Side, theirs: Side) -> None:
        """EC-6.2: does my creature void the other?"""
        for effect in self.creatures[mine.creature].effects:
            if effect.negates(theirs.creature):
                theirs.negated = True
                theirs.negated_by = effect.clause

    def ready(self, ground: Battlefield, mine: Side, theirs: Side) -> None:
        """EC-6.3 to EC-6.5 and what comes after the battle: the effects of one creature and edict."""
        mine.multiplier = 1 + ground.multiplier
        for effect in self.edicts[mine.edict].effects:
            if effect.loses_ties():
                mine.loses_ties = True
        if mine.negated:
            return
        for effect in self.creatures[mine.creature].effects:
            mine.multiplier += effect.multiplies()
            mine.concedes += effect.concedes()
            mine.grants |= effect.grants()
            if effect.wins(mine, theirs):
                mine.wins = True
                mine.wins_by = effect.clause
            if effect.forces_tie():
                mine.forces_tie = True
            if effect.recovers():
                mine.recovers = True

    def strength(self, mine: Side, theirs: Side, parts: list[dict[str, object]] | None) -> i64:
        """EC-6.6 without statuses; `parts` collects what it is made of."""
        creature = self.creatures[mine.creature]
        edict = self.edicts[mine.edict]
        total: i64 = creature.strength
        if parts is not None:
            parts.append({"label": "printed", "amount": creature.strength})
        if mine.bonus:
            total += FIELD_BONUS
            note(parts, "bonus", FIELD_BONUS)
        muted = False
        if not mine.negated:
            for effect in creature.effects:
                amount: i64 = effect.strengthens(mine, theirs)
                total += amount
                note(parts, creature.id, amount)
                if effect.mutes_edict():
                    muted = True
        if not muted:
            for effect in edict.effects:
                amount = effect.strengthens(mine, theirs) * mine.multiplier
                total += amount
                note(parts, edict.id, amount)
        return total

    def worth(self, mine: Side, theirs: Side) -> i64:
        """EC-8.2.1, EC-8.2.2, EC-8.3.1: what my edict adds to the worth of the battle."""
        for effect in self.edicts[theirs.edict].effects:
            if effect.cancels(mine.edict):
                return 0
        total: i64 = 0
        for effect in self.edicts[mine.edict].effects:
            total += effect.values() * mine.multiplier
        return total

    # EC-6.6 to EC-6.10: the verdict

    def decide(self, clash: Clash, statuses0: i64, statuses1: i64, floor: i64) -> Verdict:
        """How the battle ends between seats with these statuses."""
        winner: i64 = clash.instant
        how: i64 = INSTANT
        strength0: i64 = clash.side0.strength + self.status_strength[statuses0]
        strength1: i64 = clash.side1.strength + self.status_strength[statuses1]
        if winner == NOBODY:
            how = STRENGTH
            if clash.tied:
                how = WALL if clash.wall != NOBODY else LEVEL
            elif strength0 > strength1:
                winner = 0
            elif strength1 > strength0:
                winner = 1
            else:
                how = LEVEL
            if winner == NOBODY and clash.gambler != NOBODY:
                winner = 1 - clash.gambler
                how = WALL_GAMBIT if how == WALL else LEVEL_GAMBIT
        value: i64 = 0
        points0: i64 = 0
        points1: i64 = 0
        if winner != NOBODY:
            value = self.value(
                clash.value, self.status_points[statuses0 if winner == 0 else statuses1], floor
            )
            if winner == 0:
                points0 = value
            else:
                points1 = value
        if winner != 0:
            points1 += clash.side0.concedes
        if winner != 1:
            points0 += clash.side1.concedes
        return Verdict(winner, how, strength0, strength1, value, points0, points1)

    def value(self, value: i64, points: i64, floor: i64) -> i64:
        """EC-11.1: the worth of a battle, with its winner's statuses and the floor."""
        if floor == FLOOR_FIELD:
            return (value if value > 0 else 0) + points
        value += points
        return 0 if floor == FLOOR_TOTAL and value < 0 else value

    # The same in words

    def strength_parts(self, clash: Clash, seat: i64, statuses: i64) -> list[dict[str, object]]:
        """What a seat's strength is made of."""
        parts: list[dict[str, object]] = []
        self.strength(clash.side(seat), clash.side(1 - seat), parts)
        for status in self.statuses:
            if (statuses >> status.number) & 1 == 1:
                note(parts, status.id, status.strength)
        return parts

    def value_parts(self, clash: Clash, winner: i64, statuses: i64, floor: i64) -> list[dict[str, object]]:
        """What the winner's points are made of."""
        parts: list[dict[str, object]] = []
        note(parts, "reward", clash.field.reward)
        edict_parts: list[dict[str, object]] = []
        for seat in range(2):
            side = clash.side(seat)
            note(edict_parts, self.edicts[side.edict].id, self.worth(side, clash.side(1 - seat)))
        status_parts: list[dict[str, object]] = []
        for status in self.statuses:
            if (statuses >> status.number) & 1 == 1:
                note(status_parts, status.id, status.points)
        points: i64 = self.status_points[statuses]
        raised: i64 = self.value(clash.value, points, floor) - clash.value - points
        if floor == FLOOR_FIELD:
            parts += edict_parts
            note(parts, "floor", raised)
            return parts + status_parts
        parts += status_parts
        parts += edict_parts
        note(parts, "floor", raised)
        return parts


def note(parts: list[dict[str, object]] | None, label: str, amount: i64) -> None:
    """Add one part to a sum, unless it changes nothing."""
    if parts is not None and amount != 0:
        parts.append({"label": label, "amount": amount})
