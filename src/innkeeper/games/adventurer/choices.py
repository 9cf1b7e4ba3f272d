"""Effects that pick a card: break, bounce, recover, delve, and the question they ask."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame, Writer
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.effects import Amount, Effect, Resolve
from innkeeper.games.adventurer.sides import NO_CARDS, without
from innkeeper.games.adventurer.state import Adventure

PICKS: Final = Domain("verb", ["break", "bounce", "recover", "delve"])
BREAK: Final = 0
BOUNCE: Final = 1
RECOVER: Final = 2
DELVE: Final = 3


@final
class Choose(Frame[Adventure]):
    """The seat whose effect it is picks a card. Public: everybody sees what there is to choose from."""

    def __init__(self, verb: i64, seat: i64, options: list[Action], via: i64) -> None:
        super().__init__("choose")
        self.verb: i64 = verb
        self.seat: i64 = seat
        self.options: Final = options
        self.via: i64 = via

    def deciders(self, s: Adventure) -> i64:
        return 1 << self.seat

    def actions(self, s: Adventure, seat: i64) -> list[Action]:
        return self.options

    def apply(self, s: Adventure, seat: i64, action: Action) -> None:
        s.stack.pop()
        carry_out(s, self.verb, seat, action.a + 1 if self.verb <= BOUNCE else action.a, self.via)

    def refusal(self, s: Adventure, seat: i64, text: str) -> tuple[str, str] | None:
        offer = s.why_no_offer(text)
        if offer is not None:
            return offer
        if seat != self.seat:
            return f"seat {self.seat} is choosing a card", "AF-6.6"
        return f"{text!r} is not among the cards to choose from", "AF-6.6"

    def write(self, w: Writer) -> None:
        w.text("choose")
        w.put(self.verb)
        w.put(self.seat)
        w.put(self.via)
        w.put(len(self.options))
        for option in self.options:
            w.action(option)


def carry_out(s: Adventure, verb: i64, seat: i64, chosen: i64, via: i64) -> None:
    """Do it to the chosen card: a ref for break and bounce, a card number for the others."""
    if verb == BREAK:
        take_away(s, seat, chosen, events.LEFT_BROKEN[via], "broken")
    elif verb == BOUNCE:
        take_away(s, seat, chosen, events.LEFT_BOUNCED[via], "bounced")
    elif verb == RECOVER:
        me = s.sides[seat]
        me.discard = without(me.discard, chosen)
        s.to_hand(seat, chosen)
        if s.log is not None:
            s.tell_data(events.CARD_RECOVERED[via], seat, {"card": s.book.domain.ids[chosen]}, seat)
    else:
        keep_turned(s, seat, chosen, via)


def take_away(s: Adventure, seat: i64, ref: i64, kind: Kind, why: str) -> None:
    """One of foe's cards leaves play: to the discard pile, or to foe's hand."""
    foe = 1 - seat
    side = s.sides[foe]
    placed = side.remove(side.place_of(ref))
    bounced = why == "bounced"
    if bounced:
        s.to_hand(foe, placed.card.number)
    else:
        side.toss(placed.card.number)
    if s.log is not None:
        told: dict[str, object] = {
            "ref": int(ref),
            "card": placed.card.id,
            "to": "hand" if bounced else "discard",
            "why": why,
        }
        s.tell_data(kind, seat, told, foe)


def keep_turned(s: Adventure, seat: i64, chosen: i64, via: i64) -> None:
    """One of the turned-up cards goes to the hand, the rest to the discard pile as they came."""
    turned = s.turned
    s.turned = NO_CARDS
    s.to_hand(seat, chosen)
    kept = False
    for card in turned:
        if card == chosen and not kept:
            kept = True
        else:
            s.sides[seat].toss(card)
    if s.log is not None:
        ids = s.book.domain.ids
        told: dict[str, object] = {"cards": [ids[card] for card in turned], "taken": ids[chosen]}
        s.tell_data(events.DELVED[via], seat, told)


def ask(s: Adventure, r: Resolve, verb: i64, found: list[i64]) -> None:
    """With one possible answer it is made; with several, `you` choose."""
    if len(found) == 1:
        carry_out(s, verb, r.seat, found[0], r.via)
    elif len(found) > 1:
        book = s.book
        if verb <= BOUNCE:
            options = [book.choose_ref.at1(ref - 1) for ref in found]
        else:
            options = [book.choose_card.at1(card) for card in found]
        s.stack.append(Choose(verb, r.seat, options, r.via))


def distinct(cards: list[i64]) -> list[i64]:
    """Each card once, in alphabetical order."""
    ordered = cards[:]
    ordered.sort()
    found: list[i64] = []
    last: i64 = -1
    for card in ordered:
        if card != last:
            found.append(card)
            last = card
    return found


@final
class TakeAway(Effect):
    """break and bounce: one of foe's cards in play of one of these types; never an Innate one."""

    def __init__(self, bounce: bool, type_bits: i64) -> None:
        super().__init__()
        self.verb: i64 = BOUNCE if bounce else BREAK
        self.type_bits: i64 = type_bits

    def do(self, s: Adventure, r: Resolve) -> None:
        found: list[i64] = []
        for placed in s.sides[1 - r.seat].in_play:
            if placed.card.type_bits & self.type_bits != 0 and not placed.card.innate:
                found.append(placed.ref)
        ask(s, r, self.verb, found)

    def can(self, s: Adventure, seat: i64) -> bool:
        for placed in s.sides[1 - seat].in_play:
            if placed.card.type_bits & self.type_bits != 0 and not placed.card.innate:
                return True
        return False


@final
class Recover(Effect):
    """A card of one of these types goes from your discard pile to your hand."""

    def __init__(self, type_bits: i64) -> None:
        super().__init__()
        self.type_bits: i64 = type_bits

    def do(self, s: Adventure, r: Resolve) -> None:
        found: list[i64] = []
        for card in s.sides[r.seat].discard:
            if s.book.cards[card].type_bits & self.type_bits != 0:
                found.append(card)
        ask(s, r, RECOVER, distinct(found))

    def can(self, s: Adventure, seat: i64) -> bool:
        return any(s.book.cards[card].type_bits & self.type_bits != 0 for card in s.sides[seat].discard)


@final
class Delve(Effect):
    """Turn up the top n cards of your deck for all to see, keep one, discard the rest."""

    def __init__(self, amount: Amount) -> None:
        super().__init__()
        self.amount: Final = amount

    def do(self, s: Adventure, r: Resolve) -> None:
        side = s.sides[r.seat]
        turned: list[i64] = []
        count = self.amount.get(s, r.seat, "delve")
        while len(turned) < count and side.top > 0:
            side.top -= 1
            turned.append(side.deck[side.top])
        if len(turned) == 0:
            return
        s.disclosed += 1
        s.turned = turned
        ask(s, r, DELVE, distinct(turned))

    def can(self, s: Adventure, seat: i64) -> bool:
        return s.sides[seat].top > 0
