"""MG-5 to MG-8: an Encounter is revealed, answered with one Intention, and resolved."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.dice import Dice
from innkeeper.engine.frame import Frame
from innkeeper.games.micah import decks, events
from innkeeper.games.micah.book import Encounter
from innkeeper.games.micah.clauses import CHECK, PAY, ROLL, SUCCEED, Clause, Deed, Resolver, run
from innkeeper.games.micah.rolls import NO_TARGET, roll_dice, roll_stat, tell_rolled
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import (
    ALIVE,
    ATK,
    ATTACK,
    AUTO,
    CHARM,
    CHOSEN,
    DECK,
    DOCK,
    ESCAPE,
    FALLEN_COMPANIONS,
    FULFILLED,
    GRAVEYARD,
    INTENTIONS,
    MOST_ENCOUNTERS,
    NOTHING,
    TARGET,
    WARD,
    ZONES,
)

NOT_OFFERED: Final = -1
SUCCESS_RULES: Final = ["MG-7.1", "MG-7.2", "MG-7.3"]
HOME: Final = [GRAVEYARD, DOCK, DECK]  # where a card goes after Attack, Charm, Escape


# The numbers of the active Encounter


def resolver_of(s: Micah, card: Encounter, intention: i64) -> Resolver | None:
    """MG-6.6: the card's own way to decide an Intention, if it has one now."""
    for clause in card.resolvers[intention]:
        if clause.holds(s, s.active):
            return clause.resolver
    return None


def price_of(s: Micah, card: Encounter, intention: i64) -> i64:
    """The price of `INTENTION:pay`; -1 if the card has none."""
    for clause in card.prices[intention]:
        if clause.holds(s, s.active):
            return clause.price
    return NOT_OFFERED


def how(s: Micah, card: Encounter, intention: i64) -> i64:
    """MG-5.5: how an Intention would be decided now, or NOT_OFFERED."""
    resolver = resolver_of(s, card, intention)
    if resolver is None and card.numbers[intention] is None:
        price = price_of(s, card, intention)
        return PAY if 0 <= price <= s.heroes[s.active].coin else NOT_OFFERED
    way = CHECK if resolver is None else resolver.how
    return SUCCEED if way != SUCCEED and s.change(s.active, AUTO + intention) > 0 else way


def stat_of(s: Micah, card: Encounter, intention: i64) -> i64:
    """The stat a check rolls."""
    resolver = resolver_of(s, card, intention)
    return intention if resolver is None else resolver.stat


def target_of(s: Micah, card: Encounter, intention: i64) -> Dice:
    """The number to reach, with all adjustments folded in."""
    resolver = resolver_of(s, card, intention)
    printed = card.numbers[intention] if resolver is None else resolver.target
    assert printed is not None
    return adjusted(s, card, printed, TARGET + intention)


def strike_of(s: Micah, card: Encounter) -> Dice:
    """What the Encounter strikes with, with all adjustments folded in."""
    printed = card.strike
    if (card.touches >> ATK) & 1 == 1:
        for clause in card.always:
            if clause.holds(s, s.active):
                for change in clause.changes:
                    if change.replaces and change.dice is not None:
                        printed = change.dice
    return adjusted(s, card, printed, ATK)


def adjusted(s: Micah, card: Encounter, printed: Dice, what: i64) -> Dice:
    """A printed number with everything that changes it; without dice at least 0."""
    by = s.change(s.active, what)
    more: list[i64] = []
    if (card.touches >> what) & 1 == 1:
        for clause in card.always:
            if clause.holds(s, s.active):
                for change in clause.changes:
                    if change.what == what and not change.replaces and change.dice is not None:
                        more += change.dice.sides
                        by += change.dice.plus
    if by == 0 and len(more) == 0:
        return printed
    sides = printed.sides + more
    plus = printed.plus + by
    return Dice(sides, max(0, plus) if len(sides) == 0 else plus)


def with_companion(intention: i64, stat: i64) -> bool:
    """MG-6.3: the Companion's dice count only in a check of Attack by Attack."""
    return intention == ATTACK and stat == ATTACK


# Reveal


@final
class Reveal(Frame[Micah]):
    """MG-5.1 to MG-5.3: turn the card over, and let its `reveal` clauses happen."""

    def proceed(self, s: Micah) -> bool:
        number = decks.draw_encounter(s)
        card = s.book.encounters[number]
        s.encounter = number
        s.drawn += 1
        if s.log is not None:
            about: dict[str, object] = {"card": card.id, "numbers": printed_numbers(s, card)}
            s.tell_data(events.ENCOUNTER_DRAWN, s.active, about, len(s.deck))
        if len(card.reveals) > 0:
            run(s, card.reveals, Deed(s.active, card.id, "MG-5.2", s.active))
            s.cap_hp(s.active)
        s.stack[-1] = INTENTION
        if s.heroes[s.active].hp <= 0:
            withdraw(s, card.id)
        else:
            s.check(card.id)
        return False


def printed_numbers(s: Micah, card: Encounter) -> dict[str, object]:
    """The card's numbers as they stand at the reveal."""
    numbers: dict[str, object] = {}
    for intention in range(3):
        way = how(s, card, intention)
        numbers[INTENTIONS[intention]] = str(target_of(s, card, intention)) if way == CHECK else None
    numbers["strike"] = str(strike_of(s, card))
    return numbers


def withdraw(s: Micah, cause: str) -> None:
    """MG-5.3: the active player fell before answering; the card returns and the turn ends."""
    card = s.encounter
    s.encounter = NOTHING
    decks.shuffle_back(s, card)
    s.stack.pop()
    s.check(cause)


# Intention


@final
class Intention(Frame[Micah]):
    """MG-5.4: after the reveal the active player picks exactly one Intention."""

    def deciders(self, s: Micah) -> i64:
        return 1 << s.active

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        book = s.book
        hero = s.heroes[seat]
        card = book.encounters[s.encounter]
        found: list[Action] = []
        for intention in range(3):
            way = how(s, card, intention)
            if way != NOT_OFFERED and way != PAY:
                found.append(book.intend[intention].at())
        for intention in range(3):
            if len(card.prices[intention]) > 0 and 0 <= price_of(s, card, intention) <= hero.coin:
                found.append(book.pay[intention].at())
        for place in range(len(hero.pack)):
            item = hero.pack[place]
            if hero.pack.index(item) == place and usable(s, seat, book.treasures[item].battles):
                found.append(book.use.at1(item))
        return found

    def apply(self, s: Micah, seat: i64, action: Action) -> None:
        book = s.book
        if action.verb is book.use:
            use_in_battle(s, seat, action.a)
            return
        for intention in range(3):
            if action.verb is book.intend[intention]:
                resolve(s, intention, False)
                return
            if action.verb is book.pay[intention]:
                resolve(s, intention, True)
                return

    def timeout(self, s: Micah, seat: i64) -> Action:
        legal = s.actions(seat)
        book = s.book
        for verbs in (book.intend, book.pay):
            for intention in (ESCAPE, CHARM, ATTACK):
                if verbs[intention].at() in legal:
                    return verbs[intention].at()
        return legal[0]

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return f"seat {s.active} meets an Encounter; the others only watch", "MG-5.7"
        card = s.book.encounters[s.encounter]
        word, _, more = text.partition(":")
        if word in INTENTIONS:
            intention: i64 = INTENTIONS.index(word)
            price = price_of(s, card, intention)
            if more == "pay" and price < 0:
                return f"{card.name} takes no Coin for {word}", "MG-6.6"
            if price >= 0 and (more == "pay" or how(s, card, intention) == NOT_OFFERED):
                return f"{card.name} asks {price} Coin, you have {s.heroes[seat].coin}", "MG-5.5"
            return f"{card.name} cannot be answered with {word}", "MG-5.5"
        if word == "use":
            return "in an Encounter you can use battle items of your pack whose condition holds", "MG-4.7"
        return "an Encounter is active: choose Attack, Charm or Escape", "MG-4.2"


def usable(s: Micah, seat: i64, clauses: list[Clause]) -> bool:
    """Does any of these clauses have its conditions fulfilled?"""
    return any(clause.holds(s, seat) for clause in clauses)


def use_in_battle(s: Micah, seat: i64, item: i64) -> None:
    """MG-5.6: a battle item works until the Encounter ends; what it does at once happens now."""
    consume(s, seat, item)
    s.heroes[seat].items.append(item)
    card = s.book.treasures[item]
    run(s, card.battles, Deed(seat, card.id, "MG-5.6", seat))
    s.cap_hp(seat)
    if s.heroes[seat].hp <= 0:
        withdraw(s, card.id)
    else:
        s.check(card.id)


def consume(s: Micah, seat: i64, item: i64) -> None:
    """MG-4.7: a used item goes to the Used Treasure pile."""
    s.heroes[seat].pack.remove(item)
    s.used.append(item)
    if s.log is not None:
        s.tell_data(events.ITEM_USED, seat, {"card": s.book.treasures[item].id})


# Resolution


def resolve(s: Micah, intention: i64, paying: bool) -> None:
    """MG-6.9: decide the Intention, apply the outcome, and be done with the card."""
    seat = s.active
    number = s.encounter
    card = s.book.encounters[number]
    s.tally[CHOSEN + intention] += 1
    if s.log is not None:
        kind = events.PAYING_CHOSEN if paying else events.INTENTION_CHOSEN
        s.tell_data(kind, seat, {"intention": INTENTIONS[intention]}, 1 if paying else 0)
    success = pay(s, card, intention) if paying else attempt(s, card, intention)
    deed = Deed(seat, card.id, SUCCESS_RULES[intention] if success else "MG-7.4", seat)
    if success:
        s.tally[FULFILLED + intention] += 1
        if intention == ATTACK and len(card.bounty) > 0:
            pay_bounty(s, card)
        run(s, card.success[intention], deed)
        if intention == ATTACK:
            run_kills(s, seat)
    elif usable(s, seat, card.failure[intention]):
        run(s, card.failure[intention], deed)
    else:
        strike(s, seat)
    settle_card(s, number, intention, success, deed)


def pay(s: Micah, card: Encounter, intention: i64) -> bool:
    """MG-6.6: pay the price and succeed."""
    hero = s.heroes[s.active]
    price = price_of(s, card, intention)
    hero.coin -= price
    if s.log is not None:
        about: dict[str, object] = {"source": card.id, "verb": "coin", "trigger": "MG-6.6", "cards": []}
        s.tell_data(events.COIN_LOST, s.active, about, s.active, b=-price, c=hero.coin)
    return True


def attempt(s: Micah, card: Encounter, intention: i64) -> bool:
    """MG-6.1, MG-6.6, MG-6.8: one throw decides."""
    seat = s.active
    way = how(s, card, intention)
    if way == SUCCEED:
        return True
    resolver = resolver_of(s, card, intention)
    if way == ROLL:
        assert resolver is not None
        return show_pattern(s, resolver, intention)
    target = target_of(s, card, intention)
    if len(target.sides) == 0 and target.plus <= 0:
        return True
    needed = roll_dice(s, seat, target, "target")
    stat = stat_of(s, card, intention)
    kind = events.ROLLED_CHECK if resolver is None else events.ROLLED_CARD
    total = roll_stat(s, seat, stat, with_companion(intention, stat), INTENTIONS[intention], needed, kind)
    return total >= needed


def show_pattern(s: Micah, resolver: Resolver, intention: i64) -> bool:
    """Roll exactly the card's dice and look for its pattern."""
    values: list[i64] = []
    noted: list[list[int]] = []
    total: i64 = resolver.target.plus
    for sides in resolver.target.sides:
        value = s.chance.die(sides)
        values.append(value)
        noted.append([sides, value])
        total += value
    if s.log is not None:
        tell_rolled(
            s,
            events.ROLLED_PATTERN,
            s.active,
            INTENTIONS[intention],
            noted,
            resolver.target.plus,
            total,
            NO_TARGET,
        )
    return resolver.matches(values)


def pay_bounty(s: Micah, card: Encounter) -> None:
    """MG-7.1: the printed Bounty."""
    hero = s.heroes[s.active]
    coin_before, pack_before = hero.coin, len(hero.pack)
    deed = Deed(s.active, card.id, "MG-7.1", s.active)
    deed.quiet = True
    for effect in card.bounty:
        effect.do(s, deed)
    if s.log is not None:
        cards = [s.book.treasures[item].id for item in hero.pack[pack_before:]]
        coin = hero.coin - coin_before
        kind = events.BOUNTY_COIN if len(cards) == 0 else events.BOUNTY_PAID
        s.tell_data(events.BOUNTY_CARDS if coin == 0 else kind, s.active, {"cards": cards}, coin)


def run_kills(s: Micah, seat: i64) -> None:
    """MG-7.1: the player's own `kill` clauses in the order of MG-3.2."""
    book = s.book
    hero = s.heroes[seat]
    worn: list[i64] = []
    if hero.clothing >= 0:
        worn.append(hero.clothing)
    if hero.weapon >= 0:
        worn.append(hero.weapon)
    for item in worn + hero.upgrades:
        treasure = book.treasures[item]
        if len(treasure.kills) > 0 and hero.hp > 0:
            run(s, treasure.kills, Deed(seat, treasure.id, "MG-7.1", seat))
    for docked in hero.dock:
        face = book.face(docked)
        if len(face.kills) > 0 and hero.hp > 0:
            run(s, face.kills, Deed(seat, face.id, "MG-7.1", seat))


def strike(s: Micah, seat: i64) -> None:
    """MG-7.6: one roll hits the player and is compared with the Companion; a ward stops it all."""
    if s.change(seat, WARD) > 0:
        hp = s.heroes[seat].hp
        s.tell(events.WARDED, seat, 0, hp, hp, 1)
        return
    value = roll_dice(s, seat, strike_of(s, s.book.encounters[s.encounter]), "strike")
    suffer(s, seat, value)


def suffer(s: Micah, seat: i64, value: i64) -> None:
    """Lose exactly that much HP; the Companion is attacked by the same value (MG-8.5)."""
    hero = s.heroes[seat]
    before = hero.hp
    hero.hp = max(0, before - value)
    s.tell(events.STRUCK, seat, value, before, hero.hp, 0)
    if value > 0 and hero.companion >= 0:
        place = hero.companion
        card = hero.dock[place]
        face = s.book.face(card)
        defense = roll_dice(s, seat, face.defense, "companion_defense")
        if value > defense or (s.rules.meeting_kills and value == defense):
            s.tally[FALLEN_COMPANIONS] += 1
            if s.log is not None:
                s.tell_data(events.COMPANION_DIED, seat, {"creature": face.id}, value, b=defense)
            hero.undock(place)
            s.graveyard.append(card)


def settle_card(s: Micah, number: i64, intention: i64, success: bool, deed: Deed) -> None:
    """MG-7.8: the card moves first, then defeats are processed, then the turn ends or another card comes."""
    seat = s.active
    hero = s.heroes[seat]
    home: i64 = HOME[intention] if success else DECK
    zone = home if deed.zone < 0 else deed.zone
    card = s.book.encounters[number]
    s.encounter = NOTHING
    hero.items = []
    if s.log is not None:
        kind = events.RESOLVED[intention] if success else events.FAILED
        if zone != home:
            kind = events.REDIRECTED
        creature: str | None = s.book.face(number).id if zone == DOCK else None
        about: dict[str, object] = {"card": card.id, "destination": ZONES[zone], "creature": creature}
        s.tell_data(kind, seat, about, 1 if success else 0)
    if zone == GRAVEYARD:
        s.graveyard.append(number)
        if success and intention == ATTACK:
            hero.slain += 1
    elif zone == DOCK:
        hero.dock.append(number)
    else:
        decks.shuffle_back(s, number)
    s.cap_hp(seat)
    s.draws += deed.draws
    if s.check(card.id):
        return
    if hero.status == ALIVE and s.draws > 0 and s.drawn < MOST_ENCOUNTERS:
        s.draws -= 1
        s.stack[-1] = REVEAL
    else:
        s.stack.pop()


REVEAL: Final = Reveal("encounter")
INTENTION: Final = Intention("intention", auto=True)
