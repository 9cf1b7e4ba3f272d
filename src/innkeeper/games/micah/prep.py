"""MG-4: Preparation. Shop, equip, apply, use, choose a Companion; then the road calls."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import Frame
from innkeeper.games.micah import boss, duel, events, merchant, trade
from innkeeper.games.micah.book import Face
from innkeeper.games.micah.clauses import Clause, Deed, run
from innkeeper.games.micah.encounter import REVEAL, consume
from innkeeper.games.micah.refusals import why_not
from innkeeper.games.micah.state import Hero, Micah
from innkeeper.games.micah.terms import ALIVE, CLOTHING, NOTHING, UPGRADE, WEAPON


@final
class Prep(Frame[Micah]):
    """MG-4.1: any number of small things in any order, until the player draws (MG-4.3)."""

    def deciders(self, s: Micah) -> i64:
        return 1 << s.active

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        book = s.book
        rules = s.rules
        found: list[Action] = [book.draw.at()]
        if rules.boss:
            found.append(book.challenge.at())
        if rules.pvp:
            for other in range(s.seats):
                if duel.may_challenge(s, seat, other):
                    found.append(book.duel.at1(other))
        if s.prep_actions < rules.prep_action_cap:
            add_shopping(s, seat, found)
            add_outfit(s, s.heroes[seat], found)
            if len(s.heroes[seat].dock) > 0:
                add_creatures(s, seat, found)
        return found

    def apply(self, s: Micah, seat: i64, action: Action) -> None:
        book = s.book
        verb = action.verb
        if verb is book.draw:
            trade.void_all(s)
            s.stack[-1] = REVEAL
            return
        if verb is book.challenge:
            trade.void_all(s)
            boss.challenge(s)
            return
        if verb is book.duel:
            trade.void_all(s)
            duel.start(s, action.a)
            return
        s.prep_actions += 1
        cause = "preparation"
        if verb is book.buy:
            merchant.buy(s, seat, action.a)
        elif verb is book.sell:
            merchant.sell(s, seat, action.a)
        elif verb is book.equip:
            equip(s, seat, action.a)
        elif verb is book.unequip:
            unequip(s, seat, action.a)
        elif verb is book.apply:
            cause = book.treasures[action.a].id
            apply_upgrade(s, seat, action.a)
        elif verb is book.use:
            cause = book.treasures[action.a].id
            use(s, seat, action.a)
        elif verb is book.companion:
            set_companion(s, seat, action.a)
        elif verb is book.release:
            release(s, seat, action.a)
        else:
            cause = book.face(action.a).id
            use_ability(s, seat, action.a)
        s.cap_hp(seat)
        if s.check(cause):
            return
        if s.heroes[seat].status == ALIVE:
            trade.void_broken(s)
        else:
            trade.void_all(s)
            s.stack.pop()

    def timeout(self, s: Micah, seat: i64) -> Action:
        return s.book.draw.at()

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not(s, seat, text)


# What is offered


def add_shopping(s: Micah, seat: i64, found: list[Action]) -> None:
    """MG-11: what can be bought (lowest slot first) and sold."""
    book = s.book
    hero = s.heroes[seat]
    stall = s.stall
    for slot in range(len(stall)):
        card = stall[slot]
        if stall.index(card) == slot and s.price(seat, card) <= hero.coin:
            found.append(book.buy.at1(card))
    pack = hero.pack
    for place in range(len(pack)):
        card = pack[place]
        if pack.index(card) == place:
            found.append(book.sell.at1(card))


def add_outfit(s: Micah, hero: Hero, found: list[Action]) -> None:
    """MG-4.5 to MG-4.7: what can be equipped, taken off, applied and used."""
    book = s.book
    pack = hero.pack
    for place in range(len(pack)):
        card = pack[place]
        type = book.treasures[card].type
        if type in (WEAPON, CLOTHING) and pack.index(card) == place:
            found.append(book.equip.at1(card))
    if hero.weapon >= 0:
        found.append(book.unequip.at1(WEAPON))
    if hero.clothing >= 0:
        found.append(book.unequip.at1(CLOTHING))
    for place in range(len(pack)):
        card = pack[place]
        if book.treasures[card].type == UPGRADE and pack.index(card) == place:
            found.append(book.apply.at1(card))
    for place in range(len(pack)):
        card = pack[place]
        if len(book.treasures[card].uses) > 0 and pack.index(card) == place:
            found.append(book.use.at1(card))


def add_creatures(s: Micah, seat: i64, found: list[Action]) -> None:
    """MG-8.2, MG-8.7: Companions to choose, creatures to release, favours to ask."""
    book = s.book
    hero = s.heroes[seat]
    dock = hero.dock
    for place in range(len(dock)):
        card = dock[place]
        if place != hero.companion and hero.spare(card) == place:
            found.append(book.companion.at1(card))
    if hero.companion >= 0:
        found.append(book.nobody)
    for place in range(len(dock)):
        if dock.index(dock[place]) == place:
            found.append(book.release.at1(dock[place]))
    for place in range(len(dock)):
        card = dock[place]
        if dock.index(card) == place and ability_of(s, seat, book.face(card)) is not None:
            found.append(book.ability.at1(card))


def ability_of(s: Micah, seat: i64, face: Face) -> Clause | None:
    """A `prep` clause that can be paid for and would change something."""
    for clause in face.abilities:
        if clause.price <= s.heroes[seat].coin and clause.holds(s, seat):
            for effect in clause.effects:
                if effect.matters(s, seat):
                    return clause
    return None


# What it does


def equip(s: Micah, seat: i64, card: i64) -> None:
    """MG-4.5: the card that was in the slot returns to the end of the pack."""
    hero = s.heroes[seat]
    type = s.book.treasures[card].type
    hero.pack.remove(card)
    unequip(s, seat, type)
    if type == WEAPON:
        hero.weapon = card
    else:
        hero.clothing = card
    tell_card(s, seat, card, True)


def unequip(s: Micah, seat: i64, slot: i64) -> None:
    """Back to the end of the pack, if there is anything in the slot."""
    hero = s.heroes[seat]
    card = hero.weapon if slot == WEAPON else hero.clothing
    if card < 0:
        return
    hero.pack.append(card)
    if slot == WEAPON:
        hero.weapon = NOTHING
    else:
        hero.clothing = NOTHING
    tell_card(s, seat, card, False)


def tell_card(s: Micah, seat: i64, card: i64, worn: bool) -> None:
    if s.log is not None:
        kind = events.EQUIPPED if worn else events.UNEQUIPPED
        s.tell_data(kind, seat, {"card": s.book.treasures[card].id})


def apply_upgrade(s: Micah, seat: i64, card: i64) -> None:
    """MG-4.6: attached for good; its `apply` clauses happen once."""
    hero = s.heroes[seat]
    treasure = s.book.treasures[card]
    hero.pack.remove(card)
    hero.upgrades.append(card)
    if s.log is not None:
        s.tell_data(events.APPLIED, seat, {"card": treasure.id})
    run(s, treasure.applies, Deed(seat, treasure.id, "MG-4.6", seat))


def use(s: Micah, seat: i64, card: i64) -> None:
    """MG-4.7: a non-combat item is used up."""
    treasure = s.book.treasures[card]
    consume(s, seat, card)
    run(s, treasure.uses, Deed(seat, treasure.id, "MG-4.7", seat))


def set_companion(s: Micah, seat: i64, card: i64) -> None:
    """MG-8.2: one docked creature marches beside the player, or none."""
    hero = s.heroes[seat]
    hero.companion = NOTHING if card == s.book.no_companion else hero.spare(card)
    if s.log is not None:
        creature: str | None = None if hero.companion < 0 else s.book.face(card).id
        kind = events.COMPANION_LEFT if creature is None else events.COMPANION_SET
        s.tell_data(kind, seat, {"creature": creature})


def release(s: Micah, seat: i64, card: i64) -> None:
    """MG-8.7: a creature is set free, into the Graveyard."""
    hero = s.heroes[seat]
    hero.undock(hero.spare(card))
    s.graveyard.append(card)
    if s.log is not None:
        s.tell_data(events.CREATURE_RELEASED, seat, {"creature": s.book.face(card).id})


def use_ability(s: Micah, seat: i64, card: i64) -> None:
    """A docked creature does what its `prep` clause says, for its price."""
    face = s.book.face(card)
    clause = ability_of(s, seat, face)
    assert clause is not None
    hero = s.heroes[seat]
    hero.coin -= clause.price
    if s.log is not None:
        s.tell_data(events.ABILITY_USED, seat, {"creature": face.id})
        about: dict[str, object] = {"source": face.id, "verb": "coin", "trigger": "MG-4.1", "cards": []}
        s.tell_data(events.COIN_LOST, seat, about, seat, b=-clause.price, c=hero.coin)
    run(s, [clause], Deed(seat, face.id, "MG-4.1", seat))


# What is refused


PREP: Final = Prep("prep")
