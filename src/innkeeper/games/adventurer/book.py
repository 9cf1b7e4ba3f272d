"""The book of the factory: cards, decks and packs made native, and the actions they offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Domain, Verb, Verbs
from innkeeper.engine.dice import Dice

if TYPE_CHECKING:
    from innkeeper.games.adventurer.effects import EffectList

SIDES: Final[list[i64]] = [1, 4, 6, 8, 10, 12, 20]  # AF-2.5: the ladder of dice
MOST_REFS: Final = 300  # more cards than that never enter play in one game
REFS: Final = Domain("ref", numbers=MOST_REFS, first=1)
MOST_SYMBOLS: Final = 62  # slots, or types that effects name, of one book: they are bits of a number

# When an action may be performed (AF-6.2): bits of a moment.
IN_MAIN: Final = 1
IN_RESPONSE: Final = 2
IN_ENCOUNTER: Final = 4

# What a cost makes the player choose.
NOTHING: Final = 0
HAND_CARD: Final = 1
OTHER_CARD: Final = 2


_BITS: Final[list[i64]] = [2**place for place in range(63)]


def bit(place: i64) -> i64:
    """A number with one bit. Compiled, a bare `1 << place` is 32 bits wide, so these are looked up."""
    return _BITS[place]


@final
class Die:
    """A Violence or Diplomacy Die: so many dice with so many sides, and a constant."""

    def __init__(self, count: i64, sides: i64, plus: i64 = 0) -> None:
        self.count: i64 = count
        self.sides: i64 = sides
        self.plus: i64 = plus
        self.twice: i64 = count * (sides + 1) + 2 * plus  # twice the average
        self.most: i64 = count * sides + plus

    @staticmethod
    def parse(text: str) -> Die:
        """Read `1d8` or `2d4+1`: 1 to 4 dice of one kind, from the ladder of AF-2.5."""
        dice = Dice.parse(text)
        if not 1 <= len(dice.sides) <= 4 or len(set(dice.sides)) != 1 or dice.sides[0] not in SIDES:
            raise ValueError(f"{text!r} is not 1 to 4 dice of one kind, with 1, 4, 6, 8, 10, 12 or 20 sides")
        if not -30 <= dice.plus <= 30:
            raise ValueError(f"{text!r}: a constant is from -30 to 30")
        return Die(len(dice.sides), dice.sides[0], dice.plus)

    def better(self, other: Die) -> bool:
        """AF-2.4: the higher average, then the higher maximum; a tie leaves the earlier one."""
        return self.twice > other.twice or (self.twice == other.twice and self.most > other.most)

    def text(self) -> str:
        return die_text(self.count, self.sides, self.plus)


def die_text(count: i64, sides: i64, plus: i64) -> str:
    """`2d4+1`."""
    if plus == 0:
        return f"{count}d{sides}"
    return f"{count}d{sides}+{plus}" if plus > 0 else f"{count}d{sides}{plus}"


def stepped(sides: i64, steps: i64) -> i64:
    """AF-2.5: the sides so many places along the ladder, stopping at its ends."""
    place: i64 = 0
    while SIDES[place] != sides:
        place += 1
    place += steps
    if place < 0:
        place = 0
    if place > len(SIDES) - 1:
        place = len(SIDES) - 1
    return SIDES[place]


ONE: Final = Die(1, 1)


@final
class CardAction:
    """An action printed on a card (AF-6.1)."""

    def __init__(
        self,
        id: str,
        place: i64,
        moments: i64,
        timing: str,
        xp: i64,
        health: i64,
        willpower: i64,
        asks: i64,
        sacrifice: i64,
        sacrificed: str,
    ) -> None:
        self.id: Final = id
        self.place: i64 = place  # which of its card's actions
        self.bit: i64 = bit(place)
        self.moments: i64 = moments
        self.timing: Final = timing
        self.xp: i64 = xp
        self.health: i64 = health
        self.willpower: i64 = willpower
        self.asks: i64 = asks
        self.sacrifice: i64 = sacrifice  # the bit of the type
        self.sacrificed: Final = sacrificed  # and its name
        self.effects: EffectList | None = None
        self.verb: Verb | None = None
        self.printed: str = ""  # as the rulebook writes it
        self.words: str = ""  # what the effects do, in words

    def list(self) -> EffectList:
        assert self.effects is not None
        return self.effects

    def use(self) -> Verb:
        assert self.verb is not None
        return self.verb

    def price(self) -> str:
        """The costs for people."""
        parts = ["Encounter"] if self.moments == IN_ENCOUNTER else []
        if self.xp > 0:
            parts.append(f"{self.xp} XP")
        if self.health > 0:
            parts.append(f"{self.health} Health")
        if self.willpower > 0:
            parts.append(f"{self.willpower} Willpower")
        if self.asks == HAND_CARD:
            parts.append("a card from hand")
        if self.asks == OTHER_CARD:
            parts.append(f"another {self.sacrificed} of yours")
        return ", ".join(parts) if parts else "free"


@final
class Card:
    """A card. Its number is its place in alphabetical order."""

    def __init__(self, number: i64, id: str, name: str, types: list[str], cost: i64) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.types: Final = types
        self.type_bits: i64 = 0
        self.cost: i64 = cost
        self.need_symbols: list[i64] = []
        self.need_counts: list[i64] = []
        self.gives_symbols: list[i64] = []
        self.gives_counts: list[i64] = []
        self.fills: list[i64] = []  # slots it fills all of …
        self.choices: list[i64] = []  # … or one of
        self.fill_bits: i64 = 0
        self.attack: i64 = 0
        self.defense: i64 = 0
        self.charisma: i64 = 0
        self.violence: Die | None = None
        self.diplomacy: Die | None = None
        self.innate: bool = False
        self.consumable: bool = False
        self.on_play: EffectList | None = None
        self.on_play_printed: str = ""
        self.on_play_words: str = ""
        self.actions: list[CardAction] = []
        self.flavour: str = ""
        self.icon: str = ""
        self.group: str = ""
        self.pack: str = ""

    def is_a(self, type: str) -> bool:
        """Types are matched whatever their case."""
        wanted = type.lower()
        return any(own.lower() == wanted for own in self.types)


@final
class Group:
    """A file of cards that belong together, for the card list."""

    def __init__(self, title: str, about: str, cards: list[Card]) -> None:
        self.title: Final = title
        self.about: Final = about
        self.cards: Final = cards


@final
class Deck:
    """A deck list: how often it holds each card, by number."""

    def __init__(self, id: str, name: str, counts: dict[int, int], style: str = "", plan: str = "") -> None:
        self.id: Final = id
        self.name: Final = name
        self.counts: Final = counts
        self.style: Final = style
        self.plan: Final = plan
        cards: list[i64] = []
        for number in sorted(counts):
            for _ in range(counts[number]):
                cards.append(number)
        self.cards: Final = cards  # every single one, in order of number


@final
class Book:
    """All cards of all installed packs, the preconstructed decks, and the verbs of the game."""

    def __init__(
        self,
        cards: list[Card],
        groups: list[Group],
        packs: dict[str, list[i64]],
        symbols: Domain,
        slots: Domain,
        types: Domain,
        verbs: Verbs,
    ) -> None:
        self.cards: Final = cards
        self.groups: Final = groups
        self.packs: Final = packs  # pack id to the numbers of its cards
        self.symbols: Final = symbols  # classes, races and whatever else cards Provide or Need
        self.slots: Final = slots
        self.types: Final = types  # the types that effects name
        self.verbs: Final = verbs
        self.domain: Final = Domain("card", [card.id for card in cards], [card.name for card in cards])
        self.decks: dict[str, Deck] = {}
        self.attack_list: EffectList | None = None
        self.parley_list: EffectList | None = None
        named = self.domain
        self.keep: Final = verbs.add("keep", "AF-1.8", "Keep this hand").at()
        self.mulligan: Final = verbs.add("mulligan", "AF-1.8", "Shuffle it back and draw again").at()
        self.play: Final = verbs.add("play", "AF-5.1", "Play {0}", [named])
        self.play_into: Final = verbs.add("play", "AF-3.6", "Play {0} into {1}", [named, slots])
        self.throw_away: Final = verbs.add("discard", "AF-12.1", "Pay 1 XP and discard card {0}", [REFS])
        self.done: Final = verbs.add("done", "AF-4.6", "Go to the Encounter").at()
        self.pass_: Final = verbs.add("pass", "AF-7.4", "Let it stand").at()
        self.attack: Final = verbs.add("attack", "AF-8.2", "Attack").at()
        self.parley: Final = verbs.add("parley", "AF-8.4", "Parley").at()
        self.rest: Final = verbs.add("rest", "AF-8.1", "Rest").at()
        self.choose_ref: Final = verbs.add("choose", "AF-6.6", "Choose card {0}", [REFS])
        self.choose_card: Final = verbs.add("choose", "AF-6.6", "Choose {0}", [named])
        self.offer_draw: Final = verbs.add("offer-draw", "AF-9.9", "Offer a draw").at()
        self.withdraw_draw: Final = verbs.add("withdraw-draw", "AF-9.9", "Withdraw the offer").at()
        self.accept_draw: Final = verbs.add("accept-draw", "AF-9.9", "Accept the draw").at()
        self.decline_draw: Final = verbs.add("decline-draw", "AF-9.9", "Decline the draw").at()
        self.every_deed: Final[list[CardAction]] = []  # all actions of all cards; a verb's tag is the place
        for card in cards:
            for action in card.actions:
                self.add_use(card, action)

    def add_use(self, card: Card, action: CardAction) -> None:
        """One verb per printed action, so that its label can name card and price."""
        place: i64 = len(self.every_deed)
        self.every_deed.append(action)
        domains = [REFS, Domain("action", [action.id])]
        label = f"{card.name}: {action.id} ({action.price()})"
        if action.asks == HAND_CARD:
            domains.append(self.domain)
            label = f"{card.name}: {action.id}, discarding {{2}} ({action.price()})"
        elif action.asks == OTHER_CARD:
            domains.append(REFS)
            label = f"{card.name}: {action.id}, giving up card {{2}} ({action.price()})"
        action.verb = self.verbs.add("use", "AF-6.1", label, domains, tag=place)

    def simple_attack(self) -> EffectList:
        assert self.attack_list is not None
        return self.attack_list

    def simple_parley(self) -> EffectList:
        assert self.parley_list is not None
        return self.parley_list
