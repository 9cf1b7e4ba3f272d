"""The house rules of Echo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from innkeeper.engine.options import Options, Preset


class EchoOptions(Options, frozen=True, kw_only=True):
    """Ranges, defaults and meaning of every house rule."""

    fields: Annotated[
        Literal["standard", "wild", "custom"],
        Meta(
            description="the battlefields: three of mountain, glade, urban, night and then last strand; "
            "any four of the six; or your own four"
        ),
    ] = "standard"
    field_list: Annotated[
        list[str] | None,
        Meta(
            description="four battlefields in battle order, repeats allowed; only with your own four",
            extra_json_schema={"content": "field", "count": 4},
        ),
    ] = None
    guess_pool: Annotated[
        Literal["unseen", "living"],
        Meta(description="what a saboteur may name: creatures it has not seen, or any not in the graveyard"),
    ] = "unseen"
    guess_reveal: Annotated[
        Literal["early", "late"],
        Meta(description="names are shown before a seer chooses, or together with the last creature"),
    ] = "early"
    value_floor: Annotated[
        Literal["total", "field", "none"],
        Meta(
            description="what may not fall below 0: the whole worth of a battle, its worth before "
            "status points, or nothing"
        ),
    ] = "total"
    tiebreak: Annotated[
        Literal["none", "last-win"],
        Meta(description="equal scores: a draw, or a win for the winner of the latest battle"),
    ] = "none"

    presets: ClassVar[Sequence[Preset]] = (
        Preset("literal", "Original", "the original rules to the letter; the table to play"),
    )

    def check(self, book: Any) -> None:
        known = [field.id for field in book.fields]
        if self.fields != "custom":
            if self.field_list is not None:
                raise ValueError(
                    f"option field_list: {self.field_list!r} is not null; it must be, unless fields is custom"
                )
            return
        if self.field_list is None or len(self.field_list) != 4 or not set(self.field_list) <= set(known):
            raise ValueError(
                f"option field_list: {self.field_list!r} is not a list of exactly 4 of {', '.join(known)}"
            )
