"""The table of MagicDuel: two duelists with bars, pedestals, candles and the weather."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import bar, beside, clipped, marker, pips, rule


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The rival on the right of you, or above where it is narrow; between you what both share."""
    you = now.you if now.you is not None else 0
    duelists = now.view["seats"]
    mine, rival = duelists[you], duelists[1 - you]
    column = (width - 3) // 2
    left, right = (_duelist(one, now, lore, column) for one in (mine, rival))
    lines = [rule(_middle(now), width), *beside(left, right, column, 3)]
    return clipped([*lines, Text(""), *_shared(now, lore)], width)


def _middle(now: Moment) -> str:
    table = now.view["table"]
    return f"Round {table['round']} · {table['rounds_left']} rounds left"


def _shared(now: Moment, lore: Lore) -> list[Text]:
    table = now.view["table"]
    most = table["options"]["moves_per_turn"]
    left = Text.assemble(("Moves left ", "bold"), pips(table["moves_left"], most, "▮", "▯"))
    left.append(f" {table['moves_left']}")
    if table["used"]:
        left.append(f"   used: {', '.join(lore.name(kind) for kind in table['used'])}")
    lines = [left]
    if table["storm_next"]:
        takes = f"takes {table['storm_next']} from both at the next round"
        lines.append(Text.assemble(("Storm ", "bold"), takes))
    elif table["options"].get("storm_round"):
        lines.append(Text(f"Storm from round {table['options']['storm_round']} on", style="dim"))
    if table["repeats"]:
        lines.append(Text(f"This position has been there {table['repeats']} times before"))
    return lines


def _duelist(one: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    seat = one["seat"]
    name = now.names.get(seat, f"Seat {seat}")
    you = " (you)" if seat == now.you else ""
    length = min(40, max(6, width - 19))
    health = Text.assemble("Health ", bar(one["hp"], one["max_hp"], length, "red"))
    lines = [
        Text.assemble((f"{marker(seat, now.view['to_act'])} {name}{you}", "bold")),
        health,
        Text.assemble("Magic  ", (f"{'◆' * min(one['magic'], length)} ", "blue"), str(one["magic"])),
        Text.assemble("Shield ", ("▓" * min(one["shield"], length), "cyan"), f" {one['shield']}"),
    ]
    burn = Text.assemble("Burn   ", ("♨" * min(one["burn"], length), "red"), f" {one['burn']}")
    if one["burn"]:
        burn.append(f"  will take {one['burn']}", style="bold")
    lines.append(burn)
    for place in range(max(2, len(one["minions"]))):
        minion = one["minions"][place] if place < len(one["minions"]) else None
        lines.append(_pedestal(minion, now, lore))
    return lines


def _pedestal(minion: Mapping[str, Any] | None, now: Moment, lore: Lore) -> Text:
    if minion is None:
        return Text("╶ empty pedestal ╴", style="dim")
    aimed = " ◎ to be aimed" if now.view["table"]["specter"] == minion["uid"] else ""
    told = Text.assemble((f"{lore.name(minion['kind'])} {minion['uid']}", "bold"), f" {minion['hp']} HP")
    if minion["bursts_in"] is not None:
        age = minion["age"]
        told.append(f" fuse {'●' * age}{'○' * minion['bursts_in']} pops in {minion['bursts_in']}")
    if minion["attack"]:
        told.append(f" attack {minion['attack']}")
        told.append(f" burn {minion['burn']}" if minion["burn"] else "")
        told.append("" if minion["ready"] else " (not ready)")
    return told.append(aimed, style="reverse")
