"""What each seat may see of Echo."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.engine.frame import result_view, table_view
from innkeeper.games.echo import view_types as v
from innkeeper.games.echo.battle import NOBODY
from innkeeper.games.echo.cards import count, first
from innkeeper.games.echo.evaluation import compared
from innkeeper.games.echo.events import HOW
from innkeeper.games.echo.frames import creatures_of, edict_of
from innkeeper.games.echo.state import NONE, Echo, Finished


def view(s: Echo, viewer: i64) -> v.View:
    """The table as a seat, or a spectator (-1), may see it."""
    book = s.book
    options: dict[str, object] = dict(s.rules.options)
    if options["field_list"] is not None:
        options["field_list"] = book.field_ids(s.fields)
    return table_view(
        s,
        viewer,
        [seat_view(s, 0, viewer), seat_view(s, 1, viewer)],
        {
            "fields": [field_view(s, field) for field in s.fields],
            "field_index": s.turn - 1,
            "graveyard": book.creature_ids(s.graveyard),
            "overseer": book.creature_id(s.overseer) if s.over else None,
            "options": options,
            "history": [history_view(s, finished) for finished in s.history],
            "result": result_view(s),
        },
    )


def seat_view(s: Echo, seat: i64, viewer: i64) -> v.Ruler:
    book = s.book
    ruler = s.rulers[seat]
    own = seat == viewer
    unseen = 0 if s.over else s.unseen(seat)
    return {
        "seat": seat,
        "score": ruler.score,
        "hand_count": count(ruler.hand),
        "hand": book.creature_ids(ruler.hand) if own or s.over else None,
        "edicts": book.edict_ids(ruler.edicts),
        "spent": book.edict_ids(book.every_edict & ~ruler.edicts),
        "statuses": book.status_ids(ruler.statuses),
        "commits": 2 if s.sees(seat) else 1,
        "committed": ruler.committed != 0 or sealed_main(s, seat),
        "pending": pending_view(s, seat) if own and not s.over else None,
        "edict": book.edict_id(ruler.edict),
        "named": book.creature_id(ruler.name) if s.names_shown else None,
        "creature": book.creature_id(ruler.creature),
        "unseen_count": count(unseen),
        "unseen": book.creature_ids(unseen) if own or s.over else None,
        "deduced_overseer": book.creature_id(deduced(s, seat)) if own else None,
    }


def sealed_main(s: Echo, seat: i64) -> bool:
    """Is the seat's main choice in while the other is still missing?"""
    return s.phase() == "main" and s.sealed[seat] is not None


def pending_view(s: Echo, seat: i64) -> v.Pending | None:
    """What a seat itself has face down or written down this turn."""
    book = s.book
    ruler = s.rulers[seat]
    committed = ruler.committed
    edict = ruler.edict
    name = ruler.name
    returned: i64 = NONE
    sealed = s.sealed[seat] if len(s.sealed) > 0 else None
    if sealed is not None:
        if s.phase() == "main":
            committed = creatures_of(s, sealed)
            edict = edict_of(s, sealed)
        elif s.phase() == "sabotage":
            name = sealed.a
        else:
            returned = sealed.a
    if committed == 0:
        return None
    return {
        "creatures": book.creature_ids(committed),
        "edict": book.edict_id(edict),
        "name": book.creature_id(name),
        "returned": book.creature_id(returned),
    }


def deduced(s: Echo, seat: i64) -> i64:
    """The overseer, if names or elimination prove it to the seat."""
    candidates = s.overseers(seat)
    return first(candidates) if count(candidates) == 1 else NONE


def field_view(s: Echo, field: i64) -> v.Field:
    ground = s.book.fields[field]
    return {"id": ground.id, "reward": ground.reward, "bonus": s.book.creature_ids(ground.bonus)}


def history_view(s: Echo, finished: Finished) -> v.Battle:
    clash = finished.clash
    verdict = finished.verdict
    names: list[i64] = [finished.name0, finished.name1]
    strengths: list[i64] = [verdict.strength0, verdict.strength1]
    plays: list[v.Play] = []
    for seat in range(2):
        side = clash.side(seat)
        plays.append(
            {
                "seat": seat,
                "creature": s.book.creature_id(side.creature),
                "edict": s.book.edict_id(side.edict),
                "named": s.book.creature_id(names[seat]),
                "strength": strengths[seat] if compared(clash) else None,
                "multiplier": side.multiplier,
                "bonus": side.bonus,
                "negated": side.negated,
            }
        )
    return {
        "turn": finished.turn,
        "field": clash.field.id,
        "plays": plays,
        "winner": None if verdict.winner == NOBODY else verdict.winner,
        "how": HOW.text(verdict.how),
        "value": None if verdict.winner == NOBODY else verdict.value,
        "points": [verdict.points0, verdict.points1],
    }
