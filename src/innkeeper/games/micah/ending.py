"""MG-14 and MG-15: defeat, leaving, and how the adventure ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from innkeeper.engine.events import Kind
from innkeeper.engine.outcome import Outcome
from innkeeper.games.micah import decks, events, trade
from innkeeper.games.micah.terms import ALIVE, DEFEATED, GHOST, LEFT, NOTHING

if TYPE_CHECKING:
    from innkeeper.games.micah.state import Micah


def check(s: Micah, cause: str) -> bool:
    """MG-15.2: process defeats, then see whether the game is over."""
    if s.over:
        return True
    fallen: i64 = 0
    alive: i64 = 0
    for seat in range(s.seats):
        hero = s.heroes[seat]
        if hero.status == ALIVE:
            if hero.hp <= 0 and hero.job >= 0:
                fallen |= 1 << seat
            else:
                alive += 1
    if fallen != 0:
        defeat(s, fallen, cause)
    if alive == 0:
        finish(s, 0, "wiped_out", "MG-15.2")
    elif alive == 1 and s.seats > 1:
        finish(s, living_mask(s), "last_alive", "MG-15.2")
    elif len(s.deck) == 0 and s.encounter < 0:
        finish(s, living_mask(s), "deck_exhausted", "MG-15.2")
    return s.over


def living_mask(s: Micah) -> i64:
    mask: i64 = 0
    for seat in range(s.seats):
        if s.alive(seat):
            mask |= 1 << seat
    return mask


def defeat(s: Micah, fallen: i64, cause: str) -> None:
    """MG-14.1, MG-14.6: all who reached 0 HP through the same effect fall together."""
    s.falls += 1
    for seat in range(s.seats):
        if (fallen >> seat) & 1 == 1:
            hero = s.heroes[seat]
            hero.status = GHOST if s.rules.ghosts and s.seats > 1 else DEFEATED
            hero.hp = 0
            hero.fell = s.falls
            s.fighters &= ~(1 << seat)
            give_up_belongings(s, seat, events.PLAYER_DEFEATED, cause)
    trade.void_broken(s)


def give_up_belongings(s: Micah, seat: i64, kind: Kind, cause: str) -> None:
    """MG-14.2, MG-14.3: creatures go free, items to the Merchant, Coin into thin air."""
    hero = s.heroes[seat]
    cards: list[i64] = []
    if hero.clothing >= 0:
        cards.append(hero.clothing)
    if hero.weapon >= 0:
        cards.append(hero.weapon)
    cards += hero.upgrades
    cards += hero.pack
    s.used += cards
    s.graveyard += hero.dock
    if s.log is not None:
        treasures, encounters = s.book.treasures, s.book.encounters
        about: dict[str, object] = {
            "cause": cause,
            "cards": [treasures[card].id for card in cards],
            "creatures": [encounters[card].id for card in hero.dock],
        }
        s.tell_data(kind, seat, about)
    hero.clothing = NOTHING
    hero.weapon = NOTHING
    hero.companion = NOTHING
    hero.upgrades = []
    hero.pack = []
    hero.dock = []
    hero.items = []
    hero.coin = 0
    hero.omen = 0


def leave(s: Micah, seat: i64) -> None:
    """MG-14.4 to MG-14.9: a seat leaves the adventure, at whatever moment."""
    hero = s.heroes[seat]
    acting = seat == s.active and len(s.stack) > 1  # in the middle of its own turn
    if hero.status == GHOST:
        leave_as_ghost(s, seat)
        if acting and s.boss_round == 0:  # it may have fallen in a boss fight that goes on
            end_turn(s)
        return
    if acting and s.encounter >= 0:
        card = s.encounter
        s.encounter = NOTHING
        decks.shuffle_back(s, card)
    s.falls += 1
    hero.status = LEFT
    hero.left = s.falls
    hero.hp = 0
    s.fighters &= ~(1 << seat)
    give_up_belongings(s, seat, events.PLAYER_LEFT, "left")
    if s.check("left"):
        return
    trade.void_broken(s)
    if s.boss_round > 0:
        s.drop_sealed(seat)  # the fight goes on without them
    elif len(s.sealed) > 0:
        if seat == s.active:
            s.sealed = []
            s.owing = 0
            end_turn(s)  # the challenge lapses
        else:
            s.drop_sealed(seat)
    elif s.rival >= 0:
        if acting or seat == s.rival:
            s.rival = NOTHING
            end_turn(s)  # the duel ends without effect
    elif acting:
        end_turn(s)


def leave_as_ghost(s: Micah, seat: i64) -> None:
    """MG-14.9: its hand goes to the Ghost discard, its place stays what it was."""
    hero = s.heroes[seat]
    hero.status = LEFT
    s.disclosed += 1
    if s.log is not None:
        cards = [s.book.ghosts[card].id for card in hero.hand]
        about: dict[str, object] = {"cause": "left", "cards": cards, "creatures": []}
        s.tell_data(events.GHOST_LEFT, seat, about)
    s.ghost_discard += hero.hand
    hero.hand = []


def end_turn(s: Micah) -> None:
    """Drop everything above the frame that passes the turn on."""
    del s.stack[1:]
    trade.void_all(s)
    for hero in s.heroes:
        if len(hero.items) > 0:
            hero.items = []


def finish(s: Micah, winning: i64, reason: str, clause: str) -> None:
    """MG-15.4 to MG-15.8: winners, places and Renown."""
    seats = s.seats
    renown: list[int] = [s.renown(seat) for seat in range(seats)]
    score: list[i64] = [0] * seats
    best: i64 = -1
    for seat in range(seats):
        score[seat] = standing_of(s, seat, (winning >> seat) & 1 == 1)
        best = max(best, score[seat])
    winners: list[int] = []
    for seat in range(seats):
        if (winning >> seat) & 1 == 1 and score[seat] == best:
            winners.append(seat)
    places: list[int] = []
    for seat in range(seats):
        above: list[i64] = []
        for other in range(seats):
            if score[other] > score[seat] and score[other] not in above:
                above.append(score[other])
        places.append(1 + len(above))
    draw = winning == 0
    if draw and seats == 1 and reason == "wiped_out":
        draw = False
        places = [2]
    outcome = Outcome(tuple(winners), draw, tuple(places), reason, clause, {"renown": renown})
    trade.void_all(s)
    s.end(outcome)
    if s.log is not None:
        s.tell_data(events.GAME_OVER[clause], -1, outcome.json())


def standing_of(s: Micah, seat: i64, won: bool) -> i64:
    """MG-15.7: the higher the better; equal numbers share a place."""
    hero = s.heroes[seat]
    if won:
        return 4_000_000_000 + (s.renown(seat) if s.rules.champion else 0)
    if hero.status == ALIVE:
        return 3_000_000_000
    if hero.fell > 0:
        return 2_000_000_000 + hero.fell
    return hero.left
