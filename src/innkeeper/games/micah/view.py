"""What each seat may see: almost everything; not the decks, others' peeks and ghost hands, sealed choices."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.frame import result_view, seats_of, table_view
from innkeeper.games.micah import view_types as v
from innkeeper.games.micah.book import Encounter, dice_of, face_id
from innkeeper.games.micah.boss import temper_of
from innkeeper.games.micah.clauses import CHECK, HOWS, PAY, ROLL
from innkeeper.games.micah.encounter import (
    NOT_OFFERED,
    how,
    price_of,
    resolver_of,
    stat_of,
    strike_of,
    target_of,
    with_companion,
)
from innkeeper.games.micah.rolls import odds
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import ATTACK, CHARISMA, CHARM, ESCAPE, KINDS, SPEED, STATS, STATUSES


def view(s: Micah, viewer: i64) -> v.View:
    """The table as one seat (-1: a spectator) sees it."""
    return table_view(s, viewer, [seat_view(s, seat, viewer) for seat in range(s.seats)], shared(s, viewer))


def seat_view(s: Micah, seat: i64, viewer: i64) -> v.Hero:
    book = s.book
    hero = s.heroes[seat]
    own = seat == viewer
    treasures = book.treasures
    sealed = s.sealed[seat] if own and len(s.sealed) > 0 else None
    top: i64 = len(s.deck) - 1
    return {
        "seat": seat,
        "class": None if hero.job < 0 else book.jobs[hero.job].id,
        "status": STATUSES[hero.status],
        "hp": hero.hp,
        "max_hp": s.max_hp(seat),
        "coin": hero.coin,
        "stats": None if hero.job < 0 else stats_view(s, seat),
        "pack": [treasures[card].id for card in hero.pack],
        "weapon": None if hero.weapon < 0 else treasures[hero.weapon].id,
        "clothing": None if hero.clothing < 0 else treasures[hero.clothing].id,
        "upgrades": [treasures[card].id for card in hero.upgrades],
        "dock": [docked_view(s, seat, place) for place in range(len(hero.dock))],
        "omen": hero.omen,
        "renown": s.renown(seat),
        "offers_left": s.rules.trade_offers_per_turn - hero.offers_made,
        "duelled": hero.duelled,
        "sealed": None if sealed is None else sealed.id,
        "peeked": [{"pos": place, "card": book.encounters[s.deck[top - place]].id} for place in hero.peeked]
        if own
        else None,
        "peeked_count": len(hero.peeked),
        "ghost_hand": [book.ghosts[card].id for card in hero.hand] if own else None,
        "ghost_hand_count": len(hero.hand),
    }


def stats_view(s: Micah, seat: i64) -> v.Stats:
    return {
        "attack": stat_view(s, seat, ATTACK),
        "charisma": stat_view(s, seat, CHARISMA),
        "speed": stat_view(s, seat, SPEED),
    }


def stat_view(s: Micah, seat: i64, stat: i64) -> v.Stat:
    level = s.level(seat, stat)
    return {"level": level, "dice": dice_of(level), "mod": s.modifier(seat, stat)}


def docked_view(s: Micah, seat: i64, place: i64) -> v.Docked:
    hero = s.heroes[seat]
    card = s.book.encounters[hero.dock[place]]
    return {"creature": face_id(card), "from": card.id, "companion": place == hero.companion}


def shared(s: Micah, viewer: i64) -> v.Table:
    """Everything that belongs to the table. Prices are those of the viewer."""
    book = s.book
    encounters, treasures = book.encounters, book.treasures
    thing = book.thing_domain
    return {
        "options": s.rules.options.copy(),
        "round": s.round,
        "active": s.active,
        "weather": s.weathers[s.weather].id,
        "felt": s.weathers[s.felt].id,
        "encounter": None if s.encounter < 0 or s.over else encounter_view(s, encounters[s.encounter]),
        "encounter_deck_count": len(s.deck),
        "returned": [encounters[card].id for card in s.returned],
        "set_aside_count": len(s.aside),
        "graveyard": [encounters[card].id for card in s.graveyard],
        "treasure_deck_count": len(s.treasures),
        "used_treasure": [treasures[card].id for card in s.used],
        "ghost_deck_count": len(s.ghost_deck),
        "ghost_discard": [book.ghosts[card].id for card in s.ghost_discard],
        "merchant": [
            {"slot": slot, "card": treasures[s.stall[slot]].id, "price": s.price(viewer, s.stall[slot])}
            for slot in range(len(s.stall))
        ],
        "offers": [
            {
                "offer": offer.number,
                "from": offer.maker,
                "to": offer.receiver,
                "give": thing.text(offer.give),
                "get": thing.text(offer.get),
            }
            for offer in s.offers
        ],
        "prep_actions_left": s.rules.prep_action_cap - s.prep_actions,
        "boss": boss_view(s),
        "duel": None if s.rival < 0 or s.over else {"challenger": s.active, "defender": s.rival},
        "sealed_in": [seat for seat in range(len(s.sealed)) if s.sealed[seat] is not None],
        "result": result_view(s),
    }


def encounter_view(s: Micah, card: Encounter) -> v.Encounter:
    """The active Encounter with adjusted numbers and exact odds."""
    return {
        "card": card.id,
        "kind": KINDS[card.kind],
        "tags": card.tag_ids[:],
        "attack": intention_view(s, card, ATTACK),
        "charm": intention_view(s, card, CHARM),
        "escape": intention_view(s, card, ESCAPE),
        "strike": str(strike_of(s, card)),
        "bounty": card.bounty_text if card.bounty_text != "" else None,
        "items_used": [s.book.treasures[item].id for item in s.heroes[s.active].items],
        "drawn_this_turn": s.drawn,
    }


def intention_view(s: Micah, card: Encounter, intention: i64) -> v.Intention | None:
    way = how(s, card, intention)
    if way == NOT_OFFERED:
        return None
    price = price_of(s, card, intention)
    stat: str | None = None
    target: str | None = None
    chance: float | None = None
    if way == CHECK:
        rolled = stat_of(s, card, intention)
        needed = target_of(s, card, intention)
        stat = STATS[rolled]
        target = str(needed)
        chance = round(odds(s, s.active, rolled, with_companion(intention, rolled), needed), 4)
    elif way == ROLL:
        resolver = resolver_of(s, card, intention)
        assert resolver is not None
        target = resolver.text
        chance = round(float(resolver.ways) / float(resolver.rolls), 4)
    elif way != PAY:
        chance = 1.0
    return {
        "how": HOWS[way],
        "stat": stat,
        "target": target,
        "odds": chance,
        "pay": None if price < 0 else price,
    }


def boss_view(s: Micah) -> v.Boss | None:
    """The fight, while it goes on or if the game ended in it."""
    if s.boss_round == 0:
        return None
    return {
        "hp": s.boss_hp,
        "max_hp": s.boss_most,
        "round": s.boss_round,
        "mood": s.book.boss.moods[s.boss_mood].id,
        "defense": s.boss_defense,
        "temper": temper_of(s),
        "challengers": seats_of(s.fighters),
    }
