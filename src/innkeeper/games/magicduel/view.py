"""What everybody may see of a duel: everything."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.frame import result_view, table_view
from innkeeper.games.magicduel import view_types as v
from innkeeper.games.magicduel.frames import storm_of
from innkeeper.games.magicduel.state import Duel, Duelist, Minion


def view(s: Duel, seat: i64) -> v.View:
    """The same for both seats and spectators (-1), apart from `you`."""
    rules = s.rules
    specter = s.specter() if s.phase() == "specter" else None
    position = s.position
    return table_view(
        s,
        seat,
        [duelist_view(s, 0, s.duelists[0]), duelist_view(s, 1, s.duelists[1])],
        {
            "round": s.round,
            "first": s.first,
            "moves_left": s.moves_left,
            "used": used_kinds(s),
            "heals_used": s.times_used(s.book.move("heal").number),
            "specter": None if specter is None else specter.uid,
            "storm_next": storm_of(s),
            "rounds_left": rules.round_limit - s.round,
            "repeats": 0 if position is None else position.times,
            "options": rules.options.copy(),
            "result": result_view(s),
        },
    )


def duelist_view(s: Duel, seat: i64, duelist: Duelist) -> v.Duelist:
    return {
        "seat": seat,
        "hp": duelist.hp,
        "max_hp": s.rules.max_hp,
        "magic": duelist.magic,
        "burn": duelist.burn,
        "shield": duelist.shield,
        "minions": [minion_view(s, minion) for minion in duelist.minions],
    }


def minion_view(s: Duel, minion: Minion) -> v.Minion:
    card = minion.card
    return {
        "uid": minion.uid,
        "kind": card.id,
        "hp": minion.hp,
        "attack": minion.attack,
        "burn": card.burn,
        "age": minion.age,
        "bursts_in": s.rules.bubble_fuse - minion.age if card.bursts else None,
        "ready": minion.ready,
    }


def used_kinds(s: Duel) -> list[str]:
    """The kinds of move used this turn, in order."""
    kinds: list[str] = []
    rest = s.used
    while rest > 0:
        kinds.insert(0, s.book.moves[(rest & 15) - 1].id)
        rest >>= 4
    return kinds
