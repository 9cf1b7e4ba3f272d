"""The truth of one match. Claims and opened cups are kept as the views show them."""

from innkeeper import Outcome, State, Writer
from liars_dice.book import FACES, LEFT, LOST, ROLLED, WON, Book, Claim, DiceOptions, Last


class Cups(State):
    """What lies under the cups is hidden, all else is public."""

    def __init__(self, book: Book, options: DiceOptions, seats: int) -> None:
        super().__init__("liarsdice", seats)
        self.book, self.options = book, options
        self.cups = [[1] * options.dice for _ in range(seats)]
        self.fell = [0] * seats  # in which round a seat went out
        self.speaker = 0
        self.claims: list[Claim] = []  # of this round; the last one stands
        self.last: Last | None = None  # how the round before it ended

    def copy(self) -> "Cups":
        new = Cups(self.book, self.options, self.seats)
        self.copy_base(new)
        new.cups, new.fell = [cup[:] for cup in self.cups], self.fell[:]
        new.speaker, new.claims, new.last = self.speaker, self.claims[:], self.last
        return new

    def write(self, w: Writer) -> None:
        w.cards([self.speaker, *self.fell])
        for cup in self.cups:
            w.cards(cup)
        w.text(str([self.claims, self.last]))

    def redeal(self, seat: int) -> None:
        for other in range(self.seats):
            if other != seat:
                self.roll(other)

    def roll(self, seat: int) -> None:
        self.cups[seat] = sorted(self.chance.die(FACES) for _ in self.cups[seat])

    def in_play(self) -> int:
        return sum(len(cup) for cup in self.cups)

    def counts(self, die: int, face: int) -> bool:
        """Does a die show the face? A wild one shows any (LD-4.1)."""
        return die == face or (self.options.wild and die == 1)

    def begin(self, seat: int) -> None:
        """All roll; the first from `seat` on who has dice claims (LD-1.2, LD-3.4)."""
        self.claims = []
        self.speaker = next(one % self.seats for one in range(seat, seat + self.seats) if self.playing(one))
        for place, cup in enumerate(self.cups):
            if cup:
                self.roll(place)
                self.tell_data(ROLLED, place, {"dice": self.cups[place][:]}, len(cup))

    def lose(self, seat: int) -> None:
        self.cups[seat].pop()
        self.fell[seat] = self.turn
        self.tell(LOST, seat, len(self.cups[seat]))

    def next_round(self, seat: int) -> None:
        """The next round, unless only one has dice left (LD-5.1)."""
        left = [place for place in range(self.seats) if self.cups[place]]
        self.turn += 1
        if len(left) > 1:
            return self.begin(seat)
        self.fell[left[0]] = self.turn
        places = tuple(1 + sum(other > own for other in self.fell) for own in self.fell)
        self.tell_data(WON, -1, {"winners": left})
        return self.end(Outcome((left[0],), False, places, "last_with_dice", "LD-5.1"))

    def playing(self, seat: int) -> bool:
        return not self.over and len(self.cups[seat % self.seats]) > 0

    def leave(self, seat: int) -> None:
        self.tell(LEFT, seat)
        self.cups[seat], self.fell[seat] = [], self.turn
        self.next_round(self.speaker)
