"""MagicDuel in words: what moves and minions do, and what a move comes to before it is made.

Both follow from the content and from the referee carrying the move out on a copy.
"""

from __future__ import annotations

from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.events import Log
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


def about(s: Duel, seat: int, action: Action) -> str:
    """A line of arithmetic, what it does to whom, and a warning if you may die of your own burn."""
    world = s.copy()
    world.log = log = Log()
    world.act(seat, action)
    told = [event.json(seat) for event in log.events]
    ends = next((place for place, event in enumerate(told) if event["kind"] == "turn_started"), len(told))
    told = [event for event in told[:ends] if event["kind"] not in ("storm_struck", "game_over")]
    me = s.duelists[seat]
    lines = [_sum(s, seat, action, told), _results(s, seat, action, told)]
    mine = world.duelists[seat]
    if not world.over and mine.burn > 0 and mine.burn >= mine.hp and s.rules.burn_ticks:
        lines.append(f"Careful: burn will take {mine.burn}, and you have {mine.hp}.")
    elif any(event["kind"] == "healed" and event["cleared_burn"] for event in told):
        lines.append(f"Burn {me.burn} goes out.")
    return "\n".join(line for line in lines if line)


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


def _results(s: Duel, seat: int, action: Action, told: list[dict[str, Any]]) -> str:
    me, rival = s.duelists[seat], s.duelists[1 - seat]
    found: list[str] = []
    for event in told:
        match event["kind"]:
            case "absorbed":
                found.append(f"shield {rival.shield} → {event['shield']}")
            case "hp_lost" if event["victim"] != seat and event["cause"] != "storm":
                found.append(f"health {rival.hp} → {event['hp']}")
            case "burn_added":
                found.append(f"burn {rival.burn} → {event['burn']}")
            case "burn_blocked":
                found.append("no burn: nothing got through")
            case "minion_died":
                left = next((one["amount"] for one in told if one["kind"] == "minion_hit"), 0)
                hp = next((int(one.hp) for one in rival.minions if one.uid == event["uid"]), 0)
                found.append("gone" + (f", {left - hp} to spare" if left > hp else ""))
            case "minion_hit" if event["hp"] > 0:
                found.append(f"{event['hp'] + event['amount']} → {event['hp']}")
            case "healed" if s.book.moves[action.verb.tag].does("mend"):
                found.append(f"health {me.hp} → {event['hp']}")
            case "shield_gained":
                found.append(f"shield {me.shield} → {event['shield']}")
    return ", ".join(found)
