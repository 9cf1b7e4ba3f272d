"""The battle once more, straight from the rulebook's prose: what the referee is compared with.

Written without a look at the referee's code, with words instead of numbers and masks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PRINTED = {
    "wall": 0,
    "seer": 0,
    "rogue": 1,
    "bard": 2,
    "diplomat": 2,
    "ranger": 2,
    "steward": 2,
    "barbarian": 3,
    "witch": 3,
    "mercenary": 4,
    "monarch": 6,
}
HOME = {
    "mountain": {"ranger", "barbarian", "mercenary"},
    "glade": {"bard", "ranger", "witch"},
    "urban": {"rogue", "bard", "diplomat", "steward"},
    "night": {"seer", "rogue", "ranger"},
    "plains": set(),
    "last-strand": set(),
}


@dataclass
class Fighter:
    """What one seat brings to a battle."""

    creature: str
    edict: str
    named_right: bool = False
    statuses: frozenset[str] = frozenset()


@dataclass
class Result:
    winner: int | None
    how: str
    strengths: list[int] | None
    multipliers: list[int]
    negated: list[bool]
    value: int | None
    points: list[int]
    recovered: list[bool]
    echoes: list[set[str]] = field(default_factory=lambda: [set(), set()])


def negated(me: str, other: str) -> bool:
    return other == "witch" or (other == "rogue" and me == "seer")


def wins_at_once(me: Fighter, other: Fighter) -> bool:
    if negated(me.creature, other.creature):
        return False
    if me.creature == "rogue":
        return other.creature in ("monarch", "wall")
    if me.creature == "witch":
        return other.creature == "wall"
    return me.creature == "diplomat" and me.edict == other.edict


def multiplier(field: str, me: Fighter, other: Fighter) -> int:
    steward = me.creature == "steward" and not negated("steward", other.creature)
    return 1 + (field == "urban") + steward


def strength(field: str, me: Fighter, other: Fighter) -> int:
    home, void = me.creature in HOME[field], negated(me.creature, other.creature)
    total = PRINTED[me.creature] + 2 * home
    if me.creature == "ranger" and not void and home and other.creature not in HOME[field]:
        total += 2
    if me.creature == "barbarian" and not void and "barbarian" in me.statuses:
        total += 2
    by_edict = {"sabotage": 3 * me.named_right, "gambit": 1, "ambush": int(home)}.get(me.edict, 0)
    if me.creature != "witch":
        total += by_edict * multiplier(field, me, other)
    total += ("bard" in me.statuses) + ("mountain" in me.statuses) - ("mercenary" in me.statuses)
    return total


def worth(field: str, winner: Fighter, loser: Fighter, floor: str) -> int:
    reward = 5 if field == "last-strand" else 3
    edicts = 0
    for me, other in ((winner, loser), (loser, winner)):
        if me.edict == "rile-the-public":
            edicts += multiplier(field, me, other)
        if me.edict == "divert-attention" and other.edict != "rile-the-public":
            edicts -= multiplier(field, me, other)
    points = 2 * ("glade" in winner.statuses) + ("night" in winner.statuses) + ("bard" in winner.statuses)
    if floor == "field":
        return max(0, reward + edicts) + points
    return reward + edicts + points if floor == "none" else max(0, reward + edicts + points)


def settle(
    field: str, one: Fighter, two: Fighter, *, floor: str = "total", barbarian_buried: bool = False
) -> Result:
    """How a battle on a field ends."""
    seats = (one, two)
    compared = None
    winner: int | None = None
    if wins_at_once(one, two) or wins_at_once(two, one):
        winner, how = (0 if wins_at_once(one, two) else 1), "instant"
    else:
        if "wall" in (one.creature, two.creature):
            how = "wall"
        else:
            compared = [strength(field, one, two), strength(field, two, one)]
            how = "level" if compared[0] == compared[1] else "strength"
            if how == "strength":
                winner = 0 if compared[0] > compared[1] else 1
        gamblers = [seat for seat in (0, 1) if seats[seat].edict == "gambit"]
        if winner is None and len(gamblers) == 1:
            winner, how = 1 - gamblers[0], f"{how}-gambit"
    points = [0, 0]
    value = None
    if winner is not None:
        value = worth(field, seats[winner], seats[1 - winner], floor)
        points[winner] += value
    void = [negated(one.creature, two.creature), negated(two.creature, one.creature)]
    echoes: list[set[str]] = [set(), set()]
    for seat in (0, 1):
        creature = seats[seat].creature
        if creature == "monarch" and not void[seat] and winner != seat:
            points[1 - seat] += 2
        if creature in ("seer", "bard", "mercenary") and not void[seat]:
            echoes[seat].add(creature)
        if field == "night":
            echoes[seat].add("night")
        if winner == seat and field in ("glade", "mountain"):
            echoes[seat].add(field)
        fought = "barbarian" in (one.creature, two.creature)
        if winner == 1 - seat and not fought and not barbarian_buried:
            echoes[seat].add("barbarian")
    return Result(
        winner,
        how,
        compared,
        [multiplier(field, one, two), multiplier(field, two, one)],
        void,
        value,
        points,
        [seats[seat].creature == "steward" and not void[seat] for seat in (0, 1)],
        echoes,
    )
