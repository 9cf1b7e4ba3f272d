"""Looking back at a match: how likely everybody was to win, and what a strong player would have done instead.

At every question a strong level is asked what it would answer, knowing no more than whoever was asked. If it
can say itself how good an answer is, that counts. Otherwise its answer is tried in many worlds, the game's
own sense of good answers plays on for everybody, and the game judges where that leads; what was played
instead is tried in the same worlds with the same dice. Where a game knows how often each answer should be
given (`Game.weigher`), that is told beside what was played, and what was missed follows from it.
"""

from __future__ import annotations

from math import sqrt
from time import thread_time
from typing import Any

from msgspec import Struct

from innkeeper.bots import judge_of, make_bot, strong_level
from innkeeper.engine.action import Action
from innkeeper.engine.chance import WORD, Chance, FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.frame import State
from innkeeper.engine.game import Game, get_game
from innkeeper.engine.playout import DICE, Policy, ask
from innkeeper.engine.record import positions
from innkeeper.engine.strategy import STILL, Strategy, reopen, roll_on

WORLDS = 32  # in which an answer is tried
LEAST = 8  # of these, however long they take
SECONDS = 0.2  # of the processor for them
MENTIONED = 0.005  # an answer that should be given so often is told
NOTICED = 0.04  # a chance that was missed is at least so large,
SURE = 2.0  # and so many standard errors


class Chances(Struct, frozen=True):
    """How likely each seat is to win, and how far off that may well be. A draw is a share for everybody."""

    chances: list[float]
    margins: list[float]


class Missed(Struct, frozen=True):
    """Somebody had something better: `chance` is what it would have given, `cost` how much less it became."""

    seat: int
    played: str
    better: str
    chance: float
    cost: float
    margin: float


class Weight(Struct, frozen=True):
    """How often an answer should be given, and what it costs to give it instead of the best; null: nobody
    knows what it costs."""

    answer: str
    share: float
    cost: float | None


class Mixture(Struct, frozen=True):
    """How a choice should have been made by somebody whom nobody can see through: the answers that are worth
    a mention, the most frequent first, with what was `played` among them."""

    seat: int
    played: str
    weights: list[Weight]


class Judged(Struct, frozen=True):
    """One position: the chances as they truly were, then with what each seat knew; what was missed, and how
    the choice should have been made, where that is known."""

    known: list[Chances]
    missed: Missed | None
    mixture: Mixture | None = None


class Likely(Policy):
    """Answers as often as a good player does, by what a game says of answers at first sight: who always gave
    the best of them would make a game of no luck look decided from the start."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.policy = strategy.policy()

    def choose(self, s: State, seat: int, legal: list[Action], chance: Chance) -> Action:
        kept = self.strategy.prune(s, seat, legal)
        left = chance.word() / WORD
        for action, weight in zip(
            kept, self.strategy.weights(s, seat, kept, self.policy, chance), strict=True
        ):
            left -= weight
            if left < 0.0:
                return action
        return self.policy.choose(s, seat, legal, chance)


class Analyst:
    """Judges positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.level = strong_level(game)
        self.strategy = judge_of(game)
        self.policy = Likely(self.strategy)
        self.settings = self.strategy.settings()
        self.weigh = None if game.weigher is None else game.weigher()

    def judged(self, s: State, seat: int | None, played: Action | None, seed: int) -> Judged:
        """A position in which `seat` was asked, if anybody was, and what it played."""
        eyes: list[int | None] = [None, *range(int(s.seats))]
        if s.over:
            ended = list(self.strategy.values(s))
            return Judged([Chances(ended, [0.0] * len(ended))] * len(eyes), None)
        seat = int(s.decider()) if seat is None else seat
        player = make_bot(self.game, self.level)
        choice = ask(player, s, seat, FastChance(seed))
        here = s.determinize(seat, STILL)  # nobody is shown more than the seat sees
        reckoned = player.reckon(here, seat, choice)
        other = None if played is choice else played
        weighed = self.weighed(here, seat, played)
        if reckoned >= 0.0 and s.seats == 2:
            first = round(reckoned if seat == 0 else 1.0 - reckoned, 3)
            known = [Chances([first, round(1.0 - first, 3)], [0.0, 0.0])] * len(eyes)
            costs = [] if other is None else [reckoned - player.reckon(here, seat, other)]
        else:
            tried = [self.values(s, through, seat, choice, seed) for through in eyes]
            known = [_chances(values) for values in tried]
            best = [values[seat] for values in tried[seat + 1]]
            reckoned, costs = sum(best) / len(best), []
            if other is not None:
                instead = self.values(s, seat, seat, other, seed, len(best))
                costs = [one - values[seat] for one, values in zip(best, instead, strict=True)]
        mixture = _mixture(seat, played, weighed) if played is not None and weighed else None
        if played is not None and weighed and min(chance for _, chance in weighed.values()) >= 0.0:
            return Judged(known, _weighed_miss(seat, played, weighed), mixture)
        if other is None or (cost := _cost(costs)) is None:
            return Judged(known, None, mixture)
        return Judged(known, Missed(seat, other.label, choice.label, round(reckoned, 3), *cost), mixture)

    def weighed(self, s: State, seat: int, played: Action | None) -> dict[Action, tuple[float, float]]:
        """By answer, how often it should be given and its chance; none: the game cannot say."""
        legal = s.actions(seat) if s.required() >> seat & 1 else []
        if self.weigh is None or played not in legal or len(legal) < 2:
            return {}
        return dict(zip(legal, self.weigh(s, seat, legal), strict=False))

    def values(
        self, s: State, through: int | None, seat: int, answer: Action, seed: int, worlds: int = 0
    ) -> list[list[float]]:
        """What comes of an answer in worlds that a seat (null: whoever sees everything) may expect: so many,
        or as many as there is time for. The same worlds and dice for the same seed."""
        found: list[list[float]] = []
        until = thread_time() + SECONDS
        while len(found) < (worlds or WORLDS):
            dice = FastChance((seed << 8 | len(found)) | DICE)
            if through is None:
                world = s.copy()
            else:
                world = s.determinize(through, dice)
                reopen(world, through)
            world.chance = dice
            end = self.settings.until(world.turn)
            if world.required() >> seat & 1 and answer in world.actions(seat):
                world.act(seat, answer)
            roll_on(world, self.policy, dice, self.settings.far, end)
            found.append(list(self.strategy.values(world)))
            if not worlds and len(found) >= LEAST and thread_time() >= until:
                break
        return found


class Reel:
    """A finished match: the position after every entry, and what was answered there."""

    def __init__(self, record: dict[str, Any], content: Content | None) -> None:
        self.entries: list[dict[str, Any]] = record["entries"]
        self.states = [match.state for match in positions(record, content)]
        self.analyst = Analyst(get_game(record["game"], record["rules"]))
        self.undone = {entry["entry"] for entry in self.entries if "entry" in entry}

    def answer(self, at: int) -> tuple[int | None, Action | None]:
        """Who answered at a position, and what, if anybody chose: not the clock, and not for good if it was
        taken back."""
        entry = self.entries[at] if at < len(self.entries) else {}
        seat, state = entry.get("seat"), self.states[at]
        if "do" not in entry or seat is None or not state.required() >> seat & 1:
            return None, None
        chosen = next((action for action in state.actions(seat) if action.id == entry["do"]), None)
        if chosen is None or "timeout" in entry or at in self.undone:
            return (None if chosen is None else seat), None
        return seat, chosen

    def judged(self, at: int) -> Judged:
        """A strong player's judgement of the position after so many entries."""
        seat, played = self.answer(at)
        return self.analyst.judged(self.states[at], seat, played, at)


def _chances(values: list[list[float]]) -> Chances:
    """Means, and two standard errors; two more worlds, one lost and one won, keep them from being 0."""
    seats = [list(column) for column in zip(*values, strict=True)]
    margins = [_spread([*column, 0.0, 1.0]) for column in seats]
    return Chances(
        [round(sum(column) / len(column), 3) for column in seats], [round(2 * one, 3) for one in margins]
    )


def _mixture(seat: int, played: Action, weighed: dict[Action, tuple[float, float]]) -> Mixture:
    best = max(chance for _, chance in weighed.values())
    ranked = sorted(weighed.items(), key=lambda one: -one[1][0])
    weights = [
        Weight(action.label, round(share, 3), None if chance < 0.0 else round(best - chance, 3))
        for action, (share, chance) in ranked
        if share >= MENTIONED or action is played
    ]
    return Mixture(seat, played.label, weights)


def _weighed_miss(seat: int, played: Action, weighed: dict[Action, tuple[float, float]]) -> Missed | None:
    """What was missed where every answer's chance is known."""
    better = max(weighed, key=lambda action: weighed[action][1])
    chance, cost = weighed[better][1], weighed[better][1] - weighed[played][1]
    if cost < NOTICED:
        return None
    return Missed(seat, played.label, better.label, round(chance, 3), round(cost, 3), 0.0)


def _cost(costs: list[float]) -> tuple[float, float] | None:
    """What an answer cost, and how far off that may well be; None: nothing that one can be sure of."""
    mean = sum(costs) / len(costs)
    doubt = SURE * _spread(costs) if len(costs) > 1 else 0.0
    return (round(mean, 3), round(doubt, 3)) if mean >= NOTICED and mean >= doubt else None


def _spread(values: list[float]) -> float:
    """The standard error of a mean."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
