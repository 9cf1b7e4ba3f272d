"""MagicDuel in words: what moves and minions do, and what a move comes to before it is made.

Both follow from the content and from the referee carrying the move out on a copy.
"""

from __future__ import annotations

from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.events import Log
from innkeeper.engine.foresight import Beware, Change, Foreseen
from innkeeper.games.magicduel import content as card_content
from innkeeper.games.magicduel.book import Book, Move
from innkeeper.games.magicduel.effects import WORDS
from innkeeper.games.magicduel.state import Duel


def texts(content: Content) -> dict[str, str]:
    """What every move and minion does, by its id; a move that is called like its minion says both."""
    book = card_content.load(content)
    minions = {card.id: card.text for card in book.minions}
    return minions | {move.id: " ".join(map(WORDS.says, move.effects)) for move in book.moves}


def names(book: Book) -> dict[str, str]:
    """Content ids to names for people."""
    return {move.id: move.name for move in book.moves} | {card.id: card.name for card in book.minions}


def about(s: Duel, seat: int, action: Action) -> Foreseen:
    """A line of arithmetic, what it does to whom, and a warning if you may die of your own burn."""
    world = s.copy()
    world.log = log = Log()
    world.act(seat, action)
    told = [event.json(seat) for event in log.events]
    ends = next((place for place, event in enumerate(told) if event["kind"] == "turn_started"), len(told))
    told = [event for event in told[:ends] if event["kind"] not in ("storm_struck", "game_over")]
    me = s.duelists[seat]
    changes = [change for event in told for change in _changes(s, seat, action, event)]
    notes = [note for event in told if (note := _note(s, seat, event, told))]
    beware: list[Beware] = []
    mine = world.duelists[seat]
    if not world.over and mine.burn > 0 and mine.burn >= mine.hp and s.rules.burn_ticks:
        beware.append(Beware(f"Careful: burn will take {mine.burn}, and you have {mine.hp}.", "MD-3.3"))
    elif any(event["kind"] == "healed" and event["cleared_burn"] for event in told):
        notes.append(f"burn {me.burn} goes out")
    return Foreseen(_sum(s, seat, action, told), changes, notes, beware)


def _sum(s: Duel, seat: int, action: Action, told: list[dict[str, Any]]) -> str:
    me = s.duelists[seat]
    for event in told:
        match event["kind"]:
            case "attacked" if event["mode"] == "normal":
                return f"{event['damage'] - event['spent']} + all your magic {me.magic} = {event['damage']}"
            case "attacked":
                return f"{event['damage']}, straight through shields"
            case "specter_attacked":
                return f"{event['damage']} damage; a shield takes it first"
            case "healed":
                return _healing(s.book.moves[action.verb.tag], event["amount"])
            case "magic_gained":
                return f"+{event['amount']}: from {me.magic} to {event['magic']}"
            case "summoned":
                card = next(one for one in s.book.minions if one.id == event["minion"])
                attack = f", {card.attack} attack" if card.attack else ""
                return f"{event['cost']} magic: {card.hp} health{attack}"
            case "buffed":
                old = next(one for one in me.minions if one.uid == event["uid"])
                grown = f"{event['cost']} magic: {old.hp} to {event['hp']} health"
                return grown + (f", {old.attack} to {event['attack']} attack" if event["attack"] else "")
    return ""


def _healing(move: Move, amount: int) -> str:
    parts = [f"+{amount} health"] if move.does("mend") else []
    parts += ["burn out"] if move.does("cleanse") else []
    parts += ["and a shield"] if move.does("ward") else []
    return ", ".join(parts)


def _changes(s: Duel, seat: int, action: Action, event: dict[str, Any]) -> list[Change]:
    """The figures that an event makes others."""
    me, rival = s.duelists[seat], s.duelists[1 - seat]
    mine, theirs = f"seats.{seat}", f"seats.{1 - seat}"
    match event["kind"]:
        case "attacked" if event["spent"]:
            return [Change(f"{mine}.magic", "magic", me.magic, me.magic - event["spent"])]
        case "absorbed":
            return [Change(f"{theirs}.shield", "shield", rival.shield, event["shield"])]
        case "hp_lost" if event["victim"] != seat and event["cause"] != "storm":
            return [Change(f"{theirs}.hp", "health", rival.hp, event["hp"])]
        case "burn_added":
            return [Change(f"{theirs}.burn", "burn", rival.burn, event["burn"])]
        case "minion_hit" if event["hp"] > 0:
            place = next(place for place, one in enumerate(rival.minions) if one.uid == event["uid"])
            before = event["hp"] + event["amount"]
            return [Change(f"{theirs}.minions.{place}.hp", "health", before, event["hp"])]
        case "healed" if s.book.moves[action.verb.tag].does("mend"):
            return [Change(f"{mine}.hp", "health", me.hp, event["hp"])]
        case "shield_gained":
            return [Change(f"{mine}.shield", "shield", me.shield, event["shield"])]
    return []


def _note(s: Duel, seat: int, event: dict[str, Any], told: list[dict[str, Any]]) -> str:
    """What an event means that no figure shows."""
    match event["kind"]:
        case "burn_blocked":
            return "no burn: nothing got through"
        case "minion_died":
            left = next((one["amount"] for one in told if one["kind"] == "minion_hit"), 0)
            minions = s.duelists[1 - seat].minions
            hp = next((int(one.hp) for one in minions if one.uid == event["uid"]), 0)
            return "gone" + (f", {left - hp} to spare" if left > hp else "")
    return ""
