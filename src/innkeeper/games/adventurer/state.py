"""The truth of one game: two adventurers, what lies in front of them, and whose move it is."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain
from innkeeper.engine.frame import State, Writer
from innkeeper.engine.outcome import Outcome
from innkeeper.games.adventurer import events
from innkeeper.games.adventurer.book import MOST_REFS, Book, Deck, bit
from innkeeper.games.adventurer.sides import NO_CARDS, Adventurer

# Steps of a turn (AF-4.1), and the time before the first.
STEPS: Final = Domain("step", ["setup", "resource", "main", "encounter", "cleanup"])
SETUP: Final = 0
RESOURCE: Final = 1
MAIN: Final = 2
ENCOUNTER: Final = 3
CLEANUP: Final = 4

# What opened a chain (AF-7.1).
OPENERS: Final = Domain("opener", ["play", "action", "encounter"])
A_PLAY: Final = 0
AN_ACTION: Final = 1
AN_ENCOUNTER: Final = 2

# What `tally` counts, twelve bits each.
ATTACKS: Final = 0
PARLEYS: Final = 1
SPECIALS: Final = 2
RESTS: Final = 3
RESPONSES: Final = 4


@final
class Rules:
    """The house rules of this table, native."""

    def __init__(
        self,
        book: Book,
        options: dict[str, object],
        numbers: dict[str, int],
        decks: list[Deck],
        secrets: dict[str, int],
    ) -> None:
        self.options: Final = options  # as views show them
        self.secrets: Final = secrets  # the options that only one seat may know, and which (AF-11.4)
        self.decks: Final = decks  # what the seats brought
        self.pack: Final[list[i64]] = book.packs[str(options["card_pack"])]
        self.health: i64 = numbers["health"]
        self.willpower: i64 = numbers["willpower"]
        self.xp_first: i64 = numbers["xp_first"]
        self.xp_second: i64 = numbers["xp_second"]
        self.hand: i64 = numbers["hand"]
        self.deck_size: i64 = numbers["deck_size"]
        self.max_copies: i64 = numbers["max_copies"]
        self.min_income: i64 = numbers["min_income"]
        self.xp_cap: i64 = numbers["xp_cap"]
        self.stat_cap: i64 = numbers["stat_cap"]
        self.turn_limit: i64 = numbers["turn_limit"]
        self.main_action_cap: i64 = numbers["main_action_cap"]
        self.mulligan: bool = numbers["mulligan"] == 1
        self.open_decklists: bool = numbers["open_decklists"] == 1
        self.negative_damage: bool = numbers["negative_damage"] == 1
        self.brace_window: bool = numbers["brace_window"] == 1
        self.strict_needs: bool = numbers["strict_needs"] == 1
        self.voluntary_discard: bool = numbers["voluntary_discard"] == 1
        self.draw_offers: bool = numbers["draw_offers"] == 1
        self.immediate: bool = options["zero_check"] == "immediate"
        self.simultaneous: Final = str(options["simultaneous"])


@final
class Link:
    """One response of the open chain."""

    def __init__(self, seat: i64, ref: i64, action: i64) -> None:
        self.seat: i64 = seat
        self.ref: i64 = ref
        self.action: i64 = action  # its place among all actions of the book


NO_LINKS: Final[list[Link]] = []


@final
class Adventure(State):
    """The whole game. Its lists, too, are values."""

    def __init__(self, book: Book, rules: Rules, sides: list[Adventurer]) -> None:
        super().__init__("adventurer", 2)
        self.book: Final = book
        self.rules: Final = rules
        self.sides: Final = sides
        self.lists: list[Deck] = rules.decks  # replaced in worlds where a closed list is guessed
        self.first: i64 = 0
        self.active: i64 = 0
        self.step: i64 = SETUP
        self.deeds: i64 = 0  # plays and actions in this Main step (AF-4.8)
        self.next_ref: i64 = 1
        self.waiting: i64 = 0  # the ref whose on-play effects are still to come
        self.waiting_card: i64 = -1  # and which card that is
        # The deed that opens, opened or will open a chain
        self.opener: i64 = 0
        self.opened_by: i64 = A_PLAY
        self.opened_ref: i64 = 0  # 0: none
        self.chain_open: bool = False
        self.responder: i64 = 0
        self.links: list[Link] = NO_LINKS
        # What conditions of the running effect list look at
        self.dealt: i64 = 0
        self.rolled: i64 = 0
        self.turned: list[i64] = NO_CARDS  # cards turned up by `delve`, until one is chosen
        # The last roll
        self.roll_seat: i64 = -1
        self.roll_count: i64 = 0
        self.roll_sides: i64 = 0
        self.roll_plus: i64 = 0
        self.roll_dice: list[i64] = NO_CARDS
        self.offer: i64 = -1  # the seat whose draw offer is open
        self.offered: i64 = 0  # bits of the seats that offered this turn
        self.tally: i64 = 0  # Encounters and responses so far, for those who measure

    def copy(self) -> Adventure:
        sides = self.sides
        new = Adventure(self.book, self.rules, [sides[0].copy(), sides[1].copy()])
        self.copy_base(new)
        new.lists = self.lists
        new.first = self.first
        new.active = self.active
        new.step = self.step
        new.deeds = self.deeds
        new.next_ref = self.next_ref
        new.waiting = self.waiting
        new.waiting_card = self.waiting_card
        new.opener = self.opener
        new.opened_by = self.opened_by
        new.opened_ref = self.opened_ref
        new.chain_open = self.chain_open
        new.responder = self.responder
        new.links = self.links
        new.dealt = self.dealt
        new.rolled = self.rolled
        new.turned = self.turned
        new.roll_seat = self.roll_seat
        new.roll_count = self.roll_count
        new.roll_sides = self.roll_sides
        new.roll_plus = self.roll_plus
        new.roll_dice = self.roll_dice
        new.offer = self.offer
        new.offered = self.offered
        new.tally = self.tally
        return new

    def count(self, what: i64) -> None:
        """One more of what `tally` counts."""
        if self.counted(what) < 4095:
            self.tally += bit(12 * what)

    def counted(self, what: i64) -> i64:
        return (self.tally >> (12 * what)) & 4095

    # Cards on the move

    def draw(self, seat: i64, count: i64) -> i64:
        """Cards from the top of the deck to the hand, as far as it lasts; how many came."""
        side = self.sides[seat]
        drawn: i64 = min(count, side.top)
        if drawn <= 0:
            return 0
        hand = side.hand[:]
        for _ in range(drawn):
            side.top -= 1
            hand.append(side.deck[side.top])
        side.hand = hand
        self.disclosed += 1
        return drawn

    def newest(self, seat: i64, count: i64) -> list[str]:
        """The ids of the cards that came to a hand last, for the log."""
        hand = self.sides[seat].hand
        return [self.book.domain.ids[card] for card in hand[len(hand) - count :]]

    def leave_hand(self, seat: i64, place: i64) -> i64:
        """A card leaves a hand for a public place."""
        side = self.sides[seat]
        card = side.hand[place]
        side.hand = side.hand[:place] + side.hand[place + 1 :]
        side.forget(card)
        self.disclosed += 1
        return card

    def to_hand(self, seat: i64, card: i64) -> None:
        """AF-11.2: a card that goes to a hand from a public place is remembered as known."""
        side = self.sides[seat]
        side.hand = [*side.hand, card]
        side.known = [*side.known, card]

    # Scores

    def raise_health(self, seat: i64, amount: i64) -> i64:
        """Health goes up, as far as `stat_cap` lets it; what was gained."""
        side = self.sides[seat]
        gained = self.allowed(side.health, amount)
        side.health += gained
        return gained

    def raise_willpower(self, seat: i64, amount: i64) -> i64:
        side = self.sides[seat]
        gained = self.allowed(side.willpower, amount)
        side.willpower += gained
        return gained

    def allowed(self, score: i64, amount: i64) -> i64:
        """AF-2.2, AF-12.3: how much of a gain there is room for."""
        cap = self.rules.stat_cap
        if cap == 0 or score + amount <= cap:
            return amount
        return 0 if score >= cap else cap - score

    # Ends (AF-9)

    def beaten(self, seat: i64, at_end: bool) -> list[str]:
        """AF-9.3, AF-9.4: why a seat is beaten, in the order of AF-9.5."""
        side = self.sides[seat]
        found: list[str] = []
        if side.health == 0:
            found.append("health")
        if side.willpower == 0:
            found.append("willpower")
        if at_end and seat == self.active and side.top == 0 and not side.played:
            found.append("deck")
        return found

    def check_beaten(self, at_end: bool) -> bool:
        """AF-9.5, AF-9.6: is the game decided?"""
        beaten = [self.beaten(0, at_end), self.beaten(1, at_end)]
        lost0 = len(beaten[0]) > 0
        lost1 = len(beaten[1]) > 0
        if not lost0 and not lost1:
            return False
        if lost0 and lost1:
            if self.rules.simultaneous == "draw":
                self.finish(-1, "both", "AF-9.6", beaten)
            elif self.rules.simultaneous == "active_wins":
                self.finish(self.active, "both", "AF-9.6", beaten)
            else:
                self.finish(1 - self.active, "both", "AF-9.6", beaten)
        elif lost0:
            self.finish(1, beaten[0][0], "AF-9.5", beaten)
        else:
            self.finish(0, beaten[1][0], "AF-9.5", beaten)
        return True

    def finish(self, winner: i64, reason: str, clause: str, beaten: list[list[str]]) -> None:
        """AF-9.12: the winner has place 1, the loser 2; in a draw (winner -1) both have place 1."""
        if winner < 0:
            outcome = Outcome((), True, (1, 1), reason, clause)
        else:
            outcome = Outcome((winner,), False, (1, 2) if winner == 0 else (2, 1), reason, clause)
        self.end(outcome)
        self.offer = -1
        self.chain_open = False
        if self.log is not None:
            told = outcome.json()
            told["beaten"] = beaten
            self.tell_data(events.GAME_OVER[clause], -1, told)

    def leave(self, seat: i64) -> None:
        """AF-9.10: the other seat wins at once."""
        self.tell(events.RESIGNED, seat)
        self.finish(1 - seat, "resign", "AF-9.10", [[], []])

    # Draw offers (AF-9.9)

    def may(self, seat: i64) -> bool:
        if self.over or not self.rules.draw_offers:
            return False
        return self.offer >= 0 or (self.offered >> seat) & 1 == 0

    def standing(self, seat: i64) -> list[Action]:
        if not self.may(seat):
            return []
        if self.offer < 0:
            return [self.book.offer_draw]
        if self.offer == seat:
            return [self.book.withdraw_draw]
        return [self.book.accept_draw, self.book.decline_draw]

    def why_no_offer(self, text: str) -> tuple[str, str] | None:
        """What forbids to offer or answer a draw now, whoever is to act; None if it is not about that."""
        if text not in ("offer-draw", "withdraw-draw", "accept-draw", "decline-draw"):
            return None
        if not self.rules.draw_offers:
            return "at this table draws are not offered", "AF-9.9"
        return "once per turn a draw may be offered while no offer is open, and only then answered", "AF-9.9"

    def do_standing(self, seat: i64, action: Action) -> None:
        book = self.book
        if action is book.offer_draw:
            self.offer = seat
            self.offered |= 1 << seat
            self.tell(events.DRAW_OFFERED, seat)
            return
        self.offer = -1
        if action is book.withdraw_draw:
            self.tell(events.DRAW_ANSWERED, seat, events.WITHDRAWN)
        elif action is book.decline_draw:
            self.tell(events.DRAW_ANSWERED, seat, events.DECLINED)
        else:
            self.tell(events.DRAW_ANSWERED, seat, events.ACCEPTED)
            self.finish(-1, "agreed", "AF-9.9", [[], []])

    # What others cannot know

    def redeal(self, seat: i64) -> None:
        """What a seat cannot know (AF-11): own deck order, and the other's hand, deck and closed list."""
        self.legal = None
        for owner in range(2):
            side = self.sides[owner]
            name = f"deck:{owner}"
            if owner == seat:
                pool = side.deck[: side.top]
                pool.sort()
                self.chance.shuffle(name, pool, self.book.domain)
                side.deck = pool
                continue
            hidden = len(side.hand) - len(side.known)
            if self.rules.open_decklists:
                pool = side.hidden_hand() + side.deck[: side.top]
                pool.sort()
            else:
                pool = self.guess(owner)
            self.chance.shuffle(name, pool, self.book.domain)
            side.hand = side.known + pool[:hidden]
            side.deck = pool[hidden:]

    def seen(self, owner: i64) -> list[i64]:
        """Every card of a seat that has been shown and is not hidden again."""
        side = self.sides[owner]
        cards = side.known + side.discard
        for placed in side.in_play:
            cards.append(placed.card.number)
        if self.turned_up(owner) > 0:
            cards += self.turned
        return cards

    def turned_up(self, owner: i64) -> i64:
        """How many cards of a seat lie turned up on its deck; they are those of the seat that chooses."""
        if len(self.turned) == 0 or (self.asking.deciders(self) >> owner) & 1 == 0:
            return 0
        return len(self.turned)

    def guess(self, owner: i64) -> list[i64]:
        """A closed list (AF-11.4): a preconstructed deck that fits what was seen, or else a likely one."""
        counts: dict[int, int] = {}
        for card in self.seen(owner):
            counts[card] = counts.get(card, 0) + 1
        fitting: list[Deck] = []
        for deck in self.book.decks.values():
            if self.fits(deck, counts):
                fitting.append(deck)
        found = fitting[self.chance.below(len(fitting))] if len(fitting) > 0 else self.invent(counts)
        lists = self.lists[:]
        lists[owner] = found
        self.lists = lists
        pool: list[i64] = []
        for card in found.cards:
            if counts.get(card, 0) > 0:
                counts[card] -= 1
            else:
                pool.append(card)
        return pool

    def fits(self, deck: Deck, counts: dict[int, int]) -> bool:
        """Could this preconstructed deck be the closed one?"""
        if len(deck.cards) != self.rules.deck_size:
            return False
        for card, count in deck.counts.items():
            if count > self.rules.max_copies or card not in self.rules.pack:
                return False
        return all(deck.counts.get(card, 0) >= count for card, count in counts.items())

    def invent(self, seen: dict[int, int]) -> Deck:
        """The seen cards, filled up with random ones whose Needs something in the list Provides."""
        counts = dict(seen)
        size: i64 = 0
        for count in counts.values():
            size += count
        while size < self.rules.deck_size:
            given: set[int] = set()
            for number in counts:
                for symbol in self.book.cards[number].gives_symbols:
                    given.add(symbol)
            free: list[i64] = []
            likely: list[i64] = []
            for number in self.rules.pack:
                if counts.get(number, 0) < self.rules.max_copies:
                    free.append(number)
                    usable = True
                    for symbol in self.book.cards[number].need_symbols:
                        if symbol not in given:
                            usable = False
                    if usable:
                        likely.append(number)
            choice = likely if len(likely) > 0 else free
            picked = choice[self.chance.below(len(choice))]
            counts[picked] = counts.get(picked, 0) + 1
            size += 1
        return Deck("", "", counts)

    def pile(self, name: str) -> tuple[list[i64], Domain] | None:
        for seat in range(2):
            if name == f"deck:{seat}":
                side = self.sides[seat]
                side.deck = side.deck[: side.top]
                return side.deck, self.book.domain
        return None

    def room(self) -> bool:
        """May another card enter play? Only a designer's endless loop could ever fill the table."""
        return self.next_ref <= MOST_REFS

    def write(self, w: Writer) -> None:
        w.put(self.first)
        w.put(self.active)
        w.put(self.step)
        w.put(self.deeds)
        w.put(self.next_ref)
        w.put(self.waiting)
        w.put(self.waiting_card)
        w.put(self.opener)
        w.put(self.opened_by)
        w.put(self.opened_ref)
        w.flag(self.chain_open)
        w.put(self.responder)
        w.put(len(self.links))
        for link in self.links:
            w.put(link.seat)
            w.put(link.ref)
            w.put(link.action)
        w.put(self.dealt)
        w.put(self.rolled)
        w.cards(self.turned)
        w.put(self.roll_seat)
        w.put(self.roll_count)
        w.put(self.roll_sides)
        w.put(self.roll_plus)
        w.cards(self.roll_dice)
        w.put(self.offer)
        w.put(self.offered)
        w.put(self.tally)
        for deck in self.lists:
            w.text(deck.name)
            w.cards(deck.cards)
        for side in self.sides:
            side.write(w)
