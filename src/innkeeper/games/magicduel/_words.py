"""MagicDuel's moves and minions in words, from their content, so that an edited one explains itself."""

from __future__ import annotations

from typing import Any

from innkeeper.engine.content import Content


def texts(content: Content) -> dict[str, str]:
    """What every move and minion does, by its id."""
    minions: dict[str, str] = {}
    for id, entry in content.tables("minions.toml")["minion"].items():
        parts = [f"{entry['hp']} health."]
        if entry.get("attack"):
            parts.append(f"Attacks once a turn for {entry['attack']}, burn {entry.get('burn', 0)}.")
        if entry.get("drip"):
            parts.append(f"Drips {entry['drip']} magic a turn, then bursts into magic.")
        minions[id] = " ".join(parts)
    found = dict(minions)
    for id, entry in content.tables("moves.toml")["move"].items():
        parts = [_effect(effect, entry, minions) for effect in entry.get("effects", [])]
        found[id] = " ".join(part for part in parts if part)
    return found


def _effect(effect: dict[str, Any], move: dict[str, Any], told: dict[str, str]) -> str:
    amount = effect.get("amount", 0)
    pays_all = any(other["do"] == "pay_all" for other in move["effects"])
    match effect["do"]:
        case "pay":
            return f"Costs {amount} magic."
        case "pay_all":
            return "Takes all your magic."
        case "hit":
            return f"{amount} damage{', and 1 more for each magic' if pays_all else ''}. Shields take it first."
        case "ignite":
            return "Up to 2 burn if health is lost."
        case "pierce":
            return f"{amount} damage, straight through shields."
        case "mend":
            return f"{amount} health back."
        case "cleanse":
            return "All burn is out."
        case "ward":
            return f"A shield of {amount}, and 1 more for each magic." if amount else "A shield of your choice."
        case "charge":
            return f"{amount} magic."
        case "call":
            return f"Calls one, or feeds one when both places are taken. {told[effect['minion']]}"
    return ""
