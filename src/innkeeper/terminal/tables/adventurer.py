"""The table of Adventurer Factory: two sheets with their shelves, your hand, the chain, the last roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import bar, beside, clipped, listed, marker, rule

STEPS = ("resource", "main", "encounter", "cleanup")


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The two sheets as mirror images where there is room, what happens between them, and your hand.

    Where it is narrow, what one plays by comes first: how the other stands, the hand, the own sheet.
    """
    you = now.you if now.you is not None else 0
    mine, theirs = now.view["seats"][you], now.view["seats"][1 - you]
    hand = [_in_hand(card, now, lore) for card in mine["hand"] or ()]
    if width >= 96:
        column = (width - 3) // 2
        left, right = (_sheet(one, now, lore, column) for one in (mine, theirs))
        lines = [_step(now, lore), *beside(left, right, column, 3), *_between(now, lore, width)]
        if mine["hand"] is not None:
            lines += [rule(f"Your hand, {len(hand)}", width), *listed("", hand, width)]
    else:
        lines = [_step(now, lore), _brief(theirs, now), *listed(f"Your hand, {len(hand)}", hand, width)]
        lines += [*_sheet(mine, now, lore, width), *_between(now, lore, width)]
        lines += _sheet(theirs, now, lore, width)
    return clipped(lines, width)


def _brief(one: Mapping[str, Any], now: Moment) -> Text:
    """How somebody stands, in a line."""
    who = f"{now.names.get(one['seat'], one['seat'])}: "
    told = f"Health {one['health']}, Will {one['willpower']}, XP {one['xp']}, {one['hand_count']} in hand"
    return Text.assemble((who, "bold"), told)


def _step(now: Moment, lore: Lore) -> Text:
    table = now.view["table"]
    told = Text(f"Turn {now.view['turn']}, {now.names.get(table['active'], '')}: ")
    for step in STEPS:
        here = step == table["step"]
        told.append(f"{'▶' if here else ' '} {lore.phrases.word(step)} ", "reverse" if here else "dim")
    return told


def _in_hand(card: str, now: Moment, lore: Lore) -> Text:
    """A card that can be played now has a mark before it."""
    actions = now.decision.actions if now.decision else []
    playable = any(choice.id == f"play:{card}" or choice.id.startswith(f"play:{card}:") for choice in actions)
    return Text(f"+{lore.name(card)}", style="bold") if playable else Text(lore.name(card), style="dim")


def _sheet(one: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    seat = one["seat"]
    you = " (you)" if seat == now.you else ""
    deck = f" · {one['deck_name']}" if one["deck_name"] else ""
    name = f"{marker(seat, now.view['to_act'])} {now.names.get(seat, seat)}{you}{deck}"
    full = now.view["table"]["options"]
    most = max(1, full.get("health", 30)), max(1, full.get("willpower", 30))
    size = max(5, (width - 36) // 2)
    lines = [
        rule(name, width),
        Text.assemble(
            "Health ",
            bar(one["health"], most[0], size, "red"),
            "  Will ",
            bar(one["willpower"], most[1], size, "blue"),
        ),
    ]
    figures = [f"XP {one['xp']} (+{one['income_next']})"]
    figures += [f"{lore.phrases.word(name)} {one[name]}" for name in ("attack", "defense", "charisma")]
    figures += [f"violence {one['violence_die']}", f"diplomacy {one['diplomacy_die']}"]
    lines += listed("", figures, width)
    levels = [f"{lore.name(name)} {level}" for name, level in one["levels"].items()]
    lines += listed("Levels", levels, width)
    lines += listed("In play", [_placed(card, lore) for card in one["in_play"]], width)
    changes = [
        f"{lore.phrases.word(change['what'])} {change['by']:+d} until turn {change['until_end_of_turn']}"
        for change in one["temp"]
    ]
    lines += listed("For now", changes, width)
    piles = {"to draw": one["deck_count"], "discarded": len(one["discard"]), "in hand": one["hand_count"]}
    lines += listed("Cards", [f"{count} {where}" for where, count in piles.items()], width)
    lines += listed("Known in hand", map(lore.name, one["hand_known"]), width)
    return lines


def _placed(card: Mapping[str, Any], lore: Lore) -> Text:
    told = Text(f"{card['ref']} {lore.name(card['card'])}", style="dim" if card["consumed"] else "")
    slots = "+".join(lore.phrases.word(slot) for slot in card["slots"])
    told.append(f" [{slots}]" if slots else "", style="dim")
    told.append(" consumed" if card["consumed"] else "")
    told.append(f" used: {', '.join(card['used'])}" if card["used"] else "")
    for token, count in card["tokens"].items():
        told.append(f" {count} {lore.phrases.word(token)}")
    return told


def _between(now: Moment, lore: Lore, width: int) -> list[Text]:
    table = now.view["table"]
    lines: list[Text] = []
    refs = {card["ref"]: lore.name(card["card"]) for one in now.view["seats"] for card in one["in_play"]}
    if table["last_roll"]:
        roll = table["last_roll"]
        dice = " ".join(f"[{value}]" for value in roll["dice"])
        who = now.names.get(roll["seat"], "")
        lines.append(Text(f"Last roll: {who} {roll['die']} {dice} = {roll['total']}"))
    chain = table["chain"]
    if chain:
        opened = chain["opened_by"]
        what = f"{now.names.get(opened['seat'], '')} {lore.phrases.word(opened['what'])}"
        links = [
            f"{now.names.get(link['seat'], '')}: {refs.get(link['ref'], link['ref'])} {link['action']}"
            for link in chain["links"]
        ]
        lines += listed("Chain", [what, *links], width, " ◂ ")
    if table["draw_offer"]:
        lines.append(Text(f"{now.names.get(table['draw_offer']['seat'], '')} offers a draw.", style="bold"))
    return lines
