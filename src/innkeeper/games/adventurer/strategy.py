"""Playing well: how many turns until somebody is beaten, and the quick policy that roll-outs use.

All amounts are hundredths: of a point, of a turn, of a card.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Best, Policy
from innkeeper.engine.strategy import Settings, Strategy, mix, mix_cards, shared_by
from innkeeper.games.adventurer.book import IN_RESPONSE, Die
from innkeeper.games.adventurer.deeds import any_use
from innkeeper.games.adventurer.insight import chance_to_win
from innkeeper.games.adventurer.outlook import Outlook, clock, look
from innkeeper.games.adventurer.state import Adventure
from innkeeper.games.adventurer.weighing import Weights

WON: Final = 10_000_000
HASTY: Final = 2  # tries of an action that uses chance, where many more positions are to be seen
CLEAR: Final = 60.0  # by so much one answer is clearly better than another at first sight


def belongings(s: Adventure, seat: i64, out: Outlook, turns: i64, w: Weights) -> i64:
    """Cards, levels, hand and XP of one seat; a card in play is worth more the longer its owner lives."""
    me = s.sides[seat]
    total: i64 = out.cards * (w.card + w.income * min(8, turns)) + out.levels * w.level
    total += w.xp * min(me.xp, 12) + 3 * max(0, me.xp - 12)
    hand: i64 = len(me.hand)
    if me.top > 0:
        return total + w.hand * min(hand, 7) + 5 * max(0, hand - 7)
    # AF-9.4: with an empty deck a card must be played every turn.
    if s.active == seat and not me.played:
        total -= 4000
    return total + w.last * min(hand, 8)


def score(s: Adventure, seat: i64, w: Weights) -> i64:
    """How good the position is for a seat."""
    outcome = s.outcome
    if outcome is not None:
        if outcome.draw:
            return 0
        return WON - s.turn if seat in outcome.winners else s.turn - WON
    mine = look(s, seat, w)
    theirs = look(s, 1 - seat, w)
    my_clock = clock(mine, theirs, s.sides[1 - seat], w)
    their_clock = clock(theirs, mine, s.sides[seat], w)
    total: i64 = w.clock * (1000 * (their_clock - my_clock) // (their_clock + my_clock)) // 100
    total += belongings(s, seat, mine, their_clock // 100, w)
    total -= belongings(s, 1 - seat, theirs, my_clock // 100, w)
    return total


def sensible(s: Adventure, seat: i64, legal: list[Action]) -> list[Action]:
    """Of the own turn what a person would think of: who has won stops there (AF-9.3), a strike that cannot
    take anything is none, and nobody rests while one is free that cannot be answered."""
    phase = s.phase()
    if seat != s.active or (phase != "main" and phase != "encounter"):
        return legal
    me = s.sides[seat]
    foe = s.sides[1 - seat]
    decked = me.top == 0 and not me.played  # AF-9.4
    if (foe.health == 0 or foe.willpower == 0) and me.health > 0 and me.willpower > 0 and not decked:
        return [s.book.done if phase == "main" else s.book.rest]
    if phase == "main":
        return legal
    hurts = highest(me.violence, me.violence_sides()) + me.attack > foe.defense
    shakes = highest(me.diplomacy, me.diplomacy_sides()) + me.charisma > foe.charisma
    free = (hurts or shakes) and not any_use(s, 1 - seat, IN_RESPONSE)
    kept: list[Action] = []
    for action in legal:
        if action is s.book.attack and not hurts:
            continue
        if action is s.book.parley and not shakes:
            continue
        if action is s.book.rest and free:
            continue
        kept.append(action)
    return kept


def highest(die: Die, sides: i64) -> i64:
    """The most that a die shows."""
    return die.count * sides + die.plus


@final
class Greedy(Policy):
    """Looks one action ahead, with a few tries where chance decides; plans nothing and never bluffs."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Weights = Weights() if weights is None else weights

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Adventure)
        thought = sensible(s, seat, legal)
        if len(thought) == 1:
            return thought[0]
        best = Best()
        for action in thought:
            best.offer(action, self.worth(s, seat, action, chance))
        return best.pick(chance)

    def worth(self, s: Adventure, seat: i64, action: Action, chance: Chance) -> i64:
        """The average score after an action, if the other seat lets it stand."""
        total: i64 = 0
        tries: i64 = 0
        while tries < self.weights.samples:
            before = chance.drawn
            world = s.copy()
            world.chance = chance
            world.act(seat, action)
            settle_quietly(world, seat)
            total += score(world, seat, self.weights)
            tries += 1
            if chance.drawn == before:
                break
        return total // tries


def settle_quietly(s: Adventure, seat: i64) -> None:
    """Until the next real question: the other seat passes, and choices are made as they come."""
    while not s.over:
        phase = s.stack[-1].phase
        if phase == "choose":
            who = s.decider()
            s.act(who, s.actions(who)[0])
        elif phase == "respond" and s.responder != seat:
            s.act(s.responder, s.book.pass_)
        else:
            return


@final
class AdventureStrategy(Strategy):
    """Adventurer Factory for a search: what the fitted net makes of a position."""

    def __init__(self) -> None:
        self.hasty: Final = Weights()
        self.hasty.samples = HASTY

    def settings(self) -> Settings:
        return Settings(depth=8, model=True, far=16)

    def policy(self) -> Policy:
        return Greedy(self.hasty)

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Adventure)
        first = chance_to_win(s, 0)
        return [first, 1.0 - first]

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        """At first sight an answer that the policy likes by `CLEAR` more is that much likelier."""
        assert isinstance(s, Adventure)
        assert isinstance(policy, Greedy)
        return shared_by([float(policy.worth(s, seat, action, chance)) / CLEAR for action in kept])

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        assert isinstance(s, Adventure)
        return sensible(s, seat, legal)

    def idle(self, s: State, seat: i64) -> Action | None:
        assert isinstance(s, Adventure)
        return s.book.rest if s.phase() == "encounter" else s.book.done

    def key(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Adventure)
        key = mix(mix(s.turn, s.active), s.step << 20 | s.deeds)
        key = mix(mix(key, s.opened_by << 20 | s.opened_ref), s.opener << 2 | s.responder)
        key = mix(mix(key, s.dealt), s.rolled)
        key = mix(key, s.offer << 8 | s.offered)
        for link in s.links:
            key = mix(mix(key, link.seat << 20 | link.ref), link.action)
        if s.turned_up(seat) > 0:
            key = mix_cards(key, s.turned)
        for owner in range(2):
            side = s.sides[owner]
            key = mix(key, side.health << 40 | side.willpower << 20 | side.xp)
            key = mix_cards(mix(key, side.top << 1 | (1 if side.played else 0)), side.discard)
            key = mix(mix(key, side.lost_health), side.lost_willpower)
            key = (
                mix_cards(key, side.hand)
                if owner == seat
                else mix(mix_cards(key, side.known), len(side.hand))
            )
            for place in range(len(side.in_play)):
                placed = side.in_play[place]
                key = mix(mix(key, placed.card.number << 20 | placed.ref), side.flags[place])
            for temp in side.temps:
                key = mix(mix(key, temp.what << 20 | temp.until), temp.by)
        return key


BOTS: Final[dict[str, type[Policy]]] = {"greedy": Greedy}
