"""Why something cannot be done now, for the person who tried, with the clause that says so."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.micah import trade
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import SINGLE


def why_not(s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
    """Why something that exists is not possible in this Preparation."""
    word, _, more = text.partition(":")
    if word in ("offer", "accept", "decline", "cancel"):
        return why_no_trade(s, seat, word)
    if seat != s.active:
        return f"it is seat {s.active}'s Preparation; you may trade with living players meanwhile", "MG-4.4"
    hero = s.heroes[seat]
    if word in ("attack", "charm", "escape"):
        return "no Encounter is active yet: draw one", "MG-5.4"
    if word == "challenge":
        return "at this table the Boss is left in peace", "MG-16.1"
    if word == "duel":
        if not s.rules.pvp:
            return "at this table players do not fight each other", "MG-17.1"
        if s.round < s.rules.pvp_from_round:
            return f"duels begin in round {s.rules.pvp_from_round}", "MG-17.1"
        return "you can duel a living player who was not duelled since their own last turn", "MG-17.1"
    if s.prep_actions >= s.rules.prep_action_cap:
        return f"you have prepared {s.prep_actions} times this turn; now draw", "MG-4.9"
    treasures = s.book.treasure_domain.places
    if word in ("buy", "sell", "equip", "apply", "use"):
        if more not in treasures:
            return f"there is no treasure {more!r}", "MG-4.1"
        card: i64 = treasures[more]
        name = s.book.treasures[card].name
        if word == "buy":
            if card in s.stall:
                return f"{name} costs {s.price(seat, card)} Coin, you have {hero.coin}", "MG-11.2"
            return f"{name} is not on the stall", "MG-11.1"
        if card not in hero.pack:
            if word == "sell" and (card in (hero.weapon, hero.clothing) or card in hero.upgrades):
                return f"only cards in the pack can be sold; {name} is in use", "MG-11.4"
            return f"{name} is not in your pack", "MG-4.1"
        type = s.book.treasures[card].type
        if word == "use":
            if type == SINGLE:
                return f"{name} is for Encounters", "MG-4.7"
            return f"{name} is not used up: equip or apply it", "MG-4.7"
        clause = "MG-4.5" if word == "equip" else "MG-4.6"
        return f"{name} is not a card to {word}", clause
    if word == "unequip":
        return "that slot is empty", "MG-4.5"
    if word in ("companion", "release", "ability"):
        if word == "ability":
            return "that creature does no favours now: docked, payable, and of some use it must be", "MG-4.1"
        return "that creature is not in your Dock, or is your Companion already", "MG-8.2"
    return None


def why_no_trade(s: Micah, seat: i64, word: str) -> tuple[str, str]:
    if not s.rules.trade:
        return "at this table nobody trades", "MG-12.1"
    if not s.alive(seat):
        return "only living players trade", "MG-12.1"
    if word != "offer":
        return f"there is no open offer of that number for you to {word}", "MG-12.7"
    if s.heroes[seat].offers_made >= s.rules.trade_offers_per_turn:
        return f"you have made {s.heroes[seat].offers_made} offers this turn", "MG-12.5"
    if not trade.can_offer(s, seat):
        return "you have an open offer already", "MG-12.5"
    return (
        "an offer names one thing you have for one thing a living player has, and one of them is a card",
        "MG-12.1",
    )
