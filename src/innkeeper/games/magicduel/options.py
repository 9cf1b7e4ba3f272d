"""The house rules of MagicDuel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from innkeeper.engine.options import Options, Preset


class DuelOptions(Options, frozen=True, kw_only=True):
    """Ranges, defaults and meaning of every house rule."""

    max_hp: Annotated[int, Meta(ge=5, le=99, description="starting and highest health")] = 25
    moves_per_turn: Annotated[int, Meta(ge=1, le=4, description="moves in a turn")] = 2
    first_turn_moves: Annotated[
        int, Meta(ge=1, le=4, description="moves in the game's first turn, at most those of other turns")
    ] = 2
    first_player: Annotated[
        Literal["seat0", "seat1", "coin"], Meta(description="who begins; coin: one toss at set-up")
    ] = "seat0"
    starting_magic: Annotated[int, Meta(ge=0, le=20, description="magic both seats start with")] = 0
    second_magic: Annotated[int, Meta(ge=0, le=20, description="extra magic for the second player")] = 0
    distinct_moves: Annotated[bool, Meta(description="no kind of move twice in one turn")] = False
    heal_limit: Annotated[int, Meta(ge=0, le=4, description="heals per turn, 0 = no limit")] = 0
    shield_max_cast: Annotated[int, Meta(ge=0, le=99, description="largest shield one move adds")] = 99
    shield_cap: Annotated[
        int, Meta(ge=0, le=999, description="largest shield, at least what one move adds")
    ] = 999
    shield_armour: Annotated[bool, Meta(description="a shield does not drop by what it absorbs")] = False
    magic_cap: Annotated[int, Meta(ge=5, le=999, description="most magic one can hold")] = 999
    burn_mode: Annotated[
        Literal["tick", "on_hit"],
        Meta(description="burn hurts at the start of the turn, or with each burning hit"),
    ] = "tick"
    burn_cap: Annotated[int, Meta(ge=0, le=99, description="most burn one can suffer")] = 99
    burn_fade: Annotated[int, Meta(ge=0, le=9, description="burn lost after each tick")] = 0
    bubble_fuse: Annotated[int, Meta(ge=1, le=9, description="age at which Bubbles burst")] = 4
    bubble_final_drip: Annotated[bool, Meta(description="a bursting Bubble drips once more")] = True
    summoning_sickness: Annotated[
        bool, Meta(description="Specters attack from their owner's next turn on")
    ] = False
    attack_minions: Annotated[bool, Meta(description="attack moves may aim at minions")] = True
    shield_move: Annotated[bool, Meta(description="the extra move Shield")] = False
    fiery_shield: Annotated[bool, Meta(description="the extra move Fiery Shield")] = False
    storm_round: Annotated[
        int, Meta(ge=0, le=500, description="first round with a storm, 0 = never, at most the last one")
    ] = 0
    round_limit: Annotated[int, Meta(ge=10, le=500, description="the last round")] = 100
    limit_result: Annotated[
        Literal["tie", "higher_hp"], Meta(description="what the end of the last round means")
    ] = "tie"
    repetition_limit: Annotated[
        Literal[0, 2, 3, 4, 5], Meta(description="a position so often is a tie, 0 = never; off with a storm")
    ] = 3

    presets: ClassVar[Sequence[Preset]] = (
        Preset(
            "literal",
            "Original",
            "the original rules, but for a burn step that they do not name and shields of 99 at most "
            "where they set no bound; careful players can always tie",
        ),
        Preset(
            "tournament",
            "Tournament",
            "decisive, varied and close to even: two different moves a turn, small shields, "
            "a short first turn, and a storm from round 12",
            {
                "distinct_moves": True,
                "first_turn_moves": 1,
                "shield_max_cast": 4,
                "shield_cap": 12,
                "storm_round": 12,
                "round_limit": 40,
                "repetition_limit": 0,
            },
            recommended=True,
        ),
        Preset(
            "workshop",
            "Workshop",
            "as the author's latest program plays: Specters wait a turn, Bubbles burst without a last drip, "
            "and there are two more shield moves",
            {
                "summoning_sickness": True,
                "bubble_final_drip": False,
                "shield_move": True,
                "fiery_shield": True,
            },
        ),
    )

    @classmethod
    def derive(cls, values: dict[str, Any]) -> None:
        """The first turn has as many moves as the others unless somebody says otherwise."""
        values.setdefault("first_turn_moves", values.get("moves_per_turn", 2))

    def check(self, book: Any) -> None:
        if self.first_turn_moves > self.moves_per_turn:
            raise ValueError(
                f"option first_turn_moves: {self.first_turn_moves} is not from 1 to moves_per_turn "
                f"({self.moves_per_turn})"
            )
        if self.shield_cap < self.shield_max_cast:
            raise ValueError(
                f"option shield_cap: {self.shield_cap} is not from shield_max_cast "
                f"({self.shield_max_cast}) to 999"
            )
        if self.storm_round > self.round_limit:
            raise ValueError(
                f"option storm_round: {self.storm_round} is not from 0 to round_limit ({self.round_limit})"
            )
