"""The table of Echo: the strip of battlefields, both courts, what nobody has seen, and each battle's sum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import clipped, listed, marker, rule


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The fields, then the rival, then you; below them the last battle, the graveyard and the unseen."""
    view = now.view
    you = now.you if now.you is not None else 0
    lines = _fields(view["table"], lore, width)
    for seat in (1 - you, you):
        lines += _court(view["seats"][seat], now, lore, width)
    mine = view["seats"][you]
    lines.append(rule("Out of play and out of sight", width))
    if mine["unseen"] is not None and now.you is not None:
        lines += listed("Unseen, in the other hand or the overseer", map(lore.name, mine["unseen"]), width)
    if mine["deduced_overseer"]:
        lines.append(Text(f"The overseer must be {lore.name(mine['deduced_overseer'])}.", style="bold"))
    lines += listed("Graveyard", map(lore.name, view["table"]["graveyard"]), width)
    if view["table"]["overseer"]:
        lines.append(Text(f"Overseer: {lore.name(view['table']['overseer'])}"))
    for battle in reversed(view["table"]["history"]):
        lines += _battle(battle, now, lore, width)
    return clipped(lines, width)


def _fields(table: Mapping[str, Any], lore: Lore, width: int) -> list[Text]:
    strip = Text("")
    for place, field in enumerate(table["fields"]):
        here = place == table["field_index"]
        name = f" {lore.name(field['id'])} {field['reward']} "
        mark = "✓" if place < table["field_index"] else "▶" if here else " "
        strip.append(f"{mark}{name}", style="bold reverse" if here else "dim" if mark == "✓" else "")
        strip.append(" ")
    lines = [strip]
    if table["field_index"] < len(table["fields"]):
        field = table["fields"][table["field_index"]]
        lines += listed(
            f"{lore.name(field['id'])} pays {field['reward']}, at home",
            [lore.name(one) for one in field["bonus"]] or ["nobody"],
            width,
        )
        text = lore.texts.get(field["id"])
        if text:
            lines.append(Text(text, style="dim"))
    return lines


def _court(ruler: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    seat = ruler["seat"]
    name = now.names.get(seat, f"Seat {seat}")
    you = " (you)" if seat == now.you else ""
    state = " · committed" if ruler["committed"] else ""
    lines = [rule(f"{marker(seat, now.view['to_act'])} {name}{you} · score {ruler['score']}{state}", width)]
    if ruler["hand"] is not None:
        hand = [lore.name(one) for one in ruler["hand"]]
        lines += listed("Hand", hand or ["nothing"], width)
    else:
        count = ruler["hand_count"]
        lines.append(Text.assemble(("Hand: ", "bold"), f"{'▒ ' * count}{count} cards"))
    edicts: list[str | Text] = [lore.name(one) for one in ruler["edicts"]]
    edicts += [Text(f"({lore.name(one)} spent)", style="dim") for one in ruler["spent"]]
    lines += listed("Edicts", edicts, width)
    lines += listed("Echoes this battle", map(lore.name, ruler["statuses"]), width)
    played = [lore.name(one) for one in (ruler["creature"], ruler["edict"]) if one]
    if ruler["named"]:
        played.append(f"names {lore.name(ruler['named'])}")
    lines += listed("Shown", played, width)
    pending = ruler["pending"]
    if pending:
        sealed = [lore.name(one) for one in pending["creatures"]]
        sealed += [lore.name(pending["edict"])] if pending["edict"] else []
        sealed += [f"names {lore.name(pending['name'])}"] if pending["name"] else []
        lines += listed("Face down", sealed, width)
    return lines


def _sum(turn: int, seat: int, now: Moment, lore: Lore) -> str:
    """The parts of a strength as they were counted up: 2 printed + 2 Gambit."""
    for line in reversed(now.lines):
        if line.event["kind"] == "strengths_compared" and line.event["turn"] == turn:
            parts = line.event["sides"][seat]["parts"]
            return " + ".join(f"{part['amount']} {lore.name(part['label'])}" for part in parts)
    return "strength"


def _battle(battle: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    """How a battle came out: a line per side, as it was summed up."""
    winner = "a tie" if battle["winner"] is None else now.names.get(battle["winner"], "nobody")
    how = lore.phrases.word(battle["how"])
    value = "" if battle["value"] is None else f", worth {battle['value']}"
    lines = [rule(f"Battle {battle['turn']}, {lore.name(battle['field'])}: {winner} ({how}{value})", width)]
    for play in battle["plays"]:
        told = Text(f"{now.names.get(play['seat'], play['seat'])}: ")
        told.append(lore.name(play["creature"]) if play["creature"] else "nobody", style="bold")
        told.append(f" with {lore.name(play['edict'])}" if play["edict"] else "")
        told.append(f", names {lore.name(play['named'])}" if play["named"] else "")
        told.append(", at home" if play["bonus"] else "")
        told.append(", negated" if play["negated"] else "")
        told.append(f", ×{play['multiplier']}" if play["multiplier"] != 1 else "")
        points = battle["points"][play["seat"]]
        told.append(f"   {points:+d} points" if points else "")
        lines.append(told)
        if play["strength"] is not None:
            counted = _sum(battle["turn"], play["seat"], now, lore)
            lines.append(Text.assemble(f"    {counted} = ", (str(play["strength"]), "bold")))
    return lines
