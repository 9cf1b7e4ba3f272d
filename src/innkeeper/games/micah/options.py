"""The house rules of Micah's Game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from innkeeper.engine.options import Options, Preset

LEAST_TREASURES = 12


class MicahOptions(Options, frozen=True, kw_only=True):
    """Ranges, defaults and meaning of every house rule."""

    deck_per_player: Annotated[
        int, Meta(ge=6, le=20, description="Encounter cards per player: 8 short, 12 standard, 18 long")
    ] = 12
    deck_cards: Annotated[
        int, Meta(ge=0, le=136, description="exact Encounter deck size, 0 = by players")
    ] = 0
    whole_deck: Annotated[bool, Meta(description="use the whole box of Encounters (epic)")] = False
    treasure_cards: Annotated[
        int,
        Meta(
            ge=0, le=120, description="exact Treasure deck size with the stall, 0 = all, otherwise 12 to 120"
        ),
    ] = 0
    class_pick: Annotated[
        Literal["choose", "random"], Meta(description="seats pick their class, or get one at random")
    ] = "choose"
    duplicate_classes: Annotated[bool, Meta(description="several seats may play the same class")] = False
    hp_table: Annotated[
        Literal["original", "balanced"], Meta(description="the designer's class HP, or evened-out ones")
    ] = "original"
    starting_hp: Annotated[int, Meta(ge=0, le=99, description="HP to start with, 0 = full")] = 0
    starting_coin: Annotated[int, Meta(ge=0, le=100, description="Coin to start with")] = 0
    start_weather: Annotated[
        Literal["clear", "sunny", "snowing", "foggy", "storming", "windy", "rainy", "moonlit", "heatwave"],
        Meta(description="the weather at the start"),
    ] = "clear"
    first_seat: Annotated[Literal["seat0", "random"], Meta(description="who has the first turn")] = "seat0"
    max_rounds: Annotated[int, Meta(ge=10, le=200, description="after this round dusk falls: a draw")] = 60
    prep_action_cap: Annotated[
        int, Meta(ge=10, le=100, description="most Preparation actions in one turn, trades aside")
    ] = 40
    companion_dies: Annotated[
        Literal["exceed", "meet"],
        Meta(description="a strike kills a Companion by exceeding its Defense, or by meeting it"),
    ] = "exceed"
    class_weather: Annotated[bool, Meta(description="weathers treat classes differently")] = False
    trade: Annotated[bool, Meta(description="players may trade")] = True
    trade_creatures: Annotated[bool, Meta(description="docked creatures may be traded too")] = False
    trade_offers_per_turn: Annotated[int, Meta(ge=1, le=10, description="offers per seat and turn")] = 3
    boss: Annotated[bool, Meta(description="the Final Boss may be challenged")] = True
    boss_level: Annotated[
        Literal["storybook", "extreme", "legendary"],
        Meta(description="the Boss has 20, 30 or 40 HP per challenger"),
    ] = "extreme"
    boss_retreat: Annotated[bool, Meta(description="challengers may retreat from the Boss")] = True
    boss_bystanders: Annotated[
        Literal["lose", "share"],
        Meta(description="what living players win who stayed out of the Boss's fall"),
    ] = "lose"
    pvp: Annotated[bool, Meta(description="players may duel")] = False
    pvp_from_round: Annotated[int, Meta(ge=1, le=50, description="the first round with duels")] = 4
    pvp_damage_cap: Annotated[int, Meta(ge=4, le=40, description="most HP a duel can cost")] = 12
    ghosts: Annotated[bool, Meta(description="defeated players haunt the rest")] = False
    champion: Annotated[bool, Meta(description="joint winners are ranked by Renown")] = False

    presets: ClassVar[Sequence[Preset]] = (
        Preset("literal", "Original", "the original rules to the letter"),
        Preset(
            "fair-road",
            "Fair Road",
            "the same game with class HP evened out, so that the classes win about equally often",
            {"hp_table": "balanced"},
            recommended=True,
        ),
    )

    def check(self, book: Any) -> None:
        if 0 < self.treasure_cards < LEAST_TREASURES:
            raise ValueError(
                f"option treasure_cards: {self.treasure_cards} is not 0 or "
                f"a whole number from {LEAST_TREASURES} to 120"
            )
        weathers = [weather.id for weather in book.weathers]
        if self.start_weather not in weathers:
            raise ValueError(
                f"option start_weather: {self.start_weather!r} is not one of {', '.join(weathers)}"
            )
