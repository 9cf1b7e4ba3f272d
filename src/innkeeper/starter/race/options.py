"""House rules. What declares a structure has a module of its own: all others can be compiled."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from innkeeper import LITERAL, Options, Preset


class TrackOptions(Options, frozen=True, kw_only=True):
    """House rules."""

    track: Annotated[int, Meta(ge=10, le=99, description="squares to the line")] = 30
    rounds: Annotated[int, Meta(ge=1, le=50, description="rounds until the foremost has won")] = 20

    presets: ClassVar[tuple[Preset, ...]] = (
        LITERAL,
        Preset("short", "Short", "a short track", {"track": 12, "rounds": 6}, recommended=True),
    )
