"""The one question: claim higher, or call the claim that stands."""

from innkeeper import Action, Chance, Frame, Log
from liars_dice.book import CLAIMED, FACES, LIAR, OPENED, SPOT_ON, Book, Cup, DiceOptions
from liars_dice.state import Cups


def height(quantity: int, face: int, wild: bool) -> int:
    """Where a claim stands among all (LD-2.2); wild ones stand above twice as many dice (LD-4.1)."""
    return 14 * quantity + FACES if wild and face == 1 else 7 * quantity + face - 1


class Speak(Frame[Cups]):
    def deciders(self, s: Cups) -> int:
        return 1 << s.speaker

    def actions(self, s: Cups, seat: int) -> list[Action]:
        book, wild, opening = s.book, s.options.wild, not s.claims
        floor = 0 if opening else height(s.claims[-1]["quantity"], s.claims[-1]["face"], wild)
        calls = [book.liar.at(), book.spot_on.at()][: 0 if opening else 1 + s.options.spot_on]
        return calls + [
            book.claim.at2(quantity - 1, face - 1)
            for quantity in range(1, s.in_play() + 1)
            for face in range(1 + (wild and opening), FACES + 1)  # LD-4.1
            if height(quantity, face, wild) > floor
        ]

    def apply(self, s: Cups, seat: int, action: Action) -> None:
        if action.verb is not s.book.claim:
            return self.call(s, seat, action)
        s.claims.append({"seat": seat, "quantity": action.a + 1, "face": action.b + 1})
        s.tell(CLAIMED, seat, action.a + 1, action.b + 1)
        s.speaker = next(one % s.seats for one in range(seat + 1, seat + s.seats) if s.playing(one))
        return None

    def call(self, s: Cups, seat: int, action: Action) -> None:
        """All cups are opened (LD-3.2, LD-4.2)."""
        claim, exact = s.claims[-1], action.verb is s.book.spot_on
        found = sum(s.counts(die, claim["face"]) for cup in s.cups for die in cup)
        cups = [Cup(seat=place, dice=cup[:], cup=len(cup)) for place, cup in enumerate(s.cups) if cup]
        s.last = {"claim": claim, "caller": seat, "call": action.id, "found": found, "cups": cups}
        s.disclosed += 1
        s.tell(SPOT_ON if exact else LIAR, seat, claim["seat"])
        s.tell_data(OPENED, -1, {"dice": [cup[:] for cup in s.cups]}, found)
        right = found == claim["quantity"] if exact else found < claim["quantity"]
        others = [one for one in range(s.seats) if one != seat and s.playing(one)]
        losers = [seat] if not right else others if exact else [claim["seat"]]
        for loser in losers:
            s.lose(loser)
        s.next_round(seat if exact else losers[0])

    def refusal(self, s: Cups, seat: int, text: str) -> tuple[str, str] | None:
        if seat == s.speaker and text.startswith("claim:"):
            return "a claim must be higher than the last, and of no more dice than are in play", "LD-2.2"
        return None


def start(book: Book, options: DiceOptions, seats: int, chance: Chance, log: Log | None) -> Cups:
    s = Cups(book, options, seats)
    s.chance, s.log, s.stack = chance, log, [Speak("claim")]
    s.begin(0)
    return s
