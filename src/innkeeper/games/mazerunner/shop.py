"""MR-14: three cards, fixed prices, and a fair-ish exchange."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame
from innkeeper.games.mazerunner import events
from innkeeper.games.mazerunner.book import ITEM_DECK, SLOTS, ItemCard
from innkeeper.games.mazerunner.events import KINDS
from innkeeper.games.mazerunner.gains import take_item
from innkeeper.games.mazerunner.refusals import waiting, why_not_sold
from innkeeper.games.mazerunner.state import BUYING, NOTHING_YET, TRADING, Race, Runner

USUAL_RATE: Final = 3
HAGGLED_RATE: Final = 2


def fill(s: Race, slot: i64, kind: Kind) -> None:
    """The top item card into a slot; without one the slot stays empty (MR-14.4)."""
    number = s.draw(ITEM_DECK)
    s.slots[slot] = number
    if s.log is not None:
        card = None if number < 0 else s.book.items[number].id
        seat: i64 = -1 if kind is events.SHOP_OPENED else s.active
        s.tell_data(kind, seat, {"slot": slot, "card": card})


def restock(s: Race) -> None:
    """MR-14.4: at the start of a turn empty slots are filled as far as there are cards."""
    for slot in range(SLOTS):
        if s.slots[slot] < 0 and len(s.decks[ITEM_DECK]) + len(s.discards[ITEM_DECK]) > 0:
            fill(s, slot, events.SHOP_RESTOCKED)


def affordable(runner: Runner, card: ItemCard) -> bool:
    held, price = runner.held, card.price
    return held[0] >= price[0] and held[1] >= price[1] and held[2] >= price[2]


def rate_of(s: Race, runner: Runner) -> i64:
    """MR-14.3: what a trade costs."""
    for item in runner.items:
        if s.book.items[item].haggle:
            return HAGGLED_RATE
    return USUAL_RATE


@final
class Shop(Frame[Race]):
    """MR-14.1: buy and trade as often as one likes."""

    def deciders(self, s: Race) -> i64:
        return 1 << s.active

    def actions(self, s: Race, seat: i64) -> list[Action]:
        found: list[Action] = []
        runner = s.runner()
        actions = s.book.actions
        if may(s, BUYING):
            for number in s.slots:
                if number >= 0 and affordable(runner, s.book.items[number]):
                    found.append(actions.buy.at1(number))
        if may(s, TRADING):
            rate = rate_of(s, runner)
            for give in range(3):
                if runner.held[give] >= rate:
                    for take in range(3):
                        if take != give:
                            found.append(actions.trade.at2(give, take))
        found.append(actions.done)
        return found

    def apply(self, s: Race, seat: i64, action: Action) -> None:
        if action is s.book.actions.done:
            s.stack.pop()
        elif action.verb is s.book.actions.buy:
            s.shopped = BUYING
            buy(s, action.a)
        else:
            s.shopped = TRADING
            trade(s, action.a, action.b)

    def timeout(self, s: Race, seat: i64) -> Action:
        return s.book.actions.done

    def refusal(self, s: Race, seat: i64, text: str) -> tuple[str, str] | None:
        if seat != s.active:
            return waiting(s)
        name, _, rest = text.partition(":")
        if name in ("buy", "trade") and not may(s, BUYING if name == "buy" else TRADING):
            return "at this table a visit to the shop is for buying or for trading, not both", "MR-14.1"
        if name == "buy":
            return why_not_sold(s, rest)
        if name == "trade":
            rate = rate_of(s, s.runner())
            give, _, take = rest.partition(":")
            if give in KINDS.places and take in KINDS.places and give != take:
                held = s.runner().held[KINDS.index(give)]
                return f"a trade costs {rate} {give}, you have {held}", "MR-14.3"
            return f"trade {rate} of one resource for 1 of another", "MR-14.3"
        return None


def may(s: Race, what: i64) -> bool:
    """`shop_choice: either`: the first deal settles what the visit is for."""
    return not s.rules.buy_or_trade or s.shopped == NOTHING_YET or s.shopped == what


def buy(s: Race, number: i64) -> None:
    """MR-14.2: pay, refill the slot, take the card."""
    runner = s.runner()
    card = s.book.items[number]
    for kind in range(3):
        runner.held[kind] -= card.price[kind]
    if s.log is not None:
        s.tell_data(events.BOUGHT, s.active, {"card": card.id})
    fill(s, s.slots.index(number), events.SHOP_REFILLED)
    take_item(s, number, events.ITEM_BOUGHT)


def trade(s: Race, give: i64, take: i64) -> None:
    """MR-14.3."""
    runner = s.runner()
    rate = rate_of(s, runner)
    runner.held[give] -= rate
    runner.held[take] += 1
    s.tell(events.TRADED, s.active, give, take, rate)


SHOP: Final = Shop("shop", auto=True)
