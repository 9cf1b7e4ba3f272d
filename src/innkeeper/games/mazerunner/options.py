"""The house rules of Mazerunner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from innkeeper.engine.options import Options, Preset


class MazeOptions(Options, frozen=True, kw_only=True):
    """Ranges, defaults and meaning of every house rule."""

    map_goal: Annotated[int, Meta(ge=1, le=20, description="map pieces needed to win")] = 10
    start_hp: Annotated[int, Meta(ge=1, le=100, description="starting and highest health")] = 50
    overheal: Annotated[bool, Meta(description="health may rise above the maximum")] = False
    heal_per_pip: Annotated[int, Meta(ge=1, le=3, description="health per number on a heal die")] = 1
    grid_size: Annotated[int, Meta(ge=7, le=21, description="side of the square maze, an odd number")] = 15
    shift_distance: Annotated[
        int, Meta(ge=3, le=40, description="the maze shifts when the nearest unknown block is further away")
    ] = 8
    tie_rule: Annotated[
        Literal["trade", "kill", "repel"],
        Meta(description="power equal to a monster's health: both blows land, a kill, or a lost fight"),
    ] = "trade"
    wounds_stay: Annotated[bool, Meta(description="monsters that survive a fight keep their wounds")] = True
    monsters_follow: Annotated[bool, Meta(description="monsters follow a runner who fled from them")] = True
    portals_stay: Annotated[bool, Meta(description="portals of chance cards stay open for everybody")] = True
    retreat_ends_turn: Annotated[bool, Meta(description="going home after a lost fight skips the shop")] = (
        False
    )
    shop_choice: Annotated[
        Literal["any", "either"], Meta(description="either: a visit to the shop is for buying or for trading")
    ] = "any"
    finish_round: Annotated[
        bool, Meta(description="the round in which the last piece is found is played to its end")
    ] = False
    late_kit: Annotated[
        bool, Meta(description="the k-th runner after the first starts with k of each resource")
    ] = False
    last_standing: Annotated[
        Literal["wins", "continues"], Meta(description="what happens when only one runner is left")
    ] = "wins"
    map_supply: Annotated[
        int, Meta(ge=0, le=60, description="map pieces there are, at least those needed to win; 0 = no limit")
    ] = 0
    round_limit: Annotated[int, Meta(ge=5, le=200, description="the last round")] = 40
    dice_stages: Annotated[
        Literal["one", "two"], Meta(description="two: the pool counts faces, numbers are rolled afterwards")
    ] = "one"
    encounter_die: Annotated[
        Literal["twelve", "five"], Meta(description="how many sides the encounter die has")
    ] = "twelve"

    presets: ClassVar[Sequence[Preset]] = (
        Preset("literal", "Original", "the original rules to the letter"),
        Preset(
            "fair",
            "Fair",
            "evens out the turn order: the last round is played to its end, and whoever starts later "
            "brings a little more; for ranked play",
            {"finish_round": True, "late_kit": True},
            recommended=True,
        ),
    )

    def check(self, book: Any) -> None:
        if self.grid_size % 2 == 0:
            raise ValueError(f"option grid_size: {self.grid_size} is not an odd whole number from 7 to 21")
        if self.map_supply != 0 and self.map_supply < self.map_goal:
            raise ValueError(
                f"option map_supply: {self.map_supply} is not 0 or from map_goal ({self.map_goal}) to 60"
            )
