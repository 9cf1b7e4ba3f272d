"""MG-10: one weather for all, felt from the next turn on, except for storms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from innkeeper.games.micah import events
from innkeeper.games.micah.clauses import Deed, run

if TYPE_CHECKING:
    from innkeeper.games.micah.state import Micah


def change_weather(s: Micah, to: i64, by_ghost: bool) -> None:
    """MG-10.1 to MG-10.5: the weather turns; a storm is felt, and strikes the active player, at once."""
    if to == s.weather:
        return
    before = s.weather
    new = s.weathers[to]
    storm = len(new.storms) > 0
    s.weather = to
    s.felt = to if storm else s.book.clear
    if s.log is not None:
        about: dict[str, object] = {
            "from": s.weathers[before].id,
            "to": new.id,
            "felt": s.weathers[s.felt].id,
        }
        s.tell_data(events.STORM_BROKE if storm else events.WEATHER_CHANGED, s.active, about)
    if storm and not by_ghost:
        run(s, new.storms, Deed(s.active, new.id, "MG-10.3", s.active))
