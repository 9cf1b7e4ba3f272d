"""What the shared tests of all games need to know about Adventurer Factory."""

from __future__ import annotations

from typing import Any

from tests.rules.adventurer.factory import DEMO_A, DEMO_B, DEMO_C, DEMO_TEN, book, deck

# Cards that are in no preconstructed deck, among those that let them be played.
ODDS_AND_ENDS = deck(
    "Odds and Ends",
    "assassin",
    "nothing-to-see-cloak",
    "ogre",
    "tree-trunk",
    "thick-skin",
    "big-friendly-shove",
    "friendly-cudgel",
    "reluctant-pony",
    "throwing-onion",
    "treasure-map",
)
STRAYS = deck(
    "Strays",
    "elf",
    "moonlit-bow",
    "goblin",
    "dirty-trick",
    "ghost",
    "cold-spot",
    "dinner-fork-of-doom",
    "hand-me-down-leathers",
    "silver-ring",
    "calling-card",
)
HEROES = deck(
    "Heroes",
    "knight",
    "squire",
    "dapper-destrier",
    "bard",
    "understudy",
    "grand-finale",
    "magistrate",
    "diligent-clerk",
    "binding-precedent",
    "sealed-contract",
)
ASSASSINS = deck(
    "Contract Work",
    "assassin",
    "silent-steps",
    "sealed-contract",
    "alchemist",
    "singed-assistant",
    "panacea",
    "bubbling-retort",
    "fizzing-bomb",
    "tavern-rumour",
    "modest-bribe",
)
TINKERS = deck(
    "Spare Parts",
    "tinker",
    "spare-hands",
    "grand-contraption",
    "scrapyard-bargain",
    "loyal-automaton",
    "wizard",
    "opinionated-familiar",
    "borrowed-spellbook",
    "ritual-of-too-many-candles",
    "mirror-ward",
)
RARITIES = deck(
    "Rarities",
    "tinker",
    "spare-hands",
    "spring-heeled-boots",
    "overclock",
    "ghost",
    "walk-through-walls",
    "assassin",
    "back-of-the-knee",
    "smoke-egg",
    "market-shortsword",
)
NEEDY: dict[str, Any] = {
    "name": "Needy",
    "cards": {
        **dict.fromkeys(["spare-hands", "overclock", "scrapyard-bargain", "loyal-automaton"], 4),
        **dict.fromkeys(["grand-contraption", "riveted-gauntlets", "grappling-hook", "silver-ring"], 4),
        "soapbox": 4,
        "tinker": 2,
        "calling-card": 2,
    },
}
SIXTY = {
    "name": "Sixty",
    "cards": dict.fromkeys([*HEROES["cards"], *DEMO_B["cards"]][:15], 4),
}
SINGLES: dict[str, Any] = {"name": "Singles", "cards": {card.id: 1 for card in book().cards[::3]}}
SINGLES["cards"] |= {card.id: 1 for card in book().cards[1::3][: 40 - len(SINGLES["cards"])]}

DECKS = [
    *book().decks,
    ODDS_AND_ENDS,
    STRAYS,
    HEROES,
    ASSASSINS,
    TINKERS,
    RARITIES,
    NEEDY,
    DEMO_A,
    DEMO_B,
    DEMO_C,
]

VALUES = {"deck_0": DECKS, "deck_1": DECKS, "card_pack": ["core"]}
TABLES: list[dict[str, Any]] = [
    {"deck_size": 10, "deck_0": DEMO_TEN, "deck_1": DEMO_TEN},
    {"deck_size": 60, "deck_0": SIXTY, "deck_1": SIXTY},
    {"max_copies": 1, "deck_0": SINGLES, "deck_1": SINGLES},
    {"open_decklists": False, "deck_0": ODDS_AND_ENDS, "deck_1": "petty-grievances"},
    {"deck_0": ODDS_AND_ENDS, "deck_1": STRAYS, "xp_first": 50, "xp_second": 50, "health": 99},
    {"deck_0": HEROES, "deck_1": ASSASSINS, "xp_first": 20, "xp_second": 20, "willpower": 99, "health": 99},
    {"deck_0": RARITIES, "deck_1": RARITIES, "xp_first": 50, "xp_second": 50, "health": 99},
    {"deck_0": NEEDY, "deck_1": NEEDY, "xp_first": 50, "xp_second": 50, "strict_needs": True, "hand": 15},
    {"deck_0": TINKERS, "deck_1": ODDS_AND_ENDS, "xp_first": 50, "xp_second": 20, "health": 99},
    {"deck_0": "too-many-candles", "deck_1": "clockwork-picnic", "xp_first": 50, "xp_second": 50},
    {"deck_0": STRAYS, "deck_1": "clockwork-picnic", "brace_window": True, "negative_damage": True},
    {"deck_0": "too-many-candles", "deck_1": "knives-and-invoices", "mulligan": True, "first": "random"},
    {"deck_0": "volatile-stock", "deck_1": "petty-grievances", "zero_check": "immediate"},
]

# Sums over the cards in play; and of a deck only what lies below `top` is still there.
DERIVED = {
    "Adventurer.attack",
    "Adventurer.charisma",
    "Adventurer.deck",
    "Adventurer.defense",
    "Adventurer.diplomacy",
    "Adventurer.diplomacy_steps",
    "Adventurer.innate_slots",
    "Adventurer.levels",
    "Adventurer.slots",
    "Adventurer.violence",
    "Adventurer.violence_steps",
}
# With `open_decklists` off, only a deck's owner knows these (AF-11.4).
SECRET_OPTIONS = {"deck_0", "deck_1"}
