"""EC-6 in the log, and the clean-up after a battle."""

from __future__ import annotations

from mypy_extensions import i64

from innkeeper.games.echo import events
from innkeeper.games.echo.battle import NOBODY, Clash, Verdict
from innkeeper.games.echo.book import BATTLES, Book
from innkeeper.games.echo.cards import members
from innkeeper.games.echo.state import NONE, Echo, Finished


def compared(clash: Clash) -> bool:
    """EC-6.6: did strengths decide this battle?"""
    return clash.instant == NOBODY and not clash.tied


def tell_battle(s: Echo, clash: Clash, verdict: Verdict) -> None:
    """EC-6.1 to EC-6.8, step by step, for the log."""
    book = s.book
    for seat in range(2):
        if clash.side(seat).bonus:
            s.tell_data(events.BONUS_APPLIED, seat, {"creature": book.creature_id(clash.side(seat).creature)})
    for seat in range(2):
        side = clash.side(seat)
        if side.negated:
            told: dict[str, object] = {
                "creature": book.creature_id(side.creature),
                "by": book.creature_id(clash.side(1 - seat).creature),
            }
            s.tell_data(events.NEGATED[side.negated_by], seat, told)
    multipliers: list[int] = [clash.side0.multiplier, clash.side1.multiplier]
    if multipliers != [1, 1]:
        s.tell_data(events.MULTIPLIERS_SET, NOBODY, {"multipliers": multipliers})
    if clash.instant != NOBODY:
        side = clash.side(clash.instant)
        s.tell_data(
            events.WON_INSTANTLY[side.wins_by], clash.instant, {"creature": book.creature_id(side.creature)}
        )
    elif clash.wall != NOBODY:
        s.tell(events.WALL_TIED, clash.wall)
    elif compared(clash):
        totals: list[int] = [verdict.strength0, verdict.strength1]
        sides = [
            {
                "total": totals[seat],
                "parts": book.battles.strength_parts(clash, seat, s.rulers[seat].statuses),
            }
            for seat in range(2)
        ]
        s.tell_data(events.STRENGTHS_COMPARED, NOBODY, {"sides": sides})
    kind = events.BATTLE_DECIDED[verdict.how]
    if kind.clause == "EC-6.8":
        s.tell(events.GAMBIT_BROKE_TIE, clash.gambler)
    s.tell(kind, NOBODY, verdict.winner, verdict.how)


def tell_points(s: Echo, clash: Clash, verdict: Verdict) -> None:
    """EC-6.9, EC-6.10: what each seat gains, for the log."""
    winner = verdict.winner
    if winner != NOBODY:
        parts = s.book.battles.value_parts(clash, winner, s.rulers[winner].statuses, s.rules.floor)
        s.tell_data(events.POINTS_SCORED, winner, {"amount": verdict.value, "parts": parts})
    for seat in range(2):
        concedes = clash.side(seat).concedes
        if concedes != 0 and winner != seat:
            s.tell(events.MONARCH_CONCEDED, seat, 1 - seat, concedes)


def clean_up(s: Echo, clash: Clash, verdict: Verdict) -> None:
    """EC-6.11 to EC-6.15: graveyard, edicts, statuses, and on to the history."""
    book = s.book
    one, two = s.rulers[0], s.rulers[1]
    s.history.append(Finished(s.turn, one.name, two.name, clash, verdict))
    s.graveyard |= 1 << one.creature | 1 << two.creature
    if s.log is not None:
        buried = [book.creature_id(one.creature), book.creature_id(two.creature)]
        s.tell_data(events.CREATURES_BURIED, NOBODY, {"creatures": buried})
    s.names_shown = False
    for seat in range(2):
        ruler = s.rulers[seat]
        ruler.hand &= ~(1 << ruler.creature)
        ruler.edicts &= ~(1 << ruler.edict)
        ruler.statuses = 0
        ruler.committed = 0
        ruler.edict = NONE
        ruler.name = NONE
        ruler.creature = NONE
    for seat in range(2):
        if clash.side(seat).recovers:
            spent: i64 = book.every_edict & ~s.rulers[seat].edicts
            s.rulers[seat].edicts = book.every_edict
            if s.log is not None:
                s.tell_data(events.EDICTS_RECOVERED, seat, {"edicts": book.edict_ids(spent)})
    if s.turn < BATTLES:
        for seat in range(2):
            grant(s, seat, clash, verdict)


def grant(s: Echo, seat: i64, clash: Clash, verdict: Verdict) -> None:
    """EC-6.14: what a seat takes into the next turn."""
    book = s.book
    statuses = echoes(book, clash, verdict.winner, seat, s.graveyard)
    s.rulers[seat].statuses = statuses
    if s.log is not None:
        for status in members(statuses):
            s.tell_data(events.STATUS_GRANTED, seat, {"status": book.statuses[status].id})


def echoes(book: Book, clash: Clash, winner: i64, seat: i64, graveyard: i64) -> i64:
    """EC-10: the statuses that a battle leaves on a seat, its dead already in the graveyard."""
    statuses: i64 = clash.side(seat).grants | clash.field.both_grant
    if winner == seat:
        statuses |= clash.field.winner_grants
    elif winner != NOBODY and (graveyard >> book.barbarian) & 1 == 0:
        statuses |= book.angers
    return statuses
