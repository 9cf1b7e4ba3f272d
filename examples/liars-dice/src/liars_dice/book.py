"""The house rules, the three things a player can say, everything that can happen, and how it is shown."""

from typing import Annotated, ClassVar, TypedDict

from msgspec import Meta

from innkeeper import LITERAL, Content, Domain, Kinds, Options, Preset, Verbs, events, shapes

FACES = 6
TAVERN = Preset(
    "tavern", "Tavern", "wild ones, and spot on", {"wild": True, "spot_on": True}, recommended=True
)


class DiceOptions(Options, frozen=True, kw_only=True):
    dice: Annotated[int, Meta(ge=1, le=6, description="dice under each cup at the start")] = 5
    wild: Annotated[bool, Meta(description="a one counts as every face")] = False
    spot_on: Annotated[bool, Meta(description="a claim may also be called spot on")] = False

    presets: ClassVar[tuple[Preset, ...]] = (LITERAL, TAVERN)


class Book:
    """There are no cards, only verbs."""

    def __init__(self, content: Content) -> None:
        claim = [Domain("quantity", numbers=36, first=1), Domain("face", numbers=FACES, first=1)]
        self.verbs = Verbs()
        self.liar = self.verbs.add("liar", "LD-3.1", "Liar!")
        self.spot_on = self.verbs.add("spot_on", "LD-4.2", "Spot on!")
        self.claim = self.verbs.add("claim", "LD-2.1", "Claim {0} × {1}", claim)


ALL = Kinds()
ROLL = [events.number("cup"), events.data("dice", FACES)]
ROLLED = ALL.add("rolled", "LD-1.2", "{seat} rolls {dice}.", ROLL, ["dice"], "{seat} rolls under the cup.")
CLAIM = [events.number("quantity"), events.number("face")]
CLAIMED = ALL.add("claimed", "LD-2.1", "{seat} claims {quantity} × {face}.", CLAIM)
LIAR = ALL.add("called", "LD-3.1", "{seat} calls {of} a liar.", [events.seat("of")])
SPOT_ON = ALL.add("called", "LD-4.2", "{seat} calls {of} spot on.", [events.seat("of")])
CUPS = [events.number("found"), events.by_seat("dice")]
OPENED = ALL.add("opened", "LD-3.2", "The cups are opened: {dice}. {found} show it.", CUPS)
LOST = ALL.add("lost", "LD-3.3", "{seat} loses a die and has {left} left.", [events.number("left")])
LEFT = ALL.add("left", "LD-5.2", "{seat} leaves; the round is void.")
WON = ALL.add("game_over", "LD-5.1", "{winners} is the last with dice.", [events.seats("winners")])


class Claim(TypedDict):
    seat: shapes.Seat
    quantity: Annotated[int, shapes.amount(of="quantity")]
    face: Annotated[int, shapes.die(FACES, of="face")]


class Cup(TypedDict):
    seat: shapes.Seat
    dice: list[Annotated[int, shapes.die(FACES)]] | None
    cup: Annotated[int, shapes.covered(FACES, by="dice")]


class Last(TypedDict):
    claim: Claim
    caller: shapes.Seat
    call: Annotated[str, shapes.word("call")]
    found: Annotated[int, shapes.amount()]
    cups: list[Cup]
