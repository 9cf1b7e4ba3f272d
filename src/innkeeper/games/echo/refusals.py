"""Why an answer that exists is not offered now, and the clause that says so.

Refusals tell a seat only what it knows anyway.
"""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.echo.cards import members
from innkeeper.games.echo.state import NONE, Echo


def why_not_play(s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
    """The main phase."""
    words = text.split(":")
    if (s.owing >> seat) & 1 == 0:
        return "your choice is sealed; it cannot be changed", "EC-3.1"
    if words[0] == "name":
        return "a name is written down only after sabotage has been revealed", "EC-4.1"
    if words[0] == "return":
        return "a creature is taken back only by a seer, after the other creature has been shown", "EC-5.1"
    if words[0] == "pass":
        return "nobody can pass: commit a creature and an edict", "EC-3.4"
    if words[0] != "play":
        return None
    wanted: i64 = 2 if s.sees(seat) else 1
    edict = find(s.book.edict_ids(s.book.every_edict), words[-1])
    if edict == NONE:
        return None if find_creature(s, words[-1]) == NONE else ("an edict must be committed too", "EC-3.4")
    creatures: list[i64] = [find_creature(s, word) for word in words[1:-1]]
    if NONE in creatures:
        return None
    if len(creatures) == 0:
        return "a creature must be committed too", "EC-3.4"
    if len(creatures) != wanted:
        if wanted == 2:
            return "with the seer status you commit exactly two creatures", "EC-3.3"
        return "without the seer status you commit exactly one creature", "EC-3.2"
    for creature in creatures:
        if (s.rulers[seat].hand >> creature) & 1 == 0:
            return f"{s.book.creatures[creature].name} is not in your hand", "EC-3.1"
    if wanted == 2 and creatures[0] == creatures[1]:
        return "a seer commits two different creatures", "EC-3.3"
    if wanted == 2 and creatures[0] > creatures[1]:
        return f"the two creatures stand in standard order: {words[2]} before {words[1]}", "EC-1.3"
    for finished in reversed(s.history):
        if finished.clash.side(seat).edict == edict:
            return f"{s.book.edicts[edict].name} was spent in turn {finished.turn}", "EC-6.11"
    return None


def why_not_name(s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
    """The sabotage phase."""
    if (s.owing >> seat) & 1 == 0:
        if s.rulers[seat].edict != NONE and s.book.edicts[s.rulers[seat].edict].names:
            return "your name is sealed; it cannot be changed", "EC-4.1"
        return "only a seat that revealed sabotage names a creature", "EC-4.1"
    words = text.split(":")
    if words[0] == "play":
        return "the edicts are revealed, so nothing more can be committed", "EC-3.5"
    if words[0] != "name" or len(words) != 2:
        return None
    creature = find_creature(s, words[1])
    if creature == NONE:
        return None
    name = s.book.creatures[creature].name
    if (s.graveyard >> creature) & 1 == 1:
        return f"{name} is in the graveyard", "EC-4.2"
    return f"{name} is in your own hand", "EC-4.2"


def why_not_return(s: Echo, seat: i64, text: str) -> tuple[str, str] | None:
    """The seer phase."""
    if (s.owing >> seat) & 1 == 0:
        return "only a seat with the seer status takes a creature back now", "EC-5.1"
    words = text.split(":")
    if words[0] == "play" or words[0] == "name":
        return "creatures are being shown; take one of your two back", "EC-5.1"
    if words[0] != "return" or len(words) != 2 or find_creature(s, words[1]) == NONE:
        return None
    committed = s.rulers[seat].committed
    pair = [s.book.creatures[creature].name for creature in members(committed)]
    return f"you committed {' and '.join(pair)}; one of them comes back", "EC-5.1"


def find_creature(s: Echo, id: str) -> i64:
    """The number of a creature, or NONE."""
    return find(s.book.creature_domain.ids, id)


def find(ids: list[str], id: str) -> i64:
    for number, known in enumerate(ids):
        if known == id:
            return number
    return NONE
