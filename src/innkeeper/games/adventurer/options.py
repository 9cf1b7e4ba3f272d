"""The house rules of Adventurer Factory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from innkeeper.engine.errors import shown
from innkeeper.engine.options import LITERAL, Options, Preset
from innkeeper.games.adventurer import decks
from innkeeper.games.adventurer.book import Book, Deck

FEW = 3  # reasons against a deck that a refusal spells out, and one of each code; `check_deck` gives all


class AdventurerOptions(Options, frozen=True, kw_only=True):
    """Ranges, defaults and meaning of every house rule."""

    health: Annotated[int, Meta(ge=1, le=99, description="starting Health")] = 30
    willpower: Annotated[int, Meta(ge=1, le=99, description="starting Willpower")] = 30
    xp_first: Annotated[int, Meta(ge=0, le=50, description="starting XP of whoever begins")] = 3
    xp_second: Annotated[int, Meta(ge=0, le=50, description="starting XP of the other")] = 5
    hand: Annotated[int, Meta(ge=1, le=15, description="opening hand, at most the whole deck")] = 5
    first: Annotated[Literal["0", "1", "random"], Meta(description="who begins; random: a die decides")] = "0"
    mulligan: Annotated[bool, Meta(description="both may exchange their opening hand once")] = False
    deck_size: Annotated[int, Meta(ge=10, le=60, description="cards in a deck")] = 40
    max_copies: Annotated[int, Meta(ge=1, le=10, description="most copies of one card in a deck")] = 4
    deck_0: Annotated[
        str | dict[str, Any],
        Meta(
            description="what is played with on the first chair: a deck of the house, or one of your own",
            extra_json_schema={"content": "deck", "seat": 0},
        ),
    ] = "goose-company"
    deck_1: Annotated[
        str | dict[str, Any],
        Meta(
            description="what is played with on the second chair: a deck of the house, or one of your own",
            extra_json_schema={"content": "deck", "seat": 1},
        ),
    ] = "velvet-revolution"
    card_pack: Annotated[str, Meta(description="the installed pack that decks take cards from")] = "core"
    open_decklists: Annotated[bool, Meta(description="both deck lists are public")] = True
    min_income: Annotated[int, Meta(ge=0, le=3, description="least XP a turn brings")] = 0
    xp_cap: Annotated[int, Meta(ge=0, le=50, description="most XP kept in the Resource step, 0 = no cap")] = 0
    stat_cap: Annotated[
        int, Meta(ge=0, le=199, description="most Health or Willpower one can rise to, 0 = no cap")
    ] = 0
    negative_damage: Annotated[
        bool, Meta(description="an attack or parley below 0 adds to the victim's score")
    ] = False
    brace_window: Annotated[
        bool, Meta(description="the other seat may also answer an Encounter before it is carried out")
    ] = False
    strict_needs: Annotated[bool, Meta(description="cards whose Needs are no longer met go at Clean-up")] = (
        False
    )
    voluntary_discard: Annotated[bool, Meta(description="1 XP to throw away an own card in play")] = False
    zero_check: Annotated[
        Literal["end_of_turn", "immediate"], Meta(description="when a score of 0 beats its owner")
    ] = "end_of_turn"
    simultaneous: Annotated[
        Literal["draw", "active_wins", "active_loses"], Meta(description="what it means if both are beaten")
    ] = "draw"
    turn_limit: Annotated[int, Meta(ge=2, le=400, description="the last turn, both seats' together")] = 120
    main_action_cap: Annotated[
        int, Meta(ge=20, le=500, description="plays and actions after which a Main step ends by itself")
    ] = 100
    draw_offers: Annotated[bool, Meta(description="draws may be offered")] = True

    presets: ClassVar[Sequence[Preset]] = (
        LITERAL,
        Preset(
            "later-edition",
            "Later edition",
            "the numbers of the author's later revisions; not measured with the core decks",
            {
                "health": 20,
                "willpower": 20,
                "xp_first": 2,
                "xp_second": 4,
                "min_income": 1,
                "xp_cap": 10,
                "voluntary_discard": True,
            },
        ),
    )

    @classmethod
    def secrets(cls, values: Mapping[str, Any]) -> Mapping[str, int]:
        """A closed deck is its owner's secret (AF-11.4)."""
        return {} if values["open_decklists"] else {"deck_0": 0, "deck_1": 1}

    def check(self, book: Any) -> None:
        if self.hand > self.deck_size:
            raise ValueError(f"option hand: {self.hand} is not from 1 to deck_size ({self.deck_size})")
        if self.card_pack not in book.packs:
            raise ValueError(
                f"option card_pack: {shown(self.card_pack)} is not one of {', '.join(book.packs)}"
            )
        for seat in range(2):
            self.deck(book, seat)

    def deck(self, book: Book, seat: int) -> Deck:
        """The deck a seat brings; ValueError tells every reason why it is refused (AF-10.5)."""
        chosen = self.deck_0 if seat == 0 else self.deck_1
        named = chosen if isinstance(chosen, str) else "the deck brought"
        if isinstance(chosen, str) and chosen not in book.decks:
            known = ", ".join(book.decks)
            raise ValueError(f"option deck_{seat}: {shown(chosen)} is not one of {known}, nor a deck object")
        found, problems = decks.examine(chosen, self, book)
        errors = [problem for problem in problems if problem.refuses]
        if found is None or errors:
            firsts = {problem.code: problem for problem in reversed(errors)}.values()
            errors.sort(key=lambda problem: problem not in firsts)  # every code before any is repeated
            few = max(FEW, len(firsts))
            reasons = "; ".join(f"{problem.code}: {problem.message}" for problem in errors[:few])
            if len(errors) > few:
                reasons += f"; and {len(errors) - few} more"
            raise ValueError(f"option deck_{seat}: {named} is not a legal deck here: {reasons}")
        return found
