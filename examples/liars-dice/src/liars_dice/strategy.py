"""A bot that reckons how likely a claim is and who would believe it, and bluffs a little."""

from functools import cache
from math import comb

from innkeeper import Action, Best, Chance, Policy, State
from liars_dice.book import FACES
from liars_dice.state import Cups

CLOSE = 20  # thousandths: about as good is left to chance, or claims would tell the dice
BLUFF = 8  # one time in so many it claims as if it had other dice


@cache
def exactly(count: int, dice: int, sixths: int) -> float:
    """How likely it is that so many of some unseen dice count, each by so many of its faces."""
    return comb(dice, count) * sixths**count * (6 - sixths) ** (dice - count) / 6**dice if count >= 0 else 0


@cache
def at_least(count: int, dice: int, sixths: int) -> float:
    return sum(exactly(more, dice, sixths) for more in range(max(count, 0), dice + 1))


class Reckoner(Policy):
    """Looks at its own dice, at the claim and at how many dice there are, and at nothing else."""

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Cups)
        own = s.cups[seat]
        said = own if chance.below(BLUFF) else [chance.die(FACES) for _ in own]
        best = Best(CLOSE)
        for action in legal:
            held = said if action.verb is s.book.claim else own
            best.offer(action, int(1000 * worth(s, held, action)))
        return best.pick(chance)


def worth(s: Cups, held: list[int], action: Action) -> float:
    """How likely it is to come through this without losing a die."""
    claims, unseen = action.verb is s.book.claim, s.in_play() - len(held)
    quantity = action.a + 1 if claims else s.claims[-1]["quantity"]
    face = action.b + 1 if claims else s.claims[-1]["face"]
    sixths = 2 if s.options.wild and face != 1 else 1
    missing = quantity - sum(s.counts(die, face) for die in held)
    if action.verb is s.book.spot_on:
        return exactly(missing, unseen, sixths)
    lie = 1 - at_least(missing, unseen, sixths)
    return 1 - lie * (1 - at_least(quantity, s.in_play(), sixths)) if claims else lie
