"""Mazerunner's cards and choices in words; the cards from their content, so an edited one explains itself."""

from __future__ import annotations

from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.foresight import Change, Foreseen
from innkeeper.games.mazerunner.book import Book
from innkeeper.games.mazerunner.events import KINDS, steps
from innkeeper.games.mazerunner.fighting import blow
from innkeeper.games.mazerunner.moving import NEW_BLOCK, OLD_BLOCK
from innkeeper.games.mazerunner.state import KILL, REPEL, Monster, Race

_DICE = {"attack": "an attack die", "move": "a movement die", "resource": "a resource die", "any": "any die"}
_SENTENCES = {
    "gain": "{amount} {kind}",
    "map": "{amount} map piece(s)",
    "item": "{amount} item(s)",
    "heal": "{amount} health",
    "hurt": "lose {amount} health",
    "monster": "a monster comes, your power {amount:+d}",
    "resource_card": "draw a resource card",
    "portal_mirror": "a portal to the cell opposite",
    "portal_leap": "a portal {amount} cells on",
    "portal_choice": "a portal to any free block",
    "power": "power +{amount}",
    "steps": "{amount} more step(s)",
    "stroll": "{amount} free strolls",
    "yield": "yield +{amount} {kind}",
    "guard": "{amount} less damage from each blow",
    "mend": "{amount} more health when you heal",
    "haggle": "trades cost 2 instead of 3",
    "potion": "drink it for {amount} health",
    "dash": "use it for {amount} more steps",
    "warp": "use it to reach any free block",
    "strike": "use it in a fight for +{amount}",
    "vanish": "use it in a fight: the monster is gone, and its loot",
    "chart": "{amount} map piece(s), at once",
}


def texts(content: Content) -> dict[str, str]:
    """What every card does, by its id."""
    found: dict[str, str] = {}
    for kind, block in content.tables("maze.toml")["maze"].items():
        sides = " and ".join(block["open"])
        for number in range(1, block["copies"] + 1):
            found[f"{kind}-{number}"] = f"Open {sides}." if sides else "Open only where you came in."
    for id, monster in content.tables("monsters.toml")["monster"].items():
        found[id] = (
            f"Health {monster['health']}, damage {monster['damage']}. Loot: {_effects(monster['loot'])}."
        )
    for id, item in content.tables("items.toml")["item"].items():
        found[id] = f"{_sentence(_effects(item['effects']))} Price: {_bundle(item['price'])}."
    for id, card in content.tables("chance.toml")["chance"].items():
        found[id] = _sentence(_effects(card["effects"]))
    for id, card in content.tables("resources.toml")["resource"].items():
        found[id] = _sentence(_bundle(card["gives"]))
    return found


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _effects(effects: list[dict[str, Any]]) -> str:
    return ", ".join(_effect(effect) for effect in effects) or "none"


def _effect(effect: dict[str, Any]) -> str:
    if effect["do"] == "die":
        return f"{_DICE[effect['kind']]} more"
    plural = "s" if effect.get("amount", 0) > 1 else ""
    return _SENTENCES[effect["do"]].replace("(s)", plural).format(**effect)


def _bundle(amounts: dict[str, int]) -> str:
    return ", ".join(f"{amounts[kind]} {kind}" for kind in KINDS.ids if amounts.get(kind)) or "nothing"


def names(book: Book) -> dict[str, str]:
    """What people call the cards."""
    found = {block.id: block.name for block in book.blocks}
    for deck in book.domains[1:]:
        found |= {id: deck.labels[deck.index(id)] for id in deck.ids}
    return found


def about(s: Race, seat: int, action: Action) -> Foreseen | str:
    """What a door, a block or a fight will cost, before it is chosen."""
    actions = s.book.actions
    if action.verb is actions.enter:
        return _way(s, s.grid.doors[action.a])
    if action.verb is actions.move:
        return _way(s, action.a * s.grid.size + action.b)
    monster = s.monster_at(s.here())
    if action is actions.fight and monster is not None:
        return _fight(s, monster, s.power + s.fight_bonus)
    if action.verb is actions.buy:
        price = s.book.items[action.a].price
        return f"Costs {_bundle(dict(zip(KINDS.ids, price)))}."
    return ""


def _way(s: Race, cell: int) -> Foreseen:
    if s.blocks[cell] == 0:
        left = s.half_steps - NEW_BLOCK
        return Foreseen(f"A new block, {steps(NEW_BLOCK)}; {steps(left)} left.", [_spent(s, left)])
    if s.strolls > 0:
        said = f"A free stroll, {s.strolls - 1} left."
        change = Change("table.runner.strolls", "free strolls", s.strolls, s.strolls - 1)
    else:
        left = s.half_steps - OLD_BLOCK
        said, change = f"Known ground, {steps(OLD_BLOCK)}; {steps(left)} left.", _spent(s, left)
    monster = s.monster_at(cell)
    return Foreseen(said if monster is None else f"{said} {_fight(s, monster, s.power)}", [change])


def _spent(s: Race, left: int) -> Change:
    return Change("table.runner.half_steps", "half steps", s.half_steps, left)


def _fight(s: Race, monster: Monster, power: int) -> str:
    """How the comparison would turn out now."""
    damage = blow(s, monster.card.damage)
    name, health, rule = monster.card.name, monster.health, s.rules.tie_rule
    if power > health or (power == health and rule == KILL):
        return f"{name} ({health}): you win."
    if power == health and rule != REPEL:
        return f"{name} ({health}): both blows land, -{damage}."
    left = health - max(0, power) if s.rules.wounds_stay and power < health else health
    return f"{name} ({health}): you lose {damage}, it keeps {left}."
