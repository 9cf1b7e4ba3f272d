"""What creatures and edicts can do: the vocabulary of Echo's content.

An effect is made once from TOML and asked at the named moments of a battle (EC-6). What it does not
mention it leaves alone.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr


@final
class Side:
    """One seat's half of a battle: what it fights with, and what became of it."""

    def __init__(self, creature: i64, edict: i64, hit: bool, roused: bool, bonus: bool) -> None:
        self.creature: i64 = creature
        self.edict: i64 = edict
        self.hit: bool = hit  # it named the creature it faces
        self.roused: bool = roused  # its owner has the status that its creature waits for
        self.bonus: bool = bonus  # the battlefield lists its creature (EC-6.1)
        self.negated: bool = False
        self.negated_by: str = ""  # the clause
        self.multiplier: i64 = 1
        self.wins: bool = False  # instantly
        self.wins_by: str = ""  # the clause
        self.forces_tie: bool = False
        self.strength: i64 = 0  # without what statuses add
        self.loses_ties: bool = False
        self.concedes: i64 = 0  # points for the other unless it wins
        self.grants: i64 = 0  # statuses for its owner, as a mask
        self.recovers: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One thing a creature or an edict does. Amounts come from the content."""

    def __init__(self, amount: i64 = 0, clause: str = "") -> None:
        self.amount: i64 = amount
        self.clause: str = clause  # what the log points at, where the content must say

    def negates(self, creature: i64) -> bool:
        """Does it void the effects of that opposing creature?"""
        return False

    def multiplies(self) -> i64:
        """What it adds to its owner's edict multiplier."""
        return 0

    def wins(self, mine: Side, theirs: Side) -> bool:
        """Does it win the battle before strengths are looked at?"""
        return False

    def forces_tie(self) -> bool:
        return False

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        """Strength it adds; that of an edict is multiplied."""
        return 0

    def mutes_edict(self) -> bool:
        """Does its owner's edict add no strength?"""
        return False

    def values(self) -> i64:
        """What it adds to the worth of the battle, before the multiplier."""
        return 0

    def cancels(self, edict: i64) -> bool:
        """Does it void what that opposing edict adds to the worth of the battle?"""
        return False

    def loses_ties(self) -> bool:
        return False

    def concedes(self) -> i64:
        """Points for the opponent unless its owner wins."""
        return 0

    def grants(self) -> i64:
        """Statuses for its owner's next turn, as a mask."""
        return 0

    def recovers(self) -> bool:
        """Does its owner get all edicts back?"""
        return False


# Creatures


@final
class Negate(Effect):
    """`negate`: the opposing creature has no effects, if it is one of these."""

    def __init__(self, creatures: i64, clause: str) -> None:
        super().__init__(0, clause)
        self.creatures: i64 = creatures

    def negates(self, creature: i64) -> bool:
        return (self.creatures >> creature) & 1 == 1


@final
class WinVs(Effect):
    """`win-vs`: an instant win against these creatures."""

    def __init__(self, creatures: i64, clause: str) -> None:
        super().__init__(0, clause)
        self.creatures: i64 = creatures

    def wins(self, mine: Side, theirs: Side) -> bool:
        return (self.creatures >> theirs.creature) & 1 == 1


@final
class WinIfSameEdict(Effect):
    """`win-if-same-edict`: an instant win when both played the same edict."""

    def wins(self, mine: Side, theirs: Side) -> bool:
        return mine.edict == theirs.edict


@final
class ForceTie(Effect):
    """`force-tie`: nobody is stronger than a wall."""

    def forces_tie(self) -> bool:
        return True


@final
class Grant(Effect):
    """`grant`: the owner has a status next turn."""

    def __init__(self, statuses: i64) -> None:
        super().__init__()
        self.statuses: i64 = statuses

    def grants(self) -> i64:
        return self.statuses


@final
class StrengthIfSoleBonus(Effect):
    """`strength-if` with `sole-bonus`: more strength on a field that suits only this creature."""

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        return self.amount if mine.bonus and not theirs.bonus else 0


@final
class StrengthIfRoused(Effect):
    """`strength-if` with `status:…`: more strength while the owner has that status."""

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        return self.amount if mine.roused else 0


@final
class Multiplier(Effect):
    """`multiplier`: the owner's edict counts for more."""

    def multiplies(self) -> i64:
        return self.amount


@final
class RecoverEdicts(Effect):
    """`recover-edicts`: the owner holds every edict again."""

    def recovers(self) -> bool:
        return True


@final
class NoEdictStrength(Effect):
    """`no-edict-strength`: the owner's edict adds no strength."""

    def mutes_edict(self) -> bool:
        return True


@final
class ConcedeUnlessWin(Effect):
    """`concede-unless-win`: points for the opponent unless the owner wins."""

    def concedes(self) -> i64:
        return self.amount


# Edicts


@final
class Value(Effect):
    """`value`: the battle is worth more, or less."""

    def values(self) -> i64:
        return self.amount


@final
class Cancel(Effect):
    """`cancel`: an opposing edict of this kind changes nothing about the battle's worth."""

    def __init__(self, edict: i64) -> None:
        super().__init__()
        self.edict: i64 = edict

    def cancels(self, edict: i64) -> bool:
        return edict == self.edict


@final
class Strength(Effect):
    """`strength`: more strength."""

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        return self.amount


@final
class StrengthIfBonus(Effect):
    """`strength-if-bonus`: more strength for a creature with a battlefield bonus."""

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        return self.amount if mine.bonus else 0


@final
class StrengthIfNamed(Effect):
    """`strength-if-named`: more strength if the name was right."""

    def strengthens(self, mine: Side, theirs: Side) -> i64:
        return self.amount if mine.hit else 0


@final
class LoseTies(Effect):
    """`lose-ties`: a tie is lost unless the opponent loses ties too."""

    def loses_ties(self) -> bool:
        return True
