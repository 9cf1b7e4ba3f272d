"""The table of Micah's Game: the Encounter with its odds, everybody's sheet, the stall and the weather."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import bar, clipped, listed, marker, rule

WAYS = ("attack", "charm", "escape")


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The road first, then you, then the others, then the stall."""
    table, seats = now.view["table"], now.view["seats"]
    lines = [_road(now, lore)]
    if table["encounter"]:
        lines += _encounter(table["encounter"], lore, width)
    if table["boss"] and table["boss"]["challengers"]:
        lines += _boss(table["boss"], now, lore, width)
    if table["duel"]:
        duel = table["duel"]
        who = f"{now.names.get(duel['challenger'], '')} challenges {now.names.get(duel['defender'], '')}"
        lines.append(Text(f"A duel: {who}.", style="bold"))
    own = [hero for hero in seats if hero["seat"] == now.you]
    for hero in own:
        lines += _hero(hero, now, lore, width)
    others = [hero for hero in seats if hero["seat"] != now.you]
    widest = max((cell_len(_title(hero, now, lore)) for hero in others), default=0)
    for hero in others:
        lines += _other(hero, now, lore, width, widest)
    for offer in table["offers"]:
        give, get = lore.name(offer["give"]), lore.name(offer["get"])
        who = f"{now.names.get(offer['from'], '')} offers {now.names.get(offer['to'], '')}"
        lines.append(Text(f"Offer {offer['offer']}: {who} {give} for {get}"))
    coin = own[0]["coin"] if own else 0
    stall: list[str | Text] = [
        Text(f"{lore.name(place['card'])} {place['price']}", style="dim" if place["price"] > coin else "bold")
        for place in table["merchant"]
    ]
    lines += listed("Merchant", stall, width)
    return clipped(lines, width)


def _road(now: Moment, lore: Lore) -> Text:
    table = now.view["table"]
    told = Text(f"Round {table['round']} · {lore.name(table['weather'])}")
    if table["felt"] != table["weather"]:
        told.append(f" (felt now: {lore.name(table['felt'])})")
    told.append(f" · {table['encounter_deck_count']} cards to go")
    told.append(f" · {len(table['graveyard'])} in the graveyard")
    if table["sealed_in"]:
        who = ", ".join(now.names.get(seat, "") for seat in table["sealed_in"])
        told.append(f" · chosen in secret: {who}")
    return told


def _encounter(card: Mapping[str, Any], lore: Lore, width: int) -> list[Text]:
    tags = ", ".join(lore.phrases.word(tag) for tag in (card["kind"], *card["tags"]))
    lines = [rule(f"{lore.name(card['card'])} ({tags})", width)]
    for way in WAYS:
        intention = card[way]
        if intention is None:
            lines.append(Text(f"  {lore.phrases.word(way):<8} not with this one", style="dim"))
            continue
        told = Text.assemble((f"  {lore.phrases.word(way):<8} ", "bold"))
        odds = intention["odds"]
        if odds is not None:
            told.append_text(bar(round(odds * 100), 100, 12, "green"))
            told.right_crop(len("/100"))
            told.append(" %")
        if intention["stat"]:
            told.append(f"  {lore.phrases.word(intention['stat'])} must reach {intention['target']}")
        else:
            told.append(f"  {lore.phrases.word(intention['how'])}")
        told.append(f"  pays {intention['pay']} Coin" if intention["pay"] is not None else "")
        lines.append(told)
    bounty = f", bounty {card['bounty']}" if card["bounty"] else ""
    lines.append(Text(f"  It strikes for {card['strike']}{bounty}"))
    lines += listed("  Used against it", map(lore.name, card["items_used"]), width)
    return lines


def _boss(boss: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    who = ", ".join(now.names.get(seat, "") for seat in boss["challengers"])
    return [
        rule(f"The dragon, round {boss['round']}, against {who}", width),
        Text.assemble("  HP ", bar(boss["hp"], boss["max_hp"], 30, "red")),
        Text(f"  Mood {lore.name(boss['mood'])} · defense {boss['defense']} · temper {boss['temper']}"),
    ]


def _title(hero: Mapping[str, Any], now: Moment, lore: Lore) -> str:
    seat = hero["seat"]
    you = " (you)" if seat == now.you else ""
    kind = f", {lore.name(hero['class'])}" if hero["class"] else ""
    state = "" if hero["status"] == "alive" else f", {lore.phrases.word(hero['status'])}"
    return f"{marker(seat, now.view['to_act'])} {now.names.get(seat, seat)}{you}{kind}{state}"


def _stats(hero: Mapping[str, Any], letters: int = 20) -> str:
    """The three stats with the dice they roll, by so many letters of their names."""
    told = []
    for name, stat in (hero["stats"] or {}).items():
        dice = "+".join(f"d{sides}" for sides in stat["dice"])
        more = f"{stat['mod']:+d}" if stat["mod"] else ""
        told.append(f"{name.capitalize()[:letters]} {dice}{more}")
    return "  ".join(told)


def _hero(hero: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    lines = [rule(_title(hero, now, lore), width)]
    if not hero["class"]:
        return lines
    figures = Text("HP ").append_text(bar(hero["hp"], hero["max_hp"], 14, "red"))
    figures.append(f"  Coin {hero['coin']}  {_stats(hero)}")
    if hero["omen"]:
        figures.append(f"  Omen {hero['omen']}")
    if hero["renown"]:
        figures.append(f"  Renown {hero['renown']}")
    lines.append(figures)
    worn = [lore.name(hero[place]) for place in ("weapon", "clothing") if hero[place]]
    lines += listed("Wears", worn, width)
    lines += listed("Learned", map(lore.name, hero["upgrades"]), width)
    lines += listed("Pack", map(lore.name, hero["pack"]), width)
    lines += listed("Dock", [_docked(one, lore) for one in hero["dock"]], width)
    peeked = [f"{one['pos'] + 1}. {lore.name(one['card'])}" for one in hero["peeked"] or ()]
    lines += listed("Peeked at", peeked, width)
    lines += listed("Ghost cards", map(lore.name, hero["ghost_hand"] or ()), width)
    return lines


def _docked(one: Mapping[str, Any], lore: Lore) -> str:
    return f"{'★ ' if one['companion'] else ''}{lore.name(one['creature'])}"


def _other(hero: Mapping[str, Any], now: Moment, lore: Lore, width: int, widest: int) -> list[Text]:
    """Somebody else in a line, figures below figures, and what they own."""
    title = _title(hero, now, lore)
    told = Text.assemble((title + " " * (widest - cell_len(title)), "bold"))
    rest = Text("  HP ").append_text(bar(hero["hp"], hero["max_hp"], 8, "red"))
    rest.append(f"  Coin {hero['coin']}  {_stats(hero, 2)}")
    owned = (hero["weapon"], hero["clothing"], *hero["pack"], *hero["upgrades"])
    things = [lore.name(id) for id in owned if id]
    docked = [_docked(one, lore) for one in hero["dock"]]
    told.append_text(rest)
    return [told, *listed("  has", [*things, *docked], width)]
