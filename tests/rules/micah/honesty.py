"""What the shared tests of all games need to know about Micah's Game: house rules that belong together."""

from __future__ import annotations

QUIET = {"boss": False, "class_pick": "random", "hp_table": "balanced"}

TABLES = [
    {**QUIET, "pvp": True, "pvp_from_round": 1, "ghosts": True, "starting_coin": 30},
    {**QUIET, "treasure_cards": 12, "starting_coin": 100, "trade_creatures": True},
    {**QUIET, "whole_deck": True, "starting_coin": 60},
    {**QUIET, "ghosts": True, "starting_hp": 12, "pvp": True, "pvp_from_round": 1, "pvp_damage_cap": 4},
    {**QUIET, "ghosts": True, "starting_hp": 4},
    {**QUIET, "ghosts": True, "starting_hp": 2, "start_weather": "snowing"},
    {**QUIET, "whole_deck": True, "start_weather": "moonlit", "starting_coin": 100},
]
