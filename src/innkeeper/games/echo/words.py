"""Echo in words: what a card does, and what a pair of cards comes to before it is sealed.

Both follow from the content and the referee's own sums, so an edited card explains itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from innkeeper.engine.action import Action
from innkeeper.engine.content import Content
from innkeeper.engine.foresight import Beware, Foreseen
from innkeeper.games.echo.battle import HIT_0, HIT_1, Clash
from innkeeper.games.echo.book import Book
from innkeeper.games.echo.cards import FIELD_BONUS, members
from innkeeper.games.echo.state import Echo


def texts(content: Content) -> dict[str, str]:
    """What every card says, by its id. A status that bears a creature's name is told with it."""
    found: dict[str, str] = {"bonus": f"{FIELD_BONUS:+d}"}
    names: dict[str, str] = {}
    for file in content.files:
        for entries in content.tables(file).values():
            for id, entry in entries.items():
                names.setdefault(id, entry.get("name", id))
    statuses = content.tables("statuses.toml")["status"]
    for id, entry in statuses.items():
        found[f"status:{id}"] = " ".join(_effect(effect, names, found) for effect in entry["effects"])
    for file, table in (("fields", "field"), ("edicts", "edict"), ("creatures", "creature")):
        for id, entry in content.tables(f"{file}.toml")[table].items():
            parts = [_effect(effect, names, found) for effect in entry["effects"]]
            found[id] = " ".join(part for part in parts if part)
    return found


def _effect(effect: dict[str, Any], names: dict[str, str], told: dict[str, str]) -> str:
    amount = effect.get("amount", 1)
    ids = effect.get("ids", [])
    everything = ids in ("any", ["any"])
    listed = "any creature" if everything else _list([f"the {names.get(id, id)}" for id in ids])
    echo = told.get(f"status:{effect.get('status', '')}", "")
    match effect["do"]:
        case "force-tie":
            return "The battle is a tie."
        case "win-vs":
            return f"Beats {listed}."
        case "win-if-same-edict":
            return "Wins if both played the same edict."
        case "negate":
            return "Negates theirs." if everything else f"Negates {listed}."
        case "grant":
            return f"Next battle: {echo[0].lower()}{echo[1:]}" if echo else ""
        case "strength-if" if effect["when"] == "sole-bonus":
            return f"{amount:+d} if only you have a field bonus."
        case "strength-if":
            return f"{amount:+d} if roused: you lost the battle before."
        case "multiplier":
            return "Your edict counts once more."
        case "recover-edicts":
            return "All your edicts come back."
        case "no-edict-strength":
            return "No strength from edicts."
        case "concede-unless-win":
            return f"If it does not win, they gain {amount} points."
        case "value":
            return f"A win is worth {amount:+d}."
        case "cancel":
            return f"Cancels their {names.get(effect['edict'], effect['edict'])}."
        case "strength":
            return f"{amount:+d} strength."
        case "strength-if-bonus":
            return f"{amount:+d} with a field bonus."
        case "strength-if-named":
            return f"Name theirs right: {amount:+d}."
        case "lose-ties":
            return "You lose ties."
        case "winner-grant" | "both-grant":
            who = "Winner" if effect["do"] == "winner-grant" else "Both"
            return f"{who}, next battle: {echo[0].lower()}{echo[1:]}" if echo else ""
        case "multiplier-both":
            return "Edicts count once more."
        case "commit-two":
            return "Commit two creatures, take one back."
        case "win-points":
            return f"A win is worth {amount:+d}."
        case "enable-barbarian":
            return "The Barbarian is roused."
    return ""


def names(book: Book) -> dict[str, str]:
    """Creatures, edicts and battlefields; statuses bear the names of what leaves them behind."""
    return {
        **{status.id: status.name for status in book.statuses},
        **{creature.id: creature.name for creature in book.creatures},
        **{edict.id: edict.name for edict in book.edicts},
        **{field.id: field.name for field in book.fields},
    }


def about(s: Echo, seat: int, action: Action) -> Foreseen:
    """What a choice comes to, from public facts and the seat's own hand only."""
    words = action.id.split(":")
    if words[0] != "play":
        return Foreseen()
    book = s.book
    edict = next(one.number for one in book.edicts if one.id == words[-1])
    creatures = [book.creature_domain.index(id) for id in words[1:-1]]
    sums = [_strength(s, seat, creature, edict) for creature in creatures]
    beware = _ties(s, seat, creatures[0], edict)
    return Foreseen("\n".join(sums), notes=_worth(s, seat, creatures[0], edict), beware=beware)


def _clash(s: Echo, seat: int, mine: int, theirs: int, my_edict: int, their_edict: int, hit: bool) -> Clash:
    one, two = s.rulers
    creatures, edicts = (
        ((mine, theirs), (my_edict, their_edict)) if seat == 0 else ((theirs, mine), (their_edict, my_edict))
    )
    hits = (HIT_0 if seat == 0 else HIT_1) if hit else 0
    flags = s.book.battles.flags(*creatures, one.statuses, two.statuses, hits)
    return s.book.battles.at(s.field(), *creatures, *edicts, flags)


def _strength(s: Echo, seat: int, creature: int, edict: int) -> str:
    """The sum against most of what they may hold, and how it changes against the rest."""
    book, statuses = s.book, s.rulers[seat].statuses
    sums: dict[tuple[tuple[str, int], ...], list[str]] = {}
    instant: list[str] = []
    beaten: list[str] = []
    tied: list[str] = []
    theirs = members(s.rulers[1 - seat].edicts)
    for foe in members(s.unseen(seat)):
        clash = _clash(s, seat, creature, foe, edict, theirs[0], False)
        every = [_clash(s, seat, creature, foe, edict, one, False) for one in theirs]
        name = book.creatures[foe].name
        if all(one.instant == seat for one in every):
            instant.append(name)
        elif all(one.instant == 1 - seat for one in every):
            beaten.append(name)
        elif all(one.tied for one in every):
            tied.append(name)
        else:
            parts = book.battles.strength_parts(clash, seat, statuses)
            key = tuple((str(part["label"]), int(str(part["amount"]))) for part in parts)
            sums.setdefault(key, []).append(name)
    found: list[str] = []
    usual = max(sums, key=lambda key: len(sums[key]), default=None)
    if usual is not None:
        found.append(_sum(s, creature, usual))
    others = [(sum(amount for _, amount in key), foes) for key, foes in sums.items() if key != usual]
    found += [f"{total} against {_list(foes)}" for total, foes in others]
    name = book.creatures[creature].name
    if instant:
        found.append(f"beats {_list(instant)} at once")
    if tied:
        found.append(f"ties with {_list(tied)}" if usual is not None else f"{name} ties the battle")
    if beaten:
        found.append(f"loses to {_list(beaten)} at once")
    return "; ".join(found) + "."


def _sum(s: Echo, creature: int, parts: Sequence[tuple[str, int]]) -> str:
    card = s.book.creatures[creature]
    words = [f"{card.name} {parts[0][1]}"]
    for label, amount in parts[1:]:
        word = {"bonus": "field"}.get(label) or label.replace("-", " ")
        words.append(f"{'+' if amount >= 0 else '−'} {abs(amount)} {word}")
    return f"{' '.join(words)} = {sum(amount for _, amount in parts)}"


def _worth(s: Echo, seat: int, creature: int, edict: int) -> list[str]:
    """What a win is worth while their edict is unknown, and what else the edict means."""
    book, ruler = s.book, s.rulers[seat]
    foe = members(s.unseen(seat))[0]
    values: set[int] = set()
    for one in members(s.rulers[1 - seat].edicts):
        clash = _clash(s, seat, creature, foe, edict, one, False)
        values.add(
            int(book.battles.value(clash.value, book.battles.status_points[ruler.statuses], s.rules.floor))
        )
    low, high = min(values), max(values)
    found = [
        f"A win is worth {low}." if low == high else f"A win is worth {low} to {high}, as their edict falls."
    ]
    if book.edicts[edict].names:
        right = _clash(s, seat, creature, foe, edict, members(s.rulers[1 - seat].edicts)[0], True)
        wrong = _clash(s, seat, creature, foe, edict, members(s.rulers[1 - seat].edicts)[0], False)
        gain = int(right.side(seat).strength - wrong.side(seat).strength)
        found.append(f"Name theirs right: {gain:+d} strength.")
    return found


def _ties(s: Echo, seat: int, creature: int, edict: int) -> list[Beware]:
    """EC-8.5.2: does the edict lose ties, whatever theirs is?"""
    foe = members(s.unseen(seat))[0]
    theirs = members(s.rulers[1 - seat].edicts)
    if not any(_clash(s, seat, creature, foe, edict, one, False).side(seat).loses_ties for one in theirs):
        return []
    return [Beware(f"With {s.book.edicts[edict].name} you lose ties.", "EC-8.5.2")]


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
