"""The greedy traveller: exact odds, simple values, one step ahead."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.dice import Dice
from innkeeper.engine.frame import State
from innkeeper.engine.playout import Policy
from innkeeper.engine.strategy import Settings, Strategy, chance_of, mix, mix_cards, shared_by, shares, wins
from innkeeper.games.micah.book import Face
from innkeeper.games.micah.boss import DISTRACT, GUARD, RETREAT, STRIKE
from innkeeper.games.micah.fitted import ALONE, TOGETHER
from innkeeper.games.micah.rolls import odds
from innkeeper.games.micah.state import Hero, Micah
from innkeeper.games.micah.terms import ALIVE, ATTACK, CHARISMA, CLOTHING, COINS, SINGLE, SPEED, WEAPON
from innkeeper.games.micah.trade import Offer
from innkeeper.games.micah.values import (
    COIN,
    clause_value,
    deeds_value,
    face_value,
    intention_value,
    item_value,
    mean_of,
    mean_stat,
    success_value,
    use_value,
    useful,
)

NEVER: Final = -60.0  # beside this every other chance is a certainty
LEAST_HP: Final = 20  # with less nobody thinks of the Boss
LEAST_ATTACK: Final = 9.0
LEAST_ODDS: Final = 0.25
MARGIN: Final = 0.05  # by which his fall must be the likelier way to win
WORST: Final = -1.0e9
WORTH_IT: Final = 0.3  # a Preparation action gains more than this, or one draws
FAVOURITE: Final = 0.7  # how much the policy's own answer counts at first sight, against all that look good
ITEM_GAIN: Final = 3.0  # a battle item is used when it gains more than this


class Greedy(Policy):
    """Computes exact odds, shops for what makes it stronger, and picks the best of three."""

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Micah)
        phase = s.phase()
        if phase == "intention":
            return intend(s, seat, legal)
        if phase == "prep":
            return prepare(s, seat, legal)
        if phase == "class_pick":
            return legal[chance.below(len(legal))]
        if phase == "boss_join":
            return s.book.join.at() if fit_for_boss(s, seat) else s.book.stay.at()
        if phase == "boss_round":
            return boss_choice(s, seat, legal)
        if phase == "duel_reply":
            return duel_reply(s, seat)
        return legal[chance.below(len(legal))]

    def volunteer(self, s: State, seat: i64, chance: Chance) -> Action | None:
        assert isinstance(s, Micah)
        return trade(s, seat)


def intend(s: Micah, seat: i64, legal: list[Action]) -> Action:
    """The best Intention, after a battle item if that gains enough."""
    best, value = best_intention(s, seat, legal)
    item: Action | None = None
    most = value + ITEM_GAIN
    for action in legal:
        if action.verb is s.book.use:
            hero = s.heroes[seat]
            hero.items.append(action.a)  # a world of our own: try it on
            tried = best_intention(s, seat, legal)[1]
            hero.items.pop()
            for clause in s.book.treasures[action.a].battles:
                tried += deeds_value(s, seat, [clause])
            if tried > most:
                most = tried
                item = action
    return best if item is None else item


def best_intention(s: Micah, seat: i64, legal: list[Action]) -> tuple[Action, float]:
    best = legal[0]
    most = WORST
    for action in legal:
        value = meeting_value(s, seat, action)
        if value > most:
            most = value
            best = action
    return best, most


def meeting_value(s: Micah, seat: i64, action: Action) -> float:
    """What an Intention is worth, or paying for it; a battle item by itself nothing."""
    book = s.book
    card = book.encounters[s.encounter]
    for intention in range(3):
        if action.verb is book.intend[intention]:
            return intention_value(s, seat, card, intention)
        if action.verb is book.pay[intention]:
            price = 0.0
            for clause in card.prices[intention]:
                price = float(clause.price)
            return success_value(s, seat, card, intention) - price * COIN
    return WORST


def prepare(s: Micah, seat: i64, legal: list[Action]) -> Action:
    """One Preparation action: put on, apply, heal, choose a Companion, sell what is useless, buy, draw."""
    best = legal[0]
    most = WORTH_IT
    for action in legal:
        if action.verb is s.book.apply:
            return action
        value = preparation_value(s, seat, action)
        if value > most:
            most = value
            best = action
    return best


def preparation_value(s: Micah, seat: i64, action: Action) -> float:
    """What a Preparation action gains; 0: nothing."""
    book = s.book
    verb = action.verb
    if verb is book.equip:
        worn = item_value(s, seat, action.a) + 20.0
        return worn if worn >= 20.5 else 0.0
    if verb is book.use:
        return use_value(s, seat, book.treasures[action.a])
    if verb is book.sell:
        return 0.0 if useful(s, seat, action.a) else 5.0 + float(book.treasures[action.a].sells) * COIN
    if verb is book.buy:
        gain = item_value(s, seat, action.a) - float(s.price(seat, action.a)) * COIN
        return gain if gain > 1.0 else 0.0
    if verb is book.companion:
        return companion_gain(s, seat, s.heroes[seat], action)
    if verb is book.duel:
        return duel_value(s, seat, action.a)
    if verb is book.challenge:
        return challenge_value(s, seat)
    return 0.0


def companion_gain(s: Micah, seat: i64, hero: Hero, action: Action) -> float:
    """How much better that Companion is than the one at hand."""
    now = 0.0
    if hero.companion >= 0:
        now = companion_value(s, seat, s.book.face(hero.dock[hero.companion]))
    new = 0.0
    if action.a != s.book.no_companion:
        new = companion_value(s, seat, s.book.face(action.a))
    gain = new - now
    return gain + 2.0 if gain > 0.4 else 0.0


def companion_value(s: Micah, seat: i64, face: Face) -> float:
    """Attack dice and `comp` clauses, less what is at risk: earning creatures stay out of battle."""
    value = mean_of(face.attack)
    for clause in face.comps:
        value += 0.5 * clause_value(s, seat, clause)
    at_risk = 0.0
    for clause in face.clauses:
        if clause.trigger != "comp":
            at_risk += clause_value(s, seat, clause)
    safety = max(0.0, 1.0 - mean_of(face.defense) / 12.0)
    return value - at_risk * safety * 0.5


# The Boss, duels, trades


def fit_for_boss(s: Micah, seat: i64) -> bool:
    """Only the strong and healthy should think of it."""
    return mean_stat(s, seat, ATTACK, True) >= 15.0 and s.heroes[seat].hp >= 50


def challenge_value(s: Micah, seat: i64) -> float:
    """Worth a try when most of the living are fit, and the road still is long."""
    if len(s.deck) < 6 or not fit_for_boss(s, seat):
        return 0.0
    fit = 0
    for other in range(s.seats):
        if s.alive(other) and fit_for_boss(s, other):
            fit += 1
    return 50.0 if fit * 2 > s.living() else 0.0


def boss_choice(s: Micah, seat: i64, legal: list[Action]) -> Action:
    """Strike if it may hit, distract or guard if one is better at that, retreat before it is too late."""
    book = s.book
    hero = s.heroes[seat]
    mood = book.boss.moods[s.boss_mood]
    attack = mood.attack
    danger = 0.0 if attack is None else mean_of(attack)
    danger += float(max(0, 2 * (s.boss_round - 5)))
    hit = odds(s, seat, ATTACK, True, Dice([], s.boss_defense))
    charm = odds(s, seat, CHARISMA, False, Dice([], book.boss.distract))
    dodge = odds(s, seat, SPEED, False, Dice([], book.boss.guard))
    flee = odds(s, seat, SPEED, False, Dice([], book.boss.retreat))
    values = [hit * mean_stat(s, seat, ATTACK, True), charm * 5.0, dodge * danger * 0.7, 0.0]
    if float(hero.hp) < danger * 1.6 and s.boss_hp > 15:
        values[RETREAT] = flee * 40.0
    best: i64 = STRIKE
    for choice in (DISTRACT, GUARD, RETREAT):
        if values[choice] > values[best] and (choice != RETREAT or s.rules.boss_retreat):
            best = choice
    chosen = book.choices[best].at()
    for action in legal:
        if action.verb is book.choices_with[best] and best in (STRIKE, RETREAT):
            return action
    return chosen


def duel_value(s: Micah, seat: i64, other: i64) -> float:
    """A duel pays when it may end a rival, and one is clearly stronger."""
    mine, theirs = mean_stat(s, seat, ATTACK, True), mean_stat(s, other, ATTACK, True)
    reach = min(mine, float(s.rules.pvp_damage_cap))
    if mine >= theirs + 4.0 and float(s.heroes[other].hp) <= reach:
        return 30.0
    return 0.0


def duel_reply(s: Micah, seat: i64) -> Action:
    mine, theirs = mean_stat(s, seat, ATTACK, True), mean_stat(s, s.active, ATTACK, True)
    fast = mean_stat(s, seat, SPEED, False) >= mean_stat(s, s.active, SPEED, False)
    return s.book.flee.at() if fast and theirs > mine else s.book.stand.at()


def thing_value(s: Micah, seat: i64, thing: i64, gaining: bool) -> float:
    """What a thing of an offer is worth to a seat that would gain or give it."""
    book = s.book
    if thing == 0:
        return 0.0
    if thing < book.first_card:
        return float(COINS[thing - 1]) * COIN
    if thing < book.first_creature:
        number = thing - book.first_card
        resale = float(book.treasures[number].sells) * COIN
        return max(resale, item_value(s, seat, number))
    return face_value(s, seat, book.face(thing - book.first_creature)) + (0.0 if gaining else 2.0)


def trade(s: Micah, seat: i64) -> Action | None:
    """Accept what is good, decline nothing (nobody waits), and offer what others can use better."""
    book = s.book
    for offer in s.offers:
        if offer.receiver == seat and likes(s, seat, offer):
            return book.accept.at1(offer.number - 1)
    hero = s.heroes[seat]
    if hero.offers_made >= 1 or len(hero.pack) == 0:
        return None
    for offer in s.offers:
        if offer.maker == seat:
            return None
    for number in hero.pack:
        card = book.treasures[number]
        if (card.type != CLOTHING and card.type != WEAPON) or useful(s, seat, number):
            continue
        mine = thing_value(s, seat, book.first_card + number, False)
        for other in range(s.seats):
            if other == seat or s.heroes[other].status != ALIVE:
                continue
            theirs = item_value(s, other, number)
            for place in range(len(COINS) - 1, -1, -1):
                asked = float(COINS[place]) * COIN
                if COINS[place] <= s.heroes[other].coin and mine + 1.0 < asked < theirs - 1.0:
                    return book.offer.at3(other, book.first_card + number, place + 1)
    return None


def likes(s: Micah, seat: i64, offer: Offer) -> bool:
    gained = thing_value(s, seat, offer.give, True)
    given = thing_value(s, seat, offer.get, False)
    return gained > given + 0.5


# For a search


def traits(s: Micah, seat: i64) -> list[float]:
    """What may tell how a living hero will fare: `fitted.py` says how much each counts."""
    hero = s.heroes[seat]
    hp = float(hero.hp)
    road = float(len(s.deck)) / 36.0
    attack = mean_stat(s, seat, ATTACK, True) / 20.0
    charisma = mean_stat(s, seat, CHARISMA, False) / 20.0
    others = 0.0
    weakest = 60.0
    for other in range(s.seats):
        if other != seat and s.heroes[other].status == ALIVE:
            others += 1.0
            weakest = min(weakest, float(s.heroes[other].hp))
    renown = float(s.renown(seat)) / 30.0
    return [
        1.0,
        hp / 40.0,
        hp / float(max(1, s.max_hp(seat))),
        road,
        road * hp / 40.0,
        attack,
        charisma,
        mean_stat(s, seat, SPEED, False) / 20.0,
        road * (attack + charisma),
        others,
        road * others,
        weakest / 40.0,
        float(len(hero.pack)) / 5.0,
        renown,
        renown * (1.0 - road),
    ]


def prospects(s: Micah, seat: i64, weights: list[float]) -> float:
    """The traits of a hero as one number."""
    total = 0.0
    found = traits(s, seat)
    for place in range(len(found)):
        total += weights[place] * found[place]
    return total


def on_the_road(s: Micah) -> list[float]:
    """How likely each seat is to win in the end."""
    alone = s.rules.champion
    found: list[float] = []
    for seat in range(s.seats):
        if s.heroes[seat].status != ALIVE:
            found.append(NEVER if alone else 0.0)
        elif alone:
            found.append(prospects(s, seat, ALONE))
        else:
            found.append(chance_of(prospects(s, seat, TOGETHER)))
    return shared_by(found) if alone else found


@final
class Pathfinder(Greedy):
    """As greedy, but it knows what the Boss and Renown are worth."""

    def choose(self, s: State, seat: i64, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Micah)
        phase = s.phase()
        if phase == "boss_join":
            return s.book.join.at() if would_join(s, seat) else s.book.stay.at()
        if phase == "prep":
            if s.rules.boss and seeks_boss(s, seat):
                return s.book.challenge.at()
            return last_things(s, seat, legal)
        return super().choose(s, seat, legal, chance)


def last_things(s: Micah, seat: i64, legal: list[Action]) -> Action:
    """Where Renown decides and the road is short, nothing is bought any more and what is left is sold."""
    short = len(s.deck) <= 2 * s.living()
    if not s.rules.champion or not short:
        return without_boss(s, seat, legal)
    book = s.book
    kept: list[Action] = []
    for action in legal:
        verb = action.verb
        if verb is book.sell and book.treasures[action.a].type != SINGLE:
            if item_value(s, seat, action.a) <= 0.5:
                return action
        elif verb is not book.buy:
            kept.append(action)
    return without_boss(s, seat, kept)


def without_boss(s: Micah, seat: i64, legal: list[Action]) -> Action:
    """Greedy's Preparation; whether to seek the Boss was settled before."""
    challenge = s.book.challenge
    return prepare(s, seat, [action for action in legal if action.verb is not challenge])


def seeks_boss(s: Micah, seat: i64) -> bool:
    """Is winning by the Boss's fall likelier than winning at the end of the road?"""
    if not dares(s, seat):
        return False
    team: i64 = 1 << seat
    for other in range(s.seats):
        if other != seat and s.alive(other) and dares(s, other):
            team |= 1 << other
    slain = boss_odds(s, seat, 1 << seat)
    if team != 1 << seat:
        slain = max(slain, boss_odds(s, seat, team) * share_of(s, seat, team))
    return slain > LEAST_ODDS and slain > on_the_road(s)[seat] + MARGIN


def dares(s: Micah, seat: i64) -> bool:
    """At first sight: healthy, and strong enough to hit him now and then."""
    return s.heroes[seat].hp >= LEAST_HP and mean_stat(s, seat, ATTACK, True) >= LEAST_ATTACK


def would_join(s: Micah, seat: i64) -> bool:
    """With the challenger, or hoping that the Boss stands."""
    without: i64 = 1 << s.active
    team: i64 = without | 1 << seat
    joined = boss_odds(s, seat, team) * share_of(s, seat, team)
    stayed = on_the_road(s)[seat]
    if not s.rules.bystanders_share:
        stayed *= 1.0 - boss_odds(s, s.active, without)
    return joined > stayed


def share_of(s: Micah, seat: i64, team: i64) -> float:
    """Of a fallen Boss: all challengers win, or the most renowned alone."""
    if not s.rules.champion:
        return 1.0
    mine = s.renown(seat)
    for other in range(s.seats):
        if other != seat and (team >> other) & 1 == 1 and s.renown(other) > mine:
            return 0.2
    return 0.9


def boss_odds(s: Micah, seat: i64, team: i64) -> float:
    """The chance that a team slays the Boss before he has beaten that seat, from averages."""
    boss = s.book.boss
    moods = float(len(boss.moods))
    size: i64 = 0
    harm = 0.0
    for fighter in range(s.seats):
        if (team >> fighter) & 1 == 1:
            size += 1
            mean = mean_stat(s, fighter, ATTACK, True)
            known: i64 = -1
            hit = 0.0
            for mood in boss.moods:
                needed = boss.defense + mood.defense
                if needed != known:
                    known = needed
                    hit = odds(s, fighter, ATTACK, True, Dice([], needed))
                harm += hit * max(mean, float(needed)) / moods
    danger = 0.0
    for mood in boss.moods:
        if mood.recover is not None:
            harm -= mean_of(mood.recover) / moods
        if mood.attack is not None:
            blow = mean_of(mood.attack) / moods
            danger += blow / float(size) if mood.strongest else blow
    if harm <= 0.0:
        return 0.0
    hp: i64 = s.boss_hp if s.boss_round > 0 else max(boss.hp_least, boss.hp_base + s.rules.boss_hp * size)
    rounds = float(hp) / harm
    if rounds >= float(boss.last_round):
        return 0.0
    raging = max(0.0, rounds - float(boss.temper_from - 1))
    suffered = danger * rounds + float(boss.temper) * raging * (raging + 1.0) / 2.0
    return chance_of((float(s.heroes[seat].hp) - suffered) / (2.0 + 0.2 * suffered))


@final
class RoadStrategy(Strategy):
    """Micah's Game for a search: survivors win together, or the most renowned of them alone."""

    def settings(self) -> Settings:
        return Settings(depth=12, trust=0.7, far=60)

    def policy(self) -> Policy:
        return Pathfinder()

    def values(self, s: State) -> list[float]:
        assert isinstance(s, Micah)
        outcome = s.outcome
        if outcome is not None:
            return shares(outcome, s.seats) if s.rules.champion else wins(outcome, s.seats)
        return on_the_road(s)

    def weights(self, s: State, seat: i64, kept: list[Action], policy: Policy, chance: Chance) -> list[float]:
        """Mostly the policy's own answer; of the others what gains more is the likelier."""
        assert isinstance(s, Micah)
        favourite = policy.choose(s, seat, s.actions(seat), chance)
        phase = s.phase()
        leads: list[float] = []
        for action in kept:
            lead = 0.0
            if phase == "prep":
                lead = preparation_value(s, seat, action)
            elif phase == "intention":
                lead = meeting_value(s, seat, action)
            leads.append(lead)
        found = [(1.0 - FAVOURITE) * weight for weight in shared_by(leads)]
        for place in range(len(kept)):
            if kept[place] is favourite:
                found[place] += FAVOURITE
        return found

    def prune(self, s: State, seat: i64, legal: list[Action]) -> list[Action]:
        """Without what could go on for ever: nobody takes off what is worn, changes for the worse, or buys
        what is as well sold again."""
        assert isinstance(s, Micah)
        if s.phase() != "prep":
            return legal
        book = s.book
        kept: list[Action] = []
        for action in legal:
            verb = action.verb
            if verb is book.unequip or verb is book.release:
                continue
            if verb is book.equip and item_value(s, seat, action.a) <= 0.0:
                continue
            if verb is book.companion and companion_gain(s, seat, s.heroes[seat], action) <= 0.0:
                continue
            if verb is book.buy and not useful(s, seat, action.a):
                continue
            kept.append(action)
        return kept

    def key(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Micah)
        key = mix(mix(s.turn, s.active), s.encounter << 20 | s.prep_actions)
        key = mix(mix(key, s.weather << 20 | s.felt), len(s.deck) << 20 | s.draws)
        key = mix(key, s.fighters << 40 | s.boss_hp << 20 | s.boss_round << 8 | s.boss_mood)
        key = mix(mix_cards(key, s.stall), s.rival << 20 | len(s.treasures))
        for offer in s.offers:
            key = mix(mix(key, offer.maker << 20 | offer.receiver), offer.give << 20 | offer.get)
        for other in range(s.seats):
            hero = s.heroes[other]
            key = mix(key, hero.status << 50 | hero.job << 40 | hero.hp << 20 | hero.coin)
            key = mix(key, hero.weapon << 40 | hero.clothing << 20 | hero.companion)
            key = mix(key, hero.omen << 20 | hero.offers_made << 10 | hero.slain)
            key = mix_cards(mix_cards(mix_cards(key, hero.pack), hero.dock), hero.upgrades)
            if len(hero.items) > 0:
                key = mix_cards(key, hero.items)
            if other == seat:
                key = mix_cards(key, hero.hand)
                for place in hero.peeked:
                    key = mix(mix(key, place), s.deck[len(s.deck) - 1 - place])
            else:
                key = mix(key, len(hero.hand))
        return key


# Pathfinder is not measurably stronger and takes twice the time, so the last and usual one is greedy.
BOTS: Final[dict[str, type[Policy]]] = {"pathfinder": Pathfinder, "greedy": Greedy}
