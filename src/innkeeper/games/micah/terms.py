"""The words of the rulebook as numbers: statuses, stats, Intentions, kinds, zones."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# What has become of a seat.
ALIVE: Final = 0
DEFEATED: Final = 1
LEFT: Final = 2
GHOST: Final = 3
STATUSES: Final = ["alive", "defeated", "left", "ghost"]

# The three stats, and the three Intentions that roll them.
ATTACK: Final = 0
CHARISMA: Final = 1
SPEED: Final = 2
STATS: Final = ["attack", "charisma", "speed"]
CHARM: Final = 1
ESCAPE: Final = 2
INTENTIONS: Final = ["attack", "charm", "escape"]

LADDER: Final[list[i64]] = [4, 6, 8, 10, 12, 20]  # MG-9.1
TOP_DIE: Final = 20

# What a continuous effect can change. The first three groups are indexed by stat or Intention.
DIE: Final = 0
MOD: Final = 3
TARGET: Final = 6  # def, chm, esc
AUTO: Final = 9
MAXHP: Final = 12
PRICE: Final = 13
ATK: Final = 14
BEST: Final = 15
WARD: Final = 16

# Kinds of Encounter. The Boss has a kind of his own.
KINDS: Final = ["creature", "traveller", "uncharmable", "trap", "place", "boss"]
BOSS_KIND: Final = 5

# Types of treasure.
WEAPON: Final = 0
CLOTHING: Final = 1
SINGLE: Final = 2
UPGRADE: Final = 3
TYPES: Final = ["weapon", "clothing", "single", "upgrade"]

# Where an Encounter card can go.
NOWHERE: Final = -1
GRAVEYARD: Final = 0
DECK: Final = 1
DOCK: Final = 2
ZONES: Final = ["graveyard", "deck", "dock"]

# Whom `hp` and `coin` reach.
OWNER: Final = 0
ALL: Final = 1
OTHERS: Final = 2
REACHES: Final = ["all", "others"]

RANDOM_WEATHER: Final = -1

# What a match counts for simulations: Intentions chosen and fulfilled, and a few more.
CHOSEN: Final = 0
FULFILLED: Final = 3
PURCHASES: Final = 6
FALLEN_COMPANIONS: Final = 7
BOSS_FIGHTS: Final = 8
CHALLENGERS: Final = 9
TRADES: Final = 10
TALLIES: Final = 11

NOTHING: Final = -1  # an empty slot, no Companion, no Encounter
STALL: Final = 6  # MG-11.1
MOST_ENCOUNTERS: Final = 5  # MG-7.9: in one turn
COINS: Final[list[i64]] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30]  # MG-12.4
