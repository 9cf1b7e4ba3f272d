"""Why something cannot be done now, for the person who tried, with the clause that says so."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.action import Verb
from innkeeper.games.magicduel.book import MOST_MINIONS, SPARK_AND_TARGET, TARGET, WARD
from innkeeper.games.magicduel.legal import used_up
from innkeeper.games.magicduel.state import Duel, Duelist


def not_your_turn(s: Duel) -> tuple[str, str]:
    return f"it is seat {s.active}'s turn", "MD-1.3"


def why_not_aim(s: Duel, seat: i64) -> tuple[str, str]:
    """Against anything but a target for the Specter that attacks now."""
    if seat != s.active:
        return not_your_turn(s)
    specter = s.specter()
    assert specter is not None
    return (
        f"Specter {specter.uid} attacks now: aim it at the rival or at one of the rival's minions",
        "MD-7.11",
    )


def why_not(s: Duel, seat: i64, text: str) -> tuple[str, str] | None:
    """Against a move that exists but is not offered now."""
    if seat != s.active:
        return not_your_turn(s)
    if is_of(text, s.book.aim):
        return "Specters attack when the moves are done", "MD-3.8"
    me = s.duelists[seat]
    for move in s.book.moves:
        helper = move.minion
        buffing = helper is not None and is_of(text, move.grow())
        if not buffing and not is_of(text, move.at()):
            continue
        if move not in s.rules.moves:
            return f"{move.name} is a house rule that this table does not use", move.clause
        if used_up(s, move):
            if s.rules.distinct_moves:
                return f"{move.name} was already used this turn", "MD-8.1"
            return f"only {s.rules.heal_limit} {move.name} per turn", "MD-8.2"
        needed = max(move.cost, move.least_magic)
        if me.magic < needed:
            clause = move.clause if helper is None else "MD-7.7"
            return f"{move.name} needs {needed} magic, you have {me.magic}", clause
        if helper is not None:
            if buffing and len(me.minions) < MOST_MINIONS:
                return f"while a place is free, {move.name} summons; it strengthens nobody", "MD-7.6"
            if buffing:
                return f"you have no such {helper.name} to strengthen", "MD-7.6"
            for minion in me.minions:
                if minion.card is helper:
                    return f"you control two minions already; strengthen a {helper.name} instead", "MD-7.1"
            return f"you control two minions already, and no {helper.name} to strengthen", "MD-7.6"
        if move.asks == WARD:
            clause = "MD-5.3" if move.id == "heal" else move.clause
            return f"{move.name} adds a shield of 0 to {s.rules.shield_max_cast}", clause
        if move.asks == TARGET or move.asks == SPARK_AND_TARGET:
            target = text.split(":")[-1]
            there = target == "player" or (s.rules.attack_minions and is_minion(s.duelists[1 - seat], target))
            if there and move.asks == SPARK_AND_TARGET:
                return "a bolt at the rival names a burn of 0, 1 or 2; minions do not burn", "MD-4.3"
            if not s.rules.attack_minions:
                return "at this table attacks aim at the rival, not at minions", "MD-4.1"
            return "an attack aims at the rival or at one of the rival's minions", "MD-4.1"
    return None


def is_of(text: str, verb: Verb) -> bool:
    """Is this an action of that verb, whatever it names?"""
    return text == verb.name or (len(verb.domains) > 0 and text.startswith(verb.name + ":"))


def is_minion(duelist: Duelist, uid: str) -> bool:
    return uid in [str(minion.uid) for minion in duelist.minions]
