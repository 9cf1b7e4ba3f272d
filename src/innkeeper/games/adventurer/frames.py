"""The game of Adventurer Factory, from top to bottom as in AF-4 to AF-9."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import EVERYBODY, SPECTATORS, Kind, Log
from innkeeper.engine.frame import Frame, Sealed
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.book import IN_ENCOUNTER, IN_MAIN, IN_RESPONSE, Book
from innkeeper.games.adventurer.deeds import (
    add_plays,
    add_uses,
    any_use,
    discard_placed,
    note_deed,
    perform,
    play_card,
)
from innkeeper.games.adventurer.effects import Resolve
from innkeeper.games.adventurer.refusals import why_not
from innkeeper.games.adventurer.sides import CONSUMED, Adventurer, Temp
from innkeeper.games.adventurer.state import (
    A_PLAY,
    AN_ACTION,
    AN_ENCOUNTER,
    ATTACKS,
    CLEANUP,
    ENCOUNTER,
    MAIN,
    NO_LINKS,
    PARLEYS,
    RESOURCE,
    RESPONSES,
    RESTS,
    SPECIALS,
    Adventure,
    Link,
    Rules,
)
from innkeeper.games.adventurer.view import lists_for, options_for

# AF-1 Set-up


def start(book: Book, rules: Rules, first: str, chance: Chance, log: Log | None) -> Adventure:
    """AF-1: who begins, shuffle, deal, and perhaps ask about mulligans."""
    sides = [Adventurer(deck.cards[:], len(deck.cards)) for deck in rules.decks]
    s = Adventure(book, rules, sides)
    s.chance = chance
    s.log = log
    rolled: i64 = 0
    if first == "random":
        rolled = chance.die(2)
        s.first = rolled - 1
    elif first == "1":
        s.first = 1
    s.active = s.first
    if s.log is not None:
        tell_started(s, rolled)
    for side in sides:
        side.health = rules.health
        side.willpower = rules.willpower
        side.xp = rules.xp_second
        side.levels = [0] * book.symbols.size
    sides[s.first].xp = rules.xp_first
    for seat in range(2):
        chance.shuffle(f"deck:{seat}", sides[seat].deck, book.domain)
        s.tell(events.SHUFFLED, -1, seat)
    for seat in range(2):
        deal(s, seat, rules.hand, events.DRAWN_AT_START)
    s.stack = [START_TURN]
    if rules.mulligan:
        s.ask_sealed(MULLIGAN, 3)
    return s


def tell_started(s: Adventure, rolled: i64) -> None:
    """With closed lists everybody is told in their own words (AF-11.4)."""
    audiences: list[i64] = [EVERYBODY] if s.rules.open_decklists else [1, 2, SPECTATORS]
    for audience in audiences:
        viewer: i64 = -1
        if audience == 1 or audience == 2:
            viewer = audience - 1
        told: dict[str, object] = {"options": options_for(s, viewer), "decklists": lists_for(s, viewer)}
        s.tell_data(events.GAME_STARTED, -1, told, s.first, audience)
    if rolled > 0:
        s.tell_data(events.ROLLED_FIRST, -1, {"die": "d2", "result": int(rolled), "purpose": "first"}, 2)


def deal(s: Adventure, seat: i64, count: i64, kind: Kind) -> None:
    """Draw cards one at a time from the top, and say so if any came."""
    drawn = s.draw(seat, count)
    if drawn > 0 and s.log is not None:
        s.tell_data(kind, seat, {"cards": s.newest(seat, drawn)}, drawn)


@final
class Mulligan(Sealed[Adventure]):
    """AF-1.8: both decide at the same time whether to exchange the opening hand."""

    def actions(self, s: Adventure, seat: i64) -> list[Action]:
        return [s.book.keep, s.book.mulligan]

    def reveal(self, s: Adventure, choices: list[Action | None]) -> None:
        s.stack.pop()
        s.disclosed += 1
        for seat in range(2):
            kept = choices[seat] is s.book.keep
            s.tell(events.MULLIGAN_DECIDED[kept], seat, 1 if kept else 0)
        for seat in range(2):
            if choices[seat] is s.book.mulligan:
                side = s.sides[seat]
                count = len(side.hand)
                side.deck = side.deck[: side.top] + side.hand
                side.top = len(side.deck)
                side.hand = []
                s.chance.shuffle(f"deck:{seat}", side.deck, s.book.domain)
                s.tell(events.RESHUFFLED, -1, seat)
                deal(s, seat, count, events.DRAWN_AGAIN)

    def refusal(self, s: Adventure, seat: i64, text: str) -> tuple[str, str] | None:
        offer = s.why_no_offer(text)
        if offer is not None:
            return offer
        return "before the first turn a hand is kept or exchanged, once", "AF-1.8"


# AF-4 The turn


@final
class StartTurn(Frame[Adventure]):
    """AF-4.2 to AF-4.5: everything is fresh, then income, then a card."""

    def proceed(self, s: Adventure) -> bool:
        s.step = RESOURCE
        s.deeds = 0
        for side in s.sides:
            side.refresh()
        seat = s.active
        me = s.sides[seat]
        s.tell(events.TURN_STARTED, -1, seat)
        gained: i64 = max(s.rules.min_income, len(me.in_play))
        me.xp += gained
        cap = s.rules.xp_cap
        if cap > 0 and me.xp > cap:
            lost = me.xp - cap
            me.xp = cap
            s.tell(events.INCOME_CAPPED, seat, gained, me.xp, lost)
        else:
            s.tell(events.INCOME_GAINED, seat, gained, me.xp, 0)
        deal(s, seat, 1, events.DRAWN)
        s.step = MAIN
        s.stack[-1] = MAIN_STEP
        return False


@final
class MainStep(Frame[Adventure]):
    """AF-4.6: play cards and perform actions until `done`."""

    def proceed(self, s: Adventure) -> bool:
        seat = s.active
        if s.deeds < s.rules.main_action_cap:  # AF-4.8
            if len(s.sides[seat].hand) > 0 or any_use(s, seat, IN_MAIN):
                return True
            if s.rules.voluntary_discard and self.throws(s, seat, []):
                return True
        s.step = ENCOUNTER
        s.stack[-1] = ENCOUNTER_STEP
        return False

    def deciders(self, s: Adventure) -> i64:
        return 1 << s.active

    def actions(self, s: Adventure, seat: i64) -> list[Action]:
        found: list[Action] = []
        add_plays(s, seat, found)
        add_uses(s, seat, IN_MAIN, found)
        if s.rules.voluntary_discard:
            self.throws(s, seat, found)
        found.append(s.book.done)
        return found

    def throws(self, s: Adventure, seat: i64, found: list[Action]) -> bool:
        """AF-12.1: which own cards could be thrown away; is there any?"""
        me = s.sides[seat]
        if me.xp < 1:
            return False
        any = False
        for placed in me.in_play:
            if not placed.card.innate:
                any = True
                found.append(s.book.throw_away.at1(placed.ref - 1))
        return any

    def apply(self, s: Adventure, seat: i64, action: Action) -> None:
        book = s.book
        if action is book.done:
            s.step = ENCOUNTER
            s.stack[-1] = ENCOUNTER_STEP
        elif action.verb is book.play or action.verb is book.play_into:
            placed = play_card(s, seat, action)
            note_deed(s, seat, A_PLAY, placed.ref)
            if placed.card.on_play is not None:  # without such effects nothing waits (AF-7.6)
                s.waiting = placed.ref
                s.waiting_card = placed.card.number
                s.stack.append(ON_PLAY)
            s.stack.append(OPEN_CHAIN)
        elif action.verb is book.throw_away:
            me = s.sides[seat]
            me.xp -= 1
            place = me.place_of(action.a + 1)
            discard_placed(s, seat, seat, place, events.LEFT_VOLUNTARY, "voluntary")
        else:
            resolve = perform(s, seat, action)
            note_deed(s, seat, AN_ACTION, resolve.source)
            s.stack.append(OPEN_CHAIN)
            s.stack.append(resolve)

    def timeout(self, s: Adventure, seat: i64) -> Action:
        return s.book.done

    def refusal(self, s: Adventure, seat: i64, text: str) -> tuple[str, str] | None:
        offer = s.why_no_offer(text)
        if offer is not None:
            return offer
        if seat != s.active:
            return f"it is seat {s.active}'s Main step", "AF-5.1"
        return why_not(s, seat, text, IN_MAIN)


@final
class OnPlay(Frame[Adventure]):
    """AF-5.8: when the chain has ended the card does its thing, if it is still there."""

    def proceed(self, s: Adventure) -> bool:
        list = s.book.cards[s.waiting_card].on_play
        assert list is not None
        if s.sides[s.active].place_of(s.waiting) < 0:
            s.stack.pop()
            s.tell(events.ON_PLAY_LOST, s.active, s.waiting, 1)
            stop_waiting(s)
        else:
            s.stack[-1] = ON_PLAY_DONE
            s.stack.append(Resolve(list, 0, s.active, s.waiting, events.ON_PLAY))
        return False


@final
class OnPlayDone(Frame[Adventure]):
    """The on-play list has been carried out; it opens no chain (AF-5.9)."""

    def proceed(self, s: Adventure) -> bool:
        s.stack.pop()
        s.tell(events.ON_PLAY_RESOLVED, s.active, s.waiting, 0)
        stop_waiting(s)
        return False


def stop_waiting(s: Adventure) -> None:
    s.waiting = 0
    s.waiting_card = -1


# AF-7 Response chains


@final
class OpenChain(Frame[Adventure]):
    """AF-7.1, AF-7.2: the seat that did not do it responds first."""

    def proceed(self, s: Adventure) -> bool:
        s.chain_open = True
        s.links = NO_LINKS
        s.responder = 1 - s.opener
        s.tell(events.CHAIN_OPENED, s.opener, s.responder)
        s.stack[-1] = RESPOND
        return False


@final
class Respond(Frame[Adventure]):
    """AF-7.2 to AF-7.5: one action or `pass`; who has no action is not asked."""

    def proceed(self, s: Adventure) -> bool:
        if any_use(s, s.responder, IN_RESPONSE):
            return True
        s.tell(events.PASSED_AUTO, s.responder, s.responder, 1)
        end_chain(s)
        return False

    def deciders(self, s: Adventure) -> i64:
        return 1 << s.responder

    def actions(self, s: Adventure, seat: i64) -> list[Action]:
        found: list[Action] = []
        add_uses(s, seat, IN_RESPONSE, found)
        found.append(s.book.pass_)
        return found

    def apply(self, s: Adventure, seat: i64, action: Action) -> None:
        if action is s.book.pass_:
            s.tell(events.PASSED, seat, seat, 0)
            end_chain(s)
            return
        resolve = perform(s, seat, action)
        s.links = [*s.links, Link(seat, resolve.source, action.verb.tag)]
        s.count(RESPONSES)
        s.stack[-1] = HAND_OVER
        s.stack.append(resolve)

    def timeout(self, s: Adventure, seat: i64) -> Action:
        return s.book.pass_

    def refusal(self, s: Adventure, seat: i64, text: str) -> tuple[str, str] | None:
        offer = s.why_no_offer(text)
        if offer is not None:
            return offer
        if seat != s.responder:
            return f"seat {s.responder} is asked for a response", "AF-7.3"
        if text.startswith("play:"):
            return "cards cannot be played as responses", "AF-7.8"
        if text in ("attack", "parley", "rest", "done"):
            return "an Encounter cannot be made as a response", "AF-7.8"
        return why_not(s, seat, text, IN_RESPONSE)


@final
class HandOver(Frame[Adventure]):
    """AF-7.3: a response has been carried out, now the other seat may respond."""

    def proceed(self, s: Adventure) -> bool:
        s.responder = 1 - s.responder
        s.stack[-1] = RESPOND
        return False


def end_chain(s: Adventure) -> None:
    """AF-7.4: the first pass ends the chain."""
    s.chain_open = False
    s.links = NO_LINKS
    s.stack.pop()
    s.tell(events.CHAIN_ENDED, -1, s.responder)


# AF-8 Encounter


@final
class EncounterStep(Frame[Adventure]):
    """AF-8.1: a Simple Attack, a Simple Parley, an Encounter action, or none."""

    def deciders(self, s: Adventure) -> i64:
        return 1 << s.active

    def actions(self, s: Adventure, seat: i64) -> list[Action]:
        book = s.book
        found = [book.attack, book.parley]
        add_uses(s, seat, IN_ENCOUNTER, found)
        found.append(book.rest)
        return found

    def apply(self, s: Adventure, seat: i64, action: Action) -> None:
        book = s.book
        s.stack[-1] = CLEAN_UP
        if action is book.rest:
            s.count(RESTS)
            s.tell(events.ENCOUNTER_MADE, seat, events.BY_REST)
            return
        if action is book.attack:
            s.count(ATTACKS)
            s.tell(events.ENCOUNTER_MADE, seat, events.BY_ATTACK)
            resolve = Resolve(book.simple_attack(), 0, seat, 0, events.AN_ACTION)
        elif action is book.parley:
            s.count(PARLEYS)
            s.tell(events.ENCOUNTER_MADE, seat, events.BY_PARLEY)
            resolve = Resolve(book.simple_parley(), 0, seat, 0, events.AN_ACTION)
        else:
            s.count(SPECIALS)
            s.tell(events.ENCOUNTER_MADE, seat, events.BY_ACTION)
            resolve = perform(s, seat, action)
        note_deed(s, seat, AN_ENCOUNTER, resolve.source)
        s.stack.append(OPEN_CHAIN)
        s.stack.append(resolve)
        if s.rules.brace_window:  # AF-8.9
            s.stack.append(OPEN_CHAIN)

    def timeout(self, s: Adventure, seat: i64) -> Action:
        return s.book.rest

    def refusal(self, s: Adventure, seat: i64, text: str) -> tuple[str, str] | None:
        offer = s.why_no_offer(text)
        if offer is not None:
            return offer
        if seat != s.active:
            return f"it is seat {s.active}'s Encounter", "AF-8.1"
        if text.startswith("play:"):
            return "cards are played in the Main step, which is over", "AF-5.1"
        return why_not(s, seat, text, IN_ENCOUNTER)


# AF-9 Clean-up and the end


@final
class CleanUp(Frame[Adventure]):
    """AF-9.1 to AF-9.11: tidy, end what is temporary, check who is beaten, next turn."""

    def proceed(self, s: Adventure) -> bool:
        s.step = CLEANUP
        discarded: list[int] = []
        ended: list[object] = []
        for seat in range(2):
            discard_consumed(s, seat, discarded)
        for seat in range(2):
            end_temps(s, seat, ended)
        if s.rules.strict_needs:
            discard_needy(s, discarded)
        if s.log is not None:
            s.tell_data(events.CLEANED_UP, -1, {"discarded": discarded, "ended": ended})
        if s.check_beaten(True):
            return False
        if s.turn >= s.rules.turn_limit:
            s.finish(-1, "limit", "AF-9.8", [[], []])
            return False
        if s.offer >= 0:
            s.offer = -1
            s.tell(events.DRAW_ANSWERED, -1, events.LAPSED)
        s.offered = 0
        s.turn += 1
        s.active = 1 - s.active
        s.stack[-1] = START_TURN
        return False


def discard_consumed(s: Adventure, seat: i64, discarded: list[int]) -> None:
    """AF-9.1: each seat discards its Consumed cards; an Innate one cannot leave play (AF-3.9)."""
    side = s.sides[seat]
    place: i64 = 0
    while place < len(side.in_play):
        if side.flags[place] & CONSUMED != 0 and not side.in_play[place].card.innate:
            discarded.append(side.in_play[place].ref)
            discard_placed(s, -1, seat, place, events.LEFT_CONSUMED, "consumed")
        else:
            place += 1


def end_temps(s: Adventure, seat: i64, ended: list[object]) -> None:
    """AF-9.2: temporary effects whose time is up end."""
    side = s.sides[seat]
    if len(side.temps) == 0:
        return
    staying: list[Temp] = []
    for temp in side.temps:
        if temp.until > s.turn:
            staying.append(temp)
            continue
        side.change(temp.what, -temp.by)
        if s.log is not None:
            told: dict[str, object] = {
                "target": int(seat),
                "what": events.TEMPS.ids[temp.what],
                "by": int(temp.by),
                "source": int(temp.source),
            }
            ended.append(told)
    side.temps = staying


def discard_needy(s: Adventure, discarded: list[int]) -> None:
    """AF-12.2: cards whose Needs the owner's other cards do not meet go, all at once, until none is left."""
    found = True
    while found:
        found = False
        for seat in range(2):
            side = s.sides[seat]
            going = [placed.ref for placed in side.in_play if needy(side, placed.ref)]
            for ref in going:
                found = True
                discarded.append(ref)
                discard_placed(s, -1, seat, side.place_of(ref), events.LEFT_NEEDS, "needs")


def needy(side: Adventurer, ref: i64) -> bool:
    card = side.in_play[side.place_of(ref)].card
    if card.innate:
        return False
    for i in range(len(card.need_symbols)):
        symbol = card.need_symbols[i]
        own: i64 = 0
        for j in range(len(card.gives_symbols)):
            if card.gives_symbols[j] == symbol:
                own = card.gives_counts[j]
        if side.levels[symbol] - own < card.need_counts[i]:
            return True
    return False


START_TURN: Final = StartTurn("resource")
MULLIGAN: Final = Mulligan("mulligan")
MAIN_STEP: Final = MainStep("main")
ON_PLAY: Final = OnPlay("on play")
ON_PLAY_DONE: Final = OnPlayDone("on play done")
OPEN_CHAIN: Final = OpenChain("chain")
RESPOND: Final = Respond("respond")
HAND_OVER: Final = HandOver("hand over")
ENCOUNTER_STEP: Final = EncounterStep("encounter")
CLEAN_UP: Final = CleanUp("cleanup")
