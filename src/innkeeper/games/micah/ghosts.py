"""MG-18: ghosts (a house rule). The defeated may still rattle a purse or two."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.frame import Frame
from innkeeper.games.micah import events
from innkeeper.games.micah.clauses import Deed, run
from innkeeper.games.micah.state import Micah

HAND: Final = 2  # MG-18.2


def draw_card(s: Micah, seat: i64) -> None:
    """MG-18.2, MG-18.3: one card if the ghost holds fewer than two; the discard is reshuffled if need be."""
    hero = s.heroes[seat]
    if len(hero.hand) >= HAND:
        return
    if len(s.ghost_deck) == 0:
        if len(s.ghost_discard) == 0:
            return
        s.ghost_deck = s.ghost_discard
        s.ghost_discard = []
        s.chance.shuffle("ghost", s.ghost_deck, s.book.ghost_domain)
        if s.log is not None:
            s.tell_data(events.GHOSTS_SHUFFLED, -1, {"deck": "ghost"}, len(s.ghost_deck))
    card = s.ghost_deck.pop()
    hero.hand.append(card)
    s.disclosed += 1
    if s.log is not None:
        s.tell_data(events.GHOST_DREW, seat, {"card": s.book.ghosts[card].id}, 1)


@final
class GhostTurn(Frame[Micah]):
    """MG-18.2: draw, then play one card on a living player or the table, or pass."""

    def deciders(self, s: Micah) -> i64:
        return 1 << s.active

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        book = s.book
        hand = s.heroes[seat].hand
        found: list[Action] = []
        for place in range(len(hand)):
            card = hand[place]
            if hand.index(card) != place:
                continue
            if book.ghosts[card].aimed:
                for other in range(s.seats):
                    if s.alive(other):
                        found.append(book.haunt.at2(card, other))
            else:
                found.append(book.haunt_table.at1(card))
        found.append(book.rest.at())
        return found

    def apply(self, s: Micah, seat: i64, action: Action) -> None:
        book = s.book
        s.stack.pop()
        if action.verb is book.rest:
            s.tell(events.GHOST_PASSED, seat)
            return
        card = book.ghosts[action.a]
        target: i64 = action.b if card.aimed else -1
        s.heroes[seat].hand.remove(action.a)
        s.ghost_discard.append(action.a)
        s.disclosed += 1
        if s.log is not None:
            s.tell_data(events.GHOST_PLAYED, seat, {"card": card.id}, target)
        whom = target if card.aimed else seat
        run(s, card.clauses, Deed(whom, card.id, "MG-18.2", seat, haunting=True))
        s.check(card.id)

    def timeout(self, s: Micah, seat: i64) -> Action:
        return s.book.rest.at()

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return f"the ghost of seat {s.active} is about; nobody else acts", "MG-18.4"
        return "play a card of your hand, on a living player if it says so, or pass", "MG-18.2"


GHOST_TURN: Final = GhostTurn("ghost")
