"""Results and ratings: openskill, one rating per game, bots on the same scale as people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.engine import RowMapping

from innkeeper.server import schema
from innkeeper.server.leaf import Chair
from innkeeper.server.protocol import Leaderboard, Standing
from innkeeper.server.rated import TAKEN_BACK, why_unrated
from innkeeper.server.storage import Row, Storage
from innkeeper.server.table import Table

_MODEL = PlackettLuce()
ROWS = 100


class Ratings:
    """Writes down how matches ended, once each."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def finished(self, table: Table) -> None:
        """A match is over. What was said at its beginning holds, unless something was taken back since."""
        leaf = table.leaf
        if leaf.origin is not None or leaf.outcome is None:
            return
        outcome: dict[str, Any] = msgspec.json.decode(leaf.outcome)
        players = {chair.seat: key for chair in table.chairs if (key := _key(chair)) is not None}
        judged = leaf.unrated or why_unrated(table)
        m, e = schema.matches.c, schema.entries.c
        agreed = select(e.seq).where(e.match_id == table.id, e.body.contains(schema.AGREED)).limit(1)

        def run(connection: Connection) -> str | None:
            unrated = judged or (TAKEN_BACK if connection.execute(agreed).first() else None)
            done = connection.execute(
                update(schema.matches)
                .where(m.id == table.id, m.rated.is_(False))
                .values(rated=True, unrated=unrated)
            )
            if done.rowcount != 1:
                return unrated
            new = {} if unrated else self._rate(connection, table, outcome, players)
            rows = [_result(table, outcome, seat, key, new.get(seat)) for seat, key in players.items()]
            if rows:
                connection.execute(insert(schema.results), rows)
            return unrated

        unrated = await self.storage.transact(run)
        if unrated is not None and table.leaf.unrated is None:
            table.leaf.unrated = unrated
            table.changed(ours=False)

    def _rate(
        self,
        connection: Connection,
        table: Table,
        outcome: Mapping[str, Any],
        players: Mapping[int, str],
    ) -> dict[int, Any]:
        r = schema.ratings.c
        game = table.leaf.game
        known = {
            row["player"]: row
            for row in connection.execute(
                select(schema.ratings)
                .where(r.game == game, r.player.in_(set(players.values())))
                .with_for_update()
            ).mappings()
            if _makes_sense(row)
        }
        seats = sorted(players)
        teams = []
        for seat in seats:
            row = known.get(players[seat])
            rating = _MODEL.rating() if row is None else _MODEL.rating(mu=row["mu"], sigma=row["sigma"])
            teams.append([rating])
        places = outcome["places"]
        result = _MODEL.rate(teams, ranks=[float(places[seat]) for seat in seats])
        new = {seat: team[0] for seat, team in zip(seats, result)}
        merged: dict[str, list[Any]] = {}
        for seat in seats:
            merged.setdefault(players[seat], []).append(new[seat])
        for player, ratings in merged.items():
            before = known.get(player)
            connection.execute(delete(schema.ratings).where(r.game == game, r.player == player))
            connection.execute(
                insert(schema.ratings).values(
                    game=game,
                    player=player,
                    mu=sum(one.mu for one in ratings) / len(ratings),
                    sigma=min(one.sigma for one in ratings),
                    matches=(0 if before is None else before["matches"]) + 1,
                )
            )
        return new

    async def leaderboard(self, game: str) -> Leaderboard:
        """The best of a game: by what they are at least worth, so that newcomers start low."""
        r = schema.ratings.c
        score = r.mu - 3 * r.sigma
        found = await self.storage.rows(
            select(schema.ratings).where(r.game == game).order_by(score.desc()).limit(ROWS)
        )
        rows = [row for row in found if _makes_sense(row)]
        accounts = [
            int(row["player"].partition(":")[2]) for row in rows if row["player"].startswith("account:")
        ]
        a = schema.accounts.c
        names = {
            row["id"]: (row["name"], bool(row["program"]))
            for row in await self.storage.rows(select(a.id, a.name, a.program).where(a.id.in_(accounts)))
        }
        standings = []
        for row in rows:
            kind, _, name = row["player"].partition(":")
            bot = kind == "bot"
            called, program = (name, False) if bot else names.get(int(name), ("?", False))
            standings.append(
                Standing(
                    called,
                    bot,
                    program,
                    round(row["mu"], 3),
                    round(row["sigma"], 3),
                    round(row["mu"] - 3 * row["sigma"], 3),
                    row["matches"],
                )
            )
        return Leaderboard(game, standings)


def _makes_sense(row: RowMapping) -> bool:
    """Is this the rating of somebody? One faulty row hides nobody else, and is written anew."""
    kind, _, name = row["player"].partition(":")
    numbers = all(isinstance(row[one], float | int) for one in ("mu", "sigma", "matches"))
    return numbers and (kind == "bot" or (kind == "account" and name.isdecimal()))


def _key(chair: Chair) -> str | None:
    if chair.who == "bot":
        return f"bot:{chair.bot}"
    return None if chair.account is None else f"account:{chair.account}"


def _result(table: Table, outcome: Mapping[str, Any], seat: int, key: str, rating: Any) -> Row:
    return {
        "match_id": table.id,
        "seat": seat,
        "game": table.leaf.game,
        "player": key,
        "place": outcome["places"][seat],
        "won": seat in outcome["winners"],
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
        "at": table.leaf.ended,
    }
