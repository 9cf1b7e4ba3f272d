"""Playing cards (AF-5) and performing actions (AF-6): what is legal, what it costs, what it sets off."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.events import Kind
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.book import HAND_CARD, IN_ENCOUNTER, NOTHING, CardAction
from innkeeper.games.adventurer.choices import distinct
from innkeeper.games.adventurer.effects import Resolve
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer, Placed
from innkeeper.games.adventurer.state import AN_ACTION, Adventure

# Playing a card


def add_plays(s: Adventure, seat: i64, found: list[Action]) -> None:
    """`play:<card>` for each distinct playable card in hand, alphabetical; one per slot for "a / b"."""
    me = s.sides[seat]
    if not s.room():
        return
    book = s.book
    ordered = me.hand[:]
    ordered.sort()
    last: i64 = -1
    for number in ordered:
        if number == last:
            continue
        last = number
        card = book.cards[number]
        if me.xp < card.cost or not me.meets(card):
            continue
        if len(card.choices) > 0:
            for slot in card.choices:
                if (me.innate_slots >> slot) & 1 == 0:
                    found.append(book.play_into.at2(number, slot))
        elif card.fill_bits & me.innate_slots == 0:
            found.append(book.play.at1(number))


def play_card(s: Adventure, seat: i64, action: Action) -> Placed:
    """AF-5.4 to AF-5.6: make room, pay, place the card."""
    me = s.sides[seat]
    card = s.book.cards[action.a]
    slots = card.fills
    if len(card.choices) > 0:
        slots = [action.b]
    s.leave_hand(seat, me.hand.index(card.number))
    placed = Placed(s.next_ref, card, slots)
    s.next_ref += 1
    replaced: list[int] = []
    if placed.slot_bits & me.slots != 0:
        place: i64 = 0
        while place < len(me.in_play):
            if me.in_play[place].slot_bits & placed.slot_bits != 0:
                replaced.append(me.in_play[place].ref)
                discard_placed(s, seat, seat, place, events.LEFT_REPLACED, "replaced")
            else:
                place += 1
    me.xp -= card.cost
    me.enter(placed)
    me.played = True
    if s.log is not None:
        told: dict[str, object] = {
            "card": card.id,
            "ref": int(placed.ref),
            "cost": int(card.cost),
            "slots": [s.book.slots.ids[slot] for slot in slots],
            "replaced": replaced,
        }
        s.tell_data(events.CARD_PLAYED, seat, told)
    return placed


def discard_placed(s: Adventure, actor: i64, owner: i64, place: i64, kind: Kind, why: str) -> None:
    """A card in play goes to its owner's discard pile."""
    side = s.sides[owner]
    placed = side.remove(place)
    side.toss(placed.card.number)
    if s.log is not None:
        told: dict[str, object] = {
            "ref": int(placed.ref),
            "card": placed.card.id,
            "to": "discard",
            "why": why,
        }
        s.tell_data(kind, actor, told, owner)


# Performing an action


def payable(me: Adventurer, placed: Placed, action: CardAction) -> bool:
    """AF-6.4: all costs in full."""
    if me.xp < action.xp or me.health < action.health or me.willpower < action.willpower:
        return False
    if action.asks == NOTHING:
        return True
    if action.asks == HAND_CARD:
        return len(me.hand) > 0
    return any(sacrificable(other, placed, action) for other in me.in_play)


def sacrificable(other: Placed, placed: Placed, action: CardAction) -> bool:
    """Another non-Innate card of the right type."""
    card = other.card
    return other is not placed and not card.innate and card.type_bits & action.sacrifice != 0


def usable(s: Adventure, seat: i64, placed: Placed, flags: i64, action: CardAction, moment: i64) -> bool:
    """AF-6.2 to AF-6.5 and AF-6.8."""
    if action.moments & moment == 0 or flags & (action.bit | CONSUMED) != 0:
        return False
    return payable(s.sides[seat], placed, action) and action.list().can(s, seat)


def any_use(s: Adventure, seat: i64, moment: i64) -> bool:
    """Is there any action to perform? Builds no list."""
    me = s.sides[seat]
    for place in range(len(me.in_play)):
        placed = me.in_play[place]
        for action in placed.card.actions:
            if action.moments & moment != 0 and usable(s, seat, placed, me.flags[place], action, moment):
                return True
    return False


def add_uses(s: Adventure, seat: i64, moment: i64, found: list[Action]) -> None:
    """`use:<ref>:<action>`, in order of entry and as printed, one per choice where a cost needs one."""
    me = s.sides[seat]
    for place in range(len(me.in_play)):
        placed = me.in_play[place]
        flags = me.flags[place]
        for action in placed.card.actions:
            if action.moments & moment == 0 or not usable(s, seat, placed, flags, action, moment):
                continue
            if action.asks == NOTHING:
                ready = placed.uses[action.place]
                assert ready is not None
                found.append(ready)
            elif action.asks == HAND_CARD:
                for number in distinct(me.hand):
                    found.append(action.use().at3(placed.ref - 1, 0, number))
            else:
                for other in me.in_play:
                    if sacrificable(other, placed, action):
                        found.append(action.use().at3(placed.ref - 1, 0, other.ref - 1))


def perform(s: Adventure, seat: i64, chosen: Action) -> Resolve:
    """AF-6.6 up to the effects: pay, mark, turn a Consumable. The list to carry out is returned."""
    me = s.sides[seat]
    action = s.book.every_deed[chosen.verb.tag]
    ref = chosen.a + 1
    placed = me.in_play[me.place_of(ref)]
    me.xp -= action.xp
    me.health -= action.health
    me.willpower -= action.willpower
    if s.log is not None:
        tell_performed(s, seat, placed, action, chosen)
    if action.asks == HAND_CARD:
        card = s.leave_hand(seat, me.hand.index(chosen.c))
        me.toss(card)
        if s.log is not None:
            s.tell_data(events.HAND_PAID, seat, {"card": s.book.domain.ids[card]}, seat)
    elif action.asks != NOTHING:
        discard_placed(s, seat, seat, me.place_of(chosen.c + 1), events.LEFT_SACRIFICED, "sacrificed")
    if placed.card.consumable:
        me.mark(me.place_of(ref), action.bit | CONSUMED)
        s.tell(events.CARD_CONSUMED, seat, ref)
    else:
        me.mark(me.place_of(ref), action.bit)
    return Resolve(action.list(), 0, seat, ref, events.AN_ACTION)


def tell_performed(s: Adventure, seat: i64, placed: Placed, action: CardAction, chosen: Action) -> None:
    costs: dict[str, object] = {}
    if action.moments == IN_ENCOUNTER:
        costs["encounter"] = True
    if action.xp > 0:
        costs["xp"] = int(action.xp)
    if action.health > 0:
        costs["health"] = int(action.health)
    if action.willpower > 0:
        costs["willpower"] = int(action.willpower)
    if action.asks == HAND_CARD:
        costs["discard-hand"] = s.book.domain.ids[chosen.c]
    elif action.asks != NOTHING:
        costs["sacrifice"] = int(chosen.c + 1)
    told: dict[str, object] = {
        "ref": int(placed.ref),
        "card": placed.card.id,
        "action": action.id,
        "costs": costs,
    }
    s.tell_data(events.ACTION_PERFORMED, seat, told)


def note_deed(s: Adventure, seat: i64, what: i64, ref: i64) -> None:
    """Remember what opens the next chain."""
    s.opener = seat
    s.opened_by = what
    s.opened_ref = ref
    if what <= AN_ACTION:
        s.deeds += 1
