"""Why something cannot be done now, for the person who tried, with the clause that says so."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.adventurer.book import (
    HAND_CARD,
    IN_ENCOUNTER,
    IN_MAIN,
    IN_RESPONSE,
    OTHER_CARD,
    CardAction,
)
from innkeeper.games.adventurer.deeds import sacrificable
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer, Placed
from innkeeper.games.adventurer.state import Adventure


def why_not(s: Adventure, seat: i64, text: str, moment: i64) -> tuple[str, str] | None:
    """The reason against an action that is written correctly but not legal."""
    parts = text.split(":")
    if parts[0] == "play" and len(parts) >= 2:
        return why_not_play(s, s.sides[seat], parts)
    if parts[0] == "use" and len(parts) >= 3:
        return why_not_use(s, seat, parts, moment)
    if parts[0] == "discard" and len(parts) == 2:
        return why_not_throw(s, s.sides[seat], parts[1])
    if text in ("attack", "parley", "rest") and moment == IN_MAIN:
        return "the Encounter comes after `done`", "AF-8.1"
    if text == "done" and moment == IN_ENCOUNTER:
        return "the Main step is over; `rest` makes no Encounter", "AF-8.1"
    return None


def why_not_play(s: Adventure, me: Adventurer, parts: list[str]) -> tuple[str, str] | None:
    number = s.book.domain.places.get(parts[1])
    if number is None:
        return f"there is no card {parts[1]!r}", "AF-10.3"
    card = s.book.cards[number]
    if number not in me.hand:
        return f"{card.name} is not in your hand", "AF-5.1"
    for i in range(len(card.need_symbols)):
        level = me.levels[card.need_symbols[i]]
        wanted = card.need_counts[i]
        if level < wanted:
            symbol = s.book.symbols.text(card.need_symbols[i]).capitalize()
            return f"{card.name} Needs {symbol} {wanted} (you have {level})", "AF-5.2"
    if me.xp < card.cost:
        return f"{card.name} costs {card.cost}, you have {me.xp}", "AF-5.3"
    if not s.room():
        return "the table is full", "AF-4.8"
    if len(card.choices) > 0:
        names = [s.book.slots.ids[slot] for slot in card.choices]
        if len(parts) != 3 or parts[2] not in names:
            return f"{card.name} fills one of {', '.join(names)}: say which", "AF-3.6"
        return f"what fills {parts[2]} cannot be discarded", "AF-5.4"
    if card.fill_bits & me.innate_slots != 0:
        return f"{card.name} would replace an Innate card, which cannot leave play", "AF-5.4"
    return f"{card.name} has no slot to choose", "AF-3.6"


def why_not_use(s: Adventure, seat: i64, parts: list[str], moment: i64) -> tuple[str, str] | None:
    me = s.sides[seat]
    placed: Placed | None = None
    flags: i64 = 0
    for place in range(len(me.in_play)):
        if str(me.in_play[place].ref) == parts[1]:
            placed = me.in_play[place]
            flags = me.flags[place]
    if placed is None:
        return f"you have no card {parts[1]} in play", "AF-6.1"
    for action in placed.card.actions:
        if action.id == parts[2]:
            return why_not_action(s, seat, placed, flags, action, moment)
    return f"{placed.card.name} has no action {parts[2]!r}", "AF-6.1"


def why_not_action(
    s: Adventure, seat: i64, placed: Placed, flags: i64, action: CardAction, moment: i64
) -> tuple[str, str]:
    me = s.sides[seat]
    name = f"{placed.card.name}: {action.id}"
    if action.moments & moment == 0:
        when = "in your own Main step or in a response"
        if action.moments == IN_ENCOUNTER:
            when = "as your Encounter"
        elif action.moments == IN_MAIN:
            when = "in your own Main step"
        elif action.moments == IN_RESPONSE:
            when = "in a response"
        return f"{name} can only be used {when}", "AF-6.2"
    if flags & action.bit != 0:
        return f"{name} was already used this turn", "AF-6.3"
    if flags & CONSUMED != 0:
        return f"{placed.card.name} is Consumed", "AF-6.8"
    if me.xp < action.xp or me.health < action.health or me.willpower < action.willpower:
        have = f"{me.xp} XP, {me.health} Health and {me.willpower} Willpower"
        return f"{name} costs {action.price()}; you have {have}", "AF-6.4"
    if action.asks == HAND_CARD and len(me.hand) == 0:
        return f"{name} costs a card from hand, and your hand is empty", "AF-6.4"
    if action.asks == OTHER_CARD:
        others = [other for other in me.in_play if sacrificable(other, placed, action)]
        if len(others) == 0:
            return f"{name} costs another {action.sacrificed} of yours, and you have none", "AF-6.4"
    if not action.list().can(s, seat):
        return f"{name} would do nothing right now", "AF-6.5"
    if action.asks != 0:
        return f"{name} costs a card: say which one you give", "AF-6.4"
    return f"{name} needs nothing more to be said", "AF-6.1"


def why_not_throw(s: Adventure, me: Adventurer, ref: str) -> tuple[str, str]:
    if not s.rules.voluntary_discard:
        return "at this table own cards are not thrown away", "AF-12.1"
    for placed in me.in_play:
        if str(placed.ref) == ref:
            if placed.card.innate:
                return f"{placed.card.name} is Innate and cannot leave play", "AF-3.9"
            return f"throwing a card away costs 1 XP, you have {me.xp}", "AF-12.1"
    return f"you have no card {ref} in play", "AF-12.1"
