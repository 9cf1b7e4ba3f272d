"""Playing Mazerunner well: what a position, a die, a block and an item are worth, and two quick players.

All values are whole hundredths of a step. The players look only at what everybody sees.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Best, Policy
from innkeeper.engine.strategy import Settings, Strategy, mix, mix_cards, shared_by, shares
from innkeeper.games.mazerunner.book import ANY, ATTACK, MOVE, RESOURCE, Face, ItemCard
from innkeeper.games.mazerunner.dice import MOST_EXTRA, MOST_ROLLS, extra_dice, kind_of
from innkeeper.games.mazerunner.fighting import blow, foe
from innkeeper.games.mazerunner.fitted import WEIGHTS
from innkeeper.games.mazerunner.habits import Habits, avid, bred
from innkeeper.games.mazerunner.maze import landings, leads, portal_ends
from innkeeper.games.mazerunner.shop import affordable, rate_of
from innkeeper.games.mazerunner.state import BUYING, HEALING, Monster, Race, Runner

WON: Final = 1_000_000
NEVER: Final = -60.0  # beside this every other chance is a certainty

STEP: Final = 100
PIECE: Final = 400  # in a monster's loot
AHEAD: Final = 1  # map pieces that make a lead
LOW: Final = 20  # health that begins to be felt
PLENTY: Final = 12  # resources of which more are hardly spent
USUAL: Final = 12  # half-steps and power to expect of a run
USUAL_POWER: Final = 5


def score(s: Race, seat: i64) -> i64:
    """How a seat stands: map pieces first, then items, resources and health, against the best rival."""
    outcome = s.outcome
    if outcome is not None:
        if outcome.draw:
            return 0
        return WON if seat in outcome.winners else -WON
    best: i64 = 0
    for other in range(s.seats):
        if other != seat and s.runners[other].out < 0:
            best = max(best, worth(s.runners[other]))
    return worth(s.runners[seat]) - best


def worth(runner: Runner) -> i64:
    """One side of the score, in hundredths of a map piece."""
    if runner.out >= 0:
        return -WON
    resources: i64 = runner.held[0] + runner.held[1] + runner.held[2]
    return 100 * runner.pieces + 2 * runner.hp + 5 * resources + 30 * len(runner.items)


# Dice


def mean(s: Race, kind: i64, habits: Habits) -> i64:
    """What one more die of a kind adds, rolled once."""
    total: i64 = 0
    die = s.book.dice[kind]
    for face in die.faces:
        total += habits.power * face.power + habits.supply * (face.gives[0] + face.gives[1] + face.gives[2])
    return total // die.sides


def face_value(s: Race, face: Face, habits: Habits) -> i64:
    """What a face of the pool is worth in this turn."""
    if s.mode == HEALING:
        return STEP * face.steps
    if s.rules.two_stages:
        return STEP * face.steps + (mean(s, face.counts, habits) if face.counts >= 0 else 0)
    value = STEP * face.steps + habits.power * face.power
    value += habits.supply * (face.gives[0] + face.gives[1] + face.gives[2])
    return value + (mean(s, face.bonus, habits) if face.bonus >= 0 else 0)


def stopping_values(s: Race, kind: i64, rolls_left: i64, habits: Habits) -> list[i64]:
    """The values of a die's faces, and last what rolling it again is worth."""
    values = [face_value(s, face, habits) for face in s.book.dice[kind].faces]
    sides: i64 = len(values)
    again: i64 = 0
    for _ in range(rolls_left):
        total: i64 = 0
        for value in values:
            total += max(value, again)
        again = total // sides
    values.append(again)
    return values


def dice_to_keep(s: Race, habits: Habits) -> i64:
    """Each die on its own: keep it if rolling again is worth less."""
    mask: i64 = 0
    known: i64 = -1
    values: list[i64] = []
    for index in range(len(s.dice)):
        kind = kind_of(s, index)
        if kind != known:
            known = kind
            values = stopping_values(s, kind, MOST_ROLLS - s.rolls, habits)
        if values[s.dice[index] - 1] >= values[-1]:
            mask |= 1 << index
    return mask


def unlike(s: Race, legal: list[Action]) -> list[Action]:
    """Of dice that show the same, which of them is kept makes no difference: always the first."""
    twins: list[i64] = []  # for each die the bit of the one before it that shows the same
    for index in range(len(s.dice)):
        twin: i64 = 0
        for other in range(index):
            if s.dice[other] == s.dice[index] and kind_of(s, other) == kind_of(s, index):
                twin = 1 << other
        twins.append(twin)
    kept: list[Action] = []
    for action in legal:
        first = True
        for index in range(len(twins)):
            if twins[index] != 0 and (action.a >> index) & 1 == 1 and action.a & twins[index] == 0:
                first = False
        if first:
            kept.append(action)
    return kept


def differing(mask: i64, other: i64) -> i64:
    """How many dice are kept in one of two ways only."""
    left = mask ^ other
    count: i64 = 0
    while left != 0:
        left &= left - 1
        count += 1
    return count


def pick_weight(s: Race, pick: Action, far: bool, prey: bool, habits: Habits) -> i64:
    """How much a pool suits the turn: steps for a long way, swords for prey, sacks for an empty bag."""
    runner = s.runner()
    poor = runner.held[0] + runner.held[1] + runner.held[2] + len(runner.items) < 6
    weight: i64 = 1
    weight += (habits.far if far else habits.near) * (pick.b - 2)
    weight += (habits.prey if prey else habits.fight) * (pick.a - 1)
    return weight + (habits.poor if poor else habits.rich) * (pick.c - 1)


# Walking


def stop_at(s: Race, habits: Habits) -> i64:
    """The health at which to turn back: sooner when ahead, later when a rival is one piece short."""
    best: i64 = -1
    for seat in range(s.seats):
        rival = s.runners[seat]
        if seat != s.active and rival.out < 0:
            best = max(best, rival.pieces)
    if best >= s.rules.map_goal - 1:
        return habits.fearless
    return habits.careful if best >= 0 and s.runner().pieces >= best + AHEAD else habits.stop_at


def is_last_run(s: Race) -> bool:
    """Has a rival the whole map already? Then the match ends with the round, and nobody rests for later."""
    for seat in range(s.seats):
        rival = s.runners[seat]
        if seat != s.active and rival.out < 0 and rival.pieces >= s.rules.map_goal:
            return True
    return False


def loot_value(monster: Monster) -> i64:
    """What beating a monster brings."""
    value: i64 = 0
    for effect in monster.card.loot:
        value += effect.appeal()
    return value


@final
class Walk:
    """The best next block from where the runner stands; -1: none is worth it."""

    def __init__(self) -> None:
        self.first: i64 = -1
        self.value: i64 = 0
        self.far: bool = True  # is the nearest unknown block more than three blocks away?
        self.prey: bool = False  # is there a monster with a map piece in reach?

    def offer(self, first: i64, value: i64) -> None:
        if self.first < 0 or value > self.value:
            self.first = first
            self.value = value


def survey(s: Race, half_steps: i64, strolls: i64, power: i64, habits: Habits) -> Walk:
    """Every place in reach: unknown blocks and monsters worth fighting, the nearest first."""
    walk = Walk()
    last_resort = Walk()
    seen: list[bool] = [False] * s.grid.cells
    cells: list[i64] = []
    firsts: list[i64] = []
    walked: list[i64] = []
    least = stop_at(s, habits)
    hp = s.runner().hp
    here = s.here()
    seen[here] = True
    surplus = most_surplus(s, habits)
    place: i64 = -1
    while place < len(cells):
        cell = here if place < 0 else cells[place]
        so_far: i64 = 0 if place < 0 else walked[place]
        if walk.first >= 0 and surplus < PIECE and (so_far > 3 or not walk.far):
            reach = half_steps - max(0, so_far - strolls)
            if STEP * reach // 2 + surplus <= walk.value:
                break  # nothing further away can be worth more
        nexts = exits(s, cell)
        for there in nexts:
            if seen[there]:
                continue
            seen[there] = True
            first = there if place < 0 else firsts[place]
            if s.blocks[there] == 0:
                left = half_steps - max(0, so_far - strolls) - 2
                if left >= 0:
                    walk.offer(first, STEP * left // 2 + habits.opening * openings(s, there))
                    if so_far <= 3:
                        walk.far = False
                continue
            left = half_steps - max(0, so_far + 1 - strolls)
            if left < 0 or there in s.hunters:
                continue
            monster = s.monster_at(there)
            if monster is None:
                cells.append(there)
                firsts.append(first)
                walked.append(so_far + 1)
                continue
            value = STEP * left // 2 + loot_value(monster)
            damage = blow(s, monster.card.damage)
            walk.prey = walk.prey or loot_value(monster) >= PIECE
            if power > monster.health:
                walk.offer(first, value)
            elif power == monster.health and hp - damage > least:
                walk.offer(first, value - habits.wound * damage)
            elif hp - damage >= habits.spare:
                last_resort.offer(first, -damage)
        place += 1
    if walk.first < 0:
        walk.first = last_resort.first
    return walk


def most_surplus(s: Race, habits: Habits) -> i64:
    """What a place can be worth at most beside the steps that are left there: openings, or loot."""
    most: i64 = 4 * habits.opening - STEP
    for monster in s.monsters:
        most = max(most, loot_value(monster))
    return most


def exits(s: Race, cell: i64) -> list[i64]:
    """Where one can go from a place: by the doors of the base, corridors and portals."""
    if cell == s.grid.base:
        return s.grid.doors
    found: list[i64] = []
    for side in range(4):
        there = leads(s, cell, side)
        if there >= 0:
            found.append(there)
    if len(s.portals) > 0:
        found += portal_ends(s, cell)
    return found


def openings(s: Race, cell: i64) -> i64:
    """The empty cells beside a cell."""
    count: i64 = 0
    for side in range(4):
        there = s.grid.near[cell * 4 + side]
        if there >= 0 and there != s.grid.base and s.blocks[there] == 0:
            count += 1
    return count


def unknown_beside(s: Race, cell: i64) -> i64:
    """The unknown blocks one can enter from a block."""
    count: i64 = 0
    for there in exits(s, cell):
        if s.blocks[there] == 0:
            count += 1
    return count


# Shopping


def item_value(s: Race, runner: Runner, card: ItemCard, habits: Habits) -> i64:
    """What a kept or single-use item is worth to a runner, in hundredths of a resource."""
    extra = extra_dice(s)
    dice: i64 = extra[0] + extra[1] + extra[2] + extra[3]
    value: i64 = 0
    if dice < MOST_EXTRA:
        value += habits.any_die * card.dice[ANY] + habits.move_die * card.dice[MOVE]
        value += habits.attack_die * card.dice[ATTACK] + habits.resource_die * card.dice[RESOURCE]
    else:
        value += habits.spare_die * (
            card.dice[ANY] + card.dice[MOVE] + card.dice[ATTACK] + card.dice[RESOURCE]
        )
    value += habits.strength * card.power + habits.steps * card.steps + habits.strolls * card.strolls
    value += habits.yields * (card.yields[0] + card.yields[1] + card.yields[2])
    value += habits.guard * card.guard + habits.mend * card.mend + (habits.haggle if card.haggle else 0)
    value += habits.potion * card.potion + habits.strike * card.strike + habits.dash * card.dash
    value += (habits.vanish if card.vanish else 0) + (habits.warp if card.warp else 0)
    return value * (100 - habits.hurry * gone(s) // 100) // 100


def gone(s: Race) -> i64:
    """How much of 100 of the way whoever has most map pieces has gone."""
    most: i64 = 0
    for runner in s.runners:
        most = max(most, runner.pieces)
    return 100 * most // s.rules.map_goal


def lacking(runner: Runner, card: ItemCard) -> i64:
    """How many resources the runner is short of a price."""
    short: i64 = 0
    for kind in range(3):
        short += max(0, card.price[kind] - runner.held[kind])
    return short


def spare_trades(runner: Runner, card: ItemCard, rate: i64) -> i64:
    """How many trades the runner can make with what a price leaves over."""
    trades: i64 = 0
    for kind in range(3):
        trades += max(0, runner.held[kind] - card.price[kind]) // rate
    return trades


class Greedy(Policy):
    """Nearest unknown block, dice by optimal stopping, rest when weak, the best card it can afford."""

    def __init__(self, habits: Habits | None = None) -> None:
        self.habits: Habits = Habits() if habits is None else habits
        self.spends: bool = False  # more than one purchase a visit?
        self.draws: bool = True  # are dice picked by chance, the better the likelier?

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Race)
        phase = s.phase()
        if phase == "step" or phase == "enter":
            return self.walk(s, legal)
        if phase == "keep":
            return legal[dice_to_keep(s, self.habits)]
        if phase == "plan":
            return self.plan(s, legal)
        if phase == "shop":
            return self.shop(s, legal)
        if phase == "fight":
            return self.fight(s, legal)
        if phase == "retreat":
            fit = s.runner().hp > stop_at(s, self.habits) and s.half_steps > 2
            return legal[1 if fit or s.rules.retreat_ends_turn else 0]
        if phase == "pick":
            return self.pick(s, legal, chance)
        return self.land(s, legal, chance)

    def plan(self, s: Race, legal: list[Action]) -> Action:
        hp = s.runner().hp
        if hp > self.habits.rest_at or is_last_run(s):
            stuck = hp < s.rules.start_hp and survey(s, USUAL, 0, USUAL_POWER, self.habits).first < 0
            return s.book.actions.heal if stuck else s.book.actions.explore
        return self.potion(s, legal, s.book.actions.heal)

    def potion(self, s: Race, legal: list[Action], otherwise: Action) -> Action:
        """The strongest potion on offer."""
        best = otherwise
        most: i64 = 0
        for action in legal:
            if action.verb is s.book.actions.use and s.book.items[action.a].potion > most:
                best = action
                most = s.book.items[action.a].potion
        return best

    def pick(self, s: Race, legal: list[Action], chance: Chance) -> Action:
        walk = survey(s, USUAL, 0, USUAL_POWER, self.habits)
        weights = [pick_weight(s, action, walk.far, walk.prey, self.habits) for action in legal]
        if not self.draws:
            return legal[weights.index(max(weights))]
        total: i64 = 0
        for weight in weights:
            total += weight
        drawn: i64 = chance.below(total)
        for place, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return legal[place]
        return legal[0]

    def walk(self, s: Race, legal: list[Action]) -> Action:
        actions = s.book.actions
        if s.runner().hp <= stop_at(s, self.habits):
            return self.potion(s, legal, actions.home)
        walk = survey(s, s.half_steps, s.strolls, s.power, self.habits)
        if walk.first >= 0:
            if not s.in_base():
                return s.grid.moves[walk.first]
            return actions.doors[s.grid.doors.index(walk.first)]
        for action in legal:
            if action.verb is actions.use:
                card = s.book.items[action.a]
                steps = s.half_steps + 2 * card.dash
                if card.dash > 0 and survey(s, steps, s.strolls, s.power, self.habits).first >= 0:
                    return action
                if card.warp and s.half_steps >= 2:
                    for cell in landings(s):
                        if unknown_beside(s, cell) > 0:
                            return action
        return actions.home

    def fight(self, s: Race, legal: list[Action]) -> Action:
        """The smallest strike that wins; what only makes it vanish, against the worst."""
        monster = foe(s)
        missing = monster.health - s.power - s.fight_bonus
        if missing < 0:
            return legal[0]
        best = legal[0]
        least: i64 = 0
        total: i64 = 0
        damage = blow(s, monster.card.damage)
        dire = damage >= 8 or damage >= s.runner().hp - self.habits.stop_at
        for action in legal[1:]:
            card = s.book.items[action.a]
            total += card.strike
            if card.strike > missing and (least == 0 or card.strike < least):
                best = action
                least = card.strike
        if least > 0 or not dire:
            return best
        for action in legal[1:]:
            if s.book.items[action.a].vanish or total > missing:
                return action
        return legal[0]

    def land(self, s: Race, legal: list[Action], chance: Chance) -> Action:
        """The landing with most unknown blocks beside it."""
        best = Best()
        for action in legal:
            best.offer(action, unknown_beside(s, action.a * s.grid.size + action.b))
        return best.pick(chance)

    def shop(self, s: Race, legal: list[Action]) -> Action:
        """The best card that is worth its price; a trade if that is all it takes."""
        if s.shopped == BUYING and not self.spends:
            return s.book.actions.done
        runner = s.runner()
        rate = rate_of(s, runner)
        best: ItemCard | None = None
        most: i64 = 0
        for number in s.slots:
            if number < 0:
                continue
            card = s.book.items[number]
            short = lacking(runner, card)
            if short > 0 and (s.rules.buy_or_trade or spare_trades(runner, card, rate) < short):
                continue
            price: i64 = card.price[0] + card.price[1] + card.price[2] + (rate - 1) * short
            value = self.value(s, runner, card) - self.habits.thrift * price
            if value > most:
                best = card
                most = value
        if best is None:
            return s.book.actions.done
        if affordable(runner, best):
            return s.book.actions.buy.at1(best.number)
        return self.trade(s, runner, best, rate)

    def value(self, s: Race, runner: Runner, card: ItemCard) -> i64:
        """What a card is worth; the chart that wins the race, everything."""
        if card.chart == 0:
            return item_value(s, runner, card, self.habits)
        return self.habits.chart if runner.pieces + card.chart < s.rules.map_goal else WON

    def trade(self, s: Race, runner: Runner, card: ItemCard, rate: i64) -> Action:
        """From the resource there is most to spare of to the one that is short."""
        give: i64 = -1
        take: i64 = -1
        most: i64 = 0
        for kind in range(3):
            spare = runner.held[kind] - card.price[kind]
            if spare < 0:
                take = kind
            elif spare >= rate and spare > most:
                give = kind
                most = spare
        return s.book.actions.trade.at2(give, take)


class Merchant(Greedy):
    """As greedy, but it spends all it can on every visit, and buys charts whenever there are any."""

    def __init__(self, habits: Habits | None = None) -> None:
        super().__init__(avid() if habits is None else habits)
        self.spends = True


@final
class Pathfinder(Merchant):
    """As the merchant, by habits that were bred: of many runners, those of whoever won most."""

    def __init__(self, habits: Habits | None = None) -> None:
        super().__init__(bred() if habits is None else habits)
        self.draws = False


@final
class RaceStrategy(Strategy):
    """Mazerunner for a search: luck is large and rivals hardly meet, so a turn is played out and judged."""

    def __init__(self) -> None:
        self.runner: Final = Pathfinder()

    def settings(self) -> Settings:
        return Settings(depth=40, far=400, turns=1)

    def policy(self) -> Policy:
        return self.runner

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Race)
        outcome = s.outcome
        if outcome is not None:
            return shares(outcome, s.seats)
        if s.seats == 1:
            return [pace(s)]
        leads: list[float] = []
        for runner in s.runners:
            leads.append(prospects(s, runner) if runner.out < 0 else NEVER)
        return shared_by(leads)

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        """What is bought pays only many turns later, further than a roll-out looks: the shop is the policy's.
        Nobody rests in full health, spills half a potion, or walks back from where nothing was."""
        assert isinstance(s, Race)
        phase = s.phase()
        if phase == "shop":
            return [self.runner.shop(s, legal)]
        if phase == "keep":
            return unlike(s, legal)
        actions = s.book.actions
        health: i64 = 1_000_000 if s.rules.overheal else s.rules.start_hp - s.runner().hp
        back: Action | None = None
        if phase == "step" and s.order[-1] != s.here():
            back = s.grid.moves[s.trail[-2]]
        kept: list[Action] = []
        for action in legal:
            if action is back or (action is actions.heal and health <= 0):
                continue
            if action.verb is actions.use and s.book.items[action.a].potion > health:
                continue
            kept.append(action)
        return kept

    def idle(self, s: State, seat: i64) -> Action | None:
        """To go home with a way before one."""
        assert isinstance(s, Race)
        return s.book.actions.home

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        """Of dice to keep, the fewer are treated otherwise than the policy would the likelier."""
        assert isinstance(s, Race)
        if s.phase() != "keep":
            return super().weights(s, seat, kept, policy, chance)
        assert isinstance(policy, Greedy)
        own = dice_to_keep(s, policy.habits)
        return shared_by([-float(differing(action.a, own)) for action in kept])

    def key(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Race)
        key = mix(mix(s.turn, s.active), s.mode << 20 | s.rolls)
        key = mix_cards(mix_cards(mix_cards(key, s.pool), s.dice), s.bonus)
        key = mix_cards(mix(key, s.power << 20 | s.half_steps << 10 | s.strolls), s.find)
        key = mix(mix_cards(mix_cards(key, s.trail), s.hunters), s.heading << 20 | s.chase)
        key = mix(mix(key, s.fight_bonus << 20 | s.shopped), 1 if s.fixed else 0)
        for runner in s.runners:
            key = mix(key, runner.hp << 40 | runner.pieces << 20 | (runner.out + 1))
            key = mix_cards(mix_cards(key, runner.held), runner.items)
        for cell in s.order:
            key = mix(key, cell << 20 | s.blocks[cell])
        for monster in s.monsters:
            key = mix(key, monster.card.number << 40 | monster.cell << 20 | monster.health)
        return mix_cards(mix_cards(key, s.portals), s.slots)


def traits(s: Race, runner: Runner) -> list[float]:
    """What may tell how a runner will fare: `fitted.py` says how much each counts."""
    resources: i64 = runner.held[0] + runner.held[1] + runner.held[2]
    dice: i64 = 0
    strength: i64 = 0
    steps: i64 = 0
    strolls: i64 = 0
    yields: i64 = 0
    guard: i64 = 0
    others: i64 = 0
    for number in runner.items:
        card = s.book.items[number]
        more: i64 = card.dice[ANY] + card.dice[MOVE] + card.dice[ATTACK] + card.dice[RESOURCE]
        kept: i64 = more + card.power + card.steps + card.strolls + card.guard
        kept += card.yields[0] + card.yields[1] + card.yields[2]
        dice += more
        strength += card.power
        steps += card.steps
        strolls += card.strolls
        yields += card.yields[0] + card.yields[1] + card.yields[2]
        guard += card.guard
        others += 1 if kept == 0 else 0
    pieces = float(runner.pieces)
    return [
        pieces,
        pieces * pieces / 4.0,
        float(runner.hp) / 10.0,
        float(max(0, LOW - runner.hp)) / 10.0,
        float(resources) / 5.0,
        float(max(0, resources - PLENTY)) / 5.0,
        float(min(dice, MOST_EXTRA)),
        float(strength),
        float(steps),
        float(strolls) / 4.0,
        float(yields),
        float(guard),
        float(others),
    ]


def prospects(s: Race, runner: Runner) -> float:
    """The traits of a runner as one number."""
    total = 0.0
    found = traits(s, runner)
    for place in range(len(found)):
        total += WEIGHTS[place] * found[place]
    return total


def pace(s: Race) -> float:
    """Alone, a win is a matter of time: pieces found, against rounds gone."""
    runner = s.runner()
    if runner.out >= 0:
        return 0.0
    found = float(worth(runner)) / float(100 * s.rules.map_goal + 200)
    gone = float(s.round) / float(s.rules.round_limit)
    return max(0.0, min(1.0, 0.5 + 0.5 * (found - gone)))


BOTS: Final[dict[str, type[Policy]]] = {"greedy": Greedy, "merchant": Merchant, "pathfinder": Pathfinder}
