"""What a seat may see of the factory: everything but the other's hand, and both decks' order."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.frame import result_view, table_view
from innkeeper.games.adventurer import view_types as v
from innkeeper.games.adventurer.book import Deck, die_text
from innkeeper.games.adventurer.choices import PICKS, Choose
from innkeeper.games.adventurer.events import TEMPS
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer, Placed
from innkeeper.games.adventurer.state import OPENERS, STEPS, Adventure


def view(s: Adventure, seat: i64) -> v.View:
    """For a seat, or for spectators (-1)."""
    return table_view(
        s,
        seat,
        [seat_view(s, 0, seat), seat_view(s, 1, seat)],
        {
            "active": s.active,
            "first": s.first,
            "step": STEPS.ids[s.step],
            "chain": chain_view(s),
            "choice": choice_view(s),
            "last_roll": roll_view(s),
            "draw_offer": None if s.offer < 0 else {"seat": s.offer},
            "options": options_for(s, seat),
            "decklists": lists_for(s, seat),
            "result": result_view(s),
        },
    )


def seat_view(s: Adventure, owner: i64, viewer: i64) -> v.Adventurer:
    side = s.sides[owner]
    ids = s.book.domain.ids
    violence = side.violence
    diplomacy = side.diplomacy
    return {
        "seat": owner,
        "deck_name": s.lists[owner].name if sees_list(s, owner, viewer) else None,
        "health": side.health,
        "willpower": side.willpower,
        "xp": side.xp,
        "attack": side.attack,
        "defense": side.defense,
        "charisma": side.charisma,
        "violence_die": die_text(violence.count, side.violence_sides(), violence.plus),
        "diplomacy_die": die_text(diplomacy.count, side.diplomacy_sides(), diplomacy.plus),
        "levels": levels_view(s, side),
        "income_next": income_next(s, side),
        "hand_count": len(side.hand),
        "hand": [ids[card] for card in side.hand] if owner == viewer else None,
        "hand_known": [ids[card] for card in side.known],
        "deck_count": side.top + s.turned_up(owner),
        "discard": [ids[card] for card in side.discard],
        "in_play": [placed_view(s, placed, flags) for placed, flags in zip(side.in_play, side.flags)],
        "temp": [
            {
                "what": TEMPS.ids[temp.what],
                "by": temp.by,
                "until_end_of_turn": temp.until,
                "source": temp.source,
            }
            for temp in side.temps
        ],
        "lost": {"health": side.lost_health, "willpower": side.lost_willpower},
        "played_card": side.played,
    }


def levels_view(s: Adventure, side: Adventurer) -> dict[str, int]:
    """AF-2.7: the symbols a seat's cards Provide, and how many."""
    found: dict[str, int] = {}
    for symbol, level in zip(s.book.symbols.ids, side.levels):
        if level > 0:
            found[symbol] = level
    return found


def income_next(s: Adventure, side: Adventurer) -> i64:
    """What the next Resource step pays as things stand; Consumed cards will be gone by then."""
    staying: i64 = 0
    for placed, flags in zip(side.in_play, side.flags):
        if flags & CONSUMED == 0 or placed.card.innate:
            staying += 1
    return max(s.rules.min_income, staying)


def placed_view(s: Adventure, placed: Placed, flags: i64) -> v.Placed:
    return {
        "ref": placed.ref,
        "card": placed.card.id,
        "slots": [s.book.slots.ids[slot] for slot in placed.slots],
        "consumed": flags & CONSUMED != 0,
        "used": [action.id for action in placed.card.actions if flags & action.bit != 0],
        "tokens": {},
    }


def chain_view(s: Adventure) -> v.Chain | None:
    if not s.chain_open:
        return None
    return {
        "opened_by": {
            "seat": s.opener,
            "what": OPENERS.ids[s.opened_by],
            "ref": None if s.opened_ref == 0 else s.opened_ref,
        },
        "responder": s.responder,
        "links": [
            {"seat": link.seat, "ref": link.ref, "action": s.book.every_deed[link.action].id}
            for link in s.links
        ],
        "waiting_on_play": None if s.waiting == 0 else s.waiting,
    }


def choice_view(s: Adventure) -> v.Choice | None:
    if s.over:
        return None
    top = s.stack[-1]
    if not isinstance(top, Choose):
        return None
    return {
        "seat": top.seat,
        "verb": PICKS.ids[top.verb],
        "options": [option.id for option in top.options],
    }


def roll_view(s: Adventure) -> v.Roll | None:
    if s.roll_seat < 0:
        return None
    total: i64 = s.roll_plus
    for die in s.roll_dice:
        total += die
    return {
        "seat": s.roll_seat,
        "die": die_text(s.roll_count, s.roll_sides, s.roll_plus),
        "dice": [int(die) for die in s.roll_dice],
        "total": total,
    }


# Deck lists (AF-11.3, AF-11.4)


def sees_list(s: Adventure, owner: i64, viewer: i64) -> bool:
    return s.rules.open_decklists or owner == viewer


def options_for(s: Adventure, viewer: i64) -> dict[str, object]:
    """The table's options, without a closed deck of somebody else."""
    shown: dict[str, object] = {}
    for name, value in s.rules.options.items():
        if isinstance(value, dict):
            value = copy_deck(value)
        if name in s.rules.secrets and s.rules.secrets[name] != viewer:
            value = None
        shown[name] = value
    return shown


def copy_deck(deck: dict[str, object]) -> dict[str, object]:
    """A deck object of its own, so that nobody can change the table's."""
    return {name: dict(value) if isinstance(value, dict) else value for name, value in deck.items()}


def lists_for(s: Adventure, viewer: i64) -> list[v.DeckList | None]:
    found: list[v.DeckList | None] = []
    for owner in range(2):
        found.append(list_view(s, s.lists[owner]) if sees_list(s, owner, viewer) else None)
    return found


def list_view(s: Adventure, deck: Deck) -> v.DeckList:
    ids = s.book.domain.ids
    return {"name": deck.name, "cards": {ids[card]: count for card, count in deck.counts.items()}}
